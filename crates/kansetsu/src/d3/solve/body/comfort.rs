//! What a pose costs beside its goals: how far each joint is from its ease.
//!
//! A joint of stiffness `k` that is turned by `φ` from the reference pose costs `k |φ|² / 2`. Joints that are to help only when they are needed
//! (a girdle, a trunk) form a *reserve*: together they cost `p |Φ|`, a length times a price, with `|Φ|² = Σ k |φ|²`. So they stay at their
//! reference until what turns them is worth the price, and join in smoothly then: as an arm straightens its lever vanishes, what it
//! would take to go on without the trunk grows beyond bound, and the trunk comes in by itself.
//!
//! Steps are kept from swinging to and fro by what the goals' pulls add to a joint's stiffness: a goal that pulls with `f` at the lever `r`
//! from a joint bends its way by `(f·r + |f||r|) / 2` at most, which is the largest eigenvalue of the second derivative of `f · place`.

use std::f32::consts::PI;

use glam::Vec4;

use super::{
    goal::Block,
    node::Node,
    nodes::{NONE, Nodes},
    system::{End, System},
};
use crate::{
    d3::{limit::wrap_angle, solve::dls::link::Freedom},
    math::lanes::{dot, product, rotate},
};

/// A reserve that is turned by less than this, radians, costs the square that touches its length there: without it a trunk would come in
/// with a corner. With twice as much it turns by 3.3 instead of 1.9 degrees for a hand at two fifths of its reach.
const CORNER: f32 = 0.015;

impl Nodes {
    /// Finds how each mover is drawn to its ease, and how freely it turns, with so many times what the pulls add to its stiffness.
    pub(super) fn draw_to_ease(&mut self, system: &System, caution: f32) {
        for mover in &mut self.movers {
            mover.tension = 0.0;
        }
        for end in &system.ends {
            self.add_tension(&system.blocks[end.block], end);
        }
        self.measure_reserves();
        for mover in &self.movers {
            let node = &mut self.nodes[mover.node];
            let ease = node.stiffness * node.reserve.map_or(1.0, |reserve| self.reserves[reserve].factor);
            node.mobility = 1.0 / (ease + caution * mover.tension + node.curb);
            node.drawn = node.off_ease() * -(ease * node.mobility);
            if node.slide_stiffness > 0.0 {
                node.slide = 1.0 / node.reserve.map_or(node.slide_stiffness, |reserve| self.reserves[reserve].factor);
                node.drawn_way = node.in_model((node.ease_place - node.to_here).with_w(0.0));
            }
        }
    }

    fn measure_reserves(&mut self) {
        for reserve in &mut self.reserves {
            reserve.length = 0.0;
        }
        if self.reserves.is_empty() {
            return;
        }
        for mover in &self.movers {
            let node = &self.nodes[mover.node];
            if let Some(reserve) = node.reserve {
                self.reserves[reserve].length += node.stiffness * node.turned_squared() + node.slid_squared();
            }
        }
        for reserve in &mut self.reserves {
            reserve.length = reserve.length.sqrt();
            reserve.factor = reserve.price / reserve.length.max(CORNER);
        }
    }

    fn add_tension(&mut self, block: &Block, end: &End) {
        let force = block.force().extend(0.0) * end.weight;
        let strength = dot(force, force).x.sqrt();
        let mut mover = if strength == 0.0 { NONE } else { end.mover };
        while mover != NONE {
            let at = &mut self.movers[mover];
            at.tension += if block.is_turn() {
                0.5 * strength
            } else {
                let lever = end.place - self.nodes[at.node].position;
                0.5 * (dot(force, lever).x + strength * dot(lever, lever).x.sqrt())
            };
            mover = at.up;
        }
    }
}

impl Node {
    /// How it is turned from its ease, a rotation vector in model axes.
    fn off_ease(&self) -> Vec4 {
        match self.freedom {
            Freedom::Held | Freedom::Fixed => Vec4::ZERO,
            Freedom::Hinge { .. } => self.axis * self.angle_off_ease(),
            Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => rotate(self.before, self.ball_off_ease()),
        }
    }

    /// Of a hinge: between bounds there is one way, else the shorter one.
    pub(super) fn angle_off_ease(&self) -> f32 {
        let off = self.angle - self.ease.1;
        if matches!(self.freedom, Freedom::Hinge { reach } if reach < PI) { off } else { wrap_angle(off) }
    }

    /// The same in its own axes: twice the arc sine of the sine of half the angle, by its series (2 % less than the angle at two radians).
    fn ball_off_ease(&self) -> Vec4 {
        let half = product(self.q, self.ease.0 * Vec4::new(-1.0, -1.0, -1.0, 1.0));
        let sine = (half * if half.w < 0.0 { -1.0 } else { 1.0 }).with_w(0.0);
        let squared = dot(sine, sine);
        sine * (squared * (squared * (squared * (15.0 / 168.0) + 3.0 / 20.0) + 1.0 / 3.0) + 2.0)
    }

    pub(super) fn turned_squared(&self) -> f32 {
        match self.freedom {
            Freedom::Held | Freedom::Fixed => 0.0,
            Freedom::Hinge { .. } => self.angle_off_ease() * self.angle_off_ease(),
            Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => self.ball_off_ease().length_squared(),
        }
    }

    fn slid_squared(&self) -> f32 {
        (self.to_here - self.ease_place).truncate().length_squared()
    }
}
