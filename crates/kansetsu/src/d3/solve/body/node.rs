//! One link of the moving part of a body.

use glam::{Vec3, Vec4};

use super::nodes::NONE;
use crate::{
    d3::solve::dls::link::{Ball, Freedom, Polygons},
    math::{
        Rot,
        lanes::{self, product},
    },
    ops,
};

/// One link, where it stands, and what one step does to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) joint: usize,
    /// Its place in [`Body::links`].
    pub(crate) spec: usize,
    pub(crate) parent: usize,
    pub(crate) freedom: Freedom,
    pub(crate) mobility: f32,
    /// How freely it moves as a whole; 0 for all but a free root.
    pub(crate) slide: f32,
    /// From the parent's frame: a fixed turn and a fixed offset. Here and below vectors and rotations are [`lanes`].
    pub(super) pre: Vec4,
    pub(crate) to_here: Vec4,
    pub(crate) q: Vec4,
    pub(crate) angle: f32,
    /// Where it was at the start, to which posture draws it.
    pub(crate) start: (Vec4, f32),
    /// How it stood before the last step.
    pub(super) stood: (Vec4, f32, Vec4),
    /// Frames before and after its own rotation, and where it is.
    pub(crate) before: Vec4,
    pub(crate) frame: Vec4,
    pub(crate) axis: Vec4,
    pub(crate) position: Vec4,
    /// The wanted turn, in model axes, and for a free root the wanted way.
    pub(crate) step: Vec4,
    pub(crate) way: Vec4,
    /// Whether it only turns goals about themselves, which are asked for places alone.
    pub(super) is_still: bool,
    /// How far a limited ball can turn at least before it meets a bound, radians.
    pub(crate) room: f32,
    /// What posture asks for.
    pub(crate) posture: Vec4,
    /// Which blocks of rows are below it, and which of them it can move.
    pub(crate) blocks: u64,
    pub(super) moves: u64,
    /// The last mover at or above it, its place in [`Nodes::movers`].
    pub(crate) mover: usize,
}

impl Node {
    pub(super) const NEW: Self = Self {
        joint: 0,
        spec: 0,
        parent: NONE,
        freedom: Freedom::Fixed,
        mobility: 1.0,
        slide: 0.0,
        pre: Vec4::W,
        to_here: Vec4::ZERO,
        q: Vec4::W,
        angle: 0.0,
        start: (Vec4::W, 0.0),
        stood: (Vec4::W, 0.0, Vec4::ZERO),
        before: Vec4::W,
        frame: Vec4::W,
        axis: Vec4::Z,
        position: Vec4::ZERO,
        step: Vec4::ZERO,
        way: Vec4::ZERO,
        room: 0.0,
        posture: Vec4::ZERO,
        is_still: false,
        blocks: 0,
        moves: 0,
        mover: NONE,
    };

    pub(crate) fn set_angle(&mut self, angle: f32) {
        self.angle = angle;
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        self.q = Vec4::new(0.0, 0.0, sin, cos);
    }

    pub(super) fn set_rotation(&mut self, q: Rot, polygons: &impl Polygons) {
        match self.freedom {
            Freedom::Fixed => {}
            Freedom::Held | Freedom::Free => self.q = lanes::of(q),
            Freedom::Hinge { reach } => self.set_angle(q.twist_angle(Vec3::Z).clamp(-reach, reach)),
            Freedom::Ball(ball) => self.q = lanes::of(ball.project(q)),
            Freedom::Polygon => self.q = lanes::of(polygons.project(self.joint, q)),
        }
    }

    /// Makes the step, times `scale`, and brings the link inside its limit.
    #[inline]
    pub(crate) fn advance(&mut self, scale: f32, polygons: &impl Polygons) {
        self.stood = (self.q, self.angle, self.to_here);
        if self.slide > 0.0 {
            self.to_here += self.way * scale;
        }
        match self.freedom {
            Freedom::Held | Freedom::Fixed => {}
            Freedom::Hinge { reach } => {
                let angle = self.angle + lanes::dot(self.step, self.axis).x * scale;
                self.set_angle(if reach < std::f32::consts::PI { angle.clamp(-reach, reach) } else { crate::d3::limit::wrap_angle(angle) });
            }
            Freedom::Free => self.q = self.turned(scale),
            Freedom::Ball(ball) => self.q = lanes::of(ball.project(lanes::rot(self.turned(scale)))),
            Freedom::Polygon => self.q = lanes::of(polygons.project(self.joint, lanes::rot(self.turned(scale)))),
        }
    }

    /// Takes the last step back.
    pub(super) fn take_back(&mut self) {
        (self.q, self.angle, self.to_here) = self.stood;
    }

    #[inline]
    fn turned(&self, scale: f32) -> Vec4 {
        let half = lanes::rotate_back(self.before, self.step) * (0.5 * scale);
        lanes::normalized(product(half + Vec4::W, self.q))
    }
}

/// How far a limited ball can turn at least before it meets a bound, radians.
///
/// A turn changes the swing by itself at most, and half angles differ by more than their sines; it changes the twist by
/// itself over the cosine of half the swing, which cancels.
#[inline]
pub(super) fn room(ball: &Ball, q: Vec4) -> f32 {
    let swing = (1.0 - ball.inside).sqrt() - (q.x * q.x + q.y * q.y).sqrt();
    let twist = ball.twist.map_or(f32::INFINITY, |[sin, cos]| sin * q.w.abs() - cos * q.z.abs());
    (2.0 * swing.min(twist)).max(0.0)
}
