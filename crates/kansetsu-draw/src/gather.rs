//! From a scene to triangles in the world.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu::glam::{Affine3, Vec3, Vec4};
use kansetsu_formats::{Attachment, Figure, Mesh, Primitive};

use crate::{Actor, Paint, Prop, Scene, Surface, Texture};

/// The light clay of surfaces without a material.
const CLAY: [f32; 4] = [0.62, 0.60, 0.58, 1.0];

/// Poses figures and unpacks their images, each image once however many scenes show it.
#[derive(Default)]
pub(crate) struct Gatherer {
    /// By the figure's address and the image's index.
    textures: BTreeMap<(usize, usize), Option<Arc<Texture>>>,
    /// What could not be drawn as the figure wants it.
    pub(crate) warnings: Vec<String>,
}

impl Gatherer {
    /// All surfaces of a scene.
    pub(crate) fn surfaces(&mut self, scene: &Scene) -> Vec<Surface> {
        let props = scene.props.iter().map(prop_surface);
        let mut surfaces: Vec<Surface> = props.collect();
        for actor in scene.actors.iter().filter(|actor| actor.has_surface()) {
            for mesh in &actor.figure.meshes {
                surfaces.extend(mesh.primitives.iter().filter_map(|part| self.surface(actor, mesh, part)));
            }
        }
        surfaces
    }

    fn surface(&mut self, actor: &Actor, mesh: &Mesh, part: &Primitive) -> Option<Surface> {
        let paint = self.paint(actor, part);
        let (positions, normals, mirrored) = posed(actor, mesh, part)?;
        let surface = Surface {
            positions,
            normals,
            uvs: part.uvs.clone(),
            colors: part.colors.iter().copied().map(Vec4::from_array).collect(),
            triangles: triangles(part, mirrored),
            paint,
        };
        Some(surface.completed())
    }

    fn paint(&mut self, actor: &Actor, part: &Primitive) -> Paint {
        let Some(material) = part.material.and_then(|index| actor.figure.materials.get(index)) else {
            return Paint::plain(CLAY, actor.opacity);
        };
        let texture = material.base_color_image.and_then(|image| self.texture(actor.figure, image));
        Paint::new(material, texture, actor.opacity)
    }

    fn texture(&mut self, figure: &Figure, image: usize) -> Option<Arc<Texture>> {
        let key = (std::ptr::from_ref(figure).addr(), image);
        if let Some(known) = self.textures.get(&key) {
            return known.clone();
        }
        let decoded = figure.images.get(image).ok_or_else(|| "the figure does not have it".to_owned()).and_then(Texture::decode);
        let texture = match decoded {
            Ok(texture) => Some(Arc::new(texture)),
            Err(problem) => {
                self.warnings.push(format!("image {image} of {} is left out: {problem}", figure.name));
                None
            }
        };
        self.textures.insert(key, texture.clone());
        texture
    }
}

fn prop_surface(prop: &Prop) -> Surface {
    let map = prop.world_from_prop;
    let normal_map = cofactor(&map);
    let surface = Surface {
        positions: prop.surface.positions.iter().map(|&position| map.transform_point3(position)).collect(),
        normals: prop.surface.normals.iter().map(|&normal| (normal_map * normal).normalize_or_zero()).collect(),
        uvs: Vec::new(),
        colors: Vec::new(),
        triangles: triangles(&prop.surface, map.matrix3.determinant() < 0.0),
        paint: Paint::plain(prop.color, 1.0),
    };
    surface.completed()
}

fn triangles(part: &Primitive, mirrored: bool) -> Vec<[u32; 3]> {
    let (triples, _) = part.indices.as_chunks::<3>();
    triples.iter().map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] }).collect()
}

/// Positions, normals, and whether the surface is mirrored.
fn posed(actor: &Actor, mesh: &Mesh, part: &Primitive) -> Option<(Vec<Vec3>, Vec<Vec3>, bool)> {
    let maps: Vec<Affine3> = match mesh.attachment {
        Attachment::Joint(joint) => vec![actor.world_from_joint(joint)?],
        Attachment::Skin(skin) => {
            let skin = actor.figure.skins.get(skin)?;
            let bound = |(slot, joint): (usize, &usize)| {
                let inverse_bind = skin.inverse_bind.get(slot).copied().unwrap_or(Affine3::IDENTITY);
                actor.world_from_joint(*joint).map_or(Affine3::IDENTITY, |world_from_joint| world_from_joint * inverse_bind)
            };
            skin.joints.iter().enumerate().map(bound).collect()
        }
    };
    let per_vertex = part.influences_per_vertex;
    let map_of = |vertex: usize| {
        let influences = part.influences.get(vertex * per_vertex..(vertex + 1) * per_vertex).unwrap_or(&[]);
        if influences.is_empty() {
            return maps.first().copied().unwrap_or(actor.world_from_model);
        }
        let total: f32 = influences.iter().map(|influence| influence.weight).sum();
        let mut sum = Affine3::ZERO;
        for influence in influences {
            let Some(map) = maps.get(influence.joint as usize) else { continue };
            let weight = influence.weight / total;
            sum.matrix3 += map.matrix3 * weight;
            sum.translation += map.translation * weight;
        }
        sum
    };
    let vertex_maps: Vec<Affine3> = (0..part.positions.len()).map(map_of).collect();
    let positions = vertex_maps.iter().zip(&part.positions).map(|(map, &position)| map.transform_point3(position)).collect();
    let normals = vertex_maps.iter().zip(&part.normals).map(|(map, &normal)| (cofactor(map) * normal).normalize_or_zero()).collect();
    let mirrored = vertex_maps.first().is_some_and(|map| map.matrix3.determinant() < 0.0);
    Some((positions, normals, mirrored))
}

/// The map of normals: the inverse transpose times the determinant's size, which exists for flattened maps too.
fn cofactor(map: &Affine3) -> kansetsu::glam::Mat3 {
    let m = &map.matrix3;
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    kansetsu::glam::Mat3::from_cols(m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis)) * sign
}
