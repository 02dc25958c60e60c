//! The position of the viewer.

use std::f32::consts::FRAC_PI_2;

use kansetsu::glam::{Mat4, Vec3, Vec4};
use serde::{Deserialize, Serialize};

/// How depth is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// Far things are small.
    #[default]
    Perspective,
    /// Far things are as large as near ones.
    Orthographic,
}

/// A camera that orbits a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// What it orbits and looks at, in world space, metres.
    pub target: Vec3,
    /// Radians about +Y; 0 looks along -Z (from the front of a figure that faces +Z).
    pub yaw: f32,
    /// Radians above the horizon, in [-π/2, π/2].
    pub pitch: f32,
    /// Metres from the target, greater than 0.
    pub distance: f32,
    /// Vertical field of view, radians. An orthographic camera shows what a perspective one shows
    /// at the target.
    pub field_of_view: f32,
    /// How depth is shown.
    pub projection: Projection,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            target: Vec3::new(0.0, 0.9, 0.0),
            yaw: 0.5,
            pitch: 0.15,
            distance: 3.2,
            field_of_view: 0.7,
            projection: Projection::Perspective,
        }
    }
}

/// The nearest and the farthest that is seen, as parts of the distance to the target. Nearer, and
/// depth loses its digits; less far, and the ground ends in sight.
const NEAR: f32 = 0.01;
const FAR: f32 = 60.0;

/// Half the height of a full-frame sensor (36 × 24 mm), millimetres: what focal lengths refer to.
const HALF_SENSOR: f32 = 12.0;

impl Camera {
    /// Whether it can look with these numbers.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_in = |value: f32, low: f32, high: f32| (low..=high).contains(&value);
        self.target.is_finite()
            && self.yaw.is_finite()
            && is_in(self.pitch, -FRAC_PI_2 - 1e-3, FRAC_PI_2 + 1e-3)
            && is_in(self.distance, 1e-6, 1e9)
            && is_in(self.field_of_view, 1e-3, 3.1)
    }

    /// To the right in the picture, in world space; a unit vector.
    #[must_use]
    pub fn right(&self) -> Vec3 {
        let (sin, cos) = self.yaw.sin_cos();
        Vec3::new(cos, 0.0, -sin)
    }

    /// From the target to the camera, in world space; a unit vector.
    #[must_use]
    pub fn back(&self) -> Vec3 {
        let ((sy, cy), (sp, cp)) = (self.yaw.sin_cos(), self.pitch.sin_cos());
        Vec3::new(sy * cp, sp, cy * cp)
    }

    /// Upwards in the picture, in world space; a unit vector. Defined when looking straight down,
    /// too.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        self.back().cross(self.right())
    }

    /// Its position, in world space, metres.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.target + self.back() * self.distance
    }

    /// Half the height of what is seen at the target, metres.
    #[must_use]
    pub fn half_height(&self) -> f32 {
        self.distance * (0.5 * self.field_of_view).tan()
    }

    /// The focal length of a lens with this field of view on full frame (36 × 24 mm), millimetres.
    #[must_use]
    pub fn focal_length(&self) -> f32 {
        HALF_SENSOR / (0.5 * self.field_of_view).tan()
    }

    /// The same picture of the target through a lens of this focal length on full frame,
    /// millimetres, in [`Self::FOCAL_LENGTHS`]: the camera comes nearer or goes back.
    #[must_use]
    pub fn with_focal_length(self, millimetres: f32) -> Self {
        let [shortest, longest] = Self::FOCAL_LENGTHS;
        let tangent = HALF_SENSOR / millimetres.clamp(shortest, longest);
        Self { field_of_view: 2.0 * tangent.atan(), distance: self.half_height() / tangent, ..self }
    }

    /// The shortest and the longest focal length that the studio offers, millimetres: from a wide
    /// angle to a lens for portraits.
    pub const FOCAL_LENGTHS: [f32; 2] = [24.0, 135.0];

    /// The nearest and the farthest that is seen, metres in front of the eye; negative is behind
    /// it, which an orthographic camera sees too.
    #[must_use]
    pub fn depth_range(&self) -> [f32; 2] {
        let far = self.distance * FAR + 100.0;
        match self.projection {
            Projection::Perspective => [self.distance * NEAR, far],
            Projection::Orthographic => [-far, far],
        }
    }

    /// `view_from_world`: right-handed, x to the right, y up, the viewer looks along -z.
    #[must_use]
    pub fn view_from_world(&self) -> Mat4 {
        let (right, up, back, eye) = (self.right(), self.up(), self.back(), self.eye());
        Mat4::from_cols(
            Vec3::new(right.x, up.x, back.x).extend(0.0),
            Vec3::new(right.y, up.y, back.y).extend(0.0),
            Vec3::new(right.z, up.z, back.z).extend(0.0),
            Vec3::new(-right.dot(eye), -up.dot(eye), -back.dot(eye)).extend(1.0),
        )
    }

    /// `clip_from_view` for a picture of this width over height: x and y in [-1, 1] (y up), depth
    /// in [0, 1] from near to far.
    #[must_use]
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let [near, far] = self.depth_range();
        let depth = 1.0 / (near - far);
        // The half height at distance 1, or everywhere; then what depth and w are made of.
        let (half_height, toward, across) = match self.projection {
            Projection::Perspective => {
                ((0.5 * self.field_of_view).tan(), [far * depth, -1.0], [near * far * depth, 0.0])
            }
            Projection::Orthographic => (self.half_height(), [depth, 0.0], [near * depth, 1.0]),
        };
        let zoom = 1.0 / half_height;
        Mat4::from_cols(
            Vec4::X * (zoom / aspect),
            Vec4::Y * zoom,
            Vec4::new(0.0, 0.0, toward[0], toward[1]),
            Vec4::new(0.0, 0.0, across[0], across[1]),
        )
    }

    /// `clip_from_world` for a picture of this width over height.
    #[must_use]
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * self.view_from_world()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_and_near_and_far_are_0_and_1() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for pitch in [-std::f32::consts::FRAC_PI_2, -0.3, 0.0, 1.2, std::f32::consts::FRAC_PI_2]
            {
                let camera = Camera { pitch, yaw: 2.3, projection, ..Camera::default() };
                let clip = camera.clip_from_world(1.6);
                let middle = clip.project_point3(camera.target);
                assert!(middle.truncate().length() < 1e-5, "{middle}");
                for (at, depth) in camera.depth_range().into_iter().zip([0.0, 1.0]) {
                    let seen = clip.project_point3(camera.eye() - camera.back() * at);
                    assert!(
                        (seen.z - depth).abs() < 1e-4,
                        "{projection:?} {pitch}: {seen} for {depth}"
                    );
                }
                let top = clip.project_point3(camera.target + camera.up() * camera.half_height());
                assert!(
                    (top.y - 1.0).abs() < 1e-5,
                    "an orthographic camera shows what a perspective one shows at the target"
                );
            }
        }
    }

    #[test]
    fn a_lens_of_any_focal_length_shows_the_target_at_the_same_size() {
        let camera = Camera::default();
        assert!((camera.focal_length() - 32.9).abs() < 0.1, "{}", camera.focal_length());
        for length in [24.0, 35.0, 50.0, 85.0, 135.0] {
            let through = camera.with_focal_length(length);
            assert!((through.focal_length() - length).abs() < 1e-3);
            assert!((through.half_height() - camera.half_height()).abs() < 1e-5);
            // Vertically, 24 mm of film.
            let angle = 2.0 * (12.0_f32 / length).atan();
            assert!((through.field_of_view - angle).abs() < 1e-6);
        }
        assert!((camera.with_focal_length(1e9).focal_length() - 135.0).abs() < 1e-3);
        assert!((camera.with_focal_length(0.0).focal_length() - 24.0).abs() < 1e-3);
    }

    #[test]
    fn yaw_0_looks_along_minus_z_with_x_to_the_right() {
        let camera = Camera { yaw: 0.0, pitch: 0.0, ..Camera::default() };
        assert!(camera.back().distance(Vec3::Z) < 1e-6);
        assert!(camera.right().distance(Vec3::X) < 1e-6);
        assert!(camera.up().distance(Vec3::Y) < 1e-6);
    }
}
