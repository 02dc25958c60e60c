//! A primitive on the graphics card.

use eframe::wgpu::{self, util::DeviceExt};
use kansetsu_formats::{AlphaMode, Material, Primitive};

use super::{entry_range::EntryRange, vertices};
use kansetsu::glam::Vec3;

/// The light clay of surfaces without a material.
const CLAY: [f32; 4] = [0.50, 0.485, 0.465, 1.0];

/// Triangles of one material.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) shape: wgpu::Buffer,
    pub(crate) skin: wgpu::Buffer,
    pub(crate) indices: wgpu::Buffer,
    pub(crate) index_count: u32,
    pub(crate) surface: Surface,
    /// The indices of its mesh and its primitive in the figure.
    pub(crate) source: [usize; 2],
    /// Where the palette entries of its attachment begin, among its figure's.
    pub(crate) entries: usize,
    /// The entry that moves its first vertex most.
    pub(crate) first_entry: usize,
    /// The middle of its vertices, in the space of `first_entry`'s mesh.
    pub(crate) middle: Vec3,
}

/// The properties of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Surface {
    pub(crate) base_color: [f32; 4],
    pub(crate) emissive: [f32; 3],
    pub(crate) is_unlit: bool,
    /// What has less alpha is not drawn; -1 draws all.
    pub(crate) least_alpha: f32,
    pub(crate) blends: bool,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
    pub(crate) is_double_sided: bool,
    pub(crate) image: Option<usize>,
}

impl Part {
    /// Sends a primitive; `None` when there is nothing to draw.
    pub(crate) fn new(
        device: &wgpu::Device,
        (primitive, source): (&Primitive, [usize; 2]),
        material: Option<&Material>,
        entries: EntryRange,
    ) -> Option<Self> {
        let count = primitive.positions.len();
        let triangles = primitive.indices.as_chunks::<3>().0;
        let inside = triangles
            .iter()
            .filter(|corners| corners.iter().all(|&corner| (corner as usize) < count));
        let indices: Vec<u32> = inside.flatten().copied().collect();
        if indices.is_empty() {
            return None;
        }
        let send = |label, contents: &[u8], usage| {
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some(label),
                contents,
                usage,
            })
        };
        let strongest = vertices::influences(primitive, indices[0] as usize)
            .iter()
            .max_by(|a, b| a.weight.total_cmp(&b.weight));
        Some(Self {
            shape: send_shape(device, primitive, &primitive.positions),
            skin: send(
                "skin",
                bytemuck::cast_slice(&vertices::skin(primitive, entries.count)),
                wgpu::BufferUsages::VERTEX,
            ),
            source,
            index_count: indices.len() as u32,
            indices: send("triangles", bytemuck::cast_slice(&indices), wgpu::BufferUsages::INDEX),
            surface: Surface::new(material),
            entries: entries.first,
            first_entry: entries.first
                + strongest.map_or(0, |influence| (influence.joint as usize).min(entries.count)),
            middle: primitive.positions.iter().copied().sum::<Vec3>() / count as f32,
        })
    }
}

/// Sends the vertices of a primitive at these positions.
pub(crate) fn send_shape(
    device: &wgpu::Device,
    primitive: &Primitive,
    positions: &[Vec3],
) -> wgpu::Buffer {
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("shape"),
        contents: bytemuck::cast_slice(&vertices::shape(primitive, positions)),
        usage: wgpu::BufferUsages::VERTEX,
    })
}

impl Surface {
    fn new(material: Option<&Material>) -> Self {
        let clay = Material { base_color: CLAY, ..Material::default() };
        let material = material.unwrap_or(&clay);
        Self {
            base_color: material.base_color,
            emissive: material.emissive,
            is_unlit: material.unlit,
            least_alpha: match material.alpha {
                AlphaMode::Mask(least) => least.max(1e-3),
                AlphaMode::Opaque => -1.0,
                // What is not seen at all hides nothing.
                AlphaMode::Blend => 1e-3,
            },
            blends: material.alpha == AlphaMode::Blend,
            metallic: material.metallic,
            roughness: material.roughness,
            is_double_sided: material.double_sided,
            image: material.base_color_image,
        }
    }
}
