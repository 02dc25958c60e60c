//! The limits assigned so far, and their frames.

use kansetsu::d3::Limit;
use kansetsu::glam::Quat;

use super::body::{Body, Side};
use super::frame::product;
use super::placed::{Seat, placed};
use super::range;
use super::tolerance::RigKind;

/// Limits under construction.
pub(super) struct Limits<'a> {
    body: &'a Body<'a>,
    pub(super) build: RigKind,
    pub(super) limits: Vec<Option<Limit>>,
    /// The segment frame of each joint at rest: `body_from_segment`.
    pub(super) segments: Vec<Option<Quat>>,
}

impl<'a> Limits<'a> {
    /// No limits yet.
    pub(super) fn new(body: &'a Body<'a>, build: RigKind) -> Self {
        let count = body.skeleton.len();
        Self { body, build, limits: vec![None; count], segments: vec![None; count] }
    }

    /// Sets the limit of a joint on this side from a range of the left side; the frames of the
    /// segments are in that side's view.
    pub(super) fn put(&mut self, joint: usize, side: Side, range: &Limit, frames: &Frames) {
        let joint_from_body = self.body.turn(joint, side).conjugate();
        let seat = Seat {
            before: product(joint_from_body, frames.before),
            segment: product(joint_from_body, frames.segment),
            bent: frames.bent,
        };
        let limit = placed(range, &seat);
        self.limits[joint] = Some(if side == Side::Left { limit } else { range::mirrored(&limit) });
        self.stands(joint, side, frames.segment);
    }

    /// Records the segment frame of a joint at rest, in this side's view.
    pub(super) fn stands(&mut self, joint: usize, side: Side, segment: Quat) {
        let [x, y, z, w] = segment.to_array();
        self.segments[joint] =
            Some(if side == Side::Left { segment } else { Quat::from_xyzw(x, -y, -z, w) });
    }
}

/// The frames of two segments at rest, and the angle between them for a hinge: see [`Seat`].
pub(super) struct Frames {
    pub(super) before: Quat,
    pub(super) segment: Quat,
    pub(super) bent: f32,
}

impl Frames {
    /// Frames of a joint whose rest is neutral.
    pub(super) const fn neutral(frame: Quat) -> Self {
        Self { before: frame, segment: frame, bent: 0.0 }
    }
}
