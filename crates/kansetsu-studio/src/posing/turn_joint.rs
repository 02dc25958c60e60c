//! Turns one joint and nothing else.

use kansetsu::{
    d3::{Limit, Pose, rotation_of},
    glam::{Affine3, Quat},
};

use super::Subject;

/// The pose with `joint` rotated in world space, as far as its limit allows.
pub(super) fn turned(
    subject: &Subject,
    model_from_joint: &[Affine3],
    joint: usize,
    (turn, limited): (Quat, bool),
) -> Pose {
    let mut pose = subject.pose.clone();
    let parent = subject.skeleton().joints()[joint].parent;
    let world_from_parent =
        parent.map_or(subject.placement, |parent| subject.placement * model_from_joint[parent]);
    let seen = rotation_of(&world_from_parent);
    // A mirror turns rotations round.
    let turn = if world_from_parent.matrix3.determinant() < 0.0 {
        mirrored(&world_from_parent, turn)
    } else {
        seen.inverse() * turn * seen
    };
    let rotation = (turn * pose.locals[joint].rotation).normalize();
    pose.locals[joint].rotation =
        if limited { within(subject, &subject.limits, joint, rotation) } else { rotation };
    pose
}

/// The local rotation that the joint's limit allows nearest to this one.
pub(super) fn within(
    subject: &Subject,
    limits: &[Option<Limit>],
    joint: usize,
    rotation: Quat,
) -> Quat {
    let rest = subject.skeleton().joints()[joint].rest.rotation.normalize();
    let limit = limits.get(joint).and_then(Option::as_ref);
    limit.map_or(rotation, |limit| {
        (rest * limit.project((rest.inverse() * rotation).normalize())).normalize()
    })
}

/// A rotation seen from a space that mirrors: its axis goes through the mirror and turns round.
fn mirrored(world_from_parent: &Affine3, turn: Quat) -> Quat {
    let axis = world_from_parent.matrix3.transpose() * turn.xyz() * -1.0;
    let length = turn.xyz().length();
    Quat::from_vec4((axis.normalize_or_zero() * length).extend(turn.w)).normalize()
}
