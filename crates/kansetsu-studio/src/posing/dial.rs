//! How the pointer turns something.

use kansetsu::glam::{Quat, Vec2, Vec3};

use super::{About, Settings, target::Frames, travel::Way};
use crate::viewport::View;

/// A place around which the pointer turns something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dial {
    view: View,
    /// In world space.
    centre: Vec3,
    /// Where the pointer was pressed.
    press: Vec2,
}

/// Radians for a pixel, where the pointer's way straight across is the angle.
const PER_PIXEL: f32 = 0.01;

/// Seen flatter than this (the sine of the angle to a ring's plane), going round a ring means
/// nothing.
const FLAT: f32 = 0.3;

/// Pixels around the middle in which going round means nothing.
const MIDDLE: f32 = 12.0;

impl Dial {
    pub(super) fn new(view: View, centre: Vec3, press: Vec2) -> Self {
        Self { view, centre, press }
    }

    /// The rotation in world space.
    pub(super) fn turn(
        &self,
        about: About,
        way: Way,
        settings: &Settings,
        frames: &Frames,
    ) -> Quat {
        let axis = match about {
            About::Axis(axis) => frames.axis(settings.space, axis),
            About::Sight => -self.view.sight(self.centre),
            About::Free => return self.roll(way, settings),
        };
        Quat::from_axis_angle(axis, settings.snap.angle(self.angle(axis, way)))
    }

    /// As far as the pointer has gone round; as far as it has gone across where the ring is seen
    /// from its edge.
    fn angle(&self, axis: Vec3, way: Way) -> f32 {
        let on_ring = |pixel: Vec2| {
            self.view.ray(pixel).meets_plane(self.centre, axis).map(|met| met - self.centre)
        };
        let away =
            self.view.project(self.centre).map_or(0.0, |centre| centre.pixel.distance(self.press));
        if axis.dot(self.view.sight(self.centre)).abs() > FLAT
            && away > MIDDLE
            && let (Some(from), Some(to)) = (on_ring(self.press), on_ring(self.press + way.across))
        {
            return axis.dot(from.cross(to)).atan2(from.dot(to));
        }
        // The near side of the ring moves with the pointer.
        let camera = &self.view.camera;
        let near = (-self.view.sight(self.centre)).reject_from(axis).normalize_or(camera.back());
        let tangent = axis.cross(near);
        (camera.right() * way.across.x - camera.up() * way.across.y).dot(tangent) * PER_PIXEL
    }

    fn roll(&self, way: Way, settings: &Settings) -> Quat {
        let camera = &self.view.camera;
        let vector = (camera.up() * way.across.x + camera.right() * way.across.y) * PER_PIXEL;
        let angle = settings.snap.angle(vector.length());
        vector.try_normalize().map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, angle))
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;
    use crate::viewport::{Axis, Camera};

    fn dial(press: Vec2) -> Dial {
        let camera = Camera { target: Vec3::ZERO, yaw: 0.0, pitch: 0.0, ..Camera::default() };
        Dial::new(View::new(camera, Vec2::new(800.0, 600.0)), Vec3::ZERO, press)
    }

    fn way(x: f32, y: f32) -> Way {
        Way { across: Vec2::new(x, y), depth: 0.0 }
    }

    #[test]
    fn going_a_quarter_round_turns_a_quarter() {
        // From the right of the middle to above it: counterclockwise, a positive turn about Z,
        // which points at the viewer.
        let turn = dial(Vec2::new(480.0, 300.0)).turn(
            About::Axis(Axis::Z),
            way(-80.0, -80.0),
            &Settings::default(),
            &Frames::default(),
        );
        assert!(turn.angle_between(Quat::from_rotation_z(FRAC_PI_2)) < 1e-3);
        let sight = dial(Vec2::new(480.0, 300.0)).turn(
            About::Sight,
            way(-80.0, -80.0),
            &Settings::default(),
            &Frames::default(),
        );
        assert!(sight.angle_between(turn) < 1e-3);
    }

    #[test]
    fn a_ring_seen_from_its_edge_turns_with_the_pointer() {
        let turn = dial(Vec2::new(440.0, 300.0)).turn(
            About::Axis(Axis::Y),
            way(50.0, 0.0),
            &Settings::default(),
            &Frames::default(),
        );
        assert!(turn.angle_between(Quat::from_rotation_y(0.5)) < 1e-3);
    }

    #[test]
    fn a_ball_rolls_with_the_pointer_and_angles_snap() {
        let turn = dial(Vec2::ZERO).turn(
            About::Free,
            way(50.0, 0.0),
            &Settings::default(),
            &Frames::default(),
        );
        assert!((turn * Vec3::Z).x > 0.4, "the near side goes to the right");
        let mut settings = Settings::default();
        settings.snap.angle = Some(FRAC_PI_2);
        let snapped =
            dial(Vec2::ZERO).turn(About::Free, way(100.0, 0.0), &settings, &Frames::default());
        assert!(snapped.angle_between(Quat::from_rotation_y(FRAC_PI_2)) < 1e-3);
    }
}
