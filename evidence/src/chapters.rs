//! The sections of the evidence, with the promises of each row.

use crate::{
    as_shipped,
    continuity::{
        self, From, path, soft, still,
        sweep::{self, Sweep},
    },
    in_use, invariance, lab, pins,
    problem::{Problem, bodies, chains, robots, unlimited},
    reach::{self, Promise, Start},
    senseless,
    suite::Suite,
    unreachable::{self, Bound},
};
use kansetsu::d3::solve::Solver;

/// Measures everything.
pub fn run(suite: &mut Suite) {
    run_of_problems(suite);
    stillness(suite);
    senselessness(suite);
    in_use::rows(suite, suite.control);
    as_shipped::rows(suite);
    lab::rows(suite);
}

/// Measures the sections of motion problems.
pub fn run_of_problems(suite: &mut Suite) {
    chain_reach(suite);
    robot_reach(suite);
    body_reach(suite);
    not_reachable(suite);
    pinned(suite);
    drags(suite);
    drags_on_limits(suite);
    drags_on_other_paths(suite);
    sweeps(suite);
    soft_reach(suite);
    motions(suite);
}

fn reach_rows(suite: &mut Suite, problems: &[Problem], promise: impl Fn(&Problem) -> Promise) {
    for problem in problems {
        let problem = &problem.clone().with_control(suite.control);
        suite.entry(&problem.name, |scale| {
            reach::entry(problem, promise(problem), [scale.inside, scale.on_limits], scale.timed)
        });
    }
}

/// All of the first draw, all but a few of the second.
const REACH: Promise = Promise {
    inside: Some(99.99),
    on_limits: Some(99.0),
    on_bound: 0.7,
    start: Start::Rest,
    most: usize::MAX,
};

fn chain_reach(suite: &mut Suite) {
    suite.section(
        "Chains",
        "Targets are the forward kinematics of random poses inside the limits, so all are reachable; solves start at the rest pose. Reached means: the tip is \
         within 1e-3 of the chain's length, and within 0.5° if its orientation is a target. No joint violates its limit by more than 1e-4 rad. All is measured \
         in double precision from the returned rotations. *Inside* draws uniformly; *on the limits* puts each freedom exactly on a bound with probability 0.7, \
         which finds faults that uniform draws hide.",
        &reach::COLUMNS,
    );
    reach_rows(suite, &chains::chains(), |problem| match problem.is_turned() {
        true => Promise { inside: Some(99.8), on_limits: Some(95.0), ..REACH },
        false => REACH,
    });
    reach_rows(suite, &[3, 10, 100, 1000].map(unlimited::straight), |problem| Promise {
        inside: Some(100.0),
        on_limits: None,
        most: if problem.skeleton.len() > 500 { 10_000 } else { usize::MAX },
        ..REACH
    });
}

fn robot_reach(suite: &mut Suite) {
    suite.section(
        "Robot arms",
        "The flange is within 1e-4 m and 1e-3 rad, from the middle of every joint's range and from random poses; 1,000 targets inside, 10,000 on the limits \
         (every range of the UR5 is a full turn, so it has no bounds).",
        &reach::COLUMNS,
    );
    for robot in robots::robots() {
        for (start, words) in
            [(Start::Rest, "from mid-range"), (Start::Random, "from random poses")]
        {
            let on_limits = (robot.name != "UR5").then_some(99.9);
            let problem =
                robot.clone().named(format!("{}, {words}", robot.name)).with_control(suite.control);
            suite.entry(&problem.name, |scale| {
                reach::entry(
                    &problem,
                    Promise { inside: Some(100.0), on_limits, start, ..REACH },
                    [1_000, scale.on_limits],
                    scale.timed,
                )
            });
        }
    }
}

fn body_reach(suite: &mut Suite) {
    suite.section(
        "Bodies",
        "Several goals at once, all met within 1 mm (and 0.5° for orientations). *On the limits* puts each freedom on a bound with probability 0.5. A free root \
         moves by up to 0.2 m along each axis and rotates by up to 0.4 rad about each.",
        &reach::COLUMNS,
    );
    let body = Promise { on_bound: 0.5, ..REACH };
    reach_rows(suite, &bodies::mannequins(), |problem| {
        match (problem.is_limited(), problem.is_turned()) {
            (false, _) => Promise { inside: Some(100.0), on_limits: None, ..body },
            (_, true) => Promise { inside: Some(99.5), on_limits: Some(98.0), ..body },
            _ if problem.name.contains("free") => Promise { inside: Some(99.95), ..body },
            _ => body,
        }
    });
    let others: Vec<Problem> =
        bodies::proportions().into_iter().chain(bodies::creatures()).collect();
    reach_rows(suite, &others, |_| Promise { inside: Some(99.9), on_limits: None, ..body });
}

fn not_reachable(suite: &mut Suite) {
    suite.section(
        "Unreachable targets",
        "The residual beyond the least possible one, as a fraction of the chain's length. Half of the solves start at rest, half at random poses. The hand rows \
         draw a pose of the mannequin (limits on, root fixed) and put the left hand's goal 0.1 to 0.6 m further from its shoulder than the arm is long; they \
         measure the residual of the *other* goals (the right hand, feet, head), in metres.",
        &unreachable::COLUMNS,
    );
    let bound =
        |name: String| Bound { name, percent: 100.0, most: 1e-4, unit: "of the length", met: 0.0 };
    let bent = unlimited::two_bones("two bones", [0.55, 0.45], 0.4);
    for problem in
        [3, 10, 100].map(|count| unlimited::straight(count).with_defaults()).iter().chain([&bent])
    {
        let problem = &problem.clone().with_control(suite.control);
        let name = format!("{}, too far", problem.name);
        suite.entry(&name.clone(), |scale| {
            unreachable::entry(&bound(name), scale.on_limits, |random, scratch| {
                unreachable::too_far(problem, random, scratch)
            })
        });
    }
    for (problem, hole) in [(unlimited::with_hole(5).with_defaults(), 0.4), (bent.clone(), 0.1)] {
        let problem = problem.with_control(suite.control);
        let name = format!("{}, too near", problem.name);
        suite.entry(&name.clone(), |scale| {
            unreachable::entry(&bound(name), scale.on_limits, |random, scratch| {
                unreachable::too_near(&problem, hole, random, scratch)
            })
        });
    }
    let mannequin = &bodies::mannequins()[1].clone().with_control(suite.control);
    let name = "one hand too far";
    let bound =
        Bound { name: name.into(), percent: 99.5, most: 1e-3, unit: "m (the others)", met: 0.0 };
    suite.entry(name, |scale| {
        unreachable::entry(&bound, scale.on_limits, |random, scratch| {
            unreachable::hand_too_far(mannequin, random, scratch)
        })
    });
}

fn pinned(suite: &mut Suite) {
    suite.section(
        "Pins",
        "The mannequin stands with both ankles and both toes pinned and its root free. The hips are dragged from their start in a random direction (also up, \
         where straight legs cannot follow). Measured is the motion of the feet, in metres. *Outcome named rightly*: not reported as reached while the hips are \
         more than 1 mm off.",
        &unreachable::COLUMNS,
    );
    let rig = kansetsu_figures::figure("mannequin").expect("the mannequin is embedded").rig;
    let none = vec![None; rig.skeleton.len()];
    for (limits, words) in [(&rig.limits, "limits"), (&none, "no limits")] {
        for way in [0.1, 0.25] {
            let problem = pins::problem(
                &format!("hips dragged up to {way} m, {words}"),
                &rig.skeleton,
                limits,
            )
            .with_control(suite.control);
            let bound = Bound {
                name: problem.name.clone(),
                percent: 100.0,
                most: 1e-5,
                unit: "m (the feet)",
                met: 40.0,
            };
            suite.entry(&problem.name, |scale| {
                unreachable::entry(&bound, scale.on_limits, |random, scratch| {
                    pins::drag(&problem, way, random, scratch)
                })
            });
        }
    }
}

/// Two bones with the given names, straight and bent at rest.
fn two_bones() -> [Problem; 3] {
    [
        unlimited::two_bones("two bones, bent at rest", [0.3, 0.25], 0.5),
        unlimited::two_bones("two bones, straight at rest", [0.3, 0.25], 0.0),
        unlimited::two_bones("two equal bones", [0.3, 0.3], 0.5),
    ]
}

/// Every problem whose goals are dragged, with the default tolerances.
fn dragged() -> Vec<Problem> {
    let unlimited = [3, 10, 100].map(unlimited::straight);
    let all = two_bones()
        .into_iter()
        .chain(chains::chains())
        .chain(unlimited)
        .chain(bodies::mannequins())
        .chain(bodies::creatures());
    all.map(Problem::with_defaults).collect()
}

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

fn drags(suite: &mut Suite) {
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

fn drags_on_limits(suite: &mut Suite) {
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

fn drags_on_other_paths(suite: &mut Suite) {
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

fn sweeps(suite: &mut Suite) {
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

fn soft_reach(suite: &mut Suite) {
    suite.section(
        "Soft reach",
        "The span of two bones for a target that is dragged straight out: its slope is continuous, and the tip never passes the target (nor, near the base, \
         falls short of it).",
        &soft::COLUMNS,
    );
    let control = suite.control;
    for bones in [[0.3, 0.25], [0.3, 0.3], [0.3, 0.12]] {
        for part in [0.02, 0.05, 0.2] {
            suite.entry(&format!("bones {bones:?}, soft {part}"), |_| {
                soft::entry(bones, part, control)
            });
        }
    }
}

fn stillness(suite: &mut Suite) {
    suite.section(
        "Nothing moves when the goal is met",
        "Random poses, half of them on the limits, with goals at their current placement: no iteration, and bit-identical results.",
        &still::COLUMNS,
    );
    for problem in dragged().iter().chain(&robots::robots()) {
        suite.entry(&problem.name, |scale| still::entry(problem, scale.inside / 10));
    }
}

fn motions(suite: &mut Suite) {
    suite.section(
        "Invariance",
        "The whole problem is rotated at random, moved by ten times its size, scaled by 1e-3 to 1e3, mirrored. The cells are the percentages with the same \
         outcome / ends within 1e-5 of the size / all joints within it. One target in five is ×1.5 as far away. Judged are outcomes and ends. Joints in between \
         may differ where several poses reach, and a chain that is straight at rest bends to a side that is fixed in the world. The mannequin's differing ends \
         with limits are conflicting goals: two may yield almost equally well, one that must not is met only at the very end of its reach, or the others \
         converge to a valley so flat that single precision does not resolve its minimum. Where goals are met all ends are equal, as the last column but one \
         shows. In the last one the problem stays, but every target is moved by 1e-7 of the size, which is the rounding error in single precision after a \
         motion: the effect of rounding alone.",
        &invariance::COLUMNS,
    );
    let names = [
        "two bones",
        "planar hinges 0..120 x 5",
        "cone 45",
        "tentacle",
        "arm",
        "leg, pose",
        "spine, pose",
        "unequal bones and limits, 1",
        "unlimited x 10",
    ];
    let bodies = ["mannequin, no limits", "mannequin, limits", "quadruped, root held"];
    let chosen = dragged()
        .into_iter()
        .filter(|problem| names.iter().chain(&bodies).any(|name| problem.name.starts_with(name)));
    for problem in chosen.chain(robots::robots()) {
        let problem = problem.with_control(suite.control);
        suite.entry(&problem.name, |scale| invariance::entry(&problem, scale.moved));
    }
}

fn senselessness(suite: &mut Suite) {
    suite.section(
        "Senseless input",
        "Skeletons, poses, limits, goals and parameters with zero lengths, zero and negative scales, targets at 0 and ±1e30, denormals, infinities, NaN, \
         inverted limits, chains of one joint, weights outside [0, 1]: in a third of the cases no value is odd, in a third 3 %, in a third 30 %. The result is \
         finite, or a typed error that leaves the pose untouched.",
        &senseless::COLUMNS,
    );
    for name in Solver::NAMES {
        suite.entry(name, |scale| senseless::entry(name, scale.senseless));
    }
}
