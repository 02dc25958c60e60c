//! The session: one type that poses a body for every program.
//!
//! A session is made from a [`Rig`]. It decides which joints follow a target, what the root does, and which posture,
//! balance and self-collision rules apply. Each decision is a rule with an option in [`Options`]:
//!
//! | decision | rule | option |
//! | --- | --- | --- |
//! | joints that follow | all between the target's joint and the base; an IK stop ends the chain | [`Options::chain_length`], [`Options::locked`] |
//! | base | the hips of a humanoid, otherwise the first root | [`Rig::roles`] |
//! | root | free while another joint is pinned or planted, or if it has a target; otherwise fixed | [`Options::root`] |
//! | feet | a humanoid's feet on the floor are planted, unless their leg has a target or a pin | [`Options::feet`] |
//! | start | `solve` starts joints in the rest pose from the relaxed stance; `step` continues from the pose | [`Options::posture`] |
//! | recruitment | a humanoid moves arms, then shoulders, trunk and hips | [`Options::posture`] |
//! | balance | a humanoid's centre of mass stays above its planted or pinned feet | [`Options::balance`] |
//! | self-collision | arms stay out of trunk, head and each other | [`Options::self_collision`] |
//! | limits | the limits of the rig hold | [`Options::limits`] |
//!
//! ```
//! use kansetsu::{Budget, IkSession, Options, Rig, Target, d3::{Skeleton, Transform}, glam::Vec3};
//!
//! let mut builder = Skeleton::builder();
//! let mut joint = builder.root("base", Transform::IDENTITY);
//! for _ in 0..4 {
//!     joint = builder.child(joint, format!("segment {joint}"), Transform::from_translation(Vec3::X * 0.25));
//! }
//! let rig = Rig::new(builder.build()?);
//! let mut pose = rig.rest_pose();
//! let mut ik = IkSession::new(&rig, Options::default());
//! ik.set_target(rig.joint("segment 3")?, Target::position([0.4, 0.5, 0.1]));
//! let report = ik.solve(&mut pose, Budget::steps(200))?;
//! assert!(report.distance() < 1e-4);
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod options;
mod plan;
mod report;
mod target;

pub use options::{Balance, Feet, Limits, Options, Posture, Root, SelfCollision};
pub use report::{Report, TargetReport};
pub use target::{Region, Rotation, Target};

use self::plan::{Anatomy, pin};
use crate::{
    Error, JointId, Pose, Rig,
    d3::{
        Goal, Outcome,
        solve::{Body, Follow, Scratch, WholeBody},
    },
};

/// The work budget of a call. The budget is fixed, so that a call takes the same time on every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Solver steps at most.
    pub steps: u32,
}

impl Budget {
    /// This many solver steps at most.
    #[must_use]
    pub const fn steps(steps: u32) -> Self {
        Self { steps }
    }
}

/// What a pin keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pin {
    joint: JointId,
    rotation: bool,
    /// The placement that it keeps, from the first pose that it saw.
    goal: Option<Goal>,
}

/// Poses one body: targets and pins in, a pose and a [`Report`] out.
///
/// A session owns everything it needs, so it can outlive the rig. [`Self::solve`] depends on nothing but its arguments,
/// targets, pins and options. [`Self::step`] also depends on the steps before it, since their last target.
#[derive(Clone, Debug)]
pub struct IkSession {
    rig: Rig,
    options: Options,
    anatomy: Anatomy,
    targets: Vec<(JointId, Target)>,
    pins: Vec<Pin>,
    /// The placements of the feet that the last step kept planted.
    planted: Vec<Goal>,
    follow: Follow,
    scratch: Scratch,
}

impl IkSession {
    /// A session without targets.
    #[must_use]
    pub fn new(rig: &Rig, options: Options) -> Self {
        Self {
            anatomy: Anatomy::new(rig),
            rig: rig.clone(),
            options,
            targets: Vec::new(),
            pins: Vec::new(),
            planted: Vec::new(),
            follow: Follow::default(),
            scratch: Scratch::default(),
        }
    }

    /// The rig that the session poses.
    #[must_use]
    pub const fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Sets the target of a joint, replacing an earlier one. A wrong joint or target is an error of the next solve.
    pub fn set_target(&mut self, joint: JointId, target: Target) {
        match self.targets.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, known)) => *known = target,
            None => self.targets.push((joint, target)),
        }
    }

    /// Pins a joint: it keeps the position and rotation that it has in the pose of the next solve or step.
    pub fn pin(&mut self, joint: JointId) {
        self.add_pin(joint, true);
    }

    /// Pins the position of a joint; its rotation stays free.
    pub fn pin_position(&mut self, joint: JointId) {
        self.add_pin(joint, false);
    }

    fn add_pin(&mut self, joint: JointId, rotation: bool) {
        self.pins.retain(|pin| pin.joint != joint);
        self.pins.push(Pin { joint, rotation, goal: None });
    }

    /// Removes the target and the pin of a joint.
    pub fn release(&mut self, joint: JointId) {
        self.targets.retain(|(known, _)| *known != joint);
        self.pins.retain(|pin| pin.joint != joint);
    }

    /// Removes all targets and pins, and forgets the steps before.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.pins.clear();
        self.reset();
    }

    /// Forgets the steps before: the next [`Self::step`] starts a new motion. Targets and pins stay.
    pub fn reset(&mut self) {
        self.follow = Follow::default();
        self.planted.clear();
        self.pins.iter_mut().for_each(|pin| pin.goal = None);
    }

    /// Finds one pose that meets the targets.
    ///
    /// Pins keep what they keep in `pose`. Joints that are still in the rest pose start from the relaxed stance, also
    /// those that no target moves: see [`Options::posture`].
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] and [`Error::ForeignJoint`] for a joint, [`Error::InvalidTarget`] for a target of which a part
    /// would have no effect, [`Error::InvalidNumber`] and [`Error::OutOfRange`] for a number of a target or an option,
    /// [`Error::PoseMismatch`] and [`Error::InvalidTransform`] for the pose. The pose is then unchanged.
    pub fn solve(&mut self, pose: &mut Pose, budget: Budget) -> Result<Report, Error> {
        self.check(pose)?;
        let mut posed = match self.options.posture {
            Posture::Auto => self.anatomy.relaxed(&self.rig, pose),
            Posture::Given | Posture::Uniform => pose.clone(),
        };
        let model_from_joint = self.rig.skeleton.forward(&posed);
        let mut goals = self.goals()?;
        let pins = self.pins.iter().map(|pin| held(pin, &model_from_joint));
        goals.extend(pins);
        goals.extend(self.anatomy.planted(&self.rig, &self.options, (&goals, &model_from_joint)));
        let (body, root) = self.anatomy.body(&self.rig, &self.options, &goals)?;
        let body = body.with_ease(&posed)?;
        let solver = self.solver(root, budget, self.options.restarts);
        let report = solver.solve_with(&body, &goals, &mut posed, &mut self.scratch)?.clone();
        *pose = posed;
        Ok(self.report(&report, &goals, report.outcome == Outcome::Reached))
    }

    /// Continues from `pose` towards the targets: one frame of a game or one event of a drag.
    ///
    /// No joint rotates by more than the targets' motion since the last step explains, and no more than 2.3° if they rest.
    /// A target that lies in another configuration is reached over several steps; [`Report::is_settled`] says when.
    ///
    /// # Errors
    /// As [`Self::solve`]. Pose and session are then unchanged.
    pub fn step(&mut self, pose: &mut Pose, budget: Budget) -> Result<Report, Error> {
        self.check(pose)?;
        let model_from_joint = self.rig.skeleton.forward(pose);
        let mut goals = self.goals()?;
        let pins: Vec<Goal> = self.pins.iter().map(|pin| pin.goal.unwrap_or_else(|| held(pin, &model_from_joint))).collect();
        goals.extend(&pins);
        let feet = self.anatomy.planted(&self.rig, &self.options, (&goals, &model_from_joint));
        let known = |foot: &Goal| self.planted.iter().find(|known| known.joint == foot.joint).copied();
        let planted: Vec<Goal> = feet.into_iter().map(|foot| known(&foot).unwrap_or(foot)).collect();
        goals.extend(&planted);
        let (body, root) = self.anatomy.body(&self.rig, &self.options, &goals)?;
        self.follow.grain = self.options.input_resolution;
        let report = self.follow_with(&body, &goals, pose, self.solver(root, budget, 0))?;
        self.planted = planted;
        self.pins.iter_mut().zip(pins).for_each(|(pin, goal)| pin.goal = Some(goal));
        Ok(self.report(&report, &goals, self.follow.is_done))
    }

    fn follow_with(&mut self, body: &Body, goals: &[Goal], pose: &mut Pose, solver: WholeBody) -> Result<crate::d3::Report, Error> {
        solver.follow_with(body, goals, (pose, &mut self.follow), &mut self.scratch).cloned()
    }

    fn solver(&self, root: crate::d3::solve::Root, budget: Budget, restarts: u32) -> WholeBody {
        WholeBody {
            max_steps: budget.steps as usize,
            tolerance: self.options.tolerance,
            angle_tolerance: self.options.angle_tolerance,
            max_restarts: restarts as usize,
            root,
            strength: self.options.strength,
        }
    }

    fn goals(&self) -> Result<Vec<Goal>, Error> {
        let skeleton = &self.rig.skeleton;
        self.targets.iter().map(|(joint, target)| target.goal(skeleton, skeleton.index_of(*joint)?)).collect()
    }

    fn check(&self, pose: &Pose) -> Result<(), Error> {
        let skeleton = &self.rig.skeleton;
        for joint in self.pins.iter().map(|pin| pin.joint).chain(self.options.locked.iter().copied()) {
            skeleton.index_of(joint)?;
        }
        if let Some((joint, _)) = self.targets.iter().find(|(joint, _)| self.pins.iter().any(|pin| pin.joint == *joint)) {
            let joint = skeleton.joints()[skeleton.index_of(*joint)?].name.clone();
            return Err(Error::InvalidTarget { joint, what: "is pinned as well; release the pin or the target" });
        }
        let (found, count) = (pose.locals.len(), skeleton.len());
        if found == count { Ok(()) } else { Err(Error::PoseMismatch { pose: found, skeleton: count }) }
    }

    fn report(&self, report: &crate::d3::Report, goals: &[Goal], is_settled: bool) -> Report {
        let path = |goal: &Goal| self.rig.skeleton.path_length(goal.joint);
        let size = goals.iter().map(path).fold(0.0, f32::max);
        let tolerances = [self.options.tolerance.max(FORWARD_ROUNDING) * size, self.options.angle_tolerance + ANGLE_ROUNDING];
        Report { is_settled, ..Report::new(&self.rig.skeleton, report, goals, tolerances) }
    }
}

/// Rounding of forward kinematics in `f32`, as a fraction of the path from the root to a joint, and in radians.
const FORWARD_ROUNDING: f32 = 2e-5;
const ANGLE_ROUNDING: f32 = 1e-3;

/// The goal of a pin in a pose.
fn held(of: &Pin, model_from_joint: &[glam::Affine3]) -> Goal {
    let joint = of.joint.index() as usize;
    let goal = pin(joint, &model_from_joint[joint]);
    Goal { orientation: goal.orientation.filter(|_| of.rotation), ..goal }
}
