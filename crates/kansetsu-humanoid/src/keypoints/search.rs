//! The start poses, and the selection of each segment's depth.

use kansetsu::glam::{Vec2, Vec3};

use kansetsu::{
    d3::Humanoid,
    math::{Rot, vector},
    ops,
};

use super::fit::{Fit, Problem};
use crate::prior::{LIMBS, Prior, Stance};

/// Start headings about the vertical: none is further than 23 degrees from one of them. The time is
/// proportional.
const HEADINGS: usize = 8;

/// Steps of a first optimization, and of a final one. With 8 first steps people stay bent where
/// neck and feet are not among the keypoints, 0.36 m off.
const LOOK: usize = 16;
const STAY: usize = 20;

/// The likeliest pose, and the likeliest one near its mirror image in depth, the better one first.
pub(super) fn search(problem: &Problem<'_>, humanoid: &Humanoid, prior: &Prior) -> Vec<Fit> {
    let starts = starts(problem, humanoid, prior);
    let fits = starts.into_iter().filter_map(|start| problem.settle(start, 0.0, LOOK));
    let best = fits.min_by(|a, b| a.cost.total_cmp(&b.cost)).and_then(|fit| decide(problem, fit));
    let Some(best) = best else { return Vec::new() };
    let other = mirror(problem, &best);
    let mut answers: Vec<Fit> = [best].into_iter().chain(other).collect();
    answers.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    answers
}

/// The heading of a person, relative to the camera.
fn way(fit: &Fit) -> Vec3 {
    vector::unit(fit.stance.place).unwrap_or(Vec3::NEG_Z)
}

fn mirror(problem: &Problem<'_>, fit: &Fit) -> Option<Fit> {
    problem.settle(fit.stance.mirrored(&problem.body, way(fit)), fit.tilt, STAY)
}

/// Flips the depth of upper or lower arms and legs as long as that is likelier.
fn decide(problem: &Problem<'_>, fit: Fit) -> Option<Fit> {
    let mut best = problem.settle(fit.stance, fit.tilt, STAY)?;
    let mut tried = 0;
    let choices: Vec<Vec<usize>> =
        LIMBS.iter().flat_map(|(limb, _)| [vec![limb[0]], vec![limb[1]], limb.to_vec()]).collect();
    for choice in choices.iter().cycle() {
        let flipped = best.stance.flipped(&problem.body, way(&best), choice);
        tried += 1;
        if let Some(other) =
            problem.settle(flipped, best.tilt, LOOK).filter(|other| other.cost < best.cost)
        {
            let saved = 1.0 - other.cost / best.cost;
            best = other;
            if saved > WORTH {
                tried = 0;
            }
        }
        if tried >= choices.len() {
            break;
        }
    }
    problem.settle(best.stance, best.tilt, STAY)
}

/// A flip that reduces the cost by less than this fraction does not restart the loop.
const WORTH: f32 = 0.01;

/// The prior's mean, at all headings, at the position of the keypoints.
fn starts(problem: &Problem<'_>, humanoid: &Humanoid, prior: &Prior) -> Vec<Stance> {
    let seen = |joints: [usize; 2]| {
        let at = joints.map(|joint| {
            problem.sights.iter().find(|sight| sight.joint == joint && sight.offset == Vec3::ZERO)
        });
        match at {
            [Some(a), Some(b)] => Some(0.5 * (a.pixel + b.pixel)),
            [one, other] => one.or(other).map(|sight| sight.pixel),
        }
    };
    let middle: Vec2 =
        problem.sights.iter().map(|sight| sight.pixel).sum::<Vec2>() / problem.sights.len() as f32;
    let hips = seen(humanoid.legs.map(|leg| leg.upper));
    let up = seen(humanoid.arms.map(|arm| arm.upper))
        .zip(hips)
        .map_or(Vec2::NEG_Y, |(shoulders, hips)| shoulders - hips);
    let leans = Rot::from_axis_angle(Vec3::Z, ops::atan2(-up.x, -up.y));
    let level = problem.body_from_level();
    let place = level.rotate(
        problem.lens.ray(hips.unwrap_or(middle))
            * (problem.lens.focal_length * problem.body.length() / problem.pixels),
    );
    let usual = Stance::usual(prior);
    let start = |index: usize| {
        let heading =
            Rot::from_axis_angle(Vec3::Y, index as f32 / HEADINGS as f32 * core::f32::consts::TAU);
        Stance {
            place,
            pelvis: level * leans * heading * level.inverse() * usual.pelvis,
            ..usual.clone()
        }
    };
    (0..HEADINGS).map(start).collect()
}
