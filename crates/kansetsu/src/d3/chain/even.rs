//! Straight chains of equal segments.

use glam::{Quat, Vec3, Vec4};

use crate::{
    d3::{Limit, Skeleton},
    math::{Rot, arc::Arc, vector},
    ops,
    solve::BodyJoint,
};

/// A chain whose segments at rest are equal and straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Even {
    /// The rest rotation of the base; the other joints have none.
    pub(in crate::d3) rest: Quat,
    /// The vector from each joint to the next, in each joint's frame, and 1.
    pub(in crate::d3) place: Vec4,
    /// The same direction, normalized.
    pub(in crate::d3) line: Vec4,
    /// The length of all segments together.
    pub(in crate::d3) length: f32,
    pub(in crate::d3) per_length: f32,
    /// The first joint after the base; the joints have consecutive indices in the skeleton.
    pub(in crate::d3) first: usize,
    pub(in crate::d3) count: usize,
    pub(in crate::d3) arc: Arc,
    /// The cosine of half the range of a joint after the base; below -1 without a limit.
    pub(in crate::d3) room: f32,
}

/// Fewer segments have a separate solver.
const FEWEST: usize = 3;

/// A cosine below that of every angle.
const ANY: f32 = -2.0;

/// Rounding could reach a limit with a smaller range, radians; such a chain is solved otherwise.
const LEAST_ROOM: f32 = 0.01;

impl Even {
    /// The joints from a base to a tip as such a chain, if they qualify.
    pub(super) fn of(joints: &[usize], skeleton: &Skeleton) -> Option<Self> {
        let [base, next, ..] = joints else { return None };
        let (count, first) = (joints.len() - 1, base + 1);
        let offset = skeleton.joints()[*next].rest.translation;
        let fits = joints.iter().enumerate().all(|(place, &joint)| {
            let rest = &skeleton.joints()[joint].rest;
            let is_next = joint + 1 == first + place;
            is_next
                && (place == 0 || rest.rotation == Quat::IDENTITY)
                && rest.scale == Vec3::ONE
                && (place == 0 || rest.translation == offset)
        });
        let length = offset.length() * count as f32;
        let is_ordinary =
            fits && count >= FEWEST && offset.length_squared() > 1e-20 && length < 1e17;
        let line = vector::unit(offset).filter(|_| is_ordinary)?.extend(0.0);
        let rest = skeleton.joints()[first - 1].rest.rotation;
        let place = offset.extend(1.0);
        Some(Self {
            rest,
            place,
            line,
            length,
            per_length: 1.0 / length,
            first,
            count,
            arc: Arc::new(count),
            room: ANY,
        })
    }

    /// The same with the chain's limits: the base may have any, the others cones about the
    /// segments, the tip none. They only qualify if damped least squares would find an arc too.
    pub(super) fn within<'a>(
        self,
        mut joints: impl DoubleEndedIterator<Item = &'a BodyJoint>,
    ) -> Option<Self> {
        joints.next_back().filter(|tip| tip.limit.is_none())?;
        let mut room = ANY;
        for (place, joint) in joints.enumerate() {
            match &joint.limit {
                _ if joint.locked => return None,
                Some(limit) if place > 0 => room = room.max(self.room_of(limit)?),
                _ => {}
            }
        }
        Some(Self { room, ..self })
    }

    /// The range that the limit leaves to an arc: see [`Self::room`].
    fn room_of(&self, limit: &Limit) -> Option<f32> {
        let along = |axis: Vec3| axis.dot(self.line.truncate()).abs() > 1.0 - 1e-6;
        let swing = match limit {
            Limit::Cone(cone) => {
                let (axis, center) = (vector::unit(cone.axis)?, vector::unit(cone.center)?);
                (along(axis) && axis.dot(center) > 1.0 - 1e-6).then_some(cone.angle)
            }
            Limit::SwingTwist(limit) => {
                let [rest, joint] = [limit.rest_from_limit, limit.joint_from_limit]
                    .map(|frame| Rot::from(frame).normalized());
                let is_centred = (rest * joint.inverse()).vector().length_squared() < 1e-12;
                let twists = limit.twist_min < -LEAST_ROOM && limit.twist_max > LEAST_ROOM;
                (is_centred && twists && along(rest.z_axis()))
                    .then_some(limit.swing_x.min(limit.swing_y))
            }
            _ => None,
        };
        swing
            .filter(|&swing| swing > LEAST_ROOM)
            .map(|swing| ops::cos(0.5 * swing.min(std::f32::consts::PI)))
    }
}
