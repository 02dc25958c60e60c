//! Four instances of a chain at once, for batches.
//!
//! [`Wide`] is a closed form that has a version for four instances. It solves the instances that
//! are common cases and leaves the others to the solver of single chains, so every result is that
//! of the single solver.

use glam::{BVec4A, Vec3, Vec4};

use super::Solver;
use crate::{
    d3::{
        Chain, FourTransforms, Goal, Outcome,
        chain::{Even, FARTHEST, Pair},
    },
    math::{lanes::Vectors, rot_four},
};

/// The closed form of a chain, if the solver uses one.
pub(crate) enum Wide<'a> {
    Pair(&'a Pair),
    /// With the tolerance, a fraction of the chain's length.
    Even(&'a Even, f32),
}

/// The results of four instances.
pub(crate) struct FourResults {
    /// The instances that are solved.
    pub(crate) done: BVec4A,
    /// The instances whose target is out of reach.
    pub(crate) is_beyond: BVec4A,
    /// The distances from the target, metres.
    pub(crate) distance: Vec4,
}

impl FourResults {
    /// The outcome of a solved instance.
    pub(crate) fn outcome(&self, lane: usize) -> Outcome {
        if self.is_beyond.test(lane) { Outcome::OutOfReach } else { Outcome::Reached }
    }
}

impl<'a> Wide<'a> {
    /// The closed form that this solver uses for this chain.
    pub(crate) fn of(solver: &Solver, chain: &'a Chain) -> Option<Self> {
        let pair = |soft: Option<f32>| chain.pair.as_ref().filter(|_| soft == Some(0.0));
        match solver {
            Solver::TwoBone(solver) => pair(solver.soft_alone()).map(Self::Pair),
            Solver::Auto(solver)
                if solver.two_bone.check().is_ok() && solver.dls.check().is_ok() =>
            {
                let even = || chain.even.as_ref().filter(|_| chain.two.is_none());
                pair(solver.two_bone.soft_alone())
                    .map(Self::Pair)
                    .or_else(|| even().map(|even| Self::Even(even, solver.dls.tolerance)))
            }
            Solver::Dls(solver) if solver.check().is_ok() => {
                chain.even.as_ref().map(|even| Self::Even(even, solver.tolerance))
            }
            _ => None,
        }
    }

    /// The target of an instance, if its goal is a common case; else NaN, which no closed form
    /// solves.
    pub(crate) fn target(chain: &Chain, goal: &Goal) -> Vec3 {
        goal.position_only()
            .filter(|_| goal.pole.is_none() && goal.joint == chain.tip())
            .unwrap_or(Vec3::NAN)
    }

    /// Moves the tips of four instances to targets in model space. The joints of instances that are
    /// not [`FourResults::done`] are unchanged.
    #[inline(always)]
    pub(crate) fn solve(
        &self,
        chain: &Chain,
        targets: [Vec4; 3],
        joints: &mut [FourTransforms],
    ) -> FourResults {
        let (space, is_rigid) = Space::of(chain, joints);
        let target = Vectors::new(targets);
        let inside = if chain.ancestors().is_empty() { target } else { space.down(target) };
        let Placed { done, is_beyond, reached } = match self {
            Self::Pair(pair) => pair.place_four(chain, inside, joints, is_rigid),
            Self::Even(even, tolerance) => {
                even.place_four(chain, (inside, *tolerance), joints, is_rigid)
            }
        };
        let reached = if chain.ancestors().is_empty() { reached } else { space.up(reached) };
        let residual = target - reached;
        let squared = residual.x * residual.x + residual.y * residual.y + residual.z * residual.z;
        FourResults { done, is_beyond, distance: squared.sqrt() }
    }
}

/// The tips of four instances in the space of the base's parent.
pub(super) struct Placed {
    pub(super) done: BVec4A,
    pub(super) is_beyond: BVec4A,
    pub(super) reached: Vectors,
}

/// The spaces of the base's parent, as [`Chain::rigid_space`].
struct Space {
    turn: Vectors,
    at: Vectors,
}

impl Space {
    /// The spaces, and the instances of which the parents have no scales and regular values.
    #[inline(always)]
    fn of(chain: &Chain, joints: &[FourTransforms]) -> (Self, BVec4A) {
        let [zero, one] = [Vec4::ZERO, Vec4::ONE];
        let mut space = Self {
            turn: Vectors::of_quaternions([zero, zero, zero, one]),
            at: Vectors::new([zero; 3]),
        };
        let mut is_rigid = BVec4A::splat(true);
        if chain.ancestors().is_empty() {
            return (space, is_rigid);
        }
        for &joint in chain.ancestors() {
            let local = &joints[joint];
            let [x, y, z] = local.scale.map(|scale| scale.cmpeq(one));
            let turn = local.rotations();
            is_rigid &= x & y & z & rot_four::is_nearly_unit(turn);
            space = Self {
                at: space.up(local.translations()),
                turn: rot_four::product(space.turn, rot_four::normalized(turn)),
            };
        }
        let Vectors { x, y, z, .. } = space.at;
        is_rigid &= (x * x + y * y + z * z).cmplt(Vec4::splat(FARTHEST * FARTHEST));
        (Self { turn: rot_four::normalized(space.turn), ..space }, is_rigid)
    }

    #[inline(always)]
    fn up(&self, points: Vectors) -> Vectors {
        self.at + rot_four::rotate(self.turn, points)
    }

    #[inline(always)]
    fn down(&self, points: Vectors) -> Vectors {
        rot_four::rotate(rot_four::inverse(self.turn), points - self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        d3::{
            Limit, Skeleton, Transform,
            limit::{Cone, Hinge},
        },
        ops,
    };

    /// The chain of these segments with this limit at each joint but the tip, under one joint.
    fn chain(segments: &[Vec3], limit: Option<&Limit>) -> (Skeleton, Chain) {
        let mut builder = Skeleton::builder();
        let root = builder.root("root", Transform::IDENTITY);
        let base = builder.child(root, "base", Transform::from_translation(Vec3::Y));
        let tip = segments.iter().fold(base, |last, segment| {
            builder.child(last, "joint", Transform::from_translation(*segment))
        });
        let skeleton = builder.build().expect("a path is a tree");
        let limits: Vec<_> =
            (0..=tip).map(|joint| limit.cloned().filter(|_| joint < tip)).collect();
        let chain = Chain::new(&skeleton, base, tip).and_then(|chain| chain.with_limits(&limits));
        (skeleton, chain.expect("a path is a chain"))
    }

    /// The number of targets on a spiral inside the chain's reach that its closed form solves.
    fn solved((skeleton, chain): &(Skeleton, Chain)) -> u32 {
        let solver = Solver::default();
        let wide = Wide::of(&solver, chain).expect("the chain has a closed form");
        let length = chain.length(&skeleton.rest_pose());
        let target = |number: usize| {
            let turn = 0.7 * number as f32;
            let (sin, cos) = ops::sin_cos(turn);
            Vec3::Y + Vec3::new(sin, 0.3, cos) * length * (0.2 + 0.007 * number as f32)
        };
        let joints: Vec<_> =
            skeleton.rest_pose().locals.iter().map(FourTransforms::splat).collect();
        let groups = (0..25).map(|group| {
            let targets = [0, 1, 2, 3].map(|lane| target(4 * group + lane));
            let part = |axis: usize| Vec4::from_array(targets.map(|target| target[axis]));
            let targets = [part(0), part(1), part(2)];
            wide.solve(chain, targets, &mut joints.clone()).done.bitmask().count_ones()
        });
        groups.sum()
    }

    #[test]
    fn four_instances_are_solved_together() {
        let limb = [Vec3::X * 0.3, Vec3::X * 0.25];
        let even = [Vec3::Y * 0.1; 10];
        assert_eq!(solved(&chain(&limb, None)), 100);
        assert_eq!(solved(&chain(&even, None)), 100);
        let cone = Limit::Cone(Cone::around(Vec3::Y, 3.0));
        assert_eq!(solved(&chain(&even, Some(&cone))), 100);
        let hinge = Limit::Hinge(Hinge::new(Vec3::Z, -0.1, 2.9));
        let mut limited = chain(&limb, Some(&hinge));
        // The base rotates freely.
        limited.1.body.set_limit(limited.1.base(), None);
        assert_eq!(solved(&limited), 100);
    }
}
