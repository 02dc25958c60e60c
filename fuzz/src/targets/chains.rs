//! The solvers of chains and bodies.

use kansetsu::d3::{
    Chain, Goal, Outcome as Ending, Pose, Report, Rig,
    solve::{Body, FabrikTree, Root, Solver, WholeBody},
};

use super::problem::{self, Values};
use crate::{
    Outcome, Target,
    checks::{self, extent, must},
};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("auto", |bytes| chain("auto", bytes), problem::seeds),
        Target::new("two-bone", |bytes| chain("two-bone", bytes), problem::seeds),
        Target::new("ccd", |bytes| chain("ccd", bytes), problem::seeds),
        Target::new("fabrik", |bytes| chain("fabrik", bytes), problem::seeds),
        Target::new("dls", |bytes| chain("dls", bytes), problem::seeds),
        Target::new("aim", |bytes| chain("aim", bytes), problem::seeds),
        Target::new("aim-chain", |bytes| chain("aim-chain", bytes), problem::seeds),
        Target::new("fabrik-tree", |bytes| body("fabrik-tree", bytes), problem::seeds),
        Target::new("whole-body", |bytes| body("whole-body", bytes), problem::seeds),
    ]
}

/// The most a solver may leave a limit, radians: what the tests of the solvers allow.
pub(super) const OUTSIDE: f32 = 1e-4;

/// A problem with the pose before and after.
pub(super) struct Solved<'a> {
    pub(super) rig: &'a Rig,
    pub(super) before: &'a Pose,
    pub(super) after: &'a Pose,
    /// Whether the solver may rotate each joint.
    pub(super) moves: &'a [bool],
    /// Whether roots may be displaced.
    pub(super) is_free: bool,
}

impl Solved<'_> {
    /// Poses are finite; limits, lengths and joints that nothing moves are kept.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.before.locals.iter().all(checks::is_finite) {
            checks::pose(&self.rig.skeleton, self.after)?;
        }
        for (joint, (before, after)) in
            self.before.locals.iter().zip(&self.after.locals).enumerate()
        {
            // What was given unsound and plays no part may stay so.
            if !checks::is_finite(before) && format!("{before:?}") == format!("{after:?}") {
                continue;
            }
            must(checks::is_finite(after), || format!("joint {joint} is not finite: {after:?}"))?;
            let is_root = self.rig.skeleton.joints()[joint].parent.is_none();
            must(before.scale == after.scale, || format!("joint {joint} changes its scale"))?;
            must(before.translation == after.translation || self.is_free && is_root, || {
                format!(
                    "joint {joint} changes its length: {} to {}",
                    before.translation, after.translation
                )
            })?;
            if !self.moves[joint] {
                must(before.rotation == after.rotation, || format!("joint {joint} moves"))?;
            } else if let Some(limit) = &self.rig.limits[joint] {
                let rest = self.rig.skeleton.joints()[joint].rest.rotation;
                let turn = |pose: &Pose| rest.inverse() * pose.locals[joint].rotation.normalize();
                let (was, is) =
                    (limit.violation(turn(self.before)), limit.violation(turn(self.after)));
                must(is < OUTSIDE || is <= was, || {
                    format!("joint {joint} is {is} rad outside its limit {limit:?} (before: {was})")
                })?;
            }
        }
        Ok(())
    }
}

fn refused(error: &kansetsu::Error, before: &Pose, after: &Pose) -> Result<Outcome, String> {
    must(before.locals.len() == after.locals.len() && same(before, after), || {
        format!("the pose changes, though: {error}")
    })?;
    Ok(Outcome::new(&error.to_string()))
}

/// Whether two poses are equal, NaN included.
pub(super) fn same(one: &Pose, other: &Pose) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

fn chain(name: &str, bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let rig = match values.rig() {
        Ok(rig) => rig,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let count = rig.skeleton.len();
    let tip = count - 1 - values.below(2).min(count - 2);
    let levels = if name == "two-bone" { 2 } else { values.below(count) };
    let chain = Chain::with_levels(&rig.skeleton, tip, levels);
    let chain = match chain.and_then(|chain| chain.with_limits(&rig.limits)) {
        Ok(chain) => chain,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let before = values.pose(&rig);
    let goal = values.goal(tip, count, true);
    let solver = Solver::from_name(name).unwrap_or_default();
    let mut after = before.clone();
    let report = match solver.solve(&chain, &goal, &mut after) {
        Ok(report) => report,
        Err(error) => return refused(&error, &before, &after),
    };
    let mut moves = vec![false; count];
    chain.joints().for_each(|joint| moves[joint] = true);
    Solved { rig: &rig, before: &before, after: &after, moves: &moves, is_free: false }.check()?;
    honest(&rig, &after, std::slice::from_ref(&goal), &report, values.is_wild)?;
    Ok(Outcome::new(&format!("{:?} {}", report.outcome, report.active_limits.len().min(2))))
}

fn body(name: &str, bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let rig = match values.rig() {
        Ok(rig) => rig,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let count = rig.skeleton.len();
    let body = match Body::new(&rig.skeleton).with_limits(&rig.limits) {
        Ok(body) => body,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let locked = values.in_ten(2).then(|| values.below(count));
    let body = locked.into_iter().fold(body, Body::with_locked);
    let before = values.pose(&rig);
    let goals: Vec<Goal> = (0..=values.below(3))
        .map(|_| {
            let joint = values.below(count);
            values.goal(joint, count, false)
        })
        .collect();
    let root = [Root::Fixed, Root::Rotates, Root::Free][values.below(3)];
    let solver = match name {
        "whole-body" => Solver::WholeBody(WholeBody { root, ..WholeBody::default() }),
        _ => Solver::FabrikTree(FabrikTree { root, ..FabrikTree::default() }),
    };
    let mut after = before.clone();
    let report = match solver.solve_body(&body, &goals, &mut after) {
        Ok(report) => report,
        Err(error) => return refused(&error, &before, &after),
    };
    let moves: Vec<bool> = (0..count).map(|joint| Some(joint) != locked).collect();
    let is_free = root == Root::Free;
    Solved { rig: &rig, before: &before, after: &after, moves: &moves, is_free }.check()?;
    honest(&rig, &after, &goals, &report, values.is_wild)?;
    Ok(Outcome::new(&format!("{:?} {}", report.outcome, report.active_limits.len().min(2))))
}

/// The report holds finite numbers. For numbers of modest size its distances are those of forward
/// kinematics.
fn honest(
    rig: &Rig,
    pose: &Pose,
    goals: &[Goal],
    report: &Report,
    is_wild: bool,
) -> Result<(), String> {
    must(report.goals.len() == goals.len(), || "a goal without a report".to_owned())?;
    for goal in &report.goals {
        let is_finite = goal.distance.is_finite() && goal.angle.is_finite();
        must(is_finite && goal.distance >= 0.0 && goal.angle >= 0.0, || {
            format!("a report that is not finite: {goal:?}")
        })?;
    }
    if is_wild {
        return Ok(());
    }
    let places = rig.skeleton.forward(pose);
    let size = 1.0 + extent(places.iter().map(|place| place.translation));
    for (goal, told) in goals.iter().zip(&report.goals) {
        let Some(position) = goal.position.filter(|_| goal.relative_to.is_none()) else { continue };
        let point = places[goal.joint].transform_point3(goal.offset);
        let measured = goal.region.nearest(position, point).distance(point);
        let off = (measured - told.distance).abs();
        must(off < 1e-4 * size, || {
            format!("the report says {} m, forward kinematics {measured} m", told.distance)
        })?;
        let is_reached = report.outcome == Ending::Reached;
        must(!is_reached || measured <= goal.radius + 1e-3 * size, || {
            format!("reached, but {measured} m away")
        })?;
    }
    Ok(())
}
