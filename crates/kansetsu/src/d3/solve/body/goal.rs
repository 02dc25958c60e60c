//! What one goal asks for: three rows, a pull, and how far the pull gives way.
//!
//! A miss `m` costs `S |m|`, its length times the goal's strength, not its square. So a goal pulls with its strength from near and far: what
//! comfort can spare is met to the last digit, and what it cannot gives way smoothly, however far off the target is. A step takes the
//! length for the square that touches it (iteratively reweighted least squares), `S |m|² / 2 max(|m|, ε)`; inside of ε the pull `y` of the
//! step before goes on, `m + Λ y (1 - |m| / ε)` with `Λ = ε / S`, so that nothing is left of a miss that pulls by less than its strength.
//!
//! Sources: T. Pietrzykowski, "An exact potential method for constrained maxima", SIAM J. Numerical Analysis 6(2), 1969; P. W. Holland,
//! R. E. Welsch, "Robust regression using iteratively reweighted least-squares", Comm. in Statistics 6(9), 1977; M. Hestenes, "Multiplier
//! and gradient methods", J. Optimization Theory and Applications 4, 1969.

use glam::{Mat3, Vec3, Vec4, Vec4Swizzles};

use super::{
    apart::{Neighbours, outwards},
    balance::Footing,
    node::Node,
    nodes::{NONE, Nodes, Point},
    pole::Pole,
};
use crate::{
    d3::solve::turn::{self, Turn},
    math::{
        Rot,
        lanes::{cross, rot},
    },
};

/// Three rows: a place, a turn, or the side of a limb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) goal: usize,
    pub(crate) kind: Kind,
    /// What reaches.
    pub(crate) point: Point,
    /// What the target hangs on: the point that should be reached, or the node in whose frame a turn is given.
    pub(crate) anchor: Option<Point>,
    /// What its residual is multiplied with: lengths stay, radians become lengths.
    pub(crate) weight: f32,
    /// How hard it pulls at most, in the comfort of a radian per body size.
    pub(crate) strength: f32,
    /// The same when it is nearly met.
    pub(crate) hold: f32,
    /// So many times as hard at present.
    pub(crate) insistence: f32,
    /// A step sees no more of a miss than so much, weighted: more than the joints may turn it is not to ask for.
    pub(crate) sight: f32,
    /// So near, in the residual's unit, is near enough.
    pub(crate) deadband: f32,
    /// Whether it heeds what the last step took of its pull.
    pub(crate) hastens: bool,
    /// How near counts as met, in the residual's unit before weighting.
    pub(crate) tolerance: f32,
    /// Whether it comes before the others.
    pub(crate) is_pin: bool,
    /// What part of a place counts, on a line or in a plane.
    pub(crate) extent: Option<Mat3>,
    /// What part of the rows counts.
    pub(crate) rows: Option<Mat3>,
    /// For what is to be inside a border: the way in, and how far outside it is, negative inside.
    pub(crate) border: Option<(Vec3, f32)>,
    /// What is missing, weighted; with what a pull goes on with, what a step is to take.
    pub(crate) missing: Vec3,
    pub(crate) wanted: Vec3,
    /// How far it gives way to a pull of 1.
    pub(crate) softness: f32,
    /// What it pulled with in the last step.
    pub(crate) pull: Vec3,
    /// Where the point is, and what it should be at if that hangs on the body.
    pub(crate) place: Vec4,
    pub(crate) anchor_place: Vec4,
    /// The last movers that move its ends, their places in [`Nodes::movers`]; `NONE` when nothing does.
    pub(crate) mover: usize,
    pub(crate) anchor_mover: usize,
    /// The system that it is a part of, and its first row there.
    pub(crate) group: usize,
    pub(crate) row: usize,
}

/// What a block wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The point should be here, or at its anchor.
    Place(Vec3),
    /// The frame after the node should be turned so; with an anchor, in the frame of that.
    Turn(Turn),
    /// The point, which is the middle of a limb, should lie on the side of a pole.
    Pole(Pole),
    /// The centre of mass should be above what carries the body.
    Balance,
    /// Two parts of the body should be apart: their place among the neighbours.
    Apart(usize),
}

/// How soft a goal is at least, in body sizes per unit of pull: below, single precision knows no difference. It sets where the pull of the
/// step before goes on: nearer than this times the strength.
const LEAST_SOFTNESS: f32 = 1e-6;

/// A goal that misses by more than this, in body sizes, lets go of what it holds.
const LET_GO: f32 = 2e-3;

/// A goal that pulls so many times as hard as it can has not come to rest.
const OVERDRAWN: f32 = 1.2;

/// How soft a goal is that asks for nothing now.
const IDLE: f32 = 1e9;

impl Block {
    /// A block of a goal for a point, that pulls so hard from afar and when it is nearly met.
    pub(crate) const fn new(goal: usize, point: Point, [strength, hold]: [f32; 2]) -> Self {
        Self {
            goal,
            kind: Kind::Place(Vec3::ZERO),
            point,
            anchor: None,
            weight: 1.0,
            strength,
            hold,
            insistence: 1.0,
            sight: f32::INFINITY,
            deadband: 0.0,
            hastens: false,
            tolerance: 0.0,
            is_pin: false,
            extent: None,
            rows: None,
            border: None,
            missing: Vec3::ZERO,
            wanted: Vec3::ZERO,
            softness: 0.0,
            pull: Vec3::ZERO,
            place: Vec4::ZERO,
            anchor_place: Vec4::ZERO,
            mover: NONE,
            anchor_mover: NONE,
            group: 0,
            row: 0,
        }
    }

    /// How a unit turn of a node about `direction` moves what is missing, weighted.
    #[inline]
    pub(crate) fn moved_by(&self, index: usize, node: &Node, direction: Vec4) -> Vec4 {
        let moved = if node.anchors == 0 { self.end_by(node, direction, self.place) } else { self.ends_by(index, node, direction) };
        self.rows.map_or(moved, |rows| (rows * moved.xyz()).extend(0.0)) * self.weight
    }

    #[inline]
    fn end_by(&self, node: &Node, direction: Vec4, place: Vec4) -> Vec4 {
        match self.kind {
            Kind::Turn(_) => direction,
            Kind::Balance => cross(direction, node.carried - node.pivot * node.carried.w),
            _ => cross(direction, place - node.pivot),
        }
    }

    /// The same for a node that may carry what a target hangs on.
    fn ends_by(&self, index: usize, node: &Node, direction: Vec4) -> Vec4 {
        let carries = |bits: u64| if bits >> index & 1 == 1 { 1.0 } else { 0.0 };
        self.end_by(node, direction, self.place) * carries(node.points)
            - self.end_by(node, direction, self.anchor_place) * carries(node.anchors)
    }

    /// Whether it is a wish beside the goals.
    pub(crate) const fn is_wish(&self) -> bool {
        matches!(self.kind, Kind::Pole(_) | Kind::Balance | Kind::Apart(_))
    }

    /// Whether it is the balance.
    pub(crate) const fn is_balance(&self) -> bool {
        matches!(self.kind, Kind::Balance)
    }

    /// Whether it keeps something inside a border, on which nothing else is to insist.
    pub(crate) const fn is_kept(&self) -> bool {
        matches!(self.kind, Kind::Balance | Kind::Apart(_))
    }

    /// Whether it turns something.
    pub(crate) const fn is_turn(&self) -> bool {
        matches!(self.kind, Kind::Turn(_))
    }

    /// Its ends, but for the balance: the mover and the place of each, and the weight with which it counts.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (usize, Vec4, f32)> + use<> {
        let point = (!self.is_balance()).then_some((self.mover, self.place, 1.0));
        let anchor = self.anchor.is_some().then_some((self.anchor_mover, self.anchor_place, -1.0));
        [point, anchor].into_iter().flatten().filter(|end| end.0 != NONE)
    }

    /// How far off it is, in the residual's unit before weighting.
    pub(crate) fn miss(&self) -> f32 {
        self.missing.length() / self.weight
    }

    /// How far it is from what it asks for, near enough or not, in the residual's unit before weighting.
    pub(crate) fn off(&self) -> f32 {
        self.border.map_or_else(|| self.miss(), |(_, outside)| outside / self.weight) + self.deadband
    }

    /// Whether it is a goal that is not met.
    pub(crate) fn misses(&self) -> bool {
        let near = self.tolerance * self.weight;
        let squared = self.missing.length_squared();
        !self.is_wish() && (squared.is_nan() || squared > near * near)
    }

    /// What the miss costs.
    pub(crate) fn cost(&self) -> f32 {
        self.strength * self.missing.length()
    }

    /// Measures what is missing, and how a step is to see it.
    #[inline]
    pub(crate) fn measure(&mut self, nodes: &Nodes, (footing, neighbours): (&mut Footing, &Neighbours)) {
        self.place = if self.is_balance() { nodes.centre_of_mass() } else { nodes.place_of(self.point) };
        let missing = match self.kind {
            Kind::Place(target) => {
                let target = self.anchor.map_or(target, |anchor| {
                    self.anchor_place = nodes.place_of(anchor);
                    self.anchor_place.xyz()
                });
                let missing = target - self.place.xyz();
                self.rows = self.extent;
                self.rows.map_or(missing, |rows| rows * missing)
            }
            Kind::Turn(wanted) => {
                let frame = rot(nodes.nodes[self.point.node].frame);
                let wanted = self.anchor.map_or(wanted, |anchor| wanted.under(rot(nodes.nodes[anchor.node].frame)));
                self.rows = wanted.rows(frame);
                wanted.missing(frame, self.place.xyz())
            }
            Kind::Pole(pole) => {
                let missing = pole.missing(nodes, self.place.xyz());
                self.rows = Some(missing.rows);
                missing.way
            }
            Kind::Apart(index) => {
                let apart = &neighbours.0[index];
                let [place, anchor] = apart.nearest(nodes);
                (self.place, self.anchor_place) = (place.extend(0.0), anchor.extend(0.0));
                return self.keep_inside(outwards(anchor, place), apart.distance - place.distance(anchor));
            }
            Kind::Balance => {
                let (outside, inwards) = footing.missing(nodes, self.place.xyz());
                return self.keep_inside(inwards, outside);
            }
        };
        self.missing = missing * self.weight;
        if self.deadband > 0.0 {
            return self.keep_near();
        }
        let (length, near) = (self.missing.length(), LEAST_SOFTNESS * self.hold * self.insistence);
        let seen = length.min(self.sight).max(near);
        self.softness = (seen / self.pull_at(length.max(near)) * self.spared(length.max(near))).max(LEAST_SOFTNESS);
        self.wanted = if length > seen { self.missing * (seen / length) } else { self.missing };
        if length < near {
            self.wanted += self.pull.clamp_length_max(self.hold * self.insistence) * (self.softness * (1.0 - length / near));
        }
    }

    /// What is near enough anywhere in a ball. The ball is round: beside the row towards its middle others hold back what goes along it, as much as the
    /// length of the miss is curved, the pull over the distance to the middle.
    fn keep_near(&mut self) {
        let (length, all) = (self.missing.length(), self.rows.unwrap_or(Mat3::IDENTITY));
        let towards = if length > 0.0 { self.missing / length } else { Vec3::X };
        let outside = length - self.deadband * self.weight;
        self.keep_inside(towards, outside);
        if self.is_engaged() && length > 0.0 {
            let pull = if outside > 0.0 { self.pull_at(outside) } else { self.pull.dot(towards) };
            let towards = turn::along(towards);
            self.rows = Some(towards + (all - towards) * (self.softness * pull / length).sqrt().min(1.0));
        }
    }

    /// A step of which a goal takes the part `p` of its pull leaves that part of its miss, for the square touches the length where the step begins.
    /// One that touches it where the step will end leaves less, by what the last step took: nothing where that was nothing, and level at the
    /// whole, so that what gives way comes to rest. What may stop pulling within a step is taken as it stands.
    fn spared(&self, length: f32) -> f32 {
        let pull = self.pull.length();
        let part = if self.hastens && pull > 0.0 { (pull / self.pull_at(length)).min(1.0) } else { 1.0 };
        part * part * (3.0 - 2.0 * part)
    }

    /// How hard it pulls when it is so far off.
    fn pull_at(&self, length: f32) -> f32 {
        let far = length / LET_GO;
        self.insistence * (self.strength + (self.hold - self.strength) / (1.0 + far * far))
    }

    /// What is near enough anywhere inside a border: one row, towards the inside, that pulls and never pushes. Whether it pulls is found within
    /// a step, as bounds are.
    fn keep_inside(&mut self, towards: Vec3, outside: f32) {
        let pulled = self.is_engaged() && self.pull.dot(towards) > 0.0;
        (self.rows, self.border) = (Some(turn::along(towards)), Some((towards, outside)));
        (self.wanted, self.missing) = (towards * outside, towards * outside.max(0.0));
        self.engage(pulled || outside > 0.0);
    }

    /// For what is to be inside a border: whether that will be over after a step that brings it so far, or is held by a pull.
    pub(super) fn is_at_border(&self, parted: impl Fn() -> Vec3) -> Option<bool> {
        let (towards, outside) = self.border?;
        Some(if self.is_engaged() { self.pull.dot(towards) > 0.0 } else { outside > towards.dot(parted()) })
    }

    /// Lets it pull in the next step, or not.
    pub(super) fn engage(&mut self, pulls: bool) {
        let inside = self.missing.length();
        self.softness = if pulls { inside.max(LEAST_SOFTNESS * self.hold) / self.pull_at(inside) } else { IDLE };
    }

    /// Whether it pulls in this step.
    pub(super) fn is_engaged(&self) -> bool {
        self.softness < IDLE
    }

    /// Asks, if it is a pin, for what is missing alone, and else for nothing in the next step.
    pub(crate) fn rest(&mut self) {
        self.pull = Vec3::ZERO;
        (self.softness, self.wanted) = if self.is_pin { (LEAST_SOFTNESS, self.missing) } else { (IDLE, Vec3::ZERO) };
    }

    /// Whether it pulled harder than it can from where it is: then it gives way in the next steps, however little the last one did.
    pub(crate) fn gives_way(&self) -> bool {
        let most = OVERDRAWN * self.pull_at(self.missing.length());
        !self.is_pin && self.border.is_none() && self.pull.length_squared() > most * most
    }

    /// Keeps what the step pulls with.
    pub(crate) fn take_pull(&mut self, solution: &[f32]) {
        self.pull = Vec3::from_slice(&solution[self.row..self.row + 3]);
    }

    /// What it pulls its ends with, in model space.
    pub(crate) fn force(&self) -> Vec3 {
        let pull = self.pull * self.weight;
        self.rows.map_or(pull, |rows| rows * pull)
    }
}

impl Turn {
    /// The same, given in a frame.
    fn under(self, frame: Rot) -> Self {
        match self {
            Self::Full(wanted) => Self::Full(frame * wanted),
            Self::Axis { axis, direction } => Self::Axis { axis, direction: frame.rotate(direction) },
            Self::LookAt { .. } => self,
        }
    }
}
