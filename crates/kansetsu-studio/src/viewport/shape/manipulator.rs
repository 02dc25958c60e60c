//! How the gizmo looks.

use super::{
    color::{Palette, faded},
    stroke::{Pen, polyline},
};
use crate::viewport::{
    Manipulator, Part, View,
    scene::{Face, Layer, Scene},
};

/// Draws the gizmo; the part under the pointer, or in the hand, stands out.
pub fn manipulator(
    scene: &mut Scene,
    manipulator: &Manipulator,
    view: &View,
    touched: Option<Part>,
    palette: &Palette,
) {
    for shape in manipulator.shapes(view) {
        let is_touched = touched == Some(shape.part);
        let color = match shape.part {
            _ if is_touched => palette.accent,
            Part::Axis(axis) => palette.axes[axis.index()],
            Part::Centre => palette.hinge,
            Part::Sight => palette.bone,
        };
        let color = faded(color, if is_touched { 1.0 } else { shape.opacity });
        let width = if is_touched { 4.5 } else { 3.0 };
        // A dark edge keeps the colours apart from whatever is behind.
        for line in &shape.lines {
            polyline(
                scene,
                line,
                Pen {
                    width: width + 2.0,
                    color: faded(palette.halo, 0.35 * shape.opacity),
                    layer: Layer::Handle,
                },
            );
        }
        for line in &shape.lines {
            polyline(scene, line, Pen { width, color, layer: Layer::Handle });
        }
        scene.faces.extend(shape.faces.iter().map(|&corners| Face {
            corners,
            color,
            layer: Layer::Handle,
        }));
    }
}
