//! Limits of a whole body from its roles.

use std::collections::BTreeMap;

use kansetsu::d3::{Limit, Skeleton, limit::Hinge};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::assigned::{Frames, Limits};
use super::body::{Body, Side};
use super::frame::{product, rotate, turn};
use super::line::line;
use super::tolerance::{self, RigKind};
use super::{between, hand, range};
use kansetsu::d3::Role;

/// The limit of each joint, by the ranges of motion of [`range`]; one entry per joint of the
/// skeleton.
///
/// The rest pose may be a T, an A or any other: the bend and rotation of a limb at rest are
/// measured on the positions of its joints. The trunk at rest counts as upright, collar bones as
/// level. Joints between those with roles (twist joints, helpers) get limits too. Joints that lead
/// to no role are free, as are the hips. Rest is always inside.
///
/// All `None` if the roles do not define the direction that the body faces.
#[must_use]
pub fn limits(
    skeleton: &Skeleton,
    roles: &BTreeMap<Role, usize>,
    build: RigKind,
) -> Vec<Option<Limit>> {
    let Some(body) = Body::of(skeleton, roles) else { return vec![None; skeleton.len()] };
    let mut limits = limits_of_roles(&body, build);
    between::add(&body, &mut limits);
    limits.limits
}

/// The limits of the joints with roles.
pub(super) fn limits_of_roles<'a>(body: &'a Body<'a>, build: RigKind) -> Limits<'a> {
    let mut limits = Limits::new(body, build);
    trunk(body, &mut limits);
    for side in [Side::Left, Side::Right] {
        arm(body, side, &mut limits);
        leg(body, side, &mut limits);
    }
    limits
}

fn trunk(body: &Body<'_>, limits: &mut Limits<'_>) {
    let upright = Frames::neutral(Quat::IDENTITY);
    let [trunk, neck] = [trunk_joints(body), neck_joints(body)];
    for (index, &joint) in trunk.iter().enumerate() {
        limits.put(
            joint,
            Side::Left,
            &tolerance::TRUNK.of(limits.build).around(&range::trunk(index, trunk.len())),
            &upright,
        );
    }
    for (index, &joint) in neck.iter().enumerate() {
        limits.put(
            joint,
            Side::Left,
            &tolerance::NECK.of(limits.build).around(&range::neck(index, neck.len())),
            &upright,
        );
    }
    for (role, limit) in
        [(Role::LeftEye, range::eye()), (Role::RightEye, range::eye()), (Role::Jaw, range::jaw())]
    {
        let side = if role == Role::RightEye { Side::Right } else { Side::Left };
        if let Some(joint) = body.role(role) {
            limits.put(joint, side, &limit, &upright);
        }
    }
}

/// The joints of the trunk above the hips, the lowest first, with or without roles.
pub(super) fn trunk_joints(body: &Body<'_>) -> Vec<usize> {
    let Some(hips) = body.role(Role::Hips) else { return Vec::new() };
    let neck = neck_joints(body);
    let arms = [Role::LeftUpperArm, Role::RightUpperArm].map(|role| body.role(role));
    let top = match (neck.first(), arms) {
        (Some(&neck), _) => body.skeleton.joints()[neck].parent,
        (None, [Some(left), Some(right)]) => {
            body.skeleton.ancestors(left).find(|&joint| body.is_below(right, joint))
        }
        _ => None,
    };
    let Some(top) = top else { return Vec::new() };
    let legs = [Role::LeftUpperLeg, Role::RightUpperLeg].map(|role| body.role(role));
    let carries_legs = |joint: usize| legs.iter().flatten().any(|&leg| body.is_below(leg, joint));
    let mut trunk: Vec<usize> = body
        .skeleton
        .ancestors(top)
        .take_while(|&joint| joint != hips)
        .filter(|&joint| !carries_legs(joint))
        .collect();
    trunk.reverse();
    trunk
}

/// The joints of the neck and the head, the lowest first: above the joint that carries an arm.
pub(super) fn neck_joints(body: &Body<'_>) -> Vec<usize> {
    let Some(top) = body.role(Role::Head).or_else(|| body.role(Role::Neck)) else {
        return Vec::new();
    };
    let arms = [Role::LeftUpperArm, Role::RightUpperArm].map(|role| body.role(role));
    let is_chest = |joint: usize| {
        let carries_arm = arms.iter().flatten().any(|&arm| body.is_below(arm, joint));
        carries_arm
            || [Role::Hips, Role::Spine, Role::Chest, Role::UpperChest]
                .iter()
                .any(|&role| body.role(role) == Some(joint))
    };
    let lowest = body.role(Role::Neck);
    let mut neck = Vec::new();
    for joint in body.skeleton.ancestors(top).take_while(|&joint| !is_chest(joint)) {
        neck.push(joint);
        if Some(joint) == lowest {
            break;
        }
    }
    neck.reverse();
    neck
}

/// The upward component of straight elbows' bend in recorded motion, radians: 20 degrees. In the
/// recordings it is 30, in the ranges 10.
const ELBOW_RISE: f32 = 0.35;

/// The axis of an elbow that is straight at rest.
fn elbow_axis(build: RigKind) -> Vec3 {
    let (sin, cos) = ops::sin_cos(ELBOW_RISE);
    if build == RigKind::Character { range::elbow_axis() } else { Vec3::new(0.0, -cos, sin) }
}

fn elbow_range(build: RigKind) -> Limit {
    match range::elbow() {
        Limit::Hinge(hinge) => Limit::Hinge(Hinge { axis: elbow_axis(build), ..hinge }),
        other => other,
    }
}

fn arm(body: &Body<'_>, side: Side, limits: &mut Limits<'_>) {
    let role = |left: Role| body.limb_role(side, left);
    if let Some(clavicle) = role(Role::LeftShoulder) {
        limits.put(
            clavicle,
            side,
            &tolerance::CLAVICLE.of(limits.build).around(&range::clavicle()),
            &Frames::neutral(Quat::IDENTITY),
        );
    }
    let (Some(upper), Some(lower)) = (role(Role::LeftUpperArm), role(Role::LeftLowerArm)) else {
        return;
    };
    let hand = role(Role::LeftHand);
    let tip = hand.map(|hand| body.place(hand, side));
    let line = line(
        [Vec3::X, elbow_axis(limits.build)],
        body.place(upper, side),
        body.place(lower, side),
        tip,
    );
    let shoulder = Frames { before: Quat::IDENTITY, segment: line.upper, bent: 0.0 };
    limits.put(
        upper,
        side,
        &tolerance::SHOULDER.of(limits.build).around(&range::shoulder()),
        &shoulder,
    );
    let elbow = Frames { before: line.upper, segment: line.lower, bent: line.bend };
    limits.put(
        lower,
        side,
        &tolerance::ELBOW.of(limits.build).around_hinge(&elbow_range(limits.build), Vec3::X),
        &elbow,
    );
    limits.stands(lower, side, line.tip);
    if let Some(wrist) = hand {
        hand::add(body, side, &hand::Arm { lower, wrist, forearm: line.tip }, limits);
    }
}

/// A foot rests flat if the direction to its toes slopes down by an angle between these, relative
/// to the shin, radians: 10 and 50 degrees. Soles are thinner than ankles are high, and those of
/// high heels slope.
pub const FLAT: [f32; 2] = [0.175, 0.873];
/// The largest angle by which toes at rest point out or in, radians: 60 degrees. Joints in other
/// directions are not toes.
pub(super) const MOST_TURNED_OUT: f32 = 1.05;

fn leg(body: &Body<'_>, side: Side, limits: &mut Limits<'_>) {
    let role = |left: Role| body.limb_role(side, left);
    let (Some(upper), Some(lower)) = (role(Role::LeftUpperLeg), role(Role::LeftLowerLeg)) else {
        return;
    };
    let foot = role(Role::LeftFoot);
    let tip = foot.map(|foot| body.place(foot, side));
    let line = line([Vec3::NEG_Y, Vec3::X], body.place(upper, side), body.place(lower, side), tip);
    limits.put(
        upper,
        side,
        &tolerance::HIP.of(limits.build).around(&range::hip()),
        &Frames { before: Quat::IDENTITY, segment: line.upper, bent: 0.0 },
    );
    limits.put(
        lower,
        side,
        &tolerance::KNEE.of(limits.build).around_hinge(&range::knee(), Vec3::NEG_Y),
        &Frames { before: line.upper, segment: line.lower, bent: line.bend },
    );
    limits.stands(lower, side, line.tip);
    let Some(foot) = foot else { return };
    let toes = role(Role::LeftToes);
    let way = toes.and_then(|toes| body.way(foot, toes, side)).or_else(|| body.way_on(foot, side));
    let frames = ankle(line.tip, way);
    limits.put(foot, side, &tolerance::ANKLE.of(limits.build).around(&range::ankle()), &frames);
    if let Some(toes) = toes {
        // A character stands on the ground; for recorded motion that is unknown.
        let range = if limits.build == RigKind::Character {
            range::toes()
        } else {
            range::toes_in_the_air()
        };
        limits.put(
            toes,
            side,
            &tolerance::TOES.of(limits.build).around_hinge(&range, Vec3::Z),
            &Frames::neutral(frames.segment),
        );
    }
}

/// The frames of shin and foot, from the shin's frame and the direction of the toes. The toe-out at
/// rest is neutral.
fn ankle(shin: Quat, toes: Option<Vec3>) -> Frames {
    let Some(way) = toes.map(|way| rotate(shin.conjugate(), way)) else {
        return Frames::neutral(shin);
    };
    let level = (way.x * way.x + way.z * way.z).sqrt();
    let out = ops::atan2(way.x, way.z);
    if level < 0.1 || out.abs() > MOST_TURNED_OUT {
        return Frames::neutral(shin);
    }
    let before = product(shin, turn(Vec3::Y, out));
    let fall = ops::atan2(-way.y, level);
    let bent = fall - fall.clamp(FLAT[0], FLAT[1]);
    Frames { before, segment: product(before, turn(Vec3::X, bent)), bent }
}
