//! A body that follows a head and two hands.

use std::fmt::Write;

use glam::{DQuat, DVec3};
use serde_json::Value;

use crate::{
    command::{kansetsu, numbers, position},
    files::Folder,
};

/// Who carries something walks 2 m and turns about in a second and a half.
const LAST: usize = 45;
const RATE: f64 = 30.0;

const PARTS: [&str; 3] = ["Head", "LeftHand", "RightHand"];

/// How far a body has turned and gone.
fn gone(frame: usize) -> (DQuat, DVec3) {
    let part = frame as f64 / LAST as f64;
    (DQuat::from_rotation_y(std::f64::consts::PI * part), DVec3::new(0.5, 0.0, 2.0) * part)
}

fn turn(stance: &Value, name: &str) -> DQuat {
    let joint = stance["joints"].as_array().unwrap().iter().find(|joint| joint["name"] == name).unwrap();
    DQuat::from_slice(&numbers(&joint["rotation"]))
}

fn place(pose: &Value, name: &str) -> DVec3 {
    DVec3::from_slice(&position(pose, name))
}

#[test]
fn a_body_follows_a_head_and_two_hands() {
    let folder = Folder::new();
    let (pose, out) = (folder.path("pose.json"), folder.path("out.glb"));
    let carries = ["--goal=LeftHand=.2,1,.3", "--goal=RightHand=-.2,1,.3", "--goal=Head=0,1.5,.02", "--root", "held", "--posture", "full"];
    kansetsu(&[&["solve", "figure:mannequin", "--pose-out", &pose][..], &carries].concat()).done();
    let stance = kansetsu(&["fk", "figure:mannequin", "--pose-in", &pose, "--json"]).done().json();
    let mut table = "time,joint,kind,x,y,z,w\n".to_owned();
    for frame in 0..=LAST {
        let (time, (turned, way)) = (frame as f64 / RATE, gone(frame));
        for part in PARTS {
            let (at, to) = (turned * place(&stance, part) + way, turned * turn(&stance, part));
            writeln!(table, "{time},{part},goal,{},{},{},\n{time},{part},orient,{},{},{},{}", at.x, at.y, at.z, to.x, to.y, to.z, to.w)
                .unwrap();
        }
    }
    let table = folder.with("walk.csv", &table);
    kansetsu(&["solve", "figure:mannequin", "--goals-from", &table, "--rate", "30", "--root", "free", "--posture", "full", "-o", &out])
        .done();
    for frame in (0..=LAST).step_by(5) {
        let now = kansetsu(&["fk", &out, "--clip", "goals solved", "--time", &(frame as f64 / RATE).to_string(), "--json"]).done().json();
        let (turned, way) = gone(frame);
        let off = |part: &str| place(&now, part).distance(turned * place(&stance, part) + way);
        for part in PARTS {
            assert!(off(part) < 5e-3, "{part} is {} m off in frame {frame}", off(part));
        }
        assert!(off("Hips") < 0.15, "the hips are {} m off in frame {frame}", off("Hips"));
        let ahead = (turned * turn(&stance, "Hips")).angle_between(turn(&now, "Hips")).to_degrees();
        assert!(ahead < 30.0, "the hips face elsewhere by {ahead} degrees in frame {frame}");
    }
}
