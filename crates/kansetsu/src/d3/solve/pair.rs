//! Two free bones in a single pass.
//!
//! The computation of [`TwoBone`](super::TwoBone) specialized for the most common chain: base,
//! middle and tip, each a child of the one before, without limits, with their rest lengths, under
//! parents without scales. The lengths are then known beforehand, everything happens in the space
//! of the base's parent, and no angle is computed: each quaternion follows from cosines and sines
//! by half-angle formulas, with square roots alone. All other cases are left to the general path,
//! whose results are equal but for rounding.
//!
//! With lengths a, b and span d, half of the angle β between the segments has `sin² = ((a + b)² -
//! d²) / 4ab` and `cos² = (d² - (a - b)²) / 4ab`.

use glam::{Quat, Vec3, Vec4, Vec4Swizzles};

use super::{
    in_plane::{InPlane, rotated_into_plane},
    swivel::swivel,
};
use crate::{
    d3::{
        Chain, Goal, Outcome, Pose, Report, Transform,
        chain::{NEAR, NEARLY_STRAIGHT, Pair, Triangle},
    },
    math::{Rot, lanes, reach, smoothstep},
};

/// Below this cosine a cross product is inaccurate, and the rotation to the target is the product
/// of two: the error is 1e-6 rad.
const OPPOSITE: f32 = -0.99;

/// The deviation of a squared length from 1 up to which [`Rot::normalized`] needs no square root.
const NEARLY_UNIT: f32 = 2e-4;

/// The rounding error of a squared length: normalizing such a rotation gains nothing.
const ROUNDING: f32 = 5e-7;

/// A base further from the origin of its space, metres, uses the general path.
const FARTHEST: f32 = 1e9;

/// The limb in the pose, and its goal.
struct Limb {
    base_at: Vec4,
    /// The local rotations of base and middle.
    base: Vec4,
    middle: Vec4,
    /// The vector from the middle to the tip in the base's frame.
    lower: Vec4,
    /// The vector from the base to the target in the base's frame, and the square of its length.
    line: Vec4,
    square: f32,
    pole: Option<Vec3>,
}

/// The bend of a limb.
struct Bend {
    /// The axis, unit and perpendicular to the upper segment.
    axis: Vec4,
    /// Sine and cosine of half the remaining rotation of the middle.
    turn: [f32; 2],
    /// The position of the tip after the bend, in the base's frame.
    from: Vec4,
    /// The product of the span and the target's distance.
    product: f32,
}

/// The solved rotations of base and middle, and the tip's position relative to the base.
struct Solved {
    base: Vec4,
    middle: Vec4,
    tip: Vec4,
}

impl Pair {
    /// Solves and reports. `soft` is [`TwoBone::soft`](super::TwoBone::soft). `None`, with the pose
    /// unchanged, if the general path is needed.
    #[inline(always)]
    pub(crate) fn solve(
        &self,
        soft: f32,
        (chain, goal): (&Chain, &Goal),
        pose: &mut Pose,
        report: &mut Report,
    ) -> Option<()> {
        let target = goal.position_only()?;
        if goal.joint != self.tip || pose.locals.len() != chain.joint_count {
            return None;
        }
        if soft != 0.0 || goal.pole.is_some() || !chain.ancestors().is_empty() {
            return self.solve_further(soft, (chain, goal), pose, report);
        }
        let (reached, outcome) = self.place(soft, (target, None), &mut pose.locals)?;
        report.set_position(goal.joint, target, reached, outcome);
        Some(())
    }

    /// The same with a pole, with soft reach, or under parents without scales.
    #[inline(never)]
    fn solve_further(
        &self,
        soft: f32,
        (chain, goal): (&Chain, &Goal),
        pose: &mut Pose,
        report: &mut Report,
    ) -> Option<()> {
        let (target, space) = (goal.position?, chain.rigid_space(pose)?);
        if !(0.0..=0.5).contains(&soft) || !goal.pole.is_none_or(Vec3::is_finite) {
            return None;
        }
        let pole = goal.pole.map(|pole| space.down(pole));
        let (reached, outcome) = self.place(soft, (space.down(target), pole), &mut pose.locals)?;
        report.set_position(goal.joint, target, space.up(reached), outcome);
        Some(())
    }

    /// Moves the tip to a target in the space of the base's parent. Returns the tip's new position.
    #[inline(always)]
    fn place(
        &self,
        soft: f32,
        (target, pole): (Vec3, Option<Vec3>),
        locals: &mut [Transform],
    ) -> Option<(Vec3, Outcome)> {
        let Limb { base_at, base, middle, lower, line, square, pole } =
            self.limb(target, pole, locals)?;
        let limb = || Limb { base_at, base, middle, lower, line, square, pole };
        let normal = lanes::cross(self.upper, lower);
        let (normal_square, dot) = (squared(normal), lanes::dot(self.upper, lower).x);
        // If the span is wrong, the tip cannot be at the target; else its position is tested.
        if (self.lengths + 2.0 * dot - square).abs() <= 1e-5 * self.triangle.sum {
            let present = self.upper + lower;
            if squared(present - line) <= 1e-12 * self.triangle.sum {
                pole.is_none().then_some(())?;
                return Some((
                    (lanes::rotate(base, present) + base_at).truncate(),
                    Outcome::Reached,
                ));
            }
        }
        let mut outcome = Outcome::Reached;
        let is_within = square >= self.least && square <= self.triangle.sum && soft == 0.0;
        let solved = if is_within && normal_square < self.straight && dot > 0.0 {
            let squares = self.triangle.squares(square);
            let turn = squares.map(f32::sqrt);
            let from = self.triangle.end([self.upper, self.aside], squares, turn);
            self.solved(limb(), Bend { axis: self.across, turn, from, product: square })
        } else if is_within && normal_square > self.bent {
            let (per_product, size) = (4.0 * self.triangle.quarter, normal_square.sqrt());
            let axis = normal * (1.0 / size);
            let squares = self.triangle.squares(square);
            let wanted = squares.map(f32::sqrt);
            let from =
                self.triangle.end([self.upper, lanes::cross(axis, self.upper)], squares, wanted);
            let turn = difference(wanted, half(size * per_product, dot * per_product));
            self.solved(limb(), Bend { axis, turn, from, product: square })
        } else {
            self.solved_unusual(soft, limb(), &mut outcome)?
        };
        locals[self.base].rotation = Quat::from_vec4(solved.base);
        locals[self.middle].rotation = Quat::from_vec4(solved.middle);
        Some(((solved.tip + base_at).truncate(), outcome))
    }

    /// The limb in the pose, if only its rotations differ from rest and all values are regular.
    #[inline(always)]
    fn limb(&self, target: Vec3, pole: Option<Vec3>, locals: &[Transform]) -> Option<Limb> {
        let (base, middle, tip) = (&locals[self.base], &locals[self.middle], &locals[self.tip]);
        // A translation and one of the scale at a time (which are adjacent in memory), then the
        // rest of the scales.
        let base_at = base.translation.extend(base.scale.x) - Vec4::W;
        let is_near = base_at.abs().cmple(Vec4::new(FARTHEST, FARTHEST, FARTHEST, 0.0));
        let segments = middle.translation.extend(middle.scale.x).cmpeq(self.places[0])
            & tip.translation.extend(tip.scale.x).cmpeq(self.places[1]);
        let scales = Vec4::new(base.scale.y, base.scale.z, middle.scale.y, middle.scale.z)
            .cmpeq(Vec4::ONE)
            & Vec4::new(tip.scale.y, tip.scale.z, tip.scale.y, tip.scale.z).cmpeq(Vec4::ONE);
        let [mut base_turn, mut middle_turn, tip_turn] =
            [base.rotation.into(), middle.rotation.into(), tip.rotation.into()];
        let is_ordinary = scales & segments & is_near;
        let beyond = (squares_of([base_turn, middle_turn, tip_turn]) - Vec4::ONE).abs();
        if !(is_ordinary & beyond.cmplt(Vec4::splat(ROUNDING))).all() {
            if !(is_ordinary & beyond.cmplt(Vec4::splat(NEARLY_UNIT))).all() {
                return None;
            }
            [base_turn, middle_turn] =
                [lanes::nearly_normalized(base_turn), lanes::nearly_normalized(middle_turn)];
        }
        let line = target.extend(0.0) - base_at;
        Some(Limb {
            base_at,
            base: base_turn,
            middle: middle_turn,
            lower: lanes::rotate(middle_turn, self.lower),
            line: lanes::rotate_back(base_turn, line),
            square: squared(line),
            pole: pole.map(|pole| pole - base_at.truncate()),
        })
    }

    /// A limb that does not reach, or that is nearly straight or folded.
    #[inline(never)]
    fn solved_unusual(&self, soft: f32, limb: Limb, outcome: &mut Outcome) -> Option<Solved> {
        let is_ordinary = limb.square >= NEAR * NEAR * self.triangle.sum
            && limb.square <= 1e12 * self.triangle.sum;
        if !is_ordinary {
            return None;
        }
        let distance = limb.square.sqrt();
        let (span, found) = reach::span([self.a, self.b], soft, distance);
        *outcome = found;
        let per_product = 4.0 * self.triangle.quarter;
        let normal = lanes::cross(self.upper, limb.lower);
        let sin = squared(normal);
        let size = sin.sqrt();
        // As the limb straightens, the plane of the bend is blended with the axis fixed in the
        // skeleton.
        let known = smoothstep((size * per_product / NEARLY_STRAIGHT).min(1.0));
        let axis = if sin < self.straight {
            self.across
        } else {
            normal * (known / size) + self.across * (1.0 - known)
        };
        let axis = axis * (1.0 / squared(axis).max(1e-12).sqrt());
        // The component of the lower segment outside the plane is kept, as far as the span allows.
        let InPlane { turn, lift } =
            rotated_into_plane([self.a, self.b], span, (axis.truncate(), limb.lower.truncate()));
        let turn = Quat::from(turn).into();
        let limb = Limb {
            lower: lanes::rotate(turn, limb.lower),
            middle: lanes::product(turn, limb.middle),
            ..limb
        };
        let (normal, cos) = (
            lanes::cross(self.upper, limb.lower),
            lanes::dot(self.upper, limb.lower).x * per_product,
        );
        let flat = ((self.b - lift) * (self.b + lift)).sqrt();
        let half = half(lanes::dot(normal, axis).x / (self.a * flat), cos * self.b / flat);
        let triangle = Triangle::new(self.a, flat);
        let squares = triangle.squares(span * span - lift * lift).map(|square| square.max(0.0));
        let wanted = squares.map(f32::sqrt);
        let from = triangle.end([self.upper, lanes::cross(axis, self.upper)], squares, wanted)
            + axis * lift;
        Some(self.solved(
            limb,
            Bend { axis, turn: difference(wanted, half), from, product: span * distance },
        ))
    }

    /// Bends the limb and rotates its tip to the target, and its middle to the pole.
    #[inline(always)]
    fn solved(&self, limb: Limb, Bend { axis, turn: [sin, cos], from, product }: Bend) -> Solved {
        let Limb { base, middle, line, square, pole, .. } = limb;
        let mut base = aimed(base, [from, line], product, axis);
        if let Some(pole) = pole {
            base = swivelled([limb.base, base], [line, axis], square, pole);
        }
        Solved {
            base,
            middle: lanes::product(axis * sin + Vec4::W * cos, middle),
            tip: lanes::rotate(base, from),
        }
    }
}

/// Sine and cosine of half an angle.
#[inline(always)]
fn half(sin: f32, cos: f32) -> [f32; 2] {
    let [sin, cos] = if cos > 0.0 { [sin, 1.0 + cos] } else { [1.0 - cos, sin] };
    let per_length = 1.0 / (sin * sin + cos * cos).sqrt();
    [sin * per_length, cos * per_length]
}

/// The first angle minus the second.
#[inline(always)]
fn difference([sin, cos]: [f32; 2], [by_sin, by_cos]: [f32; 2]) -> [f32; 2] {
    [sin * by_cos - cos * by_sin, cos * by_cos + sin * by_sin]
}

/// The square of a length.
#[inline(always)]
fn squared(v: Vec4) -> f32 {
    lanes::dot(v, v).x
}

/// The squares of three lengths, the last one twice.
#[inline(always)]
fn squares_of(v: [Vec4; 3]) -> Vec4 {
    let [a, b, c] = v.map(|v| v * v);
    let ab = Vec4::new(a.x, a.y, b.x, b.y) + Vec4::new(a.z, a.w, b.z, b.w);
    let cc = c + c.zwxy();
    Vec4::new(ab.x, ab.z, cc.x, cc.z) + Vec4::new(ab.y, ab.w, cc.y, cc.w)
}

/// The base rotated by the smallest rotation that points the first point in its frame at the
/// second; about `side` if they are opposite. `product` is the product of their lengths.
#[inline(always)]
fn aimed(base: Vec4, [from, to]: [Vec4; 2], product: f32, side: Vec4) -> Vec4 {
    let dot = lanes::dot(from, to).x;
    if dot > OPPOSITE * product {
        let (cross, scalar) = (lanes::cross(from, to), product + dot);
        // The square root and the division run in parallel.
        let square = squared(cross) + scalar * scalar;
        let per_length = square.sqrt() * (1.0 / square);
        lanes::product(base, cross + Vec4::W * scalar) * per_length
    } else {
        aimed_about(base, [from, to], side)
    }
}

#[inline(never)]
fn aimed_about(base: Vec4, [from, to]: [Vec4; 2], side: Vec4) -> Vec4 {
    let turn = Rot::between(from.truncate(), to.truncate(), side.truncate());
    lanes::product(base, Quat::from(turn).into())
}

/// The base (before and after the aim) rotated about the line (whose square is given) so that the
/// middle is on the pole's side.
#[inline(never)]
fn swivelled([before, base]: [Vec4; 2], [line, axis]: [Vec4; 2], square: f32, pole: Vec3) -> Vec4 {
    let line = lanes::rotate(before, line) / square.sqrt();
    let turn = swivel(line.truncate(), lanes::rotate(base, axis).truncate(), pole);
    let base = lanes::product(Quat::from(turn).into(), base);
    base * (1.0 / squared(base).sqrt())
}
