//! Random goals that can be reached, and what each solver makes of them.

use kansetsu::{
    Error,
    d3::{Limit, Rig},
    glam::Vec3,
};
use kansetsu_figures::sample::{Random, pose};

use crate::{Answer, Method, World};

/// A chain and the goals that solvers are raced for.
#[derive(Clone, Debug)]
pub struct Course {
    /// The chain.
    pub world: World,
    /// Another seed has other goals.
    pub seed: u64,
    /// Rounds at most; `None` is each solver's own number.
    pub max_iterations: Option<usize>,
}

/// What a solver made of one goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// From the tip to the goal.
    pub distance: f32,
    /// How many rounds it took.
    pub rounds: usize,
    /// Whether the tip is at the goal, and every joint inside its limit.
    pub is_won: bool,
    /// Whether a joint is outside its limit.
    pub is_outside: bool,
}

/// What a solver made of all goals so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// The runs, in the order of the goals.
    pub runs: Vec<Run>,
    /// What all of them took, microseconds; 0 without a clock.
    pub micros: f64,
}

/// A goal is reached within this fraction of the chain's length: ten times what the solvers are
/// told, so that rounding decides nothing.
pub(super) const NEAR: f32 = 1e-3;
/// A joint is outside its limit by more than this, radians: what counts as a violation.
const OUTSIDE: f32 = 1e-3;
/// How far a joint without a limit turns about each axis in the poses that goals are taken from,
/// radians.
const FREE_TURN: f32 = 1.5;

impl Course {
    /// The chain of a figure from `base` to `tip`, inside its limits or without any.
    ///
    /// # Errors
    /// As [`World::of_path`].
    pub fn new(
        rig: &Rig,
        [base, tip]: [usize; 2],
        limits: &[Option<Limit>],
    ) -> Result<Self, Error> {
        let rig = Rig { limits: limits.to_vec(), ..rig.clone() };
        Ok(Self { world: World::of_path(&rig, base, tip)?, seed: 1, max_iterations: None })
    }

    /// The goal of this number: where the tip is in a random pose inside the limits.
    #[must_use]
    pub fn goal(&self, index: usize) -> Vec3 {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(index as u64));
        let rig = &self.world.rig;
        let pose = pose(&rig.skeleton, &rig.limits, FREE_TURN, &mut random);
        rig.skeleton.forward(&pose)[self.world.tip()].translation
    }

    /// Lets a solver go from rest to a goal.
    ///
    /// # Errors
    /// As [`World::solve`]: a solver that does not serve this chain.
    pub fn solve(&mut self, method: Method, goal: Vec3) -> Result<Answer, Error> {
        self.world.solve(method, goal, self.max_iterations)
    }

    /// Says what an answer is worth.
    #[must_use]
    pub fn judge(&self, answer: &Answer) -> Run {
        let is_outside = self.world.violation(&answer.pose) > OUTSIDE;
        let is_won = answer.distance <= NEAR * self.world.length() && !is_outside;
        Run { distance: answer.distance, rounds: answer.rounds, is_won, is_outside }
    }
}

impl Score {
    /// Adds goals for a solver. Only its solves are timed, all of them together; it has no runs
    /// when it does not serve the chain.
    pub fn extend(
        &mut self,
        course: &mut Course,
        method: Method,
        goals: &[Vec3],
        clock: Option<fn() -> f64>,
    ) {
        let start = clock.map(|clock| clock());
        let answers: Vec<Answer> =
            goals.iter().map_while(|&goal| course.solve(method, goal).ok()).collect();
        if let (Some(start), Some(clock)) = (start, clock) {
            self.micros += 1e6 * (clock() - start);
        }
        self.runs.extend(answers.iter().map(|answer| course.judge(answer)));
    }

    /// The columns of [`Self::cells`], for scripts.
    pub const COLUMNS: [&'static str; 8] = [
        "solver",
        "goals",
        "reached_percent",
        "rounds_mean",
        "rounds_most",
        "distance_median",
        "distance_worst",
        "outside_limits",
    ];

    /// How many percent of the goals were reached inside the limits.
    #[must_use]
    pub fn percent(&self) -> f64 {
        100.0 * self.runs.iter().filter(|run| run.is_won).count() as f64
            / self.runs.len().max(1) as f64
    }

    /// What one solve took on average, microseconds.
    #[must_use]
    pub fn mean_micros(&self) -> f64 {
        self.micros / self.runs.len().max(1) as f64
    }

    /// A row of the table; distances in thousandths of the chain's unit, millimetres.
    #[must_use]
    pub fn cells(&self) -> [String; 7] {
        let runs = &self.runs;
        let mut distances: Vec<f32> = runs.iter().map(|run| 1e3 * run.distance).collect();
        distances.sort_by(f32::total_cmp);
        let rounds: usize = runs.iter().map(|run| run.rounds).sum();
        [
            runs.len().to_string(),
            format!("{:.1}", self.percent()),
            format!("{:.1}", rounds as f64 / runs.len().max(1) as f64),
            runs.iter().map(|run| run.rounds).max().unwrap_or(0).to_string(),
            format!("{:.4}", distances.get(runs.len() / 2).copied().unwrap_or(0.0)),
            format!("{:.3}", distances.last().copied().unwrap_or(0.0)),
            runs.iter().filter(|run| run.is_outside).count().to_string(),
        ]
    }
}
