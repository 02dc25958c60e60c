//! The sections of the evidence, with what each row promises.

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

/// Measures the sections of problems that ask for motion.
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

/// Everything of the first draw, all but a few of the second.
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
        "Targets are forward kinematics of random poses inside the limits, so each can be reached; solves start from the \
         rest pose. Reached means: the tip within 1e-3 of the chain's length and 0.5° where its orientation is a target, with no \
         joint more than 1e-4 rad outside its limit, all in double precision from the returned rotations. *Inside* draws \
         uniformly; *on the limits* puts each freedom exactly on a bound with probability 0.7, which finds faults that \
         uniform draws hide.",
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
        "The flange within 1e-4 m and 1e-3 rad, from the middle of every joint's range and from random poses; 1,000 targets \
         inside, 10,000 on the limits (every bound of the UR5 is a full turn, so it has none to stand on).",
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
        "Several goals at once, all met within 1 mm (and 0.5° where orientations are wanted). *On the limits* puts each \
         freedom on a bound with probability 0.5. A free root is moved up to 0.2 m and turned up to 0.4 rad along and about each axis.",
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
        "What is left of the distance, beyond the least that is possible, in parts of the chain's length. Half of the solves begin at \
         rest, half at random poses. The hand rows draw a pose of the mannequin (limits on, root held) and put the left hand's goal 0.1 to \
         0.6 m farther from its shoulder than the arm is long; what counts is how far the *other* goals (the right hand, feet, head) are \
         off, in metres.",
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
        "The mannequin stands with both ankles and both toes pinned, its root free, and the hips are dragged from where they are in a random \
         direction (also up, where straight legs cannot follow). What counts is how far the feet moved, in metres. *Outcome named rightly*: \
         not called reached while the hips are more than 1 mm off.",
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

/// A row has so many paths at least: on one alone all that moves the target can stand on its
/// bounds.
const LEAST_PATHS: usize = 4;

/// The part of the places that are met, of those that can be, and of sweeps, which leave the reach.
const LED: f64 = 0.95;
const SWEPT: f64 = 0.5;

/// The part of the steps that may jump.
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
        "Goals are led along smooth paths, the forward kinematics of curves through three random poses inside the limits (so every place can be \
         reached), in steps of at most a thousandth of the reach (1 mm for bodies; a radian of orientation counts 0.3 of the reach). Each step is \
         solved from the pose in which the drag began, or from the previous step's answer. A jump is a step in which a joint turns more than 3°. \
         Counted apart, not judged, are jumps at true singularities. The finger's goal is within five steps of the axis that its base spreads \
         about: the finger bends in planes through that axis, so that on it every spread does as well, and a solve from the drag's start cannot \
         know which one is meant. The goal of two bones is within a twentieth of the reach of their base, or of the line opposite to where the \
         bent limb points before its base turns: all turns by 180° do as well there, and the least turns beside it go round twice as fast \
         as the goal does. Every rule that says how a limb turns by the goal's direction alone has such a place; this one puts it where a limb \
         that begins at rest, before the body, does not go. *At an end* are jumps of chains, and of bodies whose root is held, with places alone as the goals where the way ends: for each of them it is \
         looked, without the solver, whether any pose inside the limits, in which no joint is turned by more than 3° from the answer before, meets the goals, and none does. Only elsewhere is there an \
         answer (a leg, say, stretched to its bound, whose foot would be farther still if the knee were bent); or it is the last step before, where a \
         limb becomes straight or a joint comes to the corner of its bounds, and turns with the root of what is left. A jump that falls short has \
         an answer within 3°: there an attempt comes to a saddle, as where an ankle creeps along its curved bound while the knee may as well bend as stretch, and \
         leaves it to one side for a goal and to the other for the next. Where every solve begins from the drag's start alone there is such a border behind a saddle; shorter steps \
         move it and do not remove it.",
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
        "The same with each freedom held exactly on a bound, all the way, with probability 0.5: targets run along the edges of what can be reached. A tenth of the paths. \
         What falls short here does so where a limb or the neck runs into a corner of its bounds: a first attempt comes to a saddle with next to nothing \
         left, and leaves it to one side for a goal and to the other for the next, or another attempt finds the answer elsewhere. From the previous pose \
         such limbs and bodies do not jump there but where ways end.",
        &continuity::COLUMNS,
    );
    for problem in dragged().iter().filter(|problem| problem.is_limited()) {
        drag_rows(suite, problem, (0.5, 10), &[From::DragStart, From::Previous]);
    }
}

/// The first of the other paths, and how many there are for each of the thousand.
const OTHER_PATHS: u64 = 10_000;
const OTHERS: usize = 3;

fn drags_on_other_paths(suite: &mut Suite) {
    suite.section(
        "Drags on other paths",
        "Limited chains that were seen to jump from the drag's start, and those like them, on three times as many other paths, along limits and \
         not: how rare jumps are should not hang on the draw. Most come in clusters, a few paths along a border. Told, not judged.",
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
        "A target is led through the difficult places in random directions, in steps of a thousandth of the reach. Judged are the chains \
         that can follow everywhere. Told, not judged: chains with limits, because their targets leave what can be reached, and the nearest \
         pose itself jumps; full extension without soft reach (a thousandth before full reach the shoulder or the elbow of every exact answer \
         is bent by 4°, at full reach by nothing); two bones at their own base (the limb turns about with the direction to the target); the \
         pole's axis itself.",
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
        // Two bones folded to a point turn about: the limb's direction is that of the target.
        Sweep::Root | Sweep::BesideRoot => problem.name.starts_with("two"),
        // A thousandth before full reach every exact answer is bent by more than 3 degrees, at full
        // reach by none.
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
        "The span of two bones for a target that is led straight out: its slope is continuous, and the tip never passes the target (nor, near \
         the base, falls short of it).",
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
        "Random poses, half of them on the limits, are asked to be where they are: no iteration, every bit the same.",
        &still::COLUMNS,
    );
    for problem in dragged().iter().chain(&robots::robots()) {
        suite.entry(&problem.name, |scale| still::entry(problem, scale.inside / 10));
    }
}

fn motions(suite: &mut Suite) {
    suite.section(
        "Invariance",
        "The whole problem is turned at random, moved by ten times its size, scaled by 1e-3 to 1e3, mirrored. Told are the parts in which the \
         outcome is the same / the ends are within 1e-5 of the size / all joints are. One target in five lies half as far again. Judged are \
         outcomes and ends: joints in between may stand otherwise where several poses reach, and a chain that is straight at rest bends to a side that is \
         fixed in the world. The goals of the mannequin with limits that end elsewhere are some that cannot all be met: two may give way nearly as \
         well, one that must not is met at the very end of its reach alone, or the others come to rest in a valley so flat that single precision \
         does not tell where it is lowest. Where goals are met all ends are the same, as the last column but one says. In the last one nothing is done to the \
         problem but that every goal's place is moved by 1e-7 of the size, as single precision rounds it when it is moved: what that alone does to the answer.",
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
        "Skeletons, poses, limits, goals and parameters with zero lengths, zero and negative scales, targets at 0 and ±1e30, denormals, infinities, \
         NaN, inverted limits, chains of one joint, weights outside [0, 1]: in a third of the cases no number is odd, in a third 3 %, in a \
         third 30 %. The answer is finite, or a typed error that leaves the pose untouched.",
        &senseless::COLUMNS,
    );
    for name in Solver::NAMES {
        suite.entry(name, |scale| senseless::entry(name, scale.senseless));
    }
}
