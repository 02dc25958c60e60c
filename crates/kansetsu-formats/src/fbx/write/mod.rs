//! A figure as a binary FBX file, version 7.4.
//!
//! Joints become limb nodes with Euler angles, lengths become centimetres, up stays +Y. Clips
//! become stacks with a key for each frame: angles in the order x, y, z, which continue from frame
//! to frame. Meshes are on nodes of their own; a cluster has the bind matrix of its joint. Pictures
//! are inside the file.
//!
//! Identifiers and times of the file are constants, so that equal figures are equal files.

mod angles;
mod document;
mod file;
mod looks;
mod models;
mod motion;
mod scene;
mod skins;
mod surfaces;

use kansetsu::d3::Pose;

use self::models::Models;
use self::scene::Scene;
use super::record::FORMAT;
use crate::output::{Losses, Written, check_pose, is_scaled, surfaces, takes};
use crate::{AlphaMode, Error, Figure};

/// Writes a figure in a pose, in its saved pose without one, with its clips. Their frame rate is
/// `rate`, by default their own.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton. [`Error::Malformed`] for clips, joints and
/// meshes that the format cannot store; the place names them.
pub fn write(figure: &Figure, pose: Option<&Pose>, rate: Option<f32>) -> Result<Written, Error> {
    let own = figure.saved_pose();
    let standing = pose.unwrap_or(&own);
    let skeleton = &figure.rig.skeleton;
    check_pose(skeleton, standing)?;
    let mut losses = Losses::of(figure);
    losses.add_looks(figure, |material| {
        material.double_sided || material.unlit || matches!(material.alpha, AlphaMode::Mask(_))
    });
    let takes = takes(figure, standing, (FORMAT, rate), &mut losses)?;
    let surfaces = surfaces(figure, FORMAT, &mut losses)?;
    let mut scene = Scene::default();
    let models = Models::write(figure, standing, &surfaces, &mut scene);
    let left_out = models.ids.iter().zip(skeleton.joints()).filter(|(id, _)| id.is_none());
    left_out.for_each(|(_, joint)| losses.add("joints", &joint.name));
    for (joint, local) in standing.locals.iter().enumerate() {
        if models.is_bone[joint] && is_scaled(local.scale) {
            losses.add("scaled bones", &skeleton.joints()[joint].name);
        }
    }
    let looks = looks::write(figure, &mut scene);
    let mut meshes = Vec::new();
    for surface in &surfaces {
        meshes.push(surfaces::write(figure, surface, (&models, &looks), &mut scene));
    }
    skins::write_bind_pose(figure, (standing, &models), &meshes, &mut scene, &mut losses);
    for take in &takes {
        motion::write(take, standing, &models, &mut scene);
    }
    let records = document::records(figure, &takes, scene);
    Ok(Written { bytes: file::bytes(&records)?, pictures: Vec::new(), warnings: losses.warnings() })
}
