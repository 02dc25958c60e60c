//! Joints to nodes, skins to skins.

use std::collections::BTreeSet;

use kansetsu::d3::{Pose, Skeleton, Transform};
use kansetsu::glam::{Affine3, Quat, Vec3};
use serde_json::{Value, json};

use super::draft::Draft;
use crate::gltf::save::number::numbers;
use crate::gltf::save::pose::unit;
use crate::{Figure, Skin};

/// One node per joint, in order.
pub(super) fn joints(skeleton: &Skeleton, pose: &Pose) -> Vec<Value> {
    let node = |(index, local): (usize, &Transform)| {
        let mut node = json!({});
        let name = &skeleton.joints()[index].name;
        if !name.is_empty() {
            node["name"] = name.as_str().into();
        }
        let children = skeleton.children(index);
        if !children.is_empty() {
            node["children"] = children.into();
        }
        if local.translation != Vec3::ZERO {
            node["translation"] = numbers(&local.translation.to_array());
        }
        if local.rotation != Quat::IDENTITY {
            node["rotation"] = numbers(&unit(local.rotation).to_array());
        }
        if local.scale != Vec3::ONE {
            node["scale"] = numbers(&local.scale.to_array());
        }
        node
    };
    pose.locals.iter().enumerate().map(node).collect()
}

/// A name for a node that is not a joint. Rigs refer to joints by name, so it must differ from all
/// joint names.
pub(super) fn free_name(skeleton: &Skeleton, name: &str) -> String {
    let is_taken = |name: &str| skeleton.joints().iter().any(|joint| joint.name == name);
    let mut free = name.to_owned();
    while !free.is_empty() && is_taken(&free) {
        free.push('_');
    }
    free
}

/// Writes the skins; returns the new index of each, `None` for one without joints, which the format
/// does not allow. A figure without meshes gets a skin of all joints for each root: other programs
/// recognize a skeleton by its skin.
pub(super) fn write_skins(figure: &Figure, draft: &mut Draft) -> Vec<Option<usize>> {
    let (mut skins, mut indices) = (Vec::new(), Vec::new());
    let is_bare = figure.meshes.is_empty() && figure.skins.is_empty();
    let of_bones = if is_bare { whole_skins(&figure.rig.skeleton) } else { Vec::new() };
    for skin in figure.skins.iter().chain(&of_bones) {
        let sound = !skin.joints.is_empty()
            && skin.joints.iter().all(|&joint| joint < figure.rig.skeleton.len());
        indices.push(sound.then_some(skins.len()));
        if sound {
            let accessor = draft.data.floats(&inverse_binds(skin), None);
            skins.push(json!({"inverseBindMatrices": accessor, "joints": skin.joints}));
        }
    }
    draft.list("skins", skins);
    indices
}

/// A skin of all joints for each root, bound at rest.
fn whole_skins(skeleton: &Skeleton) -> Vec<Skin> {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let whole = |root: usize| {
        let joints: Vec<usize> = (0..skeleton.len())
            .filter(|&joint| skeleton.ancestors(joint).last() == Some(root))
            .collect();
        let inverse_bind = joints.iter().map(|&joint| rest[joint].inverse()).collect();
        Skin { joints, inverse_bind }
    };
    skeleton.roots().map(whole).collect()
}

/// Column by column; a missing matrix is the identity.
fn inverse_binds(skin: &Skin) -> Vec<[f32; 16]> {
    let matrix = |index: usize| {
        let map = skin
            .inverse_bind
            .get(index)
            .copied()
            .filter(|map| map.is_finite())
            .unwrap_or(Affine3::IDENTITY);
        let (x, y, z, t) =
            (map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis, map.translation);
        [x.x, x.y, x.z, 0.0, y.x, y.y, y.z, 0.0, z.x, z.y, z.z, 0.0, t.x, t.y, t.z, 1.0]
    };
    (0..skin.joints.len()).map(matrix).collect()
}

/// The root nodes of the scene. The joints of one skin must have a common ancestor: if they have
/// none, a node is added for it.
pub(super) fn scene_roots(figure: &Figure, draft: &mut Draft) -> Vec<usize> {
    let skeleton = &figure.rig.skeleton;
    let root_of = |&joint: &usize| skeleton.ancestors(joint).last();
    let torn = figure
        .skins
        .iter()
        .any(|skin| skin.joints.iter().filter_map(root_of).collect::<BTreeSet<_>>().len() > 1);
    let own = skeleton.len()..draft.nodes.len();
    let mut roots: Vec<usize> = skeleton.roots().collect();
    if torn {
        draft.nodes.push(json!({"name": free_name(skeleton, "root"), "children": roots}));
        roots = vec![draft.nodes.len() - 1];
    }
    roots.extend(own.filter(|node| !draft.hung.contains(node)));
    roots
}
