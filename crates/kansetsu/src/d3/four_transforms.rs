//! The local transforms of a joint in four instances.

use glam::{BVec4A, Quat, Vec3, Vec4};

use super::{Pose, Transform};
use crate::math::lanes::Vectors;

/// The local transforms of a joint in four instances: each component with a lane for each instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FourTransforms {
    pub(crate) translation: [Vec4; 3],
    pub(crate) rotation: [Vec4; 4],
    pub(crate) scale: [Vec4; 3],
}

impl FourTransforms {
    /// The same transform in every instance.
    pub(crate) fn splat(local: &Transform) -> Self {
        Self {
            translation: local.translation.to_array().map(Vec4::splat),
            rotation: local.rotation.to_array().map(Vec4::splat),
            scale: local.scale.to_array().map(Vec4::splat),
        }
    }

    /// The transform of an instance.
    #[inline]
    pub(crate) fn get(&self, lane: usize) -> Transform {
        let [x, y, z, i, j, k, w, a, b, c] = self.parts().map(|part| part[lane]);
        Transform {
            translation: Vec3::new(x, y, z),
            rotation: Quat::from_xyzw(i, j, k, w),
            scale: Vec3::new(a, b, c),
        }
    }

    /// Sets the transform of an instance.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, local: &Transform) {
        let set = |lanes: &mut [Vec4], values: &[f32]| {
            lanes.iter_mut().zip(values).for_each(|(lanes, value)| lanes[lane] = *value);
        };
        set(&mut self.translation, &local.translation.to_array());
        set(&mut self.rotation, &local.rotation.to_array());
        set(&mut self.scale, &local.scale.to_array());
    }

    /// The numbers, in the order of a flat pose.
    pub(crate) fn parts(&self) -> [Vec4; Pose::FLAT] {
        let Self { translation: [x, y, z], rotation: [i, j, k, w], scale: [a, b, c] } = *self;
        [x, y, z, i, j, k, w, a, b, c]
    }

    /// [`Self::parts`], for changes.
    pub(crate) fn parts_mut(&mut self) -> [&mut Vec4; Pose::FLAT] {
        let Self { translation: [x, y, z], rotation: [i, j, k, w], scale: [a, b, c] } = self;
        [x, y, z, i, j, k, w, a, b, c]
    }

    /// The rotations.
    #[inline(always)]
    pub(crate) fn rotations(&self) -> Vectors {
        Vectors::of_quaternions(self.rotation)
    }

    /// The translations.
    #[inline(always)]
    pub(crate) fn translations(&self) -> Vectors {
        Vectors::new(self.translation)
    }

    /// Sets the rotations of the instances of which the condition holds.
    #[inline(always)]
    pub(crate) fn set_rotations(&mut self, mask: BVec4A, rotations: Vectors) {
        let Vectors { x, y, z, w } = Vectors::select(mask, rotations, self.rotations());
        self.rotation = [x, y, z, w];
    }
}
