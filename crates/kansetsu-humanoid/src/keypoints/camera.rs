//! The camera model: from points in space to pixels.

use kansetsu::glam::{Affine3, Vec2, Vec3};

use kansetsu::{Error, ops};

/// A pinhole lens: the size in pixels of an object of size 1 at distance 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lens {
    /// The focal length, pixels, greater than 0.
    #[cfg_attr(feature = "serde", serde(alias = "focal"))]
    pub focal_length: f32,
    /// The principal point, pixels, x to the right and y down; most often the middle of the
    /// picture.
    #[cfg_attr(feature = "serde", serde(alias = "centre"))]
    pub principal_point: Vec2,
}

impl Lens {
    /// The lens of a picture of this size in pixels with this vertical field of view, degrees, in
    /// [1, 150].
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for another angle, [`Error::InvalidKeypoints`] for a picture of zero
    /// size.
    pub fn new(size: Vec2, field_of_view_deg: f32) -> Result<Self, Error> {
        if !(1.0..=150.0).contains(&field_of_view_deg) {
            return Err(Error::OutOfRange {
                what: "the field of view",
                value: field_of_view_deg,
                min: 1.0,
                max: 150.0,
            });
        }
        if !(size.min_element() > 0.0 && size.is_finite()) {
            return Err(Error::InvalidKeypoints {
                what: format!("a picture of {} by {} pixels has no size", size.x, size.y),
            });
        }
        Ok(Self {
            focal_length: 0.5 * size.y / ops::tan(0.5 * field_of_view_deg.to_radians()),
            principal_point: 0.5 * size,
        })
    }

    /// The pixel of a point in the camera's frame: x to the right, y up, z backwards. `None` behind
    /// the camera.
    pub(super) fn point(&self, in_camera: Vec3) -> Option<Vec2> {
        let depth = -in_camera.z;
        (depth > 0.0)
            .then(|| {
                self.principal_point
                    + Vec2::new(in_camera.x, -in_camera.y) * (self.focal_length / depth)
            })
            .filter(|at| at.is_finite())
    }

    /// The ray from the camera through a pixel, at depth 1.
    pub(super) fn ray(&self, at: Vec2) -> Vec3 {
        let off = (at - self.principal_point) / self.focal_length;
        Vec3::new(off.x, -off.y, -1.0)
    }
}

/// The camera of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Camera {
    /// Its position and rotation in model space. It looks along its own -z; its x is to the right
    /// and its y up in the picture.
    pub model_from_camera: Affine3,
    /// Its lens.
    pub lens: Lens,
}

impl Camera {
    /// The pixel of a point in model space; `None` behind the camera.
    #[must_use]
    pub fn project(&self, place_in_model: Vec3) -> Option<Vec2> {
        self.lens.point(self.model_from_camera.inverse().transform_point3(place_in_model))
    }
}
