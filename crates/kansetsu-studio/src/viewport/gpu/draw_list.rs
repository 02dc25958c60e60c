//! What of the bodies is drawn, and how.

use std::sync::Arc;

use kansetsu::glam::Vec3;
use kansetsu_formats::{Expressed, Figure};

use super::{
    layouts::DRAW_BYTES,
    library::Library,
    model::{Model, Part},
    palette::PaletteNumbers,
};
use crate::viewport::scene::{Body, Scene, Surface};

/// Bodies at least so opaque hide what is behind them.
const OPAQUE: f32 = 0.995;

/// When something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Among what hides what is behind it.
    Solid,
    /// Laid over what is solid, the farthest first.
    Blended,
    /// Part of a body that one sees through: its nearest surface is laid over everything.
    Ghost,
}

/// A primitive of a body.
#[derive(Clone, Debug)]
pub(crate) struct DrawCall {
    pub(crate) stage: Stage,
    figure: Arc<Figure>,
    /// The expression of its body.
    pub(crate) face: Option<Arc<Expressed>>,
    part: usize,
    /// Index of its body in the scene.
    pub(crate) body: usize,
    /// Larger is nearer to the viewer.
    nearness: f32,
    /// Where its numbers are in the uniform buffer.
    pub(crate) offset: u32,
}

impl DrawCall {
    /// What is drawn.
    pub(crate) fn part<'a>(&self, library: &'a Library) -> Option<(&'a Model, &'a Part)> {
        let model = library.get(&self.figure)?;
        Some((model, model.parts.get(self.part)?))
    }
}

/// All of a picture's draw calls and their numbers.
#[derive(Debug, Default)]
pub(crate) struct DrawList {
    pub(crate) calls: Vec<DrawCall>,
    pub(crate) uniforms: Vec<u8>,
    pub(crate) palette: PaletteNumbers,
}

impl DrawList {
    /// Collects what a scene shows; `step` is how far apart the numbers of draw calls must be.
    pub(crate) fn collect(&mut self, scene: &Scene, library: &Library, back: Vec3, step: usize) {
        self.calls.clear();
        self.uniforms.clear();
        self.palette.clear();
        for (index, body) in scene.bodies.iter().enumerate() {
            if let Some(model) = library.get(&body.figure) {
                self.add_body(index, body, (model, back), step);
            }
        }
        let order = |call: &DrawCall| match call.stage {
            Stage::Solid => 0,
            Stage::Blended => 1,
            Stage::Ghost => 2,
        };
        // Ghosts are drawn body by body: parts of one must look the same.
        self.calls.sort_by(|a, b| order(a).cmp(&order(b)).then(a.nearness.total_cmp(&b.nearness)));
    }

    fn add_body(&mut self, index: usize, body: &Body, (model, back): (&Model, Vec3), step: usize) {
        let first = model.pose(body, &mut self.palette);
        let middle = body.world_from_joint.first().map_or(Vec3::ZERO, |map| map.translation);
        for (number, part) in model.parts.iter().enumerate() {
            let stage = if body.opacity < OPAQUE {
                Stage::Ghost
            } else if part.surface.blends {
                Stage::Blended
            } else {
                Stage::Solid
            };
            let at = if stage == Stage::Blended { model.middle(part, body) } else { middle };
            self.calls.push(DrawCall {
                stage,
                figure: body.figure.clone(),
                face: body.face.clone(),
                part: number,
                body: index,
                nearness: at.dot(back),
                offset: self.uniforms.len() as u32,
            });
            self.push_numbers(
                body,
                part,
                [first + part.entries, usize::from(model.is_mirrored(part, body))],
            );
            self.uniforms.resize(self.uniforms.len().next_multiple_of(step), 0);
        }
    }

    /// The bytes of `struct Draw` in `shader/skin.wgsl`.
    fn push_numbers(&mut self, body: &Body, part: &Part, [first_entry, is_mirrored]: [usize; 2]) {
        let surface = &part.surface;
        let [er, eg, eb] = surface.emissive;
        let [r, g, b, a] = body.tint;
        // What is no light has no tint.
        let (kind, tint) = match body.surface {
            Surface::Lit => (f32::from(surface.is_unlit), [r, g, b, a.clamp(0.0, 1.0)]),
            Surface::Depth([near, far]) => (2.0, [near, far, 0.0, 0.0]),
            Surface::Normal => (3.0, [0.0; 4]),
        };
        let numbers = [
            surface.base_color,
            [er, eg, eb, kind],
            tint,
            [
                body.opacity.clamp(0.0, 1.0),
                surface.least_alpha,
                surface.metallic,
                surface.roughness,
            ],
        ];
        let place = [
            first_entry as u32,
            u32::from(surface.is_double_sided),
            is_mirrored as u32,
            u32::from(surface.blends),
        ];
        self.uniforms.extend_from_slice(bytemuck::cast_slice(&numbers));
        self.uniforms.extend_from_slice(bytemuck::cast_slice(&place));
        debug_assert_eq!((numbers.len() + 1) * 16, DRAW_BYTES as usize);
    }
}
