//! The positions of hands.
//!
//! A hand has the source's position relative to its shoulder, in arm lengths. Across the chest it
//! has the source's position between shoulder and breastbone: so hands that meet in front of the
//! body meet on narrow shoulders too, and stretched arms stay stretched.

use kansetsu::glam::{Affine3, Vec3};

use super::cast::Cast;
use super::recording::{Moment, Recording};

/// The largest reach of arms, as a fraction of their length.
const REACH: f32 = 0.999;

/// The target position of the hand of one side; `maps` are the transforms of the target's joints,
/// with trunk and shoulders as copied.
pub(super) fn hand(
    recording: &Recording,
    moment: &Moment,
    (cast, maps): (&Cast, &[Affine3]),
    side: usize,
) -> Vec3 {
    let scale = cast.arm / recording.arm;
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let across = |[left, right]: [Vec3; 2]| {
        let across = left - right;
        (across.normalize_or(Vec3::X) * sign, 0.5 * across.length())
    };
    let (out, half) = across(moment.arms.map(|arm| arm.shoulder));
    let shoulders = cast.limbs.arms.map(|(shoulder, ..)| maps[shoulder].translation);
    let (target_out, target_half) = across(shoulders);
    let way = moment.arms[side].hand - moment.arms[side].shoulder;
    let from_middle = way.dot(out) + half;
    let sideways = if from_middle > half {
        target_half + scale * (from_middle - half)
    } else if from_middle > 0.0 {
        from_middle * target_half / half
    } else {
        scale * from_middle
    };
    let way = (way - out * way.dot(out)) * scale + target_out * (sideways - target_half);
    let (shoulder, elbow, wrist) = cast.limbs.arms[side];
    let bone = |a: usize, b: usize| maps[a].translation.distance(maps[b].translation);
    let longest = REACH * (bone(shoulder, elbow) + bone(elbow, wrist));
    shoulders[side] + if way.length() > longest { way * (longest / way.length()) } else { way }
}
