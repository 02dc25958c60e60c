//! Pictures to keep.

use eframe::egui_wgpu::RenderState;

use super::{
    card::{Gpu, Recording},
    error::Error,
    frame::Extent,
    paint::Kept,
    pending::Pending,
    renderer::Renderer,
};
use crate::viewport::scene::Scene;
use eframe::wgpu;

/// The size of a picture to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureSize {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// How many pixels wide a line of width 1 is.
    pub line_scale: f32,
}

/// Starts to draw a scene into a separate picture. With a background of alpha 0 the picture is
/// transparent where there is nothing. It is ready a little later: see [`Pending::take`].
///
/// # Errors
/// [`Error::Size`].
pub fn draw_picture(
    state: &RenderState,
    scene: &Scene,
    size: PictureSize,
) -> Result<Pending, Error> {
    let mut egui = state.renderer.write();
    let kept = Kept::of(&mut egui.callback_resources, &state.device, state.target_format);
    draw_with(&mut kept.renderer, Gpu { device: &state.device, queue: &state.queue }, scene, size)
}

/// The same with a renderer at hand.
pub(crate) fn draw_with(
    renderer: &mut Renderer,
    gpu: Gpu<'_>,
    scene: &Scene,
    size: PictureSize,
) -> Result<Pending, Error> {
    let most = gpu.device.limits().max_texture_dimension_2d;
    let PictureSize { width, height, line_scale } = size;
    if width == 0 || height == 0 || width > most || height > most {
        return Err(Error::Size { width, height, most });
    }
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("picture") });
    let mut recording = Recording { gpu, encoder: &mut encoder };
    let view = renderer.draw_once(
        &mut recording,
        scene,
        Extent { width, height, pixels_per_point: line_scale },
    );
    Ok(Pending::new(gpu, &view.target, encoder))
}
