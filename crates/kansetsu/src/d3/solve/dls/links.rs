//! A chain as links: loaded from the working chain, moved, and given back.

use glam::{Mat3, Vec3};

use super::{
    bounds::Edge,
    link::{Ball, Freedom, LinkSpec, Polygons},
};
use crate::{
    d3::{
        Chain,
        solve::work::{Folded, Work},
    },
    math::Rot,
    ops,
};

/// One link, where it stands and what one step does to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// Its joint's place in the chain.
    pub(crate) joint: usize,
    pub(crate) freedom: Freedom,
    /// Between the link before it and the frame it turns in.
    pub(crate) pre: Rot,
    has_pre: bool,
    /// Its own rotation.
    pub(crate) q: Rot,
    /// For a hinge: the angle of `q` about Z.
    pub(crate) angle: f32,
    /// To the next link, in its own frame, in chain lengths.
    pub(crate) offset: Vec3,
    /// How long that is.
    pub(crate) length: f32,
    /// The frame it turns in, and for a hinge that frame's Z.
    pub(crate) parent: Rot,
    pub(crate) axis: Vec3,
    pub(crate) position: Vec3,
    /// From it to the tip; in a stretched chain before the scales above the link are applied.
    pub(crate) r: Vec3,
    /// Of a stretched chain.
    pub(crate) stretch: Option<Stretch>,
    /// The turn that the step asks for, in model axes.
    pub(crate) step: Vec3,
    /// For a hinge: its column of J, as far as J has rows.
    pub(crate) column: [f32; 6],
    /// For a limited ball: where its bounds are, once somebody asked.
    pub(crate) edge: Option<Edge>,
    /// What bounds hold of the step: a hinge's or the twist's, and the swing's.
    pub(crate) held: [Option<Held>; 2],
    /// What to go back to when the step gains nothing.
    old: (Rot, f32),
}

/// What scales that stretch one axis more than another do to a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// What its joint's scale does to the chain below, in its own frame; for all but the last link of a joint nothing.
    own: Mat3,
    /// What the scales above it do to all that it moves.
    pub(crate) above: Mat3,
}

/// A direction that a bound holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// In model axes.
    pub(crate) direction: Vec3,
    /// Its column of J, as far as J has rows.
    pub(crate) column: [f32; 6],
    /// How far it moves: what is left to the bound.
    pub(crate) amount: f32,
}

/// All links of a chain; lengths in chain lengths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub(crate) links: Vec<Link>,
    /// How many links have a length.
    pub(crate) segment_count: usize,
    pub(crate) base: Vec3,
    pub(crate) tip: Vec3,
    /// The frame after the last link (without its `after`).
    pub(crate) frame: Rot,
    /// What stands after the last link: its joint's frame is `frame · after`.
    pub(crate) after: Rot,
    /// Of a stretched chain: from the axes of the last link's joint to the base's space, and those axes in the frame after the last link.
    pub(crate) map: Mat3,
    axes: Rot,
}

impl Links {
    /// Takes over the working chain; `count` joints, as the tip only turns when an orientation is wanted.
    pub(crate) fn load(&mut self, chain: &Chain, work: &Work, count: usize) {
        let specs = &chain.links;
        self.links.clear();
        self.segment_count = 0;
        self.base = Vec3::ZERO;
        let scale = if work.length > 0.0 { 1.0 / work.length } else { 1.0 };
        let mut carried = Rot::IDENTITY;
        for spec in specs.iter().take_while(|spec| spec.joint < count) {
            let joint = &work.joints[spec.joint];
            let pre = if spec.is_first { carried * joint.pre * spec.before } else { carried * spec.before };
            let to_next = if work.is_rigid { joint.offset } else { joint.scale * joint.to_next };
            let offset = if spec.is_last { spec.after.rotate(to_next) * scale } else { Vec3::ZERO };
            let after = spec.after.to_matrix();
            let own = || after * Mat3::from_diagonal(joint.scale) * Folded::new(joint.scale).turn.to_matrix() * after.transpose();
            let own = || if spec.is_last { own() } else { Mat3::IDENTITY };
            let length = offset.length();
            self.segment_count += usize::from(length > 0.0);
            self.links.push(Link {
                joint: spec.joint,
                freedom: spec.freedom,
                pre,
                has_pre: pre != Rot::IDENTITY,
                q: Rot::IDENTITY,
                angle: 0.0,
                offset,
                length,
                parent: Rot::IDENTITY,
                axis: Vec3::Z,
                position: Vec3::ZERO,
                r: Vec3::ZERO,
                stretch: (!work.is_rigid).then(|| Stretch { own: own(), above: Mat3::IDENTITY }),
                step: Vec3::ZERO,
                column: [0.0; 6],
                edge: None,
                held: [None; 2],
                old: (Rot::IDENTITY, 0.0),
            });
            carried = spec.after;
        }
        self.after = carried;
        self.axes = carried * Folded::new(work.joints[count - 1].scale).turn;
        for (index, spec) in specs.iter().enumerate().filter(|(_, spec)| spec.joint < count && spec.is_first) {
            self.take_local(chain, index, work.joints[spec.joint].local);
        }
    }

    /// Splits a joint's local rotation over its links, the nearest that they can do.
    fn take_local(&mut self, chain: &Chain, first: usize, local: Rot) {
        let specs = &chain.links;
        let spec = &specs[first];
        let q = spec.before.inverse() * local * spec.after.inverse();
        if spec.is_last {
            self.set_rotation(first, q.normalized(), chain);
        } else {
            let count = specs[first..].iter().position(|spec| spec.is_last).map_or(1, |last| last + 1);
            let angles = super::split::angles(&specs[first..first + count], local);
            for (link, angle) in self.links[first..first + count].iter_mut().zip(angles) {
                if let Freedom::Hinge { reach } = link.freedom {
                    link.set_angle(angle.clamp(-reach, reach));
                }
            }
        }
    }

    /// Gives a link the rotation nearest to `q`.
    pub(crate) fn set_rotation(&mut self, index: usize, q: Rot, polygons: &impl Polygons) {
        let link = &mut self.links[index];
        match link.freedom {
            Freedom::Fixed => {}
            Freedom::Held | Freedom::Free => link.q = q,
            Freedom::Hinge { reach } => {
                let angle = 2.0 * ops::atan2(q.positive().z, q.positive().w);
                link.set_angle(angle.clamp(-reach, reach));
            }
            Freedom::Ball(ball) => link.q = ball.project(q),
            Freedom::Polygon => link.q = polygons.project(link.joint, q),
        }
    }

    /// The local rotation of the joint whose links start at `first`.
    pub(crate) fn local(&self, specs: &[LinkSpec], first: usize) -> Rot {
        let mut local = Rot::IDENTITY;
        for (spec, link) in specs[first..].iter().zip(&self.links[first..]) {
            local = local * spec.before * link.q * spec.after;
            if spec.is_last {
                break;
            }
        }
        local.normalized()
    }

    /// Gives the rotations back to the working chain.
    pub(crate) fn store(&self, specs: &[LinkSpec], work: &mut Work) {
        for (index, spec) in specs[..self.links.len()].iter().enumerate().filter(|(_, spec)| spec.is_first) {
            if spec.freedom != Freedom::Held {
                work.joints[spec.joint].local = self.local(specs, index);
            }
        }
    }

    pub(crate) fn remember(&mut self) {
        self.links.iter_mut().for_each(|link| link.old = (link.q, link.angle));
    }

    /// Goes back to what was remembered.
    pub(crate) fn recall(&mut self) {
        self.links.iter_mut().for_each(|link| (link.q, link.angle) = link.old);
        self.forward();
    }

    /// Forward kinematics.
    #[inline]
    pub(crate) fn forward(&mut self) {
        let (mut position, mut frame, mut above) = (self.base, Rot::IDENTITY, Mat3::IDENTITY);
        for link in &mut self.links {
            let parent = if link.has_pre { frame * link.pre } else { frame };
            link.parent = parent;
            link.position = position;
            frame = match link.freedom {
                Freedom::Hinge { .. } => {
                    link.axis = parent.z_axis();
                    parent.times_about_z(link.q)
                }
                _ => parent * link.q,
            };
            if let Some(stretch) = &mut link.stretch {
                stretch.above = above;
                position += above * frame.rotate(link.offset);
                let turn = frame.to_matrix();
                above *= turn * stretch.own * turn.transpose();
            } else if link.length > 0.0 {
                position += frame.rotate(link.offset);
            }
        }
        self.tip = position;
        self.frame = frame;
        if self.links.last().is_some_and(|link| link.stretch.is_some()) {
            self.map = above * (frame * self.axes).to_matrix();
            self.look_back();
            return;
        }
        for link in &mut self.links {
            link.r = position - link.position;
        }
    }

    /// Finds the way from each link to the tip of a stretched chain, from the tip to the base.
    fn look_back(&mut self) {
        let (mut r, mut frame) = (Vec3::ZERO, self.frame);
        for link in self.links.iter_mut().rev() {
            let own = link.stretch.map_or(Mat3::IDENTITY, |stretch| stretch.own);
            r = frame.rotate(link.offset + own * frame.inverse().rotate(r));
            link.r = r;
            frame = link.parent * link.pre.inverse();
        }
    }
}

impl Link {
    #[inline]
    pub(crate) fn set_angle(&mut self, angle: f32) {
        self.angle = angle;
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        self.q = Rot::new(0.0, 0.0, sin, cos);
    }

    /// Makes the step, times `scale`, and brings the link inside its limit.
    #[inline]
    pub(crate) fn advance(&mut self, scale: f32, polygons: &impl Polygons) {
        match self.freedom {
            Freedom::Held | Freedom::Fixed => {}
            Freedom::Hinge { reach } => {
                let angle = self.angle + self.step.dot(self.axis) * scale;
                self.set_angle(if reach < std::f32::consts::PI { angle.clamp(-reach, reach) } else { crate::d3::limit::wrap_angle(angle) });
            }
            Freedom::Free => self.q = self.turned(scale),
            Freedom::Ball(ball) => self.q = self.projected(&ball, scale),
            Freedom::Polygon => self.q = polygons.project(self.joint, self.turned(scale)),
        }
    }

    fn projected(&self, ball: &Ball, scale: f32) -> Rot {
        ball.project(self.turned(scale))
    }

    /// By the step: the rotation with half its tangent, which needs no trigonometry and never turns by more than
    /// the step.
    #[inline]
    fn turned(&self, scale: f32) -> Rot {
        let half = self.parent.inverse().rotate(self.step) * (0.5 * scale);
        (Rot::from_parts(half, 1.0) * self.q).normalized()
    }
}
