//! Whether a way ends: a pose that bounds keep from its goal, though the goal is only a step away.

use kansetsu::d3::{Goal, Outcome, Pose, solve::Scratch};
use kansetsu::glam::{Quat, Vec3};

use crate::{
    problem::{Means, Problem},
    random::Random,
};

/// Each joint is turned by what moves a tip at the chain's length by this part of the miss: farther could lead past the goal.
const PROBE: f64 = 0.3;

/// Nearer means by more than this part of that.
const NEARER: f64 = 0.02;

/// How many motions of all joints at once are tried, beside those of each joint about each axis.
const MOTIONS: usize = 200;

/// Whether the way of a chain's place ends for a pose that met it a step before: led on without a second attempt it misses, and
/// from where it then is no small motion inside the limits leads nearer. No answer near the pose meets the goal then.
pub fn is_reached(problem: &Problem, before: &Pose, goals: &[Goal]) -> bool {
    let mut local = problem.clone();
    let (Means::Chain(_, solver), false) = (&mut local.means, problem.is_turned()) else { return false };
    solver.dls.max_restarts = 0;
    let mut pose = before.clone();
    let outcome = local.solve(goals, &mut pose, &mut Scratch::default()).map(|report| report.outcome);
    let Some(place) = goals[0].position.filter(|_| outcome != Ok(Outcome::Reached)) else { return false };
    let miss = |pose: &Pose| problem.places(pose)[0].0.distance(place.as_dvec3());
    let probe = PROBE * miss(&pose);
    let least = miss(&pose) - NEARER * probe;
    let angle = (probe / problem.size) as f32;
    let moved = |turn: &mut dyn FnMut(usize) -> Vec3| {
        let mut moved = pose.clone();
        for (joint, (local, limit)) in moved.locals.iter_mut().zip(&problem.limits).enumerate() {
            let turned = Quat::from_scaled_axis(turn(joint) * angle) * local.rotation;
            local.rotation = limit.as_ref().map_or(turned, |limit| limit.project(turned));
        }
        moved
    };
    let axes = Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let alone = axes.flat_map(|axis| (0..pose.locals.len()).map(move |which| (which, axis)));
    let mut random = Random::scattered(77);
    alone.map(|(which, axis)| miss(&moved(&mut |joint| if joint == which { axis } else { Vec3::ZERO }))).all(|miss| miss > least)
        && (0..MOTIONS).all(|_| miss(&moved(&mut |_| random.direction() * random.unit())) > least)
}
