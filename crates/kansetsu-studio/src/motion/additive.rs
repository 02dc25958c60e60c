//! Changing a dense motion over a range, as if a layer were added to it.
//!
//! Motion capture keys every frame: one new key would be a jump. Here the difference between what
//! the motion says and the desired pose at one time is added to all keys around it, fully at that
//! time and less with distance.

use kansetsu::{
    d3::Pose,
    glam::{Quat, Vec3},
    math::smoothstep,
};

use super::{Interpolation, Key, Motion, SAME_TIME, curve, edit};

/// Over which time a change is spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Additive {
    /// When the wanted pose holds fully, seconds.
    pub time: f32,
    /// How many seconds before that it begins to show. Default 0.5.
    pub before: f32,
    /// How many seconds after that it has gone. Default 0.5.
    pub after: f32,
}

impl Default for Additive {
    fn default() -> Self {
        Self { time: 0.0, before: 0.5, after: 0.5 }
    }
}

impl Additive {
    /// How much of the change shows at `time`: 1 at its own time, 0 from its ends on, smooth
    /// between.
    #[must_use]
    pub fn weight(&self, time: f32) -> f32 {
        let (away, reach) = if time < self.time {
            (self.time - time, self.before)
        } else {
            (time - self.time, self.after)
        };
        if away <= SAME_TIME {
            return 1.0;
        }
        smoothstep(1.0 - away / reach.max(f32::MIN_POSITIVE))
    }

    /// Changes `motion` so that `joints` are as in `pose` at this time; before and after it the
    /// change fades, beyond its ends nothing changes. Joints without keys get them.
    pub fn apply(&self, motion: &mut Motion, joints: &[usize], pose: &Pose, rest: &Pose) {
        let mut now = rest.clone();
        motion.sample(self.time, &mut now);
        for &joint in joints {
            let (Some(was), Some(wanted)) = (now.locals.get(joint), pose.locals.get(joint)) else {
                continue;
            };
            let track = motion.track_mut(joint);
            if !was.rotation.abs_diff_eq(wanted.rotation, 1e-7) {
                self.spread(&mut track.rotation, was.rotation, |value: Quat, weight| {
                    let change = was.rotation.inverse() * wanted.rotation;
                    (value * Quat::IDENTITY.slerp(change, weight)).normalize()
                });
            }
            if was.translation.distance(wanted.translation) > 1e-7 {
                let change = wanted.translation - was.translation;
                self.spread(&mut track.translation, was.translation, |value: Vec3, weight| {
                    value + change * weight
                });
            }
            if was.scale.distance(wanted.scale) > 1e-7 {
                let change = wanted.scale - was.scale;
                self.spread(&mut track.scale, was.scale, |value: Vec3, weight| {
                    value + change * weight
                });
            }
        }
        motion.tidy();
    }

    fn spread<T: curve::Value>(&self, keys: &mut Vec<Key<T>>, was: T, change: impl Fn(T, f32) -> T)
    where
        [Key<T>]: curve::Slopes,
    {
        let [start, end] = [(self.time - self.before).max(0.0), self.time + self.after];
        for time in [start, self.time, end] {
            if keys.is_empty() {
                keys.push(Key::new(time, was, Interpolation::Cubic));
            }
            // Beyond the outermost keys the value is constant: a key there has the same value.
            edit::insert(keys, time);
        }
        for key in keys.iter_mut() {
            let weight = self.weight(key.time);
            if weight > 0.0 {
                key.value = change(key.value, weight);
            }
        }
    }
}
