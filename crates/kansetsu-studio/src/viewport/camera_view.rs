//! A camera and the picture it makes: from the world to pixels and back.

use kansetsu::glam::{Vec2, Vec3};

use super::{Camera, Projection, Ray};

/// A camera with the size of its picture. Pixels count from the upper left corner, x to the right,
/// y down; they may be an interface's points as well, as long as the pointer comes in the same
/// unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where it is viewed from.
    pub camera: Camera,
    /// Width and height, pixels.
    pub size: Vec2,
}

/// A point in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected {
    /// Pixels from the upper left corner.
    pub pixel: Vec2,
    /// Metres in front of the eye, along the line of sight.
    pub depth: f32,
}

impl View {
    /// A picture of this size, at least one pixel each way.
    #[must_use]
    pub fn new(camera: Camera, size: Vec2) -> Self {
        Self { camera, size: size.max(Vec2::ONE) }
    }

    /// Width over height.
    #[must_use]
    pub fn aspect(&self) -> f32 {
        self.size.x / self.size.y
    }

    /// Where a point of the world is in the picture, which it may be beside; `None` when it is
    /// nearer than anything that is seen, or further.
    #[must_use]
    pub fn project(&self, point: Vec3) -> Option<Projected> {
        let from_eye = point - self.camera.eye();
        let depth = -from_eye.dot(self.camera.back());
        let [near, far] = self.camera.depth_range();
        if !(depth >= near && depth <= far) {
            return None;
        }
        let across = Vec2::new(from_eye.dot(self.camera.right()), -from_eye.dot(self.camera.up()));
        Some(Projected { pixel: 0.5 * self.size + across / self.metres_per_pixel(depth), depth })
    }

    /// How many metres a pixel is across the line of sight, so far in front of the eye.
    #[must_use]
    pub fn metres_per_pixel(&self, depth: f32) -> f32 {
        let at_target = 2.0 * self.camera.half_height() / self.size.y;
        match self.camera.projection {
            Projection::Perspective => at_target * depth / self.camera.distance,
            Projection::Orthographic => at_target,
        }
    }

    /// The point of the world under a pixel, so far in front of the eye.
    #[must_use]
    pub fn at_depth(&self, pixel: Vec2, depth: f32) -> Vec3 {
        let across = (pixel - 0.5 * self.size) * self.metres_per_pixel(depth);
        self.camera.eye() - self.camera.back() * depth + self.camera.right() * across.x
            - self.camera.up() * across.y
    }

    /// The ray that a pixel shows, from the eye (or, orthographic, from the plane of the eye) into
    /// the scene.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> Ray {
        let eye = self.camera.eye();
        match self.camera.projection {
            Projection::Perspective => Ray {
                origin: eye,
                direction: (self.at_depth(pixel, self.camera.distance) - eye)
                    .normalize_or(-self.camera.back()),
            },
            Projection::Orthographic => {
                Ray { origin: self.at_depth(pixel, 0.0), direction: -self.camera.back() }
            }
        }
    }

    /// The direction in which `point` is seen, a unit vector.
    #[must_use]
    pub fn sight(&self, point: Vec3) -> Vec3 {
        match self.camera.projection {
            Projection::Perspective => {
                (point - self.camera.eye()).normalize_or(-self.camera.back())
            }
            Projection::Orthographic => -self.camera.back(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views() -> impl Iterator<Item = View> {
        let sizes = [Vec2::new(800.0, 600.0), Vec2::new(300.0, 900.0)];
        let cameras = [Projection::Perspective, Projection::Orthographic]
            .map(|projection| Camera { projection, ..Camera::default() });
        sizes
            .into_iter()
            .flat_map(move |size| cameras.into_iter().map(move |camera| View::new(camera, size)))
    }

    #[test]
    fn pixels_agree_with_the_matrices() {
        for view in views() {
            let clip = view.camera.clip_from_world(view.aspect());
            for point in [Vec3::ZERO, Vec3::new(0.4, 1.3, -0.7), Vec3::new(-0.2, 0.1, 1.1)] {
                let ndc = clip.project_point3(point);
                let wanted = view.size * Vec2::new(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y);
                let seen = view.project(point).unwrap();
                assert!(seen.pixel.distance(wanted) < 0.02, "{} {wanted}", seen.pixel);
                assert!(
                    view.at_depth(seen.pixel, seen.depth).distance(point) < 1e-5,
                    "there and back"
                );
            }
        }
    }

    #[test]
    fn rays_pass_through_what_their_pixel_shows() {
        for view in views() {
            for point in [Vec3::ZERO, Vec3::new(0.4, 1.3, -0.7)] {
                let ray = view.ray(view.project(point).unwrap().pixel);
                let along = (point - ray.origin).dot(ray.direction);
                assert!((ray.origin + ray.direction * along).distance(point) < 1e-5 && along > 0.0);
            }
        }
    }

    #[test]
    fn what_is_behind_the_eye_has_no_pixel() {
        let view = View::new(Camera::default(), Vec2::new(800.0, 600.0));
        assert_eq!(view.project(view.camera.eye() + view.camera.back()), None);
        assert_eq!(view.project(Vec3::NAN), None);
    }
}
