//! The orientation of a camera, before its position is known.

use kansetsu::glam::Vec3;

use crate::{Lens, Picture};

/// The axes of a camera and its field of view, before its position is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    pub(crate) back: Vec3,
    /// Half the free width and height of the picture at distance 1 (perspective), or their ratio
    /// (orthographic).
    pub(crate) half_extent: [f32; 2],
    pub(crate) perspective: bool,
}

impl Aim {
    pub(crate) fn new(picture: &Picture) -> Self {
        if let Some(eye) = &picture.eye {
            let [right, up, back] = Vec3::AXES
                .map(|axis| eye.world_from_eye.transform_vector3(axis).normalize_or(axis));
            let half_extent =
                [picture.width, picture.height].map(|side| 0.5 * side as f32 / eye.focal);
            return Self { right, up, back, half_extent, perspective: true };
        }
        let azimuth = (picture.front_deg + picture.view.azimuth_deg).rem_euclid(360.0).to_radians();
        let elevation = picture.view.elevation_deg.clamp(-90.0, 90.0).to_radians();
        let ((sa, ca), (se, ce)) = (libm::sincosf(azimuth), libm::sincosf(elevation));
        let right = Vec3::new(ca, 0.0, -sa);
        let back = Vec3::new(ce * sa, se, ce * ca);
        let (perspective, opening) = match picture.view.lens {
            Lens::Perspective { field_of_view_deg } => {
                (true, libm::tanf(0.5 * field_of_view_deg.clamp(1.0, 120.0).to_radians()))
            }
            Lens::Orthographic => (false, 1.0),
        };
        let (width, height) = (picture.width as f32, picture.height as f32);
        let shorter = width.min(height);
        let free = |side: f32| opening * (side / shorter - 2.0 * picture.margin.clamp(0.0, 0.4));
        Self {
            right,
            up: back.cross(right),
            back,
            half_extent: [free(width), free(height)],
            perspective,
        }
    }
}
