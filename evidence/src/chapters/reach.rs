//! Targets that can be reached, that cannot, and pins.

use crate::{
    pins,
    problem::{Problem, bodies, chains, robots, unlimited},
    reach::{self, Promise, Start},
    suite::Suite,
    unreachable::{self, Bound},
};

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

pub(super) fn chain_reach(suite: &mut Suite) {
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

pub(super) fn robot_reach(suite: &mut Suite) {
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

pub(super) fn body_reach(suite: &mut Suite) {
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

pub(super) fn not_reachable(suite: &mut Suite) {
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

pub(super) fn pinned(suite: &mut Suite) {
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
