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
    /// The play range: its start and end, seconds; `None` for the whole motion. An end past the
    /// motion's counts as the motion's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f32; 2]>,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, looping: true, speed: 1.0, range: None }
    }
}

impl Playback {
    /// What plays of a motion of this `duration`: its start and end, seconds. A range that starts
    /// at or after the motion's end, or ends at its start, is none.
    #[must_use]
    pub fn span(&self, duration: f32) -> [f32; 2] {
        let duration = duration.max(0.0);
        let range = self.range.map(|[start, end]| [start.max(0.0), end.min(duration)]);
        range.filter(|[start, end]| start < end).unwrap_or([0.0, duration])
    }

    /// The time after `seconds` have passed on the clock, in a motion of this `duration`. Stops at
    /// an end of the play range when not looping.
    pub fn advance(&mut self, time: f32, seconds: f32, duration: f32) -> f32 {
        let [start, end] = self.span(duration);
        if !self.playing || end <= start {
            return time.clamp(start, end);
        }
        let next = time + seconds * self.speed;
        if (start..=end).contains(&next) {
            next
        } else if self.looping {
            start + (next - start).rem_euclid(end - start)
        } else {
            self.playing = false;
            next.clamp(start, end)
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

    #[test]
    fn a_range_plays_and_one_outside_the_motion_does_not_count() {
        let range = Some([0.5, 1.0]);
        let mut playback = Playback { playing: true, range, ..Playback::default() };
        assert_eq!(playback.advance(0.75, 0.125, 2.0), 0.875);
        assert_eq!(playback.advance(0.875, 0.25, 2.0), 0.625, "it loops");
        assert_eq!(playback.span(0.75), [0.5, 0.75]);
        assert_eq!(playback.span(0.5), [0.0, 0.5]);
        playback.looping = false;
        assert_eq!(playback.advance(0.875, 0.25, 2.0), 1.0);
        assert!(!playback.playing);
    }
}
