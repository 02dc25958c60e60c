//! Invariance: if the whole problem is rotated, moved, scaled or mirrored, so should the solution
//! be.

use glam::{DQuat, DVec3, Quat, Vec3};
use kansetsu::d3::{
    Chain, Limit, Outcome, Pose, Skeleton, Transform,
    solve::{Body, Scratch},
};

use crate::{
    entry::Entry,
    judge,
    parallel::{map, pieces},
    problem::{End, Means, Problem},
    random::Random,
};

pub const COLUMNS: [&str; 9] = [
    "cases",
    "met (≥ 50 %)",
    "turned",
    "moved",
    "scaled",
    "mirrored",
    "worst end",
    "not the same though reached",
    "only rounded otherwise",
];

/// The tolerance of equal results, as a fraction of the problem's size.
const SAME: f64 = 1e-5;

/// The motion of positions by other rounding in single precision, as a fraction of the problem's
/// size.
const ROUNDING: f64 = 1e-7;

/// The transform of a problem.
#[derive(Clone, Copy)]
enum Motion {
    Turn(Quat),
    Move(Vec3),
    Scale(f32),
    /// At the plane x = 0.
    Mirror,
}

/// The numbers of equal results.
#[derive(Clone, Copy, Default)]
struct Same {
    outcome: usize,
    ends: usize,
    joints: usize,
    /// Ends that differ although the goals were reached both times.
    reached_otherwise: usize,
}

/// One row: four motions of many cases.
pub fn entry(problem: &Problem, count: usize) -> Entry {
    let pieces = pieces(count, 50);
    let parts: Vec<Part> = map(pieces.len(), |piece| compare(problem, pieces[piece], piece as u64));
    let (mut sums, mut rounded) = ([Same::default(); 4], Same::default());
    for part in &parts {
        sums.iter_mut().zip(&part.moved).for_each(|(sum, part)| sum.add(part));
        rounded.add(&part.rounded);
    }
    let met: usize = parts.iter().map(|part| part.met).sum();
    let worst = parts.iter().fold(0.0, |worst: f64, part| worst.max(part.worst));
    let percent = |number: usize| format!("{:.2}", 100.0 * number as f64 / count as f64);
    let told = |same: &Same| {
        format!("{} / {} / {} %", percent(same.outcome), percent(same.ends), percent(same.joints))
    };
    let elsewhere: usize = sums.iter().map(|same| same.reached_otherwise).sum();
    let others = [format!("{worst:.1e}"), elsewhere.to_string(), told(&rounded)];
    let cells = [count.to_string(), format!("{:.1} %", 100.0 * met as f64 / count as f64)]
        .into_iter()
        .chain(sums.iter().map(told))
        .chain(others);
    Entry {
        name: problem.name.clone(),
        cells: cells.collect(),
        verdict: (met * 2 >= count
            && sums.iter().all(|same| same.outcome == count && same.ends == count))
        .into(),
        dots: None,
        details: parts.into_iter().flat_map(|part| part.examples).take(4).collect(),
    }
}

/// The results of some cases.
#[derive(Default)]
struct Part {
    moved: [Same; 4],
    rounded: Same,
    /// The largest distance of two ends of the same problem, when it was moved.
    worst: f64,
    /// Cases in which the goals of the original problem are met.
    met: usize,
    examples: Vec<String>,
}

fn compare(problem: &Problem, count: usize, seed: u64) -> Part {
    let (mut random, mut scratch, mut part) =
        (crate::draw::random(900 + seed), Scratch::default(), Part::default());
    let mut nudges = crate::draw::random(9_000 + seed);
    for _ in 0..count {
        let places = places(problem, &mut random);
        let answer = solve(problem, &places, &mut scratch);
        let is_near = |(end, place): (&End, &(DVec3, DQuat))| {
            answer.1[end.joint].distance(place.0) <= problem.near
        };
        part.met += usize::from(problem.ends.iter().zip(&places).all(is_near));
        let size = random.range(-3.0, 3.0);
        let motions = [
            Motion::Turn(random.rotation()),
            Motion::Move(random.direction() * 10.0 * problem.size as f32),
            Motion::Scale(10_f32.powf(size)),
            Motion::Mirror,
        ];
        for (same, motion) in part.moved.iter_mut().zip(motions) {
            let moved = motion.problem(problem);
            let wanted: Vec<(DVec3, DQuat)> =
                places.iter().map(|place| motion.place(*place)).collect();
            let got = solve(&moved, &wanted, &mut scratch);
            let ends = same
                .count(&moved, (&answer, &got), |place| motion.place((place, DQuat::IDENTITY)).0);
            part.worst = ends.max(part.worst);
            if (ends > SAME || answer.0 != got.0) && part.examples.len() < 2 {
                part.examples.push(format!(
                    "{}: {:?}, then {:?}, ends {ends:.1e} apart for {places:?}",
                    motion.words(),
                    answer.0,
                    got.0
                ));
            }
        }
        let mut nudge = || nudges.direction().as_dvec3() * ROUNDING * problem.size;
        let nudged: Vec<(DVec3, DQuat)> =
            places.iter().map(|&(place, turn)| (place + nudge(), turn)).collect();
        part.rounded
            .count(problem, (&answer, &solve(problem, &nudged, &mut scratch)), |place| place);
    }
    part
}

impl Same {
    /// Counts whether the moved solution differs. Returns the largest distance of their ends, as a
    /// fraction of the size.
    fn count(
        &mut self,
        problem: &Problem,
        ((outcome, answer), (moved_outcome, got)): (&Answer, &Answer),
        moved: impl Fn(DVec3) -> DVec3,
    ) -> f64 {
        let off = |joint: usize| got[joint].distance(moved(answer[joint])) / problem.size;
        let ends = problem.ends.iter().fold(0.0, |worst: f64, end| worst.max(off(end.joint)));
        self.outcome += usize::from(outcome == moved_outcome);
        self.ends += usize::from(ends <= SAME);
        self.reached_otherwise +=
            usize::from(ends > SAME && [*outcome, *moved_outcome] == [Outcome::Reached; 2]);
        self.joints += usize::from((0..got.len()).all(|joint| off(joint) <= SAME));
        ends
    }

    fn add(&mut self, other: &Self) {
        self.outcome += other.outcome;
        self.ends += other.ends;
        self.joints += other.joints;
        self.reached_otherwise += other.reached_otherwise;
    }
}

/// Targets inside the limits, one time in five ×1.5 further away.
fn places(problem: &Problem, random: &mut Random) -> Vec<(DVec3, DQuat)> {
    let mut places = problem.places(&problem.pose(&problem.draw(random, 0.0)));
    if random.chance(0.2) {
        places.iter_mut().for_each(|place| place.0 *= 1.5);
    }
    // Rounded to single precision.
    places
        .iter()
        .map(|place| (place.0.as_vec3().as_dvec3(), place.1.as_quat().as_dquat()))
        .collect()
}

/// The outcome, and the positions of the joints.
type Answer = (Outcome, Vec<DVec3>);

fn solve(problem: &Problem, places: &[(DVec3, DQuat)], scratch: &mut Scratch) -> Answer {
    let mut pose = problem.start.clone();
    let outcome = problem
        .solve(&problem.goals(places), &mut pose, scratch)
        .expect("the problem is well formed")
        .outcome;
    (outcome, judge::forward(&problem.skeleton, &pose).iter().map(|joint| joint.0).collect())
}

impl Motion {
    fn words(self) -> &'static str {
        match self {
            Self::Turn(_) => "turned",
            Self::Move(_) => "moved",
            Self::Scale(_) => "scaled",
            Self::Mirror => "mirrored",
        }
    }

    fn place(self, (position, orientation): (DVec3, DQuat)) -> (DVec3, DQuat) {
        match self {
            Self::Turn(turn) => {
                (turn.as_dquat().normalize() * position, turn.as_dquat().normalize() * orientation)
            }
            Self::Move(way) => (position + way.as_dvec3(), orientation),
            Self::Scale(scale) => (position * f64::from(scale), orientation),
            Self::Mirror => {
                let q = orientation;
                (position * DVec3::new(-1.0, 1.0, 1.0), DQuat::from_xyzw(q.x, -q.y, -q.z, q.w))
            }
        }
    }

    /// A joint's own transform: a root's moves with the problem, the others' only change size and
    /// handedness.
    fn local(self, local: &Transform, is_root: bool) -> Transform {
        if !is_root && matches!(self, Self::Turn(_) | Self::Move(_)) {
            return *local;
        }
        let (position, rotation) =
            self.place((local.translation.as_dvec3(), local.rotation.as_dquat()));
        Transform { translation: position.as_vec3(), rotation: rotation.as_quat(), ..*local }
    }

    fn problem(self, problem: &Problem) -> Problem {
        let joints = problem.skeleton.joints();
        let mut builder = Skeleton::builder();
        for joint in joints {
            let rest = self.local(&joint.rest, joint.parent.is_none());
            match joint.parent {
                Some(parent) => builder.child(parent, joint.name.clone(), rest),
                None => builder.root(joint.name.clone(), rest),
            };
        }
        let skeleton = builder.build().expect("the same tree");
        let mirror = |limit: &Limit| {
            if matches!(self, Self::Mirror) { limit.mirrored(Vec3::X) } else { limit.clone() }
        };
        let limits: Vec<Option<Limit>> =
            problem.limits.iter().map(|limit| limit.as_ref().map(mirror)).collect();
        let locals = problem
            .start
            .locals
            .iter()
            .zip(joints)
            .map(|(local, joint)| self.local(local, joint.parent.is_none()));
        let scale = if let Self::Scale(scale) = self { f64::from(scale) } else { 1.0 };
        Problem {
            means: means(problem, &skeleton, &limits),
            start: Pose { locals: locals.collect() },
            skeleton,
            limits,
            size: problem.size * scale,
            near: problem.near * scale,
            ..problem.clone()
        }
    }
}

/// The same solver for the moved skeleton.
fn means(problem: &Problem, skeleton: &Skeleton, limits: &[Option<Limit>]) -> Means {
    match &problem.means {
        Means::Chain(chain, solver) => {
            let chain = Chain::new(skeleton, chain.base(), chain.tip())
                .and_then(|chain| chain.with_limits(limits))
                .expect("the same chain");
            Means::Chain(
                Box::new(problem.held.into_iter().fold(chain, Chain::with_locked)),
                *solver,
            )
        }
        Means::Body(_, solver) => Means::Body(
            Box::new(Body::new(skeleton).with_limits(limits).expect("the same limits")),
            *solver,
        ),
    }
}
