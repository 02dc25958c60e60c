//! The spring bones of a figure, as data.

use glam::Vec3;

use super::{SpringCollider, SpringLimit};

/// The springs of a figure and what they collide with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringBones {
    /// The springs. A joint of several springs follows the first.
    pub springs: Vec<Spring>,
    /// The colliders, which the groups refer to.
    pub colliders: Vec<SpringCollider>,
    /// The groups of colliders, which the springs refer to.
    pub groups: Vec<ColliderGroup>,
}

/// A chain or a tree of joints that swings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spring {
    /// Its name; may be empty.
    pub name: String,
    /// The joint in whose space the tails have inertia, so that its motion does not swing them;
    /// `None` for model space.
    pub center: Option<usize>,
    /// Indices into [`SpringBones::groups`].
    pub groups: Vec<usize>,
    /// The joints that rotate.
    pub joints: Vec<SpringJoint>,
}

/// A joint that follows its tail.
#[derive(Clone, Debug, PartialEq)]
pub struct SpringJoint {
    /// The index of the joint.
    pub joint: usize,
    /// The tail at rest, in the space of the joint, metres. A joint with a tail at zero is not
    /// moved.
    pub tail: Vec3,
    /// The speed at which the tail returns to its rest direction, metres per second.
    pub stiffness: f32,
    /// The speed at which the tail falls, in model space, metres per second.
    pub gravity: Vec3,
    /// The share of its speed that the tail loses in each step, 0 to 1.
    pub drag: f32,
    /// The radius of the tail for collisions, metres.
    pub radius: f32,
    /// The directions that the tail may have.
    pub limit: Option<SpringLimit>,
}

/// The parameters of VRM 1.0 for a joint that states none, with the tail at zero.
impl Default for SpringJoint {
    fn default() -> Self {
        Self {
            joint: 0,
            tail: Vec3::ZERO,
            stiffness: 1.0,
            gravity: Vec3::ZERO,
            drag: 0.5,
            radius: 0.0,
            limit: None,
        }
    }
}

/// Colliders for the same springs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColliderGroup {
    /// Indices into [`SpringBones::colliders`].
    pub colliders: Vec<usize>,
}

impl SpringBones {
    /// The colliders of a spring, group by group. Indices without a group or a collider are
    /// ignored.
    pub fn colliders_of<'a>(
        &'a self,
        spring: &'a Spring,
    ) -> impl Iterator<Item = &'a SpringCollider> {
        let groups = spring.groups.iter().filter_map(|&group| self.groups.get(group));
        let indices = groups.flat_map(|group| &group.colliders);
        indices.filter_map(|&collider| self.colliders.get(collider))
    }

    /// Scales all lengths and speeds by `factor`.
    pub fn scale(&mut self, factor: f32) {
        for joint in self.springs.iter_mut().flat_map(|spring| &mut spring.joints) {
            joint.tail *= factor;
            joint.gravity *= factor;
            joint.stiffness *= factor;
            joint.radius *= factor;
        }
        self.colliders.iter_mut().for_each(|collider| collider.shape.scale(factor));
    }
}
