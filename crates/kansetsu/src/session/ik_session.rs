//! The session's state, and its calls for one pose.

use super::{
    Feet, Options, Posture, Report, Root, Target, chains,
    held::Held,
    likely::likely,
    measure::{ANGLE_ROUNDING, FORWARD_ROUNDING, measure},
    motion::Motion,
    pin::Pin,
    plan::Anatomy,
    problem::{Placements, Problem},
};
use crate::{
    Error, JointId, Pose, Rig,
    d3::{
        self, Goal, GoalReport, Outcome,
        solve::{Scratch, Solver, TrackingState, WholeBody},
    },
    error::in_range,
};

/// The work budget of a call. The budget is fixed, so that a call takes the same time on every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of solver steps.
    pub steps: u32,
}

impl Budget {
    /// A budget of this number of solver steps.
    #[must_use]
    pub const fn steps(steps: u32) -> Self {
        Self { steps }
    }
}

/// Poses one body: targets and pins in, a pose and a [`Report`] out.
///
/// A session owns all its data, so it can outlive the rig. [`Self::solve`] depends on nothing but
/// its arguments, targets, pins and options. [`Self::step`] also depends on the previous steps
/// since their last target.
#[derive(Clone, Debug)]
pub struct IkSession {
    pub(super) rig: Rig,
    pub(super) options: Options,
    pub(super) anatomy: Anatomy,
    targets: Vec<(JointId, Target)>,
    pins: Vec<Pin>,
    /// The placements of the feet that the last step planted.
    planted: Vec<Goal>,
    /// The targets, pins and options of that step.
    planted_for: Option<PlantedFor>,
    /// The motion and the pose of the last [`Self::follow`].
    pub(super) motion: Option<Motion>,
    pub(super) follow: TrackingState,
    pub(super) scratch: Scratch,
}

/// The inputs that determine the planted feet: while they stay, so do the feet.
#[derive(Clone, Debug, PartialEq)]
struct PlantedFor {
    /// The joints of targets and pins.
    joints: Vec<JointId>,
    feet: Feet,
    root: Root,
    chain_length: Option<u32>,
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
            planted_for: None,
            motion: None,
            follow: TrackingState::default(),
            scratch: Scratch::default(),
        }
    }

    /// The rig that the session poses.
    #[must_use]
    pub const fn rig(&self) -> &Rig {
        &self.rig
    }

    /// The options of the session.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The options of the session, for changes. The next call uses them.
    pub const fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The targets, in the order of [`Report::targets`].
    #[must_use]
    pub fn targets(&self) -> &[(JointId, Target)] {
        &self.targets
    }

    /// Sets the target of a joint and replaces earlier ones. An invalid joint or target is an error
    /// of the next solve.
    pub fn set_target(&mut self, joint: JointId, target: Target) {
        let first = self.targets.iter().position(|(known, _)| *known == joint);
        self.targets.retain(|(known, _)| *known != joint);
        self.targets.insert(first.unwrap_or(self.targets.len()), (joint, target));
    }

    /// Adds a target to those of the joint, for another of its points: several markers on one bone,
    /// for example.
    pub fn add_target(&mut self, joint: JointId, target: Target) {
        self.targets.push((joint, target));
    }

    /// Pins a joint: it keeps the position and rotation that it has in the pose of the next solve
    /// or step.
    ///
    /// A joint has one pin: this, [`Self::pin_position`] and [`Self::pin_to`] replace an earlier
    /// one.
    pub fn pin(&mut self, joint: JointId) {
        self.add_pin(Pin::keeping(joint, [true, true]));
    }

    /// Pins the position of a joint; its rotation stays free.
    pub fn pin_position(&mut self, joint: JointId) {
        self.add_pin(Pin::keeping(joint, [true, false]));
    }

    /// Pins a joint to a target, which is met before all others. The target's weight has no effect
    /// and must be 1.
    ///
    /// Position or rotation, if the pin leaves it free, may have a separate target.
    pub fn pin_to(&mut self, joint: JointId, target: Target) {
        self.add_pin(Pin::at(joint, target));
    }

    fn add_pin(&mut self, pin: Pin) {
        self.pins.retain(|other| other.joint != pin.joint);
        self.pins.push(pin);
    }

    /// Removes the target and the pin of a joint.
    pub fn release(&mut self, joint: JointId) {
        self.targets.retain(|(known, _)| *known != joint);
        self.pins.retain(|pin| pin.joint != joint);
    }

    /// Removes all targets and pins, and forgets the previous steps.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.pins.clear();
        self.reset();
    }

    /// Forgets the previous steps: the next [`Self::step`] starts a new motion. Targets and pins
    /// stay.
    pub fn reset(&mut self) {
        self.follow = TrackingState::default();
        self.planted.clear();
        self.planted_for = None;
        self.motion = None;
        self.pins.iter_mut().for_each(|pin| pin.goal = None);
    }

    /// The pose from which [`Self::solve`] starts: joints of `pose` that are still in the rest pose
    /// take the relaxed stance.
    ///
    /// [`Posture::Given`] and [`Posture::Uniform`] start from `pose` itself, and so does a pose of
    /// another skeleton.
    #[must_use]
    pub fn start_pose(&self, pose: &Pose) -> Pose {
        match self.options.posture {
            Posture::Auto | Posture::Likely => self.relaxed(pose),
            Posture::Given | Posture::Uniform => pose.clone(),
        }
    }

    /// Locked joints, and limbs whose pole defines their bend, keep `pose`.
    fn relaxed(&self, pose: &Pose) -> Pose {
        let mut relaxed = self.anatomy.relaxed(&self.rig, pose);
        let has_pole = |(joint, target): &&(JointId, Target)| {
            target.pole.is_some() && self.rig.skeleton.index_of(*joint).is_ok()
        };
        let limbs = self
            .targets
            .iter()
            .filter(has_pole)
            .filter_map(|(joint, _)| self.rig.limb_to(joint.index() as usize));
        let kept = limbs.flat_map(|limb| [limb.base, limb.middle, limb.tip]);
        for joint in kept.chain(self.options.locked.iter().map(|joint| joint.index() as usize)) {
            if let (Some(local), Some(given)) =
                (relaxed.locals.get_mut(joint), pose.locals.get(joint))
            {
                *local = *given;
            }
        }
        relaxed
    }

    /// Finds one pose that meets the targets.
    ///
    /// Pins keep their placement in `pose`. Joints that are still in the rest pose start from the
    /// relaxed stance, also those that no target moves: see [`Options::posture`].
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] and [`Error::ForeignJoint`] for a joint, [`Error::InvalidTarget`]
    /// for a target with a field that would have no effect, [`Error::InTarget`] for a value of a
    /// target, [`Error::InvalidNumber`] and [`Error::OutOfRange`] for an option,
    /// [`Error::PoseMismatch`] and [`Error::InvalidTransform`] for the pose. The pose is then
    /// unchanged.
    pub fn solve(&mut self, pose: &mut Pose, budget: Budget) -> Result<Report, Error> {
        self.check(pose)?;
        let mut posed = self.start_pose(pose);
        let mut problem = self.problem([pose, &posed], Placements::Pose)?;
        let report = if let Some(solver) = self.options.solver.clone() {
            self.solve_by(&solver, &problem, &mut posed, budget)?
        } else {
            posed = self.reference(&problem, posed)?;
            problem.body = problem.body.with_reference(&posed)?;
            let solver = self.solver(problem.root, budget, self.options.restarts);
            solver.solve_with(&problem.body, &problem.goals, &mut posed, &mut self.scratch)?.clone()
        };
        *pose = posed;
        Ok(self.report(pose, &report, &problem.all(), report.outcome == Outcome::Reached))
    }

    /// Continues from `pose` towards the targets: one frame of a game or one event of a drag.
    ///
    /// No joint rotates by more than the targets' motion since the last step explains, and by no
    /// more than 2.3° if they are at rest. A target in another configuration is reached over
    /// several steps; [`Report::is_settled`] reports when.
    ///
    /// # Errors
    /// As [`Self::solve`]. Pose and session are then unchanged.
    pub fn step(&mut self, pose: &mut Pose, budget: Budget) -> Result<Report, Error> {
        self.check(pose)?;
        let problem = self.problem([pose, pose], Placements::Kept)?;
        let (report, is_settled) = if let Some(solver) = self.options.solver.clone() {
            (self.solve_by(&solver, &problem, pose, budget)?, true)
        } else {
            let solver = self.solver(problem.root, budget, 0);
            let follow = (&mut *pose, &mut self.follow);
            let report = solver
                .track_with(&problem.body, &problem.goals, follow, &mut self.scratch)?
                .clone();
            (report, self.follow.is_settled)
        };
        self.planted.clone_from(&problem.planted);
        self.planted_for = Some(self.planted_for());
        self.pins.iter_mut().zip(&problem.pins).for_each(|(pin, goal)| pin.goal = Some(*goal));
        Ok(self.report(pose, &report, &problem.all(), is_settled))
    }

    /// The residuals of targets and pins in a pose, without a solve.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn measure(&self, pose: &Pose) -> Result<Report, Error> {
        self.check(pose)?;
        let goals = self.problem([pose, pose], Placements::Kept)?.all();
        let mut report = self.report(
            pose,
            &d3::Report { outcome: Outcome::Stalled, ..d3::Report::default() },
            &goals,
            false,
        );
        let all_reached = report.entries().all(|entry| entry.is_reached);
        report.is_settled = all_reached;
        if all_reached {
            report.outcome = Outcome::Reached;
        }
        Ok(report)
    }

    /// Targets, pins and the body that meets them. Pins keep their placement in `given`, feet are
    /// planted at their placement in `start`.
    pub(super) fn problem(
        &self,
        [given, start]: [&Pose; 2],
        placements: Placements,
    ) -> Result<Problem, Error> {
        let (model_from_joint, is_kept) =
            (self.rig.skeleton.forward(start), placements == Placements::Kept);
        let mut goals = self.goals()?;
        if placements == Placements::Pose {
            goals
                .iter_mut()
                .for_each(|goal| self.anatomy.keep_level(&self.options, goal, &model_from_joint));
        }
        let given = self.rig.skeleton.forward(given);
        let goal = |pin: &Pin| pin.goal(&self.rig.skeleton, &given, is_kept);
        let pins: Vec<Goal> = self.pins.iter().map(goal).collect::<Result<_, _>>()?;
        goals.extend(&pins);
        let mut planted = Vec::new();
        if let Some(solver) = &self.options.solver {
            chains::check(&self.rig, &self.options, solver, &goals)?;
        } else {
            if let Some(goal) = goals.iter().find(|goal| chains::is_pole_of_aim(goal)) {
                let joint = self.rig.skeleton.joints()[goal.joint].name.clone();
                return Err(Error::InvalidTarget { joint, what: chains::POLE_OF_AIM });
            }
            planted = if is_kept && self.planted_for.as_ref() == Some(&self.planted_for()) {
                self.planted.clone()
            } else {
                let is_in_motion = placements == Placements::Motion;
                let known: &[Goal] = if is_kept { &self.planted } else { &[] };
                self.anatomy.planted(
                    &self.rig,
                    &self.options,
                    (&goals, &model_from_joint),
                    (is_in_motion, known),
                )
            };
        }
        goals.extend(&planted);
        let mut moves = self.anatomy.moves(&self.rig, &self.options, &goals);
        if self.options.solver.is_none() {
            moves.check(&self.rig, (&goals, &model_from_joint))?;
        }
        let Held { held, goals } =
            Held::new(&self.rig.skeleton, &mut moves, (goals, &model_from_joint));
        let (body, root) = self.anatomy.body(&self.rig, &self.options, &moves)?;
        Ok(Problem { goals, held, pins, planted, moves, body, root })
    }

    /// The reference pose of the posture, for a body that starts in `pose`.
    pub(super) fn reference(&self, problem: &Problem, pose: Pose) -> Result<Pose, Error> {
        match (self.options.posture, &self.options.prior) {
            (Posture::Likely, Some(prior)) => likely(&self.rig, &**prior, problem, &pose),
            (Posture::Likely, None) => Err(Error::Unsupported {
                solver: "whole-body",
                what: "Posture::Likely without a prior; set Options::prior, for example to that of kansetsu-humanoid",
            }),
            _ => Ok(pose),
        }
    }

    /// Solves with a solver selected by the caller.
    pub(super) fn solve_by(
        &mut self,
        solver: &Solver,
        problem: &Problem,
        pose: &mut Pose,
        budget: Budget,
    ) -> Result<d3::Report, Error> {
        let solver = chains::with_options(solver, &self.options, budget.steps);
        match solver {
            Solver::FabrikTree(mut tree) => {
                tree.root = problem.root;
                tree.solve_with(&problem.body, &problem.goals, pose, &mut self.scratch).cloned()
            }
            chain => chains::solve(
                &self.rig,
                &self.options,
                (&chain, &problem.goals),
                pose,
                &mut self.scratch,
            ),
        }
    }

    pub(super) fn solver(&self, root: d3::solve::Root, budget: Budget, restarts: u32) -> WholeBody {
        WholeBody {
            max_steps: budget.steps as usize,
            tolerance: self.options.tolerance,
            angle_tolerance: self.options.angle_tolerance,
            max_restarts: restarts as usize,
            root,
            strength: self.options.strength,
        }
    }

    /// The inputs that determine the planted feet, besides the pose.
    fn planted_for(&self) -> PlantedFor {
        let Options { feet, root, chain_length, .. } = self.options;
        let targets = self.targets.iter().map(|(joint, _)| *joint);
        PlantedFor {
            joints: targets.chain(self.pins.iter().map(|pin| pin.joint)).collect(),
            feet,
            root,
            chain_length,
        }
    }

    fn goals(&self) -> Result<Vec<Goal>, Error> {
        let skeleton = &self.rig.skeleton;
        self.targets
            .iter()
            .map(|(joint, target)| target.goal(skeleton, skeleton.index_of(*joint)?))
            .collect()
    }

    pub(super) fn check(&self, pose: &Pose) -> Result<(), Error> {
        let skeleton = &self.rig.skeleton;
        for joint in
            self.pins.iter().map(|pin| pin.joint).chain(self.options.locked.iter().copied())
        {
            skeleton.index_of(joint)?;
        }
        if let Some(pin) = self.pins.iter().find(|pin| pin.has_weight()) {
            let joint = skeleton.joints()[skeleton.index_of(pin.joint)?].name.clone();
            return Err(Error::InvalidTarget {
                joint,
                what: "is pinned with a weight; pins are met before all targets",
            });
        }
        let is_pinned = |(joint, target): &&(JointId, Target)| {
            self.pins.iter().any(|pin| pin.joint == *joint && pin.clashes(target))
        };
        if let Some((joint, _)) = self.targets.iter().find(is_pinned) {
            let joint = skeleton.joints()[skeleton.index_of(*joint)?].name.clone();
            return Err(Error::InvalidTarget {
                joint,
                what: "is pinned as well; release the pin or the target",
            });
        }
        if self.options.prior.is_some() && self.options.posture != Posture::Likely {
            return Err(Error::Unsupported {
                solver: "whole-body",
                what: "a prior without Posture::Likely",
            });
        }
        in_range("the tolerance of the options", self.options.tolerance, [0.0, 1.0])?;
        in_range(
            "the rotation tolerance of the options",
            self.options.angle_tolerance,
            [0.0, 4.0],
        )?;
        in_range("the strength of the options", self.options.strength, [1.0, 1000.0])?;
        if let Some(limit) = self.options.velocity_limit {
            in_range("the velocity limit of the options", limit, [0.0, f32::MAX])?;
        }
        let (found, count) = (pose.locals.len(), skeleton.len());
        if found != count {
            return Err(Error::PoseMismatch { pose: found, skeleton: count });
        }
        let faults = pose
            .locals
            .iter()
            .zip(skeleton.joints())
            .find_map(|(local, joint)| Some((joint.name.clone(), local.fault()?)));
        faults.map_or(Ok(()), |(joint, what)| Err(Error::InvalidTransform { joint, what }))
    }

    /// The results of the goals in `pose`, measured there.
    pub(super) fn report(
        &self,
        pose: &Pose,
        report: &d3::Report,
        goals: &[Goal],
        is_settled: bool,
    ) -> Report {
        let model_from_joint = self.rig.skeleton.forward(pose);
        let path = |goal: &Goal| self.rig.skeleton.path_length(goal.joint);
        let size = goals.iter().map(path).fold(0.0, f32::max);
        let tolerances = [
            self.options.tolerance.max(FORWARD_ROUNDING) * size,
            self.options.angle_tolerance + ANGLE_ROUNDING,
        ];
        let measured: Vec<GoalReport> =
            goals.iter().map(|goal| measure(goal, &model_from_joint)).collect();
        let is_far = |goal: &Goal| {
            self.anatomy.is_out_of_reach(&self.rig, &self.options, goal, (goals, &model_from_joint))
        };
        Report {
            is_settled,
            ..Report::new(&self.rig.skeleton, report, (goals, &measured), tolerances, is_far)
        }
    }
}
