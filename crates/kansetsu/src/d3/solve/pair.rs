//! Two bones in a single pass.
//!
//! The computation of [`TwoBone`](super::TwoBone) specialized for the most common chain: base,
//! middle and tip, each a child of the one before, with their rest lengths, under parents without
//! scales. The lengths are then known beforehand, everything happens in the space
//! of the base's parent, and no angle is computed: each quaternion follows from cosines and sines
//! by half-angle formulas, with square roots alone. All other cases are left to the general path,
//! whose results are equal but for rounding.
//!
//! With lengths a, b and span d, half of the angle β between the segments has `sin² = ((a + b)² -
//! d²) / 4ab` and `cos² = (d² - (a - b)²) / 4ab`.
//!
//! Bones with limits are solved in [`super::pair_limited`] if the closed form stays inside them.
//! The common cases are written once for [`Lanes`], for one limb here and for four limbs of a batch
//! in [`super::pair_four`].

use glam::{Quat, Vec3, Vec4, Vec4Swizzles};

use super::{
    in_plane::{InPlane, rotated_into_plane},
    swivel::swivel,
};
use crate::{
    d3::{
        Chain, Goal, Outcome, Pose, Report, Transform,
        chain::{FARTHEST, NEAR, NEARLY_STRAIGHT, Pair, Triangle},
    },
    math::{
        Rot,
        lanes::{Lanes, One},
        reach, smoothstep,
    },
};

/// Below this cosine a cross product is inaccurate, and the rotation to the target is the product
/// of two: the error is 1e-6 rad.
pub(super) const OPPOSITE: f32 = -0.99;

/// The deviation of a squared length from 1 up to which [`Rot::normalized`] needs no square root.
pub(super) const NEARLY_UNIT: f32 = 2e-4;

/// The rounding error of a squared length: normalizing such a rotation gains nothing.
pub(super) const ROUNDING: f32 = 5e-7;

/// The squared length below which a tip is close enough to its target to stay, and the difference
/// of the squared spans up to which it may be; as fractions of the squared length of the limb.
pub(super) const THERE: [f32; 2] = [1e-12, 1e-5];

/// The limb in the pose, and its goal.
pub(super) struct Limb<L: Lanes> {
    pub(super) base_at: L::Vector,
    /// The local rotations of base and middle.
    pub(super) base: L::Vector,
    pub(super) middle: L::Vector,
    /// The vector from the middle to the tip in the base's frame.
    pub(super) lower: L::Vector,
    /// The vector from the base to the target in the base's frame, and the square of its length.
    pub(super) line: L::Vector,
    pub(super) square: L::Number,
}

/// The bend of a limb.
pub(super) struct Bend<L: Lanes> {
    /// The axis, unit and perpendicular to the upper segment.
    pub(super) axis: L::Vector,
    /// Sine and cosine of half the remaining rotation of the middle.
    pub(super) turn: [L::Number; 2],
    /// The position of the tip after the bend, in the base's frame.
    pub(super) from: L::Vector,
    /// The product of the span and the target's distance.
    pub(super) product: L::Number,
}

/// The solved rotations of base and middle, and the tip's position relative to the base.
pub(super) struct Solved<L: Lanes> {
    pub(super) base: L::Vector,
    pub(super) middle: L::Vector,
    pub(super) tip: L::Vector,
}

/// The rotation of the base that points the tip at the target.
pub(super) struct Aimed<L: Lanes> {
    pub(super) base: L::Vector,
    /// Whether the two are not nearly opposite; else the rotation is inaccurate.
    pub(super) is_accurate: L::Mask,
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
        if self.is_limited {
            return self.solve_limited(soft, (chain, goal), pose, report);
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
        let limb = self.limb(target, locals)?;
        let (base_at, base, square) = (limb.base_at, limb.base, limb.square);
        let pole = pole.map(|pole| pole - base_at.truncate());
        let normal = One::cross(self.upper, limb.lower);
        let (normal_square, dot) = (One::squared(normal), One::dot(self.upper, limb.lower));
        // If the span is wrong, the tip cannot be at the target; else its position is tested.
        if (self.lengths + 2.0 * dot - square).abs() <= THERE[1] * self.triangle.sum {
            let present = self.upper + limb.lower;
            if One::squared(present - limb.line) <= THERE[0] * self.triangle.sum {
                pole.is_none().then_some(())?;
                return Some(((One::rotate(base, present) + base_at).truncate(), Outcome::Reached));
            }
        }
        let mut outcome = Outcome::Reached;
        let is_within = square >= self.least && square <= self.triangle.sum && soft == 0.0;
        let solved = if is_within && normal_square < self.straight && dot > 0.0 {
            solved(limb, self.bend_straight(square), pole)
        } else if is_within && normal_square > self.bent {
            solved(limb, self.bend_bent((normal, normal_square), dot, square), pole)
        } else {
            self.solved_unusual(soft, limb, pole, &mut outcome)?
        };
        locals[self.base].rotation = Quat::from_vec4(solved.base);
        locals[self.middle].rotation = Quat::from_vec4(solved.middle);
        Some(((solved.tip + base_at).truncate(), outcome))
    }

    /// The bend of a straight limb to the square of a regular span.
    #[inline(always)]
    pub(super) fn bend_straight<L: Lanes>(&self, square: L::Number) -> Bend<L> {
        let squares = self.triangle.squares::<L>(square);
        let turn = squares.map(L::sqrt);
        let sides = [self.upper, self.aside].map(L::vector);
        let from = self.triangle.end::<L>(sides, squares, turn);
        Bend { axis: L::vector(self.across), turn, from, product: square }
    }

    /// The bend of a bent limb to the square of a regular span: from the cross product of its
    /// segments with its square, and their dot product.
    #[inline(always)]
    pub(super) fn bend_bent<L: Lanes>(
        &self,
        (normal, normal_square): (L::Vector, L::Number),
        dot: L::Number,
        square: L::Number,
    ) -> Bend<L> {
        let (per_product, size) = (L::number(4.0 * self.triangle.quarter), L::sqrt(normal_square));
        let axis = normal * (L::number(1.0) / size);
        let squares = self.triangle.squares::<L>(square);
        let wanted = squares.map(L::sqrt);
        let upper = L::vector(self.upper);
        let from = self.triangle.end::<L>([upper, L::cross(axis, upper)], squares, wanted);
        let turn = difference::<L>(wanted, half::<L>(size * per_product, dot * per_product));
        Bend { axis, turn, from, product: square }
    }

    /// The limb in the pose, if only its rotations differ from rest and all values are regular.
    #[inline(always)]
    pub(super) fn limb(&self, target: Vec3, locals: &[Transform]) -> Option<Limb<One>> {
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
                [One::nearly_normalized(base_turn), One::nearly_normalized(middle_turn)];
        }
        let line = target.extend(0.0) - base_at;
        Some(Limb {
            base_at,
            base: base_turn,
            middle: middle_turn,
            lower: One::rotate(middle_turn, self.lower),
            line: One::rotate_back(base_turn, line),
            square: One::squared(line),
        })
    }

    /// A limb that does not reach, or that is nearly straight or folded.
    #[inline(never)]
    fn solved_unusual(
        &self,
        soft: f32,
        limb: Limb<One>,
        pole: Option<Vec3>,
        outcome: &mut Outcome,
    ) -> Option<Solved<One>> {
        let is_ordinary = limb.square >= NEAR * NEAR * self.triangle.sum
            && limb.square <= 1e12 * self.triangle.sum;
        if !is_ordinary {
            return None;
        }
        let distance = limb.square.sqrt();
        let (span, found) = reach::span([self.a, self.b], soft, distance);
        *outcome = found;
        let per_product = 4.0 * self.triangle.quarter;
        let normal = One::cross(self.upper, limb.lower);
        let sin = One::squared(normal);
        let size = sin.sqrt();
        // As the limb straightens, the plane of the bend is blended with the axis fixed in the
        // skeleton.
        let known = smoothstep((size * per_product / NEARLY_STRAIGHT).min(1.0));
        let axis = if sin < self.straight {
            self.across
        } else {
            normal * (known / size) + self.across * (1.0 - known)
        };
        let axis = axis * (1.0 / One::squared(axis).max(1e-12).sqrt());
        // The component of the lower segment outside the plane is kept, as far as the span allows.
        let InPlane { turn, lift } =
            rotated_into_plane([self.a, self.b], span, (axis.truncate(), limb.lower.truncate()));
        let turn = Quat::from(turn).into();
        let limb = Limb {
            lower: One::rotate(turn, limb.lower),
            middle: One::product(turn, limb.middle),
            ..limb
        };
        let (normal, cos) =
            (One::cross(self.upper, limb.lower), One::dot(self.upper, limb.lower) * per_product);
        let flat = ((self.b - lift) * (self.b + lift)).sqrt();
        let half = half::<One>(One::dot(normal, axis) / (self.a * flat), cos * self.b / flat);
        let triangle = Triangle::new(self.a, flat);
        let squares =
            triangle.squares::<One>(span * span - lift * lift).map(|square| square.max(0.0));
        let wanted = squares.map(f32::sqrt);
        let from = triangle.end::<One>([self.upper, One::cross(axis, self.upper)], squares, wanted)
            + axis * lift;
        let turn = difference::<One>(wanted, half);
        Some(solved(limb, Bend { axis, turn, from, product: span * distance }, pole))
    }
}

/// Bends the limb and rotates its tip to the target, and its middle to the pole.
#[inline(always)]
pub(super) fn solved(limb: Limb<One>, bend: Bend<One>, pole: Option<Vec3>) -> Solved<One> {
    let Aimed { mut base, is_accurate } = aimed(&limb, &bend);
    if !is_accurate {
        base = aimed_about(limb.base, [bend.from, limb.line], bend.axis);
    }
    if let Some(pole) = pole {
        base = swivelled([limb.base, base], [limb.line, bend.axis], limb.square, pole);
    }
    bent_to(base, &limb, &bend)
}

/// The limb bent, with its base rotated.
#[inline(always)]
pub(super) fn bent_to<L: Lanes>(base: L::Vector, limb: &Limb<L>, bend: &Bend<L>) -> Solved<L> {
    let &Bend { axis, turn: [sin, cos], from, .. } = bend;
    Solved {
        base,
        middle: L::product(L::quaternion(axis * sin, cos), limb.middle),
        tip: L::rotate(base, from),
    }
}

/// Sine and cosine of half an angle.
#[inline(always)]
pub(super) fn half<L: Lanes>(sin: L::Number, cos: L::Number) -> [L::Number; 2] {
    let one = L::number(1.0);
    let is_acute = L::above(cos, L::number(0.0));
    let [sin, cos] = [L::select(is_acute, sin, one - cos), L::select(is_acute, one + cos, sin)];
    let per_length = one / L::sqrt(sin * sin + cos * cos);
    [sin * per_length, cos * per_length]
}

/// The first angle minus the second.
#[inline(always)]
pub(super) fn difference<L: Lanes>(
    [sin, cos]: [L::Number; 2],
    [by_sin, by_cos]: [L::Number; 2],
) -> [L::Number; 2] {
    [sin * by_cos - cos * by_sin, cos * by_cos + sin * by_sin]
}

/// The squares of three lengths, the last one twice.
#[inline(always)]
fn squares_of(v: [Vec4; 3]) -> Vec4 {
    let [a, b, c] = v.map(|v| v * v);
    let ab = Vec4::new(a.x, a.y, b.x, b.y) + Vec4::new(a.z, a.w, b.z, b.w);
    let cc = c + c.zwxy();
    Vec4::new(ab.x, ab.z, cc.x, cc.z) + Vec4::new(ab.y, ab.w, cc.y, cc.w)
}

/// The base rotated by the smallest rotation that points the tip after the bend at the target.
#[inline(always)]
pub(super) fn aimed<L: Lanes>(limb: &Limb<L>, bend: &Bend<L>) -> Aimed<L> {
    let dot = L::dot(bend.from, limb.line);
    let (cross, scalar) = (L::cross(bend.from, limb.line), bend.product + dot);
    // The square root and the division run in parallel.
    let square = L::squared(cross) + scalar * scalar;
    let per_length = L::sqrt(square) * (L::number(1.0) / square);
    Aimed {
        base: L::product(limb.base, L::quaternion(cross, scalar)) * per_length,
        is_accurate: L::above(dot, L::number(OPPOSITE) * bend.product),
    }
}

/// The base rotated by the smallest rotation that points the first point in its frame at the
/// second; about `side` if they are opposite.
#[inline(never)]
fn aimed_about(base: Vec4, [from, to]: [Vec4; 2], side: Vec4) -> Vec4 {
    let turn = Rot::between(from.truncate(), to.truncate(), side.truncate());
    One::product(base, Quat::from(turn).into())
}

/// The base (before and after the aim) rotated about the line (whose square is given) so that the
/// middle is on the pole's side.
#[inline(never)]
fn swivelled([before, base]: [Vec4; 2], [line, axis]: [Vec4; 2], square: f32, pole: Vec3) -> Vec4 {
    let line = One::rotate(before, line) / square.sqrt();
    let turn = swivel(line.truncate(), One::rotate(base, axis).truncate(), pole);
    let base = One::product(Quat::from(turn).into(), base);
    base * (1.0 / squared_quaternion(base).sqrt())
}

/// The square of a quaternion's length.
fn squared_quaternion(q: Vec4) -> f32 {
    Rot::from(Quat::from_vec4(q)).squared()
}
