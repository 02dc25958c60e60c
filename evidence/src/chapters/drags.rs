//! Goals that are led along paths and sweeps.

use super::dragged::{dragged, two_bones};
use crate::{
    continuity::{
        self, From, path,
        sweep::{self, Sweep},
    },
    problem::{Problem, unlimited},
    suite::Suite,
};

/// The least number of paths of a row: on a single one all joints that move the target may be at
/// their bounds.
const LEAST_PATHS: usize = 4;

/// The fraction of the targets that are met, of reachable ones and of sweeps, which leave the
/// reach.
const LED: f64 = 0.95;
const SWEPT: f64 = 0.5;

/// The fraction of the steps that may jump.
fn allowed(problem: &Problem) -> f64 {
    let is_free = !problem.is_limited() || !problem.is_body() && !problem.is_turned();
    if is_free { 0.0 } else { 2e-4 }
}

/// Rows for a problem; one path in `less` is followed.
fn drag_rows(
    suite: &mut Suite,
    problem: &Problem,
    (on_bound, less): (f32, usize),
    starts: &[From],
) {
    let problem = &problem.clone().with_control(suite.control);
    for &from in starts {
        let words = match from {
            From::DragStart => "from the drag's start",
            From::Previous => "from the previous pose",
            From::Rest => "from rest",
        };
        let name = format!("{}, {words}", problem.name);
        suite.entry(&name.clone(), |scale| {
            continuity::follow(
                problem,
                [scale.paths.div_ceil(less).max(LEAST_PATHS), scale.steps],
                from,
                |index| path::random(problem, index as u64, on_bound),
            )
            .entry(name, Some(allowed(problem)), LED)
        });
    }
}

pub(super) fn drags(suite: &mut Suite) {
    suite.section(
        "Drags",
        "Goals move along smooth paths, the forward kinematics of curves through three random poses inside the limits (so every target is reachable), in steps \
         of at most a thousandth of the reach (1 mm for bodies; a radian of orientation counts as 0.3 of the reach). Each step is solved from the pose at the \
         start of the drag, or from the previous result. A jump is a step in which a joint rotates by more than 3°. Jumps at true singularities are counted \
         separately and not judged. The finger's goal is then within five steps of the axis of its spread. The finger bends in planes through that axis, so on \
         it every spread is equally good, and a solve from the drag's start cannot choose. The goal of two bones is then within a twentieth of the reach of \
         their base, or of the line opposite to the direction of the bent limb before its base rotates. All rotations by 180° are equally good there, and the \
         smallest rotations beside it rotate twice as fast as the goal. Every rule that rotates a limb by the goal's direction alone has such a singularity; \
         this one is where a limb that starts at rest, in front of the body, does not go. *At an end* are jumps at the end of a path, for chains and for bodies \
         with a fixed root, with position goals only. Each of them is tested without the solver: no pose inside the limits, with no joint rotated by more than \
         3° from the previous result, meets the goals. Then the only solutions are in another local minimum (for example for a leg stretched to its bound, \
         whose foot would be even further off if the knee were bent). Or it is the last step before, where a limb becomes straight or a joint reaches the \
         corner of its bounds, and rotates with the square root of the remaining distance. A jump that falls short has a solution within 3°. There an attempt \
         arrives at a saddle, for example where an ankle moves along its curved bound while the knee may bend or stretch, and leaves it to different sides for \
         neighbouring goals. If every solve starts at the drag's start such a border exists behind each saddle; shorter steps move it and do not remove it.",
        &continuity::COLUMNS,
    );
    for (index, problem) in dragged().iter().enumerate() {
        let starts: &[From] = if index < 3 {
            &[From::DragStart, From::Previous, From::Rest]
        } else {
            &[From::DragStart, From::Previous]
        };
        drag_rows(suite, problem, (0.0, 1), starts);
    }
}

pub(super) fn drags_on_limits(suite: &mut Suite) {
    suite.section(
        "Drags along limits",
        "The same with each freedom exactly on a bound, all the way, with probability 0.5: targets move along the edges of the reachable set. A tenth of the \
         paths. Rows fall short where a limb or the neck reaches a corner of its bounds. A first attempt arrives at a saddle with a tiny residual, and leaves \
         it to different sides for neighbouring goals, or another attempt finds a solution in another local minimum. From the previous pose such limbs and \
         bodies jump only at the ends of paths.",
        &continuity::COLUMNS,
    );
    for problem in dragged().iter().filter(|problem| problem.is_limited()) {
        drag_rows(suite, problem, (0.5, 10), &[From::DragStart, From::Previous]);
    }
}

/// The first of the other paths, and their number per thousand.
const OTHER_PATHS: u64 = 10_000;
const OTHERS: usize = 3;

pub(super) fn drags_on_other_paths(suite: &mut Suite) {
    suite.section(
        "Drags on other paths",
        "Limited chains that jumped from the drag's start, and similar ones, on three times as many other paths, with and without limits: the rate of jumps \
         should not depend on the draw. Most come in clusters, a few paths along a border. Reported, not judged.",
        &continuity::COLUMNS,
    );
    let names = [
        "planar",
        "cone 30 x 5, twist free",
        "arm",
        "leg",
        "finger",
        "unequal bones and limits, 4",
    ];
    for problem in
        dragged().iter().filter(|problem| names.iter().any(|name| problem.name.starts_with(name)))
    {
        let problem = &problem.clone().with_control(suite.control);
        for (words, on_bound) in [("", 0.0), (", along limits", 0.5)] {
            let name = problem.name.clone() + words;
            suite.entry(&name.clone(), |scale| {
                let follow = |index| path::random(problem, OTHER_PATHS + index as u64, on_bound);
                continuity::follow(
                    problem,
                    [OTHERS * scale.paths, scale.steps],
                    From::DragStart,
                    follow,
                )
                .entry(name, None, LED)
            });
        }
    }
}

pub(super) fn sweeps(suite: &mut Suite) {
    suite.section(
        "Sweeps",
        "A target moves through singular configurations in random directions, in steps of a thousandth of the reach. Judged are the chains that can follow \
         everywhere. Reported, not judged: chains with limits, because their targets leave the reachable set, and the nearest pose itself jumps; full extension \
         without soft reach (a thousandth before full reach the shoulder or the elbow of every exact solution is bent by 4°, at full reach by 0°); two bones at \
         their own base (the limb flips with the direction to the target); the pole's axis itself.",
        &continuity::COLUMNS,
    );
    let wanted = [
        "planar hinges 0..120 x 5",
        "cone 45 x 10",
        "tentacle 30, cone 20",
        "arm, position",
        "unlimited x",
    ];
    let problems = dragged().into_iter().filter(|problem| {
        wanted.iter().any(|name| problem.name.contains(name)) || problem.name.starts_with("two")
    });
    let soft = two_bones().map(|problem| unlimited::soft(problem.with_defaults(), 0.05));
    for problem in problems.filter(|problem| !problem.is_body()).chain(soft) {
        for sweep in Sweep::ALL {
            sweep_rows(suite, &problem, sweep);
        }
    }
    for (beside, words) in
        [(0.0, "through the pole's axis"), (0.1, "a tenth of the reach beside the pole's axis")]
    {
        let pole = glam::DVec3::Y;
        let problem =
            Problem { pole: Some(glam::Vec3::Y * 2.0), ..two_bones()[0].clone().with_defaults() }
                .with_control(suite.control);
        let name = format!("two bones with a pole, {words}");
        let allowed = (beside > 0.0).then_some(0.0);
        suite.entry(&name.clone(), |scale| {
            continuity::follow(&problem, [scale.sweeps, scale.steps], From::DragStart, |index| {
                sweep::past_pole(&problem, pole, beside, index as u64)
            })
            .entry(name, allowed, SWEPT)
        });
    }
}

fn sweep_rows(suite: &mut Suite, problem: &Problem, sweep: Sweep) {
    let is_singular = match sweep {
        // Two bones folded to a point flip: the limb's direction is that of the target.
        Sweep::Root | Sweep::BesideRoot => problem.name.starts_with("two"),
        // A thousandth before full reach every exact solution is bent by more than 3 degrees, at
        // full reach by zero.
        Sweep::FullExtension => !problem.name.contains("soft"),
        Sweep::Circle => false,
    };
    let problem = &problem.clone().with_control(suite.control);
    let allowed = (!problem.is_limited() && !is_singular).then_some(0.0);
    for (from, words) in
        [(From::DragStart, "from the drag's start"), (From::Previous, "from the previous pose")]
    {
        let name = format!("{} {}, {words}", problem.name, sweep.words());
        suite.entry(&name.clone(), |scale| {
            continuity::follow(problem, [scale.sweeps, scale.steps], from, |index| {
                sweep.drag(problem, index as u64)
            })
            .entry(name, allowed, SWEPT)
        });
    }
}
