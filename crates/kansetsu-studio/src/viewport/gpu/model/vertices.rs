//! Vertices as the graphics card takes them.

use eframe::wgpu::{self, VertexFormat};
use kansetsu_formats::{Influence, Primitive, vertex_normals};

/// Joints that move a vertex, at most; of more, the strongest.
const MOST: usize = 8;

/// Numbers of a vertex in the first buffer: position, normal, texture coordinates.
const FLOATS: usize = 8;
/// Numbers of a vertex in the second buffer: colour, then twice four joints and their four weights.
const SHORTS: usize = 4 + 2 * MOST;

/// The vertices of a primitive in two buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vertices {
    pub(crate) shape: Vec<f32>,
    pub(crate) skin: Vec<u16>,
}

/// How the shaders read them.
pub(crate) fn layouts() -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    const SHAPE: [wgpu::VertexAttribute; 3] =
        wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2];
    const SKIN: [wgpu::VertexAttribute; 5] = wgpu::vertex_attr_array![3 => Unorm16x4, 4 => Uint16x4, 5 => Unorm16x4, 6 => Uint16x4, 7 => Unorm16x4];
    let layout = |stride: usize, attributes| {
        Some(wgpu::VertexBufferLayout {
            array_stride: stride as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes,
        })
    };
    [layout(FLOATS * VertexFormat::Float32.size() as usize, &SHAPE), layout(SHORTS * 2, &SKIN)]
}

impl Vertices {
    /// `entries`: how many joints the skin has; an influence of a joint beyond gets the entry after
    /// the last.
    pub(crate) fn new(primitive: &Primitive, entries: usize) -> Self {
        let made;
        let normals = if primitive.normals.len() == primitive.positions.len() {
            &primitive.normals
        } else {
            made = vertex_normals(&primitive.positions, primitive.indices.as_chunks().0);
            &made
        };
        let mut vertices = Self::default();
        for (index, position) in primitive.positions.iter().enumerate() {
            let uv = primitive.uvs.get(index).copied().unwrap_or_default();
            vertices.shape.extend(position.to_array());
            vertices.shape.extend(normals[index].to_array());
            vertices.shape.extend(uv.to_array());
            let color = primitive.colors.get(index).copied().unwrap_or([1.0; 4]);
            // Their roots: so dark colours keep their steps. The shader squares them.
            vertices.skin.extend(color.map(|channel| to_short(channel.clamp(0.0, 1.0).sqrt())));
            vertices.push_influences(influences(primitive, index), entries);
        }
        vertices
    }

    fn push_influences(&mut self, influences: &[Influence], entries: usize) {
        let strongest = strongest(influences);
        for four in strongest.as_chunks::<4>().0 {
            self.skin.extend(four.map(|influence| (influence.joint as usize).min(entries) as u16));
            self.skin.extend(four.map(|influence| to_short(influence.weight)));
        }
    }
}

/// What moves a vertex.
pub(crate) fn influences(primitive: &Primitive, vertex: usize) -> &[Influence] {
    let start = vertex * primitive.influences_per_vertex;
    primitive.influences.get(start..start + primitive.influences_per_vertex).unwrap_or_default()
}

/// The strongest influences, their weights brought to a sum of 1. Without weights the first joint
/// moves the vertex.
fn strongest(influences: &[Influence]) -> [Influence; MOST] {
    let mut all: Vec<Influence> =
        influences.iter().copied().filter(|influence| influence.weight > 0.0).collect();
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.truncate(MOST);
    let total: f32 = all.iter().map(|influence| influence.weight).sum();
    let mut strongest = [Influence::default(); MOST];
    if !(total.is_finite() && total > 1e-12) {
        strongest[0] = Influence {
            joint: influences.first().map_or(0, |influence| influence.joint),
            weight: 1.0,
        };
        return strongest;
    }
    for (place, influence) in strongest.iter_mut().zip(all) {
        *place = Influence { weight: influence.weight / total, ..influence };
    }
    strongest
}

fn to_short(part: f32) -> u16 {
    (part * 65535.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_and_the_weakest_are_left_out() {
        let influence = |joint: u32| Influence { joint, weight: 1.0 + joint as f32 };
        let many: Vec<Influence> = (0..10).map(influence).collect();
        let strongest = strongest(&many);
        assert_eq!(strongest.map(|influence| influence.joint), [9, 8, 7, 6, 5, 4, 3, 2]);
        assert!(
            (strongest.iter().map(|influence| influence.weight).sum::<f32>() - 1.0).abs() < 1e-6
        );
    }

    #[test]
    fn a_vertex_without_weights_follows_its_first_joint() {
        let lost = [Influence { joint: 3, weight: 0.0 }, Influence { joint: 1, weight: 0.0 }];
        assert_eq!(strongest(&lost)[0], Influence { joint: 3, weight: 1.0 });
    }
}
