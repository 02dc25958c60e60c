//! A range of motion in the frames of another body.
//!
//! The ranges apply to the rotation T of a segment relative to the previous one, both with the
//! frames of a person in a T-pose. Here a joint has other axes and another rest. With P and S the
//! two segments' frames at rest and M the joint's, all in one space, its rotation t from rest
//! corresponds to `T = P⁻¹ M t M⁻¹ S`, so that with `b = M⁻¹ P` and `c = M⁻¹ S`
//!
//! `T = b⁻¹ t c`, and rest is `T₀ = b⁻¹ c`.
//!
//! A swing-twist limit has two frames and takes b and c directly. A hinge has one: it needs a T₀
//! about its axis, which shifts the bounds by T₀'s angle. An Euler box in the frame f is `T = f E
//! f⁻¹`; with T₀ about E's outermost axis it becomes the box in the frame c f with the bounds of
//! that axis shifted.

use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, Hinge, SwingTwist},
};
use kansetsu::glam::{Quat, Vec3};

use super::frame::{product, rotate};

/// The frames of a joint's two segments at rest, relative to the joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    /// b: the frame of the segment before the joint, `joint_from_before`.
    pub(super) before: Quat,
    /// c: the frame of the segment that it rotates, `joint_from_segment`.
    pub(super) segment: Quat,
    /// The angle of rest about a hinge's axis, or about the outermost axis of an Euler box,
    /// radians.
    pub(super) bent: f32,
}

/// The limit in the joint's own frame. Rest is inside: a range that excludes it is extended to it.
pub(super) fn placed(limit: &Limit, seat: &Seat) -> Limit {
    match limit {
        Limit::Hinge(limit) => Limit::Hinge(hinge(limit, seat)),
        Limit::EulerBox(limit) => Limit::EulerBox(euler_box(limit, seat)),
        Limit::SwingTwist(swing) => Limit::SwingTwist(swing_twist(limit, swing, seat)),
        // The ranges contain no other kinds.
        other => other.clone(),
    }
}

fn hinge(limit: &Hinge, seat: &Seat) -> Hinge {
    let (min, max) = moved(limit.min, limit.max, seat.bent);
    Hinge { axis: rotate(seat.before, limit.axis).normalize(), min, max }
}

fn euler_box(limit: &EulerBox, seat: &Seat) -> EulerBox {
    let (mut min, mut max) = (limit.min, limit.max);
    let outermost = match limit.order {
        EulerOrder::Xyz | EulerOrder::Xzy => 0,
        EulerOrder::Yxz | EulerOrder::Yzx => 1,
        EulerOrder::Zxy | EulerOrder::Zyx => 2,
    };
    (min[outermost], max[outermost]) = moved(min[outermost], max[outermost], seat.bent);
    EulerBox { frame: product(seat.segment, limit.frame), order: limit.order, min, max }
}

fn swing_twist(limit: &Limit, swing: &SwingTwist, seat: &Seat) -> SwingTwist {
    let rest = product(seat.before.conjugate(), seat.segment);
    let segment = product(seat.before, limit.project(rest));
    SwingTwist {
        rest_from_limit: product(seat.before, swing.rest_from_limit),
        joint_from_limit: product(segment, swing.joint_from_limit),
        ..*swing
    }
}

/// Bounds relative to `bent`, with 0 between them.
fn moved(min: f32, max: f32, bent: f32) -> (f32, f32) {
    ((min - bent).min(0.0), (max - bent).max(0.0))
}

/// The limit of a fixed support: no rotation.
pub(super) fn fixed() -> Limit {
    Limit::EulerBox(EulerBox::new(EulerOrder::Xyz, Vec3::ZERO, Vec3::ZERO))
}
