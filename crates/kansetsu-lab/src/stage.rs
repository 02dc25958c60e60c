//! A view of space on the lab page: orthographic, turned about the upright and tilted.

use kansetsu::glam::{Vec2, Vec3};

use crate::{Field, Values, text::Phrase};

/// The fields that turn a view.
pub(crate) const VIEW: Field =
    Field::number("view_deg", Phrase::new("View", "視点"), [-180.0, 25.0, 180.0], (0, "°"));
pub(crate) const TILT: Field = Field::number(
    "tilt_deg",
    Phrase::new("Elevation", "見下ろす角度"),
    [-80.0, 8.0, 80.0],
    (0, "°"),
);

/// A view of space on the lab page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// What is in the middle, and where the middle is on the lab page.
    pub(crate) middle: (Vec3, Vec2),
    /// Pixels for a unit of space.
    pub(crate) scale: f32,
    /// The lab page's right, up and towards the viewer, in space.
    axes: [Vec3; 3],
}

impl Stage {
    /// A view in which a ball of this middle and radius fills a disc of the lab page.
    pub(crate) fn new(
        values: &Values,
        (middle, radius): (Vec3, f32),
        (place, room): (Vec2, f32),
    ) -> Self {
        let (sin, cos) = libm::sincosf(values.single("view_deg").to_radians());
        let (rise, flat) = libm::sincosf(values.single("tilt_deg").to_radians());
        let (right, near) = (Vec3::new(cos, 0.0, sin), Vec3::new(-sin, 0.0, cos));
        let axes = [right, Vec3::Y * flat - near * rise, near * flat + Vec3::Y * rise];
        Self { middle: (middle, place), scale: room / radius.max(1e-6), axes }
    }

    /// Where a place is on the lab page.
    pub(crate) fn seen(&self, place: Vec3) -> Vec2 {
        let way = place - self.middle.0;
        self.middle.1 + self.scale * Vec2::new(way.dot(self.axes[0]), way.dot(self.axes[1]))
    }

    /// How near to the viewer a place is, in the unit of space.
    pub(crate) fn depth(&self, place: Vec3) -> f32 {
        (place - self.middle.0).dot(self.axes[2])
    }

    /// The direction towards the viewer.
    pub(crate) fn toward_viewer(&self) -> Vec3 {
        self.axes[2]
    }

    /// The place that is seen at `at`, as deep as `like`.
    pub(crate) fn grasped(&self, at: Vec2, like: Vec3) -> Vec3 {
        like + self.way(at - self.seen(like))
    }

    /// A way on the lab page, in space.
    pub(crate) fn way(&self, on_page: Vec2) -> Vec3 {
        (self.axes[0] * on_page.x + self.axes[1] * on_page.y) / self.scale
    }
}
