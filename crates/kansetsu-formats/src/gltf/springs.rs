//! The spring bones of VRM 0.x and 1.0.
//!
//! Sources: VRM Consortium, "VRM 0.0 specification", `secondaryAnimation`; "VRMC_springBone 1.0";
//! "VRMC_springBone_extended_collider 1.0"; "VRMC_springBone_limit 1.0-draft".
//!
//! A damaged part is left out with a warning: a figure can be posed without it.

mod version_0;
mod version_1;

use kansetsu::animation::SpringBones;
use kansetsu::glam::{Affine3, Vec3};

use super::at::At;
use super::nodes::Nodes;
use crate::Error;

/// Reads the springs; empty for files without springs.
pub(super) fn read(root: &At<'_>, nodes: &Nodes<'_>, warnings: &mut Vec<String>) -> SpringBones {
    let is_taken = vec![false; nodes.skeleton.len()];
    let mut reader = Reader { nodes, warnings, is_taken, bones: SpringBones::default() };
    let older = || root.extension("VRM")?.get("secondaryAnimation");
    match (root.extension("VRMC_springBone"), older()) {
        (Some(block), _) => version_1::read(&block, &mut reader),
        (None, Some(block)) => version_0::read(&block, &mut reader),
        (None, None) => {}
    }
    reader.bones.springs.retain(|spring| !spring.joints.is_empty());
    reader.bones
}

/// The springs so far, and the nodes to which they refer.
struct Reader<'a> {
    nodes: &'a Nodes<'a>,
    warnings: &'a mut Vec<String>,
    /// For each joint, whether a spring has it: a joint has one rotation.
    is_taken: Vec<bool>,
    bones: SpringBones,
}

impl Reader<'_> {
    /// The value, or a warning that the part is left out.
    fn kept<T>(&mut self, read: Result<T, Error>, part: &str) -> Option<T> {
        self.kept_of(vec![read], part).pop()
    }

    /// The values, and one warning for all that are left out.
    fn kept_of<T>(&mut self, read: Vec<Result<T, Error>>, part: &str) -> Vec<T> {
        let (mut kept, mut lost, mut first) = (Vec::new(), 0, None);
        for one in read {
            match one {
                Ok(value) => kept.push(value),
                Err(error) => {
                    first.get_or_insert(error);
                    lost += 1;
                }
            }
        }
        if let Some(first) = first {
            let more = if lost > 1 { format!(", and {} more", lost - 1) } else { String::new() };
            self.warnings.push(format!("{first}; this {part} is ignored{more}"));
        }
        kept
    }

    /// The elements of a list that may be missing.
    fn list<'b>(&mut self, at: &At<'b>, key: &str) -> Vec<At<'b>> {
        self.kept(at.list(key), "list").unwrap_or_default()
    }

    /// The joint of the node that a property names.
    fn joint(&self, at: &At<'_>, key: &str) -> Result<usize, Error> {
        Ok(self.nodes.joints[at.need_index(key, self.nodes.joints.len(), "nodes")?])
    }

    /// The joint in whose space a spring moves; programs write -1 for none.
    fn center(&mut self, at: &At<'_>) -> Option<usize> {
        let is_none = at.get("center").is_none_or(|center| center.value() == -1);
        let read = (!is_none).then(|| self.joint(at, "center"))?;
        self.kept(read, "center")
    }

    /// The groups of colliders of a spring.
    fn groups(&mut self, at: &At<'_>) -> Vec<usize> {
        let count = self.bones.groups.len();
        let list = self.list(at, "colliderGroups");
        let indices = list.iter().map(|index| index.as_index(count, "collider groups"));
        self.kept_of(indices.collect(), "collider group")
    }

    /// Whether no spring before has this joint.
    fn take(&mut self, joint: usize) -> bool {
        !std::mem::replace(&mut self.is_taken[joint], true)
    }

    /// Warns about joints that stay in an earlier spring.
    fn warn_of_repeated(&mut self, spring: &str, count: usize) {
        if count > 0 {
            self.warnings.push(format!(
                "the spring \"{spring}\": {count} of its joints are in an earlier spring and follow that"
            ));
        }
    }

    /// The place of a joint at rest in the space of one of its ancestors; `None` if it is no
    /// descendant.
    fn place_below(&self, ancestor: usize, joint: usize) -> Option<Vec3> {
        let joints = self.nodes.skeleton.joints();
        let (mut place, mut next) = (Affine3::IDENTITY, joint);
        while next != ancestor {
            place = joints[next].rest.to_affine() * place;
            next = joints[next].parent?;
        }
        (joint != ancestor).then_some(place.translation)
    }
}
