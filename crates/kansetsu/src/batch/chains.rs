//! The same chain in every instance.

use glam::{Vec3, Vec4};

use super::{
    Poses,
    each::{Task, run},
    parallel::BLOCKS,
    poses::{LANES, check_joints},
};
use crate::{
    Error,
    d3::{
        Chain, FourTransforms, Goal, Outcome, Pose, Report, Transform,
        solve::{FourResults, Scratch, Solver, Wide},
    },
};

/// The goals of a chain, one for each instance.
#[derive(Clone, Copy, Debug)]
pub enum Goals<'a> {
    /// Goals of the chain's tip.
    Each(&'a [Goal]),
    /// Positions of the chain's tip in model space, metres. The fastest.
    Positions(&'a [Vec3]),
}

impl Goals<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Each(goals) => goals.len(),
            Self::Positions(positions) => positions.len(),
        }
    }

    #[inline(always)]
    fn goal(&self, chain: &Chain, instance: usize) -> Goal {
        match self {
            Self::Each(goals) => goals[instance],
            Self::Positions(positions) => Goal::position(chain.tip(), positions[instance]),
        }
    }

    /// The target of an instance for a closed form; NaN if there is no such instance or its goal is
    /// not a common case.
    #[inline(always)]
    fn target(&self, chain: &Chain, instance: usize) -> Vec3 {
        match self {
            Self::Each(goals) => {
                goals.get(instance).map_or(Vec3::NAN, |goal| Wide::target(chain, goal))
            }
            Self::Positions(positions) => positions.get(instance).copied().unwrap_or(Vec3::NAN),
        }
    }

    /// The targets of four instances, by component.
    #[inline(always)]
    fn targets(&self, chain: &Chain, first: usize) -> [Vec4; 3] {
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| self.target(chain, first + lane));
        [
            Vec4::new(a.x, b.x, c.x, d.x),
            Vec4::new(a.y, b.y, c.y, d.y),
            Vec4::new(a.z, b.z, c.z, d.z),
        ]
    }
}

/// The result of one instance: the numbers of the [`Report`] of a single solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InstanceReport {
    /// How the solve ended.
    pub outcome: Outcome,
    /// The distance of the tip from its target, metres.
    pub distance: f32,
    /// The angle between the target orientation and the current one, radians; 0 without one.
    pub angle: f32,
    /// The number of rounds; 0 for a closed form and if nothing had to move.
    pub iterations: u32,
}

impl From<&Report> for InstanceReport {
    fn from(report: &Report) -> Self {
        Self {
            outcome: report.outcome,
            distance: report.distance(),
            angle: report.angle(),
            iterations: u32::try_from(report.iterations).unwrap_or(u32::MAX),
        }
    }
}

/// Moves the tip of the chain to its goal in every instance, as [`Solver::solve`] does in one. The
/// results are in the order of the instances; an instance with an error has the default.
///
/// # Errors
/// [`Error::LengthMismatch`] unless there is one goal for each instance, [`Error::PoseMismatch`]
/// for poses of another skeleton; then nothing is changed. [`Error::Instances`] with the errors of
/// [`Solver::solve`].
pub fn solve_chains(
    solver: &Solver,
    chain: &Chain,
    goals: Goals<'_>,
    poses: &mut Poses,
    reports: &mut Vec<InstanceReport>,
) -> Result<(), Error> {
    let (found, expected) = (goals.len(), poses.len());
    if found != expected {
        return Err(Error::LengthMismatch { what: "goals", found, expected });
    }
    check_joints(poses.joint_count(), chain.joint_count)?;
    let batch = Batch { solver, chain, goals, wide: Wide::of(solver, chain) };
    run(poses, reports, BLOCKS, || Single::new(chain), |single, task| batch.work(single, task))
}

/// The same for all instances.
struct Batch<'a> {
    solver: &'a Solver,
    chain: &'a Chain,
    goals: Goals<'a>,
    wide: Option<Wide<'a>>,
}

impl Batch<'_> {
    fn work(&self, single: &mut Single, task: &mut Task<InstanceReport>) {
        for block in 0..task.results.len().div_ceil(LANES) {
            let joints = block * self.chain.joint_count;
            let joints = joints..joints + self.chain.joint_count;
            let lanes = LANES * block..task.results.len().min(LANES * (block + 1));
            let done = match &self.wide {
                Some(wide) => {
                    let targets = self.goals.targets(self.chain, task.first + lanes.start);
                    let found = wide.solve(self.chain, targets, &mut task.joints[joints.clone()]);
                    take(&found, &mut task.results[lanes.clone()])
                }
                None => 0,
            };
            for index in lanes.clone().filter(|index| done & (1 << (index - lanes.start)) == 0) {
                let goal = self.goals.goal(self.chain, task.first + index);
                let lane = index - lanes.start;
                match single.solve(self, &goal, &mut task.joints[joints.clone()], lane) {
                    Ok(report) => task.results[index] = report,
                    Err(error) => task.refuse(index, error),
                }
            }
        }
    }
}

/// Stores the results of the solved instances; returns a bit for each.
#[inline(always)]
fn take(found: &FourResults, results: &mut [InstanceReport]) -> u32 {
    let done = found.done.bitmask();
    for (lane, result) in results.iter_mut().enumerate().filter(|(lane, _)| done & (1 << lane) != 0)
    {
        *result = InstanceReport {
            outcome: found.outcome(lane),
            distance: found.distance[lane],
            ..InstanceReport::default()
        };
    }
    done
}

/// The memory of single solves.
struct Single {
    pose: Pose,
    scratch: Scratch,
}

impl Single {
    fn new(chain: &Chain) -> Self {
        Self {
            pose: Pose { locals: vec![Transform::IDENTITY; chain.joint_count] },
            scratch: Scratch::default(),
        }
    }

    /// Solves one instance. Only the chain and its ancestors are copied: nothing else matters.
    #[inline(never)]
    fn solve(
        &mut self,
        batch: &Batch<'_>,
        goal: &Goal,
        joints: &mut [FourTransforms],
        lane: usize,
    ) -> Result<InstanceReport, Error> {
        let chain = batch.chain;
        for joint in chain.ancestors().iter().copied().chain(chain.joints()) {
            self.pose.locals[joint] = joints[joint].get(lane);
        }
        let report = batch.solver.solve_with(chain, goal, &mut self.pose, &mut self.scratch)?;
        for joint in chain.joints() {
            joints[joint].set(lane, &self.pose.locals[joint]);
        }
        Ok(report.into())
    }
}
