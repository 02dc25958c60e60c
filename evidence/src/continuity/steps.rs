//! Steps of a drag, and the jumps among them.

use glam::DVec3;
use kansetsu::d3::{
    Goal, Outcome, Pose,
    solve::{Scratch, TrackingState},
};

use super::{dead_end, path::Drag, turn::most_turned};
use crate::{
    entry::{Entry, Verdict},
    parallel::map,
    problem::Problem,
};

/// The rotation of a joint in a step above which it is a jump.
pub const JUMP: f64 = 3.0 * std::f64::consts::PI / 180.0;

/// The start of each solve of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The pose at the start of the drag.
    DragStart,
    /// The result of the previous step; a body tracks its goals.
    Previous,
    /// The rest pose.
    Rest,
}

/// The results of steps.
#[derive(Default)]
pub struct Steps {
    /// The largest rotation of a joint in each step, radians.
    turns: Vec<f32>,
    jumps: usize,
    /// Jumps at singularities of the base's rotation, and at path ends: excluded from the rotations
    /// and jumps.
    crossings: usize,
    ends: usize,
    /// Jumps next to a step in which the solver restarted, and next to one in which the goals were
    /// not met.
    with_restart: usize,
    with_miss: usize,
    /// Jumps from the first target to the second, where the solution of the first was the pose
    /// itself.
    at_first: usize,
    /// Targets, and those that forward kinematics finds met.
    places: usize,
    met: usize,
    /// Descriptions of the first few.
    examples: Vec<String>,
}

/// The result of one step.
struct Answer {
    pose: Pose,
    goals: Vec<Goal>,
    begun_from: Pose,
    outcome: Outcome,
    is_met: bool,
    restarts: usize,
    iterations: usize,
}

const EXAMPLES: usize = 2;

impl Steps {
    /// Solves for the targets of the drag in order.
    pub fn of(problem: &Problem, drag: &Drag, from: From, scratch: &mut Scratch) -> Self {
        let mut steps = Self::default();
        let (mut last, mut state): (Option<Answer>, TrackingState) = Default::default();
        for places in &drag.places {
            let begun_from = match (from, &last) {
                (From::Previous, Some(last)) => last.pose.clone(),
                (From::Rest, _) => problem.start.clone(),
                _ => drag.start.clone(),
            };
            let (mut pose, goals) = (begun_from.clone(), problem.goals(places));
            let report = match from {
                From::Previous => problem.follow(&goals, &mut pose, &mut state, scratch),
                From::DragStart | From::Rest => problem.solve(&goals, &mut pose, scratch),
            };
            let report = report.expect("the problem is well formed");
            let (outcome, restarts, iterations) =
                (report.outcome, report.restarts, report.iterations);
            let is_met = problem.is_met(&pose, places);
            steps.places += 1;
            steps.met += usize::from(is_met);
            let answer = Answer { pose, goals, begun_from, outcome, is_met, restarts, iterations };
            if let Some(last) = &last {
                let jumps = steps.jumps;
                steps.add(problem, last, &answer);
                steps.at_first += if steps.turns.len() == 1 { steps.jumps - jumps } else { 0 };
            }
            last = Some(answer);
        }
        steps
    }

    fn add(&mut self, problem: &Problem, before: &Answer, after: &Answer) {
        let (joint, turn) = most_turned(&before.pose, &after.pose);
        let is_undecided = |answer: &Answer| {
            let place = answer.goals[0].position.map_or(DVec3::ZERO, |place| place.as_dvec3());
            problem.is_undecided(place, [&answer.begun_from, &answer.pose])
        };
        if turn > JUMP && is_undecided(before) && is_undecided(after) {
            self.crossings += 1;
            return;
        }
        let met_both = before.is_met && after.is_met;
        if turn > JUMP
            && met_both
            && dead_end::is_reached(problem, &before.pose, &after.goals, JUMP)
        {
            self.ends += 1;
            return;
        }
        self.turns.push(turn as f32);
        if turn <= JUMP {
            return;
        }
        self.jumps += 1;
        self.with_restart += usize::from(before.restarts + after.restarts > 0);
        self.with_miss +=
            usize::from(before.outcome != Outcome::Reached || after.outcome != Outcome::Reached);
        if self.examples.len() < EXAMPLES {
            self.examples.push(example(before, after, joint, turn));
        }
    }

    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.turns.extend(part.turns);
            all.jumps += part.jumps;
            all.crossings += part.crossings;
            all.ends += part.ends;
            all.with_restart += part.with_restart;
            all.with_miss += part.with_miss;
            all.places += part.places;
            all.met += part.met;
            all.at_first += part.at_first;
            all.examples.extend(part.examples);
        }
        all.examples.truncate(EXAMPLES);
        all.turns.sort_unstable_by(f32::total_cmp);
        all
    }

    fn degrees(&self, part: f64) -> f64 {
        let last = self.turns.len().saturating_sub(1);
        self.turns
            .get((last as f64 * part) as usize)
            .map_or(0.0, |turn| f64::from(*turn).to_degrees())
    }

    /// A row of the table; `allowed` is the fraction of the steps that may jump, `None` if jumps
    /// are only reported. At least the fraction `least_met` of the targets must be met.
    pub fn entry(self, name: String, allowed: Option<f64>, least_met: f64) -> Entry {
        let part = self.jumps as f64 / self.turns.len().max(1) as f64;
        let met = self.met as f64 / self.places.max(1) as f64;
        let [median, rare, worst] = [0.5, 0.999, 1.0].map(|part| self.degrees(part));
        let told = |count: usize, words: &str| {
            if count > 0 { format!(", {count} {words}") } else { String::new() }
        };
        let apart = told(self.crossings, "apart") + &told(self.ends, "at an end");
        Entry {
            name,
            cells: vec![
                allowed.map_or("told".into(), |allowed| {
                    if allowed == 0.0 {
                        "none".into()
                    } else {
                        format!("≤ {} %", allowed * 100.0)
                    }
                }),
                self.turns.len().to_string(),
                format!("{:.2} % (≥ {} %)", 100.0 * met, 100.0 * least_met),
                format!("{} ({:.4} %){apart}", self.jumps, 100.0 * part),
                format!("{} / {} / {}", self.at_first, self.with_restart, self.with_miss),
                format!("{median:.3}°"),
                format!("{rare:.3}°"),
                format!("{worst:.2}°"),
            ],
            verdict: allowed
                .map_or(Verdict::Told, |allowed| (part <= allowed && met >= least_met).into()),
            dots: Some([median, rare, worst]),
            details: self.examples,
        }
    }
}

pub const COLUMNS: [&str; 8] = [
    "jumps allowed",
    "steps",
    "met",
    "jumps",
    "at the first step / a restart / a miss",
    "median step",
    "99.9th percentile",
    "worst",
];

/// Follows every drag, for at most this number of steps.
pub fn follow(
    problem: &Problem,
    [drags, steps]: [usize; 2],
    from: From,
    drag: impl Fn(usize) -> Drag + Sync,
) -> Steps {
    Steps::sum(map(drags, |index| {
        let mut drag = drag(index);
        drag.places.truncate(steps);
        Steps::of(problem, &drag, from, &mut Scratch::default())
    }))
}

fn example(before: &Answer, after: &Answer, joint: usize, turn: f64) -> String {
    let start = if before.begun_from == after.begun_from { "the same start" } else { "its start" };
    let told = |answer: &Answer| {
        let goals: Vec<_> =
            answer.goals.iter().map(|goal| (goal.joint, goal.position, goal.orientation)).collect();
        format!(
            "{:?} after {} iterations and {} restarts for {goals:?}",
            answer.outcome, answer.iterations, answer.restarts
        )
    };
    let short = after.begun_from.locals.len() <= 12;
    let rotations: Vec<_> = after
        .begun_from
        .locals
        .iter()
        .filter(|_| short)
        .map(|local| local.rotation.to_array())
        .collect();
    format!(
        "joint {joint} turns {:.2}°: {}; then {}; {start} {rotations:?}",
        turn.to_degrees(),
        told(before),
        told(after)
    )
}
