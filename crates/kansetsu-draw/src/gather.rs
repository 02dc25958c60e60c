//! Conversion of a scene to triangles in the world.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu::glam::{Affine3, Vec4};
use kansetsu_formats::{Figure, Placement, Primitive};

use crate::{Actor, Paint, Prop, Scene, Surface, Texture};

/// The light clay colour of surfaces without a material.
const CLAY: [f32; 4] = [0.50, 0.485, 0.465, 1.0];

/// Poses figures and decodes their images, each image once for any number of scenes.
#[derive(Default)]
pub(crate) struct Gatherer {
    /// By the figure's address and the image's index.
    textures: BTreeMap<(usize, usize), Option<Arc<Texture>>>,
    /// Parts that could not be drawn as the figure defines them.
    pub(crate) warnings: Vec<String>,
}

impl Gatherer {
    /// All surfaces of a scene.
    pub(crate) fn surfaces(&mut self, scene: &Scene) -> Vec<Surface> {
        let mut surfaces: Vec<Surface> = scene.props.iter().map(prop_surface).collect();
        for actor in scene.actors.iter().filter(|actor| actor.has_surface()) {
            let world_from_joint: Vec<Affine3> =
                actor.model_from_joint.iter().map(|map| actor.world_from_model * *map).collect();
            for mesh in actor.figure.visible_meshes() {
                let placement = actor.figure.placement(mesh.attachment, &world_from_joint);
                surfaces.extend(
                    mesh.primitives.iter().map(|part| self.surface(actor, &placement, part)),
                );
            }
        }
        surfaces
    }

    fn surface(&mut self, actor: &Actor, placement: &Placement, part: &Primitive) -> Surface {
        let surface = Surface {
            positions: part.posed_positions(placement),
            normals: part.posed_normals(placement),
            uvs: part.uvs.clone(),
            colors: part.colors.iter().copied().map(Vec4::from_array).collect(),
            triangles: triangles(part, is_mirrored(part, placement)),
            paint: self.paint(actor, part),
        };
        surface.completed()
    }

    fn paint(&mut self, actor: &Actor, part: &Primitive) -> Paint {
        let Some(material) = part.material.and_then(|index| actor.figure.materials.get(index))
        else {
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
        let decoded = figure
            .images
            .get(image)
            .ok_or_else(|| "the figure has no such image".to_owned())
            .and_then(Texture::decode);
        let texture = match decoded {
            Ok(texture) => Some(Arc::new(texture)),
            Err(problem) => {
                self.warnings
                    .push(format!("image {image} of {} is ignored: {problem}", figure.name));
                None
            }
        };
        self.textures.insert(key, texture.clone());
        texture
    }
}

fn prop_surface(prop: &Prop) -> Surface {
    let placement = Placement::Rigid(prop.world_from_prop);
    let part = Primitive { influences: Vec::new(), ..prop.surface.clone() };
    let surface = Surface {
        positions: part.posed_positions(&placement),
        normals: part.posed_normals(&placement),
        uvs: Vec::new(),
        colors: Vec::new(),
        triangles: triangles(&part, is_mirrored(&part, &placement)),
        paint: Paint::plain(prop.color, 1.0),
    };
    surface.completed()
}

fn triangles(part: &Primitive, mirrored: bool) -> Vec<[u32; 3]> {
    let (triples, _) = part.indices.as_chunks::<3>();
    triples.iter().map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] }).collect()
}

/// Whether the transform of the surface mirrors it; the first vertex decides for all.
fn is_mirrored(part: &Primitive, placement: &Placement) -> bool {
    let first = part.indices.first().map_or(0, |&index| index as usize);
    first < part.positions.len()
        && part.model_from_vertex(first, placement).matrix3.determinant() < 0.0
}
