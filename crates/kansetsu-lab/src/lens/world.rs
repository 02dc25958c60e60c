//! The chain that all solvers get, and what each makes of it.

use kansetsu::{
    classic::{FabrikLimb, LimbFabrik},
    d3::{
        Chain, Goal, Limit, Pose, Report, Skeleton, Transform,
        limit::{Cone, Hinge},
        solve::{Body, Ccd, Dls, Fabrik, FabrikTree, WholeBody},
    },
    glam::{Quat, Vec3},
};
use kansetsu_figures::scenes::lab::LensScene;

use crate::text::Phrase;

/// A solver that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Cyclic coordinate descent.
    Ccd,
    /// Forward and backward reaching, limits in both passes.
    Fabrik,
    /// Damped least squares.
    Dls,
    /// Forward and backward reaching for trees, with its polish.
    FabrikTree,
    /// Damped least squares for a whole body.
    WholeBody,
    /// FABRIK as published, which knows no limits; the joints are brought inside them afterwards.
    Clamped,
}

impl Method {
    /// All of them, in the order of their colours.
    pub const ALL: [Self; 6] = [Self::Ccd, Self::Fabrik, Self::Dls, Self::FabrikTree, Self::WholeBody, Self::Clamped];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> Phrase {
        match self {
            Self::Ccd => Phrase::new("CCD", "CCD"),
            Self::Fabrik => Phrase::new("FABRIK", "FABRIK"),
            Self::Dls => Phrase::new("Damped least squares", "減衰最小二乗"),
            Self::FabrikTree => Phrase::new("FABRIK for trees", "木の FABRIK"),
            Self::WholeBody => Phrase::new("Whole body", "全身最小二乗"),
            Self::Clamped => Phrase::new("FABRIK, clamped after", "FABRIK（後で制限）"),
        }
    }

    /// Its formula.
    #[must_use]
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Ccd => "turn by atan2(|a × b|, a·b),   a = tip − p_i,   b = t − p_i",
            Self::Fabrik | Self::FabrikTree | Self::Clamped => "p_i = p_[i+1] + L frac[p_i − p_[i+1]][|p_i − p_[i+1]|],   and back",
            Self::Dls | Self::WholeBody => "dq = J^T (J J^T + k^2 I)^[−1] e,   e = t − tip",
        }
    }
}

/// The chain, at rest and ready to be solved.
#[derive(Clone, Debug)]
pub struct World {
    /// The joints, the tip last.
    pub skeleton: Skeleton,
    /// Their limits; the tip has none.
    pub limits: Vec<Option<Limit>>,
    /// Where the tip should be.
    pub goal: Goal,
    chain: Chain,
    body: Body,
    tolerance: f32,
}

/// What a solver made of the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The pose.
    pub pose: Pose,
    /// Where the joints are.
    pub points: Vec<Vec3>,
    /// From the tip to the target, pixels.
    pub distance: f32,
    /// How many rounds it took.
    pub rounds: usize,
    /// How many joints stand on their limit.
    pub stopped: usize,
}

/// When the tip counts as there, as a part of the chain's length: the same for all.
const TOLERANCE: f32 = 1e-4;
/// So many rounds and more mean: as many as the solver makes by itself.
pub const ROUNDS: usize = 200;
/// How near to its limit a joint counts as standing on it, radians: as the library's reports.
const ON_LIMIT: f32 = 2e-4;

impl World {
    /// The chain of a scene, in the plane (hinges) or in space (cones).
    ///
    /// # Errors
    /// What the library refuses.
    pub fn new(scene: &LensScene, in_space: bool, target: Vec3) -> Result<Self, kansetsu::Error> {
        let mut builder = Skeleton::builder();
        let mut joint = builder.root("0", Transform::from_translation(scene.root.extend(0.0)));
        for index in 1..=scene.links {
            joint = builder.child(joint, index.to_string(), Transform::from_translation(Vec3::Y * scene.length));
        }
        let skeleton = builder.build()?;
        let limit = if in_space {
            Limit::Cone(Cone::around(Vec3::Y, scene.limit))
        } else {
            Limit::Hinge(Hinge::new(Vec3::Z, -scene.limit, scene.limit))
        };
        let limits: Vec<Option<Limit>> = (0..skeleton.len()).map(|index| (index < scene.links).then(|| limit.clone())).collect();
        Ok(Self {
            chain: Chain::new(&skeleton, 0, joint)?.with_limits(&limits)?,
            body: Body::new(&skeleton).with_limits(&limits)?,
            goal: Goal::position(joint, target),
            tolerance: TOLERANCE,
            limits,
            skeleton,
        })
    }

    /// What the method makes of the rest pose; after so many rounds, or in the end.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn solve(&self, method: Method, rounds: Option<usize>) -> Result<Answer, kansetsu::Error> {
        let mut pose = self.skeleton.rest_pose();
        if rounds == Some(0) {
            return Ok(self.answer(pose, 0));
        }
        let made = self.run(method, rounds, &mut pose)?;
        Ok(self.answer(pose, made))
    }

    /// The library, called as anybody would. Before the end neither restarts nor a polish hide what the rounds do.
    fn run(&self, method: Method, rounds: Option<usize>, pose: &mut Pose) -> Result<usize, kansetsu::Error> {
        let tolerance = self.tolerance;
        let (chain, goal) = (&self.chain, &self.goal);
        let most = |usual: usize| rounds.unwrap_or(usual);
        let more = |usual: usize| if rounds.is_none() { usual } else { 0 };
        let report: Report = match method {
            Method::Ccd => Ccd { max_iterations: most(Ccd::default().max_iterations), tolerance }.solve(chain, goal, pose)?,
            Method::Fabrik => Fabrik { max_iterations: most(Fabrik::default().max_iterations), tolerance }.solve(chain, goal, pose)?,
            Method::Dls => {
                let usual = Dls::default();
                let max_restarts = more(usual.max_restarts);
                Dls { max_iterations: most(usual.max_iterations), tolerance, max_restarts, ..usual }.solve(chain, goal, pose)?
            }
            Method::FabrikTree => {
                let usual = FabrikTree::default();
                let polish_iterations = more(usual.polish_iterations);
                let solver = FabrikTree { max_iterations: most(usual.max_iterations), tolerance, polish_iterations, ..usual };
                solver.solve(&self.body, std::slice::from_ref(goal), pose)?
            }
            Method::WholeBody => {
                let usual = WholeBody::default();
                WholeBody { max_steps: most(usual.max_steps), tolerance, ..usual }.solve(&self.body, std::slice::from_ref(goal), pose)?
            }
            Method::Clamped => return self.clamped(most(LimbFabrik::default().max_iterations), pose),
        };
        Ok(report.iterations)
    }

    /// Solves without limits, then brings every joint inside its limit.
    fn clamped(&self, max_iterations: usize, pose: &mut Pose) -> Result<usize, kansetsu::Error> {
        let rest = self.skeleton.forward(pose);
        let points: Vec<Vec3> = rest.iter().map(|joint| joint.translation).collect();
        let mut limbs = FabrikLimb::between_points(&points);
        let target = self.goal.position.unwrap_or(points[0]);
        let tolerance = self.tolerance * points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
        let report = LimbFabrik { max_iterations, tolerance }.solve(&mut limbs, points[0], target)?;
        let mut parent = Quat::IDENTITY;
        for (index, limb) in limbs.iter().enumerate() {
            let turn = parent.conjugate() * limb.orientation;
            pose.locals[index].rotation = self.limits[index].as_ref().map_or(turn, |limit| limit.project(turn));
            parent = limb.orientation;
        }
        Ok(report.iterations)
    }

    fn answer(&self, pose: Pose, rounds: usize) -> Answer {
        let points: Vec<Vec3> = self.skeleton.forward(&pose).iter().map(|joint| joint.translation).collect();
        let distance = self.goal.position.map_or(0.0, |target| points[points.len() - 1].distance(target));
        let stops = |(limit, local): (&Option<Limit>, &Transform)| {
            limit.as_ref().is_some_and(|limit| limit.active_bounds(local.rotation, ON_LIMIT).next().is_some())
        };
        let stopped = self.limits.iter().zip(&pose.locals).filter(|&pair| stops(pair)).count();
        Answer { points, distance, rounds, stopped, pose }
    }
}
