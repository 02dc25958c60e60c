//! Foot contacts: feet near the ground and slow, or nearly still at any height.

use kansetsu::glam::Vec3;

use super::Retarget;
use super::recording::{LegAt, Recording};

/// The points of a foot that are in contact in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contact {
    pub(super) heel: bool,
    pub(super) toes: bool,
    /// Whether the contact is on the ground, not on a step or in the air.
    pub(super) is_low: bool,
}

impl Contact {
    pub(super) const fn stands(self) -> bool {
        self.heel || self.toes
    }

    pub(super) const fn is_flat(self) -> bool {
        self.heel && self.toes && self.is_low
    }
}

/// The heights of ankles and balls in contact, in the recording's units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    pub(super) ankle: f32,
    pub(super) ball: f32,
}

/// A foot below this fraction of the plant speed is in contact at any height.
const STILL: f32 = 0.25;
/// The floor is the lowest height of feet within this time before and after, seconds: a step, a
/// stair, a leap.
const WHILE: f32 = 0.75;
/// Shorter gaps are closed, seconds.
const GAP: f32 = 0.07;
/// The quantile of the heights of slow feet that is the ground: lower ones are noise, higher ones
/// are steps.
const GROUND: f32 = 0.1;

/// The ground under the feet.
pub(super) fn levels(options: &Retarget, recording: &Recording) -> Levels {
    let level = |point: fn(&LegAt) -> Vec3| {
        let (mut slow, mut all) = (Vec::new(), Vec::new());
        for side in [0, 1] {
            for frame in 0..recording.frames.len() {
                let height = point(&recording.frames[frame].legs[side]).y;
                all.push(height);
                if speed(recording, side, frame, point) < options.plant_speed {
                    slow.push(height);
                }
            }
        }
        let (mut heights, fraction) = if slow.is_empty() { (all, 0.02) } else { (slow, GROUND) };
        heights.sort_by(f32::total_cmp);
        heights.get((heights.len() as f32 * fraction) as usize).copied().unwrap_or(0.0)
    };
    Levels { ankle: level(|leg| leg.ankle), ball: level(|leg| leg.toes) }
}

/// The contacts of the foot of one side, frame by frame.
pub(super) fn contacts(
    options: &Retarget,
    recording: &Recording,
    levels: Levels,
    side: usize,
) -> Vec<Contact> {
    let count = recording.frames.len();
    let height = options.plant_height * recording.leg;
    let stands = |point: fn(&LegAt) -> Vec3, level: f32| {
        let floor = floor(recording, point);
        let y = |frame: usize| point(&recording.frames[frame].legs[side]).y;
        let stands = |frame: usize| {
            let most = if y(frame) - floor[frame] < height { 1.0 } else { STILL };
            speed(recording, side, frame, point) < options.plant_speed * most
        };
        let mut on: Vec<bool> = (0..count).map(stands).collect();
        close_gaps(&mut on, ((GAP / recording.step) as usize).max(1));
        (on, (0..count).map(|frame| (y(frame) - level).abs() < height).collect::<Vec<bool>>())
    };
    let ((heel, low_heel), (toes, low_toes)) =
        (stands(|leg| leg.ankle, levels.ankle), stands(|leg| leg.toes, levels.ball));
    (0..count)
        .map(|frame| Contact {
            heel: heel[frame],
            toes: toes[frame],
            is_low: (!heel[frame] || low_heel[frame]) && (!toes[frame] || low_toes[frame]),
        })
        .collect()
}

/// The lowest height of either foot for a while before and after each frame.
fn floor(recording: &Recording, point: fn(&LegAt) -> Vec3) -> Vec<f32> {
    let count = recording.frames.len();
    let lower = |frame: usize| {
        recording.frames[frame].legs.iter().map(|leg| point(leg).y).fold(f32::INFINITY, f32::min)
    };
    let lows: Vec<f32> = (0..count).map(lower).collect();
    let window = (WHILE / recording.step).ceil() as usize;
    (0..count)
        .map(|frame| {
            lows[frame.saturating_sub(window)..(frame + window + 1).min(count)]
                .iter()
                .copied()
                .fold(f32::INFINITY, f32::min)
        })
        .collect()
}

/// Leg lengths per second.
fn speed(recording: &Recording, side: usize, frame: usize, point: fn(&LegAt) -> Vec3) -> f32 {
    let (before, after) = (frame.saturating_sub(1), (frame + 1).min(recording.frames.len() - 1));
    let [a, b] = [before, after].map(|frame| point(&recording.frames[frame].legs[side]));
    let seconds = (after - before) as f32 * recording.step;
    if seconds > 0.0 { a.distance(b) / (seconds * recording.leg) } else { 0.0 }
}

/// Joins contacts with short gaps, and drops those of one frame.
fn close_gaps(on: &mut [bool], longest: usize) {
    fill(on, false, longest);
    fill(on, true, 1);
}

/// Inverts inner runs of `value` that are no longer than `longest`.
fn fill(on: &mut [bool], value: bool, longest: usize) {
    let mut start = 0;
    while start < on.len() {
        let end = on[start..]
            .iter()
            .position(|&other| other != on[start])
            .map_or(on.len(), |length| start + length);
        let is_inside = start > 0 && end < on.len();
        if on[start] == value && is_inside && end - start <= longest {
            on[start..end].fill(!value);
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_gaps_close_and_single_frames_go() {
        let read = |text: &str| text.bytes().map(|byte| byte == b'x').collect::<Vec<_>>();
        let mut on = read("xx.xxx...x...xx..xx..");
        close_gaps(&mut on, 2);
        assert_eq!(on, read("xxxxxx.......xxxxxx.."));
    }
}
