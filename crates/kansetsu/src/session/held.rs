//! Pins that are met without a solve, since nothing moves their joints.

use glam::{Affine3, Vec3};

use super::{measure::measure, plan::Moves};
use crate::d3::{Goal, Orientation, Priority, Region, Skeleton};

/// A pin is met if its position error is at most this fraction of the size of the skeleton, and its
/// rotation error at most this angle, radians: rounding of forward kinematics.
const HOLDS: [f32; 2] = [1e-6, 1e-4];

/// Goals that are part of the solve, and pins that are not.
pub(super) struct Held {
    pub(super) held: Vec<Goal>,
    pub(super) goals: Vec<Goal>,
}

impl Held {
    /// Finds pins that are already met, on joints that nothing moves. Their joints then do not move
    /// either.
    ///
    /// Joints are visited parents first. A joint is still if its parent is and its own rotation is
    /// pinned or does not follow.
    pub(super) fn new(
        skeleton: &Skeleton,
        moves: &mut Moves,
        (goals, model_from_joint): (Vec<Goal>, &[Affine3]),
    ) -> Self {
        let mut is_still = vec![true; skeleton.len()];
        let mut stays = vec![true; skeleton.len()];
        let near = HOLDS[0] * skeleton.size();
        for (joint, entry) in skeleton.joints().iter().enumerate() {
            let pins = || goals.iter().filter(|goal| goal.joint == joint);
            let holds_place = pins().any(|pin| holds_place(pin, model_from_joint, near));
            let holds_turn = pins().any(|pin| holds_turn(pin, model_from_joint));
            let is_parent_still = entry.parent.is_none_or(|parent| is_still[parent]);
            if is_parent_still {
                moves.slides.retain(|&sliding| sliding != joint || !holds_place);
                moves.follows[joint] &= !holds_turn;
            }
            stays[joint] = is_parent_still && !moves.slides.contains(&joint);
            is_still[joint] = (stays[joint] || holds_place)
                && (stays[joint] && !moves.follows[joint] || holds_turn);
        }
        let needs_none = |pin: &Goal| {
            let is_placed = pin.position.is_none() || holds_place(pin, model_from_joint, near);
            let is_turned = pin.orientation.is_none()
                || !moves.follows[pin.joint] && holds_turn(pin, model_from_joint);
            pin.priority == Priority::Pin && stays[pin.joint] && is_placed && is_turned
        };
        let (held, goals) = goals.into_iter().partition(needs_none);
        Self { held, goals }
    }
}

/// Whether a pin keeps the origin of its joint where it is.
fn holds_place(pin: &Goal, model_from_joint: &[Affine3], near: f32) -> bool {
    let is_plain =
        pin.relative_to.is_none() && pin.offset == Vec3::ZERO && pin.region == Region::Point;
    pin.priority == Priority::Pin
        && is_plain
        && pin.position.is_some()
        && measure(pin, model_from_joint).distance <= near
}

/// Whether a pin keeps the rotation of its joint.
fn holds_turn(pin: &Goal, model_from_joint: &[Affine3]) -> bool {
    let is_full =
        pin.relative_to.is_none() && matches!(pin.orientation, Some(Orientation::Full(_)));
    pin.priority == Priority::Pin && is_full && measure(pin, model_from_joint).angle <= HOLDS[1]
}
