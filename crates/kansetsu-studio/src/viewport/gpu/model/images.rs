//! A figure's images on the graphics card.

use eframe::wgpu;
use kansetsu_formats::Figure;

use super::bitmap::Bitmap;
use crate::viewport::gpu::layouts::Layouts;

/// What materials look at: one entry for each image, and a white pixel for those without.
#[derive(Debug)]
pub(crate) struct Images {
    sampler: wgpu::Sampler,
    white: wgpu::BindGroup,
    of_figure: Vec<Option<wgpu::BindGroup>>,
    /// Indices of those that are not unpacked yet.
    packed: Vec<usize>,
}

impl Images {
    /// All white, until the images that materials use are unpacked.
    pub(crate) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        layouts: &Layouts,
        figure: &Figure,
    ) -> Self {
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("image"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            anisotropy_clamp: 4,
            ..wgpu::SamplerDescriptor::default()
        });
        let white = upload(device, queue, Bitmap { width: 1, height: 1, pixels: vec![[255; 4]] });
        let is_used = |index: &usize| {
            figure.materials.iter().any(|material| material.base_color_image == Some(*index))
        };
        Self {
            white: bind(device, layouts, &white, &sampler),
            sampler,
            of_figure: figure.images.iter().map(|_| None).collect(),
            packed: (0..figure.images.len()).rev().filter(is_used).collect(),
        }
    }

    /// Unpacks and sends the next image; `false` when there is none left. An image that cannot be
    /// read stays white.
    pub(crate) fn unpack_next(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        layouts: &Layouts,
        figure: &Figure,
    ) -> bool {
        let Some(index) = self.packed.pop() else { return false };
        let most = device.limits().max_texture_dimension_2d.min(4096);
        if let (Some(slot), Some(image)) = (self.of_figure.get_mut(index), figure.images.get(index))
        {
            let bitmap = Bitmap::decode(image, most);
            *slot = bitmap
                .map(|bitmap| bind(device, layouts, &upload(device, queue, bitmap), &self.sampler));
        }
        true
    }

    /// Whether there are images left to unpack.
    pub(crate) fn are_packed(&self) -> bool {
        !self.packed.is_empty()
    }

    /// The image of this index; white where there is none.
    pub(crate) fn get(&self, image: Option<usize>) -> &wgpu::BindGroup {
        image.and_then(|image| self.of_figure.get(image)?.as_ref()).unwrap_or(&self.white)
    }
}

fn upload(device: &wgpu::Device, queue: &wgpu::Queue, bitmap: Bitmap) -> wgpu::Texture {
    let levels = bitmap.with_smaller();
    let size = |level: &Bitmap| wgpu::Extent3d {
        width: level.width,
        height: level.height,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("image"),
        size: size(&levels[0]),
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (number, level) in levels.iter().enumerate() {
        queue.write_texture(
            wgpu::TexelCopyTextureInfo { mip_level: number as u32, ..texture.as_image_copy() },
            level.pixels.as_flattened(),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(4 * level.width),
                rows_per_image: None,
            },
            size(level),
        );
    }
    texture
}

fn bind(
    device: &wgpu::Device,
    layouts: &Layouts,
    texture: &wgpu::Texture,
    sampler: &wgpu::Sampler,
) -> wgpu::BindGroup {
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("image"),
        layout: &layouts.image,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&view),
            },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(sampler) },
        ],
    })
}
