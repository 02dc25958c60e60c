//! The compared problems, in the order of results/performance.md.

use glam::{DVec3, Vec3};

use kansetsu_evidence::humanoid::Humanoid;

use crate::{
    contender::Contender,
    humanoid::{places, targets},
    our_body::{self, OurBody},
    ours::{Ours, Target},
    rebirth,
    robot::{self, KArm, Robot},
    row::{Nanos, Promise, Rival, Row},
    shape::{Aim, Shape, cone, hinge},
    stopwatch::{self, Effort},
    targets,
};

/// The size of a run.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub effort: Effort,
    /// Problems of a row, unless it is a robot or a chain of 100 and more.
    pub problems: usize,
}

/// Measures every row whose name contains `part`, and passes each on immediately.
pub fn measure(size: Size, part: &str, mut take: impl FnMut(Row)) {
    let mut row = |name: &'static str, measured: &dyn Fn(&'static str) -> Row| {
        if name.contains(part) {
            take(measured(name));
        }
    };
    row("two bones, with rotations", &|name| two_bones(size, name));
    row("no limits, 10 joints", &|name| unlimited(size, name, (10, 10.0)));
    row("no limits, 100 joints", &|name| unlimited(size, name, (100, 300.0)));
    row("no limits, 1000 joints", &|name| unlimited(size, name, (1000, 1000.0)));
    let along = Vec3::Y * 0.2;
    row("cone 45°, 10 joints", &|name| {
        limited(size, name, &Shape::repeated(10, along, cone(Vec3::Y, 45.0)), 8.0)
    });
    row("hinges ±45° about one axis, 10 joints", &|name| {
        limited(size, name, &Shape::repeated(10, along, hinge(Vec3::Z, -45.0, 45.0)), 10.0)
    });
    row("humanoid of 24 joints, 5 goals, no limits", &|name| body(size, name));
    row("UR5, tool position and orientation", &|name| robot(size, name, &robot::UR5));
    row("Panda, flange position and orientation", &|name| robot(size, name, &robot::PANDA));
    row("humanoid of 24 joints, 5 goals, limits", &|name| limited_body(size, name));
    row("arm, position", &|name| limb(size, name, &Shape::arm(Aim::Position), Aim::Position));
    row("leg, position", &|name| limb(size, name, &Shape::leg(Aim::Position), Aim::Position));
    row("arm, position and orientation", &|name| {
        limb(size, name, &Shape::arm(Aim::Pose), Aim::Pose)
    });
    row("leg, position and orientation", &|name| {
        limb(size, name, &Shape::leg(Aim::Pose), Aim::Pose)
    });
    row("arm, position, next frame", &|name| {
        next_frame(size, name, &Shape::arm(Aim::Position), Aim::Position)
    });
    row("leg, position, next frame", &|name| {
        next_frame(size, name, &Shape::leg(Aim::Position), Aim::Position)
    });
    row("arm, position and orientation, next frame", &|name| {
        next_frame(size, name, &Shape::arm(Aim::Pose), Aim::Pose)
    });
    row("leg, position and orientation, next frame", &|name| {
        next_frame(size, name, &Shape::leg(Aim::Pose), Aim::Pose)
    });
}

/// Two bones with their rotations, each in its closed form.
fn two_bones(size: Size, name: &'static str) -> Row {
    let shape = Shape::two_bones();
    let targets = targets::scattered(&shape, Aim::Position, size.problems);
    let rival = rebirth::TwoBone::new(&shape, &targets);
    let duel = Duel { name, rival_name: "rebirth-ik two_bone", faster: 1.6, must_solve: 1.0 };
    duel.fight(size, Ours::new(&shape, &targets).with_two_bone(), rival, targets.len())
}

/// A chain without limits, straight at rest.
fn unlimited(size: Size, name: &'static str, (count, faster): (usize, f64)) -> Row {
    let shape = Shape::repeated(count, Vec3::Y * (1.0 / count as f32), None);
    let problems = match count {
        10 => size.problems,
        100 => size.problems / 2,
        _ => size.problems / 10,
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
    let goals = rebirth::Goals {
        joints: &tip,
        targets: &positions,
        tolerance: 1e-3 * f64::from(shape.length()),
    };
    let rival = rebirth::Tree::new(&shape.skeleton, &shape.limits, rebirth::Rotations::Left, goals);
    let duel = Duel { name, rival_name: "rebirth-ik Fabrik", faster, must_solve: 0.9999 };
    duel.fight(size, Ours::new(shape, &targets), rival, targets.len())
}

/// A body with five goals and no limits; the rival's rotations are applied.
fn body(size: Size, name: &'static str) -> Row {
    let humanoid = Humanoid::unlimited();
    let targets = targets(&humanoid, size.problems);
    let goals =
        rebirth::Goals { joints: &humanoid.ends, targets: &targets, tolerance: our_body::NEAR };
    let rival = rebirth::Tree::new(
        &humanoid.skeleton,
        &humanoid.limits,
        rebirth::Rotations::Applied,
        goals,
    );
    let duel = Duel { name, rival_name: "rebirth-ik Fabrik", faster: 4.0, must_solve: 1.0 };
    duel.fight(size, OurBody::new(&humanoid, &targets), rival, targets.len())
}

/// A body with five goals and limits; the time of its steps is separated from the constant part.
fn limited_body(size: Size, name: &'static str) -> Row {
    let humanoid = Humanoid::limited();
    let targets = targets(&humanoid, size.problems);
    let promised = 10.0;
    let row =
        alone(size, name, OurBody::new(&humanoid, &targets), (targets.len(), promised, 0.9995));
    let steps = OurBody::new(&humanoid, &targets).mean_steps(targets.len());
    let met = [places(&humanoid, &humanoid.skeleton.rest_pose())];
    let once = stopwatch::time(&mut OurBody::new(&humanoid, &met), 1, size.effort).mean();
    let step = (row.ours.mean() - once) / steps;
    let note = format!(
        "{steps:.2} steps per solve, {} each, and {} once for loading pose and goals and storing the result and the report. A step \
         eliminates {} unknowns and finds the active limits of {} joints, which changes the elimination; {:.1} such steps \
         fit into the promise.",
        Nanos(step),
        Nanos(once),
        3 * humanoid.ends.len(),
        humanoid.skeleton.len(),
        (1e3 * promised - once) / step
    );
    Row { note: Some(note), ..row }
}

/// A robot arm from the middle of its ranges: 0.1 mm and 0.001 rad.
fn robot(size: Size, name: &'static str, robot: &Robot) -> Row {
    let shape = robot.shape();
    let targets = robot.targets(size.problems.min(1000));
    let ours = Ours::new(&shape, &targets)
        .within(robot::TOLERANCE)
        .starting_at(robot.pose(&shape, &robot.middle()));
    let duel = Duel { name, rival_name: "k with restarts", faster: 20.0, must_solve: 1.0 };
    duel.fight(size, ours, KArm::new(robot, &targets), targets.len())
}

/// An arm or a leg from rest.
fn limb(size: Size, name: &'static str, shape: &Shape, aim: Aim) -> Row {
    let targets = targets::scattered(shape, aim, size.problems);
    let (microseconds, must_solve) = if aim == Aim::Pose { (4.0, 0.9995) } else { (2.0, 0.9999) };
    alone(size, name, Ours::new(shape, &targets), (targets.len(), microseconds, must_solve))
}

/// An arm or a leg from the previous frame's result.
fn next_frame(size: Size, name: &'static str, shape: &Shape, aim: Aim) -> Row {
    let targets: Vec<Target> = targets::along_a_path(shape, aim, size.problems);
    alone(size, name, Ours::new(shape, &targets).going_on(), (targets.len(), 3.0, 0.9995))
}

fn alone(
    size: Size,
    name: &'static str,
    mut ours: impl Contender,
    (problems, microseconds, must_solve): (usize, f64, f64),
) -> Row {
    let ours = stopwatch::time(&mut ours, problems, size.effort);
    Row {
        name,
        promise: Promise::Within(microseconds),
        must_solve,
        problems,
        ours,
        rival: None,
        note: None,
    }
}

/// A row with a rival.
struct Duel {
    name: &'static str,
    rival_name: &'static str,
    faster: f64,
    must_solve: f64,
}

impl Duel {
    fn fight(
        &self,
        size: Size,
        mut ours: impl Contender,
        mut rival: impl Contender,
        problems: usize,
    ) -> Row {
        let [ours, rival] = stopwatch::compare(&mut ours, &mut rival, problems, size.effort);
        Row {
            name: self.name,
            promise: Promise::Faster(self.faster),
            must_solve: self.must_solve,
            problems,
            ours,
            rival: Some(Rival { name: self.rival_name, times: rival }),
            note: None,
        }
    }
}
