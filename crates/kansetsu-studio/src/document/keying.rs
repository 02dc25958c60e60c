//! Keys of an actor's motion, and what is not keyed yet.

use std::sync::Arc;

use kansetsu::d3::{Pose, Transform};

use super::Actor;
use crate::motion::{Channels, KeyAt, Motion};

impl Actor {
    /// Keys the joints at `time` (seconds, brought to the nearest frame) as they are shown, in the
    /// motion that plays, and the expressions that were changed. They are no longer un-keyed.
    ///
    /// What of a joint was never keyed before (all of it, or its place) is also keyed where it is
    /// keyed before and after, with its value there: keying one pose does not change the others.
    pub fn key(&mut self, joints: &[usize], time: f32) {
        self.key_expressions(time);
        let (base, rest) = (Arc::clone(&self.base), self.rest_pose());
        let locals: Vec<(usize, Transform)> = joints
            .iter()
            .filter_map(|&joint| self.pose.locals.get(joint).map(|local| (joint, *local)))
            .collect();
        let Some(motion) = self.playing_mut() else { return };
        let time = motion.snapped(time);
        let mut poses = Poses { base: &base, known: Vec::new(), around: None };
        for (joint, local) in locals {
            let channels = Channels::changed(&local, &rest.locals[joint]);
            poses.hold(
                motion,
                (joint, time),
                new_channels(motion, joint, channels, [&local, &base.locals[joint]]),
            );
            motion.set_key(joint, time, &local, channels);
        }
        self.unkeyed.retain(|joint, _| !joints.contains(joint));
    }

    /// Takes the joints' keys at `time` (seconds) away.
    pub fn unkey(&mut self, joints: &[usize], time: f32) {
        if let Some(motion) = self.playing_mut() {
            let time = motion.snapped(time);
            motion.delete_keys(
                &joints.iter().map(|&joint| KeyAt::joint(joint, time)).collect::<Vec<_>>(),
            );
        }
    }

    /// Gives up the joints' un-keyed changes: the motion shows again.
    pub fn discard_unkeyed(&mut self, joints: &[usize]) {
        self.unkeyed.retain(|joint, _| !joints.contains(joint));
    }

    /// Begins a motion whose first key, at `time` (seconds), holds the whole pose.
    pub fn begin_motion(&mut self, time: f32) {
        self.import_animation();
        let joints: Vec<usize> = (0..self.joint_count()).collect();
        self.key(&joints, time);
    }

    /// Adds an empty motion, which plays from now on.
    pub fn import_animation(&mut self) {
        let name = self.free_motion_name("motion");
        self.motions.push(Motion::new(name).into());
        self.motion = Some(self.motions.len() - 1);
    }

    /// `wish`, or `wish` with the first number that makes it unique among the motions.
    #[must_use]
    pub fn free_motion_name(&self, wish: &str) -> String {
        let is_free = |name: &str| self.motions.iter().all(|motion| motion.name != name);
        if is_free(wish) {
            return wish.to_owned();
        }
        (2_u32..)
            .map(|number| format!("{wish} {number}"))
            .find(|name| is_free(name))
            .unwrap_or_default()
    }

    /// The rest pose of its skeleton.
    #[must_use]
    pub fn rest_pose(&self) -> Pose {
        self.figure.rig.skeleton.rest_pose()
    }
}

/// Which of the channels get their first keys, and with something else than the base has.
fn new_channels(
    motion: &Motion,
    joint: usize,
    channels: Channels,
    [local, base]: [&Transform; 2],
) -> Channels {
    let track = motion.track(joint);
    Channels {
        rotation: channels.rotation
            && local.rotation != base.rotation
            && track.is_none_or(|track| track.rotation.is_empty()),
        translation: channels.translation
            && local.translation != base.translation
            && track.is_none_or(|track| track.translation.is_empty()),
        scale: channels.scale
            && local.scale != base.scale
            && track.is_none_or(|track| track.scale.is_empty()),
    }
}

/// The figure's pose at other times, computed on request: that takes time in a long
/// motion.
struct Poses<'a> {
    base: &'a Pose,
    known: Vec<(f32, Pose)>,
    /// When anything is keyed before and after.
    around: Option<[Option<f32>; 2]>,
}

impl Poses<'_> {
    /// Keys the channels of a joint where it is keyed before and after (where anything is, when it
    /// has no key), as they are there.
    fn hold(&mut self, motion: &mut Motion, (joint, time): (usize, f32), channels: Channels) {
        if !(channels.rotation || channels.translation || channels.scale) {
            return;
        }
        let find = |joints: Option<&[usize]>| {
            [motion.previous_key(joints, time), motion.next_key(joints, time)]
        };
        let times = if motion.track(joint).is_some() {
            find(Some(&[joint]))
        } else {
            *self.around.get_or_insert_with(|| find(None))
        };
        for time in times.into_iter().flatten() {
            let local = self.at(motion, time).locals[joint];
            motion.set_key(joint, time, &local, channels);
        }
    }

    fn at(&mut self, motion: &Motion, time: f32) -> &Pose {
        let index = self.known.iter().position(|(known, _)| *known == time).unwrap_or_else(|| {
            let mut pose = self.base.clone();
            motion.sample(time, &mut pose);
            self.known.push((time, pose));
            self.known.len() - 1
        });
        &self.known[index].1
    }
}
