//! Joint limits in space: fans for hinges, cones for swings, arcs for Euler angles and twists; and
//! the handles that change them.

use kansetsu::{d3::Limit, glam::Vec3};

use super::{
    color::{Palette, faded},
    stroke::{Pen, dot, polyline},
};
use crate::{
    posing::limits::{LimitSite, boundary},
    viewport::scene::{Face, Layer, Scene},
};

/// How opaque surfaces are.
const CLEAR: f32 = 0.12;

/// Draws the limit of a joint (the lines of [`boundary`], where the solvers stop), and the joint's
/// present position. `is_reached` shows it as what stops a drag.
pub fn limit(
    scene: &mut Scene,
    limit: &Limit,
    site: &LimitSite,
    palette: &Palette,
    is_reached: bool,
) {
    for stroke in boundary(limit, site.bone) {
        let site = site.of_line(limit, stroke.name);
        let color = if is_reached { palette.alert } else { line_color(palette, stroke.name) };
        let mut rim: Vec<Vec3> =
            stroke.points.iter().map(|point| site.place(point.direction)).collect();
        if stroke.is_closed {
            rim.extend(rim.first().copied());
            polyline(scene, &[site.centre, site.place(stroke.middle)], pen(1.0, faded(color, 0.5)));
        }
        fan(scene, site.centre, &rim, color);
        polyline(scene, &rim, pen(1.8, color));
        if stroke.is_range {
            for end in rim.first().into_iter().chain(rim.last()) {
                polyline(scene, &[site.centre, *end], pen(1.2, faded(color, 0.8)));
            }
        }
        if let Some(needle) = stroke.needle {
            polyline(scene, &[site.centre, site.now(needle)], pen(2.6, color));
        }
    }
}

/// A handle of a limit, larger under the pointer.
pub fn limit_handle(scene: &mut Scene, at: Vec3, line: &str, is_touched: bool, palette: &Palette) {
    let (width, color) =
        if is_touched { (13.0, palette.accent) } else { (9.0, line_color(palette, line)) };
    dot(scene, at, Pen { width, color, layer: Layer::Handle }, palette.halo);
}

fn line_color(palette: &Palette, line: &str) -> [f32; 4] {
    match line {
        "x" => palette.axes[0],
        "y" => palette.axes[1],
        "z" => palette.axes[2],
        "swing" => palette.swing,
        _ => palette.hinge,
    }
}

fn fan(scene: &mut Scene, centre: Vec3, rim: &[Vec3], color: [f32; 4]) {
    let face = |ends: &[Vec3]| Face {
        corners: [centre, ends[0], ends[1]],
        color: faded(color, CLEAR),
        layer: Layer::OnTop,
    };
    scene.faces.extend(rim.windows(2).map(face));
}

fn pen(width: f32, color: [f32; 4]) -> Pen {
    Pen { width, color, layer: Layer::OnTop }
}
