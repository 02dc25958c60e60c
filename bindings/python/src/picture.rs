//! Pictures of poses.

use kansetsu::Pose;
use kansetsu_draw::{Actor, Picture, Scene, SkeletonStyle, View, render_png};
use kansetsu_formats::Figure;
use pyo3::PyResult;

use crate::error::{OrRaise, in_argument};

/// The settings of a picture.
pub(crate) struct Wish<'a> {
    /// The width, pixels.
    pub(crate) width: u32,
    /// The height, pixels.
    pub(crate) height: u32,
    pub(crate) view: &'a str,
    /// Whether the skeleton is drawn over the surface.
    pub(crate) skeleton: bool,
}

/// Draws the picture as PNG.
pub(crate) fn png(figure: &Figure, pose: &Pose, wish: &Wish<'_>) -> PyResult<Vec<u8>> {
    let mut actor = Actor::new(figure, pose);
    if wish.skeleton {
        actor.skeleton = SkeletonStyle::Shown;
    }
    let view = View::parse(wish.view).map_err(|error| in_argument("view", &error))?;
    let front_deg = figure.front().azimuth_deg();
    let picture =
        Picture { width: wish.width, height: wish.height, view, front_deg, ..Picture::default() };
    let scene = Scene { actors: vec![actor], ..Scene::default() };
    Ok(render_png(&scene, &picture).or_raise()?.content)
}
