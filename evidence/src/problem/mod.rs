//! A problem: a skeleton, its limits, the joints with goals, and the solver.

pub mod bodies;
pub mod chains;
pub mod limbs;
pub mod robots;
mod segment;
pub mod unlimited;

use std::sync::LazyLock;

use glam::{DQuat, DVec3, Quat, Vec3};
use kansetsu::{
    Error,
    d3::{
        Chain, Goal, Limit, Pose, Report, Skeleton,
        solve::{Auto, Body, Root, Scratch, TrackingState, WholeBody},
    },
};

use crate::{
    in_use::Control,
    judge,
    random::Random,
    sample::{self, Stand},
};

/// One problem and its success criteria.
#[derive(Clone)]
pub struct Problem {
    pub name: String,
    pub skeleton: Skeleton,
    pub limits: Vec<Option<Limit>>,
    pub ends: Vec<End>,
    pub means: Means,
    /// The default start of a solve.
    pub start: Pose,
    /// The chain's length; 1 m for a body. Steps of a drag are a thousandth of it.
    pub size: f64,
    /// A goal is met within this distance (metres) and this angle (radians).
    pub near: f64,
    pub aligned: f64,
    /// The range of joints without a limit about each axis in random poses, radians.
    pub free_turn: f32,
    /// A pole of its goals, in model space.
    pub pole: Option<Vec3>,
    /// A locked joint of the chain.
    pub held: Option<usize>,
    pub undecided: Undecided,
    /// The solver, or a control.
    pub control: Control,
}

/// Singularities of the rotation of a chain's base, where no solution is continuous.
#[derive(Clone, Copy)]
pub enum Undecided {
    Nowhere,
    /// The goal is on this axis through the base, unit length: no rotation about it moves the tip
    /// closer.
    OnAxis(DVec3),
    /// The goal is at the base, or opposite to the tip of the bent limb before the base rotates:
    /// all rotations by 180° are equally good there.
    Opposite,
}

/// The report of a control, which calls everything reached.
static REACHED: LazyLock<Report> = LazyLock::new(Report::default);

/// The distance to the axis, in sizes, below which a base's rotation counts as singular: five
/// steps; ...
const AT_AXIS: f64 = 5e-3;

/// ... and the distance to the opposite direction: the smallest rotation there rotates twice as
/// fast as the goal moves around, by 3° in a thousandth at 0.04.
const NEARLY_OPPOSITE: f64 = 0.05;

/// A joint with a goal.
#[derive(Clone, Copy)]
pub struct End {
    pub joint: usize,
    /// Whether its orientation is a goal too.
    pub turned: bool,
}

/// The library's solver.
#[derive(Clone)]
pub enum Means {
    Chain(Box<Chain>, Auto),
    Body(Box<Body>, WholeBody),
}

/// The whole-body solver with restarts, for rows that only count success.
pub fn with_other_poses(root: Root) -> WholeBody {
    WholeBody { root, max_restarts: 32, max_steps: 2_000, ..WholeBody::default() }
}

/// A random pose: the coordinates of each joint inside its limit, and the placement of the root.
#[derive(Clone)]
pub struct Draw {
    pub stands: Vec<Stand>,
    pub root: [f32; 6],
}

/// The motion and the rotation about each axis of a free root: metres and radians.
const ROOT_WAY: f32 = 0.2;
const ROOT_TURN: f32 = 0.4;

impl Problem {
    /// Random coordinates of a pose inside the limits.
    pub fn draw(&self, random: &mut Random, on_bound: f32) -> Draw {
        let stands = self
            .limits
            .iter()
            .map(|limit| sample::stand(random, limit.as_ref(), on_bound))
            .collect();
        Draw { stands, root: std::array::from_fn(|_| random.unit()) }
    }

    /// The pose with these coordinates.
    pub fn pose(&self, draw: &Draw) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        for (index, local) in pose.locals.iter_mut().enumerate() {
            let joint = &self.skeleton.joints()[index];
            match &self.means {
                Means::Body(_, solver) if joint.parent.is_none() => {
                    if solver.root == Root::Free {
                        let part = |first: usize| Vec3::from_slice(&draw.root[first..]) * 2.0 - 1.0;
                        local.translation += part(0) * ROOT_WAY;
                        local.rotation *= Quat::from_scaled_axis(part(3) * ROOT_TURN);
                    }
                }
                _ => {
                    local.rotation = joint.rest.rotation
                        * sample::turn(
                            self.limits[index].as_ref(),
                            draw.stands[index].numbers,
                            self.free_turn,
                        )
                }
            }
        }
        pose
    }

    /// The placements of the ends in a pose, in double precision.
    pub fn places(&self, pose: &Pose) -> Vec<(DVec3, DQuat)> {
        let all = judge::forward(&self.skeleton, pose);
        self.ends.iter().map(|end| all[end.joint]).collect()
    }

    /// The goals for these placements.
    pub fn goals(&self, places: &[(DVec3, DQuat)]) -> Vec<Goal> {
        let goal = |(end, (position, orientation)): (&End, &(DVec3, DQuat))| {
            let goal = Goal { pole: self.pole, ..Goal::position(end.joint, position.as_vec3()) };
            if end.turned { goal.with_orientation(orientation.as_quat()) } else { goal }
        };
        self.ends.iter().zip(places).map(goal).collect()
    }

    /// Whether the pose meets the targets.
    pub fn is_met(&self, pose: &Pose, places: &[(DVec3, DQuat)]) -> bool {
        self.ends.iter().zip(self.places(pose)).zip(places).all(|((end, got), wanted)| {
            got.0.distance(wanted.0) <= self.near
                && (!end.turned || got.1.angle_between(wanted.1) <= self.aligned)
        })
    }

    /// The largest distance of an end from its target, metres.
    pub fn miss(&self, pose: &Pose, places: &[(DVec3, DQuat)]) -> f64 {
        self.places(pose)
            .iter()
            .zip(places)
            .fold(0.0, |worst, (got, wanted)| got.0.distance(wanted.0).max(worst))
    }

    /// Whether a goal, solved from one pose with another as the result, is close to a singularity
    /// of the base's rotation.
    pub fn is_undecided(&self, place: DVec3, [begun_from, answer]: [&Pose; 2]) -> bool {
        let base = self.start.locals[0].translation.as_dvec3();
        let line = place - base;
        match self.undecided {
            Undecided::Nowhere => false,
            Undecided::OnAxis(axis) => axis.cross(line).length() <= AT_AXIS * self.size,
            Undecided::Opposite => {
                let turn = |pose: &Pose| pose.locals[0].rotation.as_dquat().normalize();
                let bent =
                    turn(begun_from) * turn(answer).inverse() * (self.places(answer)[0].0 - base);
                let along = line.dot(bent.normalize_or(DVec3::X)).min(0.0);
                (line - bent.normalize_or(DVec3::X) * along).length() <= NEARLY_OPPOSITE * self.size
            }
        }
    }

    /// Calls the solver.
    pub fn solve<'s>(
        &self,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        if self.control != Control::Library {
            return Ok(self.pretend(goals, pose));
        }
        match &self.means {
            Means::Chain(chain, solver) => solver.solve_with(chain, &goals[0], pose, scratch),
            Means::Body(body, solver) => solver.solve_with(body, goals, pose, scratch),
        }
    }

    /// Continues from the previous frame; a chain's solver starts from any pose.
    pub fn follow<'s>(
        &self,
        goals: &[Goal],
        pose: &mut Pose,
        state: &mut TrackingState,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        if self.control != Control::Library {
            return Ok(self.pretend(goals, pose));
        }
        match &self.means {
            Means::Chain(chain, solver) => solver.solve_with(chain, &goals[0], pose, scratch),
            Means::Body(body, solver) => solver.track_with(body, goals, (pose, state), scratch),
        }
    }

    /// The result of a control, which ignores its goals.
    fn pretend(&self, goals: &[Goal], pose: &mut Pose) -> &'static Report {
        if self.control == Control::Random {
            let place =
                goals[0].position.unwrap_or_default().to_array().map(|x| u64::from(x.to_bits()));
            let mut random = Random::scattered(place[0] ^ place[1] << 16 ^ place[2] << 32);
            *pose = self.pose(&self.draw(&mut random, 0.0));
        }
        &REACHED
    }

    /// The same problem with a control instead of the solver.
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The same problem for a solver with its default tolerances.
    pub fn with_defaults(mut self) -> Self {
        match &mut self.means {
            Means::Chain(_, solver) => *solver = Auto::default(),
            Means::Body(_, solver) => *solver = with_other_poses(solver.root),
        }
        self
    }

    /// The same problem with another name.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    pub fn is_turned(&self) -> bool {
        self.ends.iter().any(|end| end.turned)
    }

    pub fn is_limited(&self) -> bool {
        self.limits.iter().any(Option::is_some)
    }

    pub fn is_body(&self) -> bool {
        matches!(self.means, Means::Body(..))
    }
}
