//! Long even chains in closed form.
//!
//! A straight chain of n equal segments reaches any target as an arc: every joint but the base
//! rotates by the same angle about one axis h, and the base by the remainder
//! ([`crate::math::arc`]). All inner joints share one quaternion, because rotations about one axis
//! commute. So the cost per joint, in a chain of a thousand joints, is one comparison with the rest
//! transform and one write.
//!
//! Inactive limits do not change the arc; if one is active, damped least squares continues from the
//! same arc.
//!
//! Iterative solvers need about n rounds here: FABRIK still misses a third of all targets after 100
//! rounds at 1,000 joints. The tip's position in the report follows from the same sum, not from
//! forward kinematics. No angle is computed: the base's rotation, too, follows from a cross and a
//! dot product by the half-angle formulas.

use glam::{BVec4A, Quat, Vec3, Vec4};

use crate::{
    d3::{
        ActiveLimit, Chain, Goal, Outcome, Pose, Report, Transform, chain::Even,
        report::ACTIVE_TOLERANCE,
    },
    math::{
        Rot,
        arc::Angle,
        lanes::{self, Lanes, One},
        vector,
    },
};

/// The number of joints that are compared and then written together, at least a pair.
const BLOCK: usize = 4;

impl Even {
    /// Solves and reports, if the chain is at rest and the goal is a position only; else changes
    /// nothing and returns `None`.
    #[inline]
    pub(crate) fn solve(
        &self,
        (chain, goal): (&Chain, &Goal),
        pose: &mut Pose,
        tolerance: f32,
        report: &mut Report,
    ) -> Option<()> {
        let target = goal
            .position_only()
            .filter(|_| goal.pole.is_none() && pose.locals.len() == chain.joint_count)?;
        if !chain.ancestors().is_empty() {
            return self.solve_below((chain, goal), pose, tolerance, report);
        }
        let (reached, outcome) = self.place(chain, target, pose, tolerance)?;
        report.set_position(goal.joint, target, reached, outcome);
        self.report_limit(chain, pose, report);
        Some(())
    }

    /// The same under parents without scales.
    #[inline(never)]
    fn solve_below(
        &self,
        (chain, goal): (&Chain, &Goal),
        pose: &mut Pose,
        tolerance: f32,
        report: &mut Report,
    ) -> Option<()> {
        let (target, space) = (goal.position?, chain.rigid_space(pose)?);
        let (reached, outcome) = self.place(chain, space.down(target), pose, tolerance)?;
        report.set_position(goal.joint, target, space.up(reached), outcome);
        self.report_limit(chain, pose, report);
        Some(())
    }

    /// Moves the tip to a target in the space of the base's parent. Returns the tip's new position.
    #[inline]
    fn place(
        &self,
        chain: &Chain,
        target: Vec3,
        pose: &mut Pose,
        tolerance: f32,
    ) -> Option<(Vec3, Outcome)> {
        let locals = &mut pose.locals[self.first - 1..self.first + self.count];
        let base = locals[0];
        let from_base = (target - base.translation).extend(0.0);
        // In the base's rest frame.
        let wanted = One::rotate_back(self.rest.into(), from_base);
        let far = One::squared(wanted).sqrt();
        // Zero, infinity and NaN are left to the general path, and so is a goal that is already
        // reached.
        let is_ordinary = far > 1e-6 * self.length && far < 1e17;
        let miss = wanted - self.line * self.length;
        let slack = tolerance * self.length;
        if !is_ordinary
            || One::squared(miss) <= slack * slack
            || base.rotation != self.rest
            || base.scale != Vec3::ONE
        {
            return None;
        }
        let bend = self.arc.bend::<One>((far * self.per_length).min(1.0));
        let mut side = self.side::<One>(wanted, far);
        if !side.is_aside {
            (side.axis, side.aside) = self.axis_on_line(chain, side.across);
        }
        let (axis, lean) = (side.axis, side.lean(far, bend.lean));
        let [sin, cos] = bend.turn;
        if cos < self.room
            || !allows(chain, lean)
            || !self
                .replace(&mut locals[1..], One::nearly_normalized(One::quaternion(axis * sin, cos)))
        {
            return None;
        }
        locals[0].rotation =
            Quat::from_vec4(One::nearly_normalized(One::product(self.rest.into(), lean)));
        let reached = from_base.truncate() * (self.arc.spread::<One>(&bend) * self.length / far)
            + base.translation;
        Some((
            reached,
            if far <= self.length * (1.0 + tolerance) {
                Outcome::Reached
            } else {
                Outcome::OutOfReach
            },
        ))
    }

    /// The side of the chain's line on which a target at this distance is.
    #[inline(always)]
    pub(super) fn side<L: Lanes>(&self, wanted: L::Vector, far: L::Number) -> Side<L> {
        let line = L::vector(self.line);
        let (across, along) = (L::cross(line, wanted), L::dot(line, wanted));
        let squared = L::squared(across);
        let length = L::sqrt(squared);
        Side {
            across,
            along,
            axis: across * (L::number(1.0) / length),
            aside: length,
            is_aside: L::above(squared, L::number(1e-12) * far * far),
        }
    }

    /// The axis for a target on the chain's line, and its distance from the line.
    #[inline(never)]
    fn axis_on_line(&self, chain: &Chain, across: Vec4) -> (Vec4, f32) {
        let meant = Rot::from(self.rest).inverse().rotate(chain.joints[0].bend_axis);
        let axis = vector::perpendicular(self.line.truncate(), meant).extend(0.0);
        (axis, One::dot(across, axis))
    }

    /// Writes this rotation to all joints but the last, if all are at rest. Starts at the tip,
    /// whose memory is most likely in the cache: a pose is mostly written from its start to its
    /// end.
    #[inline(always)]
    fn replace(&self, joints: &mut [Transform], turn: Vec4) -> bool {
        let Some((tip, inner)) = joints.split_last_mut() else { return false };
        if !self.are_at_rest(tip, tip).all() {
            return false;
        }
        let turn = Quat::from_vec4(turn);
        let mut written = 0;
        let mut blocks = inner.rchunks_exact_mut(BLOCK);
        let mut all_at_rest = true;
        for block in blocks.by_ref() {
            let [a, b, c, d] = block else { continue };
            all_at_rest = (self.are_at_rest(a, b) & self.are_at_rest(c, d)).all();
            if !all_at_rest {
                break;
            }
            [a, b, c, d].into_iter().for_each(|joint| joint.rotation = turn);
            written += BLOCK;
        }
        if all_at_rest {
            for joint in blocks.into_remainder().iter_mut().rev() {
                all_at_rest = self.are_at_rest(joint, joint).all();
                if !all_at_rest {
                    break;
                }
                joint.rotation = turn;
                written += 1;
            }
        }
        if !all_at_rest {
            inner.iter_mut().rev().take(written).for_each(|joint| joint.rotation = Quat::IDENTITY);
        }
        all_at_rest
    }

    /// Compares two joints with their rest transforms. Zeros may have either sign: comparing signs
    /// too would cost a tenth of a long chain's time.
    #[inline(always)]
    fn are_at_rest(&self, a: &Transform, b: &Transform) -> BVec4A {
        // Four values at a time, as they are in memory: the translation and one of the scale, then
        // the rest.
        Vec4::from(a.rotation).cmpeq(Vec4::W)
            & Vec4::from(b.rotation).cmpeq(Vec4::W)
            & a.translation.extend(a.scale.x).cmpeq(self.place)
            & b.translation.extend(b.scale.x).cmpeq(self.place)
            & Vec4::new(a.scale.y, a.scale.z, b.scale.y, b.scale.z).cmpeq(Vec4::ONE)
    }

    /// The base's limit, if it is active.
    #[inline]
    fn report_limit(&self, chain: &Chain, pose: &Pose, report: &mut Report) {
        if let Some(limit) = &chain.known(&chain.joints[0]).prepared {
            let joint = self.first - 1;
            let lean = Rot::from(self.rest).inverse() * pose.locals[joint].rotation.into();
            let bounds = limit.active_bounds(lean.into(), ACTIVE_TOLERANCE);
            report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint, bound }));
        }
    }
}

/// The direction of a target relative to the chain's line.
pub(super) struct Side<L: Lanes> {
    pub(super) across: L::Vector,
    along: L::Number,
    /// The axis of all rotations.
    pub(super) axis: L::Vector,
    /// The distance from the line.
    aside: L::Number,
    /// Whether the target is far enough from the line to define the axis.
    pub(super) is_aside: L::Mask,
}

impl<L: Lanes> Side<L> {
    /// The lean of the base: the rotation to the target minus the sum of the other rotations.
    #[inline(always)]
    pub(super) fn lean(&self, far: L::Number, [by_sin, by_cos]: Angle<L>) -> L::Vector {
        // Half of the angle to the target.
        let ahead = far + L::abs(self.along);
        let scale = L::number(1.0) / L::sqrt(L::number(2.0) * far * ahead);
        let [sin, cos] = L::in_order(self.along, [L::abs(self.aside) * scale, ahead * scale]);
        let sin = L::copysign(sin, self.aside);
        L::quaternion(self.axis * (sin * by_cos - cos * by_sin), cos * by_cos + sin * by_sin)
    }
}

/// Whether the base's limit allows this rotation from rest.
#[inline(always)]
pub(super) fn allows(chain: &Chain, lean: Vec4) -> bool {
    let lean = lanes::rot(One::nearly_normalized(lean));
    chain
        .known(&chain.joints[0])
        .prepared
        .as_ref()
        .is_none_or(|limit| limit.project_rot(lean) == lean)
}
