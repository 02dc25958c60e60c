//! Targets as numbers in a buffer.

use kansetsu::{
    Target,
    d3::Skeleton,
    session::{Region, Rotation},
};

/// The fields of a target that are set, as bits. `package/target.js` has the same list.
mod flag {
    pub(super) const POSITION: u32 = 1 << 0;
    pub(super) const ORIENTATION: u32 = 1 << 1;
    pub(super) const ALIGN: u32 = 1 << 2;
    pub(super) const LOOK_AT: u32 = 1 << 3;
    pub(super) const LINE: u32 = 1 << 4;
    pub(super) const PLANE: u32 = 1 << 5;
    pub(super) const RELATIVE: u32 = 1 << 6;
    pub(super) const POLE: u32 = 1 << 7;
}

/// The numbers of a target, in the order of `package/target.js`: position (3), region (3), rotation
/// (4), axis (3), direction (3), point (3), pole (3), radius, angle, weight.
pub(crate) const NUMBERS: usize = 25;

/// The target in a buffer. The script sets one rotation and one region at most.
pub(crate) fn read(
    numbers: &[f32; NUMBERS],
    flags: u32,
    skeleton: &Skeleton,
    relative_to: u32,
) -> Target {
    let has = |flag| flags & flag != 0;
    let vector = |start: usize| [numbers[start], numbers[start + 1], numbers[start + 2]];
    let region = vector(3);
    let (axis, direction) = (vector(10), vector(13));
    let region = match (has(flag::LINE), has(flag::PLANE)) {
        (true, _) => Region::Line(region),
        (_, true) => Region::Plane(region),
        _ => Region::Point,
    };
    let rotation = match (has(flag::ORIENTATION), has(flag::ALIGN), has(flag::LOOK_AT)) {
        (true, ..) => Some(Rotation::Orientation([numbers[6], numbers[7], numbers[8], numbers[9]])),
        (_, true, _) => Some(Rotation::Align { axis, direction }),
        (.., true) => Some(Rotation::LookAt { axis, point: direction }),
        _ => None,
    };
    Target {
        position: has(flag::POSITION).then(|| vector(0)),
        region,
        rotation,
        point: vector(16),
        relative_to: has(flag::RELATIVE).then(|| skeleton.id(relative_to as usize)),
        radius: numbers[22],
        angle: numbers[23],
        weight: numbers[24],
        pole: has(flag::POLE).then(|| vector(19)),
    }
}
