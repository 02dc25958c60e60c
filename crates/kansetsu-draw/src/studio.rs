//! The lights of a photographer's studio and what stands in their way.
//!
//! The sky is a few dozen far lights spread evenly over the hemisphere, each with a small shadow map: their mean is
//! a true ambient occlusion, and the soft contact shadow on the ground comes for free. The key light is a handful
//! of directions close together, so that its shadows get softer with distance.

use kansetsu::glam::{Vec2, Vec3};

use crate::{
    Surface,
    camera::Camera,
    raster::{Corner, ShadowMap},
};

/// Directions of the sky. Fewer leave visible steps in the contact shadow, more cost 1 ms each.
const SKY_LIGHTS: usize = 24;
/// Texels along a side of a sky light's map: about 1 cm on a person.
const SKY_TEXELS: usize = 224;
/// Directions of the key light.
const KEY_LIGHTS: usize = 6;
/// Texels along a side of a key light's map: about 4 mm on a person.
const KEY_TEXELS: usize = 512;
/// How far the key light's directions are apart: the tangent of half its size.
const KEY_SPREAD: f32 = 0.055;

/// All lights.
pub(crate) struct Studio {
    /// The middle of the key light: from the scene towards it.
    pub(crate) to_key: Vec3,
    key: Vec<ShadowMap>,
    sky: Vec<(Vec3, ShadowMap)>,
}

impl Studio {
    /// Lights for a camera: the key comes from the upper left behind it.
    pub(crate) fn new(camera: &Camera, surfaces: &[Surface], center: Vec3, radius: f32) -> Self {
        let level = Vec3::new(camera.back.x, 0.0, camera.back.z).normalize_or(camera.right.cross(Vec3::Y).normalize_or(Vec3::Z));
        let to_key = (level * 0.75 - camera.right * 0.62 + Vec3::Y * 1.05).normalize();
        let side = to_key.cross(Vec3::Y).normalize();
        let key_directions = (0..KEY_LIGHTS).map(|index| {
            let place = spiral(index, KEY_LIGHTS) * KEY_SPREAD;
            (to_key + side * place.x + to_key.cross(side) * place.y).normalize()
        });
        let map = |to_light: Vec3, texels: usize| shadow_map(to_light, surfaces, (center, radius), texels);
        let key = key_directions.map(|to_light| map(to_light, KEY_TEXELS)).collect();
        let sky = (0..SKY_LIGHTS).map(sky_direction).map(|to_light| (to_light, map(to_light, SKY_TEXELS))).collect();
        Self { to_key, key, sky }
    }

    /// The part of the key light that reaches a point with a normal, 0 to 1.
    pub(crate) fn key_at(&self, point: Vec3, normal: Vec3) -> f32 {
        let lit = |map: &ShadowMap| map.light_at(point + normal * (1.5 * map.texel()), 2.0 * map.texel());
        self.key.iter().map(lit).sum::<f32>() / self.key.len() as f32
    }

    /// The part of the sky that a point with a normal sees, 0 to 1, weighted by the cosine.
    pub(crate) fn sky_at(&self, point: Vec3, normal: Vec3) -> f32 {
        let (mut seen, mut all) = (0.0, 1e-6);
        for (to_light, map) in &self.sky {
            let cosine = to_light.dot(normal);
            if cosine > 0.0 {
                all += cosine;
                seen += cosine * map.light_at(point + normal * (1.5 * map.texel()), 1.5 * map.texel());
            }
        }
        // What looks straight down sees no sky at all; it is lit by the floor, which is dark below a figure.
        if all < 0.05 { 0.6 } else { seen / all }
    }
}

/// What a light from `to_light` sees of the surfaces that throw shadows.
fn shadow_map(to_light: Vec3, surfaces: &[Surface], (center, radius): (Vec3, f32), texels: usize) -> ShadowMap {
    let mut map = ShadowMap::new(to_light, center, radius, texels);
    let mut corners: Vec<Corner> = Vec::new();
    for surface in surfaces.iter().filter(|surface| surface.paint.is_solid()) {
        corners.clear();
        corners.extend(surface.positions.iter().map(|&position| map.place(position)));
        for triangle in &surface.triangles {
            map.draw(triangle.map(|corner| corners[corner as usize]));
        }
    }
    map
}

/// Evenly spread over a disk of radius 1.
fn spiral(index: usize, count: usize) -> Vec2 {
    let radius = ((index as f32 + 0.5) / count as f32).sqrt();
    let (sin, cos) = libm::sincosf(index as f32 * GOLDEN_ANGLE);
    Vec2::new(cos, sin) * radius
}

/// The angle that spreads points most evenly round a spiral, radians.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

/// Evenly spread over the upper half of the sphere, none below 8 degrees: such light would throw shadows beyond
/// the maps.
fn sky_direction(index: usize) -> Vec3 {
    let up = 0.14 + 0.86 * (index as f32 + 0.5) / SKY_LIGHTS as f32;
    let (sin, cos) = libm::sincosf(index as f32 * GOLDEN_ANGLE);
    let across = (1.0 - up * up).sqrt();
    Vec3::new(cos * across, up, sin * across)
}
