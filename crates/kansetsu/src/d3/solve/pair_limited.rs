//! Two bones with limits, if the closed form stays inside them.
//!
//! A middle with a limit bends about an axis fixed in the base's frame. The components of the
//! segments along this axis, together h, stay; the others have lengths a and b and span `d² = span²
//! - h²`, with the half-angle formulas of [`super::pair`].
//!
//! The limits decide: if a joint is outside before or after, the general path solves the limb. So
//! the result is that of the general path, but for rounding.

use glam::{Quat, Vec3, Vec4};

use super::pair::{Bend, THERE, difference, half, solved};
use crate::{
    d3::{
        ActiveLimit, Chain, Goal, Outcome, Pose, Report, Transform,
        chain::{Fixed, NEAR, Pair},
        report::ACTIVE_TOLERANCE,
    },
    math::{
        Rot,
        lanes::{self, Lanes, One},
    },
};

impl Fixed {
    /// The bend to the square of a span, from the lower segment; and how far the span is inside
    /// what the segments can reach (negative: not).
    #[inline(always)]
    pub(super) fn bend<L: Lanes>(
        &self,
        lower: L::Vector,
        square: L::Number,
    ) -> (Bend<L>, L::Number) {
        let (axis, upper) = (L::vector(self.axis), L::vector(self.upper));
        let [a, one, four] = [self.a, 1.0, 4.0].map(L::number);
        let along = L::dot(lower, axis);
        let (flat, height) = (lower - axis * along, L::number(self.height) + along);
        let b = L::sqrt(L::squared(flat));
        let (product, span) = (four * a * b, square - height * height);
        let [far, near] = [(a + b) * (a + b) - span, span - (a - b) * (a - b)];
        let per_product = one / product;
        let squares = [far * per_product, near * per_product];
        let wanted = squares.map(L::sqrt);
        let normal = L::dot(L::cross(upper, flat), axis);
        let present =
            half::<L>(normal * per_product * four, L::dot(upper, flat) * per_product * four);
        let ratio = b / a;
        let from = upper * (one + ratio * (squares[1] - squares[0]))
            + L::vector(self.aside) * (L::number(2.0) * ratio * (wanted[0] * wanted[1]))
            + axis * height;
        let turn = difference::<L>(wanted, present);
        let inside = L::select(L::above(near, far), far, near);
        (Bend { axis, turn, from, product: square }, inside)
    }
}

impl Pair {
    /// [`Self::solve`] with limits.
    #[inline(never)]
    pub(super) fn solve_limited(
        &self,
        soft: f32,
        (chain, goal): (&Chain, &Goal),
        pose: &mut Pose,
        report: &mut Report,
    ) -> Option<()> {
        let has_regular_pole = goal.pole.is_none_or(Vec3::is_finite);
        let target = goal.position.filter(|_| soft == 0.0 && has_regular_pole)?;
        let reached = if chain.ancestors().is_empty() {
            self.place_limited(chain, (target, goal.pole), &mut pose.locals)?
        } else {
            let space = chain.rigid_space(pose)?;
            let goal = (space.down(target), goal.pole.map(|pole| space.down(pole)));
            space.up(self.place_limited(chain, goal, &mut pose.locals)?)
        };
        report.set_position(goal.joint, target, reached, Outcome::Reached);
        self.report_limits(chain, pose, report);
        Some(())
    }

    /// Moves the tip to a target in the space of the base's parent, if the joints are inside their
    /// limits before and after; and the middle to the pole's side. Returns the tip's new position.
    fn place_limited(
        &self,
        chain: &Chain,
        (target, pole): (Vec3, Option<Vec3>),
        locals: &mut [Transform],
    ) -> Option<Vec3> {
        let limb = self.limb(target, locals)?;
        let present = [limb.base, limb.middle, locals[self.tip].rotation.into()];
        (0..3).all(|index| allows(chain, index, present[index])).then_some(())?;
        let (base_at, base, square) = (limb.base_at, limb.base, limb.square);
        let tip = self.upper + limb.lower;
        if One::squared(tip - limb.line) <= THERE[0] * self.triangle.sum {
            let reached = (One::rotate(base, tip) + base_at).truncate();
            return pole.is_none().then_some(reached);
        }
        let bend = match &self.fixed {
            Some(fixed) => {
                let (bend, inside) = fixed.bend::<One>(limb.lower, square);
                (inside > self.least_inside()).then_some(bend)
            }
            None => {
                let normal = One::cross(self.upper, limb.lower);
                let (normal_square, dot) = (One::squared(normal), One::dot(self.upper, limb.lower));
                let is_within = square >= self.least && square <= self.triangle.sum;
                if is_within && normal_square < self.straight && dot > 0.0 {
                    Some(self.bend_straight(square))
                } else if is_within && normal_square > self.bent {
                    Some(self.bend_bent((normal, normal_square), dot, square))
                } else {
                    None
                }
            }
        }?;
        let solved = solved(limb, bend, pole.map(|pole| pole - base_at.truncate()));
        let is_inside = square >= self.least
            && allows(chain, 0, solved.base)
            && allows(chain, 1, solved.middle);
        is_inside.then(|| {
            locals[self.base].rotation = Quat::from_vec4(solved.base);
            locals[self.middle].rotation = Quat::from_vec4(solved.middle);
            (solved.tip + base_at).truncate()
        })
    }

    /// The least square of a length by which a span is inside what the segments reach.
    #[inline(always)]
    pub(super) fn least_inside(&self) -> f32 {
        NEAR * NEAR * self.triangle.sum
    }

    /// The active limits of base and middle.
    fn report_limits(&self, chain: &Chain, pose: &Pose, report: &mut Report) {
        for entry in &chain.joints[..2] {
            if let Some(limit) = &chain.known(entry).prepared {
                let rotation = Rot::from(pose.locals[entry.joint].rotation);
                let turn = (entry.rest.inverse() * rotation).normalized();
                let bounds = limit.active_bounds(turn.into(), ACTIVE_TOLERANCE);
                let joint = entry.joint;
                report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint, bound }));
            }
        }
    }
}

/// Whether the limit of a joint of the chain allows this local rotation.
#[inline]
pub(super) fn allows(chain: &Chain, index: usize, rotation: Vec4) -> bool {
    let entry = &chain.joints[index];
    chain.known(entry).prepared.as_ref().is_none_or(|limit| {
        let turn = (entry.rest.inverse() * lanes::rot(rotation)).normalized();
        limit.project_rot(turn) == turn
    })
}
