//! Two free bones in one go.
//!
//! What [`TwoBone`](super::TwoBone) does for any chain, written out for the plainest one and the commonest: base, middle and
//! tip, one hanging on the other, without limits, with the segments that they have at rest, under parents that turn and move
//! only. The lengths are then known beforehand, everything happens in the space that the base hangs in, and no angle is ever
//! computed: each turn's quaternion comes from cosines and sines by half-angle formulas, with square roots alone. Whatever is out
//! of the ordinary is left to the general way, which gives the same answer but for rounding.
//!
//! With lengths a, b and span d, half of the angle β between the segments has `sin² = ((a + b)² - d²) / 4ab` and
//! `cos² = (d² - (a - b)²) / 4ab`.

use glam::{Quat, Vec3, Vec4};

use super::{
    TwoBone,
    swivel::{smooth, swivel},
    two_bone::NEARLY_STRAIGHT,
};
use crate::{
    d3::{Chain, Goal, Outcome, Pose, Report, Skeleton, Transform},
    math::{Rigid, Rot, lanes, vector},
};

/// A chain of two free bones, as it is at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    base: usize,
    middle: usize,
    tip: usize,
    /// From the base to the middle in the base's frame, and from the middle to the tip in the middle's.
    upper: Vec4,
    lower: Vec4,
    /// The axis about which it bends when it is straight: unit, across `upper`, in the base's frame.
    across: Vec4,
    /// The segments' lengths.
    a: f32,
    b: f32,
    triangle: Triangle,
    /// The squares of ab times the sines of two angles between the segments: below the first the limb is straight or folded, above
    /// the second it is bent enough to say in which plane.
    straight: f32,
    bent: f32,
}

/// What two lengths a and b say of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Triangle {
    /// The squares of sum and difference.
    sum: f32,
    difference: f32,
    /// 1 / 4ab.
    quarter: f32,
    /// b / a.
    ratio: f32,
}

impl Triangle {
    fn new(a: f32, b: f32) -> Self {
        Self { sum: (a + b) * (a + b), difference: (a - b) * (a - b), quarter: 0.25 / (a * b), ratio: b / a }
    }
}

/// A target nearer to the base than this part of the length is for the general way: its direction says little.
const NEAR: f32 = 1e-3;

/// Below this sine the bend has no plane of its own, in single precision.
const NO_PLANE: f32 = 1e-7;

/// Below this cosine a cross product has lost so many digits that the turn to the target is made of two: 1e-6 rad are left.
const OPPOSITE: f32 = -0.99;

/// How much the square of a rotation's length may differ from 1: then [`Rot::normalized`] takes no root either.
const NEARLY_UNIT: f32 = 2e-4;

/// A base farther from the origin of its space, metres, is for the general way.
const FARTHEST: f32 = 1e9;

/// The limb in the pose, and what it is to do.
struct Limb {
    base_at: Vec4,
    /// The local rotations of base and middle.
    base: Vec4,
    middle: Vec4,
    /// From the middle to the tip in the base's frame.
    lower: Vec4,
    /// From the base to the target in the base's frame, and the square of its length.
    line: Vec4,
    square: f32,
    pole: Option<Vec3>,
}

/// How a limb is to be bent.
struct Bend<'a> {
    /// About what, unit and across the upper segment.
    axis: Vec4,
    /// Sine and cosine of half the angle that the segments have now.
    half: [f32; 2],
    /// The segments in the plane across the axis, and how far the lower one's end is lifted off it.
    triangle: &'a Triangle,
    lift: f32,
    /// The square of the span, and its product with the target's distance.
    square: f32,
    product: f32,
}

/// What a solve made of the base, the middle, and the tip, which is so far from the base.
struct Solved {
    base: Vec4,
    middle: Vec4,
    tip: Vec4,
}

impl Pair {
    /// Whether this is such a chain.
    pub(crate) fn of(chain: &Chain, skeleton: &Skeleton) -> Option<Self> {
        let [base, middle, tip] = &chain.joints[..] else { return None };
        let rest = |joint: usize| &skeleton.joints()[joint].rest;
        let (upper, lower) = (rest(middle.joint).translation, rest(tip.joint).translation);
        let (a, b) = (upper.length(), lower.length());
        let is_free = chain.joints.iter().all(|entry| entry.limit.is_none() && !entry.held);
        let is_ordinary = a.min(b) > 1e-3 * (a + b) && (1e-6..1e6).contains(&(a + b));
        let axis = vector::unit(middle.bend_axis).unwrap_or(Vec3::X);
        (is_free && is_ordinary).then(|| Self {
            base: base.joint,
            middle: middle.joint,
            tip: tip.joint,
            upper: upper.extend(0.0),
            lower: lower.extend(0.0),
            across: vector::perpendicular(upper / a, axis).extend(0.0),
            a,
            b,
            triangle: Triangle::new(a, b),
            straight: (a * b * NO_PLANE) * (a * b * NO_PLANE),
            bent: (a * b * NEARLY_STRAIGHT) * (a * b * NEARLY_STRAIGHT),
        })
    }

    /// Solves and reports, if nothing is out of the ordinary; else leaves the pose as it is and gives `None`.
    pub(crate) fn solve(&self, solver: &TwoBone, (chain, goal): (&Chain, &Goal), pose: &mut Pose, report: &mut Report) -> Option<()> {
        let target = goal.place_alone().filter(|_| goal.joint == self.tip && pose.locals.len() == chain.joint_count)?;
        let is_plain = solver.twist == 0.0 && solver.weight == 1.0 && solver.soft >= 0.0 && solver.soft <= 0.5;
        let space = if chain.ancestors.is_empty() { None } else { Some(chain.rigid_space(pose)?) };
        let limb = self.limb(&space, target, goal.pole, &pose.locals).filter(|_| is_plain)?;
        let present = self.upper + limb.lower;
        if squared(present - limb.line) <= 1e-12 * self.triangle.sum {
            goal.pole.is_none().then_some(())?;
            let tip = lanes::rotate(limb.base, present);
            report.take_place(goal.joint, target, in_model(&space, tip + limb.base_at), Outcome::Reached);
            return Some(());
        }
        let is_within = limb.square >= self.triangle.difference && limb.square <= self.triangle.sum && solver.soft == 0.0;
        let normal = lanes::cross(self.upper, limb.lower);
        let (sin, cos) = (squared(normal), lanes::dot(self.upper, limb.lower).x);
        let mut outcome = Outcome::Reached;
        let inside = |axis, half| Bend { axis, half, triangle: &self.triangle, lift: 0.0, square: limb.square, product: limb.square };
        let solved = if is_within && sin < self.straight && cos > 0.0 {
            self.solved(&limb, inside(self.across, [0.0, 1.0]))
        } else if is_within && sin > self.bent {
            let per_product = 4.0 * self.triangle.quarter;
            let size = sin.sqrt();
            self.solved(&limb, inside(normal * (1.0 / size), half(size * per_product, cos * per_product)))
        } else {
            self.solved_unusual(solver, &limb, &mut outcome)
        };
        pose.locals[self.base].rotation = Quat::from_vec4(solved.base);
        pose.locals[self.middle].rotation = Quat::from_vec4(solved.middle);
        report.take_place(goal.joint, target, in_model(&space, solved.tip + limb.base_at), outcome);
        Some(())
    }

    /// The limb in the pose, if it is the one at rest but for its turns, and nothing is odd.
    #[inline(always)]
    fn limb(&self, space: &Option<Rigid>, target: Vec3, pole: Option<Vec3>, locals: &[Transform]) -> Option<Limb> {
        let (base, middle, tip) = (&locals[self.base], &locals[self.middle], &locals[self.tip]);
        // A translation and one of the scale at a time (which lie side by side), then what is left of the scales.
        let base_at = base.translation.extend(base.scale.x) - Vec4::W;
        let is_near = base_at.abs().cmple(Vec4::new(FARTHEST, FARTHEST, FARTHEST, 0.0));
        let segments = middle.translation.extend(middle.scale.x).cmpeq(self.upper + Vec4::W)
            & tip.translation.extend(tip.scale.x).cmpeq(self.lower + Vec4::W);
        let scales = Vec4::new(base.scale.y, base.scale.z, middle.scale.y, middle.scale.z).cmpeq(Vec4::ONE)
            & Vec4::new(tip.scale.y, tip.scale.z, 0.0, 0.0).cmpeq(Vec4::new(1.0, 1.0, 0.0, 0.0));
        let [base_turn, middle_turn, tip_turn] = [base.rotation.into(), middle.rotation.into(), tip.rotation.into()];
        let squares = [lanes::dot(base_turn, base_turn), lanes::dot(middle_turn, middle_turn), lanes::dot(tip_turn, tip_turn)];
        let beyond = (squares[0] - Vec4::ONE).abs() + (squares[1] - Vec4::ONE).abs() + (squares[2] - Vec4::ONE).abs();
        let are_unit = beyond.cmplt(Vec4::splat(NEARLY_UNIT));
        let [base_turn, middle_turn] = [unit(base_turn, squares[0]), unit(middle_turn, squares[1])];
        let line = in_space(space, target) - base_at;
        let square = squared(line);
        let is_ordinary =
            square >= NEAR * NEAR * self.triangle.sum && square <= 1e12 * self.triangle.sum && pole.is_none_or(Vec3::is_finite);
        if !is_ordinary || !(scales & segments & are_unit & is_near).all() {
            return None;
        }
        Some(Limb {
            base_at,
            base: base_turn,
            middle: middle_turn,
            lower: lanes::rotate(middle_turn, self.lower),
            line: lanes::rotate_back(base_turn, line),
            square,
            pole: pole.map(|pole| (in_space(space, pole) - base_at).truncate()),
        })
    }

    /// A limb that does not reach, or that is nearly straight or folded.
    #[inline(never)]
    fn solved_unusual(&self, solver: &TwoBone, limb: &Limb, outcome: &mut Outcome) -> Solved {
        let distance = limb.square.sqrt();
        let (span, found) = solver.span([self.a, self.b], distance);
        *outcome = found;
        let per_product = 4.0 * self.triangle.quarter;
        let normal = lanes::cross(self.upper, limb.lower);
        let (sin, cos) = (squared(normal), lanes::dot(self.upper, limb.lower).x * per_product);
        let size = sin.sqrt();
        // As it straightens, the plane that it is bent in gives way to the axis fixed in the skeleton.
        let known = smooth((size * per_product / NEARLY_STRAIGHT).min(1.0));
        let axis = if sin < self.straight { self.across } else { normal * (known / size) + self.across * (1.0 - known) };
        let axis = axis * (1.0 / squared(axis).max(1e-12).sqrt());
        // What of the lower segment does not lie in the plane stays as it is.
        let lift = lanes::dot(limb.lower, axis).x;
        let flat = ((self.b - lift) * (self.b + lift)).sqrt();
        let half = half(lanes::dot(normal, axis).x / (self.a * flat), cos * self.b / flat);
        let triangle = &Triangle::new(self.a, flat);
        self.solved(limb, Bend { axis, half, triangle, lift, square: span * span - lift * lift, product: span * distance })
    }

    /// Bends the limb and turns its tip to the target, and its middle to the pole.
    #[inline(always)]
    fn solved(&self, limb: &Limb, bend: Bend) -> Solved {
        let triangle = bend.triangle;
        let sin_squared = ((triangle.sum - bend.square) * triangle.quarter).max(0.0);
        let cos_squared = ((bend.square - triangle.difference) * triangle.quarter).max(0.0);
        let ahead = self.upper * (1.0 + triangle.ratio * (cos_squared - sin_squared));
        let aside = lanes::cross(bend.axis, self.upper) * (triangle.ratio * 2.0) * (sin_squared * cos_squared).sqrt();
        let aim = Aim { from: (ahead + bend.axis * bend.lift) + aside, to: limb.line, product: bend.product };
        let mut base = aim.turned(limb.base, bend.axis);
        if let Some(pole) = limb.pole {
            base = limb.swivelled(base, bend.axis, pole);
        }
        let ([sin, cos], [half_sin, half_cos]) = ([sin_squared.sqrt(), cos_squared.sqrt()], bend.half);
        let turn = bend.axis * (sin * half_cos - cos * half_sin) + Vec4::W * (cos * half_cos + sin * half_sin);
        let middle = lanes::product(turn, limb.middle);
        let tip = lanes::rotate(base, self.upper + lanes::rotate(middle, self.lower));
        Solved { base, middle, tip }
    }
}

/// A point of model space in the space that the base hangs in.
#[inline(always)]
fn in_space(space: &Option<Rigid>, point: Vec3) -> Vec4 {
    space.as_ref().map_or(point, |space| space.down(point)).extend(0.0)
}

/// The other way.
#[inline(always)]
fn in_model(space: &Option<Rigid>, point: Vec4) -> Vec3 {
    space.as_ref().map_or(point.truncate(), |space| space.up(point.truncate()))
}

/// Sine and cosine of half an angle.
#[inline(always)]
fn half(sin: f32, cos: f32) -> [f32; 2] {
    let [sin, cos] = if cos > 0.0 { [sin, 1.0 + cos] } else { [1.0 - cos, sin] };
    let per_length = 1.0 / (sin * sin + cos * cos).sqrt();
    [sin * per_length, cos * per_length]
}

/// A rotation whose length is nearly 1 brought to that, with the square of its length.
#[inline(always)]
fn unit(turn: Vec4, squared: Vec4) -> Vec4 {
    turn * (Vec4::splat(1.5) - squared * 0.5)
}

/// The square of a length.
#[inline(always)]
fn squared(v: Vec4) -> f32 {
    lanes::dot(v, v).x
}

/// What is to be turned to point where, both in the base's frame, and the product of their lengths.
struct Aim {
    from: Vec4,
    to: Vec4,
    product: f32,
}

impl Aim {
    /// The base turned by the least rotation that does it; about `side` where they are opposite.
    #[inline(always)]
    fn turned(&self, base: Vec4, side: Vec4) -> Vec4 {
        let dot = lanes::dot(self.from, self.to).x;
        if dot > OPPOSITE * self.product {
            let (cross, scalar) = (lanes::cross(self.from, self.to), self.product + dot);
            let length = (squared(cross) + scalar * scalar).sqrt();
            lanes::product(base, cross + Vec4::W * scalar) * (1.0 / length)
        } else {
            self.turned_about(base, side)
        }
    }

    #[inline(never)]
    fn turned_about(&self, base: Vec4, side: Vec4) -> Vec4 {
        let turn = Rot::between(self.from.truncate(), self.to.truncate(), side.truncate());
        lanes::product(base, Quat::from(turn).into())
    }
}

impl Limb {
    /// The base turned about the line so that the middle is on the pole's side.
    #[inline(never)]
    fn swivelled(&self, base: Vec4, axis: Vec4, pole: Vec3) -> Vec4 {
        let line = lanes::rotate(self.base, self.line) / self.square.sqrt();
        let turn = swivel(line.truncate(), lanes::rotate(base, axis).truncate(), pole);
        let base = lanes::product(Quat::from(turn).into(), base);
        base * (1.0 / squared(base).sqrt())
    }
}
