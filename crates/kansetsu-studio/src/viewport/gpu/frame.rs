//! What every pass knows of the picture: the numbers behind `struct Frame` in `shader/frame.wgsl`.

use kansetsu::glam::{Mat4, Vec3, Vec4};

use super::{lens::Lens, shadow_box::ShadowBox};
use crate::viewport::{
    Light,
    scene::{Ramp, Scene},
};

/// The bytes of `struct Frame`.
pub(crate) const FRAME_BYTES: u64 = 4 * FLOATS as u64;
const FLOATS: usize = 2 * 16 + 10 * 4;

/// The size of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// Pixels.
    pub(crate) width: u32,
    /// Pixels.
    pub(crate) height: u32,
    /// Pixels in a point of the screen: what widths of lines are given in.
    pub(crate) pixels_per_point: f32,
}

impl Extent {
    pub(crate) fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }
}

/// The numbers of one picture.
pub(crate) fn numbers(
    scene: &Scene,
    lens: &Lens,
    shadow: Option<&ShadowBox>,
    extent: Extent,
    shadow_texels: u32,
) -> [f32; FLOATS] {
    let is_perspective = f32::from(lens.near > 0.0);
    let light_from_world = shadow.map_or(Mat4::ZERO, |shadow| shadow.light_from_world);
    let [r, g, b, a] = scene.background;
    let [top, bottom] = match scene.ramp {
        Ramp::Studio => [AT_TOP, AT_BOTTOM].map(|factor| Vec3::new(r, g, b) * factor),
        Ramp::Between(top, bottom) => [top.into(), bottom.into()],
    }
    .map(|color: Vec3| color.powf(0.5));
    let vectors = [
        lens.eye.extend(is_perspective),
        lens.back.extend(lens.near),
        to_key(lens, &scene.light).extend(f32::from(shadow.is_some())),
        Vec4::new(
            extent.width as f32,
            extent.height as f32,
            extent.pixels_per_point,
            shadow_texels as f32,
        ),
        Vec4::new(r, g, b, a),
        ink([r, g, b, a]),
        scene.camera.target.extend(scene.camera.distance),
        Vec3::from(scene.light.radiance()).extend(0.0),
        top.extend(0.0),
        bottom.extend(0.0),
    ];
    let mut numbers = [0.0; FLOATS];
    numbers[..16].copy_from_slice(&lens.clip_from_world.to_cols_array());
    numbers[16..32].copy_from_slice(&light_from_world.to_cols_array());
    for (place, vector) in numbers[32..].chunks_exact_mut(4).zip(vectors) {
        place.copy_from_slice(&vector.to_array());
    }
    numbers
}

/// How bright the studio's background is at its ends.
const AT_TOP: f32 = 0.86;
const AT_BOTTOM: f32 = 1.06;

/// Towards the key light.
pub(crate) fn to_key(lens: &Lens, light: &Light) -> Vec3 {
    let level = Vec3::new(lens.back.x, 0.0, lens.back.z)
        .normalize_or(lens.right.cross(Vec3::Y).normalize_or(Vec3::Z));
    light.direction(level, lens.right)
}

/// Lines that show on the background: dark on light, light on dark, grey on nothing.
fn ink([r, g, b, a]: [f32; 4]) -> Vec4 {
    let brightness = 0.21 * r + 0.72 * g + 0.07 * b;
    if a < 0.5 {
        Vec4::new(0.22, 0.25, 0.3, 0.5)
    } else if brightness > 0.25 {
        Vec4::new(0.12, 0.155, 0.21, 0.5)
    } else {
        Vec4::new(0.24, 0.3, 0.38, 0.42)
    }
}
