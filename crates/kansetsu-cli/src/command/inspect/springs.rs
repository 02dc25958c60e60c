//! The lines of spring bones.

use kansetsu::animation::{Spring, SpringBones};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct SpringEntry<'a> {
    name: &'a str,
    /// The number of joints that it rotates.
    joints: usize,
    /// The number of its colliders.
    colliders: usize,
}

impl<'a> SpringEntry<'a> {
    pub(super) fn of(spring: &'a Spring, bones: &SpringBones) -> Self {
        let colliders = bones.colliders_of(spring).count();
        Self { name: &spring.name, joints: spring.joints.len(), colliders }
    }

    pub(super) fn words(&self) -> String {
        let Self { name, joints, colliders } = self;
        format!("\"{name}\": {joints} joints, {colliders} colliders")
    }
}
