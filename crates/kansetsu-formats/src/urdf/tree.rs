//! Links and joints of the XML as a tree.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::element::{FORMAT, child, children, line, need, number, numbers, wrong};
use super::robot::{JointKind, Mimic};
use crate::Error;
use crate::element::Skipped;
use crate::turn64::Turn64;

/// The elements of links and joints, in the file's order.
pub(super) struct Tree<'a, 'i> {
    pub(super) links: Vec<Link<'a, 'i>>,
    pub(super) joints: Vec<JointElement>,
}

/// A link; without an element if only joints refer to it.
pub(super) struct Link<'a, 'i> {
    pub(super) name: &'a str,
    pub(super) element: Option<Node<'a, 'i>>,
}

/// A joint of the file.
pub(super) struct JointElement {
    pub(super) name: String,
    pub(super) kind: JointKind,
    pub(super) parent: usize,
    pub(super) child: usize,
    pub(super) origin: Origin,
    pub(super) axis: [f64; 3],
    pub(super) limits: Option<[f64; 2]>,
    pub(super) mimic: Option<Mimic>,
    pub(super) line: usize,
}

/// A transform relative to its parent.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) translation: [f64; 3],
    pub(super) turn: Turn64,
}

/// The most links; more are taken as damage.
const MOST_LINKS: usize = 16_384;

impl<'a, 'i> Tree<'a, 'i> {
    pub(super) fn read(
        robot: Node<'a, 'i>,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Result<Self, Error> {
        let mut links = Vec::new();
        let mut index_of_link = BTreeMap::new();
        for element in children(robot, "link") {
            let name = need(element, "name")?;
            if index_of_link.insert(name, links.len()).is_some() {
                return Err(wrong(
                    line(element),
                    format!("a second link \"{}\"; give it another name", excerpt(name)),
                ));
            }
            links.push(Link { name, element: Some(element) });
        }
        if links.is_empty() {
            return Err(wrong(
                line(robot),
                "the robot has no <link>; expand xacro files with xacro first",
            ));
        }
        let elements: Vec<Node<'a, 'i>> = children(robot, "joint").collect();
        for node in elements
            .iter()
            .flat_map(|joint| joint.children())
            .filter(|node| matches!(node.tag_name().name(), "parent" | "child"))
        {
            let Some(name) =
                node.attribute("link").filter(|name| !index_of_link.contains_key(name))
            else {
                continue;
            };
            warnings.push(format!(
                "line {}: there is no link \"{}\"; one without a shape is added",
                line(node),
                excerpt(name)
            ));
            index_of_link.insert(name, links.len());
            links.push(Link { name, element: None });
        }
        if links.len() > MOST_LINKS {
            let what = format!("a robot of {} links", links.len());
            return Err(Error::Unsupported {
                format: FORMAT,
                place: format!("line {}", line(robot)),
                what,
            });
        }
        let mut tree = Self { links, joints: Vec::new() };
        tree.read_joints(&elements, &index_of_link, counted, warnings)?;
        tree.read_mimics(&elements, warnings)?;
        Ok(tree)
    }

    fn read_joints(
        &mut self,
        elements: &[Node<'a, 'i>],
        index_of_link: &BTreeMap<&str, usize>,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut parent_of: Vec<Option<&str>> = vec![None; self.links.len()];
        for element in elements {
            let mut joint = read_joint(*element, index_of_link, warnings)?;
            let name = need(*element, "name")?;
            counted.add(&format!("type/{}", need(*element, "type")?), name);
            // Values are set by name, so each joint needs a unique one.
            while let Some(before) = names.get_mut(&joint.name) {
                if joint.name == name {
                    counted.add("joint/duplicate name", name);
                }
                *before += 1;
                joint.name = format!("{}_{before}", joint.name);
            }
            names.insert(joint.name.clone(), 1);
            if let Some(other) = parent_of[joint.child].replace(name) {
                let problem = format!(
                    "the link \"{}\" is the child of two joints, \"{}\" and \"{}\"",
                    excerpt(self.links[joint.child].name),
                    excerpt(other),
                    excerpt(name)
                );
                return Err(wrong(joint.line, problem));
            }
            self.joints.push(joint);
        }
        Ok(())
    }

    fn read_mimics(
        &mut self,
        elements: &[Node<'_, '_>],
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let index_of_joint: BTreeMap<String, usize> = self
            .joints
            .iter()
            .enumerate()
            .map(|(index, joint)| (joint.name.clone(), index))
            .collect();
        for (index, element) in elements.iter().enumerate() {
            let Some(mimic) = child(*element, "mimic") else { continue };
            let name = need(mimic, "joint")?;
            let Some(&of) = index_of_joint.get(name) else {
                warnings.push(format!(
                    "line {}: there is no joint \"{}\" to mimic; this one is driven by itself",
                    line(mimic),
                    excerpt(name)
                ));
                continue;
            };
            let (multiplier, offset) = (
                number(mimic, "multiplier", warnings)?.unwrap_or(1.0),
                number(mimic, "offset", warnings)?.unwrap_or(0.0),
            );
            self.joints[index].mimic = Some(Mimic { joint: of, multiplier, offset });
            let is_circle = std::iter::successors(Some(of), |&at| {
                self.joints[at].mimic.map(|mimic| mimic.joint)
            })
            .take(self.joints.len())
            .any(|at| at == index);
            if is_circle {
                warnings.push(format!(
                    "line {}: the joint mimics itself in a cycle; it is driven by itself",
                    line(mimic)
                ));
                self.joints[index].mimic = None;
            }
        }
        Ok(())
    }
}

fn read_joint(
    element: Node<'_, '_>,
    links: &BTreeMap<&str, usize>,
    warnings: &mut Vec<String>,
) -> Result<JointElement, Error> {
    let (name, line) = (need(element, "name")?.to_owned(), line(element));
    let link = |which: &str| -> Result<usize, Error> {
        let node = child(element, which).ok_or_else(|| {
            wrong(line, format!("the joint \"{}\" has no <{which}>; add it", excerpt(&name)))
        })?;
        let link = need(node, "link")?;
        let problem =
            || wrong(super::element::line(node), format!("there is no link \"{}\"", excerpt(link)));
        links.get(link).copied().ok_or_else(problem)
    };
    let kind = match need(element, "type")? {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        _ => JointKind::Free,
    };
    let axis = child(element, "axis")
        .map(|axis| numbers::<3>(axis, "xyz", warnings))
        .transpose()?
        .flatten()
        .unwrap_or([1.0, 0.0, 0.0]);
    let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt();
    let axis = if length > 1e-9 { axis.map(|part| part / length) } else { [1.0, 0.0, 0.0] };
    if length <= 1e-9 && kind.has_value() {
        warnings.push(format!(
            "line {line}: the axis of \"{}\" is zero; 1 0 0 is used",
            excerpt(&name)
        ));
    }
    let limits = read_limits(element, kind, line, warnings)?;
    Ok(JointElement {
        parent: link("parent")?,
        child: link("child")?,
        origin: origin(element, warnings)?,
        name,
        kind,
        axis,
        limits,
        mimic: None,
        line,
    })
}

fn read_limits(
    element: Node<'_, '_>,
    kind: JointKind,
    line: usize,
    warnings: &mut Vec<String>,
) -> Result<Option<[f64; 2]>, Error> {
    if !matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
        return Ok(None);
    }
    let Some(limit) = child(element, "limit") else {
        warnings.push(format!(
            "line {line}: the joint has no <limit>, which its type requires; it is unlimited"
        ));
        return Ok(None);
    };
    let (low, high) = (
        number(limit, "lower", warnings)?.unwrap_or(0.0),
        number(limit, "upper", warnings)?.unwrap_or(0.0),
    );
    if low > high {
        warnings.push(format!(
            "line {}: the lower limit {low} is above the upper one {high}; they are swapped",
            super::element::line(limit)
        ));
    }
    Ok(Some([low.min(high), low.max(high)]))
}

/// The `<origin>` of an element; the identity if it is missing. `rpy` rotates about fixed axes: x,
/// then y, then z. `quat_xyzw` (URDF 1.2) is a quaternion in its place.
pub(super) fn origin(element: Node<'_, '_>, warnings: &mut Vec<String>) -> Result<Origin, Error> {
    let Some(origin) = child(element, "origin") else {
        return Ok(Origin { translation: [0.0; 3], turn: Turn64::IDENTITY });
    };
    let translation = numbers(origin, "xyz", warnings)?.unwrap_or([0.0; 3]);
    let turn = match numbers::<4>(origin, "quat_xyzw", warnings)? {
        Some(quaternion) => {
            if origin.attribute("rpy").is_some() {
                warnings.push(format!(
                    "line {}: <origin> has rpy and quat_xyzw; quat_xyzw is used",
                    line(origin)
                ));
            }
            let unusable = || {
                wrong(line(origin), "quat_xyzw of <origin> is zero; use a unit quaternion x y z w")
            };
            Turn64::from_xyzw(quaternion).ok_or_else(unusable)?
        }
        None => {
            let [roll, pitch, yaw] = numbers(origin, "rpy", warnings)?.unwrap_or([0.0; 3]);
            Turn64::IDENTITY.then_about(2, yaw).then_about(1, pitch).then_about(0, roll)
        }
    };
    Ok(Origin { translation, turn })
}

/// The start of a name, short enough for a message.
pub(super) fn excerpt(name: &str) -> String {
    name.chars().take(60).collect()
}
