//! Kansetsu, through its public interface alone.

use std::hint::black_box;

use glam::{DQuat, DVec3, Quat, Vec3};
use kansetsu::d3::{
    Goal, Orientation, Pose,
    solve::{Auto, Dls, Scratch, Solver, TwoBone},
};

use crate::{contender::Contender, judge, shape::Shape, tolerance::Tolerance};

/// The start of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Always the same pose.
    Same,
    /// The result of the previous problem; for the first one the same pose.
    Previous,
}

/// The target of the tip: position and rotation.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub position: DVec3,
    pub orientation: Option<DQuat>,
}

/// A chain, its goals and a solver.
pub struct Ours<'a> {
    shape: &'a Shape,
    targets: &'a [Target],
    /// The targets in single precision, and the goal that is set to each in order.
    aims: Vec<(Vec3, Option<Quat>)>,
    goal: Goal,
    solver: Solver,
    tolerance: Tolerance,
    start: Start,
    begin: Begin,
    pose: Pose,
    scratch: Scratch,
}

impl<'a> Ours<'a> {
    /// From rest, to within a thousandth of the chain's length and half a degree.
    pub fn new(shape: &'a Shape, targets: &'a [Target]) -> Self {
        let aim = |target: &Target| {
            (target.position.as_vec3(), target.orientation.map(|orientation| orientation.as_quat()))
        };
        let rest = shape.skeleton.rest_pose();
        let ours = Self {
            shape,
            targets,
            aims: targets.iter().map(aim).collect(),
            goal: Goal::position(shape.chain.tip(), Vec3::ZERO),
            solver: Solver::default(),
            tolerance: Tolerance::of_length(shape.length()),
            start: Start::Same,
            begin: Begin::at(&rest),
            pose: rest,
            scratch: Scratch::default(),
        };
        ours.within(Tolerance::of_length(shape.length()))
    }

    /// With this tolerance.
    pub fn within(mut self, tolerance: Tolerance) -> Self {
        // The solver measures in single precision: a small margin for its rounding.
        let room = 0.999;
        let relative = room * tolerance.distance / f64::from(self.shape.length());
        let dls = Dls {
            tolerance: relative as f32,
            angle_tolerance: (room * tolerance.angle) as f32,
            ..Dls::default()
        };
        self.solver = Solver::Auto(Auto { dls, ..Auto::default() });
        self.tolerance = tolerance;
        self
    }

    /// With the closed form for two bones.
    pub fn with_two_bone(mut self) -> Self {
        self.solver = Solver::TwoBone(TwoBone::default());
        self
    }

    /// Each solve starts at the previous result.
    pub fn going_on(mut self) -> Self {
        self.start = Start::Previous;
        self
    }

    /// Each solve starts at this pose.
    pub fn starting_at(mut self, pose: Pose) -> Self {
        self.begin = Begin::at(&pose);
        self.pose = pose;
        self
    }
}

/// The rotations of the joints at the start of a solve. A solve with a fixed root changes nothing
/// else.
pub struct Begin(Vec<Quat>);

impl Begin {
    pub fn at(pose: &Pose) -> Self {
        Self(pose.locals.iter().map(|local| local.rotation).collect())
    }

    pub fn set(&self, pose: &mut Pose) {
        for (local, rotation) in pose.locals.iter_mut().zip(&self.0) {
            local.rotation = *rotation;
        }
    }
}

impl Contender for Ours<'_> {
    fn solve(&mut self, problem: usize) {
        if self.start == Start::Same || problem == 0 {
            self.begin.set(&mut self.pose);
        }
        let (position, orientation) = self.aims[problem];
        self.goal.position = Some(position);
        self.goal.orientation = orientation.map(Orientation::Full);
        let report = self.solver.solve_with(
            &self.shape.chain,
            &self.goal,
            &mut self.pose,
            &mut self.scratch,
        );
        black_box(report.is_ok());
        black_box(&self.pose);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let Shape { skeleton, limits, chain } = self.shape;
        let target = self.targets[problem];
        let (position, frame) = judge::forward(skeleton, &self.pose)[chain.tip()];
        position.distance(target.position) <= self.tolerance.distance
            && target
                .orientation
                .is_none_or(|orientation| frame.angle_between(orientation) <= self.tolerance.angle)
            && judge::violations(skeleton, limits, &self.pose) == 0
    }
}
