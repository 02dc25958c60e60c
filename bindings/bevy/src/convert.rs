//! Conversions between the two versions of glam: Bevy's, and the library's.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use kansetsu::{d3, glam};

/// The local transform of a joint.
pub(crate) fn local(transform: &Transform) -> d3::Transform {
    d3::Transform {
        translation: glam::Vec3::from_array(transform.translation.to_array()),
        rotation: glam::Quat::from_array(transform.rotation.to_array()),
        scale: glam::Vec3::from_array(transform.scale.to_array()),
    }
}

/// A translation of the library.
pub(crate) fn vec3(vector: glam::Vec3) -> Vec3 {
    Vec3::from_array(vector.to_array())
}

/// A rotation of the library.
pub(crate) fn quat(rotation: glam::Quat) -> Quat {
    Quat::from_array(rotation.to_array())
}
