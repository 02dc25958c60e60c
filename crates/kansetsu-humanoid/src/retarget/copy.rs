//! The recorded rotations on the target, inside its limits: the start and the reference pose of the
//! solve.

use kansetsu::d3::{Pose, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::blend::{allowed, angle};
use super::cast::{Cast, slowed};
use super::feet::Step;
use super::recording::Moment;
use crate::anatomy::frame::{arc, product, rotate, turn};

/// The largest angular velocity of a joint beyond the recorded one, radians per second: 5 degrees
/// per 1/30 s. If the recorded rotation is far outside a limit, the nearest allowed rotation can
/// jump from one bound to the other; the joint then moves there at this speed, or stays.
const MAX_EXCESS: f32 = 2.6;

/// Local rotations of the previous frame.
#[derive(Default)]
pub(super) struct Before {
    /// The recorded rotation, and the nearest allowed one.
    locals: Vec<[Quat; 2]>,
    /// The recorded rotation of each joint since the frame before that, radians.
    turned: Vec<f32>,
}

/// The pose with every joint rotated as recorded, or to the nearest allowed rotation; `seconds`
/// after the previous frame.
pub(super) fn pose(
    cast: &Cast,
    moment: &Moment,
    step: &Step,
    (before, seconds): (&mut Before, f32),
) -> Pose {
    let joints = cast.rig.skeleton.joints();
    let mut turns: Vec<Quat> = Vec::with_capacity(joints.len());
    // The same without limits.
    let mut free: Vec<Quat> = Vec::with_capacity(joints.len());
    let mut locals: Vec<Transform> = Vec::with_capacity(joints.len());
    before.turned.resize(joints.len(), 0.0);
    for (index, joint) in joints.iter().enumerate() {
        let [above, above_free] = [&turns, &free]
            .map(|turns| joint.parent.map_or(Quat::IDENTITY, |parent| turns[parent]));
        let wanted = wanted(cast, moment, step, index);
        free.push(wanted.unwrap_or_else(|| product(above_free, joint.rest.rotation)));
        let recorded_free = product(above_free.conjugate(), free[index]);
        let recorded =
            wanted.map_or(joint.rest.rotation, |wanted| product(above.conjugate(), wanted));
        let mut local = if wanted.is_some() { within(cast, index, recorded) } else { recorded };
        if let Some([recorded_before, local_before]) = before.locals.get(index).copied() {
            before.turned[index] = angle(product(recorded_before.conjugate(), recorded_free));
            local = within(
                cast,
                index,
                slowed(local_before, local, before.turned[index] + MAX_EXCESS * seconds),
            );
        }
        match before.locals.get_mut(index) {
            Some(kept) => *kept = [recorded_free, local],
            None => before.locals.push([recorded_free, local]),
        }
        turns.push(product(above, local));
        locals.push(Transform { rotation: local, ..joint.rest });
    }
    locals[cast.limbs.hips].translation = cast.hips(moment, step.hips).1;
    let mut pose = Pose { locals };
    for side in [0, 1] {
        reach(cast, step, side, &mut pose);
    }
    pose
}

/// Bends a leg at its knee and rotates it at the hip, so that its ankle is at its planned position.
/// On other proportions a knee bent as recorded would be up to 30 degrees off, and would pull the
/// hips off their path.
fn reach(cast: &Cast, step: &Step, side: usize, pose: &mut Pose) {
    let (hip, knee, ankle, _) = cast.limbs.legs[side];
    let maps = cast.rig.skeleton.forward(pose);
    let [h, k, a] = [hip, knee, ankle].map(|joint| maps[joint].translation);
    let (thigh, shin, way) = (k - h, a - k, step.feet[side].ankle - h);
    let Some(axis) = cast.knee_axis(hip, rotation_of(&maps[hip])) else { return };
    // The component along the axis does not bend.
    let along = thigh.dot(axis) + shin.dot(axis);
    let (p, q) = (thigh - axis * thigh.dot(axis), shin - axis * shin.dot(axis));
    let both = 2.0 * p.length() * q.length();
    if both < f32::MIN_POSITIVE {
        return;
    }
    let cosine =
        (way.length_squared() - along * along - p.length_squared() - q.length_squared()) / both;
    let bend = turn(axis, ops::acos(cosine) - ops::atan2(p.cross(q).dot(axis), p.dot(q)));
    let (from, to) =
        ((thigh + rotate(bend, shin)).normalize_or(Vec3::Y), way.normalize_or(Vec3::Y));
    if from.dot(to) < -0.999 {
        return;
    }
    for (joint, by) in [(knee, bend), (hip, arc(from, to))] {
        let local = pose.locals[joint].rotation;
        let above = product(rotation_of(&maps[joint]), local.conjugate());
        pose.locals[joint].rotation =
            within(cast, joint, product(product(above.conjugate(), product(by, above)), local));
    }
    let lower = cast
        .rig
        .skeleton
        .ancestors(ankle)
        .skip(1)
        .fold(Quat::IDENTITY, |turn, joint| product(pose.locals[joint].rotation, turn));
    if let Some(wanted) = cast.with_segment(ankle, step.feet[side].turn) {
        pose.locals[ankle].rotation = within(cast, ankle, product(lower.conjugate(), wanted));
    }
}

/// The allowed local rotation of a joint nearest to this one.
pub(super) fn within(cast: &Cast, joint: usize, local: Quat) -> Quat {
    let rest = cast.rig.skeleton.joints()[joint].rest.rotation;
    product(rest, allowed(cast.rig.limits[joint].as_ref(), product(rest.conjugate(), local)))
}

/// The target rotation of a joint: feet and toes as planned, all others as recorded.
pub(super) fn wanted(cast: &Cast, moment: &Moment, step: &Step, joint: usize) -> Option<Quat> {
    for (foot, &(_, _, ankle, toes)) in step.feet.iter().zip(&cast.limbs.legs) {
        if joint == ankle {
            return cast.with_segment(joint, foot.turn);
        }
        if Some(joint) == toes {
            return cast.with_segment(joint, foot.toes_turn);
        }
    }
    cast.wanted(joint, moment)
}
