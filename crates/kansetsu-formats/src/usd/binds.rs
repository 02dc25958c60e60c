//! The bind poses of skeletons.
//!
//! A vertex is at `world_j · bind_j⁻¹ · g · p` with one bind matrix for each joint of a skeleton,
//! and one matrix `g` for each mesh. A figure has `joint_from_mesh` for each joint of each skin; so
//! `bind_j = g · joint_from_mesh⁻¹`. A skin shares a skeleton if one `g` fits all joints that the
//! skeleton has bound.

use std::collections::BTreeMap;

use kansetsu::glam::{Affine3, DAffine3, DMat3};

use super::skeleton::Bones;
use crate::output::{Losses, Surface};
use crate::{Attachment, Figure, Skin};

/// The bind poses.
pub(super) struct Binds<'a> {
    figure: &'a Figure,
    /// One for each skeleton: the world matrix of each joint of the file.
    pub(super) groups: Vec<Vec<DAffine3>>,
    /// For each skin its skeleton and its `g`.
    of_skin: Vec<(usize, DAffine3)>,
}

/// The binding of a surface.
pub(super) struct Bound {
    /// The index of the skeleton.
    pub(super) group: usize,
    /// The bind-time transform of the mesh.
    pub(super) world_from_mesh: DAffine3,
    /// The joints of the file that influence it: one for a surface that moves rigidly, else one for
    /// each joint of the skin.
    pub(super) joints: Vec<usize>,
}

/// Bind matrices closer than this are equal: the rounding of files in single precision, relative to
/// 1 and to the distance of the farthest joint. Half splits skeletons by rounding; twice as much
/// moves vertices by that fraction.
const SAME: f64 = 1e-5;
/// Bind matrices with a smaller determinant, relative to that of their axes, have no inverse with a
/// correct digit in single precision. Half or twice as much matters only to flattened joints.
const FLAT: f64 = 1e-7;

impl<'a> Binds<'a> {
    pub(super) fn of(figure: &'a Figure, bones: &Bones, losses: &mut Losses) -> Self {
        let mut known: Vec<BTreeMap<usize, DAffine3>> = vec![BTreeMap::new()];
        let mut of_skin = Vec::new();
        for skin in &figure.skins {
            let inverses = inverses(skin, figure, bones, losses);
            let found = known
                .iter()
                .enumerate()
                .find_map(|(group, bound)| Some((group, fitting(bound, &inverses)?)));
            let (group, fit) = found.unwrap_or((known.len(), DAffine3::IDENTITY));
            if group == known.len() {
                known.push(BTreeMap::new());
            }
            for (bone, joint_from_mesh) in inverses {
                known[group].entry(bone).or_insert(fit * joint_from_mesh.inverse());
            }
            of_skin.push((group, fit));
        }
        let groups = known.iter().map(|bound| complete(bound, bones)).collect();
        Self { figure, groups, of_skin }
    }

    pub(super) fn of_surface(&self, surface: &Surface<'_>, bones: &Bones) -> Bound {
        match surface.mesh.attachment {
            Attachment::Joint(joint) => {
                let bone = bones.index[joint].unwrap_or(0);
                Bound { group: 0, world_from_mesh: self.groups[0][bone], joints: vec![bone] }
            }
            Attachment::Skin(skin) => {
                let (group, world_from_mesh) = self.of_skin[skin];
                let joints = self.figure.skins[skin].joints.iter();
                let joints = joints.map(|&joint| bones.index[joint].unwrap_or(0)).collect();
                Bound { group, world_from_mesh, joints }
            }
        }
    }
}

/// `joint_from_mesh` of each joint of a skin, as far as it has an inverse.
fn inverses(
    skin: &Skin,
    figure: &Figure,
    bones: &Bones,
    losses: &mut Losses,
) -> Vec<(usize, DAffine3)> {
    let mut inverses = Vec::new();
    for (at, &joint) in skin.joints.iter().enumerate() {
        let Some(Some(bone)) = bones.index.get(joint).copied() else { continue };
        let map = skin.inverse_bind.get(at).copied().unwrap_or(Affine3::IDENTITY);
        let map =
            DAffine3 { matrix3: map.matrix3.as_dmat3(), translation: map.translation.as_dvec3() };
        if is_invertible(&map) {
            inverses.push((bone, map));
        } else {
            losses.add("bind poses", &figure.rig.skeleton.joints()[joint].name);
        }
    }
    inverses
}

fn is_invertible(map: &DAffine3) -> bool {
    let DMat3 { x_axis, y_axis, z_axis } = map.matrix3;
    let volume = x_axis.length() * y_axis.length() * z_axis.length();
    map.is_finite() && map.matrix3.determinant().abs() > FLAT * volume
}

/// The `g` of a skin that fits all bound joints, if there is one.
fn fitting(bound: &BTreeMap<usize, DAffine3>, inverses: &[(usize, DAffine3)]) -> Option<DAffine3> {
    let mut fits = inverses.iter().filter_map(|(bone, map)| Some(*bound.get(bone)? * *map));
    let first = fits.next().unwrap_or(DAffine3::IDENTITY);
    let size = bound.values().map(|world| world.translation.length()).fold(0.0, f64::max);
    let scale = first.matrix3.x_axis.length().max(1.0);
    let is_same = |fit: DAffine3| {
        fit.matrix3.abs_diff_eq(first.matrix3, SAME * scale)
            && fit.translation.abs_diff_eq(first.translation, SAME * size)
    };
    fits.all(is_same).then_some(first)
}

/// The bind matrix of every joint; a joint that no skin binds stands below its parent.
fn complete(bound: &BTreeMap<usize, DAffine3>, bones: &Bones) -> Vec<DAffine3> {
    let mut worlds: Vec<DAffine3> = Vec::with_capacity(bones.locals.len());
    for (bone, local) in bones.locals.iter().enumerate() {
        let above = bones.parents[bone].map_or(DAffine3::IDENTITY, |parent| worlds[parent]);
        worlds.push(bound.get(&bone).copied().unwrap_or(above * *local));
    }
    worlds
}
