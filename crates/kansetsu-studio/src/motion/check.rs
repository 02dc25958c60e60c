//! Whether a motion can be played.

use kansetsu::glam::Vec4;

use super::{Key, Motion};

/// Why a motion cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MotionError {
    /// A number that is not finite, or outside its range.
    #[error("{what} is {value}")]
    Number {
        /// What it is.
        what: &'static str,
        /// The value there.
        value: f32,
    },
    /// A joint that the figure lacks, or one that has two tracks.
    #[error("the track of joint {joint} is out of order, or the figure has only {count} joints")]
    Joint {
        /// Its index.
        joint: usize,
        /// How many the figure has.
        count: usize,
    },
    /// Keys of an expression out of order, or with a number that is not finite.
    #[error("the keys of the expression \"{name}\" are not finite and in the order of their times")]
    Expression {
        /// Its name.
        name: String,
    },
    /// Keys out of order.
    #[error("the keys of joint {joint} are not in the order of their times at {time} s")]
    Order {
        /// Its index.
        joint: usize,
        /// The time of the key that comes too late, seconds.
        time: f32,
    },
}

impl Motion {
    /// Checks outside data: finite numbers, tracks in order for a figure of `count`
    /// joints, keys in order.
    ///
    /// # Errors
    /// The first [`MotionError`].
    pub fn check(&self, count: usize) -> Result<(), MotionError> {
        if !(self.frame_rate.is_finite() && self.frame_rate > 0.0) {
            return Err(MotionError::Number { what: "the frame rate", value: self.frame_rate });
        }
        if !(self.duration.is_finite() && self.duration >= 0.0) {
            return Err(MotionError::Number {
                what: "the motion's duration",
                value: self.duration,
            });
        }
        let mut least = 0;
        for track in &self.tracks {
            if track.joint < least || track.joint >= count {
                return Err(MotionError::Joint { joint: track.joint, count });
            }
            least = track.joint + 1;
            check_keys(track.joint, &track.rotation, |value| value.into(), Vec4::length_squared)?;
            check_keys(track.joint, &track.translation, |value| value.extend(1.0), |_| 1.0)?;
            check_keys(track.joint, &track.scale, |value| value.extend(1.0), |_| 1.0)?;
        }
        for (name, keys) in &self.weights {
            let checked = check_keys(0, keys, |value| Vec4::new(value, 0.0, 0.0, 1.0), |_| 1.0);
            checked.map_err(|_| MotionError::Expression { name: name.clone() })?;
        }
        Ok(())
    }
}

/// `size` of a value must not be zero.
fn check_keys<T: Copy>(
    joint: usize,
    keys: &[Key<T>],
    parts: fn(T) -> Vec4,
    size: fn(Vec4) -> f32,
) -> Result<(), MotionError> {
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        let slopes = key.slopes.into_iter().flatten().flat_map(|slope| slope.to_array());
        let numbers = parts(key.value).to_array().into_iter().chain(slopes);
        if let Some(value) = numbers.chain([key.time]).find(|value| !value.is_finite()) {
            return Err(MotionError::Number { what: "a number of a key", value });
        }
        if size(parts(key.value)) < 1e-12 {
            return Err(MotionError::Number { what: "the length of a key's rotation", value: 0.0 });
        }
        if key.time < 0.0 || key.time <= before {
            return Err(MotionError::Order { joint, time: key.time });
        }
        before = key.time;
    }
    Ok(())
}
