//! One request, one pose: the poses of 200 requests.

use std::collections::BTreeMap;

use kansetsu::{
    Pose,
    d3::Outcome,
    session::{Limits, Report},
};
use serde::{Deserialize, Serialize};

use crate::request_table::{Case, cases};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/requests/golden.json");

/// The pose of a row when the golden file was written: rotations of the joints that moved, x, y, z,
/// w.
#[derive(Debug, Serialize, Deserialize)]
struct Golden {
    outcome: Outcome,
    rotations: BTreeMap<usize, [f32; 4]>,
}

#[test]
fn golden_requests_keep_their_poses() {
    let mut goldens: Vec<Golden> =
        serde_json::from_str(&std::fs::read_to_string(GOLDEN).unwrap_or_else(|_| "[]".to_owned()))
            .unwrap();
    let is_update = std::env::var_os("UPDATE_GOLDENS").is_some();
    if is_update {
        goldens.clear();
    }
    let cases = cases();
    let mut reached = 0;
    for (index, case) in cases.iter().enumerate() {
        let (pose, report) = case.solve();
        reached += usize::from(report.outcome == Outcome::Reached);
        judge(case, &pose, &report);
        if is_update {
            goldens.push(golden(case, &pose, &report));
        } else if cases.len() == goldens.len() {
            compare(case, &goldens[index], &pose);
        }
    }
    if is_update {
        let lines: Vec<String> =
            goldens.iter().map(|golden| serde_json::to_string(golden).unwrap()).collect();
        std::fs::write(GOLDEN, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    assert!(cases.len() < 200 || reached >= 150, "{reached} of 200 requests are reached");
}

/// The report equals forward kinematics, and limits hold.
fn judge(case: &Case, pose: &Pose, report: &Report) {
    let model_from_joint = case.figure.rig.skeleton.forward(pose);
    for (asked, told) in case.request.targets.iter().zip(&report.targets) {
        let joint = case.figure.rig.joint(&asked.joint).expect("the session has found it");
        assert_eq!(told.joint, joint, "{}", case.name);
        let at =
            model_from_joint[joint.index() as usize].transform_point3(asked.target.point.into());
        assert!(
            at.distance(told.reached.into()) < 1e-4,
            "{}: {} is at {at}, the report says {:?}",
            case.name,
            asked.joint,
            told.reached
        );
    }
    if case.request.options.limits == Limits::On && case.frame.is_none() {
        let joints =
            pose.locals.iter().zip(case.figure.rig.skeleton.joints()).zip(&case.figure.rig.limits);
        for ((local, joint), limit) in joints {
            let outside = limit.as_ref().map_or(0.0, |limit| {
                limit.violation(joint.rest.rotation.inverse() * local.rotation)
            });
            assert!(
                outside < 2e-3,
                "{} ({}): \"{}\" is {outside} radians outside of its limit",
                case.name,
                case.path,
                joint.name
            );
        }
    }
}

fn golden(case: &Case, pose: &Pose, report: &Report) -> Golden {
    let moved = case
        .start
        .locals
        .iter()
        .zip(&pose.locals)
        .enumerate()
        .filter(|(_, (start, end))| start.rotation != end.rotation);
    let digits = |number: f32| (number * 1e4).round() / 1e4;
    let rotations =
        moved.map(|(joint, (_, end))| (joint, end.rotation.to_array().map(digits))).collect();
    Golden { outcome: report.outcome, rotations }
}

/// Where all targets were reached, no joint is more than half a degree away.
fn compare(case: &Case, golden: &Golden, pose: &Pose) {
    if golden.outcome != Outcome::Reached {
        return;
    }
    for (joint, (start, end)) in case.start.locals.iter().zip(&pose.locals).enumerate() {
        let kept = golden.rotations.get(&joint).map_or(start.rotation, |rotation| {
            kansetsu::glam::Quat::from_array(*rotation).normalize()
        });
        let off = end.rotation.angle_between(kept).to_degrees();
        assert!(
            off < 0.5,
            "{}: \"{}\" is {off} degrees from the golden pose",
            case.name,
            case.figure.rig.skeleton.joints()[joint].name
        );
    }
}
