//! A figure on the graphics card.

mod bitmap;
mod entry_range;
mod images;
mod part;
mod vertices;

use std::collections::BTreeMap;

use eframe::wgpu;
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::{Attachment, Figure};

pub(crate) use bitmap::Bitmap;
pub(crate) use images::Images;
pub(crate) use part::{Part, send_shape};
pub(crate) use vertices::layouts as vertex_layouts;

use entry_range::EntryRange;

use super::{layouts::Layouts, palette::PaletteNumbers, shadow_box::Ball};
use crate::viewport::scene::Body;

/// Everything of a figure that does not change with its pose.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) parts: Vec<Part>,
    pub(crate) images: Images,
    /// What the palette holds for this figure.
    entries: Vec<Entry>,
    /// How far what each joint carries is from it, in its own space; 0 when it carries nothing.
    reaches: Vec<f32>,
}

/// A joint and what takes vertices to it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// `None`: vertices stay where they were bound.
    joint: Option<usize>,
    joint_from_mesh: Affine3,
}

impl Model {
    /// Sends a figure.
    pub(crate) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        layouts: &Layouts,
        figure: &Figure,
    ) -> Self {
        let mut model = Self {
            parts: Vec::new(),
            images: Images::new(device, queue, layouts, figure),
            entries: Vec::new(),
            reaches: vec![0.0; figure.rig.skeleton.len()],
        };
        let mut starts = BTreeMap::new();
        let meshes = figure.meshes.iter().enumerate().filter(|(_, mesh)| !mesh.is_hidden);
        for (index, mesh) in meshes {
            let key = match mesh.attachment {
                Attachment::Joint(joint) => (0, joint),
                Attachment::Skin(skin) => (1, skin),
            };
            let start =
                *starts.entry(key).or_insert_with(|| model.push_entries(figure, mesh.attachment));
            for (number, primitive) in mesh.primitives.iter().enumerate() {
                let entries = &model.entries[start.first..start.first + start.count];
                widen(&mut model.reaches, entries, primitive);
                let material = primitive.material.and_then(|index| figure.materials.get(index));
                let source = (primitive, [index, number]);
                model.parts.extend(Part::new(device, source, material, start));
            }
        }
        model
    }

    /// The palette entries of an attachment, with one more at the end that leaves vertices where
    /// they were bound.
    fn push_entries(&mut self, figure: &Figure, attachment: Attachment) -> EntryRange {
        let first = self.entries.len();
        match attachment {
            Attachment::Joint(joint) => {
                self.entries.push(Entry { joint: Some(joint), joint_from_mesh: Affine3::IDENTITY })
            }
            Attachment::Skin(skin) => {
                let pairs = figure
                    .skins
                    .get(skin)
                    .into_iter()
                    .flat_map(|skin| skin.joints.iter().zip(&skin.inverse_bind));
                self.entries.extend(pairs.map(|(&joint, &joint_from_mesh)| Entry {
                    joint: Some(joint),
                    joint_from_mesh,
                }));
            }
        }
        let count = self.entries.len() - first;
        self.entries.push(Entry { joint: None, joint_from_mesh: Affine3::IDENTITY });
        EntryRange { first, count }
    }

    /// Puts the maps of a body into the palette and returns their first index.
    pub(crate) fn pose(&self, body: &Body, palette: &mut PaletteNumbers) -> usize {
        let first = palette.len();
        for entry in &self.entries {
            let tint = entry
                .joint
                .and_then(|joint| body.joint_tints.get(joint))
                .copied()
                .unwrap_or_default();
            palette.push(&entry.place(&body.world_from_joint), tint);
        }
        first
    }

    /// Whether a part is rotated inside out in this pose; its first vertex decides for all.
    pub(crate) fn is_mirrored(&self, part: &Part, body: &Body) -> bool {
        self.entries[part.first_entry].place(&body.world_from_joint).matrix3.determinant() < 0.0
    }

    /// About where a part is in this pose.
    pub(crate) fn middle(&self, part: &Part, body: &Body) -> Vec3 {
        self.entries[part.first_entry].place(&body.world_from_joint).transform_point3(part.middle)
    }

    /// Balls that hold the body in this pose.
    pub(crate) fn balls<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = Ball> + Clone + 'a {
        let carrying =
            self.reaches.iter().zip(&body.world_from_joint).filter(|(reach, _)| **reach > 0.0);
        carrying.map(|(&reach, map)| {
            let scale =
                [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis].map(Vec3::length);
            Ball { center: map.translation, radius: reach * scale.into_iter().fold(0.0, f32::max) }
        })
    }
}

impl Entry {
    fn place(&self, world_from_joint: &[Affine3]) -> Affine3 {
        let map = self.joint.and_then(|joint| world_from_joint.get(joint));
        map.map_or(Affine3::IDENTITY, |world_from_joint| *world_from_joint * self.joint_from_mesh)
    }
}

/// Takes what the joints carry of a primitive into their reaches.
fn widen(reaches: &mut [f32], entries: &[Entry], primitive: &kansetsu_formats::Primitive) {
    let mut widen = |entry: usize, position: Vec3| {
        let Some(entry) = entries.get(entry) else { return };
        if let Some(reach) = entry.joint.and_then(|joint| reaches.get_mut(joint)) {
            let distance = entry.joint_from_mesh.transform_point3(position).length();
            *reach = if distance.is_finite() { reach.max(distance) } else { *reach };
        }
    };
    for (vertex, &position) in primitive.positions.iter().enumerate() {
        let influences = vertices::influences(primitive, vertex);
        if influences.is_empty() {
            widen(0, position);
        }
        // A joint that hardly moves a vertex does not carry it.
        influences
            .iter()
            .filter(|influence| influence.weight > 0.2)
            .for_each(|influence| widen(influence.joint as usize, position));
    }
}
