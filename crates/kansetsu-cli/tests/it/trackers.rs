//! A body that follows a head and two hands.

use std::fmt::Write;

use glam::{DQuat, DVec3};
use serde_json::Value;

use crate::{
    command::{kansetsu, numbers, position},
    files::Folder,
};

/// A person carries an object, walks 2 m and turns around in a second and a half.
const LAST: usize = 45;
const RATE: f64 = 30.0;

const PARTS: [&str; 3] = ["Head", "LeftHand", "RightHand"];

/// The heading and path of a body.
fn gone(frame: usize) -> (DQuat, DVec3) {
    let part = frame as f64 / LAST as f64;
    (DQuat::from_rotation_y(std::f64::consts::PI * part), DVec3::new(0.5, 0.0, 2.0) * part)
}

fn turn(stance: &Value, name: &str) -> DQuat {
    let joint =
        stance["joints"].as_array().unwrap().iter().find(|joint| joint["name"] == name).unwrap();
    DQuat::from_slice(&numbers(&joint["rotation"]))
}

fn place(pose: &Value, name: &str) -> DVec3 {
    DVec3::from_slice(&position(pose, name))
}

/// Goals of head and hands that keep their places in the body.
fn walk(stance: &Value) -> String {
    let mut table = "time,joint,kind,x,y,z,w\n".to_owned();
    for frame in 0..=LAST {
        let (time, (turned, way)) = (frame as f64 / RATE, gone(frame));
        for part in PARTS {
            let (at, to) = (turned * place(stance, part) + way, turned * turn(stance, part));
            writeln!(
                table,
                "{time},{part},goal,{},{},{},\n{time},{part},orient,{},{},{},{}",
                at.x, at.y, at.z, to.x, to.y, to.z, to.w
            )
            .unwrap();
        }
    }
    table
}

#[test]
fn a_body_follows_a_head_and_two_hands() {
    let folder = Folder::new();
    let (pose, out) = (folder.path("pose.json"), folder.path("out.glb"));
    let carries = [
        "--goal=LeftHand=.2,1,.3",
        "--goal=RightHand=-.2,1,.3",
        "--goal=Head=0,1.5,.02",
        "--root",
        "fixed",
        "--posture",
        "full",
    ];
    kansetsu(&[&["solve", "figure:mannequin", "--pose-out", &pose][..], &carries].concat()).done();
    let stance = kansetsu(&["fk", "figure:mannequin", "--pose-in", &pose, "--json"]).done().json();
    let table = folder.with("walk.csv", walk(&stance));
    kansetsu(&[
        "solve",
        "figure:mannequin",
        "--goals-from",
        &table,
        "--rate",
        "30",
        "--root",
        "free",
        "--feet",
        "free",
        "--posture",
        "full",
        "-o",
        &out,
    ])
    .done();
    for frame in (0..=LAST).step_by(5) {
        let now = kansetsu(&[
            "fk",
            &out,
            "--clip",
            "goals solved",
            "--time",
            &(frame as f64 / RATE).to_string(),
            "--json",
        ])
        .done()
        .json();
        let (turned, way) = gone(frame);
        let off = |part: &str| place(&now, part).distance(turned * place(&stance, part) + way);
        for part in PARTS {
            assert!(off(part) < 5e-3, "{part} is {} m off in frame {frame}", off(part));
        }
        assert!(off("Hips") < 0.15, "the hips are {} m off in frame {frame}", off("Hips"));
        let ahead = (turned * turn(&stance, "Hips")).angle_between(turn(&now, "Hips")).to_degrees();
        assert!(ahead < 30.0, "the hips face {ahead} degrees away in frame {frame}");
    }
}

#[test]
fn what_the_demo_tracks_is_followed_and_feet_stand() {
    let folder = Folder::new();
    let demo = folder.path("demo");
    kansetsu(&["demo", "--out", &demo, "--sheet", "1x1", "--size", "32x32"]).done();
    let (table, out) = (format!("{demo}/trackers.csv"), folder.path("tracked.glb"));
    let said =
        kansetsu(&["track", &table, "figure:mannequin", "--rate", "30", "-o", &out, "--json"])
            .done()
            .json();
    assert!(said["frames"].as_u64().unwrap() > 60 && said["scale"] == 1.0, "{said}");
    assert!(said["worst_miss"].as_f64().unwrap() < 2e-3, "{said}");
    for time in ["0", "1.5", "3"] {
        let [tracked, truth] = [(&out, "trackers tracked"), (&format!("{demo}/demo.glb"), "demo")]
            .map(|(file, clip)| {
                kansetsu(&["fk", file, "--clip", clip, "--time", time, "--json"]).done().json()
            });
        for part in PARTS {
            let off = place(&tracked, part).distance(place(&truth, part));
            assert!(off < 5e-3, "{part} is {off} m off at {time} s");
        }
    }
}

#[test]
fn devices_are_fitted_to_who_wears_them() {
    let folder = Folder::new();
    // Twice the figure's size, with arbitrary names, rotated; one tracker is lost for a while.
    let mut table = "time,tracker,x,y,z,qx,qy,qz,qw\n".to_owned();
    for frame in 0..=60 {
        let time = f64::from(frame) / 30.0;
        let ahead = 0.5 * time;
        for (name, [x, y, z]) in
            [("a", [0.5, 2.0, 0.3]), ("b", [0.0, 3.3, 0.15]), ("c", [-0.5, 2.0, 0.3])]
        {
            if name != "c" || !(20..45).contains(&frame) {
                writeln!(table, "{time},{name},{x},{y},{},0.5,0.5,0.5,0.5", z + ahead).unwrap();
            }
        }
    }
    let (table, out) = (folder.with("devices.csv", &table), folder.path("fitted.bvh"));
    let said = kansetsu(&[
        "track",
        &table,
        "figure:mannequin",
        "--fit",
        "0",
        "--rate",
        "30",
        "-o",
        &out,
        "--json",
    ])
    .done()
    .json();
    let parts: Vec<&str> = said["worn"]
        .as_array()
        .unwrap()
        .iter()
        .map(|worn| worn["part"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["leftHand", "head", "rightHand"]);
    assert!((0.4..0.6).contains(&said["scale"].as_f64().unwrap()), "{said}");
    assert!(
        said["worst_miss"].as_f64().unwrap() < 0.02 && said["steps"].as_u64().unwrap() > 0,
        "{said}"
    );
}

#[test]
fn trackers_that_cannot_be_followed_are_refused_in_words() {
    let folder = Folder::new();
    let head = "time,tracker,x,y,z,qx,qy,qz,qw\n";
    let unnamed = folder.with("unnamed.csv", format!("{head}0,hmd,0,1.6,0,0,0,0,1\n"));
    let two = folder.with("two.csv", format!("{head}0,a,0,1.6,0,0,0,0,1\n0,b,1,1,0,0,0,0,1\n"));
    let broken = folder.with("broken.csv", "time,tracker\n0,a\n");
    let out = folder.path("out.glb");
    for (table, more, words) in [
        (&unnamed, &[][..], "\"hmd\" is not head"),
        (&unnamed, &["--fit", "9"], "has no pose at 9 s"),
        (&two, &["--fit", "0"], "3 to 7 are required"),
        (&broken, &[], "the column \"x\" is missing"),
        (&unnamed, &["--posture", "light"], "--posture full"),
    ] {
        let run = kansetsu(&[&["track", table, "figure:mannequin", "-o", &out][..], more].concat());
        assert!(run.err.contains(words), "{words}: {}", run.err);
        assert!(!std::path::Path::new(&out).exists());
    }
    let run = kansetsu(&["track", &unnamed, "figure:robot-arm", "-o", &out]);
    assert!(run.err.contains("hips, arms and legs"), "{}", run.err);
}
