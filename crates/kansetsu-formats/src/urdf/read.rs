//! Bytes to a figure.

use std::collections::BTreeMap;

use kansetsu::d3::limit::Hinge;
use kansetsu::d3::{Limit, Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use super::element::{line, mended, parse, wrong};
use super::geometry::Shapes;
use super::robot::{JointKind, Robot, RobotJoint};
use super::tree::{JointElement, Tree, excerpt};
use super::{ELEMENTS, elements};
use crate::element::Skipped;
use crate::gltf::Resources;
use crate::text::decode;
use crate::turn64::vec3;
use crate::{Error, Figure};

/// A robot: one joint for each link, named after it. [`Figure::robot`] has the joint data that the
/// skeleton cannot store.
pub type Loaded = crate::Loaded<()>;

/// Maps +Z up and +X front to +Y up and +Z front: x to z, y to x, z to y.
const UPRIGHT: Quat = Quat::from_xyzw(-0.5, -0.5, -0.5, 0.5);

/// Reads a URDF file. `resources` returns the mesh files (STL, OBJ, DAE) in its folder; those that
/// are missing are named in a warning.
///
/// # Errors
/// [`Error::Malformed`] names the line, the problem and a correction; [`Error::Skeleton`] for a
/// cycle of links.
pub fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Loaded, Error> {
    let text = decode(bytes);
    let text = mended(&text);
    let document = parse(&text)?;
    let element = document.root_element();
    if element.tag_name().name() != "robot" {
        return Err(wrong(
            line(element),
            format!("expected <robot>, found <{}>", excerpt(element.tag_name().name())),
        ));
    }
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut counted = Skipped::new(&ELEMENTS);
    elements::count(element, &mut counted);
    let tree = Tree::read(element, &mut counted, &mut warnings)?;
    let skeleton = skeleton(&tree, &mut warnings)?;
    let joint_of_link: Vec<usize> =
        (0..tree.links.len()).filter_map(|link| skeleton.index_of_added(link)).collect();
    let mut figure = Figure::new(element.attribute("name").unwrap_or_default(), Rig::new(skeleton));
    let mut shapes = Shapes::new(element, resources, &mut warnings);
    for (element, &joint) in tree.links.iter().map(|link| link.element).zip(&joint_of_link) {
        if let Some(element) = element {
            shapes.add(element, joint, &mut warnings);
        }
    }
    shapes.tell(&mut counted, &mut warnings);
    (figure.meshes, figure.materials) = (shapes.meshes, shapes.materials);
    for joint in &tree.joints {
        figure.rig.limits[joint_of_link[joint.child]] = limit(joint);
        if joint.mimic.is_some() && joint.kind.has_value() {
            counted.add("mimic", &joint.name);
        }
    }
    counted.tell(&mut warnings, &mut notes);
    let robot = Robot {
        joints: tree.joints.into_iter().map(|joint| robot_joint(joint, &joint_of_link)).collect(),
    };
    // A joint that mimics another with an offset is not at rest when that one is at 0.
    figure.pose = robot
        .pose(&figure.rig.skeleton, &BTreeMap::new())
        .ok()
        .filter(|pose| *pose != figure.rig.skeleton.rest_pose());
    figure.robot = Some(robot);
    figure.detect_humanoid();
    Ok(crate::Loaded { figure, warnings, notes, document: () })
}

fn robot_joint(joint: JointElement, joint_of_link: &[usize]) -> RobotJoint {
    let JointElement { name, kind, child, axis, limits, mimic, .. } = joint;
    RobotJoint { name, joint: joint_of_link[child], kind, axis, limits, mimic }
}

fn skeleton(tree: &Tree<'_, '_>, warnings: &mut Vec<String>) -> Result<Skeleton, Error> {
    let joint_of: BTreeMap<usize, &JointElement> =
        tree.joints.iter().map(|joint| (joint.child, joint)).collect();
    let mut builder = Skeleton::builder();
    for (index, link) in tree.links.iter().enumerate() {
        let rest =
            joint_of.get(&index).map_or(Transform::from_rotation(UPRIGHT), |joint| Transform {
                translation: vec3(joint.origin.translation),
                rotation: joint.origin.turn.quat(),
                scale: Vec3::ONE,
            });
        builder.root(link.name, rest);
    }
    for joint in &tree.joints {
        builder.attach(joint.child, joint.parent)?;
    }
    let roots = tree.links.len() - joint_of.len();
    if roots > 1 {
        warnings
            .push(format!("the robot has {roots} links without a parent; each is at the origin"));
    }
    Ok(builder.build()?)
}

/// The limit of the joint. A slide does not rotate; a free joint has no limit.
fn limit(joint: &JointElement) -> Option<Limit> {
    let axis = vec3(joint.axis);
    match joint.kind {
        JointKind::Free => None,
        JointKind::Continuous => Some(Limit::Hinge(Hinge::free(axis))),
        JointKind::Revolute => {
            Some(Limit::Hinge(joint.limits.map_or(Hinge::free(axis), |[low, high]| {
                Hinge::new(axis, low as f32, high as f32)
            })))
        }
        JointKind::Fixed | JointKind::Prismatic => Some(Limit::Hinge(Hinge::new(axis, 0.0, 0.0))),
    }
}
