//! URDF.

use std::collections::BTreeMap;

use kansetsu::d3::Limit;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::urdf::JointKind;
use kansetsu_formats::{Opened, open};

use super::{Case, check, opened};

/// A robot of 13 links with inserted elements: `link` in each link, `joint` in each joint of this
/// type, `robot` beside them.
fn robot(count: usize, [of_robot, of_link, of_joint]: [&str; 3], kind: &str) -> Opened {
    let links: String =
        (0..=count).map(|link| format!("<link name=\"link{link}\">{of_link}</link>\n")).collect();
    let joint = |joint: usize| {
        format!(
            "<joint name=\"joint{joint}\" type=\"{kind}\"><parent link=\"link{}\"/><child link=\"link{joint}\"/>{of_joint}</joint>\n",
            joint - 1
        )
    };
    let joints: String = (1..=count).map(joint).collect();
    let text = format!(
        "<robot name=\"r\" xmlns:drake=\"x\">\n{links}{joints}{}</robot>",
        of_robot.repeat(count)
    );
    opened(text.as_bytes(), "robot.urdf")
}

fn beside<'a>(element: &'a str, name: &'a str, text: &'a str) -> Case<'a> {
    Case::told(element, name, move |count| robot(count, [text, "", ""], "fixed"))
}

fn in_link<'a>(element: &'a str, name: &'a str, text: &'a str) -> Case<'a> {
    Case::told(element, name, move |count| robot(count, ["", text, ""], "fixed"))
}

fn in_joint<'a>(element: &'a str, name: &'a str, text: &'a str) -> Case<'a> {
    Case::told(element, name, move |count| robot(count, ["", "", text], "revolute"))
}

fn shape(text: &str) -> String {
    format!("<visual><origin xyz=\"0 0 7\"/><geometry>{text}</geometry></visual>")
}

fn shown<'a>(element: &'a str, text: &'a str, extent: Vec3) -> Case<'a> {
    let is_read = move |opened: &Opened| {
        let points = || opened.figure.meshes[0].primitives[0].positions.iter();
        let far = points().fold(Vec3::ZERO, |most, point| most.max((*point - Vec3::Z * 7.0).abs()));
        far.distance(extent) < 1e-5
    };
    Case::read(element, move |count| robot(count, ["", &shape(text), ""], "fixed"), is_read)
}

fn moved<'a>(
    element: &'a str,
    text: &'a str,
    kind: &'a str,
    is_read: impl Fn(&Opened) -> bool + 'a,
) -> Case<'a> {
    Case::read(element, move |count| robot(count, ["", "", text], kind), is_read)
}

fn rest(opened: &Opened) -> (Vec3, Quat) {
    let rest = opened.figure.rig.skeleton.joints()[1].rest;
    (rest.translation, rest.rotation)
}

fn kinds() -> Vec<Case<'static>> {
    let kinds = [
        ("type/fixed", "fixed", JointKind::Fixed),
        ("type/revolute", "revolute", JointKind::Revolute),
        ("type/continuous", "continuous", JointKind::Continuous),
        ("type/prismatic", "prismatic", JointKind::Prismatic),
        ("type/floating", "floating", JointKind::Free),
    ];
    let kind = |(element, word, kind): (&'static str, &'static str, JointKind)| {
        moved(element, "<limit lower=\"-1\" upper=\"1\"/>", word, move |opened| {
            opened.figure.robot.as_ref().is_some_and(|robot| robot.joints[0].kind == kind)
                && opened.warnings.is_empty()
        })
    };
    kinds.into_iter().map(kind).collect()
}

fn looks() -> Vec<Case<'static>> {
    let red =
        "<visual><geometry><sphere radius=\"1\"/></geometry><material name=\"red\"/></visual>";
    let is_red = |opened: &Opened| opened.figure.materials[0].base_color == [1.0, 0.0, 0.0, 1.0];
    let of_robot = "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>";
    vec![
        shown("geometry/box", "<box size=\"2 4 6\"/>", Vec3::new(1.0, 2.0, 3.0)),
        shown(
            "geometry/cylinder",
            "<cylinder radius=\"1\" length=\"6\"/>",
            Vec3::new(1.0, 1.0, 3.0),
        ),
        shown("geometry/sphere", "<sphere radius=\"2\"/>", Vec3::splat(2.0)),
        shown("geometry/capsule", "<capsule radius=\"1\" length=\"6\"/>", Vec3::new(1.0, 1.0, 4.0)),
        shown("link/visual", "<box size=\"2 4 6\"/>", Vec3::new(1.0, 2.0, 3.0)),
        shown("visual/geometry", "<box size=\"2 4 6\"/>", Vec3::new(1.0, 2.0, 3.0)),
        shown("visual/origin", "<box size=\"2 4 6\"/>", Vec3::new(1.0, 2.0, 3.0)),
        Case::read("material", move |count| robot(count, [of_robot, red, ""], "fixed"), is_red),
        Case::read(
            "material/color",
            move |count| robot(count, [of_robot, red, ""], "fixed"),
            is_red,
        ),
        Case::read(
            "visual/material",
            move |count| robot(count, [of_robot, red, ""], "fixed"),
            is_red,
        ),
        beside(
            "material/texture",
            "wood",
            "<material name=\"wood\"><texture filename=\"wood.png\"/></material>",
        ),
        Case::told("geometry/mesh", "\"arm.dae\"", |count| {
            robot(
                count,
                ["", &shape("<mesh filename=\"package://robot/meshes/arm.dae\"/>"), ""],
                "fixed",
            )
        }),
        Case::told("geometry/*", "\"cone\"", |count| {
            robot(count, ["", &shape("<cone radius=\"1\"/>"), ""], "fixed")
        }),
    ]
}

fn joints() -> Vec<Case<'static>> {
    let origin = "<origin xyz=\"1 2 3\" rpy=\"0 0 1\"/>";
    let quaternion = "<origin xyz=\"1 2 3\" quat_xyzw=\"0 0 0.6 0.8\"/>";
    let is_placed = |opened: &Opened| rest(opened).0 == Vec3::new(1.0, 2.0, 3.0);
    let hinge = |opened: &Opened| match opened.figure.rig.limits[1] {
        Some(Limit::Hinge(hinge)) => Some(hinge),
        _ => None,
    };
    let limit = "<axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"2\"/>";
    let mimic = "<mimic joint=\"joint1\" multiplier=\"3\"/>";
    vec![
        moved("joint", "", "fixed", |opened| opened.figure.robot.is_some()),
        moved("link", "", "fixed", |opened| opened.figure.rig.skeleton.find("link1").is_ok()),
        moved("joint/parent", "", "fixed", |opened| {
            opened.figure.rig.skeleton.joints()[1].parent == Some(0)
        }),
        moved("joint/child", "", "fixed", |opened| {
            opened.figure.rig.skeleton.joints()[1].parent == Some(0)
        }),
        moved("joint/origin", origin, "fixed", is_placed),
        moved("origin/xyz", origin, "fixed", is_placed),
        moved("origin/rpy", origin, "fixed", |opened| {
            (rest(opened).1 - Quat::from_rotation_z(1.0)).length() < 1e-6
        }),
        moved("origin/quat_xyzw", quaternion, "fixed", move |opened| {
            is_placed(opened)
                && (rest(opened).1 - Quat::from_xyzw(0.0, 0.0, 0.6, 0.8)).length() < 1e-6
                && opened.warnings.is_empty()
        }),
        moved("joint/axis", limit, "revolute", move |opened| {
            hinge(opened).is_some_and(|hinge| hinge.axis == Vec3::Y)
        }),
        moved("joint/limit", limit, "revolute", move |opened| {
            hinge(opened).is_some_and(|hinge| [hinge.min, hinge.max] == [-1.0, 2.0])
        }),
        moved("limit/lower", limit, "revolute", move |opened| {
            hinge(opened).is_some_and(|hinge| hinge.min == -1.0)
        }),
        moved("limit/upper", limit, "revolute", move |opened| {
            hinge(opened).is_some_and(|hinge| hinge.max == 2.0)
        }),
        moved("joint/mimic", mimic, "continuous", |opened| {
            let robot = opened.figure.robot.as_ref().unwrap();
            robot.joints.len() == 1
                || robot.joints[1].mimic.is_some_and(|mimic| mimic.multiplier == 3.0)
        }),
        in_joint("joint/calibration", "joint1", "<limit/><calibration rising=\"0\"/>"),
        in_joint("joint/dynamics", "joint1", "<limit/><dynamics damping=\"1\" friction=\"1\"/>"),
        in_joint(
            "joint/safety_controller",
            "joint1",
            "<limit/><safety_controller soft_lower_limit=\"-1\" k_velocity=\"1\"/>",
        ),
        in_joint("joint/hardwareInterface", "joint1", "<limit/><hardwareInterface/>"),
        in_joint("limit/effort", "joint1", "<limit effort=\"1\"/>"),
        in_joint("limit/velocity", "joint1", "<limit velocity=\"1\"/>"),
        in_joint("limit/acceleration", "joint1", "<limit acceleration=\"1\"/>"),
        in_joint("limit/deceleration", "joint1", "<limit deceleration=\"1\"/>"),
        in_joint("limit/jerk", "joint1", "<limit jerk=\"1\"/>"),
        Case::told("type/planar", "joint1", |count| robot(count, [""; 3], "planar")),
        Case::told("type/*", "wobbly", |count| robot(count, [""; 3], "wobbly")),
        Case::told("mimic", "joint2", |count| {
            robot(count + 1, ["", "", "<mimic joint=\"joint1\"/>"], "continuous")
        }),
        Case::told("joint/duplicate name", "\"elbow\"", |count| {
            let joint = |joint: usize| {
                let links = format!("<parent link=\"l{joint}\"/><child link=\"l{}\"/>", joint + 1);
                format!(
                    "<link name=\"l{}\"/><joint name=\"elbow\" type=\"continuous\">{links}</joint>",
                    joint + 1
                )
            };
            let joints: String = (0..=count).map(joint).collect();
            opened(format!("<robot><link name=\"l0\"/>{joints}</robot>").as_bytes(), "robot.urdf")
        }),
    ]
}

#[test]
fn elements() {
    let mut cases = vec![
        beside("transmission", "drive", "<transmission name=\"drive\"/>"),
        beside("ros2_control", "all", "<ros2_control name=\"all\"/>"),
        beside("gazebo", "", "<gazebo reference=\"link1\"/>"),
        beside("sensor", "eye", "<sensor name=\"eye\"/>"),
        beside("mujoco", "", "<mujoco/>"),
        beside("capability", "", "<capability/>"),
        beside("loop_joint", "bar", "<loop_joint name=\"bar\"/>"),
        beside("prefixed", "diffuse", "<drake:diffuse/>"),
        beside("*", "\"antenna\"", "<antenna name=\"a\"/>"),
        in_link("link/collision", "link0", "<collision/>"),
        in_link("link/inertial", "link0", "<inertial/>"),
        in_link("link/contact", "link0", "<contact/>"),
        in_link("link/sensor", "eye", "<sensor name=\"eye\"/>"),
        in_link("link/gazebo", "link0", "<gazebo/>"),
        in_link("link/self_collision_checking", "link0", "<self_collision_checking/>"),
        in_link("link/collision_checking", "link0", "<collision_checking/>"),
        in_link("*", "\"skirt\"", "<skirt/>"),
        in_joint("*", "\"spring\"", "<limit/><spring/>"),
        in_joint("*", "\"quat_wxyz\"", "<limit/><origin quat_wxyz=\"1 0 0 0\"/>"),
    ];
    cases.extend(kinds());
    cases.extend(looks());
    cases.extend(joints());
    check("URDF", &cases);
}

#[test]
fn joints_of_one_name_are_driven_apart() {
    let joint = |links: [&str; 2], more: &str| {
        format!(
            "<joint name=\"j\" type=\"continuous\"><parent link=\"{}\"/><child link=\"{}\"/>{more}</joint>",
            links[0], links[1]
        )
    };
    let links = "<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>";
    let text = format!(
        "<robot>{links}{}{}</robot>",
        joint(["a", "b"], ""),
        joint(["b", "c"], "<axis xyz=\"0 0 1\"/>")
    );
    let opened = open(text.as_bytes(), "robot.urdf", &|path| Err(path.to_owned())).unwrap();
    let robot = opened.figure.robot.as_ref().unwrap();
    let skeleton = &opened.figure.rig.skeleton;
    let values = BTreeMap::from([("j".to_owned(), 0.5), ("j_2".to_owned(), -1.0)]);
    let pose = robot.pose(skeleton, &values).unwrap();
    assert!((pose.locals[1].rotation - Quat::from_rotation_x(0.5)).length() < 1e-6);
    assert!((pose.locals[2].rotation - Quat::from_rotation_z(-1.0)).length() < 1e-6);
    let back = robot.values(skeleton, &pose, &BTreeMap::new());
    assert!(values.iter().all(|(name, value)| (back[name] - value).abs() < 1e-6), "{back:?}");
}

#[test]
fn a_quaternion_without_length_is_an_error() {
    let origin = "<origin quat_xyzw=\"0 0 0 0\"/>";
    let joint = format!(
        "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/>{origin}</joint>"
    );
    let text = format!("<robot>\n<link name=\"a\"/><link name=\"b\"/>\n{joint}</robot>");
    let error =
        open(text.as_bytes(), "robot.urdf", &|path| Err(path.to_owned())).unwrap_err().to_string();
    assert!(error.starts_with("URDF, line 3: quat_xyzw of <origin> is zero"), "{error}");
}
