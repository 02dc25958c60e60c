//! Limits from a motion: the range that a joint uses in it becomes its limit.

use std::{
    f32::consts::{PI, TAU},
    sync::Arc,
};

use kansetsu::{
    d3::{
        EulerOrder, Limit,
        frame::{FrameAngles, bone_frames},
        limit::{EulerBox, Hinge},
    },
    glam::{Quat, Vec3},
};

use super::Actor;

/// Radians, 1°: room beyond what was used, so that the motion itself is not at the bounds.
const ROOM: f32 = PI / 180.0;

impl Actor {
    /// Sets the limits of the joints that the motion keys (of these, where any are given) to what
    /// it uses, from its first frame to its last, and 1° more. A hinge stays a hinge about its
    /// axis; every other joint gets a box of Euler angles about its bone. Joints that the motion
    /// does not turn keep their limits.
    pub fn limits_from_motion(&mut self, joints: &[usize]) {
        let Some(motion) = self.playing().cloned() else { return };
        let skeleton = &self.figure.rig.skeleton;
        let keyed = motion
            .tracks
            .iter()
            .filter(|track| !track.rotation.is_empty())
            .map(|track| track.joint);
        let keyed: Vec<usize> =
            keyed.filter(|joint| joints.is_empty() || joints.contains(joint)).collect();
        let mut turns: Vec<Vec<Quat>> = vec![Vec::new(); keyed.len()];
        let frames = (motion.duration * motion.frame_rate).ceil() as usize;
        let at_frames = (0..=frames).map(|frame| motion.frame_time(frame as f32));
        let mut pose = (*self.base).clone();
        for time in at_frames.chain(motion.key_times(Some(&keyed))) {
            motion.sample(time.min(motion.duration), &mut pose);
            for (turns, &joint) in turns.iter_mut().zip(&keyed) {
                turns.push(
                    skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation,
                );
            }
        }
        let frames = bone_frames(skeleton, &[]);
        let limits = Arc::make_mut(&mut self.constraints.limits);
        for (turns, &joint) in turns.iter().zip(&keyed) {
            if turns.iter().any(|turn| turn.xyz().length() > 1e-4) {
                limits[joint] = Some(around(turns, limits[joint].as_ref(), frames[joint]));
            }
        }
    }
}

/// The limit that allows these turns from rest.
fn around(turns: &[Quat], old: Option<&Limit>, frame: Quat) -> Limit {
    if let Some(Limit::Hinge(hinge)) = old {
        let axis = hinge.axis.normalize_or(Vec3::X);
        let angles = turns.iter().map(|turn| wrapped(2.0 * turn.xyz().dot(axis).atan2(turn.w)));
        let [min, max] = span(angles);
        return Limit::Hinge(Hinge { axis: hinge.axis, min: min - ROOM, max: max + ROOM });
    }
    let order = EulerOrder::Yxz;
    let angles = FrameAngles { frame, order };
    let triples: Vec<Vec3> = turns.iter().map(|turn| angles.decompose(*turn)).collect();
    let (mut min, mut max) = (Vec3::ZERO, Vec3::ZERO);
    for axis in 0..3 {
        [min[axis], max[axis]] = span(triples.iter().map(|triple| triple[axis]));
    }
    Limit::EulerBox(EulerBox { frame, order, min: min - ROOM, max: max + ROOM })
}

/// The least and the greatest angle along the way, without jumps by full turns: a motion through
/// the back of the circle uses `[170°, 190°]`, not everything. Rest is always in it.
fn span(angles: impl Iterator<Item = f32>) -> [f32; 2] {
    let (mut last, mut low, mut high) = (0.0, 0.0_f32, 0.0_f32);
    for angle in angles {
        last = angle + TAU * ((last - angle) / TAU).round();
        (low, high) = (low.min(last), high.max(last));
    }
    // A full rotation and more allows everything; bounds that coincide would not.
    if high - low > TAU - 2.0 * ROOM { [-PI, PI] } else { [low, high] }
}

/// In [-π, π].
fn wrapped(angle: f32) -> f32 {
    angle - TAU * (angle / TAU).round()
}
