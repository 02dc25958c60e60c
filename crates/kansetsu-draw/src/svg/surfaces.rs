//! Surfaces as flat triangles, from far to near.

use kansetsu::glam::Vec2;

use super::writer::{Writer, number, path};
use crate::{
    Picture, color,
    raster::{NONE, Visibility},
    stage::{Face, Stage},
};

/// The visible faces, from far to near: first the opaque ones, then the translucent ones over them.
pub(super) fn visible(stage: &Stage, picture: &Picture) -> Vec<u32> {
    let solid = seen(stage, picture, |face| stage.surface_of(face).paint.is_solid());
    let thin = seen(stage, picture, |face| !stage.surface_of(face).paint.is_solid());
    let nearness = |face: &u32| {
        stage.corners(&stage.faces[*face as usize]).iter().map(|corner| corner.depth).sum::<f32>()
    };
    let sorted = |mut faces: Vec<u32>| {
        faces.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        faces
    };
    let mut faces = sorted(solid);
    faces.extend(sorted(thin));
    faces
}

/// The faces of a kind that no other face of the kind hides.
fn seen(stage: &Stage, picture: &Picture, is_kind: impl Fn(&Face) -> bool) -> Vec<u32> {
    let kind: Vec<u32> =
        (0..stage.faces.len() as u32).filter(|&id| is_kind(&stage.faces[id as usize])).collect();
    let (width, height) = (picture.width as usize, picture.height as usize);
    let rows = (8192 / width).clamp(1, height);
    let mut is_seen = vec![false; stage.faces.len()];
    for y0 in (0..height).step_by(rows) {
        let y1 = (y0 + rows).min(height);
        let mut visibility = Visibility::new(width, y0, y1);
        for &id in &kind {
            let face = &stage.faces[id as usize];
            if face.screen.span.y0 < y1 && face.screen.span.y1 > y0 {
                visibility.draw(&face.screen, id, |x, y| {
                    stage.is_there(face, x as f32 + 0.5, y as f32 + 0.5)
                });
            }
        }
        for pixel in 0..width * (y1 - y0) {
            let ids = visibility.ids(pixel % width, y0 + pixel / width);
            ids.iter().filter(|&&id| id != NONE).for_each(|&id| is_seen[id as usize] = true);
        }
    }
    kind.into_iter().filter(|&id| is_seen[id as usize]).collect()
}

/// Each triangle in the colour of its center. A thin line of the same colour closes the gaps that
/// anti-aliasing leaves between neighbours.
pub(super) fn write(writer: &mut Writer, stage: &Stage, faces: &[u32]) {
    if faces.is_empty() {
        return;
    }
    writer.line("<g stroke-width=\".6\" stroke-linejoin=\"round\">");
    let (mut run, mut look) = (String::new(), String::new());
    for &id in faces {
        let face = &stage.faces[id as usize];
        let corners = stage.corners(face).map(|corner| Vec2::new(corner.x, corner.y));
        let next = look_of(stage, face, (corners[0] + corners[1] + corners[2]) / 3.0);
        if next != look {
            write_run(writer, &look, &run);
            run.clear();
            look = next;
        }
        run.push_str(&path(&corners, true));
    }
    write_run(writer, &look, &run);
    writer.line("</g>");
}

fn write_run(writer: &mut Writer, look: &str, run: &str) {
    if !run.is_empty() {
        writer.line(&format!("<path {look} d=\"{run}\"/>"));
    }
}

fn look_of(stage: &Stage, face: &Face, middle: Vec2) -> String {
    let light = stage.shade(face, middle.x, middle.y);
    let [r, g, b] = color::to_bytes(color::soften(light.truncate()));
    let (color, alpha) =
        (format!("#{r:02x}{g:02x}{b:02x}"), light.w * stage.surface_of(face).paint.opacity);
    // Lines around translucent triangles would be visible twice.
    if alpha < 1.0 {
        format!("fill=\"{color}\" fill-opacity=\"{}\"", number(alpha))
    } else {
        format!("fill=\"{color}\" stroke=\"{color}\"")
    }
}
