//! The table of the format's elements.

use roxmltree::Node;

use crate::element::{Element, Skipped, UNKNOWN, noted, read, skipped};

/// The elements of URDF 1.0 to 1.2, of common simulators and of ROS, by their path below `<robot>`.
pub const ELEMENTS: [Element; 60] = [
    read("link"),
    read("joint"),
    read("material"),
    read("material/color"),
    skipped("material/texture", "pictures of materials are not read"),
    noted("transmission", "transmissions have no effect on posing"),
    noted("ros2_control", "ros2_control blocks have no effect on posing"),
    noted("gazebo", "Gazebo elements have no effect on posing"),
    noted("sensor", "sensors have no effect on posing"),
    noted("mujoco", "MuJoCo elements have no effect on posing"),
    noted("capability", "capabilities have no effect on posing"),
    skipped("loop_joint", "joints that close loops are not read: both sides move by themselves"),
    read("link/visual"),
    noted("link/collision", "collision shapes are not read"),
    noted("link/inertial", "masses are not read"),
    noted("link/contact", "contact parameters have no effect on posing"),
    noted("link/sensor", "sensors have no effect on posing"),
    noted("link/gazebo", "Gazebo elements have no effect on posing"),
    noted("link/self_collision_checking", "collision settings are not read"),
    noted("link/collision_checking", "collision settings are not read"),
    read("visual/origin"),
    read("visual/geometry"),
    read("visual/material"),
    read("geometry/box"),
    read("geometry/cylinder"),
    read("geometry/sphere"),
    read("geometry/capsule"),
    skipped(
        "geometry/mesh",
        "mesh files are not shown; copy the folder of the meshes beside the URDF file",
    ),
    skipped("geometry/*", "shapes of unknown kinds are not shown"),
    read("joint/parent"),
    read("joint/child"),
    read("joint/origin"),
    read("joint/axis"),
    read("joint/limit"),
    read("joint/mimic"),
    noted("joint/calibration", "calibrations have no effect on posing"),
    noted("joint/dynamics", "damping and friction have no effect on posing"),
    skipped("joint/safety_controller", "soft limits (safety_controller) are not used; <limit> is"),
    noted("joint/hardwareInterface", "hardware interfaces have no effect on posing"),
    read("type/fixed"),
    read("type/revolute"),
    read("type/continuous"),
    read("type/prismatic"),
    read("type/floating"),
    skipped("type/planar", "planar joints have no value and move freely"),
    skipped("type/*", "joints of unknown types move freely"),
    skipped(
        "joint/duplicate name",
        "joints share a name with an earlier one and get a number after it",
    ),
    skipped(
        "mimic",
        "joints that mimic others follow when joint values are set; a solve moves each independently",
    ),
    read("origin/xyz"),
    read("origin/rpy"),
    read("origin/quat_xyzw"),
    read("limit/lower"),
    read("limit/upper"),
    noted("limit/effort", "efforts and velocities have no effect on posing"),
    noted("limit/velocity", "efforts and velocities have no effect on posing"),
    noted("limit/acceleration", "efforts and velocities have no effect on posing"),
    noted("limit/deceleration", "efforts and velocities have no effect on posing"),
    noted("limit/jerk", "efforts and velocities have no effect on posing"),
    noted("prefixed", "elements with a prefix belong to other programs"),
    skipped(UNKNOWN, "unknown elements are not read"),
];

/// Counts the elements of the robot: those of links, joints, visuals, shapes and materials, and the
/// attributes of origins and limits.
pub(super) fn count(robot: Node<'_, '_>, counted: &mut Skipped) {
    for element in robot.children().filter(Node::is_element) {
        let tag = element.tag_name().name();
        add(element, tag, counted);
        if matches!(tag, "link" | "joint" | "material") {
            count_below(element, counted);
        }
    }
}

fn count_below(above: Node<'_, '_>, counted: &mut Skipped) {
    let within = above.tag_name().name();
    for element in above.children().filter(Node::is_element) {
        let tag = element.tag_name().name();
        add(element, &format!("{within}/{tag}"), counted);
        match (within, tag) {
            ("link", "visual") | ("visual", "geometry" | "material") => {
                count_below(element, counted)
            }
            (_, "origin") | ("joint", "limit") => {
                for attribute in element.attributes() {
                    counted.add(&format!("{tag}/{}", attribute.name()), &name(element));
                }
                count_below(element, counted);
            }
            _ => {}
        }
    }
}

fn add(element: Node<'_, '_>, path: &str, counted: &mut Skipped) {
    let is_prefixed = element.tag_name().namespace().is_some_and(|space| !space.is_empty());
    match path {
        // The reader of the shapes counts those that it cannot show.
        "geometry/mesh" => {}
        _ if is_prefixed => counted.add("prefixed", element.tag_name().name()),
        _ => counted.add(path, &name(element)),
    }
}

/// Its name, or that of its parent element.
fn name(element: Node<'_, '_>) -> String {
    let within = element.ancestors().take_while(|node| node.tag_name().name() != "robot");
    within.filter_map(|node| node.attribute("name")).next().unwrap_or_default().to_owned()
}
