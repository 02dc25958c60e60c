//! The space in which a tree is solved: model space, or that of the parent of a chain.
//!
//! All transforms above a chain (translations, rotations, scales, mirrors, shear) are one affine
//! map. Goals are transformed by its inverse, so the chain is rigid in its own space, and the
//! result does not depend on the position of the chain.

use glam::{Affine3, DMat3, DQuat, DVec3, Mat3, Quat, Vec3};

use crate::{
    d3::{
        Pose, Transform,
        transform::{rotation_of, rotation_part},
    },
    math::so3,
};

/// An affine map to model space.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Space {
    linear: DMat3,
    inverse: DMat3,
    translation: DVec3,
    /// The rotation `Q` in `linear = ±s · Q`; for a sheared map the nearest rotation.
    rotation: DQuat,
    /// The mean scale of lengths.
    scale: f64,
    /// Whether the map is a rotation and a translation only.
    is_rigid: bool,
}

/// A map with a smaller relative volume has no inverse.
const FLAT: f64 = 1e-9;

impl Space {
    pub(crate) const MODEL: Self = Self {
        linear: DMat3::IDENTITY,
        inverse: DMat3::IDENTITY,
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: 1.0,
        is_rigid: true,
    };

    /// The space of a joint whose parents are `ancestors`, the root first. A map without an inverse
    /// is replaced by its translation.
    pub(crate) fn below(ancestors: impl Iterator<Item = usize>, pose: &Pose) -> Self {
        let mut space = Self::MODEL;
        for joint in ancestors {
            let Transform { translation, rotation, scale } = pose.locals[joint];
            let rotation = so3::from_quat(rotation);
            space.translation += space.linear * so3::wide(translation);
            space.linear *= DMat3::from_quat(rotation) * DMat3::from_diagonal(so3::wide(scale));
            space.rotation *= rotation;
            space.is_rigid &= scale == Vec3::ONE;
        }
        if space.is_rigid {
            space.inverse = space.linear.transpose();
            return space;
        }
        let lengths =
            [space.linear.x_axis, space.linear.y_axis, space.linear.z_axis].map(DVec3::length);
        let determinant = space.linear.determinant();
        if determinant.abs() > FLAT * lengths.iter().product::<f64>() && determinant.is_normal() {
            space.inverse = space.linear.inverse();
            space.scale = lengths.iter().sum::<f64>() / 3.0;
        }
        space.rotation = so3::from_rot(rotation_part(&narrow(&space.linear)));
        space
    }

    /// A position in model space, metres, in this space.
    pub(crate) fn down(&self, place: DVec3) -> DVec3 {
        self.inverse * (place - self.translation)
    }

    /// A position in this space, in model space.
    pub(crate) fn up(&self, place: DVec3) -> DVec3 {
        self.linear * place + self.translation
    }

    /// A length of model space in this space, on average.
    pub(crate) fn length_down(&self, length: f64) -> f64 {
        length / self.scale
    }

    /// A direction of model space in this space, of length 1.
    pub(crate) fn direction_down(&self, direction: DVec3) -> DVec3 {
        (self.inverse * direction).normalize_or(DVec3::X)
    }

    /// The normal of a plane of model space in this space, of length 1.
    pub(crate) fn normal_down(&self, normal: DVec3) -> DVec3 {
        (self.linear.transpose() * normal).normalize_or(DVec3::X)
    }

    /// A vector of this space in model space.
    pub(crate) fn vector_up(&self, vector: DVec3) -> DVec3 {
        self.linear * vector
    }

    /// A rotation vector of model space in this space. Exact if the map's scale is uniform.
    pub(crate) fn rotation_down(&self, rotation: DVec3) -> DVec3 {
        self.rotation.inverse() * rotation
    }

    /// An axis of rotation of this space in model space.
    pub(crate) fn axis_up(&self, axis: DVec3) -> DVec3 {
        self.rotation * axis
    }

    /// The rotation of the space in model space.
    pub(crate) fn rotation_up(&self) -> Quat {
        so3::to_rot(self.frame_up(DQuat::IDENTITY, None)).into()
    }

    /// The rotation in model space of a frame of this space. If it stretches, the frame's linear
    /// map is used.
    pub(crate) fn frame_up(&self, frame: DQuat, map: Option<&DMat3>) -> DQuat {
        // For a sheared map the result of `rotation_of` depends on the axes.
        let map = match map {
            None if self.is_rigid => return self.rotation * frame,
            None => DMat3::from_quat(frame),
            Some(map) => *map,
        };
        so3::from_quat(rotation_of(&Affine3 {
            matrix3: narrow(&(self.linear * map)),
            translation: Vec3::ZERO,
        }))
    }
}

fn narrow(map: &DMat3) -> Mat3 {
    map.as_mat3()
}
