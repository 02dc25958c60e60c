//! The recorded turns on the target, inside its limits: what the solve begins with and comes back to.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::Quat;

use super::blend::angle;
use super::cast::{Cast, allowed, calmed};
use super::feet::Step;
use super::recording::Moment;
use crate::anatomy::frame::product;

/// A joint turns no more than this a second beyond what the recording turns it, radians: 5 degrees a thirtieth. Where what is recorded is far outside a
/// limit the nearest turn inside can leap from one bound to the other; the joint goes there instead, or stays.
const CALM: f32 = 2.6;

/// Local turns of the frame before.
#[derive(Default)]
pub(super) struct Before {
    /// As recorded, and as near as limits allowed.
    locals: Vec<[Quat; 2]>,
}

/// The pose with every joint turned as recorded, or as near as its limit allows; `seconds` after the frame before.
pub(super) fn pose(cast: &Cast, moment: &Moment, step: &Step, (before, seconds): (&mut Before, f32)) -> Pose {
    let joints = cast.skeleton.joints();
    let mut turns: Vec<Quat> = Vec::with_capacity(joints.len());
    let mut locals: Vec<Transform> = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        let above = joint.parent.map_or(Quat::IDENTITY, |parent| turns[parent]);
        let wanted = wanted(cast, moment, step, index);
        let recorded = wanted.map_or(joint.rest.rotation, |wanted| product(above.conjugate(), wanted));
        let mut local = if wanted.is_some() { within(cast, index, recorded) } else { recorded };
        if let Some([recorded_before, local_before]) = before.locals.get(index).copied() {
            let most = angle(product(recorded_before.conjugate(), recorded)) + CALM * seconds;
            local = within(cast, index, calmed(local_before, local, most));
        }
        match before.locals.get_mut(index) {
            Some(kept) => *kept = [recorded, local],
            None => before.locals.push([recorded, local]),
        }
        turns.push(product(above, local));
        locals.push(Transform { rotation: local, ..joint.rest });
    }
    locals[cast.limbs.hips].translation = cast.hips(moment, step.hips).1;
    Pose { locals }
}

/// The local turn that a joint may have and that is nearest to this one.
pub(super) fn within(cast: &Cast, joint: usize, local: Quat) -> Quat {
    let rest = cast.skeleton.joints()[joint].rest.rotation;
    product(rest, allowed(cast.limits[joint].as_ref(), product(rest.conjugate(), local)))
}

/// How a joint is to be turned: feet and toes as planned, all others as recorded.
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
