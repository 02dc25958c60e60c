//! Reflection of light by a surface.
//!
//! A diffuse term and a microfacet highlight for the key light (GGX: Walter et al., Microfacet
//! Models for Refraction, EGSR 2007, with the approximations of Karis, Real Shading in Unreal
//! Engine 4, SIGGRAPH 2013 course). Ambient light comes from a sky and a floor of two colours. A
//! rim light separates the outline from the background.

use std::f32::consts::PI;

use kansetsu::glam::Vec3;

/// The key light: slightly warm.
const KEY: Vec3 = Vec3::new(1.0, 0.96, 0.89);
/// Light from above.
const SKY: Vec3 = Vec3::new(0.54, 0.58, 0.64);
/// Light reflected by the floor.
const FLOOR: Vec3 = Vec3::new(0.28, 0.265, 0.25);
/// The rim light, on surfaces seen at grazing angles.
const RIM: Vec3 = Vec3::new(0.34, 0.37, 0.42);

/// A point on a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Unit vector.
    pub(crate) normal: Vec3,
    /// Unit vector to the camera.
    pub(crate) to_eye: Vec3,
    /// Unit vector to the key light.
    pub(crate) to_key: Vec3,
    /// The fraction of the key light that arrives.
    pub(crate) key: f32,
    /// The fraction of the sky that is visible.
    pub(crate) sky: f32,
    /// The linear base colour.
    pub(crate) color: Vec3,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
}

/// The light reflected from the point to the camera.
pub(crate) fn shade(spot: &Spot) -> Vec3 {
    let diffuse = spot.color * (1.0 - spot.metallic);
    let at_normal = Vec3::splat(0.04).lerp(spot.color, spot.metallic);
    let facing = spot.normal.dot(spot.to_eye).clamp(0.02, 1.0);
    key_light(spot, diffuse, at_normal, facing)
        + surroundings(spot, diffuse, at_normal, facing)
        + rim(spot, facing)
}

fn key_light(spot: &Spot, diffuse: Vec3, at_normal: Vec3, facing: f32) -> Vec3 {
    let cosine = spot.normal.dot(spot.to_key);
    if cosine <= 0.0 || spot.key <= 0.0 {
        return Vec3::ZERO;
    }
    let half = (spot.to_key + spot.to_eye).normalize_or(spot.normal);
    let (nh, vh) = (spot.normal.dot(half).clamp(0.0, 1.0), spot.to_eye.dot(half).clamp(0.0, 1.0));
    let roughness = spot.roughness.max(0.25);
    let alpha2 = roughness * roughness * roughness * roughness;
    let spread = nh * nh * (alpha2 - 1.0) + 1.0;
    let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    let masking = 1.0 / ((cosine * (1.0 - k) + k) * (facing * (1.0 - k) + k));
    let highlight =
        fresnel(at_normal, vh) * (alpha2 / (PI * spread * spread) * masking * 0.25 * PI);
    KEY * (diffuse + highlight) * (cosine * spot.key)
}

fn surroundings(spot: &Spot, diffuse: Vec3, at_normal: Vec3, facing: f32) -> Vec3 {
    let from = |direction: Vec3| FLOOR.lerp(SKY, 0.5 + 0.5 * direction.y);
    let mirrored = spot.normal * (2.0 * spot.normal.dot(spot.to_eye)) - spot.to_eye;
    let gloss = (1.0 - spot.roughness).max(0.0);
    let grazing = Vec3::splat(gloss).max(at_normal);
    let reflected = at_normal + (grazing - at_normal) * power5(1.0 - facing);
    (diffuse * from(spot.normal) + reflected * from(mirrored)) * spot.sky
}

fn rim(spot: &Spot, facing: f32) -> Vec3 {
    let edge = (1.0 - facing) * (1.0 - facing) * (1.0 - facing);
    let above = 0.55 + 0.45 * spot.normal.y;
    RIM * (spot.color * 0.7 + 0.3) * (edge * above * spot.sky)
}

fn fresnel(at_normal: Vec3, cosine: f32) -> Vec3 {
    at_normal + (Vec3::ONE - at_normal) * power5(1.0 - cosine)
}

fn power5(x: f32) -> f32 {
    x * x * x * x * x
}
