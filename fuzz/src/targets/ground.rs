//! Feet on uneven ground, and filters over time.

use std::sync::OnceLock;

use kansetsu::{
    d3::{
        Rig, SmoothPosition, SmoothRotation, Smoothing,
        ground::{FootSolver, Plane, Surface},
    },
    glam::Vec3,
};

use super::{
    chains::same,
    problem::{self, Values},
};
use crate::{
    Outcome, Target,
    checks::{self, must},
};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("ground", ground, problem::seeds),
        Target::new("filter", filter, problem::seeds),
    ]
}

/// The most frames of one input.
const FRAMES: usize = 12;

fn mannequin() -> &'static Rig {
    static RIG: OnceLock<Rig> = OnceLock::new();
    RIG.get_or_init(|| kansetsu_figures::mannequin().rig)
}

/// Frames of a motion on any ground: the pose is finite and keeps its lengths, or the frame is
/// refused and changes nothing.
fn ground(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let rig = mannequin();
    let mut solver = match FootSolver::new(rig, 0.1 * values.number()) {
        Ok(solver) => solver,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let heights = [(); 4].map(|()| 0.3 * values.number());
    let normal = Vec3::Y + values.vector(0.5);
    // Four fields; one of them is a hole.
    let uneven = |place: Vec3| {
        let field = usize::from(place.x > 0.0) + 2 * usize::from(place.z > 0.0);
        (field != 3).then_some(Surface { height: heights[field], normal })
    };
    let plane = Plane { point: values.vector(0.2), normal };
    let mut said = String::new();
    for _ in 0..FRAMES {
        if values.is_empty() {
            break;
        }
        let mut pose = values.pose(rig);
        pose.locals[0].translation += values.vector(0.2);
        let before = pose.clone();
        let seconds = values.number().abs() * 0.1;
        let done = match values.below(6) {
            0 => solver.plant(&mut pose, &uneven),
            1 => solver.step(&mut pose, (values.number(), seconds), &plane),
            _ => solver.step(&mut pose, (0.0, seconds), &uneven),
        };
        match done {
            Ok(()) if before.locals.iter().all(checks::is_finite) => {
                checks::pose(&rig.skeleton, &pose)?;
            }
            Ok(()) => {}
            Err(error) => {
                must(same(&before, &pose), || format!("the pose changes, though: {error}"))?;
                said += &error.to_string();
            }
        }
        for (joint, (was, is)) in before.locals.iter().zip(&pose.locals).enumerate().skip(2) {
            must(was.translation == is.translation, || {
                format!("joint {joint} changes its length")
            })?;
        }
    }
    Ok(Outcome::new(&said))
}

/// Smooth positions and rotations are finite after every update, accepted or refused.
fn filter(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let smoothing =
        Smoothing { half_life: values.number().abs(), max_speed: 10.0 * values.number().abs() };
    let (mut place, mut turn) =
        (SmoothPosition::at(Vec3::ZERO), SmoothRotation::at(Default::default()));
    let mut said = String::new();
    for _ in 0..FRAMES {
        let seconds = values.number().abs();
        let (to, by) = (values.vector(1.0), values.rotation());
        let moved = place.update(to, seconds, &smoothing);
        let turned = turn.update(by, seconds, &smoothing);
        for error in [moved.err(), turned.err()].into_iter().flatten() {
            said += &error.to_string();
        }
        must(place.position.is_finite() && place.velocity.is_finite(), || {
            format!("{place:?} after {to:?} in {seconds} s, {smoothing:?}")
        })?;
        let is_unit = (turn.rotation.length() - 1.0).abs() < 1e-3;
        must(is_unit && turn.velocity.is_finite(), || {
            format!("{turn:?} after {by:?} in {seconds} s, {smoothing:?}")
        })?;
    }
    Ok(Outcome::new(&said))
}
