//! Vertices as the graphics card takes them.

use eframe::wgpu::{self, VertexFormat};
use kansetsu::glam::Vec3;
use kansetsu_formats::{Influence, Primitive, vertex_normals};

/// Joints that move a vertex, at most; of more, the strongest.
const MOST: usize = 8;

/// Numbers of a vertex in the first buffer: position, normal, texture coordinates.
const FLOATS: usize = 8;
/// Numbers of a vertex in the second buffer: colour, then twice four joints and their four weights.
const SHORTS: usize = 4 + 2 * MOST;

/// Positions, normals and texture coordinates of a primitive, for the first buffer. `positions`
/// are its own or those of an expression; normals stay.
pub(crate) fn shape(primitive: &Primitive, positions: &[Vec3]) -> Vec<f32> {
    let made;
    let normals = if primitive.normals.len() == primitive.positions.len() {
        &primitive.normals
    } else {
        made = vertex_normals(&primitive.positions, primitive.indices.as_chunks().0);
        &made
    };
    let mut shape = Vec::with_capacity(FLOATS * positions.len());
    for (index, (position, normal)) in positions.iter().zip(normals).enumerate() {
        let uv = primitive.uvs.get(index).copied().unwrap_or_default();
        shape.extend(position.to_array());
        shape.extend(normal.to_array());
        shape.extend(uv.to_array());
    }
    shape
}

/// Colours and influences of a primitive, for the second buffer. `entries`: how many joints the
/// skin has; an influence of a joint beyond gets the entry after the last.
pub(crate) fn skin(primitive: &Primitive, entries: usize) -> Vec<u16> {
    let mut skin = Vec::with_capacity(SHORTS * primitive.positions.len());
    for index in 0..primitive.positions.len() {
        let color = primitive.colors.get(index).copied().unwrap_or([1.0; 4]);
        // Their roots: so dark colours keep their steps. The shader squares them.
        skin.extend(color.map(|channel| to_short(channel.clamp(0.0, 1.0).sqrt())));
        let strongest = strongest(influences(primitive, index));
        for four in strongest.as_chunks::<4>().0 {
            skin.extend(four.map(|influence| (influence.joint as usize).min(entries) as u16));
            skin.extend(four.map(|influence| to_short(influence.weight)));
        }
    }
    skin
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
