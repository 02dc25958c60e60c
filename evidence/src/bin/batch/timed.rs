//! Batches and loops of single solves, timed in turns.

use std::{fmt, hint::black_box};

use kansetsu::{
    Error,
    batch::{self, Goals, ModelTransforms, Poses},
    d3::{
        Chain, Goal, Pose, Report,
        solve::{Body, Scratch, Solver, WholeBody},
    },
    glam::{Affine3, Vec3},
};
use kansetsu_evidence::{clock::now, random::Random};

use super::crowd::Crowd;

/// The number of rounds.
pub(super) const ROUNDS: usize = 31;

/// A row of the table; times in nanoseconds per instance.
pub(super) struct Row {
    name: &'static str,
    count: usize,
    one_by_one: f64,
    batch: f64,
    ratio: f64,
    promised: Option<f64>,
}

impl Row {
    /// Whether the promise is kept.
    pub(super) fn holds(&self) -> bool {
        self.promised.is_none_or(|promised| self.batch <= promised)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, count, one_by_one, batch, ratio, promised } = self;
        let (promised, verdict) = match promised {
            Some(promised) if self.holds() => (format!("≤ {promised} ns"), "holds"),
            Some(promised) => (format!("≤ {promised} ns"), "falls short"),
            None => (String::new(), ""),
        };
        writeln!(
            f,
            "| {name} | {count} | {one_by_one:.1} ns | {batch:.1} ns | {ratio:.2} × | {promised} | {verdict} |"
        )
    }
}

/// A problem that is solved in two ways.
trait Problem {
    fn one_by_one(&mut self, poses: &mut [Pose]) -> Result<(), Error>;
    fn batch(&mut self, poses: &mut Poses) -> Result<(), Error>;
}

fn row(
    (name, promised): (&'static str, Option<f64>),
    starts: &[Pose],
    problem: &mut impl Problem,
) -> Result<Row, Error> {
    let count = starts.len();
    let mut start = Poses::new(&starts[0], count);
    for (instance, pose) in starts.iter().enumerate() {
        start.set(instance, pose)?;
    }
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        let (mut single, mut together) = (starts.to_vec(), start.clone());
        let begin = now();
        problem.one_by_one(&mut single)?;
        let between = now();
        problem.batch(&mut together)?;
        let end = now();
        let per_instance = |time: std::time::Duration| time.as_secs_f64() * 1e9 / count as f64;
        let (one, other) = (per_instance(between - begin), per_instance(end - between));
        times[0].push(one);
        times[1].push(other);
        times[2].push(one / other);
        let differs = |instance: usize| together.get(instance).as_ref() != Some(&single[instance]);
        assert!(!(0..count).any(differs), "{name}: the poses of the batch differ");
    }
    let [one_by_one, batch, ratio] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    Ok(Row { name, count, one_by_one, batch, ratio, promised })
}

struct Chains<'a> {
    solver: &'a Solver,
    chain: &'a Chain,
    targets: &'a [Vec3],
    scratch: Scratch,
    reports: Vec<batch::InstanceReport>,
}

impl Problem for Chains<'_> {
    fn one_by_one(&mut self, poses: &mut [Pose]) -> Result<(), Error> {
        let mut goal = Goal::position(self.chain.tip(), Vec3::ZERO);
        for (pose, target) in poses.iter_mut().zip(self.targets) {
            goal.position = Some(*target);
            black_box(self.solver.solve_with(self.chain, &goal, pose, &mut self.scratch)?);
        }
        Ok(())
    }

    fn batch(&mut self, poses: &mut Poses) -> Result<(), Error> {
        let goals = Goals::Positions(self.targets);
        batch::solve_chains(self.solver, self.chain, goals, poses, &mut self.reports)
    }
}

/// One chain of every instance.
pub(super) fn chains(
    name: &'static str,
    solver: &Solver,
    crowd: &Crowd,
    promised: Option<f64>,
) -> Result<Row, Error> {
    let Crowd { chain, starts, targets, .. } = crowd;
    let (scratch, reports) = (Scratch::default(), Vec::new());
    let mut problem = Chains { solver, chain, targets, scratch, reports };
    row((name, promised), starts, &mut problem)
}

/// Mannequins: four limbs with limits, then forward kinematics.
struct Mannequins {
    rig: kansetsu::Rig,
    chains: Vec<Chain>,
    targets: Vec<Vec<Vec3>>,
    scratch: Scratch,
    reports: Vec<batch::InstanceReport>,
    model_from_joint: (Vec<Affine3>, ModelTransforms),
}

impl Problem for Mannequins {
    fn one_by_one(&mut self, poses: &mut [Pose]) -> Result<(), Error> {
        let solver = Solver::default();
        for (instance, pose) in poses.iter_mut().enumerate() {
            for (chain, targets) in self.chains.iter().zip(&self.targets) {
                let goal = Goal::position(chain.tip(), targets[instance]);
                solver.solve_with(chain, &goal, pose, &mut self.scratch)?;
            }
            self.rig.skeleton.forward_into(pose, &mut self.model_from_joint.0);
            black_box(&self.model_from_joint.0);
        }
        Ok(())
    }

    fn batch(&mut self, poses: &mut Poses) -> Result<(), Error> {
        let solver = Solver::default();
        for (chain, targets) in self.chains.iter().zip(&self.targets) {
            let goals = Goals::Positions(targets);
            batch::solve_chains(&solver, chain, goals, poses, &mut self.reports)?;
        }
        batch::forward(&self.rig.skeleton, poses, &mut self.model_from_joint.1)
    }
}

/// Arms and legs of mannequins reach for points near their ends.
pub(super) fn mannequins(count: usize, promised: Option<f64>) -> Result<Row, Error> {
    let rig = kansetsu_figures::mannequin().rig;
    let start = rig.stance.clone().unwrap_or_else(|| rig.rest_pose());
    let at_start = rig.skeleton.forward(&start);
    let mut random = Random::scattered(5);
    let (mut chains, mut targets) = (Vec::new(), Vec::new());
    for limb in &rig.limbs {
        let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)?.with_limits(&rig.limits)?;
        chains.push(chain.with_pole(&rig.skeleton, limb.pole));
        let end = at_start[limb.tip].translation;
        let mut near = || end + random.direction() * random.range(0.0, 0.2);
        targets.push((0..count).map(|_| near()).collect());
    }
    let mut problem = Mannequins {
        rig,
        chains,
        targets,
        scratch: Scratch::default(),
        reports: Vec::new(),
        model_from_joint: Default::default(),
    };
    let name = "mannequin: limbs with limits, then forward kinematics";
    row((name, promised), &vec![start; count], &mut problem)
}

struct Bodies {
    body: Body,
    goals: Vec<Vec<Goal>>,
    scratch: Scratch,
    reports: Vec<Report>,
}

impl Problem for Bodies {
    fn one_by_one(&mut self, poses: &mut [Pose]) -> Result<(), Error> {
        for (pose, goals) in poses.iter_mut().zip(&self.goals) {
            black_box(WholeBody::default().solve_with(
                &self.body,
                goals,
                pose,
                &mut self.scratch,
            )?);
        }
        Ok(())
    }

    fn batch(&mut self, poses: &mut Poses) -> Result<(), Error> {
        let Self { body, goals, reports, .. } = self;
        batch::solve_each(poses, reports, Scratch::default, |scratch, instance, pose| {
            WholeBody::default().solve_with(body, &goals[instance], pose, scratch).cloned()
        })
    }
}

/// Hands and feet of mannequins with limits, by the whole-body solver.
pub(super) fn bodies(count: usize, promised: Option<f64>) -> Result<Row, Error> {
    let rig = kansetsu_figures::mannequin().rig;
    let start = rig.stance.clone().unwrap_or_else(|| rig.rest_pose());
    let at_start = rig.skeleton.forward(&start);
    let mut random = Random::scattered(9);
    let mut goal = |tip: usize| {
        let near = random.direction() * random.range(0.0, 0.2);
        Goal::position(tip, at_start[tip].translation + near)
    };
    let goals = (0..count).map(|_| rig.limbs.iter().map(|limb| goal(limb.tip)).collect());
    let mut problem = Bodies {
        goals: goals.collect(),
        body: Body::new(&rig.skeleton).with_limits(&rig.limits)?,
        scratch: Scratch::default(),
        reports: Vec::new(),
    };
    row(("mannequin: whole body, four goals", promised), &vec![start; count], &mut problem)
}
