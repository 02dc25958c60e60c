//! Robots: joint values as input and output.

use crate::{
    command::{distance, kansetsu, position},
    files::Folder,
    skip::test_data,
};

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="slide"/>
  <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1"/></joint>
  <joint name="bend" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="0" upper="2"/></joint>
  <joint name="reach" type="prismatic"><parent link="lower"/><child link="slide"/><origin xyz="1 0 0"/><axis xyz="2 0 0"/><limit lower="0" upper="0.5"/></joint>
</robot>"#;

#[test]
fn joint_values_make_poses_and_poses_make_joint_values() {
    let folder = Folder::new();
    let arm = folder.with("arm.urdf", ARM);
    let page = kansetsu(&["inspect", &arm]).done();
    assert!(page.out.contains("URDF, \"arm\"") && page.out.contains("4 joints"), "{}", page.out);
    let at = kansetsu(&["fk", &arm, "--json"]).done().json();
    assert_eq!(
        position(&at, "slide"),
        [0.0, 1.0, 2.0],
        "+z is up and +x in front in the file; +y and +z are here"
    );
    let values =
        folder.with("q.json", r#"{"turn": 0.5, "bend": 1.0707963267948966, "reach": 0.25}"#);
    let at = kansetsu(&["fk", &arm, "--values", &values, "--json"]).done().json();
    let found = position(&at, "slide");
    let expected = [0.0, 1.0 - 0.5f64.sin() - 1.25, 0.5f64.cos()];
    assert!(
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5),
        "{found:?}, not {expected:?}"
    );
    let read = &at["values"];
    assert!(
        (read["turn"].as_f64().unwrap() - 0.5).abs() < 1e-6
            && (read["reach"].as_f64().unwrap() - 0.25).abs() < 1e-6,
        "{read}"
    );
    for (wrong, word) in [
        (r#"{"turm": 1}"#, "no joint \"turm\""),
        ("[1]", "expected {"),
        (r#"{"turn": 1e300}"#, "finite"),
    ] {
        kansetsu(&["fk", &arm, "--values", &folder.with("wrong.json", wrong)]).refused(&[word]);
    }
}

#[test]
fn a_solve_stays_inside_the_limits_and_gives_joint_values() {
    let folder = Folder::new();
    let arm = folder.with("arm.urdf", ARM);
    let (json, csv) = (folder.path("q.json"), folder.path("q.csv"));
    let run = kansetsu(&[
        "solve",
        &arm,
        "--goal",
        "slide=0,0.2,1.3",
        "--base",
        "upper",
        "-o",
        &json,
        "--json",
    ])
    .done();
    assert_eq!(run.json()["outcome"], "reached", "{}", run.out);
    let read = std::fs::read_to_string(&json).unwrap();
    let values: serde_json::Value = serde_json::from_str(&read).unwrap();
    for (joint, low, high) in [("turn", -1.0, 1.0), ("bend", 0.0, 2.0), ("reach", 0.0, 0.0)] {
        let value = values[joint].as_f64().unwrap();
        assert!((low - 1e-5..=high + 1e-5).contains(&value), "{joint} is {value}");
    }
    let at = kansetsu(&["fk", &arm, "--values", &json, "--json"]).done().json();
    let found = position(&at, "slide");
    assert!(
        found.iter().zip([0.0, 0.2, 1.3]).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-3),
        "{found:?}"
    );
    kansetsu(&["solve", &arm, "--goal", "slide=0,0.2,1.3", "--base", "upper", "-o", &csv]).done();
    assert!(std::fs::read_to_string(&csv).unwrap().starts_with("joint,value\nbend,"));
    kansetsu(&["solve", "figure:arm", "--goal", "LeftHand=0.3,0.1,0.2", "-o", &csv])
        .refused(&["joint values need a robot"]);
}

#[test]
fn a_robot_follows_keyed_goals_and_its_joint_values_are_a_table() {
    let Some(panda) = test_data("urdf/panda.urdf") else { return };
    let (panda, folder) = (panda.to_str().expect("a path"), Folder::new());
    let keys = folder.with(
        "goals.csv",
        "time,joint,x,y,z\n0,panda_hand,0.1,0.5,0.5\n1,panda_hand,-0.2,0.6,0.4\n",
    );
    let (table, json) = (folder.path("q.csv"), folder.path("q.json"));
    let solve = |out: &str| {
        kansetsu(&["solve", panda, "--goals-from", &keys, "--rate", "20", "-o", out, "--json"])
            .done()
            .json()
    };
    let solved = solve(&table);
    assert_eq!(
        (&solved["frames"], &solved["outcome"]),
        (&21.into(), &"reached".into()),
        "{solved}"
    );
    solve(&json);
    let rows: Vec<String> =
        std::fs::read_to_string(&table).expect("written").lines().map(str::to_owned).collect();
    assert!(rows.len() == 22 && rows[0].starts_with("time,panda_"), "{rows:?}");
    let numbers = |row: &str| {
        row.split(',').map(|cell| cell.parse::<f64>().expect("a number")).collect::<Vec<f64>>()
    };
    for pair in rows[1..].windows(2) {
        let (before, after) = (numbers(&pair[0]), numbers(&pair[1]));
        assert!(
            before[1..].iter().zip(&after[1..]).all(|(before, after)| (before - after).abs() < 0.3),
            "{pair:?}"
        );
    }
    let frames: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert_eq!(frames["frames"].as_array().expect("a list").len(), 21);
    // The values of the last frame put the hand at the last key.
    let mut values = frames["frames"][20].clone();
    // This joint mimics the other finger.
    values.as_object_mut().expect("an object").remove("panda_finger_joint2");
    let last = folder.with("last.json", values.to_string());
    let stance = kansetsu(&["fk", panda, "--values", &last, "--json"]).done().json();
    assert!(distance(&position(&stance, "panda_hand"), &[-0.2, 0.6, 0.4]) < 1e-3);
}
