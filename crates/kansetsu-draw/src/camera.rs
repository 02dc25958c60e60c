//! Projection from the world to the picture.

use kansetsu::glam::Vec3;

use crate::{Framing, Picture, aim::Aim};

/// A camera placed so that everything fits into the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// The right axis of the picture.
    pub(crate) right: Vec3,
    /// The up axis of the picture.
    pub(crate) up: Vec3,
    /// The direction from the scene to the camera.
    pub(crate) back: Vec3,
    /// The position of the camera; with an orthographic lens, a point in front of everything on the
    /// central ray.
    pub(crate) eye: Vec3,
    /// Pixels per metre at distance 1, or everywhere when orthographic.
    pub(crate) scale: f32,
    /// The middle of the picture, pixels.
    pub(crate) middle: [f32; 2],
    /// Whether the projection is a perspective one.
    pub(crate) perspective: bool,
}

/// A projected point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Projected {
    /// Pixels from the left.
    pub(crate) x: f32,
    /// Pixels from the top.
    pub(crate) y: f32,
    /// 1 / distance with perspective, 1 otherwise: the factor that makes attributes linear in the
    /// picture.
    pub(crate) inverse_w: f32,
    /// Depth, linear in the picture: larger is nearer.
    pub(crate) depth: f32,
}

impl Camera {
    /// The camera at the position that the picture sets, or at one from which all of `framing` is
    /// in the picture.
    pub(crate) fn new(aim: &Aim, framing: &Framing, picture: &Picture) -> Self {
        if let Some(eye) = &picture.eye {
            let Aim { right, up, back, perspective, .. } = *aim;
            let place = eye.world_from_eye.translation;
            return Self {
                right,
                up,
                back,
                eye: place,
                scale: eye.focal,
                middle: eye.centre.to_array(),
                perspective,
            };
        }
        let (width, height) = (picture.width as f32, picture.height as f32);
        let place = framing.place(aim);
        let opening = 1.0 - 2.0 * picture.margin.clamp(0.0, 0.4) * width.min(height) / width;
        let free_width = width * opening;
        Self {
            right: aim.right,
            up: aim.up,
            back: aim.back,
            eye: aim.right * place.x + aim.up * place.y + aim.back * place.z,
            scale: if aim.perspective {
                0.5 * free_width / aim.half_extent[0]
            } else {
                0.5 * free_width / place.half_width
            },
            middle: [0.5 * width, 0.5 * height],
            perspective: aim.perspective,
        }
    }

    /// The projection of a point; `None` if it is behind the camera or not finite.
    pub(crate) fn project(&self, point: Vec3) -> Option<Projected> {
        let from_eye = point - self.eye;
        let distance = -from_eye.dot(self.back);
        if !(distance.is_finite() && (distance > 1e-6 || !self.perspective)) {
            return None;
        }
        let inverse_w = if self.perspective { 1.0 / distance } else { 1.0 };
        let x = self.middle[0] + from_eye.dot(self.right) * self.scale * inverse_w;
        let y = self.middle[1] - from_eye.dot(self.up) * self.scale * inverse_w;
        let inside = x.abs() < 1e6 && y.abs() < 1e6;
        inside.then_some(Projected {
            x,
            y,
            inverse_w,
            depth: if self.perspective { inverse_w } else { -distance },
        })
    }

    /// The direction from a point to the camera, a unit vector.
    pub(crate) fn towards(&self, point: Vec3) -> Vec3 {
        if self.perspective { (self.eye - point).normalize_or(self.back) } else { self.back }
    }

    /// The ray through a pixel position: its origin and its direction (not of unit length).
    pub(crate) fn ray(&self, x: f32, y: f32) -> (Vec3, Vec3) {
        let (u, v) = ((x - self.middle[0]) / self.scale, (self.middle[1] - y) / self.scale);
        let across = self.right * u + self.up * v;
        if self.perspective {
            (self.eye, across - self.back)
        } else {
            (self.eye + across, -self.back)
        }
    }

    /// The length in pixels of a metre across the line of sight at `point`.
    pub(crate) fn pixels_per_metre(&self, point: Vec3) -> f32 {
        self.project(point).map_or(0.0, |projected| self.scale * projected.inverse_w)
    }
}
