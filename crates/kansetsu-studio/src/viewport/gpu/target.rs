//! Where a picture is drawn before it gets into the app window: smooth edges and depth need
//! textures of their own.

use eframe::wgpu;

use super::frame::Extent;

/// Light, stored as sRGB numbers, multiplied by alpha.
pub(crate) const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Reversed depth wants the precision of floating point.
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Samples in a pixel: what every device has.
pub(crate) const SAMPLES: u32 = 4;

/// The textures of one size.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) extent: Extent,
    /// One colour for each pixel, once all is drawn.
    pub(crate) finished: wgpu::Texture,
    pub(crate) finished_view: wgpu::TextureView,
    pub(crate) samples: wgpu::TextureView,
    pub(crate) depth: wgpu::TextureView,
}

impl Target {
    pub(crate) fn new(device: &wgpu::Device, extent: Extent) -> Self {
        let texture = |label, format, sample_count, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: extent.width,
                    height: extent.height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let reading = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let finished = texture("picture", COLOR, 1, attachment | reading);
        let view =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self {
            extent,
            finished_view: view(&finished),
            finished,
            samples: view(&texture("picture's samples", COLOR, SAMPLES, attachment)),
            depth: view(&texture("picture's depth", DEPTH, SAMPLES, attachment)),
        }
    }
}
