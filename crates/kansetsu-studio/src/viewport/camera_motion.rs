//! Moves the camera: orbit, pan, zoom, frame, and the standard views.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use kansetsu::glam::{Vec2, Vec3};

use super::{Camera, Projection, View};

/// A view along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardView {
    /// From +Z: a figure that faces +Z looks at the viewer.
    Front,
    /// From -Z.
    Back,
    /// From +X.
    Left,
    /// From -X.
    Right,
    /// From above; -Z is up in the picture.
    Top,
    /// From below.
    Bottom,
}

/// Orbiting: half a rotation for a drag as long as the picture is high.
const ORBIT: f32 = PI;

/// How much room is left around what is framed.
const MARGIN: f32 = 1.12;

/// Metres: the camera comes no nearer and goes no further.
const DISTANCES: [f32; 2] = [1e-3, 1e5];

impl Camera {
    /// Turns about the target for a drag of so many pixels in a picture of this height. The scene
    /// follows the pointer.
    #[must_use]
    pub fn orbited(self, pixels: Vec2, height: f32) -> Self {
        let turn = pixels * (ORBIT / height.max(1.0));
        let yaw = (self.yaw - turn.x).rem_euclid(TAU);
        Self { yaw, pitch: (self.pitch + turn.y).clamp(-FRAC_PI_2, FRAC_PI_2), ..self }
    }

    /// Moves across the line of sight so that what is at the target's depth follows the pointer.
    #[must_use]
    pub fn panned(self, pixels: Vec2, height: f32) -> Self {
        let metres = 2.0 * self.half_height() / height.max(1.0);
        Self {
            target: self.target + (self.up() * pixels.y - self.right() * pixels.x) * metres,
            ..self
        }
    }

    /// Nearer by `factor` (2 halves the distance). The point under `pixel` at the target's depth
    /// stays there.
    #[must_use]
    pub fn zoomed(self, factor: f32, pixel: Vec2, size: Vec2) -> Self {
        let distance = (self.distance / factor.max(1e-6)).clamp(DISTANCES[0], DISTANCES[1]);
        let kept = View::new(self, size).at_depth(pixel, self.distance);
        let nearer = Self { distance, ..self };
        let moved = View::new(nearer, size).at_depth(pixel, distance);
        Self { target: nearer.target + (kept - moved), ..nearer }
    }

    /// Turned as now, looking at these points (world space) from where all of them are seen.
    /// Nothing changes without points.
    #[must_use]
    pub fn framing(self, points: impl IntoIterator<Item = Vec3>, aspect: f32) -> Self {
        let mut points = points.into_iter().filter(|point| point.is_finite());
        let Some(first) = points.next() else { return self };
        let (low, high) =
            points.fold((first, first), |(low, high), point| (low.min(point), high.max(point)));
        let radius = (0.5 * low.distance(high)).max(0.02);
        let half_vertical = 0.5 * self.field_of_view;
        let half = half_vertical.min((half_vertical.tan() * aspect.max(0.05)).atan());
        let opening = match self.projection {
            Projection::Perspective => half.sin(),
            Projection::Orthographic => half.tan(),
        };
        let distance = (MARGIN * radius / opening).clamp(DISTANCES[0], DISTANCES[1]);
        Self { target: 0.5 * (low + high), distance, ..self }
    }

    /// Turned about +Y so that it is to `front` (world space, horizontal) what it was to +Z.
    #[must_use]
    pub fn facing(self, front: Vec3) -> Self {
        Self { yaw: self.yaw + front.x.atan2(front.z), ..self }
    }

    /// Looking at the same target from a side of what has its front at `front` (world space,
    /// horizontal).
    #[must_use]
    pub fn seen_from(self, view: StandardView, front: Vec3) -> Self {
        let (yaw, pitch) = match view {
            StandardView::Front => (0.0, 0.0),
            StandardView::Back => (PI, 0.0),
            StandardView::Left => (FRAC_PI_2, 0.0),
            StandardView::Right => (-FRAC_PI_2, 0.0),
            StandardView::Top => (0.0, FRAC_PI_2),
            StandardView::Bottom => (0.0, -FRAC_PI_2),
        };
        Self { yaw: yaw + front.x.atan2(front.z), pitch, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);

    #[test]
    fn panning_keeps_the_point_under_the_pointer() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera { projection, ..Camera::default() };
            let seen = |camera: Camera| {
                View::new(camera, SIZE).project(Camera::default().target).map(|seen| seen.pixel)
            };
            let before = seen(camera).unwrap();
            let after = seen(camera.panned(Vec2::new(50.0, -30.0), SIZE.y)).unwrap();
            assert!((after - before).distance(Vec2::new(50.0, -30.0)) < 0.1, "{before} {after}");
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera { projection, ..Camera::default() };
            let pixel = Vec2::new(650.0, 120.0);
            let point = View::new(camera, SIZE).at_depth(pixel, camera.distance);
            let zoomed = camera.zoomed(1.7, pixel, SIZE);
            let seen = View::new(zoomed, SIZE).project(point).unwrap().pixel;
            assert!(seen.distance(pixel) < 0.1, "{seen}");
            assert!((zoomed.distance * 1.7 - camera.distance).abs() < 1e-4);
        }
    }

    #[test]
    fn everything_framed_is_seen() {
        let corners =
            [Vec3::new(-3.0, 0.0, -1.0), Vec3::new(2.0, 5.0, 1.0), Vec3::new(2.0, 0.0, -1.0)];
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for aspect in [0.4, 1.0, 2.5] {
                let camera = Camera { projection, ..Camera::default() }.framing(corners, aspect);
                let view = View::new(camera, Vec2::new(aspect * 500.0, 500.0));
                for corner in corners {
                    let pixel = view.project(corner).unwrap().pixel;
                    assert!(
                        pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(view.size).all(),
                        "{pixel}"
                    );
                }
            }
        }
    }

    #[test]
    fn looking_from_the_front_and_from_above() {
        let front = Camera::default().seen_from(StandardView::Front, Vec3::Z);
        assert!(front.back().distance(Vec3::Z) < 1e-6);
        let top = Camera::default().seen_from(StandardView::Top, Vec3::Z);
        assert!(top.back().distance(Vec3::Y) < 1e-6 && top.up().distance(-Vec3::Z) < 1e-6);
    }
}
