//! The published methods, step by step.

use std::fs;

use serde_json::Value;

use crate::{
    command::{distance, kansetsu, numbers},
    files::Folder,
};

fn classic(args: &[&str]) -> Value {
    kansetsu(&[&["classic"], args, &["--json"]].concat()).done().json()
}

/// The distance of the first goal after each step, computed from the joints.
fn distances(trace: &Value) -> Vec<f64> {
    let goal = &trace["goals"][0];
    let index = goal["index"].as_u64().unwrap() as usize;
    let steps = trace["steps"].as_array().unwrap().iter();
    steps
        .map(|step| {
            let measured = distance(&numbers(&step["joints"][index]), &numbers(&goal["target"]));
            assert!((measured - step["distances"][0].as_f64().unwrap()).abs() < 1e-4, "{step}");
            measured
        })
        .collect()
}

/// The lengths of all bones after a step.
fn lengths(trace: &Value, step: usize) -> Vec<f64> {
    let joints = &trace["steps"][step]["joints"];
    let place = |joint: &Value| numbers(&joints[joint.as_u64().unwrap() as usize]);
    trace["bones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bone| distance(&place(&bone[0]), &place(&bone[1])))
        .collect()
}

#[test]
fn a_tentacle_turns_by_whole_steps_or_exactly() {
    let classic_mode = classic(&[
        "tentacle",
        "--joints",
        "6",
        "--length",
        "50",
        "--limit-deg",
        "60",
        "--target",
        "150,150",
        "--steps",
        "40",
    ]);
    assert_eq!(
        (&classic_mode["method"], &classic_mode["unit"]),
        (&"tentacle".into(), &"px".into())
    );
    assert_eq!(distances(&classic_mode).len(), 41);
    assert!(lengths(&classic_mode, 40).iter().all(|length| (length - 50.0).abs() < 1e-3));
    // The first link rotates by a whole number of steps.
    let tip = numbers(&classic_mode["steps"][40]["joints"][1]);
    let steps = tip[1].atan2(tip[0]).to_degrees() / 2.864_789;
    assert!((steps - steps.round()).abs() < 1e-3, "{steps}");
    let smooth = classic(&[
        "tentacle",
        "--joints",
        "6",
        "--length",
        "50",
        "--limit-deg",
        "60",
        "--target",
        "150,150",
        "--steps",
        "200",
        "--mode",
        "smooth",
    ]);
    assert!(distances(&smooth)[200] < 1e-2);
}

#[test]
fn the_law_of_cosines_says_where_it_has_no_answer() {
    let trace = classic(&[
        "two-bone", "--upper", "3", "--lower", "4", "--end", "5,0", "--move", "1,0", "--steps", "3",
    ]);
    let middle = numbers(&trace["steps"][0]["joints"][1]);
    assert!(distance(&middle, &[1.8, 2.4]) < 1e-5);
    let right = classic(&[
        "two-bone", "--upper", "3", "--lower", "4", "--end", "5,0", "--side", "right", "--steps",
        "1",
    ]);
    assert!(distance(&numbers(&right["steps"][0]["joints"][1]), &[1.8, -2.4]) < 1e-5);
    assert!(trace["steps"][3]["joints"][1].is_null());
    assert!(trace["steps"][3]["note"].as_str().unwrap().starts_with("too far"));
}

#[test]
fn fabrik_goes_there_and_back_until_it_is_there() {
    let trace = classic(&[
        "fabrik", "--limbs", "5", "--length", "0.5", "--goal", "1,1,0.5", "--steps", "50",
    ]);
    let distances = distances(&trace);
    assert!(distances.len() < 50 && distances[distances.len() - 1] <= 1e-3, "{distances:?}");
    assert!(lengths(&trace, distances.len() - 1).iter().all(|length| (length - 0.5).abs() < 1e-4));
    assert_eq!(numbers(&trace["steps"][1]["joints"][0]), [0.0, 0.0, 0.0]);
}

#[test]
fn align_and_attach_lags_behind_its_handles() {
    let trace = classic(&[
        "align",
        "--hips",
        "0.05,0.9,0",
        "--left-hand",
        "0.4,1.1,0.3",
        "--steps",
        "40",
        "--limits",
        "symmetric",
    ]);
    let hips = distances(&trace);
    assert!(hips[0] > 0.05 && hips[1] < 1e-6, "the hips are moved at once");
    let hand = |step: usize| trace["steps"][step]["distances"][1].as_f64().unwrap();
    assert!(hand(1) > 0.02 && hand(40) < 0.01, "{} then {}", hand(1), hand(40));
    for (rest, posed) in lengths(&trace, 0).iter().zip(lengths(&trace, 40)) {
        assert!((rest - posed).abs() < 1e-4);
    }
    assert_eq!(classic(&["align"])["goals"][0]["joint"], "LeftHand");
}

#[test]
fn the_editor_has_four_tools() {
    let reach = |tool: &str, more: &[&str]| {
        distances(&classic(&[&["editor", "--tool", tool], more].concat()))
    };
    let rotate = reach("rotate", &["--steps", "20"]);
    assert!(rotate[20] < 1e-3 && rotate.is_sorted_by(|a, b| a >= b), "{rotate:?}");
    let moved = reach("move", &["--steps", "4"]);
    assert!(moved[4] < 1e-5 && (moved[2] - moved[0] / 2.0).abs() < 1e-4, "{moved:?}");
    let along = reach("move-axis", &["--axis", "z", "--target", "0.9,1.6,0", "--steps", "4"]);
    assert!(along[4] < along[0] && along[4] > 0.1, "{along:?}");
    let turned = classic(&[
        "editor",
        "--tool",
        "rotate-axis",
        "--axis",
        "y",
        "--pixels",
        "20",
        "--levels",
        "1",
        "--steps",
        "2",
    ]);
    assert!(distances(&turned)[2] < 1e-4, "20 pixels are 30 degrees");
}

#[test]
fn a_float_joint_ends_the_chain() {
    let chest = |more: &[&str]| {
        let trace =
            classic(&[&["editor", "--levels", "0", "--target", "0.2,1,0.3"], more].concat());
        let spine = trace["steps"][10]["joints"].as_array().unwrap()[1].clone();
        (numbers(&spine), numbers(&trace["steps"][0]["joints"][1]))
    };
    let (after, before) = chest(&["--float", "LeftShoulder"]);
    assert_eq!(after, before);
    let (after, before) = chest(&[]);
    assert_ne!(after, before);
}

#[test]
fn steps_are_a_table_and_a_drawing() {
    let folder = Folder::new();
    for method in ["tentacle", "align", "two-bone", "fabrik", "editor"] {
        let out = folder.path(&format!("{method}.svg"));
        let run = kansetsu(&["classic", method, "--steps", "2", "--picture", &out]).done();
        assert!(run.out.starts_with("step") && run.out.contains(&out), "{}", run.out);
        assert!(run.out.lines().any(|line| line.starts_with('1')), "{}", run.out);
        assert!(fs::read_to_string(out).unwrap().starts_with("<svg"));
    }
}

#[test]
fn bad_input_is_refused() {
    let refused = |args: &[&str], words: &[&str]| {
        drop(kansetsu(&[&["classic"], args].concat()).refused(words))
    };
    refused(&["magic"], &["magic"]);
    refused(&["tentacle", "--target", "1,2,3"], &["3 numbers"]);
    refused(&["tentacle", "--target", "1,NaN"], &["finite"]);
    refused(&["tentacle", "--joints", "0"], &["joints"]);
    refused(&["tentacle", "--step-deg", "0"], &["range"]);
    refused(&["tentacle", "--steps", "0"], &["steps"]);
    refused(&["two-bone", "--upper", "0"], &["upper"]);
    refused(&["fabrik", "--goal", "1,2"], &["2 numbers"]);
    refused(&["align", "--hips", "0,1"], &["2 numbers"]);
    refused(&["editor", "--joint", "LeftHnd"], &["did you mean"]);
    refused(&["editor", "--joint", "Hips"], &["Hips"]);
    refused(&["editor", "--float", "LeftHnd"], &["did you mean"]);
    refused(&["editor", "--figure", "unicorn"], &["unicorn", "mannequin"]);
    refused(&["fabrik", "--picture", "out.png"], &[".svg"]);
    refused(&["fabrik", "--picture", "no/such/folder/out.svg"], &["does not exist"]);
}
