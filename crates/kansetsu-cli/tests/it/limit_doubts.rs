//! Suspicious limits from a file.

use crate::{
    command::{Run, kansetsu},
    files::Folder,
};

fn solve(figure: &str, joint: &str, limits: &str) -> Run {
    let folder = Folder::new();
    let file = folder.with("limits.json", limits);
    kansetsu(&["solve", figure, "--goal", &format!("{joint}=0.3,0.3,0.2"), "--limits-from", &file])
        .done()
}

fn arm(limit: &str) -> String {
    solve(
        "figure:arm",
        "LeftHand",
        &format!(r#"{{"limits": [{{"joint": "LeftLowerArm", "limit": {limit}}}]}}"#),
    )
    .err
}

#[test]
fn angles_that_look_like_degrees_are_warned_of() {
    for limit in [
        r#"{"kind": "hinge", "axis": [0, 1, 0], "min": 0, "max": 140}"#,
        r#"{"kind": "hinge", "axis": [0, 1, 0], "min": -140, "max": 0}"#,
        r#"{"kind": "cone", "axis": [1, 0, 0], "center": [1, 0, 0], "angle": 140}"#,
    ] {
        let said = arm(limit);
        assert!(said.starts_with("warning: ") && said.lines().count() == 1, "{said}");
        for word in ["limits.json", "\"LeftLowerArm\"", "140", "radians", "2.443"] {
            assert!(said.contains(word), "{word} is not in: {said}");
        }
    }
    for limit in [
        r#"{"kind": "hinge", "axis": [0, 1, 0], "min": 0, "max": 2.44}"#,
        r#"{"kind": "hinge", "axis": [0, 1, 0], "min": -6.2832, "max": 6.2832}"#,
        r#"{"kind": "hinge", "axis": [0, 1, 0], "min": 0, "max": null}"#,
    ] {
        assert_eq!(arm(limit), "", "{limit}");
    }
}

#[test]
fn a_hinge_along_its_own_bone_is_warned_of() {
    for axis in ["[1, 0, 0]", "[-3, 0.1, 0]"] {
        let said = arm(&format!(r#"{{"kind": "hinge", "axis": {axis}, "min": 0, "max": 2}}"#));
        assert!(
            said.contains("\"LeftLowerArm\"")
                && said.contains("own bone")
                && said.contains("perpendicular"),
            "{said}"
        );
    }
    assert_eq!(arm(r#"{"kind": "hinge", "axis": [1, 1, 0], "min": 0, "max": 2}"#), "");
}

#[test]
fn what_the_figures_print_themselves_is_not_doubted() {
    for (figure, joint) in
        [("figure:mannequin", "LeftHand"), ("figure:robot-arm", "Tool"), ("figure:quadruped", "#5")]
    {
        let limits = kansetsu(&["limits", figure, "--json"]).done().out;
        assert!(!solve(figure, joint, &limits).err.contains("warning"), "{figure}");
    }
}
