//! The lights of a photographer's studio and their shadows.
//!
//! The sky is a few dozen distant lights spread evenly over the hemisphere, each with a small
//! shadow map. Their mean is a true ambient occlusion, and it includes the soft contact shadow on
//! the ground. The key light is a few directions close together, so that its shadows get softer
//! with distance.

use kansetsu::glam::{Vec2, Vec3};

use crate::{
    Picture, Surface,
    camera::Camera,
    raster::{Caster, ShadowMap, Sides},
};

/// The number of directions of the key light.
const KEY_LIGHTS: usize = 6;
/// The spread of the key light's directions: the tangent of half its size.
const KEY_SPREAD: f32 = 0.055;

/// The resolution of shadows; a small picture needs less.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fineness {
    /// The number of directions of the sky: fewer leave visible steps in the contact shadow.
    sky_lights: usize,
    /// Texels along a side of a sky light's map; 192 are 1 cm each on a person.
    sky_texels: usize,
    /// Texels along a side of a key light's map; 512 are 4 mm each on a person.
    key_texels: usize,
    /// Texels along a side of the shadow on the floor.
    pub(crate) floor_texels: usize,
}

impl Fineness {
    pub(crate) fn of(picture: &Picture) -> Self {
        let side = picture.width.min(picture.height) as usize;
        Self {
            sky_lights: if side < 400 { 14 } else { 20 },
            sky_texels: (side / 3).clamp(64, 192),
            key_texels: (side * 3 / 4).clamp(128, 512),
            floor_texels: (side / 4).clamp(64, 128),
        }
    }
}

/// All lights.
pub(crate) struct Studio {
    /// The middle of the key light: the direction from the scene to it.
    pub(crate) to_key: Vec3,
    pub(crate) fineness: Fineness,
    key: Vec<ShadowMap>,
    sky: Vec<(Vec3, ShadowMap)>,
}

impl Studio {
    /// Lights for a camera: the key light comes from the upper left behind it.
    pub(crate) fn new(
        camera: &Camera,
        surfaces: &[Surface],
        (center, radius): (Vec3, f32),
        fineness: Fineness,
    ) -> Self {
        let level = Vec3::new(camera.back.x, 0.0, camera.back.z)
            .normalize_or(camera.right.cross(Vec3::Y).normalize_or(Vec3::Z));
        let to_key = (level * 0.75 - camera.right * 0.62 + Vec3::Y * 1.05).normalize();
        let side = to_key.cross(Vec3::Y).normalize();
        let key_directions = (0..KEY_LIGHTS).map(|index| {
            let place = spiral(index, KEY_LIGHTS) * KEY_SPREAD;
            (to_key + side * place.x + to_key.cross(side) * place.y).normalize()
        });
        let map = |to_light: Vec3, texels: usize| {
            shadow_map(to_light, surfaces, (center, radius), texels)
        };
        let key = key_directions.map(|to_light| map(to_light, fineness.key_texels)).collect();
        let sky = (0..fineness.sky_lights)
            .map(|index| sky_direction(index, fineness.sky_lights))
            .map(|to_light| (to_light, map(to_light, fineness.sky_texels)))
            .collect();
        Self { to_key, fineness, key, sky }
    }

    /// The fraction of the key light that reaches a point with a normal, 0 to 1.
    pub(crate) fn key_at(&self, point: Vec3, normal: Vec3) -> f32 {
        let lit =
            |map: &ShadowMap| map.light_at(point + normal * (1.5 * map.texel()), 2.0 * map.texel());
        self.key.iter().map(lit).sum::<f32>() / self.key.len() as f32
    }

    /// The fraction of the sky that a point with a normal sees, 0 to 1, weighted by the cosine.
    pub(crate) fn sky_at(&self, point: Vec3, normal: Vec3) -> f32 {
        let (mut seen, mut all) = (0.0, 1e-6);
        for (to_light, map) in &self.sky {
            let cosine = to_light.dot(normal);
            if cosine > 0.0 {
                all += cosine;
                seen +=
                    cosine * map.light_at(point + normal * (1.5 * map.texel()), 1.5 * map.texel());
            }
        }
        // A surface that faces straight down sees no sky; it is lit by the floor, which is dark
        // below a figure.
        if all < 0.05 { 0.6 } else { seen / all }
    }
}

/// The shadow map of a light from `to_light`, with all shadow casters.
fn shadow_map(
    to_light: Vec3,
    surfaces: &[Surface],
    (center, radius): (Vec3, f32),
    texels: usize,
) -> ShadowMap {
    let mut map = ShadowMap::new(to_light, center, radius, texels);
    let mut corners: Vec<Caster> = Vec::new();
    for surface in surfaces.iter().filter(|surface| surface.paint.is_solid()) {
        corners.clear();
        corners.extend(surface.positions.iter().map(|&position| map.caster(position)));
        let sides = if surface.paint.double_sided { Sides::Both } else { Sides::Front };
        for triangle in &surface.triangles {
            map.draw(triangle.map(|corner| corners[corner as usize]), sides);
        }
    }
    map
}

/// Points evenly spread over a disk of radius 1.
fn spiral(index: usize, count: usize) -> Vec2 {
    let radius = ((index as f32 + 0.5) / count as f32).sqrt();
    let (sin, cos) = libm::sincosf(index as f32 * GOLDEN_ANGLE);
    Vec2::new(cos, sin) * radius
}

/// The golden angle, which spreads points most evenly along a spiral, radians.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

/// Directions evenly spread over the upper hemisphere, none below 8 degrees: such light would throw
/// shadows beyond the maps.
fn sky_direction(index: usize, count: usize) -> Vec3 {
    let up = 0.14 + 0.86 * (index as f32 + 0.5) / count as f32;
    let (sin, cos) = libm::sincosf(index as f32 * GOLDEN_ANGLE);
    let across = (1.0 - up * up).sqrt();
    Vec3::new(cos * across, up, sin * across)
}
