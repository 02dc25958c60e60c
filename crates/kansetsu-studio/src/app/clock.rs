//! How times are shown and typed: in frames, or in seconds.

use serde::{Deserialize, Serialize};

/// The unit of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeUnit {
    /// Frames of the motion.
    #[default]
    Frames,
    /// Seconds.
    Seconds,
}

/// Shows times of a motion in a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// The unit.
    pub unit: TimeUnit,
    /// Frames per second, greater than 0.
    pub rate: f32,
}

impl Clock {
    /// Seconds in the unit.
    #[must_use]
    pub fn shown(self, seconds: f32) -> f32 {
        match self.unit {
            TimeUnit::Frames => seconds * self.rate,
            TimeUnit::Seconds => seconds,
        }
    }

    /// What is shown, in seconds.
    #[must_use]
    pub fn seconds(self, shown: f32) -> f32 {
        match self.unit {
            TimeUnit::Frames => shown / self.rate,
            TimeUnit::Seconds => shown,
        }
    }

    /// Digits after the point.
    #[must_use]
    pub const fn digits(self) -> usize {
        match self.unit {
            TimeUnit::Frames => 0,
            TimeUnit::Seconds => 2,
        }
    }

    /// How far a drag of a point goes in a field.
    #[must_use]
    pub const fn speed(self) -> f64 {
        match self.unit {
            TimeUnit::Frames => 0.2,
            TimeUnit::Seconds => 0.01,
        }
    }

    /// The unit after a number.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self.unit {
            TimeUnit::Frames => " f",
            TimeUnit::Seconds => " s",
        }
    }

    /// A time without its unit, for scales.
    #[must_use]
    pub fn text(self, seconds: f32) -> String {
        format!("{:.*}", self.digits(), self.shown(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_the_time_that_is_shown() {
        for unit in [TimeUnit::Frames, TimeUnit::Seconds] {
            let clock = Clock { unit, rate: 24.0 };
            assert_eq!(clock.seconds(clock.shown(1.5)), 1.5);
        }
        assert_eq!(Clock { unit: TimeUnit::Frames, rate: 24.0 }.text(1.5), "36");
        assert_eq!(Clock { unit: TimeUnit::Seconds, rate: 24.0 }.text(1.5), "1.50");
    }
}
