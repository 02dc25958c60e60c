//! Time that runs.

use serde::{Deserialize, Serialize};

/// How a motion is played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Playback {
    /// Whether time runs.
    pub playing: bool,
    /// Whether it loops.
    pub looping: bool,
    /// How fast; 1 is the motion's own speed, less than 0 backwards.
    pub speed: f32,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, looping: true, speed: 1.0 }
    }
}

impl Playback {
    /// The time after `seconds` have passed on the clock, in a motion of this `duration`. Stops at
    /// an end when not looping.
    pub fn advance(&mut self, time: f32, seconds: f32, duration: f32) -> f32 {
        if !self.playing || duration <= 0.0 {
            return time.clamp(0.0, duration.max(0.0));
        }
        let next = time + seconds * self.speed;
        if (0.0..=duration).contains(&next) {
            next
        } else if self.looping {
            next.rem_euclid(duration)
        } else {
            self.playing = false;
            next.clamp(0.0, duration)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_loops_and_stops() {
        let mut playback = Playback { playing: true, ..Playback::default() };
        assert_eq!(playback.advance(0.5, 0.25, 2.0), 0.75);
        assert_eq!(playback.advance(1.75, 0.5, 2.0), 0.25);
        playback.speed = -1.0;
        assert_eq!(playback.advance(0.25, 0.5, 2.0), 1.75);
        playback.looping = false;
        assert_eq!(playback.advance(0.25, 0.5, 2.0), 0.0);
        assert!(!playback.playing);
        assert_eq!(playback.advance(0.5, 1.0, 2.0), 0.5);
    }
}
