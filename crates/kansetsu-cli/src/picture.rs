//! Pictures, as PNG or SVG.

use std::path::Path;

use anyhow::bail;
use kansetsu::glam::Vec3;
use kansetsu_draw::{Drawing, Mark, Picture, Scene, SkeletonStyle, Target, render_png, render_svg};
use kansetsu_formats::Figure;

use crate::{
    argument::label,
    json::{GoalEntry, SolvedGoals},
    message,
    reach::Solved,
    standard::is_standard,
};

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Svg,
}

impl Format {
    /// The format of the file's extension; PNG on standard output.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        if is_standard(path) {
            return Ok(Self::Png);
        }
        match path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
            .as_deref()
        {
            Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            _ => bail!(
                "\"{}\": a picture is drawn as PNG or SVG; use the extension .png or .svg",
                path.display()
            ),
        }
    }
}

/// The rendered scene as bytes.
pub(crate) fn of_scene(
    scene: &Scene<'_>,
    picture: &Picture,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::Png => render_png(scene, picture).map(content),
        Format::Svg => render_svg(scene, picture).map(content).map(String::into_bytes),
    }
    .map_err(Into::into)
}

/// A picture of the solved pose with its goals.
pub(crate) fn of_goals(
    figure: &Figure,
    solved: &Solved,
    picture: &Picture,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    let mut scene = Scene::new(figure, &solved.pose);
    scene.actors[0].skeleton = SkeletonStyle::Shown;
    scene.marks = targets(figure, &solved.goals);
    of_scene(&scene, picture, format)
}

/// A mark for each goal; the mark of a missed goal shows the residual.
pub(crate) fn targets(figure: &Figure, solved: &SolvedGoals) -> Vec<Mark> {
    solved.goals.iter().map(|goal| target(figure, goal)).collect()
}

fn target(figure: &Figure, goal: &GoalEntry) -> Mark {
    // A line shorter than a millimetre is invisible.
    let reached = (goal.distance > 1e-3).then(|| Vec3::from_array(goal.reached));
    Mark::Target(Target {
        position: Vec3::from_array(goal.target),
        reached,
        label: written(figure, &goal.joint),
    })
}

/// The label of a joint in a picture: its name, or its role or its number if the name has letters
/// outside ASCII, which pictures lack.
fn written(figure: &Figure, name: &str) -> String {
    let skeleton = &figure.rig.skeleton;
    let found =
        (0..skeleton.len()).find(|&joint| !name.is_ascii() && label(skeleton, joint) == name);
    found.map_or_else(
        || name.to_owned(),
        |joint| {
            let role = figure.rig.roles.iter().find(|(_, plays)| **plays == joint);
            role.map_or_else(|| format!("#{joint}"), |(role, _)| role.name().to_owned())
        },
    )
}

/// The drawn picture; warnings go to standard error.
pub(crate) fn content<T>(drawing: Drawing<T>) -> T {
    drawing.warnings.iter().for_each(|warning| message::warning(warning));
    drawing.content
}
