//! The pose and the camera that maximize the likelihood of the keypoints, near a start: damped
//! least squares over the residuals of keypoints, prior and the camera's tilt, with every step
//! projected into the limits.

use kansetsu::glam::Vec3;

use kansetsu::{
    d3::{Limit, Pose, clamp_to_limits},
    math::{Rot, factor},
};

use super::{camera::Lens, keypoint::Keypoint};
use crate::{
    least_squares::NormalEquations,
    prior::{Habit, PriorBody, Stance, layout::SEGMENTS},
};

/// The standard deviation of keypoints relative to the figure's joints, as a fraction of the length
/// of leg and trunk: a centimetre of an adult. At ×0.5 joints are 7 % closer where keypoints are
/// exact and 1 % further off where they have an error of 3 pixels of 500; at ×2 14 and 10 %
/// further.
const POINTS: f32 = 0.01;

/// Mean and standard deviation of the camera's tilt, radians: a little downwards. Its effect is
/// small: trunk and legs determine the tilt.
const TILT: [f32; 2] = [-0.08, 0.2];

/// The step of numerical differentiation, in radians and body lengths.
const STEP: f32 = 1e-3;

/// The initial damping, and its factors after a better and after a worse step.
const DAMPING: [f64; 3] = [1e-2, 0.2, 5.0];

/// The solve ends after a step that reduces the cost by less than this fraction.
const SAVED: f32 = 1e-4;

/// The unknowns: position and rotation of the pelvis, rotations of segments, the camera's tilt.
const FREE: usize = 6 + 3 * SEGMENTS + 1;

/// Keypoints of a picture, and the body to fit. The camera is at the origin and looks along -z of
/// the level axes, tilted.
pub(super) struct Problem<'a> {
    pub(super) body: PriorBody,
    pub(super) habit: Habit<'a>,
    pub(super) limits: Vec<Option<Limit>>,
    pub(super) rest: Pose,
    pub(super) sights: Vec<Keypoint>,
    pub(super) lens: Lens,
    /// The approximate length of the body in pixels.
    pub(super) pixels: f32,
}

/// A pose with a camera tilt, and its cost.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) stance: Stance,
    pub(super) tilt: f32,
    pub(super) cost: f32,
}

impl Problem<'_> {
    /// From the level axes to the body's axes.
    pub(super) fn body_from_level(&self) -> Rot {
        (self.body.model_from_body().inverse() * self.body.model_from_level()).normalized()
    }

    /// The position of a point relative to the camera.
    fn residuals(&self, stance: &Stance, tilt: f32) -> Option<Vec<f64>> {
        let maps = self.body.skeleton().forward(&self.body.stand(stance, &self.rest));
        let camera_from_model =
            Rot::from_axis_angle(Vec3::X, -tilt) * self.body.model_from_level().inverse();
        let mut all = Vec::with_capacity(2 * self.sights.len() + 110);
        for sight in &self.sights {
            let at = self.lens.point(
                camera_from_model.rotate(maps[sight.joint].transform_point3(sight.offset)),
            )?;
            let off = (at - sight.pixel) * (sight.confidence.sqrt() / (POINTS * self.pixels));
            all.extend(off.to_array().map(f64::from));
        }
        all.extend(self.habit.off(stance));
        all.push(((tilt - TILT[0]) / TILT[1]).into());
        Some(all)
    }

    fn fit(&self, stance: Stance, tilt: f32) -> Option<Fit> {
        let residuals = self.residuals(&stance, tilt)?;
        let cost = factor::dot(&residuals, &residuals) as f32;
        cost.is_finite().then_some(Fit { stance, tilt, cost })
    }

    /// The likeliest pose near this one.
    pub(super) fn settle(&self, start: Stance, tilt: f32, steps: usize) -> Option<Fit> {
        let mut best = self.fit(self.within(&start), tilt)?;
        let mut damping = DAMPING[0];
        let mut slopes = self.slopes(&best)?;
        for _ in 0..steps {
            let Some(step) = slopes.clone().damped(damping).solved() else { break };
            let (stance, tilt) = self.moved(&best.stance, best.tilt, &step);
            match self.fit(self.within(&stance), tilt).filter(|next| next.cost < best.cost) {
                Some(next) => {
                    let saved = 1.0 - next.cost / best.cost;
                    best = next;
                    if saved < SAVED {
                        break;
                    }
                    damping *= DAMPING[1];
                    slopes = self.slopes(&best)?;
                }
                None => damping *= DAMPING[2],
            }
        }
        Some(best)
    }

    fn within(&self, stance: &Stance) -> Stance {
        let mut pose = self.body.stand(stance, &self.rest);
        clamp_to_limits(self.body.skeleton(), &self.limits, &mut pose);
        self.body.stance(&self.body.skeleton().forward(&pose))
    }

    fn moved(&self, stance: &Stance, tilt: f32, step: &[f32]) -> (Stance, f32) {
        let three = |at: usize| Vec3::new(step[at], step[at + 1], step[at + 2]);
        let mut next = stance.clone();
        next.place += three(0) * self.body.length();
        next.pelvis = (Rot::from_rotation_vector(three(3)) * next.pelvis).normalized();
        for (index, turn) in next.turns.iter_mut().enumerate() {
            *turn = (Rot::from_rotation_vector(three(6 + 3 * index)) * *turn).normalized();
        }
        (next, tilt + step[FREE - 1])
    }

    /// The equations of a step, by numerical differentiation.
    fn slopes(&self, fit: &Fit) -> Option<NormalEquations> {
        let here = self.residuals(&fit.stance, fit.tilt)?;
        let mut columns = Vec::with_capacity(FREE);
        let mut step = [0.0; FREE];
        for free in 0..FREE {
            let is_there = !(6..FREE - 1).contains(&free) || self.body.has((free - 6) / 3);
            if !is_there {
                columns.push(vec![0.0; here.len()]);
                continue;
            }
            step[free] = STEP;
            let (stance, tilt) = self.moved(&fit.stance, fit.tilt, &step);
            step[free] = 0.0;
            let there = self.residuals(&stance, tilt)?;
            let slope = |(there, here): (&f64, &f64)| (there - here) / f64::from(STEP);
            columns.push(there.iter().zip(&here).map(slope).collect());
        }
        Some(NormalEquations::of(&columns, &here))
    }
}
