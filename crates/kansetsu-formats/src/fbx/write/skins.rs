//! Skins to deformers, and the bind pose.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::{Affine3, DAffine3, DMat3, Mat3, Vec3};

use super::file::{Record, block, leaf, one};
use super::models::{Models, UNIT};
use super::scene::{Scene, properties};
use crate::output::{Losses, Surface};
use crate::{Attachment, Figure, Skin};

/// A surface closer than this to model space is in it: relative to 1 and to the size of the figure.
/// Half keeps the rounding of files; twice as much moves bind poses by that fraction.
const SAME: f32 = 1e-4;

/// `model_from_mesh` of a skinned surface: programs need bind matrices with the scale and the axes
/// of the joints. It is where the first joint of the skin is at rest as at the time of binding. The
/// surface moves with its joints, wherever it is.
pub(super) fn model_from_mesh(skin: &Skin, figure: &Figure) -> Transform {
    let rest = figure.rig.skeleton.forward(&figure.file_rest_pose());
    let first = skin.joints.iter().zip(&skin.inverse_bind).min_by_key(|(joint, _)| **joint);
    let found = first.and_then(|(&joint, inverse_bind)| Some(*rest.get(joint)? * *inverse_bind));
    let Some(map) = found else { return Transform::IDENTITY };
    let size = figure.rig.skeleton.size();
    let is_same = map.matrix3.abs_diff_eq(Mat3::IDENTITY, SAME)
        && map.translation.abs_diff_eq(Vec3::ZERO, SAME * size);
    let is_sound = map.is_finite() && map.matrix3.determinant() != 0.0;
    if is_same || !is_sound { Transform::IDENTITY } else { Transform::from_affine(&map) }
}

/// Writes the skin of a surface: a cluster for each joint, with the vertices that it moves.
pub(super) fn write(
    (skin, figure): (&Skin, &Figure),
    surface: &Surface<'_>,
    (geometry, models): (i64, &Models),
    scene: &mut Scene,
) {
    let fixed = vec![one("Version", 101), one("Link_DeformAcuracy", 50.0)];
    let deformer = scene.add(["Deformer"; 2], &surface.name, "Skin", fixed);
    scene.link(deformer, geometry);
    let placed = centimetric(&model_from_mesh(skin, figure).to_affine());
    let mut moved = vec![(Vec::<i32>::new(), Vec::<f64>::new()); skin.joints.len()];
    for (vertex, influences) in surface.influences.iter().enumerate() {
        for influence in influences {
            let (indices, weights) = &mut moved[influence.joint as usize];
            indices.push(vertex as i32);
            weights.push(f64::from(influence.weight));
        }
    }
    for (at, (indices, weights)) in moved.into_iter().enumerate() {
        let Some(Some(bone)) = models.ids.get(skin.joints[at]).copied() else { continue };
        let joint_from_mesh = inverse_bind(skin, at);
        let mut children = vec![one("Version", 100), leaf("UserData", ["".into(), "".into()])];
        // A cluster without vertices has neither list.
        if !indices.is_empty() {
            children.extend([one("Indexes", indices), one("Weights", weights)]);
        }
        children.push(matrix("Transform", &joint_from_mesh));
        children.push(matrix("TransformLink", &(placed * inverse(&joint_from_mesh))));
        let cluster = scene.add(["Deformer", "SubDeformer"], "", "Cluster", children);
        scene.link(cluster, deformer);
        scene.link(bone, cluster);
    }
}

/// Writes the world matrices of meshes and bones at the time of binding. A joint without a skin
/// stands in the pose below its parent.
pub(super) fn write_bind_pose(
    figure: &Figure,
    (standing, models): (&Pose, &Models),
    meshes: &[(i64, Attachment)],
    scene: &mut Scene,
    losses: &mut Losses,
) {
    let mut bound: BTreeMap<usize, DAffine3> = BTreeMap::new();
    for skin in &figure.skins {
        let placed = centimetric(&model_from_mesh(skin, figure).to_affine());
        for (at, &joint) in skin.joints.iter().enumerate() {
            let joint_from_mesh = inverse_bind(skin, at);
            if is_invertible(&joint_from_mesh) {
                bound.entry(joint).or_insert_with(|| placed * inverse(&joint_from_mesh));
            } else if let Some(joint) = figure.rig.skeleton.joints().get(joint) {
                losses.add("bind poses", &joint.name);
            }
        }
    }
    if bound.is_empty() {
        return;
    }
    let mut nodes = Vec::new();
    let mut worlds: Vec<DAffine3> = Vec::new();
    for (index, joint) in figure.rig.skeleton.joints().iter().enumerate() {
        let local = centimetric(&standing.locals[index].to_affine());
        let above = joint.parent.map_or(DAffine3::IDENTITY, |parent| worlds[parent]);
        let world = bound.get(&index).copied().unwrap_or(above * local);
        worlds.push(world);
        if let Some(id) = models.ids[index] {
            nodes.push(pose_node(id, &world));
        }
    }
    for &(id, attachment) in meshes {
        match attachment {
            // Its model is that of the joint.
            Attachment::Joint(joint) if models.ids[joint] == Some(id) => {}
            Attachment::Joint(joint) => nodes.push(pose_node(id, &worlds[joint])),
            Attachment::Skin(skin) => {
                let placed = model_from_mesh(&figure.skins[skin], figure).to_affine();
                nodes.push(pose_node(id, &centimetric(&placed)));
            }
        }
    }
    let mut children = vec![
        one("Type", "BindPose"),
        one("Version", 100),
        properties(Vec::new()),
        one("NbPoseNodes", nodes.len() as i32),
    ];
    children.extend(nodes);
    scene.add(["Pose"; 2], "BindPose", "BindPose", children);
}

fn pose_node(id: i64, world: &DAffine3) -> Record {
    block("PoseNode", vec![one("Node", id), matrix("Matrix", world)])
}

/// `joint_from_mesh` in centimetres; a missing or invalid matrix is the identity.
fn inverse_bind(skin: &Skin, at: usize) -> DAffine3 {
    let map = skin.inverse_bind.get(at).filter(|map| map.is_finite());
    map.map_or(DAffine3::IDENTITY, centimetric)
}

fn centimetric(map: &Affine3) -> DAffine3 {
    DAffine3 { matrix3: map.matrix3.as_dmat3(), translation: map.translation.as_dvec3() * UNIT }
}

fn is_invertible(map: &DAffine3) -> bool {
    let DMat3 { x_axis, y_axis, z_axis } = map.matrix3;
    let volume = x_axis.length() * y_axis.length() * z_axis.length();
    // Flatter than that, the inverse has no correct digit in single precision.
    map.matrix3.determinant().abs() > 1e-7 * volume && volume > 0.0
}

fn inverse(map: &DAffine3) -> DAffine3 {
    if is_invertible(map) { map.inverse() } else { DAffine3::IDENTITY }
}

/// Sixteen numbers, column by column.
fn matrix(name: &'static str, map: &DAffine3) -> Record {
    let DMat3 { x_axis, y_axis, z_axis } = map.matrix3;
    let columns = [x_axis.extend(0.0), y_axis.extend(0.0), z_axis.extend(0.0)];
    let last = map.translation.extend(1.0);
    let numbers = columns.into_iter().chain([last]).flat_map(|column| column.to_array());
    one(name, numbers.collect::<Vec<f64>>())
}
