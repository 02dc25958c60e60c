//! The floor's shadow and grid as outlines and lines.

use kansetsu::glam::{Vec2, Vec3};

use super::{
    contour,
    writer::{Writer, number, path},
};
use crate::{backdrop::Backdrop, ground::Floor, stage::Stage};

/// Cells along a side of the square in which the shadow is traced.
const CELLS: usize = 96;
/// The number of nested outlines, each a little darker.
const STEPS: usize = 12;
/// The number of pieces of a fading grid line.
const PIECES: usize = 12;

pub(super) fn write(writer: &mut Writer, stage: &Stage, backdrop: &Backdrop) {
    let Some(floor) = stage
        .floor
        .as_ref()
        .filter(|floor| stage.camera.eye.y > floor.y && stage.camera.back.y > -0.5)
    else {
        return;
    };
    write_grid(writer, stage, floor, backdrop);
    write_shadow(writer, stage, floor, backdrop);
}

fn write_shadow(writer: &mut Writer, stage: &Stage, floor: &Floor, backdrop: &Backdrop) {
    let (center, reach) = floor.shadow_square();
    let flat = |x: f32, y: f32| center + (Vec2::new(x, y) / CELLS as f32 * 2.0 - 1.0) * reach;
    let values: Vec<f32> = (0..(CELLS + 1) * (CELLS + 1))
        .map(|index| {
            1.0 - floor.light_at(flat((index % (CELLS + 1)) as f32, (index / (CELLS + 1)) as f32))
        })
        .collect();
    let blur =
        0.9 * stage.camera.pixels_per_metre(Vec3::new(center.x, floor.y, center.y)) * 2.0 * reach
            / CELLS as f32;
    writer.line(&format!(
        "<filter id=\"soft\"><feGaussianBlur stdDeviation=\"{}\"/></filter>",
        number(blur)
    ));
    writer.line(&format!(
        "<g fill=\"#{:06x}\" fill-rule=\"evenodd\" filter=\"url(#soft)\">",
        backdrop.shadow
    ));
    for step in 0..STEPS {
        let level = |step: f32| step / STEPS as f32 * backdrop.shadow_strength;
        // The opacity of this outline, so that all outlines up to it together are as dark as its
        // level.
        let alpha = 1.0 - (1.0 - level(step as f32 + 1.0)) / (1.0 - level(step as f32));
        let loops = contour::loops(&values, CELLS, (step as f32 + 0.5) / STEPS as f32);
        let project = |place: &Vec2| {
            let flat = flat(place.x, place.y);
            stage
                .camera
                .project(Vec3::new(flat.x, floor.y, flat.y))
                .map(|projected| Vec2::new(projected.x, projected.y))
        };
        let data: String = loops
            .iter()
            .map(|outline| path(&outline.iter().filter_map(project).collect::<Vec<_>>(), true))
            .collect();
        if !data.is_empty() {
            writer.line(&format!("<path fill-opacity=\"{}\" d=\"{data}\"/>", number(alpha)));
        }
    }
    writer.line("</g>");
}

/// The lines in pieces that fade with distance; pieces of equal strength form one path.
fn write_grid(writer: &mut Writer, stage: &Stage, floor: &Floor, backdrop: &Backdrop) {
    let mut strengths = vec![String::new(); 10];
    for (from, to, strength) in floor.lines() {
        for piece in 0..PIECES {
            let at = |piece: usize| from.lerp(to, piece as f32 / PIECES as f32);
            let (start, end) = (at(piece), at(piece + 1));
            let bucket = (strength * floor.fade_at((start + end) * 0.5) * 10.0) as usize;
            if let (Some(a), Some(b), true) =
                (stage.camera.project(start), stage.camera.project(end), bucket > 0)
            {
                strengths[bucket.min(9)]
                    .push_str(&path(&[Vec2::new(a.x, a.y), Vec2::new(b.x, b.y)], false));
            }
        }
    }
    writer.line(&format!("<g fill=\"none\" stroke=\"#{:06x}\">", backdrop.line));
    for (bucket, data) in strengths.iter().enumerate().filter(|(_, data)| !data.is_empty()) {
        let opacity = (bucket as f32 + 0.5) / 10.0 * backdrop.line_strength;
        writer.line(&format!("<path stroke-opacity=\"{}\" d=\"{data}\"/>", number(opacity)));
    }
    writer.line("</g>");
}
