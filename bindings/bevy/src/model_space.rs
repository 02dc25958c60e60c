//! From the frames of entities to model space.

use bevy_math::{Affine3A, Quat, Vec3};
use bevy_transform::components::GlobalTransform;

/// Model space: the space of the parent of a rig's roots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelSpace {
    pub(crate) world_from_model: Affine3A,
    model_from_world: Affine3A,
    rotation: Quat,
}

/// The frame of a target's entity, in model space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetFrame {
    model_from_target: Affine3A,
    rotation: Quat,
}

impl ModelSpace {
    /// `None` if the transform cannot be inverted.
    pub(crate) fn new(world_from_model: &GlobalTransform) -> Option<Self> {
        let affine = world_from_model.affine();
        let model_from_world = affine.inverse();
        let is_invertible = affine.matrix3.determinant() != 0.0 && model_from_world.is_finite();
        is_invertible.then(|| Self {
            world_from_model: affine,
            model_from_world,
            rotation: world_from_model.rotation(),
        })
    }

    pub(crate) fn frame(&self, world_from_target: &GlobalTransform) -> TargetFrame {
        TargetFrame {
            model_from_target: self.model_from_world * world_from_target.affine(),
            rotation: self.rotation.inverse() * world_from_target.rotation(),
        }
    }

    pub(crate) fn world(&self, in_model: [f32; 3]) -> Vec3 {
        self.world_from_model.transform_point3(Vec3::from_array(in_model))
    }
}

impl TargetFrame {
    /// The frame of a target whose values are in the space that the library expects.
    pub(crate) const IDENTITY: Self =
        Self { model_from_target: Affine3A::IDENTITY, rotation: Quat::IDENTITY };

    pub(crate) fn point(&self, point: Vec3) -> [f32; 3] {
        self.model_from_target.transform_point3(point).to_array()
    }

    pub(crate) fn direction(&self, direction: Vec3) -> [f32; 3] {
        self.model_from_target.transform_vector3(direction).to_array()
    }

    /// The normal of a plane: it stays perpendicular under a scale that differs by axis.
    pub(crate) fn normal(&self, normal: Vec3) -> [f32; 3] {
        let inverse = self.model_from_target.matrix3.inverse();
        (inverse.transpose() * normal).to_array()
    }

    pub(crate) fn orientation(&self, orientation: Quat) -> [f32; 4] {
        (self.rotation * orientation).to_array()
    }
}

#[cfg(test)]
mod tests {
    use bevy_transform::components::Transform;

    use super::*;

    #[test]
    fn values_are_in_the_space_of_the_model() {
        let turn = Quat::from_rotation_y(0.7);
        let model =
            Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(turn).with_scale(Vec3::splat(2.0));
        let space = ModelSpace::new(&GlobalTransform::from(model)).unwrap();
        let target =
            model * Transform::from_xyz(0.1, 0.2, 0.3).with_rotation(Quat::from_rotation_x(0.4));
        let frame = space.frame(&GlobalTransform::from(target));
        let near = |a: [f32; 3], b: Vec3| (Vec3::from_array(a) - b).length() < 1e-6;
        assert!(near(frame.point(Vec3::ZERO), Vec3::new(0.1, 0.2, 0.3)));
        assert!(near(frame.direction(Vec3::X), Vec3::X));
        let orientation = Quat::from_array(frame.orientation(Quat::IDENTITY));
        assert!(orientation.angle_between(Quat::from_rotation_x(0.4)) < 1e-3);
        assert!((space.world([0.1, 0.2, 0.3]) - target.translation).length() < 1e-5);
    }

    #[test]
    fn a_model_without_extent_has_no_space() {
        let flat = Transform::from_scale(Vec3::new(1.0, 0.0, 1.0));
        assert!(ModelSpace::new(&GlobalTransform::from(flat)).is_none());
    }

    #[test]
    fn values_at_the_identity_keep_their_bits() {
        let space = ModelSpace::new(&GlobalTransform::IDENTITY).unwrap();
        let frame = space.frame(&GlobalTransform::IDENTITY);
        let value = Vec3::new(0.123, -4.567, 1e-9);
        assert_eq!(frame.point(value), value.to_array());
        assert_eq!(frame.direction(value), value.to_array());
        assert_eq!(frame.normal(value), value.to_array());
        let rotation = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
        assert_eq!(frame.orientation(rotation), rotation.to_array());
    }
}
