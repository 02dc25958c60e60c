//! Hard problems: what known solvers fail at. `docs/reference/hard-problems.md` describes the file.

use std::collections::BTreeSet;

use kansetsu::{
    Budget, Error, Pose,
    d3::{RigData, Transform, solve::Solver},
    glam::{Quat, Vec3},
    session::{Report, Request, RequestTarget, Rotation},
};
use serde::Deserialize;

const STEPS: u32 = 800;
/// The most that a joint may be outside of its limit, radians.
const OUTSIDE: f32 = 2e-3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Problem {
    name: String,
    #[serde(rename = "why")]
    _why: String,
    rig: RigData,
    start: Option<Vec<Transform>>,
    request: Request,
    expect: Expect,
}

/// The least possible residual, by geometry.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    /// Of each target, metres.
    distance: f32,
    /// The allowed difference, metres.
    tolerance: f32,
    /// Of the orientations, radians; within 0.01.
    angle: Option<f32>,
}

fn problems() -> Vec<Problem> {
    serde_json::from_str(include_str!("../requests/hard.json")).expect("the problems are JSON")
}

/// Solves a problem; the fault of the pose if it is not what is expected.
fn fault(problem: &Problem, solver: Option<&Solver>) -> Result<Option<String>, Error> {
    let rig = problem.rig.clone().rig()?;
    let mut request = problem.request.clone();
    request.options.solver = solver.cloned();
    let start = problem.start.clone().map_or_else(|| rig.rest_pose(), |locals| Pose { locals });
    let mut pose = start.clone();
    let report = request.session(&rig)?.solve(&mut pose, Budget::steps(STEPS))?;
    promises(problem, &rig, &start, &pose);
    let model_from_joint = rig.skeleton.forward(&pose);
    let faults = request.targets.iter().zip(&report.targets).map(|(asked, told)| {
        let joint = told.joint.index() as usize;
        residual(problem.expect, asked, &model_from_joint[joint])
    });
    Ok(faults.flatten().next().map(|fault| format!("{fault}, {}", told(&report))))
}

fn told(report: &Report) -> String {
    format!("{:?} at {} m after {} steps", report.outcome, report.distance(), report.steps)
}

/// Numbers are finite, bones keep their lengths, and limits hold.
fn promises(problem: &Problem, rig: &kansetsu::Rig, start: &Pose, pose: &Pose) {
    assert_eq!(pose.locals[0], start.locals[0], "{}: the root moves", problem.name);
    let joints = pose.locals.iter().zip(&start.locals).zip(rig.skeleton.joints());
    for (((local, before), joint), limit) in joints.zip(&rig.limits) {
        let (name, at) = (&problem.name, &joint.name);
        assert!(local.rotation.is_finite(), "{name}: \"{at}\" has no rotation");
        assert_eq!(
            (local.translation, local.scale),
            (before.translation, before.scale),
            "{name}: \"{at}\" moves in its parent"
        );
        let turn = joint.rest.rotation.inverse() * local.rotation.normalize();
        let outside = limit.as_ref().map_or(0.0, |limit| limit.violation(turn));
        assert!(outside < OUTSIDE, "{name}: \"{at}\" is {outside} radians outside of its limit");
    }
}

/// How far a joint is from where it should be.
fn residual(
    expect: Expect,
    asked: &RequestTarget,
    model_from_joint: &kansetsu::glam::Affine3,
) -> Option<String> {
    if let Some(position) = asked.target.position {
        let distance = distance(model_from_joint.translation, position.into());
        if (distance - expect.distance).abs() > expect.tolerance {
            return Some(format!("{} is {distance} m away", asked.joint));
        }
    }
    if let (Some(Rotation::Orientation(wanted)), Some(allowed)) =
        (asked.target.rotation, expect.angle)
    {
        let found = Quat::from_mat3(&model_from_joint.matrix3);
        let angle = found.angle_between(Quat::from_array(wanted));
        if (angle - allowed).abs() > 0.01 {
            return Some(format!("{} is {angle} radians off", asked.joint));
        }
    }
    None
}

/// The distance in double precision: squares of large distances overflow.
fn distance(from: Vec3, to: Vec3) -> f32 {
    from.as_dvec3().distance(to.as_dvec3()) as f32
}

/// The row of a solver in the table: solved, missed by name, refused.
fn row(problems: &[Problem], name: &str, solver: Option<&Solver>) -> String {
    let (mut missed, mut refused) = (Vec::new(), 0);
    for problem in problems {
        match fault(problem, solver) {
            Ok(None) => {}
            Ok(Some(_)) => missed.push(&problem.name[..]),
            Err(
                Error::Unsupported { .. } | Error::InvalidTarget { .. } | Error::ChainLength { .. },
            ) => {
                refused += 1;
            }
            Err(error) => panic!("{name}: {}: {error}", problem.name),
        }
    }
    let solved = problems.len() - missed.len() - refused;
    format!("| {name} | {solved} | {} | {refused} |", missed.join("; "))
}

#[test]
fn the_table_of_hard_problems_is_current() {
    let page = include_str!("../../../../docs/reference/hard-problems.md");
    let problems = problems();
    let names: BTreeSet<&str> = problems.iter().map(|problem| &problem.name[..]).collect();
    assert_eq!((problems.len(), names.len()), (49, 49));
    let mut rows = vec![row(&problems, "session", None)];
    for name in ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree"] {
        let solver = Solver::from_name(name).expect("the name of a solver");
        rows.push(row(&problems, name, Some(&solver)));
    }
    let changed: Vec<&String> = rows.iter().filter(|row| !page.contains(*row)).collect();
    assert!(changed.is_empty(), "docs/reference/hard-problems.md lacks these rows:\n{changed:#?}");
}
