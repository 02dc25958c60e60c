//! The data of a figure that a file for another program does not store.

use crate::element::{Element, Skipped, skipped};
use crate::picture::ending;
use crate::{Figure, Material};

/// The kinds of data, and the sentence about each.
const LOST: [Element; 16] = [
    skipped("joints", "joints that only carry skinned surfaces are not written"),
    skipped("surfaces", "surfaces without triangles are not written"),
    skipped("clips without keys", "clips without keys are not written"),
    skipped(
        "clips without a frame rate",
        "clips without a fixed frame rate are written at 30 frames per second",
    ),
    skipped("bind poses", "bind matrices without an inverse are written as the pose of the file"),
    skipped(
        "scaled bones",
        "these bones have a scale: Blender and others may place the bones below them differently",
    ),
    skipped("animated scales", "USD stores animated scales in half precision, 3 digits"),
    skipped("further clips", "programs play the first clip; the others are in the file too"),
    skipped("morphs", "morph targets and expressions are not written"),
    skipped("springs", "spring bones are not written"),
    skipped("gaze", "the rules for the eyes are not written"),
    skipped("roles", "USD stores no roles, limits and rest pose: convert to FBX or glTF for them"),
    skipped("terms", "the terms of the licence are not written"),
    skipped("colors", "colours of vertices are not written"),
    skipped("looks", "masked, two-sided and unlit looks of materials are not written"),
    skipped("images", "images that are not PNG or JPEG are not written"),
];

/// Counts data that is left out.
pub(crate) struct Losses(Skipped);

impl Losses {
    /// The losses that FBX and USD have in common.
    pub(crate) fn of(figure: &Figure) -> Self {
        let mut losses = Self(Skipped::new(&LOST));
        figure.morphs.iter().for_each(|morph| losses.add("morphs", &morph.name));
        figure.expressions.iter().for_each(|expression| losses.add("morphs", &expression.name));
        let joint = |joint: usize| {
            figure.rig.skeleton.joints().get(joint).map_or("", |joint| joint.name.as_str())
        };
        for spring in &figure.springs.springs {
            losses.add("springs", spring.joints.first().map_or("", |first| joint(first.joint)));
        }
        if figure.gaze.is_some() {
            losses.add("gaze", &figure.name);
        }
        if figure.meta.as_ref().is_some_and(|meta| !meta.terms.is_empty()) {
            losses.add("terms", &figure.name);
        }
        for mesh in &figure.meshes {
            if mesh.primitives.iter().any(|part| !part.colors.is_empty()) {
                losses.add("colors", &mesh.name);
            }
        }
        let used = |index: usize| {
            figure.materials.iter().any(|material| material.base_color_image == Some(index))
        };
        for (index, image) in figure.images.iter().enumerate() {
            if used(index) && ending(&image.bytes).is_none() {
                losses.add("images", &image.name);
            }
        }
        losses
    }

    pub(crate) fn add(&mut self, kind: &str, name: &str) {
        self.0.add(kind, name);
    }

    /// Counts materials of which these looks are left out.
    pub(crate) fn add_looks(&mut self, figure: &Figure, is_lost: impl Fn(&Material) -> bool) {
        for material in figure.materials.iter().filter(|material| is_lost(material)) {
            self.add("looks", &material.name);
        }
    }

    /// The sentences.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        self.0.tell(&mut warnings, &mut Vec::new());
        warnings
    }
}
