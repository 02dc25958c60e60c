//! From the bones of an engine to a skeleton.

use kansetsu::d3::{Skeleton, Transform};

/// A bone as the engine lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// The index of its parent; `None` for a root. A parent may be behind its children.
    pub parent: Option<usize>,
    /// Its rest transform relative to the parent.
    pub rest: Transform,
}

/// A skeleton, and the bones that its joints come from.
#[derive(Clone, Debug)]
pub struct Bones {
    /// The skeleton: parents before children, otherwise in the order of the bones.
    pub skeleton: Skeleton,
    /// The bone of each joint.
    pub bone_of: Vec<usize>,
    /// The joint of each bone.
    pub joint_of: Vec<usize>,
}

impl Bones {
    /// The skeleton of a list of bones.
    ///
    /// # Errors
    /// For an empty list, a parent that does not exist, bones that are their own ancestors, and
    /// rest transforms that [`SkeletonBuilder::build`](kansetsu::d3::SkeletonBuilder::build)
    /// rejects.
    pub fn new(bones: &[Bone]) -> Result<Self, String> {
        let bone_of = parents_first(bones)?;
        let mut joint_of = vec![0; bones.len()];
        let mut builder = Skeleton::builder();
        for &index in &bone_of {
            let Bone { name, parent, rest } = &bones[index];
            joint_of[index] = match parent {
                None => builder.root(name.clone(), *rest),
                Some(parent) => builder.child(joint_of[*parent], name.clone(), *rest),
            };
        }
        let skeleton = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { skeleton, bone_of, joint_of })
    }
}

/// The indices of the bones, each behind its parent.
fn parents_first(bones: &[Bone]) -> Result<Vec<usize>, String> {
    for Bone { name, parent, .. } in bones {
        if parent.is_some_and(|parent| parent >= bones.len()) {
            return Err(format!("the bone \"{name}\" has a parent that does not exist"));
        }
    }
    let mut order = Vec::with_capacity(bones.len());
    let mut is_placed = vec![false; bones.len()];
    while order.len() < bones.len() {
        let before = order.len();
        for (index, bone) in bones.iter().enumerate() {
            if !is_placed[index] && bone.parent.is_none_or(|parent| is_placed[parent]) {
                is_placed[index] = true;
                order.push(index);
            }
        }
        if order.len() == before {
            let stuck = bones.iter().zip(&is_placed).find(|(_, is_placed)| !**is_placed);
            let name = stuck.map_or("", |(bone, _)| bone.name.as_str());
            return Err(format!("the bone \"{name}\" is below itself"));
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::Vec3;

    use super::*;

    fn bone(name: &str, parent: Option<usize>) -> Bone {
        Bone { name: name.to_owned(), parent, rest: Transform::from_translation(Vec3::Y) }
    }

    fn names(bones: &[Bone]) -> Vec<String> {
        let read = Bones::new(bones).unwrap();
        read.skeleton.joints().iter().map(|joint| joint.name.clone()).collect()
    }

    #[test]
    fn bones_with_parents_before_them_keep_their_order() {
        let bones = [bone("a", None), bone("b", Some(0)), bone("c", Some(0)), bone("d", Some(1))];
        assert_eq!(names(&bones), ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_parent_behind_its_children_is_moved() {
        let bones = [bone("hand", Some(2)), bone("root", None), bone("arm", Some(1))];
        let read = Bones::new(&bones).unwrap();
        assert_eq!(read.bone_of, [1, 2, 0]);
        assert_eq!(read.joint_of, [2, 0, 1]);
        assert_eq!(read.skeleton.joints()[2].parent, Some(1));
    }

    #[test]
    fn faults_are_named() {
        let error = |bones: &[Bone]| Bones::new(bones).unwrap_err();
        assert!(error(&[bone("a", Some(7))]).contains("\"a\""));
        let circle = [bone("root", None), bone("a", Some(2)), bone("b", Some(1))];
        assert!(error(&circle).contains("\"a\" is below itself"));
        assert!(!error(&[]).is_empty());
    }
}
