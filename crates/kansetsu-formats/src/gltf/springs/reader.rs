//! The springs of a document while they are read.

use kansetsu::animation::SpringBones;
use kansetsu::glam::{Affine3, Vec3};

use crate::Error;
use crate::gltf::at::At;
use crate::gltf::nodes::Nodes;

/// The springs so far, and the nodes to which they refer.
pub(super) struct Reader<'a> {
    pub(super) nodes: &'a Nodes<'a>,
    pub(super) warnings: &'a mut Vec<String>,
    /// For each joint, whether a spring has it: a joint has one rotation.
    pub(super) is_taken: Vec<bool>,
    pub(super) bones: SpringBones,
}

impl Reader<'_> {
    /// The value, or a warning that the part is left out.
    pub(super) fn kept<T>(&mut self, read: Result<T, Error>, part: &str) -> Option<T> {
        self.kept_of(vec![read], part).pop()
    }

    /// The values, and one warning for all that are left out.
    pub(super) fn kept_of<T>(&mut self, read: Vec<Result<T, Error>>, part: &str) -> Vec<T> {
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
    pub(super) fn list<'b>(&mut self, at: &At<'b>, key: &str) -> Vec<At<'b>> {
        self.kept(at.list(key), "list").unwrap_or_default()
    }

    /// The joint of the node that a property names.
    pub(super) fn joint(&self, at: &At<'_>, key: &str) -> Result<usize, Error> {
        Ok(self.nodes.joints[at.need_index(key, self.nodes.joints.len(), "nodes")?])
    }

    /// The joint in whose space a spring moves; programs write -1 for none.
    pub(super) fn center(&mut self, at: &At<'_>) -> Option<usize> {
        let is_none = at.get("center").is_none_or(|center| center.value() == -1);
        let read = (!is_none).then(|| self.joint(at, "center"))?;
        self.kept(read, "center")
    }

    /// The groups of colliders of a spring.
    pub(super) fn groups(&mut self, at: &At<'_>) -> Vec<usize> {
        let count = self.bones.groups.len();
        let list = self.list(at, "colliderGroups");
        let indices = list.iter().map(|index| index.as_index(count, "collider groups"));
        self.kept_of(indices.collect(), "collider group")
    }

    /// Whether no spring before has this joint.
    pub(super) fn take(&mut self, joint: usize) -> bool {
        !std::mem::replace(&mut self.is_taken[joint], true)
    }

    /// Warns about joints that stay in an earlier spring.
    pub(super) fn warn_of_repeated(&mut self, spring: &str, count: usize) {
        if count > 0 {
            self.warnings.push(format!(
                "the spring \"{spring}\": {count} of its joints are in an earlier spring and follow that"
            ));
        }
    }

    /// The place of a joint at rest in the space of one of its ancestors; `None` if it is no
    /// descendant.
    pub(super) fn place_below(&self, ancestor: usize, joint: usize) -> Option<Vec3> {
        let joints = self.nodes.skeleton.joints();
        let (mut place, mut next) = (Affine3::IDENTITY, joint);
        while next != ancestor {
            place = joints[next].rest.to_affine() * place;
            next = joints[next].parent?;
        }
        (joint != ancestor).then_some(place.translation)
    }
}
