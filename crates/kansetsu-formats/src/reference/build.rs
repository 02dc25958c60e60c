//! Converts a pose to a T-pose.
//!
//! Each bone is rotated by the smallest rotation to its direction in a T-pose. So it keeps its
//! roll, which the direction of a bone does not determine.
//! so it keeps the roll that it has in the pose, which no direction of a bone shows.

use kansetsu::d3::Pose;
use kansetsu::glam::Vec3;

use super::choose::Base;
use super::feet::{self, Flat};
use super::geometry::{Space, Standing, angle_about, swing};
use super::sample::Sample;
use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::frame::{product, turn, with_z_and_x};
use kansetsu_humanoid::anatomy::{FLAT, Segments, range};

/// The bend below which the roll of a limb is unknown, radians: 20 degrees.
const BENT: f32 = 0.35;
/// A limb whose bend is rolled off the usual axis by less keeps its roll, radians: 30 degrees.
/// Elbows of recordings bend up to 30 degrees off the axis of a T-pose.
const ROLLED: f32 = 0.52;
/// Hands that deviate less from the forearm, and collar bones that deviate less from the side, are
/// straight, radians: 20 and 35 degrees.
const HAND: f32 = 0.35;
const COLLAR: f32 = 0.61;

/// The reference pose; `None` for a body without a recognizable front.
pub(super) fn reference(figure: &Figure, base: &Base, samples: &[Sample]) -> Option<Pose> {
    let space = Space::of_reference(figure, samples);
    let mut body = Standing::new(figure, figure.rig.skeleton.rest_pose());
    let hips = body.role(Role::Hips)?;
    // The ancestors of the hips keep the file's pose.
    let above = body.skeleton.joints()[hips].parent.map(|parent| body.maps[parent]);
    for joint in 0..body.skeleton.len() {
        if joint != hips && body.skeleton.ancestors(joint).any(|other| other == hips) {
            body.pose.locals[joint] = base.sample.pose.locals[joint];
        }
    }
    let posed = base.sample.maps[hips];
    let from_above = above.map_or(posed, |above| above.inverse() * posed);
    body.pose.locals[hips].rotation = kansetsu::d3::rotation_of(&from_above);
    body = Standing::new(figure, body.pose);
    face_front(&mut body, (hips, &space), base.is_upright)?;
    if !base.is_upright {
        straighten_trunk(&mut body, &space);
    }
    for side in [Side::LEFT, Side::RIGHT] {
        straighten_arm(&mut body, &space, &side);
    }
    for side in [Side::LEFT, Side::RIGHT] {
        straighten_leg(&mut body, &space, &side);
        let flat = feet::flat(figure, (&space, samples), [side.leg[1], side.leg[2], side.leg[3]]);
        lay_foot(&mut body, &space, (&side, flat.as_ref()));
    }
    Some(body.pose)
}

/// Rotates the hips to the front, and upright if the trunk is replaced.
fn face_front(
    body: &mut Standing<'_>,
    (hips, space): (usize, &Space),
    is_upright: bool,
) -> Option<()> {
    let axes = kansetsu_humanoid::anatomy::Axes::of(&body.figure.rig.roles, &body.maps)?;
    let by = if is_upright {
        space.heading(axes.left.reject_from(space.up).cross(space.up).try_normalize()?)
    } else {
        // The legs define the hips: their upper ends determine the rotation.
        let [left, right] = [Role::LeftUpperLeg, Role::RightUpperLeg].map(|role| body.role(role));
        let across = body.way(right?, left?)?;
        let up = trunk_of(body).first().and_then(|&spine| body.way(hips, spine)).unwrap_or(axes.up);
        let up = if up.reject_from(across).length() > 0.3 { up } else { axes.up };
        let forward = across.cross(up).try_normalize()?;
        product(space.model_from_person(), with_z_and_x(forward, across).conjugate())
    };
    body.turn(hips, by);
    Some(())
}

/// The joints of back, neck and head, the lowest first.
fn trunk_of(body: &Standing<'_>) -> Vec<usize> {
    let segments = Segments::of(body.skeleton, &body.figure.rig.roles);
    segments.map(|segments| [segments.trunk, segments.neck].concat()).unwrap_or_default()
}

/// Puts every bone of the back upright, the shoulders over the hips, collar bones to the sides.
fn straighten_trunk(body: &mut Standing<'_>, space: &Space) {
    let trunk = trunk_of(body);
    let shoulders = [Role::LeftUpperArm, Role::RightUpperArm].map(|role| body.role(role));
    for (order, &joint) in trunk.iter().enumerate() {
        let way = match trunk.get(order + 1) {
            Some(&next) => body.way(joint, next),
            None => body.way_on(joint),
        };
        if let Some(way) = way {
            body.turn(joint, swing(way, space.up));
        }
        let [Some(left), Some(right)] = shoulders else { continue };
        let carries = |arm: usize| body.skeleton.ancestors(arm).skip(1).any(|above| above == joint);
        let is_top = carries(left)
            && carries(right)
            && trunk
                .get(order + 1)
                .is_none_or(|&next| !body.skeleton.ancestors(left).any(|above| above == next));
        if let Some(across) = body.way(right, left).filter(|_| is_top)
            && let Some(level) = across.reject_from(space.up).try_normalize()
        {
            body.turn(joint, turn(space.up, angle_about(space.up, level, space.left())));
        }
    }
    for (collar, arm, sign) in [
        (Role::LeftShoulder, Role::LeftUpperArm, 1.0),
        (Role::RightShoulder, Role::RightUpperArm, -1.0),
    ] {
        let (Some(collar), Some(arm)) = (body.role(collar), body.role(arm)) else { continue };
        let outward = space.left() * sign;
        if let Some(way) = body.way(collar, arm).filter(|way| way.dot(outward) < libm::cosf(COLLAR))
        {
            body.turn(collar, swing(way, outward));
        }
    }
}

/// Undoes a roll that is too large for the bend of the limb, about its bone. `bent` is the
/// direction of the lower bone, `axis` that of the middle joint of a T-pose.
fn unrolled(body: &mut Standing<'_>, joint: usize, (along, axis): (Vec3, Vec3), bent: Vec3) {
    let own = along.cross(bent);
    if libm::atan2f(own.length(), along.dot(bent)) < BENT {
        return;
    }
    let Some(own) = own.try_normalize() else { return };
    let axis = axis.reject_from(along).normalize_or(own);
    let roll = angle_about(along, own, axis);
    let over = roll - roll.clamp(-ROLLED, ROLLED);
    body.turn(joint, turn(along, over));
}

/// Puts both bones of a limb along one direction.
fn straighten(body: &mut Standing<'_>, joints: [Option<usize>; 3], (along, axis): (Vec3, Vec3)) {
    let [Some(upper), Some(lower), tip] = joints else { return };
    if let Some(way) = body.way(upper, lower) {
        body.turn(upper, swing(way, along));
    }
    if let Some(way) = tip.and_then(|tip| body.way(lower, tip)) {
        unrolled(body, upper, (along, axis), way);
    }
    if let Some(way) = tip.and_then(|tip| body.way(lower, tip)) {
        body.turn(lower, swing(way, along));
    }
}

fn straighten_arm(body: &mut Standing<'_>, space: &Space, side: &Side) {
    let outward = space.left() * side.sign;
    let elbow = range::elbow_axis();
    // The range's axis is that of the left arm, in the axes of a person.
    let axis = (space.up * elbow.y + space.forward * elbow.z) * side.sign;
    straighten(body, side.arm.map(|role| body.role(role)), (outward, axis));
    if let Some(hand) = body.role(side.arm[2])
        && let Some(way) = body.way_on(hand).filter(|way| way.dot(outward) < libm::cosf(HAND))
    {
        body.turn(hand, swing(way, outward));
    }
}

fn straighten_leg(body: &mut Standing<'_>, space: &Space, side: &Side) {
    let [upper, lower, foot, _] = side.leg;
    straighten(body, [upper, lower, foot].map(|role| body.role(role)), (-space.up, space.left()));
}

fn lay_foot(body: &mut Standing<'_>, space: &Space, (side, flat): (&Side, Option<&Flat>)) {
    let [_, _, foot, toes] = side.leg.map(|role| body.role(role));
    let Some(foot) = foot else { return };
    if let Some(flat) = flat {
        body.set_rotation(foot, flat.foot);
        if let (Some(toes), Some(rotation)) = (toes, flat.toes) {
            body.set_rotation(toes, rotation);
        }
    } else if let Some(way) =
        toes.and_then(|toes| body.way(foot, toes)).or_else(|| body.way_on(foot))
    {
        body.turn(foot, feet::turned_flat(way, space, FLAT));
    }
}

/// The roles of one side.
struct Side {
    sign: f32,
    arm: [Role; 3],
    leg: [Role; 4],
}

impl Side {
    const LEFT: Self = Self {
        sign: 1.0,
        arm: [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
        leg: [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes],
    };
    const RIGHT: Self = Self {
        sign: -1.0,
        arm: [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
        leg: [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes],
    };
}
