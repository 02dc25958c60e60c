//! Limits of wrists and fingers.

use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::assigned::{Frames, Limits};
use super::body::{Body, Side};
use super::frame::{product, rotate, turn, with_z_and_x};
use super::line::between;
use super::{range, tolerance};
use kansetsu::d3::Role;

/// The data of an arm that its hand needs.
pub(super) struct Arm {
    pub(super) lower: usize,
    pub(super) wrist: usize,
    /// The frame of the forearm.
    pub(super) forearm: Quat,
}

const FINGERS: [[Role; 3]; 4] = [
    [Role::LeftIndexProximal, Role::LeftIndexIntermediate, Role::LeftIndexDistal],
    [Role::LeftMiddleProximal, Role::LeftMiddleIntermediate, Role::LeftMiddleDistal],
    [Role::LeftRingProximal, Role::LeftRingIntermediate, Role::LeftRingDistal],
    [Role::LeftLittleProximal, Role::LeftLittleIntermediate, Role::LeftLittleDistal],
];
const THUMB: [Role; 3] =
    [Role::LeftThumbMetacarpal, Role::LeftThumbProximal, Role::LeftThumbDistal];

/// The angle up to which a hand may lean from the forearm in a neutral rest pose, radians: 20
/// degrees.
const STRAIGHT: f32 = 0.35;

/// Sets the limits of the wrist and the fingers of one side.
pub(super) fn add(body: &Body<'_>, side: Side, arm: &Arm, limits: &mut Limits<'_>) {
    let knuckles: Vec<usize> =
        FINGERS.iter().filter_map(|finger| body.limb_role(side, finger[0])).collect();
    let palm = palm(body, side, arm, &knuckles);
    let mut before = arm.forearm;
    if let Some(along) = palm.map(|palm| rotate(palm, Vec3::X)) {
        let forearm = rotate(before, Vec3::X);
        let across = forearm.cross(along);
        let lean = ops::atan2(across.length(), forearm.dot(along));
        before = product(turn(across.normalize_or(Vec3::Y), lean.min(STRAIGHT)), before);
    }
    let hand = palm.unwrap_or(before);
    limits.put(
        arm.wrist,
        side,
        &tolerance::WRIST.of(limits.build).around(&range::wrist()),
        &Frames { before, segment: hand, bent: 0.0 },
    );
    for finger in &FINGERS {
        add_finger(body, side, hand, finger, limits);
    }
    add_thumb(body, side, hand, limits);
}

/// The frame of the hand from the positions of its knuckles: X along the hand, Z to the thumb's
/// side. `None` with fewer than two.
fn palm(body: &Body<'_>, side: Side, arm: &Arm, knuckles: &[usize]) -> Option<Quat> {
    let ([first, .., last], true) = (knuckles, arm.wrist != arm.lower) else { return None };
    let middle = knuckles.iter().map(|&knuckle| body.place(knuckle, side)).sum::<Vec3>()
        / knuckles.len() as f32;
    let along = (middle - body.place(arm.wrist, side)).try_normalize()?;
    let across = body.way(*last, *first, side)?.reject_from_normalized(along).try_normalize()?;
    Some(with_z_and_x(across, along))
}

fn add_finger(body: &Body<'_>, side: Side, hand: Quat, roles: &[Role; 3], limits: &mut Limits<'_>) {
    let joints = roles.map(|role| body.limb_role(side, role));
    let Some(knuckle) = joints[0] else { return };
    let Some(way) = way(body, side, &joints, 0).map(|way| rotate(hand.conjugate(), way)) else {
        return;
    };
    // The spread at rest is neutral, the bend is not.
    let level = Vec3::new(way.x, 0.0, way.z).try_normalize().unwrap_or(Vec3::X);
    let frame = between(Vec3::X, level);
    let bent = ops::atan2(-way.y, way.dot(level));
    let own = product(frame, turn(Vec3::Z, -bent));
    let segment = product(product(hand, own), frame.conjugate());
    limits.put(
        knuckle,
        side,
        &tolerance::FINGER.of(limits.build).around(&range::knuckle(frame)),
        &Frames { before: hand, segment, bent: -bent },
    );
    let ranges = [range::finger_middle(Vec3::NEG_Z), range::finger_end(Vec3::NEG_Z)]
        .map(|range| tolerance::FINGER.of(limits.build).around_hinge(&range, Vec3::X));
    let mut before = product(hand, own);
    for (index, range) in [1, 2].into_iter().zip(&ranges) {
        let Some(joint) = joints[index] else { return };
        let way = self::way(body, side, &joints, index)
            .map_or(Vec3::X, |way| rotate(before.conjugate(), way));
        let bent = ops::atan2(-way.y, way.x);
        let straight = product(before, turn(Vec3::Z, -bent));
        limits.put(joint, side, range, &Frames { before, segment: straight, bent });
        before = product(between(rotate(straight, Vec3::X), rotate(before, way)), straight);
    }
}

fn add_thumb(body: &Body<'_>, side: Side, hand: Quat, limits: &mut Limits<'_>) {
    let joints = THUMB.map(|role| body.limb_role(side, role));
    let Some(first) = joints.iter().position(Option::is_some) else { return };
    let seen =
        |index: usize| way(body, side, &joints, index).map(|way| rotate(hand.conjugate(), way));
    let Some(along) = seen(first).filter(|along| along.cross(range::THUMB_BENDS_TO).length() > 0.1)
    else {
        return;
    };
    let axis = range::thumb_axis(along);
    let bends = [range::thumb_middle(axis), range::thumb_end(axis)]
        .map(|range| tolerance::FINGER.of(limits.build).around_hinge(&range, along));
    let is_alone = joints.iter().flatten().count() == 1;
    let root = match is_alone {
        true => tolerance::THUMB_ALONE.of(limits.build).around(&range::thumb_alone(along)),
        false => tolerance::FINGER.of(limits.build).around(&range::thumb_root(along)),
    };
    let ranges = [root, bends[0].clone(), bends[1].clone()];
    let mut before = along;
    for (index, &joint) in joints.iter().enumerate().skip(first) {
        let Some(joint) = joint else { continue };
        if index == first {
            limits.put(joint, side, &ranges[0], &Frames::neutral(hand));
            continue;
        }
        let way = seen(index).unwrap_or(before);
        let bent =
            ops::atan2(axis.dot(before.cross(way)), before.reject_from_normalized(axis).dot(way));
        limits.put(
            joint,
            side,
            &ranges[index],
            &Frames { before: hand, segment: bent_by(hand, axis, bent), bent },
        );
        before = way;
    }
}

/// A frame rotated about one of its axes.
fn bent_by(frame: Quat, axis: Vec3, angle: f32) -> Quat {
    product(frame, turn(axis, angle))
}

/// The direction of a finger's segment: to the next joint of the finger, else to its main child.
fn way(body: &Body<'_>, side: Side, joints: &[Option<usize>; 3], index: usize) -> Option<Vec3> {
    let joint = joints[index]?;
    let next = joints[index + 1..].iter().flatten().next();
    next.and_then(|&next| body.way(joint, next, side)).or_else(|| body.way_on(joint, side))
}
