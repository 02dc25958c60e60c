//! From the world to the picture: as [`Camera`] has it, but with reversed depth, which has digits
//! to spare in the distance.

use kansetsu::glam::{Mat4, Vec3, Vec4};

use crate::viewport::{Camera, Projection};

/// A camera's directions and its projection for one shape of picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    /// To the right in the picture.
    pub(crate) right: Vec3,
    /// From the scene towards the viewer.
    pub(crate) back: Vec3,
    /// Where the viewer is.
    pub(crate) eye: Vec3,
    /// Reversed depth: 1 at the near plane, 0 at infinity (orthographic: at the far plane).
    pub(crate) clip_from_world: Mat4,
    /// Metres from the viewer below which nothing is drawn; negative when orthographic, which has
    /// no space behind the viewer.
    pub(crate) near: f32,
}

impl Lens {
    /// The lens for a picture with this aspect ratio (width / height).
    pub(crate) fn new(camera: &Camera, aspect: f32) -> Self {
        let (right, back) = (camera.right(), camera.back());
        let [near, far] = camera.depth_range();
        let opening = (0.5 * camera.field_of_view).tan().max(1e-4);
        let (clip_from_view, near) = match camera.projection {
            Projection::Perspective => (perspective(opening, aspect, near), near),
            Projection::Orthographic => {
                (orthographic(opening * camera.distance, aspect, far), -1.0)
            }
        };
        Self {
            right,
            back,
            eye: camera.eye(),
            clip_from_world: clip_from_view * camera.view_from_world(),
            near,
        }
    }
}

fn perspective(opening: f32, aspect: f32, near: f32) -> Mat4 {
    Mat4::from_cols(
        Vec4::new(1.0 / (opening * aspect), 0.0, 0.0, 0.0),
        Vec4::new(0.0, 1.0 / opening, 0.0, 0.0),
        Vec4::new(0.0, 0.0, 0.0, -1.0),
        Vec4::new(0.0, 0.0, near, 0.0),
    )
}

fn orthographic(half_height: f32, aspect: f32, depth: f32) -> Mat4 {
    Mat4::from_cols(
        Vec4::new(1.0 / (half_height * aspect), 0.0, 0.0, 0.0),
        Vec4::new(0.0, 1.0 / half_height, 0.0, 0.0),
        Vec4::new(0.0, 0.0, 0.5 / depth, 0.0),
        Vec4::new(0.0, 0.0, 0.5, 1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_projections_show_the_same_at_the_target() {
        let camera = Camera { yaw: 0.7, pitch: -0.4, ..Camera::default() };
        let flat = Camera { projection: Projection::Orthographic, ..camera };
        let (round, flat) = (Lens::new(&camera, 1.5), Lens::new(&flat, 1.5));
        let beside = camera.target + round.right * 0.3 + round.back.cross(round.right) * 0.2;
        let (p, q) = (
            round.clip_from_world.project_point3(beside),
            flat.clip_from_world.project_point3(beside),
        );
        assert!((p.x - q.x).abs() < 1e-5 && (p.y - q.y).abs() < 1e-5, "{p} {q}");
        assert!(p.x > 0.0 && p.y > 0.0, "right is right and up is up: {p}");
    }

    #[test]
    fn what_is_nearer_is_deeper_in_numbers() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera { projection, ..Camera::default() };
            let lens = Lens::new(&camera, 1.0);
            let depth = |towards: f32| {
                lens.clip_from_world.project_point3(camera.target + lens.back * towards).z
            };
            assert!(
                depth(1.0) > depth(0.0)
                    && depth(0.0) > depth(-5.0)
                    && depth(-5.0) > 0.0
                    && depth(1.0) < 1.0
            );
        }
    }
}
