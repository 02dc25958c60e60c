//! Limits of joints between joints with roles.
//!
//! A joint between upper arm and elbow or between elbow and hand is a twist joint: it rotates about
//! the bone, with its share of the range. A joint below the hips that carries both legs is the
//! pelvis. Other joints are fixed supports; palm bones yield a little.

use std::f32::consts::FRAC_PI_2;

use kansetsu::d3::{
    Limit,
    limit::{Hinge, SwingTwist},
};
use kansetsu::glam::{Quat, Vec3};

use super::assigned::{Frames, Limits};
use super::body::{Body, Side};
use super::frame::rotate;
use super::{Socket, placed, twists};
use kansetsu::d3::Role;

/// The twist range of forearms and upper arms, radians: that of wrists and shoulders.
const TWIST: f32 = FRAC_PI_2;
/// The range of palm bones, radians: 8 degrees.
const PALM: f32 = 0.14;
/// The twist range of the whole palm relative to the wrist, radians: 30 degrees.
const PALM_TWIST: f32 = 0.52;

/// Sets limits of joints without one that are between roles, and of twist joints beside them.
pub(super) fn add(body: &Body<'_>, limits: &mut Limits<'_>) {
    for side in [Side::Left, Side::Right] {
        let role = |left: Role| body.limb_role(side, left);
        for [from, to] in TWISTING {
            if let (Some(from), Some(to)) = (role(from), role(to)) {
                let share = TWIST / on_way(body, [from, to]).len().max(1) as f32;
                between(body, [from, to], limits, |joint| {
                    about_bone(body, joint, [from, to], share)
                });
            }
        }
        for to in HELD {
            if let Some((from, to)) = role(to).and_then(|to| Some((above(body, to)?, to))) {
                between(body, [from, to], limits, |_| placed::fixed());
            }
        }
        second_wrist(body, side, limits);
        for to in FINGERS {
            if let Some((from, to)) = role(to).and_then(|to| Some((above(body, to)?, to))) {
                between(body, [from, to], limits, |_| {
                    Limit::SwingTwist(SwingTwist::cone(Vec3::X, PALM, -PALM, PALM))
                });
            }
        }
    }
    pelvis(body, limits);
    for twist in twists::found(body) {
        for joint in twist.joints {
            limits.limits[joint]
                .get_or_insert_with(|| about_bone(body, joint, [twist.base, twist.tip], TWIST));
        }
    }
}

/// The bones that twist along their length.
const TWISTING: [[Role; 2]; 2] =
    [[Role::LeftUpperArm, Role::LeftLowerArm], [Role::LeftLowerArm, Role::LeftHand]];
/// Joints above these, up to the next role, are fixed supports.
const HELD: [Role; 6] = [
    Role::LeftShoulder,
    Role::LeftUpperArm,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::LeftToes,
];
const FINGERS: [Role; 6] = [
    Role::LeftThumbMetacarpal,
    Role::LeftThumbProximal,
    Role::LeftIndexProximal,
    Role::LeftMiddleProximal,
    Role::LeftRingProximal,
    Role::LeftLittleProximal,
];

/// The nearest ancestor of this joint with a role.
fn above(body: &Body<'_>, joint: usize) -> Option<usize> {
    body.skeleton.ancestors(joint).skip(1).find(|&joint| body.is_cast(joint))
}

/// The joints between a joint and one of its descendants; none if it is not a descendant.
fn on_way(body: &Body<'_>, [from, to]: [usize; 2]) -> Vec<usize> {
    let way = body.skeleton.ancestors(to).skip(1).take_while(|&joint| joint != from);
    if body.is_below(to, from) { way.collect() } else { Vec::new() }
}

/// Limits for the joints between two others that have none.
fn between(
    body: &Body<'_>,
    ends: [usize; 2],
    limits: &mut Limits<'_>,
    limit: impl Fn(usize) -> Limit,
) {
    for joint in on_way(body, ends) {
        if limits.limits[joint].is_none() && !body.is_cast(joint) {
            limits.limits[joint] = Some(limit(joint));
        }
    }
}

/// The joint that carries all fingers but the thumb bends like a wrist: in some rigs the wrist only
/// twists.
fn second_wrist(body: &Body<'_>, side: Side, limits: &mut Limits<'_>) {
    let fingers: Vec<usize> =
        FINGERS[2..].iter().filter_map(|&finger| body.limb_role(side, finger)).collect();
    let (Some(hand), Some(&first)) = (body.limb_role(side, Role::LeftHand), fingers.first()) else {
        return;
    };
    let carries_all = |joint: usize| fingers.iter().all(|&finger| body.is_below(finger, joint));
    let base = on_way(body, [hand, first])
        .into_iter()
        .find(|&joint| carries_all(joint) && !body.is_cast(joint));
    if let (Some(base), Some(way)) = (base, base.and_then(|base| body.way(base, first, Side::Left)))
    {
        let along = rotate(body.turn(base, Side::Left).conjugate(), way);
        limits.limits[base] =
            Some(Limit::SwingTwist(SwingTwist::cone(along, FRAC_PI_2, -PALM_TWIST, PALM_TWIST)));
    }
}

/// A joint below the hips that carries both legs, as in models whose trunk starts above it.
fn pelvis(body: &Body<'_>, limits: &mut Limits<'_>) {
    let legs = [Role::LeftUpperLeg, Role::RightUpperLeg].map(|role| body.role(role));
    let ([Some(left), Some(right)], Some(hips)) = (legs, body.role(Role::Hips)) else { return };
    let tilt = Socket {
        bone: Vec3::NEG_Y,
        center: Vec3::NEG_Y,
        axis: Vec3::X,
        about: 20.0,
        across: 12.0,
        twist: [-12.0, 12.0],
    }
    .limit();
    for joint in on_way(body, [hips, left])
        .into_iter()
        .filter(|&joint| body.is_below(right, joint) && !body.is_cast(joint))
    {
        limits.put(joint, Side::Left, &tilt, &Frames::neutral(Quat::IDENTITY));
    }
}

fn about_bone(body: &Body<'_>, joint: usize, [from, to]: [usize; 2], angle: f32) -> Limit {
    let way = body.way(from, to, Side::Left).unwrap_or(Vec3::X);
    let axis = rotate(body.turn(joint, Side::Left).conjugate(), way);
    Limit::Hinge(Hinge::new(axis.normalize_or(Vec3::X), -angle, angle))
}
