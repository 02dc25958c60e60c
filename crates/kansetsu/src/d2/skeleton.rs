//! The immutable tree of joints.

use glam::{Affine2, Vec2};

use super::{Pose, Transform};
use crate::{Error, d3};

/// One joint of a [`Skeleton`].
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name; names may be empty or shared.
    pub name: String,
    /// The index of the parent; `None` for a root. Always smaller than the joint's own index.
    pub parent: Option<usize>,
    /// `parent_from_joint` at rest.
    pub rest: Transform,
}

/// An immutable tree (or several) of joints in the plane, parents before children.
///
/// Made by a [`SkeletonBuilder`], which validates it once.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    /// The same tree in space, in the plane z = 0, with the same names, order and parents.
    pub(super) in_space: d3::Skeleton,
}

impl Skeleton {
    /// An empty builder.
    #[must_use]
    pub fn builder() -> SkeletonBuilder {
        SkeletonBuilder::default()
    }

    /// All joints, parents before children.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
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
        self.in_space.children(joint)
    }

    /// The joints without a parent.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.in_space.roots()
    }

    /// `joint` and its ancestors up to its root, nearest first.
    pub fn ancestors(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        self.in_space.ancestors(joint)
    }

    /// The index of the joint that was added as number `added`. The two differ only if a child was
    /// added before its parent.
    #[must_use]
    pub fn index_of_added(&self, added: usize) -> Option<usize> {
        self.in_space.index_of_added(added)
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`] with the most similar names, [`Error::AmbiguousJoint`] if several
    /// joints share the name.
    pub fn find(&self, name: &str) -> Result<usize, Error> {
        self.in_space.find(name)
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
    pub fn forward(&self, pose: &Pose) -> Vec<Affine2> {
        let mut model_from_joint = Vec::with_capacity(self.len());
        self.forward_into(pose, &mut model_from_joint);
        model_from_joint
    }

    /// [`Self::forward`] into reusable memory.
    pub fn forward_into(&self, pose: &Pose, model_from_joint: &mut Vec<Affine2>) {
        model_from_joint.clear();
        for (index, joint) in self.joints.iter().enumerate() {
            let parent_from_joint = pose.locals.get(index).unwrap_or(&joint.rest).to_affine();
            model_from_joint.push(match joint.parent {
                Some(parent) => model_from_joint[parent] * parent_from_joint,
                None => parent_from_joint,
            });
        }
    }

    /// The diagonal of the bounding box of all joints in the rest pose, metres: a measure of size.
    #[must_use]
    pub fn size(&self) -> f32 {
        let rest = self.forward(&self.rest_pose());
        let low = rest.iter().fold(Vec2::INFINITY, |low, joint| low.min(joint.translation));
        let high = rest.iter().fold(Vec2::NEG_INFINITY, |high, joint| high.max(joint.translation));
        (high - low).length()
    }
}

/// Collects joints and makes a [`Skeleton`] of them.
#[derive(Clone, Debug, Default)]
pub struct SkeletonBuilder {
    names: Vec<String>,
    rests: Vec<Transform>,
    in_space: d3::SkeletonBuilder,
}

impl SkeletonBuilder {
    /// Adds a joint without a parent (yet) and returns its number.
    pub fn root(&mut self, name: impl Into<String>, rest: Transform) -> usize {
        let name = name.into();
        self.names.push(name.clone());
        self.rests.push(rest);
        self.in_space.root(name, rest.in_space())
    }

    /// Adds a child of `parent` (a number from this builder) and returns its number.
    pub fn child(&mut self, parent: usize, name: impl Into<String>, rest: Transform) -> usize {
        let name = name.into();
        self.names.push(name.clone());
        self.rests.push(rest);
        self.in_space.child(parent, name, rest.in_space())
    }

    /// Sets the parent of a joint; both may have been added in any order.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] if `child` was never added.
    pub fn attach(&mut self, child: usize, parent: usize) -> Result<(), Error> {
        self.in_space.attach(child, parent)
    }

    /// Validates the tree and makes the skeleton. Joints keep the order in which they were added,
    /// as far as parents come before children.
    ///
    /// # Errors
    /// [`Error::NoJoints`], [`Error::JointOutOfRange`] for a parent that does not exist,
    /// [`Error::TwoParents`], [`Error::Cycle`], [`Error::InvalidTransform`].
    pub fn build(self) -> Result<Skeleton, Error> {
        for (name, rest) in self.names.iter().zip(&self.rests) {
            if let Some(what) = rest.fault() {
                return Err(Error::InvalidTransform { joint: name.clone(), what });
            }
        }
        let in_space = self.in_space.build()?;
        let joints = in_space.joints().iter().map(|joint| Joint {
            name: joint.name.clone(),
            parent: joint.parent,
            rest: Transform::IDENTITY,
        });
        let mut joints: Vec<Joint> = joints.collect();
        for (added, rest) in self.rests.into_iter().enumerate() {
            if let Some(index) = in_space.index_of_added(added) {
                joints[index].rest = rest;
            }
        }
        Ok(Skeleton { joints, in_space })
    }
}
