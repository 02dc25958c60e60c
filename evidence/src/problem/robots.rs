//! Two robot arms, entered from their makers' descriptions.
//!
//! UR5: `robots/ur_description/urdf/ur5_robot.urdf` of Gepetto/example-robot-data (BSD 3-Clause).
//! Panda: `panda_description/urdf/panda.urdf` of moveit/moveit_resources (BSD 3-Clause). Origins,
//! axes and bounds are facts of these files; the tests compare the forward kinematics with the
//! results of another program for these files.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{EulerRot, Quat, Vec3};
use kansetsu::d3::{
    Chain, Limit, Skeleton, Transform,
    limit::Hinge,
    solve::{Auto, Dls},
};

use super::{End, Means, Problem, Undecided};

/// One joint: its placement relative to the previous one (metres, roll-pitch-yaw in radians), its
/// axis, its bounds.
struct Link {
    xyz: [f32; 3],
    rpy: [f32; 3],
    axis: Vec3,
    bounds: [f32; 2],
}

/// Both arms; the goal is the pose of the flange.
pub fn robots() -> Vec<Problem> {
    vec![robot("UR5", &UR5, UR5_FLANGE), robot("Panda", &PANDA, PANDA_FLANGE)]
}

/// The flange relative to the last joint: metres, and the rotation about Z, radians.
struct Flange([f32; 3], f32);

const UR5_FLANGE: Flange = Flange([0.0, 0.0823, 0.0], FRAC_PI_2);
const UR5: [Link; 6] = [
    Link { xyz: [0.0, 0.0, 0.089159], rpy: [0.0; 3], axis: Vec3::Z, bounds: [-TAU, TAU] },
    Link {
        xyz: [0.0, 0.13585, 0.0],
        rpy: [0.0, FRAC_PI_2, 0.0],
        axis: Vec3::Y,
        bounds: [-TAU, TAU],
    },
    Link { xyz: [0.0, -0.1197, 0.425], rpy: [0.0; 3], axis: Vec3::Y, bounds: [-PI, PI] },
    Link {
        xyz: [0.0, 0.0, 0.39225],
        rpy: [0.0, FRAC_PI_2, 0.0],
        axis: Vec3::Y,
        bounds: [-TAU, TAU],
    },
    Link { xyz: [0.0, 0.093, 0.0], rpy: [0.0; 3], axis: Vec3::Z, bounds: [-TAU, TAU] },
    Link { xyz: [0.0, 0.0, 0.09465], rpy: [0.0; 3], axis: Vec3::Y, bounds: [-TAU, TAU] },
];

const PANDA_FLANGE: Flange = Flange([0.0, 0.0, 0.107], 0.0);
const PANDA: [Link; 7] = [
    Link { xyz: [0.0, 0.0, 0.333], rpy: [0.0; 3], axis: Vec3::Z, bounds: [-2.9671, 2.9671] },
    Link { xyz: [0.0; 3], rpy: [-FRAC_PI_2, 0.0, 0.0], axis: Vec3::Z, bounds: [-1.8326, 1.8326] },
    Link {
        xyz: [0.0, -0.316, 0.0],
        rpy: [FRAC_PI_2, 0.0, 0.0],
        axis: Vec3::Z,
        bounds: [-2.9671, 2.9671],
    },
    Link {
        xyz: [0.0825, 0.0, 0.0],
        rpy: [FRAC_PI_2, 0.0, 0.0],
        axis: Vec3::Z,
        bounds: [-PI, 0.0873],
    },
    Link {
        xyz: [-0.0825, 0.384, 0.0],
        rpy: [-FRAC_PI_2, 0.0, 0.0],
        axis: Vec3::Z,
        bounds: [-2.9671, 2.9671],
    },
    Link { xyz: [0.0; 3], rpy: [FRAC_PI_2, 0.0, 0.0], axis: Vec3::Z, bounds: [-0.0873, 3.8223] },
    Link {
        xyz: [0.088, 0.0, 0.0],
        rpy: [FRAC_PI_2, 0.0, 0.0],
        axis: Vec3::Z,
        bounds: [-2.9671, 2.9671],
    },
];

/// The tolerances of robots: metres and radians.
const NEAR: f64 = 1e-4;
const ALIGNED: f64 = 1e-3;

fn robot(name: &str, links: &[Link], flange: Flange) -> Problem {
    let mut builder = Skeleton::builder();
    let (mut limits, mut parent) = (Vec::new(), None);
    for (index, link) in links.iter().enumerate() {
        let [roll, pitch, yaw] = link.rpy;
        let origin = Transform::from_translation_rotation(
            link.xyz.into(),
            Quat::from_euler(EulerRot::ZYX, yaw, pitch, roll),
        );
        let name = format!("{name}_{}", index + 1);
        parent = Some(match parent {
            Some(parent) => builder.child(parent, name, origin),
            None => builder.root(name, origin),
        });
        limits.push(Some(Limit::Hinge(Hinge::new(link.axis, link.bounds[0], link.bounds[1]))));
    }
    let origin =
        Transform::from_translation_rotation(flange.0.into(), Quat::from_rotation_z(flange.1));
    let tip = builder.child(parent.expect("a robot has joints"), "flange", origin);
    limits.push(Some(Limit::Hinge(Hinge::new(Vec3::Z, 0.0, 0.0))));
    let skeleton = builder.build().expect("a path is a tree");
    let chain = Chain::new(&skeleton, 0, tip)
        .and_then(|chain| chain.with_limits(&limits))
        .expect("a path is a chain")
        .with_locked(tip);
    let mut start = skeleton.rest_pose();
    let length = chain.length(&start);
    for (local, link) in start.locals.iter_mut().zip(links) {
        let [min, max] = link.bounds;
        local.rotation *= Quat::from_axis_angle(link.axis, 0.5 * (min + max));
    }
    let dls = Dls {
        tolerance: 0.5 * NEAR as f32 / length,
        angle_tolerance: 0.5 * ALIGNED as f32,
        max_restarts: 100,
        ..Dls::default()
    };
    Problem {
        name: name.into(),
        skeleton,
        limits,
        ends: vec![End { joint: tip, turned: true }],
        means: Means::Chain(Box::new(chain), Auto { dls, ..Auto::default() }),
        start,
        size: f64::from(length),
        near: NEAR,
        aligned: ALIGNED,
        free_turn: PI,
        pole: None,
        held: Some(tip),
        undecided: Undecided::Nowhere,
        control: crate::in_use::Control::Library,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use glam::DVec3;
    use serde_json::Value;

    use super::*;
    use crate::judge;

    /// The results of yourdfpy for a file; `None` if the test data is missing, which CI does not
    /// allow.
    fn reference(file: &str) -> Option<Value> {
        let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
        let folder = std::env::var_os("KANSETSU_CORPUS").map_or(beside, PathBuf::from);
        let path = folder.join("reference").join(file);
        match std::fs::read_to_string(&path) {
            Ok(text) => Some(serde_json::from_str(&text).expect("the reference is JSON")),
            Err(_) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
                panic!("{} is missing", path.display())
            }
            Err(_) => {
                println!("not run: {} is missing", path.display());
                None
            }
        }
    }

    fn compare(robot: &Problem, file: &str, (flange, first): (&str, usize)) {
        let Some(reference) = reference(file) else { return };
        for config in reference["configs"].as_array().expect("a list of configurations") {
            let mut pose = robot.skeleton.rest_pose();
            for (joint, local) in pose.locals.iter_mut().enumerate().take(robot.skeleton.len() - 1)
            {
                let Some(Limit::Hinge(hinge)) = &robot.limits[joint] else {
                    panic!("robots have hinges")
                };
                let angle = config["q"][first + joint].as_f64().expect("an angle") as f32;
                local.rotation *= Quat::from_axis_angle(hinge.axis, angle);
            }
            let (position, rotation) = judge::forward(&robot.skeleton, &pose)[robot.ends[0].joint];
            let wanted: Vec<f64> = config["links"][flange]
                .as_array()
                .expect("a link")
                .iter()
                .filter_map(Value::as_f64)
                .collect();
            assert!(
                position.distance(DVec3::from_slice(&wanted)) < 2e-6,
                "{file}: {position} instead of {wanted:?}"
            );
            let x = DVec3::new(wanted[3], wanted[6], wanted[9]);
            assert!(
                (rotation * DVec3::X).distance(x) < 2e-6,
                "{file}: {rotation} instead of {wanted:?}"
            );
        }
    }

    #[test]
    fn the_robots_move_as_their_files_say() {
        let robots = robots();
        compare(&robots[0], "ur5_robot.urdf.json", ("ee_link", 0));
        compare(&robots[1], "panda.urdf.json", ("panda_link8", 0));
    }
}
