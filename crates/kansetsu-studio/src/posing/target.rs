//! Where a drag wants a point to be.

use kansetsu::glam::{Quat, Vec2, Vec3};

use super::{Settings, Space, travel::Way};
use crate::viewport::{Axis, View};

/// A point that follows the pointer.
///
/// It moves in the plane through where it was that faces the viewer, by as many pixels as the
/// pointer: where it was grabbed beside its middle, it stays beside it. Locked to an axis it goes
/// to the point of that axis that is nearest to the pointer's ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handle {
    view: View,
    /// In world space, at the press.
    start: Vec3,
    pixel: Vec2,
    depth: f32,
}

/// The frames whose axes a lock may mean, as rotations to world space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Frames {
    pub(super) world_from_bone: Quat,
    pub(super) world_from_parent: Quat,
}

impl Frames {
    /// An axis in world space.
    pub(super) fn axis(&self, space: Space, axis: Axis) -> Vec3 {
        self.frame(space) * axis.direction()
    }

    pub(super) fn frame(&self, space: Space) -> Quat {
        match space {
            Space::Local => self.world_from_bone,
            Space::Parent => self.world_from_parent,
            Space::World => Quat::IDENTITY,
        }
    }
}

impl Handle {
    /// A handle at `start` in world space; in the middle of the picture when it is not seen.
    pub(super) fn new(view: View, start: Vec3) -> Self {
        let seen = view.project(start);
        let pixel = seen.map_or(0.5 * view.size, |seen| seen.pixel);
        Self { view, start, pixel, depth: seen.map_or(view.camera.distance, |seen| seen.depth) }
    }

    pub(super) fn start(&self) -> Vec3 {
        self.start
    }

    /// How far a pixel is at its depth, metres.
    fn metres_per_pixel(&self) -> f32 {
        self.view.metres_per_pixel(self.depth)
    }

    pub(super) fn view(&self) -> &View {
        &self.view
    }

    /// The target, in world space.
    pub(super) fn target(&self, way: Way, settings: &Settings, frames: &Frames) -> Vec3 {
        let axis = settings.lock.map(|axis| frames.axis(settings.space, axis));
        let free = self.free(way);
        let target = axis.map_or(free, |axis| self.along(way, axis));
        settings.snap.target(target, self.start, axis)
    }

    /// The point under the pointer on the sphere around `center` on which the handle is, on the
    /// side to which `bends` points. A handle that starts on the other side gets there gradually:
    /// it has arrived when the pointer has moved as far as the sides are apart.
    pub(super) fn on_sphere(&self, way: Way, center: Vec3, bends: Vec3) -> Vec3 {
        let (out, sight) = (self.start - center, self.view.ray(self.pixel).direction);
        let is_far = [out, bends].map(|to| to.dot(sight) > 0.0);
        let sides = |pixel: Vec2| {
            let ray = self.view.ray(pixel);
            is_far.map(|is_far| ray.on_sphere(center, out.length(), is_far))
        };
        let [at_press, across] = sides(self.pixel);
        let [from, to] = sides(self.pixel + way.across);
        let apart = at_press.distance(across);
        let moved = way.across.length() * self.metres_per_pixel();
        if moved < apart { from.lerp(to, moved / apart) } else { to }
    }

    fn free(&self, way: Way) -> Vec3 {
        let metres = self.metres_per_pixel();
        let camera = &self.view.camera;
        let across = (camera.right() * way.across.x - camera.up() * way.across.y) * metres;
        // Into the picture along the line of sight, so that on the screen it stays where it is.
        self.start + across + self.view.sight(self.start) * (way.depth * metres)
    }

    /// On the axis through where it was: as far as the point nearest to the pointer's ray now is
    /// from that at the press. For an axis that points at the viewer, the way up is the way back
    /// into the picture.
    fn along(&self, way: Way, axis: Vec3) -> Vec3 {
        let nearest = |pixel: Vec2| self.view.ray(pixel).nearest_to_line(self.start, axis);
        let metres = self.metres_per_pixel();
        let sight = self.view.sight(self.start);
        let along = match (nearest(self.pixel), nearest(self.pixel + way.across)) {
            (Some(before), Some(now)) if sight.dot(axis).abs() < STEEP => now.along - before.along,
            _ => -way.across.y * metres * 1f32.copysign(sight.dot(axis)),
        };
        self.start + axis * (along + way.depth * metres * sight.dot(axis))
    }
}

/// The cosine of the angle between axis and line of sight above which the pointer's ray says
/// nothing about the axis.
const STEEP: f32 = 0.985;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{posing::Snap, viewport::Camera};

    fn handle(start: Vec3) -> Handle {
        Handle::new(View::new(Camera::default(), Vec2::new(900.0, 700.0)), start)
    }

    fn way(x: f32, y: f32) -> Way {
        Way { across: Vec2::new(x, y), depth: 0.0 }
    }

    #[test]
    fn the_target_follows_the_pointer_and_begins_where_the_joint_is() {
        let handle = handle(Vec3::new(0.7, 1.4, 0.1));
        let (settings, frames) = (Settings::default(), Frames::default());
        assert_eq!(handle.target(Way::NONE, &settings, &frames), handle.start());
        let target = handle.target(way(40.0, -25.0), &settings, &frames);
        let seen = handle.view.project(target).unwrap().pixel;
        assert!(seen.distance(handle.pixel + Vec2::new(40.0, -25.0)) < 0.01);
        let deeper = handle.target(Way { across: Vec2::ZERO, depth: 100.0 }, &settings, &frames);
        assert!(handle.view.project(deeper).unwrap().pixel.distance(handle.pixel) < 0.05);
        assert!(handle.view.project(deeper).unwrap().depth > handle.depth + 0.1);
    }

    #[test]
    fn a_locked_target_stays_on_its_axis() {
        let handle = handle(Vec3::new(0.7, 1.4, 0.1));
        let settings = Settings { lock: Some(Axis::Y), ..Settings::default() };
        let target = handle.target(way(30.0, -50.0), &settings, &Frames::default());
        assert!((target - handle.start()).cross(Vec3::Y).length() < 1e-6 && target.y > 1.5);
        assert!(
            handle.target(Way::NONE, &settings, &Frames::default()).distance(handle.start()) < 1e-6
        );
    }

    #[test]
    fn targets_snap_to_steps_and_to_the_floor() {
        let snap = Snap { step: Some(0.1), floor: Some(0.03), ..Snap::default() };
        assert!(
            snap.target(Vec3::new(0.33, 1.02, -0.26), Vec3::ZERO, None)
                .distance(Vec3::new(0.3, 1.0, -0.3))
                < 1e-6
        );
        let snap = Snap { step: None, ..snap };
        assert_eq!(snap.target(Vec3::new(0.3, 0.02, 0.0), Vec3::ZERO, None).y, 0.0);
        assert_eq!(snap.target(Vec3::new(0.3, -0.5, 0.0), Vec3::ZERO, None).y, 0.0);
        assert_eq!(snap.target(Vec3::new(0.3, 0.05, 0.0), Vec3::ZERO, None).y, 0.05);
    }
}
