//! Keys at every frame of a range, from poses that are computed one by one.

use kansetsu::d3::Pose;

use super::{Channels, Interpolation, Motion};

/// A bake in progress: it can be shown, continued a little at a time, and given up without a trace.
#[derive(Clone, Debug)]
pub struct Bake {
    motion: Motion,
    joints: Vec<usize>,
    first: f32,
    count: usize,
    done: usize,
}

impl Bake {
    /// Will key `joints` at every frame of `motion` from the first to the last time of `range`,
    /// seconds, both included.
    #[must_use]
    pub fn new(motion: &Motion, joints: Vec<usize>, [start, end]: [f32; 2]) -> Self {
        let first = motion.snapped(start.min(end));
        let count = ((start.max(end) - first) * motion.frame_rate).round().max(0.0) as usize + 1;
        Self { motion: motion.clone(), joints, first, count, done: 0 }
    }

    /// The time of the frame to compute next, seconds; `None` when all are done.
    #[must_use]
    pub fn next_time(&self) -> Option<f32> {
        (self.done < self.count).then(|| self.first + self.done as f32 / self.motion.frame_rate)
    }

    /// How much is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        self.done as f32 / self.count as f32
    }

    /// Keys the next frame as `pose` is; properties that differ from `rest` are keyed beside the
    /// rotation.
    pub fn add(&mut self, pose: &Pose, rest: &Pose) {
        let Some(time) = self.next_time() else { return };
        for &joint in &self.joints {
            if let (Some(local), Some(at_rest)) = (pose.locals.get(joint), rest.locals.get(joint)) {
                self.motion.set_key(joint, time, local, Channels::changed(local, at_rest));
            }
        }
        self.done += 1;
    }

    /// The motion with the new keys. Where an interpolation was cubic before, the keys of the range
    /// are now linear.
    #[must_use]
    pub fn finish(self) -> Motion {
        let mut motion = self.motion;
        let end = self.first + self.done.saturating_sub(1) as f32 / motion.frame_rate;
        let keys = motion.keys_between(Some(&self.joints), [self.first, end]);
        motion.set_interpolation(&keys, Interpolation::Linear);
        motion
    }
}
