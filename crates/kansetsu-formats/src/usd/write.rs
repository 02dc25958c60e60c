//! A figure as the text of a USD file.

use kansetsu::d3::Pose;

use super::binds::Binds;
use super::names::Names;
use super::skeleton::Bones;
use super::text::{Text, quoted};
use super::{looks, motion, surfaces};
use crate::output::{self, Losses, Take, Written, check_pose, takes};
use crate::{Error, Figure};

/// The format's name in errors.
pub(super) const FORMAT: &str = "USD";

/// Writes a figure in a pose, in its saved pose without one, with its clips. Their frame rate is
/// `rate`, by default their own. The pictures of materials are beside the file.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton. [`Error::Malformed`] for clips and meshes
/// that the format cannot store; the place names them.
pub fn write(figure: &Figure, pose: Option<&Pose>, rate: Option<f32>) -> Result<Written, Error> {
    let own = figure.saved_pose();
    let standing = pose.unwrap_or(&own);
    check_pose(&figure.rig.skeleton, standing)?;
    let mut losses = Losses::of(figure);
    losses.add_looks(figure, |material| material.unlit);
    let is_limited = figure.rig.limits.iter().any(Option::is_some);
    if !figure.rig.roles.is_empty() || is_limited || figure.reference.is_replaced() {
        losses.add("roles", &figure.name);
    }
    let takes = takes(figure, standing, (FORMAT, rate), &mut losses)?;
    takes.iter().skip(1).for_each(|take| losses.add("further clips", &take.name));
    let surfaces = output::surfaces(figure, FORMAT, &mut losses)?;
    let bones = Bones::of(figure, standing, &mut losses);
    let binds = Binds::of(figure, &bones, &mut losses);
    let mut names = Names::default();
    let root = Names::default().unique(&figure.name, "Figure");
    let mut text = Text::default();
    head(figure, (&root, &takes), &mut text);
    text.open(&format!("def SkelRoot \"{root}\""), &[]);
    let skeletons: Vec<String> =
        binds.groups.iter().map(|_| format!("/{root}/{}", names.unique("Skeleton", ""))).collect();
    let materials =
        looks::Materials::new(figure, &format!("/{root}/{}", names.unique("Materials", "")));
    let motions: Vec<String> =
        takes.iter().map(|take| names.unique(&take.name, "Animation")).collect();
    let played = motions.first().map(|name| format!("/{root}/{name}"));
    for (path, bind) in skeletons.iter().zip(&binds.groups) {
        bones.write(path, bind, played.as_deref(), &mut text);
    }
    let stage_rate = takes.first().map_or(USUAL_RATE, |take| take.rate);
    for (take, name) in takes.iter().zip(&motions) {
        motion::write((take, name, stage_rate), (standing, &bones), &mut losses, &mut text);
    }
    for surface in &surfaces {
        let name = names.unique(&surface.name, "Mesh");
        let bound = binds.of_surface(surface, &bones);
        surfaces::write((surface, &name), (&bound, &skeletons[bound.group]), &materials, &mut text);
    }
    let pictures = materials.write(figure, &mut text);
    text.close();
    Ok(Written { bytes: text.text.into_bytes(), pictures, warnings: losses.warnings() })
}

/// The frame rate of a file without motion, frames per second.
const USUAL_RATE: f64 = 30.0;

/// The head of the file.
fn head(figure: &Figure, (root, takes): (&str, &[Take]), text: &mut Text) {
    let rate = takes.first().map_or(USUAL_RATE, |take| take.rate);
    let end = takes
        .first()
        .and_then(|take| take.times.last())
        .map_or(0.0, |&end| motion::code(end, rate));
    text.line("#usda 1.0");
    text.line("(");
    if let Some(meta) = &figure.meta {
        text.line("    customLayerData = {");
        for (key, value) in
            [("author", &meta.authors), ("licence", &meta.licence), ("title", &meta.title)]
        {
            text.line(&format!("        string {key} = {}", quoted(value)));
        }
        text.line("    }");
    }
    for line in [
        format!("defaultPrim = \"{root}\""),
        format!("doc = \"Kansetsu {}\"", env!("CARGO_PKG_VERSION")),
        format!("endTimeCode = {end}"),
        format!("framesPerSecond = {rate}"),
        "metersPerUnit = 1".to_owned(),
        "startTimeCode = 0".to_owned(),
        format!("timeCodesPerSecond = {rate}"),
        "upAxis = \"Y\"".to_owned(),
    ] {
        text.line(&format!("    {line}"));
    }
    text.line(")");
    text.line("");
}
