//! No motion if the goals are met.

use kansetsu::d3::{Goal, Pose, rotation_of, solve::Scratch};

use crate::{
    entry::Entry,
    parallel::{map, pieces},
    problem::Problem,
};

pub const COLUMNS: [&str; 3] = ["poses", "with iterations", "with a changed bit"];

/// Motion that should not have happened.
#[derive(Default)]
struct Moves {
    iterated: usize,
    changed: usize,
    examples: Vec<String>,
}

/// One row: random poses, half of them on the limits, with goals at their current placement.
pub fn entry(problem: &Problem, count: usize) -> Entry {
    let pieces = pieces(count, 250);
    let parts = map(pieces.len(), |piece| {
        let mut random = crate::draw::random(piece as u64 + 77);
        let (mut moves, mut scratch) = (Moves::default(), Scratch::default());
        for index in 0..pieces[piece] {
            let pose =
                problem.pose(&problem.draw(&mut random, if index % 2 == 0 { 0.0 } else { 0.5 }));
            moves.add(problem, &pose, &mut scratch);
        }
        moves
    });
    let [iterated, changed] = [
        parts.iter().map(|part| part.iterated).sum::<usize>(),
        parts.iter().map(|part| part.changed).sum(),
    ];
    Entry {
        name: problem.name.clone(),
        cells: vec![count.to_string(), iterated.to_string(), changed.to_string()],
        verdict: (iterated + changed == 0).into(),
        dots: None,
        details: parts.into_iter().flat_map(|part| part.examples).take(3).collect(),
    }
}

impl Moves {
    fn add(&mut self, problem: &Problem, pose: &Pose, scratch: &mut Scratch) {
        let goals = goals_where_it_is(problem, pose);
        let mut solved = pose.clone();
        let report =
            problem.solve(&goals, &mut solved, scratch).expect("the problem is well formed");
        let moved = solved.locals.iter().zip(&pose.locals).position(|(a, b)| bits(a) != bits(b));
        self.iterated += usize::from(report.iterations > 0);
        self.changed += usize::from(moved.is_some());
        if (moved.is_some() || report.iterations > 0) && self.examples.is_empty() {
            let rotations: Vec<_> =
                pose.locals.iter().map(|local| local.rotation.to_array()).collect();
            self.examples.push(format!(
                "joint {moved:?} changed, {} iterations, {:?}: {rotations:?}",
                report.iterations, report.outcome
            ));
        }
    }
}

/// Goals that the pose meets to single precision.
fn goals_where_it_is(problem: &Problem, pose: &Pose) -> Vec<Goal> {
    let frames = problem.skeleton.forward(pose);
    let goal = |end: &crate::problem::End| {
        let goal = Goal::position(end.joint, frames[end.joint].translation);
        if end.turned { goal.with_orientation(rotation_of(&frames[end.joint])) } else { goal }
    };
    problem.ends.iter().map(goal).collect()
}

fn bits(local: &kansetsu::d3::Transform) -> [u32; 10] {
    let [t, r, s] = [
        local.translation.to_array().to_vec(),
        local.rotation.to_array().to_vec(),
        local.scale.to_array().to_vec(),
    ];
    let mut all = t.into_iter().chain(r).chain(s).map(f32::to_bits);
    std::array::from_fn(|_| all.next().unwrap_or_default())
}
