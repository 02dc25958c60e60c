//! Several joints aim together.
//!
//! Each joint takes its share of one rotation: all rotate about the same axis of model space, so
//! that their angles add up. To first order a chain whose joints take the shares `sᵢ` (`Σ sᵢ = 1`)
//! of a rotation moves the aiming ray like a rotation about the single point `Σ sᵢ pᵢ`: with `ω`
//! the whole rotation, `x' = x + Σ sᵢ ω × (x - pᵢ) = x + ω × (x - Σ sᵢ pᵢ)`. So every round
//! computes the closed form of [`super::sight`] for the rotation about that point; convergence is
//! quadratic. The step of the whole-body solver distributes it, with the shares as the inverse
//! stiffness of the joints: what the limit of one prevents, the others take over. At last every
//! joint, from the tip on, aims exactly by itself: the direction takes precedence over the roll
//! that a pole defines. Without active limits that rotation is zero, or small for a target very
//! near.
//!
//! Our own derivation. Distribution by shares is common, for example in the look-at sample of
//! ozz-animation, where the shares are relative to the remainder and the last joint takes the rest.
//! Cost: 2 to 4 rounds from any pose.

use glam::{DQuat, DVec3, Vec3};

use super::{
    Root, Scratch, WholeBody,
    aim::{MET, check_axis},
    aim_within::{STILL, aim_within},
    sight::{self, Pointing, Ray, Sight},
};
use crate::{
    Error,
    d3::{Chain, Goal, GoalReport, Outcome, Pose, Report},
    error::in_range,
    kinematics::Point,
    math::{Rot, so3, vector},
    solve::Problem,
};

/// The joints of a chain point an axis of its tip at a target, each by its share: spine, neck and
/// head look together.
///
/// The goal is one for [`super::Aim`], for the chain's tip. Limits are respected; the other joints
/// take over rotation that the limit of one prevents, as far as they can. Rotations start from the
/// pose, so that a goal that is reached changes nothing.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Skeleton, Transform, solve::AimChain}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let neck = builder.child(chest, "neck", Transform::from_translation(Vec3::Y * 0.2));
/// let head = builder.child(neck, "head", Transform::from_translation(Vec3::Y * 0.1));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, chest, head)?;
/// let mut pose = skeleton.rest_pose();
/// let goal = Goal::look_at(head, Vec3::Z, Vec3::new(0.5, 0.6, 0.8)).with_offset(Vec3::new(0.0, 0.06, 0.09));
/// let report = AimChain { shares: vec![0.2, 0.3, 0.5], ..AimChain::default() }.solve(&chain, &goal, &mut pose)?;
/// assert!(report.distance() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AimChain {
    /// The share of the rotation for each joint, from the base to the tip, relative to their sum; 0
    /// excludes a joint. Empty, the default, is 1, 2, 3, ...: more towards the tip.
    pub shares: Vec<f32>,
    /// The axis of the tip, in its own frame, that the goal's pole defines. Not zero, of any
    /// length. Used only with a pole. Default +Y.
    pub up: Vec3,
    /// An additional roll of the tip about the line to the target, radians. Used only with a pole.
    /// Default 0.
    pub twist: f32,
    /// Blend weight from 0 (the pose is kept) to 1 (the tip aims), along the shortest arc of each
    /// joint. Default 1.
    pub weight: f32,
    /// Maximum number of rounds. Default 24: without limits 4 suffice, with limits the free joints
    /// need more to take over.
    pub max_iterations: usize,
}

impl Default for AimChain {
    fn default() -> Self {
        Self { shares: Vec::new(), up: Vec3::Y, twist: 0.0, weight: 1.0, max_iterations: 24 }
    }
}

/// A chain with a smaller residual does not move, radians: slightly more than the residual of a
/// solve.
const SETTLED: f32 = 6e-6;

/// The number of final sweeps in which the joints, tip first, reduce the remaining error.
const SWEEPS: usize = 8;

impl AimChain {
    /// Rotates the chain's joints so that the tip aims. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory. The report is that of
    /// [`super::Aim::solve_with`].
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal without an axis that aims, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value and for shares that are negative, all zero,
    /// or of another number than the joints, [`Error::OutOfRange`] for a value out of its range,
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check(chain)?;
        chain.check(goal, pose)?;
        let (axis, wanted) = sight::sight_of(goal)?;
        // The rest of the goal has no effect.
        let looks = [Goal { pole: None, angle: 0.0, weight: 1.0, relative_to: None, ..*goal }];
        let solver = WholeBody { root: Root::Rotates, ..WholeBody::default() };
        solver.begin((&chain.body, &looks), pose, None, scratch)?;
        let mut looking = Looking::new(self, chain, (goal, axis, wanted), &mut scratch.problem)?;
        let rounds = looking.rounds();
        let outcome = looking.outcome();
        looking.blend(self.weight);
        let measured = looking.measure(goal)?;
        scratch.problem.check_overflow()?;
        solver.end(&chain.body, &looks, pose, scratch);
        let report = &mut scratch.report;
        (report.iterations, report.outcome) = (rounds, outcome);
        report.goals.clear();
        report.goals.push(measured);
        Ok(report)
    }

    fn check(&self, chain: &Chain) -> Result<(), Error> {
        in_range("AimChain::weight", self.weight, [0.0, 1.0])?;
        in_range("AimChain::twist", self.twist, [-1e6, 1e6])?;
        check_axis("AimChain::up", self.up)?;
        if self.shares.is_empty() {
            return Ok(());
        }
        if self.shares.len() != chain.joints.len() {
            return Err(Error::LengthMismatch {
                what: "shares",
                found: self.shares.len(),
                expected: chain.joints.len(),
            });
        }
        self.shares
            .iter()
            .try_for_each(|&share| in_range("a share of AimChain", share, [0.0, 1e6]))?;
        in_range("the sum of AimChain::shares", self.shares.iter().sum(), [1e-6, f32::MAX])
    }

    /// The joint's fraction of the whole rotation; the sum over all joints is 1.
    fn share(&self, index: usize, count: usize) -> f32 {
        if self.shares.is_empty() {
            (index + 1) as f32 / (count * (count + 1) / 2) as f32
        } else {
            self.shares[index] / self.shares.iter().sum::<f32>()
        }
    }
}

/// A loaded chain that aims, in the space of the tree.
struct Looking<'a> {
    solver: &'a AimChain,
    chain: &'a Chain,
    problem: &'a mut Problem,
    /// The origin of the ray.
    eye: Point,
    axis: DVec3,
    sight: Sight,
    pole: Option<Vec3>,
}

impl<'a> Looking<'a> {
    fn new(
        solver: &'a AimChain,
        chain: &'a Chain,
        (goal, axis, wanted): (&Goal, Vec3, Sight),
        problem: &'a mut Problem,
    ) -> Result<Self, Error> {
        let tree = &problem.tree;
        let place = |place: Vec3| so3::narrow(tree.to_body(place));
        let (sight, seen) = match wanted {
            Sight::Point(target) => (Sight::Point(place(target)), place(target)),
            Sight::Direction(direction) => {
                let direction = so3::narrow(tree.space.direction_down(so3::direction(direction)));
                (Sight::Direction(direction), direction)
            }
        };
        let (eye, pole) = (tree.point(goal.joint, goal.offset), goal.pole.map(place));
        let origin = so3::narrow(tree.place(&eye));
        if !(seen.is_finite() && origin.is_finite() && pole.is_none_or(Vec3::is_finite)) {
            return Err(Error::InvalidNumber {
                what: "the goal in the chain's space",
                value: f32::INFINITY,
            });
        }
        let count = chain.joints.len();
        problem.set_shares(|joint| {
            let index = chain.joints().position(|known| known == joint);
            index.map_or(0.0, |index| solver.share(index, count).into())
        });
        let axis = so3::direction(axis);
        Ok(Self { solver, chain, problem, eye, axis, sight, pole })
    }

    /// Rounds until the tip aims, nothing moves any more, or they run out; returns their number.
    fn rounds(&mut self) -> usize {
        let mut rounds = 0;
        let mut is_moving = self.turn(self.tip()).length() > SETTLED;
        while is_moving && rounds < self.solver.max_iterations {
            rounds += 1;
            let pivot = self.pivot();
            // Without a pole a roll about the line of sight is free.
            let line = self.ray(pivot).arm(self.sight(pivot)).map(|arm| so3::wide(arm.from));
            let free = line.filter(|_| self.pole.is_none());
            let turn = so3::wide(self.turn(pivot));
            let moved = self.problem.rotate_tip(&self.chain.body, turn, free);
            is_moving = moved > STILL.into() && self.turn(self.tip()).length() > STILL;
        }
        if rounds > 0 {
            self.sweeps();
        }
        rounds
    }

    /// Each joint, tip first, aims by itself.
    fn sweeps(&mut self) {
        let count = self.chain.joints.len();
        for index in (0..count).rev().cycle().take(SWEEPS * count) {
            if self.residual() <= STILL {
                return;
            }
            if self.solver.share(index, count) > 0.0 {
                self.aim_alone(index);
            }
        }
    }

    /// The closed form for one joint, in its parent's space: exact under any scale.
    fn aim_alone(&mut self, index: usize) {
        let tree = &self.problem.tree;
        let node = tree.node_of[self.chain.joints[index].joint];
        if !self.problem.rotates(node) {
            return;
        }
        let down = |v: Vec3| so3::narrow(tree.to_offset(node, so3::wide(v)));
        let pivot = self.place(index);
        let Ray { origin, axis } = self.ray(pivot);
        let sight = match self.sight(pivot) {
            Sight::Point(target) => Sight::Point(down(target)),
            Sight::Direction(direction) => Sight::Direction(down(direction)),
        };
        let Some(arm) = (Ray { origin: down(origin), axis: down(axis) }).arm(sight) else { return };
        let known = &tree.nodes[node];
        let (above, freedom) = (known.frame_above(), &self.chain.body.joints[known.joint].freedom);
        let rest = above.inverse() * known.before;
        let local = so3::to_rot(rest * known.turn);
        let pointing = Pointing { from: local.inverse().rotate(arm.from), to: arm.to };
        let project = |local: Rot| {
            so3::to_rot(rest * freedom.settle(rest.inverse() * so3::from_rot(local)).0)
        };
        let wanted = (arm.turn(down(self.up())) * local).normalized();
        let aimed = so3::from_rot(aim_within(pointing, wanted, project).local);
        let rotation = above * aimed * (known.before * known.turn).inverse();
        self.problem.rotate(&self.chain.body, node, rotation.normalize());
        self.problem.measure();
    }

    fn place(&self, index: usize) -> Vec3 {
        let tree = &self.problem.tree;
        so3::narrow(tree.nodes[tree.node_of[self.chain.joints[index].joint]].position)
    }

    fn tip(&self) -> Vec3 {
        self.place(self.chain.joints.len() - 1)
    }

    /// The point about which all joints together rotate the ray.
    fn pivot(&self) -> Vec3 {
        let count = self.chain.joints.len();
        let (mut sum, mut whole) = (Vec3::ZERO, 0.0);
        for (index, entry) in self.chain.joints.iter().enumerate() {
            if !self.chain.is_locked(entry) {
                let share = self.solver.share(index, count);
                sum += self.place(index) * share;
                whole += share;
            }
        }
        if whole > 0.0 { sum / whole } else { self.tip() }
    }

    /// The ray relative to `pivot`.
    fn ray(&self, pivot: Vec3) -> Ray {
        let tree = &self.problem.tree;
        Ray {
            origin: so3::narrow(tree.place(&self.eye)) - pivot,
            axis: so3::narrow(tree.vector(self.eye.node, self.axis)),
        }
    }

    fn sight(&self, pivot: Vec3) -> Sight {
        match self.sight {
            Sight::Point(target) => Sight::Point(target - pivot),
            direction @ Sight::Direction(_) => direction,
        }
    }

    fn up(&self) -> Vec3 {
        let up = so3::direction(self.solver.up);
        so3::narrow(self.problem.tree.vector(self.eye.node, up))
    }

    /// The rotation vector about `pivot` with which the tip would aim.
    fn turn(&self, pivot: Vec3) -> Vec3 {
        let up = self.up();
        let Some(arm) = self.ray(pivot).arm(self.sight(pivot)) else { return Vec3::ZERO };
        let swing = arm.turn(up);
        let place = self.tip();
        let line = match self.sight {
            Sight::Point(target) => vector::unit(target - place),
            Sight::Direction(_) => Some(arm.to),
        };
        let roll = match (self.pole, line) {
            (Some(pole), Some(line)) => {
                sight::roll(line, swing.rotate(up), pole - place, self.solver.twist)
            }
            _ => 0.0,
        };
        (Rot::from_axis_angle(arm.to, roll) * swing).rotation_vector()
    }

    /// The residual angle relative to the tip, radians.
    fn residual(&self) -> f32 {
        let pivot = self.tip();
        self.ray(pivot)
            .arm(self.sight(pivot))
            .map_or(0.0, |arm| sight::angle_between(arm.from, arm.to))
    }

    fn outcome(&self) -> Outcome {
        if self.residual() > MET {
            return Outcome::Limited;
        }
        let pivot = self.tip();
        self.ray(pivot).arm(self.sight(pivot)).map_or(Outcome::TooClose, |arm| arm.outcome)
    }

    /// Blends with the loaded pose, inside the limits.
    fn blend(&mut self, weight: f32) {
        self.problem.blend(weight);
        if weight < 1.0 {
            for entry in &self.chain.joints {
                let node = self.problem.tree.node_of[entry.joint];
                self.problem.rotate(&self.chain.body, node, DQuat::IDENTITY);
            }
            self.problem.measure();
        }
    }

    /// The result in model space.
    fn measure(&self, goal: &Goal) -> Result<GoalReport, Error> {
        let tree = &self.problem.tree;
        let axis = tree.vector_up(self.eye.node, self.axis).normalize_or_zero();
        let origin = tree.to_model(tree.place(&self.eye));
        sight::measure(Ray { origin, axis: so3::narrow(axis) }, goal)
    }
}
