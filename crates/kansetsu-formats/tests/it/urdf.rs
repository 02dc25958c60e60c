//! URDF: links are where yourdfpy puts them, values survive poses, and defects are reported.

use std::collections::BTreeMap;

use kansetsu::d3::{Limit, rotation_of};
use kansetsu::glam::{Affine3, Mat3, Vec3};
use kansetsu_formats::urdf::{self, JointKind, Loaded, Robot};
use serde_json::Value;

use crate::{corpus, skip::test_data};

fn load(name: &str, text: &[u8]) -> urdf::Loaded {
    urdf::read(text, &|_| Err("not here".to_owned()))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Position and rotation, the latter row by row.
fn affine(value: &Value) -> Affine3 {
    let number = |i: usize| value[i].as_f64().unwrap() as f32;
    let column = |i: usize| Vec3::new(number(3 + i), number(6 + i), number(9 + i));
    Affine3 {
        matrix3: Mat3::from_cols(column(0), column(1), column(2)),
        translation: Vec3::new(number(0), number(1), number(2)),
    }
}

/// Positions within a tolerance, rotations within 1e-5.
fn assert_near(found: &Affine3, expected: &Affine3, tolerance: f32, what: &str) {
    assert!(
        found.translation.distance(expected.translation) <= tolerance,
        "{what}: {}, not {}",
        found.translation,
        expected.translation
    );
    let (a, b) = (rotation_of(found), rotation_of(expected));
    assert!((a - b).length().min((a + b).length()) < 1e-5, "{what}: {a}, not {b}");
}

#[test]
fn links_stand_where_yourdfpy_puts_them() {
    let (Some(folder), Some(references)) = (test_data("urdf"), test_data("reference")) else {
        return;
    };
    let mut checked = 0;
    for path in corpus::files(&folder, &["urdf"]) {
        let name = corpus::name(&path);
        let loaded = load(&name, &std::fs::read(&path).unwrap());
        let reference = references.join(format!("{name}.json"));
        if !reference.exists() {
            continue;
        }
        let reference = corpus::json(&reference);
        let skeleton = &loaded.figure.rig.skeleton;
        let tolerance = 1e-5 * skeleton.size() + 1e-6;
        let base = skeleton.find(reference["base_link"].as_str().unwrap()).unwrap();
        let driven: Vec<&str> = robot_of(&loaded)
            .actuated_joints()
            .map(|index| robot_of(&loaded).joints[index].name.as_str())
            .collect();
        let expected: Vec<&str> = reference["joints"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert_eq!(driven, expected, "{name}");
        for config in reference["configs"].as_array().unwrap() {
            let values: BTreeMap<String, f64> = driven
                .iter()
                .zip(config["q"].as_array().unwrap())
                .map(|(name, value)| ((*name).to_owned(), value.as_f64().unwrap()))
                .collect();
            let pose = robot_of(&loaded).pose(skeleton, &values).unwrap();
            let model_from_link = skeleton.forward(&pose);
            let base_from_model = model_from_link[base].inverse();
            for (link, expected) in config["links"].as_object().unwrap() {
                let found = base_from_model * model_from_link[skeleton.find(link).unwrap()];
                assert_near(&found, &affine(expected), tolerance, &format!("{name} {link}"));
                checked += 1;
            }
            let read = robot_of(&loaded).values(skeleton, &pose, &values);
            for (joint, value) in &values {
                assert!(
                    (read[joint] - value).abs() < 1e-5,
                    "{name} {joint}: {}, not {value}",
                    read[joint]
                );
            }
        }
    }
    println!("{checked} link poses");
}

#[test]
fn limits_come_from_the_file() {
    let Some(folder) = test_data("urdf") else { return };
    let loaded = load("panda", &std::fs::read(folder.join("panda.urdf")).unwrap());
    let skeleton = &loaded.figure.rig.skeleton;
    let link = skeleton.find("panda_link4").unwrap();
    let Some(Limit::Hinge(hinge)) = &loaded.figure.rig.limits[link] else { panic!("no hinge") };
    assert!(
        (hinge.axis, hinge.min, hinge.max) == (Vec3::Z, "-3.1416".parse().unwrap(), 0.0873),
        "{hinge:?}"
    );
    let finger =
        robot_of(&loaded).joints.iter().find(|joint| joint.name == "panda_finger_joint2").unwrap();
    assert_eq!((finger.kind, finger.limits), (JointKind::Prismatic, Some([0.0, 0.04])));
    assert_eq!(finger.mimic.unwrap().multiplier, 1.0);
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains("panda_finger_joint2")),
        "{:?}",
        loaded.warnings
    );
    assert!(loaded.figure.rig.check().is_ok());
}

fn robot_of(loaded: &Loaded) -> &Robot {
    loaded.figure.robot.as_ref().unwrap()
}

fn robot(inside: &str) -> String {
    format!(
        "<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"b\"/>\n<link name=\"c\"/>\n{inside}\n</robot>"
    )
}

fn joint(name: &str, kind: &str, links: [&str; 2], more: &str) -> String {
    format!(
        "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{}\"/><child link=\"{}\"/>{more}</joint>\n",
        links[0], links[1]
    )
}

/// An arm that rotates without limits and slides.
pub(crate) fn arm() -> String {
    robot(&format!(
        "{}{}",
        joint("one", "continuous", ["a", "b"], "<axis xyz=\"0 0 1\"/>"),
        joint(
            "two",
            "prismatic",
            ["b", "c"],
            "<axis xyz=\"0 1 0\"/><limit lower=\"0\" upper=\"0.5\"/>"
        )
    ))
}

#[test]
fn values_outside_half_a_turn_and_followers_are_kept() {
    let text = robot(&format!(
        "{}{}",
        joint(
            "one",
            "revolute",
            ["a", "b"],
            "<axis xyz=\"0 0 3\"/><limit lower=\"-9\" upper=\"9\"/>"
        ),
        joint(
            "two",
            "continuous",
            ["b", "c"],
            "<mimic joint=\"one\" multiplier=\"-0.5\" offset=\"0.25\"/>"
        )
    ));
    let loaded = load("text", text.as_bytes());
    let skeleton = &loaded.figure.rig.skeleton;
    for angle in [-8.0, -6.2, -3.0, 0.0, 2.0, 6.3, 8.5] {
        let values = BTreeMap::from([("one".to_owned(), angle)]);
        let pose = robot_of(&loaded).pose(skeleton, &values).unwrap();
        let near = BTreeMap::from([
            ("one".to_owned(), angle + 0.4),
            ("two".to_owned(), 0.25 - 0.5 * angle),
        ]);
        let read = robot_of(&loaded).values(skeleton, &pose, &near);
        assert!(
            (read["one"] - angle).abs() < 1e-5 && (read["two"] - (0.25 - 0.5 * angle)).abs() < 1e-5,
            "{angle}: {read:?}"
        );
    }
    let error =
        robot_of(&loaded).pose(skeleton, &BTreeMap::from([("two".to_owned(), 1.0)])).unwrap_err();
    assert_eq!(error, "the joint \"two\" follows \"one\"; set that one");
}

#[test]
fn errors_and_warnings_name_the_line() {
    for (text, expected) in [
        ("<robot>".to_owned(), "URDF, line 1: not XML"),
        ("<a/>".to_owned(), "URDF, line 1: expected <robot>, found <a>"),
        ("<robot name=\"r\"/>".to_owned(), "URDF, line 1: the robot has no <link>"),
        (
            robot(&joint("j", "fixed", ["a", "b"], "<origin xyz=\"1 2\"/>")),
            "URDF, line 5: xyz=\"1 2\" of <origin>: expected 3 finite numbers",
        ),
        (
            robot(&joint("j", "fixed", ["a", "b"], "<origin rpy=\"0 nan 0\"/>")),
            "URDF, line 5: rpy=\"0 nan 0\" of <origin>",
        ),
        (
            robot(&format!(
                "{}{}",
                joint("j", "fixed", ["a", "b"], ""),
                joint("k", "fixed", ["c", "b"], "")
            )),
            "URDF, line 6: the link \"b\" is the child of two joints, \"j\" and \"k\"",
        ),
        (
            format!("<robot>{}", "<a>".repeat(100_000)),
            "URDF, line 1: elements are nested more than 256 deep",
        ),
        ("<!DOCTYPE r [<!ENTITY a \"b\">]>\n<robot/>".to_owned(), "URDF, line 1: not XML"),
    ] {
        let error = urdf::read(text.as_bytes(), &|_| Err(String::new())).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
    for (more, kind, expected) in [
        ("", "revolute", "line 5: the joint has no <limit>"),
        ("<limit lower=\"2\" upper=\"1\"/>", "revolute", "line 5: the lower limit 2 is above"),
        ("<mimic joint=\"j\"/>", "continuous", "line 5: the joint mimics itself in a cycle"),
        ("<axis xyz=\"0 0 0\"/>", "continuous", "line 5: the axis of \"j\" is zero"),
        ("", "fixed", "the robot has 2 links without a parent"),
        (
            "<child link=\"x\"/>",
            "fixed",
            "line 5: there is no link \"x\"; one without a shape is added",
        ),
    ] {
        let loaded = load(more, robot(&joint("j", kind, ["a", "b"], more)).as_bytes());
        assert!(
            loaded.warnings.iter().any(|warning| warning.starts_with(expected)),
            "{:?}, not {expected}",
            loaded.warnings
        );
    }
    let circle = robot(&format!(
        "{}{}",
        joint("j", "fixed", ["a", "b"], ""),
        joint("k", "fixed", ["b", "a"], "")
    ));
    assert!(urdf::read(circle.as_bytes(), &|_| Err(String::new())).is_err());
}

#[test]
fn what_only_shows_or_weighs_a_link_does_not_stop_the_reading() {
    let mesh = "<visual><geometry><mesh filename=\"package://some/../../etc/passwd.dae\" scale=\"1 1 1\"/></geometry></visual>";
    let odd = "<visual><geometry><capsule radius=\"1\"/></geometry></visual><visual/><collision><geometry><box/></geometry></collision>";
    let text = format!(
        "<?xml version=\"1.0\"?>\n<!-- made -->\n<robot name=\"r\" xmlns:xacro=\"http://x\">\n<link name=\"a\">{mesh}{odd}</link>\n\
         <link name=\"b\"><inertial><mass value=\"oops\"/></inertial></link>\n<link name=\"c\"/><link name=\"d\"/>\n\
         {}{}{}<transmission name=\"t\"/><gazebo reference=\"a\"><material>Red</material></gazebo>\n</robot>",
        joint(
            "slide",
            "prismatic",
            ["a", "b"],
            "<origin xyz=\"0 0 1\"/><axis xyz=\"0 0 -2\"/><limit lower=\"-0.2\" upper=\"0.3\" effort=\"1\"/>"
        ),
        joint("wheel", "continuous", ["b", "c"], "<axis xyz=\"0 1 0\"/>"),
        joint(
            "other",
            "prismatic",
            ["a", "d"],
            "<mimic joint=\"slide\" multiplier=\"2\" offset=\"0.1\"/><limit lower=\"0\" upper=\"1\"/>"
        ),
    );
    let loaded = load("text", text.as_bytes());
    let skeleton = &loaded.figure.rig.skeleton;
    let told = loaded.warnings.join("\n");
    assert!(told.contains("mesh files are not shown; copy the folder of the meshes beside the URDF file: \"passwd.dae\""), "{told}");
    // Both follow the one value; the axis need not be of unit length, and the default is x.
    let pose = robot_of(&loaded)
        .pose(skeleton, &BTreeMap::from([("slide".to_owned(), 0.25), ("wheel".to_owned(), -20.0)]))
        .unwrap();
    let maps = skeleton.forward(&pose);
    let base = maps[skeleton.find("a").unwrap()].inverse();
    for (link, place) in [
        ("b", Vec3::new(0.0, 0.0, 0.75)),
        ("c", Vec3::new(0.0, 0.0, 0.75)),
        ("d", Vec3::new(0.6, 0.0, 0.0)),
    ] {
        let found = (base * maps[skeleton.find(link).unwrap()]).translation;
        assert!(found.distance(place) < 1e-6, "{link}: {found}, not {place}");
    }
    let near = BTreeMap::from([("wheel".to_owned(), -19.0)]);
    assert!(
        (robot_of(&loaded).values(skeleton, &pose, &near)["wheel"] + 20.0).abs() < 1e-5,
        "a turn of many turns stays one"
    );
}

#[test]
fn what_other_readers_pass_over_is_read_with_a_warning() {
    let shown = "<visual><origin xyz=\"0 0 oops\"/><geometry><box size=\"1 1\"/></geometry><material name=\"m\"><color rgba=\"1 0 0\"/></material></visual>\
        <visual><geometry><sphere radius=\"0,5\"/></geometry></visual><sensor:camera name=\"c\"/>";
    let text = format!(
        "\n<!-- made by hand -->\n<?xml version=\"1.0\"?>\n<robot name=\"r\">\n<link name=\"a\">{shown}</link><link name=\"b\"/><link name=\"c\"/>\n{}{}</robot>\n\0",
        joint("first", "fixed", ["a", "b"], "<origin xyz=\"1, 2, 3\" rpy=\"0 0 1.5 7\"/>"),
        joint("second", "fixed", ["b", "c"], "<origin xyz=\"$(optenv PLACE 0.5 0 -1)\"/>"),
    );
    let loaded = load("text", text.as_bytes());
    let skeleton = &loaded.figure.rig.skeleton;
    let rest = |link: &str| skeleton.joints()[skeleton.find(link).unwrap()].rest;
    assert_eq!(rest("b").translation, Vec3::new(1.0, 2.0, 3.0));
    assert!((rest("b").rotation - kansetsu::glam::Quat::from_rotation_z(1.5)).length() < 1e-6);
    assert_eq!(rest("c").translation, Vec3::new(0.5, 0.0, -1.0));
    let told = loaded.warnings.join("\n");
    for expected in [
        "line 5: xyz=\"0 0 oops\"",
        "line 5: radius=\"0,5\"",
        "line 6: xyz=\"1, 2, 3\" of <origin>",
        "line 6: rpy=\"0 0 1.5 7\"",
    ] {
        assert!(told.contains(expected), "{told}, without {expected}");
    }
    let error = urdf::read(text.replace("1, 2, 3", "1, 2").as_bytes(), &|_| Err(String::new()))
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("URDF, line 6: xyz=\"1, 2\" of <origin>: expected 3 finite numbers"),
        "where a joint stands is not guessed: {error}"
    );
}

#[test]
fn a_robot_stands_with_its_followers_where_they_follow_to() {
    let mimic = "<mimic joint=\"one\" multiplier=\"2\" offset=\"0.25\"/><axis xyz=\"0 0 1\"/><limit lower=\"0\" upper=\"1\"/>";
    let two = joint("two", "revolute", ["b", "c"], mimic);
    let text =
        robot(&format!("{}{two}", joint("one", "continuous", ["a", "b"], "<axis xyz=\"0 0 1\"/>")));
    let loaded = load("text", text.as_bytes());
    let standing = loaded.figure.saved_pose();
    let c = loaded.figure.rig.skeleton.find("c").unwrap();
    assert!(
        (standing.locals[c].rotation - kansetsu::glam::Quat::from_rotation_z(0.25)).length() < 1e-6
    );
    let values = robot_of(&loaded).values(&loaded.figure.rig.skeleton, &standing, &BTreeMap::new());
    assert!((values["two"] - 0.25).abs() < 1e-6 && values["one"].abs() < 1e-6, "{values:?}");
}

#[test]
fn a_robot_is_one_after_a_way_through_glb() {
    let loaded = load("text", arm().as_bytes());
    let glb = kansetsu_formats::gltf::write_new(&loaded.figure, None).unwrap();
    let again = kansetsu_formats::gltf::read(&glb, &|_| Err(String::new())).unwrap();
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    let found = again.figure.robot.as_ref().unwrap();
    assert_eq!(found, robot_of(&loaded));
    let values = BTreeMap::from([("one".to_owned(), 7.0), ("two".to_owned(), 0.2)]);
    let skeleton = &again.figure.rig.skeleton;
    let read = found.values(skeleton, &found.pose(skeleton, &values).unwrap(), &values);
    assert!((read["one"] - 7.0).abs() < 1e-5 && (read["two"] - 0.2).abs() < 1e-6, "{read:?}");
    let scaled = loaded.figure.scaled(10.0).unwrap();
    assert_eq!(scaled.robot.unwrap().joints[1].limits, Some([0.0, 5.0]));
}

#[test]
fn extras_that_are_no_robot_are_left_out_with_a_warning() {
    let text = robot(&joint("one", "continuous", ["a", "b"], "<axis xyz=\"0 0 1\"/>"));
    let loaded = load("text", text.as_bytes());
    let glb = kansetsu_formats::gltf::write_new(&loaded.figure, None).unwrap();
    let document = kansetsu_formats::gltf::read(&glb, &|_| Err(String::new())).unwrap().document;
    let changes = kansetsu_formats::gltf::Changes::default();
    let saved = document.save(&changes, kansetsu_formats::gltf::Container::Text).unwrap();
    let json = String::from_utf8(saved.bytes).unwrap();
    for (from, to) in [
        ("\"joint\":1", "\"joint\":77"),
        ("\"continuous\"", "\"flying\""),
        ("[0.0,0.0,1.0]", "[0.0,0.0,9.0]"),
    ] {
        let damaged = json.replace(from, to);
        assert_ne!(damaged, json, "{from} in {json}");
        let read =
            kansetsu_formats::gltf::read(damaged.as_bytes(), &|_| Err(String::new())).unwrap();
        assert!(
            read.figure.robot.is_none()
                && read.warnings.iter().any(|warning| warning.contains("extras.kansetsu.robot")),
            "{to}"
        );
    }
}

/// A triangle as text STL.
const STL: &[u8] = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\nendloop\nendfacet\nendsolid\n";

#[test]
fn meshes_are_found_below_the_folder_and_missing_ones_are_named() {
    let visual = |file: &str| {
        format!(
            "<visual><origin xyz=\"0 0 1\"/><geometry><mesh filename=\"{file}\" scale=\"0.001 0.001 0.001\"/></geometry></visual>"
        )
    };
    let text = format!(
        "<robot name=\"r\"><link name=\"a\">{}{}{}{}</link></robot>",
        visual("package://some_robot/meshes/arm.STL"),
        visual("../meshes/arm.stl"),
        visual("package://some_robot/meshes/leg.obj"),
        visual("meshes/damaged.obj"),
    );
    let beside = |path: &str| match path {
        "meshes/arm.STL" | "meshes/arm.stl" => Ok(STL.to_vec()),
        "meshes/damaged.obj" => Ok(b"v 0 0 x\n".to_vec()),
        _ => Err("no such file".to_owned()),
    };
    let loaded = urdf::read(text.as_bytes(), &beside).unwrap();
    let meshes = &loaded.figure.meshes;
    assert_eq!(meshes.len(), 2, "{:?}", loaded.warnings);
    let places = &meshes[0].primitives[0].positions;
    assert!(places[1].distance(Vec3::new(1.0, 0.0, 1.0)) < 1e-6, "{places:?}");
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains("leg.obj")),
        "{:?}",
        loaded.warnings
    );
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains("\"damaged.obj\": OBJ, line 1")),
        "{:?}",
        loaded.warnings
    );
}
