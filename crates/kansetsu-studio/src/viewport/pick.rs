//! Which joint the pointer touches.

use kansetsu::glam::{Vec2, Vec3};

use super::View;

/// Pixels from the pointer within which a joint is touched: with a mouse, and with a finger.
pub const PICK_RADIUS: f32 = 16.0;
/// The same for a finger.
pub const TOUCH_RADIUS: f32 = 24.0;

/// Pixels that a pressed pointer may move before the press becomes a drag.
pub const DEAD_ZONE: f32 = 3.5;

/// Joints less than this much further from the pointer than the nearest one count as equally near:
/// hands do not aim better.
const AS_NEAR: f32 = 2.0;

/// A joint within reach of the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    /// The joint, as the caller named it.
    pub joint: usize,
    /// Pixels from the pointer.
    pub pixels: f32,
    /// Metres in front of the eye.
    pub depth: f32,
}

/// All joints within `radius` pixels of the pointer, best first: those nearest in pixels (within 2
/// pixels of the nearest) by depth, then the others by pixels.
pub fn joints_at(
    view: &View,
    joints: impl IntoIterator<Item = (usize, Vec3)>,
    pointer: Vec2,
    radius: f32,
) -> Vec<Touched> {
    let mut touched: Vec<Touched> = joints
        .into_iter()
        .filter_map(|(joint, position)| {
            let seen = view.project(position)?;
            let pixels = seen.pixel.distance(pointer);
            (pixels <= radius).then_some(Touched { joint, pixels, depth: seen.depth })
        })
        .collect();
    let least = touched.iter().map(|touched| touched.pixels).fold(f32::INFINITY, f32::min);
    touched.sort_by(|a, b| {
        let far = |touched: &Touched| touched.pixels > least + AS_NEAR;
        let by_pixels = if far(a) && far(b) {
            a.pixels.total_cmp(&b.pixels)
        } else {
            std::cmp::Ordering::Equal
        };
        far(a)
            .cmp(&far(b))
            .then(by_pixels)
            .then(a.depth.total_cmp(&b.depth))
            .then(a.joint.cmp(&b.joint))
    });
    touched
}

/// Goes through the joints that lie on one another: clicking again at the same place takes the next
/// one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClickCycle {
    last: Option<(Vec2, Vec<usize>, usize)>,
}

impl ClickCycle {
    /// The joint that a click at this place takes: the best, or the one after the last taken when
    /// the last click was here and the same joints lie here.
    pub fn click(&mut self, pointer: Vec2, touched: &[Touched]) -> Option<usize> {
        let mut joints: Vec<usize> = touched.iter().map(|touched| touched.joint).collect();
        let best = *joints.first()?;
        joints.sort_unstable();
        let taken = match &self.last {
            Some((place, same, taken))
                if place.distance(pointer) <= DEAD_ZONE && *same == joints =>
            {
                let now = touched.iter().position(|touched| touched.joint == *taken).unwrap_or(0);
                touched[(now + 1) % touched.len()].joint
            }
            _ => best,
        };
        self.last = Some((pointer, joints, taken));
        Some(taken)
    }

    /// Forgets the last click, for when something else was done.
    pub fn reset(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewport::Camera;

    fn view() -> View {
        View::new(
            Camera { target: Vec3::ZERO, yaw: 0.0, pitch: 0.0, ..Camera::default() },
            Vec2::new(800.0, 600.0),
        )
    }

    #[test]
    fn the_nearest_in_pixels_wins_and_depth_decides_between_equals() {
        let view = view();
        let pixel = view.metres_per_pixel(3.2);
        let joints = [
            (0, Vec3::X * 10.0 * pixel),
            (1, Vec3::Z * -0.5),
            (2, Vec3::Z * 0.5),
            (3, Vec3::X * 20.0 * pixel),
        ];
        let order = |pointer| {
            joints_at(&view, joints, pointer, PICK_RADIUS)
                .iter()
                .map(|t| t.joint)
                .collect::<Vec<_>>()
        };
        assert_eq!(order(Vec2::new(400.0, 300.0)), [2, 1, 0]);
        assert_eq!(order(Vec2::new(409.0, 300.0)), [0, 2, 1, 3]);
        assert_eq!(order(Vec2::new(430.0, 300.0)), [3]);
        assert!(order(Vec2::new(500.0, 300.0)).is_empty());
    }

    #[test]
    fn clicking_again_goes_through_all_that_lie_there() {
        let view = view();
        let joints = [(7, Vec3::ZERO), (8, Vec3::Z * -0.5), (9, Vec3::Z * 0.5)];
        let mut cycle = ClickCycle::default();
        let mut click = |x: f32| {
            let pointer = Vec2::new(x, 300.0);
            cycle.click(pointer, &joints_at(&view, joints, pointer, PICK_RADIUS))
        };
        assert_eq!(
            [400.0, 401.0, 400.0, 400.0, 410.0].map(&mut click),
            [Some(9), Some(7), Some(8), Some(9), Some(9)]
        );
        assert_eq!(click(600.0), None);
    }
}
