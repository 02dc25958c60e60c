//! Conversions between the engine and the library.

use godot::{classes::Skeleton3D, prelude::*};
use kansetsu::{
    d3,
    glam::{Quat, Vec3},
};

use crate::{
    body::{Body, BoneTarget},
    bones::Bone,
};

/// The body of a skeleton at rest.
pub(crate) fn body(skeleton: &Gd<Skeleton3D>, base: &GString) -> Result<Body, String> {
    let bones: Vec<Bone> = (0..skeleton.get_bone_count())
        .map(|bone| {
            let rest = skeleton.get_bone_rest(bone);
            let rotation = rest.basis.orthonormalized().get_quaternion();
            Bone {
                name: skeleton.get_bone_name(bone).to_string(),
                parent: usize::try_from(skeleton.get_bone_parent(bone)).ok(),
                rest: local(rest.origin, rotation, rest.basis.get_scale()),
            }
        })
        .collect();
    let base = base.to_string();
    Body::new(&bones, Some(base.as_str()).filter(|base| !base.is_empty()))
}

/// Reads the pose.
pub(crate) fn read(skeleton: &Gd<Skeleton3D>, body: &mut Body) {
    for bone in 0..skeleton.get_bone_count() {
        let position = skeleton.get_bone_pose_position(bone);
        let rotation = skeleton.get_bone_pose_rotation(bone);
        let scale = skeleton.get_bone_pose_scale(bone);
        body.read(bone as usize, local(position, rotation, scale));
    }
}

/// Writes all rotations, and the position of the bone that carries the body.
pub(crate) fn write(body: &Body, skeleton: &mut Gd<Skeleton3D>) {
    for bone in 0..skeleton.get_bone_count() {
        let [x, y, z, w] = body.local(bone as usize).rotation.to_array();
        skeleton.set_bone_pose_rotation(bone, Quaternion::new(x, y, z, w));
    }
    let base = body.base();
    let [x, y, z] = body.local(base).translation.to_array();
    skeleton.set_bone_pose_position(base as i32, Vector3::new(x, y, z));
}

/// The target of a bone, with its rotation.
pub(crate) fn target(bone: usize, place: &Transform3D) -> BoneTarget {
    let Vector3 { x, y, z } = place.origin;
    let turn = place.basis.orthonormalized().get_quaternion();
    BoneTarget { bone, position: [x, y, z], rotation: Some([turn.x, turn.y, turn.z, turn.w]) }
}

fn local(position: Vector3, rotation: Quaternion, scale: Vector3) -> d3::Transform {
    d3::Transform {
        translation: Vec3::new(position.x, position.y, position.z),
        rotation: Quat::from_xyzw(rotation.x, rotation.y, rotation.z, rotation.w),
        scale: Vec3::new(scale.x, scale.y, scale.z),
    }
}
