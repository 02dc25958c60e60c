//! What the key light sees.

use eframe::wgpu;

use super::target::DEPTH;

/// Texels along a side: 2 mm each on a person.
pub(crate) const SHADOW_TEXELS: u32 = 1024;

/// A texture of depths, smaller is nearer to the light. All views of a picture draw theirs into the
/// same one, each before it is looked at.
#[derive(Debug)]
pub(crate) struct ShadowMap {
    pub(crate) view: wgpu::TextureView,
    pub(crate) sampler: wgpu::Sampler,
}

impl ShadowMap {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map"),
            size: wgpu::Extent3d {
                width: SHADOW_TEXELS,
                height: SHADOW_TEXELS,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow map"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..wgpu::SamplerDescriptor::default()
        });
        Self { view: texture.create_view(&wgpu::TextureViewDescriptor::default()), sampler }
    }
}
