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
    /// How stiff it is beside its ease, and how freely it turns in this step.
    pub(crate) stiffness: f32,
    pub(crate) mobility: f32,
    /// What the bounds that hold it add to its stiffness: they are curved.
    pub(crate) curb: f32,
    /// The same for moving as a whole; 0 for all but a free root and what slides.
    pub(crate) slide_stiffness: f32,
    pub(crate) slide: f32,
    /// The reserve that it is a part of.
    pub(crate) reserve: Option<usize>,
    /// From the parent's frame: a fixed turn and a fixed offset. Here and below vectors and rotations are [`lanes`].
    pub(super) pre: Vec4,
    pub(crate) to_here: Vec4,
    pub(crate) q: Vec4,
    pub(crate) angle: f32,
    /// Its ease, to which comfort draws it.
    pub(crate) ease: (Vec4, f32),
    pub(crate) ease_place: Vec4,
    /// Frames before and after its own rotation, and where it is.
    pub(crate) before: Vec4,
    pub(crate) frame: Vec4,
    pub(crate) axis: Vec4,
    pub(crate) position: Vec4,
    /// About where it is taken to turn: where it is, but for the middle of a limb that stands straight.
    pub(crate) pivot: Vec4,
    /// The wanted turn, in model axes, and for a free root the wanted way.
    pub(crate) step: Vec4,
    pub(crate) way: Vec4,
    /// Whether it only turns goals about themselves, which are asked for places alone.
    pub(super) is_still: bool,
    /// How far a limited ball can turn at least before it meets a bound, radians.
    pub(crate) room: f32,
    /// What comfort alone would do in this step.
    pub(crate) drawn: Vec4,
    pub(crate) drawn_way: Vec4,
    /// What it wanted in the step before, and what it did.
    pub(crate) wanted: Vec4,
    pub(crate) last: Vec4,
    /// How far it has turned, and gone, since a descent began.
    pub(crate) gone: [Vec4; 2],
    /// Which blocks of rows are below it: what reaches, what a target hangs on, either; and which of them it can move.
    pub(crate) points: u64,
    pub(crate) anchors: u64,
    pub(crate) blocks: u64,
    pub(super) moves: u64,
    /// The last mover at or above it, its place in [`Nodes::movers`].
    pub(crate) mover: usize,
    /// What it weighs: its centre times its mass in its own frame, and its mass, as a part of the body's.
    pub(crate) mass: Vec4,
    /// The same of it and all below it, in model space.
    pub(crate) carried: Vec4,
}

impl Node {
    pub(super) const NEW: Self = Self {
        joint: 0,
        spec: 0,
        parent: NONE,
        freedom: Freedom::Fixed,
        stiffness: 1.0,
        mobility: 1.0,
        curb: 0.0,
        slide_stiffness: 0.0,
        slide: 0.0,
        reserve: None,
        pre: Vec4::W,
        to_here: Vec4::ZERO,
        q: Vec4::W,
        angle: 0.0,
        ease: (Vec4::W, 0.0),
        ease_place: Vec4::ZERO,
        before: Vec4::W,
        frame: Vec4::W,
        axis: Vec4::Z,
        position: Vec4::ZERO,
        pivot: Vec4::ZERO,
        step: Vec4::ZERO,
        way: Vec4::ZERO,
        room: 0.0,
        drawn: Vec4::ZERO,
        drawn_way: Vec4::ZERO,
        wanted: Vec4::ZERO,
        last: Vec4::ZERO,
        gone: [Vec4::ZERO; 2],
        is_still: false,
        points: 0,
        anchors: 0,
        blocks: 0,
        moves: 0,
        mover: NONE,
        mass: Vec4::ZERO,
        carried: Vec4::ZERO,
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

    /// Takes a turn inside its limit; hinges take the angle.
    pub(super) fn set_turn(&mut self, q: Rot, angle: f32, polygons: &impl Polygons) {
        if let Freedom::Hinge { .. } = self.freedom { self.set_angle(angle) } else { self.set_rotation(q, polygons) }
    }

    /// Makes the step, times `scale`, and brings the link inside its limit.
    #[inline]
    pub(crate) fn advance(&mut self, scale: f32, polygons: &impl Polygons) {
        if self.slide > 0.0 {
            self.to_here += self.in_parent(self.way) * scale;
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

    /// A way in model space, as the parent's frame has it.
    #[inline]
    fn in_parent(&self, way: Vec4) -> Vec4 {
        if self.parent == NONE { way } else { lanes::rotate(self.pre, lanes::rotate_back(self.before, way)) }
    }

    /// The same the other way.
    #[inline]
    pub(super) fn in_model(&self, way: Vec4) -> Vec4 {
        if self.parent == NONE { way } else { lanes::rotate(self.before, lanes::rotate_back(self.pre, way)) }
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
