//! The solvers in the plane.

use kansetsu::{
    d2::{
        Chain, Goal, Interval, Orientation, Pose, Region, Skeleton, Transform,
        solve::{Body, Scope, Solver},
    },
    glam::Vec2,
};

use super::{
    chains::OUTSIDE,
    problem::{self, Values},
};
use crate::{Outcome, Target, checks::must};

pub(super) fn targets() -> Vec<Target> {
    vec![Target::new("plane", check, problem::seeds)]
}

struct Problem {
    skeleton: Skeleton,
    limits: Vec<Option<Interval>>,
    start: Pose,
}

fn vector(values: &mut Values<'_>, size: f32) -> Vec2 {
    Vec2::new(values.number(), values.number()) * size
}

impl Problem {
    fn new(values: &mut Values<'_>) -> Result<Self, kansetsu::Error> {
        let mut builder = Skeleton::builder();
        let rest = |values: &mut Values<'_>| Transform {
            translation: vector(values, 1.0),
            rotation: 3.0 * values.number(),
            scale: if values.in_ten(1) { Vec2::new(-1.0, 1.0) } else { Vec2::ONE },
        };
        builder.root("0", rest(values));
        for joint in 1..2 + values.below(8) {
            let parent = if values.in_ten(8) { joint - 1 } else { values.below(joint) };
            let rest = rest(values);
            builder.child(parent, joint.to_string(), rest);
        }
        let skeleton = builder.build()?;
        let limit = |values: &mut Values<'_>| {
            values.in_ten(5).then(|| Interval::new(3.0 * values.number(), 4.0 * values.number()))
        };
        let limits: Vec<_> = (0..skeleton.len()).map(|_| limit(values)).collect();
        let mut start = skeleton.rest_pose();
        for (local, limit) in start.locals.iter_mut().zip(&limits) {
            let turn = 3.0 * values.number();
            local.rotation += limit.map_or(turn, |limit| limit.project(turn));
        }
        Ok(Self { skeleton, limits, start })
    }

    fn goal(&self, values: &mut Values<'_>, joint: usize) -> Goal {
        let mut goal = Goal::position(joint, vector(values, 2.0));
        match values.below(6) {
            0 => goal = goal.with_orientation(3.0 * values.number()),
            1 => goal = goal.with_region(Region::Line(vector(values, 1.0))),
            2 => goal = Goal::look_at(joint, vector(values, 1.0), vector(values, 2.0)),
            3 => {
                goal.position = None;
                goal.orientation = Some(Orientation::Full(values.number()));
            }
            _ => {}
        }
        if values.in_ten(2) { goal.with_pole(vector(values, 1.0)) } else { goal }
    }

    /// Finite numbers, lengths, limits.
    fn kept(&self, after: &Pose) -> Result<(), String> {
        for (joint, (was, is)) in self.start.locals.iter().zip(&after.locals).enumerate() {
            // What was given unsound and plays no part may stay so.
            if !was.rotation.is_finite() && !is.rotation.is_finite() {
                continue;
            }
            must(is.rotation.is_finite(), || format!("joint {joint} is not finite"))?;
            must(was.translation == is.translation && was.scale == is.scale, || {
                format!("joint {joint} changes its length")
            })?;
            let Some(limit) = self.limits[joint] else { continue };
            let rest = self.skeleton.joints()[joint].rest.rotation;
            let outside = |pose: &Pose| limit.violation(pose.locals[joint].rotation - rest);
            let (was, is) = (outside(&self.start), outside(after));
            must(is < OUTSIDE || is <= was, || {
                format!("joint {joint} is {is} rad outside {limit:?} (before: {was})")
            })?;
        }
        Ok(())
    }
}

fn check(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let solver = Solver::from_name(Solver::NAMES[values.below(9)]).unwrap_or_default();
    let problem = match Problem::new(&mut values) {
        Ok(problem) => problem,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let tip = problem.skeleton.len() - 1;
    let goal = problem.goal(&mut values, tip);
    let mut after = problem.start.clone();
    let solved = if solver.scope() == Scope::Body {
        Body::new(&problem.skeleton)
            .with_limits(&problem.limits)
            .and_then(|body| solver.solve_body(&body, &[goal], &mut after))
    } else {
        let levels = values.below(tip);
        let base = problem.skeleton.ancestors(tip).nth(levels + 1).unwrap_or(0);
        Chain::new(&problem.skeleton, base, tip)
            .and_then(|chain| chain.with_limits(&problem.limits))
            .and_then(|chain| solver.solve(&chain, &goal, &mut after))
    };
    match solved {
        Ok(report) => {
            problem.kept(&after)?;
            must(report.distance().is_finite() && report.angle().is_finite(), || {
                format!("a report that is not finite: {report:?}")
            })?;
            Ok(Outcome::new(&format!("{} {:?}", solver.name(), report.outcome)))
        }
        Err(error) => {
            must(format!("{after:?}") == format!("{:?}", problem.start), || {
                format!("the pose changes, though: {error}")
            })?;
            Ok(Outcome::new(&format!("{} {error}", solver.name())))
        }
    }
}
