//! Spring bones as keys of a clip.

use super::{SpringBones, SpringSimulation};
use crate::{
    Error,
    animation::{
        clip::{Clip, Interpolation, Track, Values},
        from_poses::continuous,
    },
    d3::{Pose, Skeleton},
};

/// The most steps of a clip: three hours at 60 steps per second. Twice as many would take 100 MB
/// for 100 spring joints and another hour of work.
const MOST_STEPS: f64 = 648_000.0;

impl SpringBones {
    /// The clip with the motion of the springs, which start at rest in its first pose. It has a key
    /// for each step and spring joint, which replaces the keys of the joint's rotation. `start` is
    /// the pose from which players begin the clip.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a rate that is not finite or not above 0, or a clip of more
    /// than 648,000 steps; the errors of [`SpringSimulation::start`].
    pub fn bake(
        &self,
        skeleton: &Skeleton,
        clip: &Clip,
        start: &Pose,
        steps_per_second: f32,
    ) -> Result<Clip, Error> {
        if !(steps_per_second.is_finite() && steps_per_second > 0.0) {
            return Err(Error::InvalidNumber { what: "the step rate", value: steps_per_second });
        }
        let rate = f64::from(steps_per_second);
        // A duration in `f32` may be just below its last frame.
        let last = (f64::from(clip.duration) * rate + 1e-3).floor();
        if !(0.0..MOST_STEPS).contains(&last) {
            return Err(Error::InvalidNumber { what: "the duration", value: clip.duration });
        }
        let time = |step: usize| (step as f64 / rate) as f32;
        let pose_at = |step: usize| {
            let mut pose = start.clone();
            clip.sample(time(step), &mut pose);
            pose
        };
        let mut pose = pose_at(0);
        let mut simulation = SpringSimulation::start(skeleton, self, &mut pose)?;
        let joints: Vec<usize> = simulation.joints().collect();
        let mut rotations = vec![Vec::new(); joints.len()];
        for step in 0..=last as usize {
            if step > 0 {
                pose = pose_at(step);
                simulation.step(&mut pose, 1.0 / steps_per_second);
            }
            for (list, &joint) in rotations.iter_mut().zip(&joints) {
                list.push(pose.locals[joint].rotation);
            }
        }
        let mut baked = clip.clone();
        let is_replaced = |track: &Track| {
            matches!(track.values, Values::Rotation(_)) && joints.contains(&track.joint)
        };
        baked.tracks.retain(|track| !is_replaced(track));
        let times: Vec<f32> = (0..=last as usize).map(time).collect();
        baked.tracks.extend(joints.iter().zip(&rotations).map(|(&joint, list)| Track {
            joint,
            times: times.clone(),
            values: Values::Rotation(continuous(list)),
            interpolation: Interpolation::Linear,
        }));
        Ok(baked)
    }
}
