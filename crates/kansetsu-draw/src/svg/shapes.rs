//! Flat shapes as SVG elements.

use super::writer::{Writer, escaped, number, path};
use crate::{Ink, font, overlay::Shape};

pub(super) fn write(writer: &mut Writer, shapes: &[Shape]) {
    if shapes.is_empty() {
        return;
    }
    writer.line("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" font-family=\"system-ui, sans-serif\">");
    for shape in shapes {
        writer.line(&element(shape));
    }
    writer.line("</g>");
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Polygon { points, ink } => {
            format!("<path d=\"{}\" {}/>", path(points, true), painted("fill", *ink))
        }
        Shape::Line { points, width, ink } => {
            format!(
                "<path d=\"{}\" {} stroke-width=\"{}\"/>",
                path(points, false),
                painted("stroke", *ink),
                number(*width)
            )
        }
        Shape::Disk { center, radius, ink } => {
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
                number(center.x),
                number(center.y),
                number(*radius),
                painted("fill", *ink)
            )
        }
        Shape::Ring { center, radius, width, ink } => {
            let place = format!(
                "cx=\"{}\" cy=\"{}\" r=\"{}\"",
                number(center.x),
                number(center.y),
                number(*radius)
            );
            format!(
                "<circle {place} {} stroke-width=\"{}\"/>",
                painted("stroke", *ink),
                number(*width)
            )
        }
        Shape::Text { at, size, text, ink, halo } => {
            let place = format!(
                "x=\"{}\" y=\"{}\" font-size=\"{}\"",
                number(at.x),
                number(at.y),
                number(*size)
            );
            let width = number(2.2 * font::stroke_width(*size));
            let halo = format!(
                "{} stroke-width=\"{width}\" paint-order=\"stroke\"",
                painted("stroke", *halo)
            );
            format!("<text {place} {} {halo}>{}</text>", painted("fill", *ink), escaped(text))
        }
    }
}

/// `fill` or `stroke` in a colour.
fn painted(what: &str, ink: Ink) -> String {
    let opacity = if ink.alpha < 1.0 {
        format!(" {what}-opacity=\"{}\"", number(ink.alpha))
    } else {
        String::new()
    };
    format!("{what}=\"#{:06x}\"{opacity}", ink.hex)
}
