//! The immutable tree of joints.

use glam::{Affine3, Vec3};

use super::{JointId, Pose, Transform, transform::compose};
use crate::{Error, math::Rot};

/// One joint of a [`Skeleton`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Joint {
    /// Its name; names may be empty or shared.
    pub name: String,
    /// The index of the parent; `None` for a root. Always smaller than the joint's own index.
    pub parent: Option<usize>,
    /// `parent_from_joint` at rest.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rest: Transform,
}

/// An immutable tree (or several) of joints, parents before children.
///
/// Made by a [`SkeletonBuilder`], which validates it once.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    children: Vec<Vec<usize>>,
    index_of_added: Vec<usize>,
    fingerprint: u32,
}

impl Skeleton {
    /// An empty builder.
    #[must_use]
    pub fn builder() -> SkeletonBuilder {
        SkeletonBuilder::default()
    }

    /// The skeleton of the joints of another one, for example from a file. The rotations are
    /// bit-identical; a builder would normalize them again.
    ///
    /// # Errors
    /// Those of [`SkeletonBuilder::build`]; [`Error::JointOutOfRange`] for a parent that is not
    /// before its child.
    pub fn from_joints(joints: &[Joint]) -> Result<Self, Error> {
        let mut builder = Self::builder();
        for (index, joint) in joints.iter().enumerate() {
            match joint.parent {
                None => builder.root(&joint.name, joint.rest),
                Some(parent) if parent < index => builder.child(parent, &joint.name, joint.rest),
                Some(parent) => return Err(Error::JointOutOfRange { joint: parent, count: index }),
            };
        }
        let mut skeleton = builder.build()?;
        for (made, joint) in skeleton.joints.iter_mut().zip(joints) {
            let rotation = Rot::from(joint.rest.rotation);
            // Rotations that never were part of a skeleton stay normalized.
            if (rotation.dot(rotation) - 1.0).abs() < UNIT {
                made.rest = joint.rest;
            }
        }
        Ok(skeleton)
    }

    /// All joints, parents before children.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The identity of the joint at `index`. An index without a joint is an error where the
    /// identity is used.
    #[must_use]
    pub fn id(&self, index: usize) -> JointId {
        JointId::new(u32::try_from(index).unwrap_or(u32::MAX), self.fingerprint)
    }

    /// The index of a joint of this skeleton.
    ///
    /// # Errors
    /// [`Error::ForeignJoint`] for the joint of another skeleton, [`Error::JointOutOfRange`].
    pub fn index_of(&self, joint: JointId) -> Result<usize, Error> {
        let (index, count) = (joint.index() as usize, self.len());
        match joint.skeleton() == self.fingerprint {
            false => Err(Error::ForeignJoint { joint: joint.index() }),
            true if index < count => Ok(index),
            true => Err(Error::JointOutOfRange { joint: index, count }),
        }
    }

    /// The length of the path from the root to `joint` at rest, metres.
    #[must_use]
    pub fn path_length(&self, joint: usize) -> f32 {
        let rest = self.forward(&self.rest_pose());
        let path: Vec<usize> = self.ancestors(joint).collect();
        path.windows(2)
            .map(|pair| rest[pair[0]].translation.distance(rest[pair[1]].translation))
            .sum()
    }

    /// A hash (FNV-1a) of the names and parents of all joints. Skeletons of different fingerprints
    /// differ.
    #[must_use]
    pub const fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    /// The number of joints; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a skeleton is never empty")]
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// The children of `joint`.
    #[must_use]
    pub fn children(&self, joint: usize) -> &[usize] {
        self.children.get(joint).map_or(&[], Vec::as_slice)
    }

    /// The joints without a parent.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.joints
            .iter()
            .enumerate()
            .filter(|(_, joint)| joint.parent.is_none())
            .map(|(index, _)| index)
    }

    /// `joint` and its ancestors up to its root, nearest first.
    pub fn ancestors(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |&j| self.joints.get(j)?.parent)
    }

    /// The index of the joint that was added as number `added`. The two differ only if a child was
    /// added before its parent.
    #[must_use]
    pub fn index_of_added(&self, added: usize) -> Option<usize> {
        self.index_of_added.get(added).copied()
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`] with the most similar names, [`Error::AmbiguousJoint`] if several
    /// joints share the name.
    pub fn find(&self, name: &str) -> Result<usize, Error> {
        let found: Vec<usize> = (0..self.len()).filter(|&j| self.joints[j].name == name).collect();
        match found[..] {
            [joint] => Ok(joint),
            [] => Err(Error::UnknownJoint {
                name: name.to_owned(),
                similar: self.similar_names(name),
            }),
            _ => Err(Error::AmbiguousJoint { name: name.to_owned(), joints: found }),
        }
    }

    /// The rest pose.
    #[must_use]
    pub fn rest_pose(&self) -> Pose {
        Pose { locals: self.joints.iter().map(|joint| joint.rest).collect() }
    }

    /// Forward kinematics: `model_from_joint` of every joint, in one pass.
    ///
    /// Joints that the pose lacks have their rest transform.
    #[must_use]
    pub fn forward(&self, pose: &Pose) -> Vec<Affine3> {
        let mut model_from_joint = Vec::with_capacity(self.len());
        self.forward_into(pose, &mut model_from_joint);
        model_from_joint
    }

    /// [`Self::forward`] into reusable memory.
    pub fn forward_into(&self, pose: &Pose, model_from_joint: &mut Vec<Affine3>) {
        model_from_joint.clear();
        for (index, joint) in self.joints.iter().enumerate() {
            let local = pose.locals.get(index).unwrap_or(&joint.rest);
            let parent_from_joint =
                Transform { rotation: Rot::from(local.rotation).normalized().into(), ..*local }
                    .to_affine();
            model_from_joint.push(match joint.parent {
                Some(parent) => compose(&model_from_joint[parent], &parent_from_joint),
                None => parent_from_joint,
            });
        }
    }

    /// The diagonal of the bounding box of all joints in the rest pose, metres: a measure of size.
    #[must_use]
    pub fn size(&self) -> f32 {
        let rest = self.forward(&self.rest_pose());
        let low = rest.iter().fold(Vec3::INFINITY, |low, joint| low.min(joint.translation));
        let high = rest.iter().fold(Vec3::NEG_INFINITY, |high, joint| high.max(joint.translation));
        (high - low).length()
    }

    fn similar_names(&self, name: &str) -> Vec<String> {
        let wanted = name.to_lowercase();
        let mut scored: Vec<(usize, &str)> = self
            .joints
            .iter()
            .map(|joint| (edit_distance(&wanted, &joint.name.to_lowercase()), joint.name.as_str()))
            .collect();
        scored.sort();
        scored.dedup();
        let near = |(distance, other): &(usize, &str)| {
            !other.is_empty()
                && (*distance <= wanted.chars().count().max(3) / 2 + 1
                    || other.to_lowercase().contains(&wanted))
        };
        scored
            .iter()
            .filter(|candidate| near(candidate))
            .take(3)
            .map(|(_, name)| (*name).to_owned())
            .collect()
    }
}

/// The largest deviation of a normalized rotation's squared length from 1: some roundings of 32
/// bits.
const UNIT: f32 = 1e-6;

/// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV non-cryptographic hash algorithm", 2019
/// (FNV-1a, 32 bits).
fn fingerprint(joints: &[Joint]) -> u32 {
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    joints.iter().fold(0x811c_9dc5, |before, joint| {
        let parent =
            joint.parent.map_or(u32::MAX, |parent| u32::try_from(parent).unwrap_or(u32::MAX));
        // No name contains the byte 0xff: it terminates each name.
        joint.name.bytes().chain([0xff]).chain(parent.to_le_bytes()).fold(before, hash)
    })
}

/// The number of characters to add, drop or replace to turn one text into the other (Levenshtein
/// 1966).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Collects joints and makes a [`Skeleton`] of them.
#[derive(Clone, Debug, Default)]
pub struct SkeletonBuilder {
    names: Vec<String>,
    rests: Vec<Transform>,
    parents: Vec<Vec<usize>>,
}

impl SkeletonBuilder {
    /// Adds a joint without a parent (yet) and returns its number.
    pub fn root(&mut self, name: impl Into<String>, rest: Transform) -> usize {
        self.names.push(name.into());
        self.rests.push(rest);
        self.parents.push(Vec::new());
        self.names.len() - 1
    }

    /// Adds a child of `parent` (a number from this builder) and returns its number.
    pub fn child(&mut self, parent: usize, name: impl Into<String>, rest: Transform) -> usize {
        let child = self.root(name, rest);
        self.parents[child].push(parent);
        child
    }

    /// Sets the parent of a joint; both may have been added in any order.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] if `child` was never added.
    pub fn attach(&mut self, child: usize, parent: usize) -> Result<(), Error> {
        let count = self.names.len();
        self.parents
            .get_mut(child)
            .ok_or(Error::JointOutOfRange { joint: child, count })?
            .push(parent);
        Ok(())
    }

    /// Validates the tree and makes the skeleton. Joints keep the order in which they were added,
    /// as far as parents come before children.
    ///
    /// # Errors
    /// [`Error::NoJoints`], [`Error::JointOutOfRange`] for a parent that does not exist,
    /// [`Error::TwoParents`], [`Error::Cycle`], [`Error::InvalidTransform`].
    pub fn build(self) -> Result<Skeleton, Error> {
        let count = self.names.len();
        if count == 0 {
            return Err(Error::NoJoints);
        }
        self.check()?;
        let mut index_of_added = vec![usize::MAX; count];
        let mut order = Vec::with_capacity(count);
        for added in 0..count {
            self.place(added, &mut index_of_added, &mut order)?;
        }
        let mut children = vec![Vec::new(); count];
        let mut joints = Vec::with_capacity(count);
        for (index, &added) in order.iter().enumerate() {
            let parent = self.parents[added].first().map(|&p| index_of_added[p]);
            if let Some(parent) = parent {
                children[parent].push(index);
            }
            let mut rest = self.rests[added];
            rest.rotation = Rot::from(rest.rotation).normalized().into();
            joints.push(Joint { name: self.names[added].clone(), parent, rest });
        }
        let fingerprint = fingerprint(&joints);
        Ok(Skeleton { joints, children, index_of_added, fingerprint })
    }

    fn check(&self) -> Result<(), Error> {
        let count = self.names.len();
        for (joint, parents) in self.parents.iter().enumerate() {
            if let Some(&parent) = parents.iter().find(|&&parent| parent >= count) {
                return Err(Error::JointOutOfRange { joint: parent, count });
            }
            if let [first, second, ..] = parents[..] {
                let name = |j: usize| self.names[j].clone();
                return Err(Error::TwoParents {
                    joint: name(joint),
                    parents: [name(first), name(second)],
                });
            }
            if let Some(what) = self.rests[joint].fault() {
                return Err(Error::InvalidTransform { joint: self.names[joint].clone(), what });
            }
        }
        Ok(())
    }

    /// Appends `added` to the order, its ancestors first.
    fn place(
        &self,
        added: usize,
        index_of_added: &mut [usize],
        order: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let mut path = Vec::new();
        let mut next = Some(added);
        while let Some(joint) = next.filter(|&joint| index_of_added[joint] == usize::MAX) {
            path.push(joint);
            if path.len() > self.names.len() {
                return Err(Error::Cycle { joint: self.names[joint].clone() });
            }
            next = self.parents[joint].first().copied();
        }
        for joint in path.into_iter().rev() {
            index_of_added[joint] = order.len();
            order.push(joint);
        }
        Ok(())
    }
}
