//! The chain that all solvers get, and what each makes of it.

use kansetsu::{
    Budget, Error, IkSession, Options, Target,
    d3::{
        Chain, Goal, Limb, Limit, Pose, Rig, Skeleton, Transform,
        solve::{Auto, Ccd, Dls, Fabrik, FabrikTree, Solver, TwoBone, WholeBody},
    },
    glam::Vec3,
    session::{Posture, Root},
};

use crate::Method;

/// A chain, at rest and ready to be solved by every method. Joint 0 is its base, the last one its
/// tip.
#[derive(Clone, Debug)]
pub struct World {
    /// The joints, their limits and the bend of the limb, if it is one.
    pub rig: Rig,
    /// When the tip counts as there, as a fraction of the chain's length: the same for all.
    pub tolerance: f32,
    chain: Chain,
    free: Chain,
    session: IkSession,
}

/// What a solver made of the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The pose.
    pub pose: Pose,
    /// Where the joints are.
    pub points: Vec<Vec3>,
    /// From the tip to the target, in the chain's unit.
    pub distance: f32,
    /// How many rounds it took.
    pub rounds: usize,
    /// How many joints stand on their limit.
    pub stopped: usize,
}

/// What the lens and the race take for [`World::tolerance`].
pub(crate) const TOLERANCE: f32 = 1e-4;
/// How near to its limit a joint counts as standing on it, radians: as the library's reports.
const ON_LIMIT: f32 = 2e-4;

impl World {
    /// A rig that is one path of joints.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn new(rig: Rig) -> Result<Self, Error> {
        let tip = rig.skeleton.len() - 1;
        let free = Chain::new(&rig.skeleton, 0, tip)?;
        let free = match rig.limb_to(tip) {
            Some(limb) => free.with_pole(&rig.skeleton, limb.pole),
            None => free,
        };
        let chain = free.clone().with_limits(&rig.limits)?;
        // The base of the chain rotates, and all joints alike.
        let options =
            Options { root: Root::Rotates, posture: Posture::Uniform, ..Options::default() };
        let session = IkSession::new(&rig, options);
        Ok(Self { rig, tolerance: TOLERANCE, chain, free, session })
    }

    /// The path of a figure's joints from `base` to `tip` as a separate rig, at the same place as
    /// in the figure at rest.
    ///
    /// # Errors
    /// As [`Rig::check`]; [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is no
    /// ancestor of `tip`.
    pub fn of_path(rig: &Rig, base: usize, tip: usize) -> Result<Self, Error> {
        rig.check()?;
        let path: Vec<usize> = Chain::new(&rig.skeleton, base, tip)?.joints().collect();
        let at_rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let mut builder = Skeleton::builder();
        for (index, &joint) in path.iter().enumerate() {
            let source = &rig.skeleton.joints()[joint];
            match index.checked_sub(1) {
                None => builder.root(source.name.clone(), Transform::from_affine(&at_rest[joint])),
                Some(parent) => builder.child(parent, source.name.clone(), source.rest),
            };
        }
        let place = |joint: usize| path.iter().position(|&other| other == joint);
        let limb = |limb: &Limb| {
            Some(Limb {
                base: place(limb.base)?,
                middle: place(limb.middle)?,
                tip: place(limb.tip)?,
                ..limb.clone()
            })
        };
        let mut own = Rig::new(builder.build()?);
        own.limits = path.iter().map(|&joint| rig.limits[joint].clone()).collect();
        own.limbs = rig.limbs.iter().filter_map(limb).collect();
        // The tip is what reaches, and does not turn.
        own.limits[path.len() - 1] = None;
        Self::new(own)
    }

    /// The chain's length at rest.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.chain.length(&self.rig.skeleton.rest_pose())
    }

    /// The joint that reaches.
    #[must_use]
    pub fn tip(&self) -> usize {
        self.rig.skeleton.len() - 1
    }

    /// What the method makes of the rest pose for this target; after so many rounds, or in the end.
    ///
    /// # Errors
    /// What the library refuses: [`Method::TwoBone`] serves chains of two bones only.
    pub fn solve(
        &mut self,
        method: Method,
        target: Vec3,
        rounds: Option<usize>,
    ) -> Result<Answer, Error> {
        let mut pose = self.rig.skeleton.rest_pose();
        let made =
            if rounds == Some(0) { 0 } else { self.run(method, (target, rounds), &mut pose)? };
        Ok(self.answer(pose, target, made))
    }

    /// The library, called as any program calls it. Before the end neither restarts nor a polish
    /// hide what the rounds do.
    fn run(
        &mut self,
        method: Method,
        (target, rounds): (Vec3, Option<usize>),
        pose: &mut Pose,
    ) -> Result<usize, Error> {
        let tolerance = self.tolerance;
        let (chain, goal) = (&self.chain, &Goal::position(self.tip(), target));
        let most = |usual: usize| rounds.unwrap_or(usual);
        let more = |usual: usize| if rounds.is_none() { usual } else { 0 };
        let fabrik = Fabrik { max_iterations: most(Fabrik::default().max_iterations), tolerance };
        let usual = Dls::default();
        let dls = Dls {
            max_iterations: most(usual.max_iterations),
            tolerance,
            max_restarts: more(usual.max_restarts),
            ..usual
        };
        let report = match method {
            Method::Ccd => Ccd { max_iterations: most(Ccd::default().max_iterations), tolerance }
                .solve(chain, goal, pose)?,
            Method::Fabrik => fabrik.solve(chain, goal, pose)?,
            Method::Dls => dls.solve(chain, goal, pose)?,
            Method::Auto => Auto { dls, ..Auto::default() }.solve(chain, goal, pose)?,
            Method::TwoBone => TwoBone::default().solve(chain, goal, pose)?,
            Method::FabrikTree => {
                let usual = FabrikTree::default();
                let tree = FabrikTree { polish_iterations: more(usual.polish_iterations), ..usual };
                let steps = most(usual.max_iterations);
                return self.run_body(
                    Some(Solver::FabrikTree(tree)),
                    (target, steps),
                    Options::default().restarts,
                    pose,
                );
            }
            Method::WholeBody => {
                let restarts = if rounds.is_none() { Options::default().restarts } else { 0 };
                return self.run_body(
                    None,
                    (target, most(WholeBody::default().max_steps)),
                    restarts,
                    pose,
                );
            }
            Method::Clamped => {
                let report = fabrik.solve(&self.free, goal, pose)?;
                self.clamp(pose);
                report
            }
        };
        Ok(report.iterations)
    }

    /// A solver for bodies; `None` is the whole-body solver.
    fn run_body(
        &mut self,
        solver: Option<Solver>,
        (target, steps): (Vec3, usize),
        restarts: u32,
        pose: &mut Pose,
    ) -> Result<usize, Error> {
        let tip = self.rig.skeleton.id(self.tip());
        let options = self.session.options_mut();
        (options.solver, options.restarts, options.tolerance) = (solver, restarts, self.tolerance);
        self.session.set_target(tip, Target::position(target));
        let report =
            self.session.solve(pose, Budget::steps(u32::try_from(steps).unwrap_or(u32::MAX)))?;
        Ok(report.steps as usize)
    }

    /// Brings every joint inside its limit.
    fn clamp(&self, pose: &mut Pose) {
        for ((local, limit), joint) in
            pose.locals.iter_mut().zip(&self.rig.limits).zip(self.rig.skeleton.joints())
        {
            if let Some(limit) = limit {
                let rest = joint.rest.rotation;
                local.rotation =
                    (rest * limit.project(rest.inverse() * local.rotation)).normalize();
            }
        }
    }

    fn answer(&self, pose: Pose, target: Vec3, rounds: usize) -> Answer {
        let points: Vec<Vec3> =
            self.rig.skeleton.forward(&pose).iter().map(|joint| joint.translation).collect();
        let distance = points[points.len() - 1].distance(target);
        let stops = |joint: &usize| {
            self.turn(*joint, &pose)
                .is_some_and(|(limit, turn)| limit.active_bounds(turn, ON_LIMIT).next().is_some())
        };
        let stopped = (0..points.len()).filter(stops).count();
        Answer { points, distance, rounds, stopped, pose }
    }

    /// How far the joint that is farthest outside its limit is outside, radians.
    #[must_use]
    pub fn violation(&self, pose: &Pose) -> f32 {
        let outside = |joint: usize| {
            self.turn(joint, pose).map_or(0.0, |(limit, turn)| limit.violation(turn))
        };
        (0..pose.locals.len()).map(outside).fold(0.0, f32::max)
    }

    fn turn(&self, joint: usize, pose: &Pose) -> Option<(&Limit, kansetsu::glam::Quat)> {
        let rest = self.rig.skeleton.joints()[joint].rest.rotation;
        Some((self.rig.limits[joint].as_ref()?, rest.inverse() * pose.locals[joint].rotation))
    }
}
