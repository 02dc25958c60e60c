//! What is compared: the problems, in the order of docs/performance.md.

use glam::{DVec3, Vec3};

use crate::{
    contender::Contender,
    ours::{Ours, Target},
    rebirth,
    robot::{self, KArm, Robot},
    row::{Promise, Rival, Row},
    shape::{Aim, Shape, cone, hinge},
    stopwatch::{self, Effort},
    targets,
};

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub effort: Effort,
    /// Problems of a row, where it is not a robot or a chain of 100 and more.
    pub problems: usize,
}

/// Measures every row, handing each on as soon as it is there.
pub fn measure(size: Size, mut take: impl FnMut(Row)) {
    take(two_bones(size));
    for (count, times) in [(10, 10.0), (100, 300.0), (1000, 1000.0)] {
        take(unlimited(size, count, times));
    }
    let along = Vec3::Y * 0.2;
    take(limited(size, "cone 45°, 10 joints", &Shape::repeated(10, along, cone(Vec3::Y, 45.0)), 8.0));
    take(limited(size, "hinges ±45° about one axis, 10 joints", &Shape::repeated(10, along, hinge(Vec3::Z, -45.0, 45.0)), 10.0));
    // The humanoid of 24 joints with 5 goals, rotations applied, ≥ 4 × `rebirth::Tree` with `Rotations::Applied`: here.
    take(robot(size, "UR5, tool position and orientation", &robot::UR5));
    take(robot(size, "Panda, flange position and orientation", &robot::PANDA));
    for (name, shape, aim) in [
        ("arm, position", Shape::arm(Aim::Position), Aim::Position),
        ("leg, position", Shape::leg(Aim::Position), Aim::Position),
        ("arm, position and orientation", Shape::arm(Aim::Pose), Aim::Pose),
        ("leg, position and orientation", Shape::leg(Aim::Pose), Aim::Pose),
    ] {
        take(limb(size, name, &shape, aim));
    }
    for (name, shape, aim) in [
        ("arm, position, next frame", Shape::arm(Aim::Position), Aim::Position),
        ("leg, position, next frame", Shape::leg(Aim::Position), Aim::Position),
        ("arm, position and orientation, next frame", Shape::arm(Aim::Pose), Aim::Pose),
        ("leg, position and orientation, next frame", Shape::leg(Aim::Pose), Aim::Pose),
    ] {
        take(next_frame(size, name, &shape, aim));
    }
}

/// Two bones with their rotations, each in its closed form.
fn two_bones(size: Size) -> Row {
    let shape = Shape::two_bones();
    let targets = targets::scattered(&shape, Aim::Position, size.problems);
    let rival = rebirth::TwoBone::new(&shape, &targets);
    let duel = Duel { name: "two bones, with rotations", rival_name: "rebirth-ik two_bone", faster: 1.6, must_solve: 1.0 };
    duel.fight(size, Ours::new(&shape, &targets).with_two_bone(), rival, targets.len())
}

/// A chain without limits, straight at rest.
fn unlimited(size: Size, count: usize, faster: f64) -> Row {
    let shape = Shape::repeated(count, Vec3::Y * (1.0 / count as f32), None);
    let (name, problems) = match count {
        10 => ("no limits, 10 joints", size.problems),
        100 => ("no limits, 100 joints", size.problems / 2),
        _ => ("no limits, 1000 joints", size.problems / 10),
    };
    let targets = targets::in_reach(&shape, problems);
    let rival = rebirth::Points::new(&shape, &targets);
    let duel = Duel { name, rival_name: "rebirth-ik solve_chain", faster, must_solve: 1.0 };
    duel.fight(size, Ours::new(&shape, &targets), rival, targets.len())
}

/// A chain with limits, straight at rest.
fn limited(size: Size, name: &'static str, shape: &Shape, faster: f64) -> Row {
    let targets = targets::scattered(shape, Aim::Position, size.problems);
    let positions: Vec<Vec<DVec3>> = targets.iter().map(|target| vec![target.position]).collect();
    let tip = [shape.chain.tip()];
    let goals = rebirth::Goals { joints: &tip, targets: &positions, tolerance: 1e-3 * f64::from(shape.length()) };
    let rival = rebirth::Tree::new(&shape.skeleton, &shape.limits, rebirth::Rotations::Left, goals);
    let duel = Duel { name, rival_name: "rebirth-ik Fabrik", faster, must_solve: 0.9999 };
    duel.fight(size, Ours::new(shape, &targets), rival, targets.len())
}

/// A robot arm from the middle of its ranges: 0.1 mm and 0.001 rad.
fn robot(size: Size, name: &'static str, robot: &Robot) -> Row {
    let shape = robot.shape();
    let targets = robot.targets(size.problems.min(1000));
    let ours = Ours::new(&shape, &targets).within(robot::TOLERANCE).starting_at(robot.pose(&shape, &robot.middle()));
    let duel = Duel { name, rival_name: "k with restarts", faster: 20.0, must_solve: 1.0 };
    duel.fight(size, ours, KArm::new(robot, &targets), targets.len())
}

/// An arm or a leg from rest.
fn limb(size: Size, name: &'static str, shape: &Shape, aim: Aim) -> Row {
    let targets = targets::scattered(shape, aim, size.problems);
    let (microseconds, must_solve) = if aim == Aim::Pose { (4.0, 0.9995) } else { (2.0, 0.9999) };
    alone(size, name, Ours::new(shape, &targets), (targets.len(), microseconds, must_solve))
}

/// An arm or a leg from the answer to the frame before.
fn next_frame(size: Size, name: &'static str, shape: &Shape, aim: Aim) -> Row {
    let targets: Vec<Target> = targets::along_a_path(shape, aim, size.problems);
    alone(size, name, Ours::new(shape, &targets).going_on(), (targets.len(), 3.0, 0.9995))
}

fn alone(size: Size, name: &'static str, mut ours: impl Contender, (problems, microseconds, must_solve): (usize, f64, f64)) -> Row {
    let ours = stopwatch::time(&mut ours, problems, size.effort);
    Row { name, promise: Promise::Within(microseconds), must_solve, problems, ours, rival: None }
}

/// A row with a rival.
struct Duel {
    name: &'static str,
    rival_name: &'static str,
    faster: f64,
    must_solve: f64,
}

impl Duel {
    fn fight(&self, size: Size, mut ours: impl Contender, mut rival: impl Contender, problems: usize) -> Row {
        let [ours, rival] = stopwatch::compare(&mut ours, &mut rival, problems, size.effort);
        Row {
            name: self.name,
            promise: Promise::Faster(self.faster),
            must_solve: self.must_solve,
            problems,
            ours,
            rival: Some(Rival { name: self.rival_name, times: rival }),
        }
    }
}
