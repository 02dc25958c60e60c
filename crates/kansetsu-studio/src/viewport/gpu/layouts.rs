//! What the shaders are given, group by group.

use std::num::NonZeroU64;

use eframe::wgpu::{self, BindingType, ShaderStages};

use super::frame::FRAME_BYTES;

/// Bytes of `struct Draw` in `shader/skin.wgsl`.
pub(crate) const DRAW_BYTES: u64 = 5 * 16;

/// The layouts of all bind groups.
#[derive(Debug)]
pub(crate) struct Layouts {
    /// The frame's numbers alone: while the shadow map is drawn it cannot be read.
    pub(crate) frame: wgpu::BindGroupLayout,
    /// The frame's numbers and the shadow map.
    pub(crate) lit_frame: wgpu::BindGroupLayout,
    /// The palette and what is drawn with it.
    pub(crate) skin: wgpu::BindGroupLayout,
    /// An image.
    pub(crate) image: wgpu::BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let group = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries,
            })
        };
        let frame = entry(0, ShaderStages::VERTEX_FRAGMENT, uniform(FRAME_BYTES, false));
        let shadow_map = texture(wgpu::TextureSampleType::Depth);
        let palette = texture(wgpu::TextureSampleType::Float { filterable: false });
        Self {
            frame: group("frame", &[frame]),
            lit_frame: group(
                "lit frame",
                &[
                    frame,
                    entry(1, ShaderStages::FRAGMENT, shadow_map),
                    entry(
                        2,
                        ShaderStages::FRAGMENT,
                        BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
                    ),
                ],
            ),
            skin: group(
                "skin",
                &[
                    entry(0, ShaderStages::VERTEX, palette),
                    entry(1, ShaderStages::VERTEX_FRAGMENT, uniform(DRAW_BYTES, true)),
                ],
            ),
            image: group(
                "image",
                &[
                    entry(
                        0,
                        ShaderStages::FRAGMENT,
                        texture(wgpu::TextureSampleType::Float { filterable: true }),
                    ),
                    entry(
                        1,
                        ShaderStages::FRAGMENT,
                        BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                    ),
                ],
            ),
        }
    }
}

fn entry(binding: u32, visibility: ShaderStages, ty: BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }
}

fn uniform(bytes: u64, has_dynamic_offset: bool) -> BindingType {
    BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset,
        min_binding_size: NonZeroU64::new(bytes),
    }
}

fn texture(sample_type: wgpu::TextureSampleType) -> BindingType {
    BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}
