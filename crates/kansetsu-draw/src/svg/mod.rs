//! Rendering of a scene to an SVG file.

mod contour;
mod floor;
mod shapes;
mod surfaces;
mod writer;

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    Drawing, Error, Framing, Picture, Scene, aim::Aim, backdrop::Backdrop, gather::Gatherer,
    overlay, paint_stage, render, stage::Stage,
};
use writer::Writer;

/// The most visible triangles in an SVG file. More become an embedded image: the file would be
/// larger and slower than a PNG.
const MOST_TRIANGLES: usize = 24_000;

/// Draws a scene and returns the text of an SVG file: shaded triangles, the floor's shadow as
/// nested outlines, lines, and text as text. Surfaces with very many visible triangles are embedded
/// as an image.
///
/// # Errors
/// [`Error::Size`].
pub fn render_svg(scene: &Scene, picture: &Picture) -> Result<Drawing<String>, Error> {
    picture.check()?;
    let mut gatherer = Gatherer::default();
    let surfaces = gatherer.surfaces(scene);
    let mut framing = Framing::default();
    let aim = Aim::new(picture);
    render::frame(scene, &surfaces, &aim, &mut framing);
    let stage = Stage::new(surfaces, &aim, &framing, picture);
    let mut writer = Writer::new(picture.width, picture.height, &title(scene, picture));
    let visible = surfaces::visible(&stage, picture);
    if visible.len() > MOST_TRIANGLES {
        let png = paint_stage::paint(&stage, picture).to_png()?;
        writer.image(&STANDARD.encode(png));
    } else {
        write_backdrop(&mut writer, &Backdrop::new(picture.background));
        floor::write(&mut writer, &stage, &Backdrop::new(picture.background));
        surfaces::write(&mut writer, &stage, &visible);
    }
    shapes::write(&mut writer, &overlay::shapes(scene, &stage.camera, picture));
    Ok(Drawing { content: writer.finish(), warnings: gatherer.warnings })
}

fn title(scene: &Scene, picture: &Picture) -> String {
    if !picture.caption.is_empty() {
        return picture.caption.clone();
    }
    let names: Vec<&str> = scene
        .actors
        .iter()
        .map(|actor| actor.figure.name.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() { "A posed figure".to_owned() } else { names.join(", ") }
}

fn write_backdrop(writer: &mut Writer, backdrop: &Backdrop) {
    if backdrop.solid {
        writer.line(&format!(
            "<defs><linearGradient id=\"backdrop\" x2=\"0\" y2=\"1\"><stop stop-color=\"#{:06x}\"/><stop offset=\"1\" stop-color=\"#{:06x}\"/></linearGradient></defs>",
            backdrop.top, backdrop.bottom
        ));
        writer.line("<rect width=\"100%\" height=\"100%\" fill=\"url(#backdrop)\"/>");
    }
}
