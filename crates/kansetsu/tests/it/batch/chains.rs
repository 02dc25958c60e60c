//! Chains of a batch have the bits of single chains.

use kansetsu::{
    Error, InvalidInstance,
    batch::{self, Goals, InstanceReport, Poses},
    d3::{
        Goal, Outcome, Pose,
        solve::{Dls, Scratch, Solver, TwoBone},
    },
    glam::Vec3,
};

use super::{SIZES, bits, on_threads, rigs};
use crate::random::Random;

/// The problems of a batch.
struct Problems<'a> {
    rig: &'a rigs::Rig,
    solver: Solver,
    starts: Vec<Pose>,
    goals: Vec<Goal>,
}

/// The result of an instance: the numbers of the report, or the error.
type Single = (Vec<u32>, Result<InstanceReport, Error>);

impl<'a> Problems<'a> {
    fn new(rig: &'a rigs::Rig, solver: &Solver, count: usize, kinds: usize) -> Self {
        let mut random = Random::scattered(count as u64);
        let starts: Vec<Pose> = (0..count).map(|_| rigs::pose(rig, &mut random)).collect();
        let goals = starts
            .iter()
            .map(|start| {
                let target = rigs::target(rig, start, &mut random);
                let kind = random.below(kinds);
                rigs::goal(rig, target, kind, &mut random)
            })
            .collect();
        Self { rig, solver: solver.clone(), starts, goals }
    }

    /// A loop of single solves.
    fn alone(&self) -> Vec<Single> {
        let mut scratch = Scratch::default();
        let solve = |(start, goal): (&Pose, &Goal)| {
            let mut pose = start.clone();
            let report = self.solver.solve_with(&self.rig.chain, goal, &mut pose, &mut scratch);
            let report = report.map(InstanceReport::from);
            (bits(&pose), report)
        };
        self.starts.iter().zip(&self.goals).map(solve).collect()
    }

    fn poses(&self) -> Poses {
        let mut poses = Poses::new(&self.rig.skeleton.rest_pose(), self.starts.len());
        for (instance, start) in self.starts.iter().enumerate() {
            poses.set(instance, start).unwrap();
        }
        poses
    }

    /// The batch.
    fn together(&self, goals: Goals<'_>) -> Vec<Single> {
        let (mut poses, mut reports) = (self.poses(), Vec::new());
        let chain = &self.rig.chain;
        let done = batch::solve_chains(&self.solver, chain, goals, &mut poses, &mut reports);
        let invalid = match done {
            Ok(()) => Vec::new(),
            Err(Error::Instances(invalid)) => invalid,
            Err(other) => panic!("{other}"),
        };
        let result = |(instance, report): (usize, InstanceReport)| {
            let error = invalid.iter().find(|invalid| invalid.instance == instance);
            let result = error.map_or(Ok(report), |invalid| Err(invalid.error.clone()));
            (bits(&poses.get(instance).unwrap()), result)
        };
        reports.into_iter().enumerate().map(result).collect()
    }

    fn compare(&self, goals: Goals<'_>, alone: &[Single]) {
        let together = self.together(goals);
        assert_eq!(together.len(), alone.len());
        for (instance, (one, other)) in alone.iter().zip(&together).enumerate() {
            let told = || {
                format!(
                    "{}, {}, instance {instance} of {}: {:?} from {:?}",
                    self.rig.name,
                    self.solver.name(),
                    alone.len(),
                    self.goals[instance],
                    self.starts[instance]
                )
            };
            assert_eq!(one.0, other.0, "{}", told());
            assert_eq!(one.1, other.1, "{}", told());
            let distance = |single: &Single| single.1.as_ref().map(|it| it.distance.to_bits()).ok();
            assert_eq!(distance(one), distance(other), "{}", told());
        }
    }
}

fn solvers() -> Vec<Solver> {
    let named = ["auto", "two-bone", "dls", "fabrik", "ccd", "aim"];
    let soft = TwoBone { soft: 0.05, ..TwoBone::default() };
    named
        .iter()
        .map(|name| Solver::from_name(name).unwrap())
        .chain([Solver::TwoBone(soft)])
        .collect()
}

#[test]
fn every_solver_has_the_bits_of_a_single_solve() {
    for rig in rigs::all() {
        for solver in solvers() {
            let problems = Problems::new(&rig, &solver, 60, 5);
            problems.compare(Goals::Each(&problems.goals), &problems.alone());
        }
    }
}

/// Compares a batch of this size with single solves, on every number of threads.
fn compare(rig: &rigs::Rig, count: usize) {
    let problems = Problems::new(rig, &Solver::default(), count, 1);
    let alone = problems.alone();
    let positions: Vec<Vec3> = problems.goals.iter().map(|goal| goal.position.unwrap()).collect();
    on_threads(|| problems.compare(Goals::Positions(&positions), &alone));
}

#[test]
fn batches_of_any_size_have_the_bits_of_single_solves() {
    let rigs = rigs::all();
    for rig in &rigs {
        SIZES.iter().for_each(|&count| compare(rig, count));
    }
    let fast = rigs.iter().filter(|rig| ["two bones", "even chain"].contains(&rig.name));
    fast.for_each(|rig| compare(rig, 1000));
}

#[test]
fn targets_are_reached() {
    let rigs = rigs::all();
    let (mut reached, mut poses) = (0, Poses::new(&rigs[0].skeleton.rest_pose(), 100));
    let mut random = Random::new(7);
    let targets: Vec<Vec3> =
        (0..100).map(|_| random.direction() * random.range(0.1, 0.5)).collect();
    let mut reports = Vec::new();
    let solver = Solver::default();
    let goals = Goals::Positions(&targets);
    batch::solve_chains(&solver, &rigs[0].chain, goals, &mut poses, &mut reports).unwrap();
    for (instance, target) in targets.iter().enumerate() {
        let pose = poses.get(instance).unwrap();
        let tip = rigs[0].skeleton.forward(&pose)[rigs[0].chain.tip()].translation;
        assert!(tip.distance(*target) < 1e-5, "{instance}: {tip} {target}");
        reached += usize::from(reports[instance].outcome == Outcome::Reached);
    }
    assert_eq!(reached, 100);
}

#[test]
fn invalid_instances_are_named_and_keep_their_poses() {
    for rig in rigs::all() {
        let problems = Problems::new(&rig, &Solver::Dls(Dls::default()), 300, 1);
        let mut positions: Vec<Vec3> =
            problems.goals.iter().map(|goal| goal.position.unwrap()).collect();
        (positions[17].y, positions[203].z) = (f32::NAN, f32::INFINITY);
        let good = problems.together(Goals::Each(&problems.goals));
        let (mut poses, mut reports) = (problems.poses(), Vec::new());
        let mut broken = problems.starts[40].clone();
        broken.locals[rig.chain.tip()].rotation.x = f32::NAN;
        poses.set(40, &broken).unwrap();
        let solver = &problems.solver;
        let goals = Goals::Positions(&positions);
        let error = batch::solve_chains(solver, &rig.chain, goals, &mut poses, &mut reports)
            .expect_err("three instances are invalid");
        let Error::Instances(invalid) = &error else { panic!("{error}") };
        let named: Vec<usize> = invalid.iter().map(|invalid| invalid.instance).collect();
        assert_eq!(named, [17, 40, 203], "{}", rig.name);
        assert_eq!(
            error.to_string(),
            "instance 17: the goal's position is NaN; it must be a finite number (and 2 more instances)"
        );
        for instance in 0..300 {
            let wanted = match instance {
                17 | 203 => bits(&problems.starts[instance]),
                40 => bits(&broken),
                _ => good[instance].0.clone(),
            };
            assert_eq!(bits(&poses.get(instance).unwrap()), wanted, "{instance}");
        }
    }
}

#[test]
fn mismatches_change_nothing() {
    let rigs = rigs::all();
    let mut poses = Poses::new(&rigs[0].skeleton.rest_pose(), 3);
    let mut reports = Vec::new();
    let solver = Solver::default();
    let mut solve = |rig: &rigs::Rig, count: usize| {
        let targets = vec![Vec3::ONE; count];
        let goals = Goals::Positions(&targets);
        batch::solve_chains(&solver, &rig.chain, goals, &mut poses, &mut reports)
    };
    assert!(matches!(solve(&rigs[0], 2), Err(Error::LengthMismatch { found: 2, expected: 3, .. })));
    assert!(matches!(solve(&rigs[1], 3), Err(Error::PoseMismatch { .. })));
    let only = InvalidInstance { instance: 4, error: Error::NoJoints };
    let told = Error::Instances(vec![only]).to_string();
    assert_eq!(told, "instance 4: the skeleton has no joints; add at least one root");
}
