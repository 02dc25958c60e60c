//! Solvers selected by the caller, which move the chains of the targets in sequence.

use super::{
    Options, Posture, Root,
    options::{Limits, SelfCollision},
    plan::chain,
};
use crate::{
    Error,
    d3::{
        Chain, Goal, Pose, Priority, Region, Report, Rig,
        solve::{Scratch, Solver, TwoBone},
    },
};

/// Solves the goals in sequence and measures all of them in the resulting pose.
pub(super) fn solve(
    rig: &Rig,
    options: &Options,
    (solver, goals): (&Solver, &[Goal]),
    pose: &mut Pose,
    scratch: &mut Scratch,
) -> Result<Report, Error> {
    let mut posed = pose.clone();
    let mut total = Report::default();
    for index in order(rig, options, goals)? {
        let goal = &goals[index];
        let chain = chain_to(rig, options, goal.joint)?;
        check_limb(rig, solver, (&chain, goal))?;
        let report = solver.solve_with(&chain, goal, &mut posed, scratch)?;
        total.outcome = total.outcome.max(report.outcome);
        total.iterations += report.iterations;
        total.restarts += report.restarts;
        total.active_limits.retain(|limit| !chain.joints().any(|joint| joint == limit.joint));
        total.active_limits.extend(&report.active_limits);
    }
    *pose = posed;
    Ok(total)
}

/// The order in which goals are solved: chains that start nearest to the root first, so that a
/// trunk leans before its arms reach.
fn order(rig: &Rig, options: &Options, goals: &[Goal]) -> Result<Vec<usize>, Error> {
    let depth =
        |goal: &Goal| Ok(rig.skeleton.ancestors(base_of(rig, options, goal.joint)?).count());
    let depths = goals.iter().map(depth).collect::<Result<Vec<usize>, Error>>()?;
    let mut order: Vec<usize> = (0..goals.len()).collect();
    order.sort_by_key(|&goal| depths[goal]);
    Ok(order)
}

/// Rejects soft reach and a twist for chains without the closed form of limbs: they would have no
/// effect.
fn check_limb(rig: &Rig, solver: &Solver, (chain, goal): (&Chain, &Goal)) -> Result<(), Error> {
    let is_tuned = matches!(solver, Solver::Auto(auto) if auto.two_bone != TwoBone::default());
    if !is_tuned || (chain.two.is_some() && goal.region == Region::Point) {
        return Ok(());
    }
    let joint = rig.skeleton.joints()[goal.joint].name.clone();
    Err(Error::InvalidTarget {
        joint,
        what: "is for a chain that is not a limb of two segments; soft reach and twist have no effect there",
    })
}

/// The chain that ends at `tip`. A limb of the rig bends at its middle, towards its pole.
fn chain_to(rig: &Rig, options: &Options, tip: usize) -> Result<Chain, Error> {
    let skeleton = &rig.skeleton;
    let base = base_of(rig, options, tip)?;
    let mut chain = Chain::new(skeleton, base, tip)?;
    if options.limits == Limits::On {
        chain = chain.with_limits(&rig.limits)?;
    }
    let mut locked: Vec<usize> =
        options.locked.iter().map(|joint| joint.index() as usize).collect();
    if let Some(limb) = rig.limb_to(tip).filter(|limb| limb.base == base) {
        chain = chain.with_pole(skeleton, limb.pole);
        locked.extend(
            chain.joints().filter(|&joint| ![limb.base, limb.middle, limb.tip].contains(&joint)),
        );
    }
    Ok(locked.into_iter().fold(chain, Chain::with_locked))
}

/// The first joint of the chain to `tip`: the base of its limb, otherwise the last joint before the
/// body branches.
///
/// A chain of one segment cannot bend; it is extended by a second one, unless that is the base of
/// the body.
fn base_of(rig: &Rig, options: &Options, tip: usize) -> Result<usize, Error> {
    let skeleton = &rig.skeleton;
    let is_free = |joint: &usize| options.root != Root::Fixed || *joint != rig.base_joint();
    let path: Vec<usize> = chain(rig, options, tip).take_while(is_free).collect();
    let Some(&last) = path.last() else {
        let joint = skeleton.joints()[tip].name.clone();
        return Err(Error::InvalidTarget {
            joint,
            what: "has no joint above it that a chain solver could rotate",
        });
    };
    if options.chain_length.is_some() {
        return Ok(last);
    }
    if let Some(limb) = rig.limb_to(tip) {
        return Ok(if path.contains(&limb.base) { limb.base } else { last });
    }
    let branches = |joint: usize| skeleton.children(joint).len() > 1;
    let carries_all = |joint: usize| joint == rig.base_joint();
    let mut count = path.iter().take_while(|&&joint| !branches(joint)).count();
    while count < 2 && path.get(count).is_some_and(|&joint| !branches(joint) || !carries_all(joint))
    {
        count += 1;
    }
    Ok(path[count.max(1) - 1])
}

/// Rejects options and targets that the solver would ignore.
pub(super) fn check(
    rig: &Rig,
    options: &Options,
    solver: &Solver,
    goals: &[Goal],
) -> Result<(), Error> {
    let default = Options::default();
    let is_chain = !matches!(solver, Solver::FabrikTree(_) | Solver::WholeBody(_));
    let restarts = matches!(solver, Solver::Auto(_) | Solver::Dls(_) | Solver::WholeBody(_));
    let angles = restarts || matches!(solver, Solver::FabrikTree(_));
    let unsupported = [
        (
            matches!(solver, Solver::WholeBody(_)),
            "own parameters; leave the solver out and set the options",
        ),
        (
            is_chain && options.root != Root::Auto && options.root != Root::Fixed,
            "a root that moves",
        ),
        (is_chain && !options.stiffness.is_empty(), "stiffness"),
        (options.strength != default.strength, "a strength"),
        (options.posture == Posture::Likely, "a statistical prior"),
        (!restarts && options.restarts != default.restarts, "restarts"),
        (!angles && options.angle_tolerance != default.angle_tolerance, "a rotation tolerance"),
        (
            is_chain && options.self_collision != SelfCollision::default(),
            "self-collision avoidance that could be switched off",
        ),
        (is_chain && goals.iter().any(|goal| goal.priority == Priority::Pin), "pins"),
    ];
    if let Some((_, what)) = unsupported.into_iter().find(|(is_asked, _)| *is_asked) {
        return Err(Error::Unsupported { solver: solver.name(), what });
    }
    let aims = matches!(solver, Solver::Aim(_) | Solver::AimChain(_));
    for goal in goals {
        let problems = [
            (
                goal.relative_to.is_some(),
                "is relative to a joint; only the whole-body solver meets such targets",
            ),
            (
                goal.radius != 0.0,
                "has a tolerance radius; only the whole-body solver supports them",
            ),
            (goal.angle != 0.0, "has a tolerance angle; only the whole-body solver supports them"),
            (
                is_chain && goal.weight != 1.0,
                "has a weight; a chain solver solves the targets in sequence",
            ),
            (
                !is_chain && goal.pole.is_some(),
                "has a pole; FABRIK for trees does not support poles",
            ),
            (!aims && is_pole_of_aim(goal), POLE_OF_AIM),
        ];
        if let Some((_, what)) = problems.into_iter().find(|(is_asked, _)| *is_asked) {
            return Err(Error::InvalidTarget {
                joint: rig.skeleton.joints()[goal.joint].name.clone(),
                what,
            });
        }
    }
    Ok(())
}

/// Whether a goal has a pole that only the aim solvers support.
pub(super) fn is_pole_of_aim(goal: &Goal) -> bool {
    goal.pole.is_some() && goal.position.is_none()
}

pub(super) const POLE_OF_AIM: &str =
    "has a pole but no position; only the solvers aim and aim-chain align an aim with a pole";

/// The solver with the tolerances, restarts and budget of the session.
pub(super) fn with_options(solver: &Solver, options: &Options, steps: u32) -> Solver {
    let mut solver =
        solver.clone().with_tolerance(options.tolerance).with_max_iterations(steps as usize);
    match &mut solver {
        Solver::Auto(auto) => {
            (auto.dls.max_restarts, auto.dls.angle_tolerance) =
                (options.restarts as usize, options.angle_tolerance);
        }
        Solver::Dls(dls) => {
            (dls.max_restarts, dls.angle_tolerance) =
                (options.restarts as usize, options.angle_tolerance)
        }
        Solver::FabrikTree(tree) => tree.angle_tolerance = options.angle_tolerance,
        _ => {}
    }
    solver
}
