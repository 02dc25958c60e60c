//! The maps that move a body's vertices, in a texture: WebGL2 has neither storage buffers nor room
//! for 256 maps in a uniform.
//!
//! An entry is four texels: the three rows of a map to world space, and a tint multiplied by how
//! much of it is mixed in.

use eframe::wgpu;
use kansetsu::glam::Affine3;

/// Entries in a row of the texture; the shader knows it too.
const PER_ROW: usize = 64;
/// Numbers in an entry.
const FLOATS: usize = 16;

/// Entries on the way to the texture.
#[derive(Clone, Debug, Default)]
pub(crate) struct PaletteNumbers {
    numbers: Vec<f32>,
}

impl PaletteNumbers {
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len() / FLOATS
    }

    /// One more entry.
    pub(crate) fn push(&mut self, world_from_mesh: &Affine3, tint: [f32; 4]) {
        let [x, y, z] = [
            world_from_mesh.matrix3.row(0),
            world_from_mesh.matrix3.row(1),
            world_from_mesh.matrix3.row(2),
        ];
        let move_by = world_from_mesh.translation;
        let [r, g, b, a] = tint;
        let rows = [x.extend(move_by.x), y.extend(move_by.y), z.extend(move_by.z)];
        rows.iter().for_each(|row| self.numbers.extend(row.to_array()));
        self.numbers.extend([r * a, g * a, b * a, a]);
    }
}

/// The texture.
#[derive(Debug)]
pub(crate) struct Palette {
    texture: wgpu::Texture,
    rows: u32,
}

impl Palette {
    pub(crate) fn new(device: &wgpu::Device, entries: usize) -> Self {
        // In powers of two, so that it seldom grows.
        let rows = entries.div_ceil(PER_ROW).max(1).next_power_of_two() as u32;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("palette"),
            size: wgpu::Extent3d {
                width: (PER_ROW * 4) as u32,
                height: rows,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Self { texture, rows }
    }

    /// Whether so many entries fit.
    pub(crate) fn holds(&self, entries: usize) -> bool {
        entries <= self.rows as usize * PER_ROW
    }

    pub(crate) fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor::default())
    }

    /// Sends the entries.
    pub(crate) fn write(&self, queue: &wgpu::Queue, entries: &mut PaletteNumbers) {
        let rows = entries.len().div_ceil(PER_ROW);
        if rows == 0 {
            return;
        }
        entries.numbers.resize(rows * PER_ROW * FLOATS, 0.0);
        let width = (PER_ROW * 4) as u32;
        queue.write_texture(
            self.texture.as_image_copy(),
            bytemuck::cast_slice(&entries.numbers),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * 16),
                rows_per_image: None,
            },
            wgpu::Extent3d { width, height: rows as u32, depth_or_array_layers: 1 },
        );
    }
}
