//! The projection of the chain, and the position of a pointer in it.

use kansetsu::glam::{Vec2, Vec3};
use kansetsu_figures::scenes::lab::LENS;

use super::Lens;

impl Lens {
    /// Space is rotated about the upright through the root, and not foreshortened.
    pub(super) fn seen(&self, place: Vec3) -> Vec2 {
        if !self.is_in_space() {
            return place.truncate();
        }
        let (sin, cos) = libm::sincosf(self.values.single("view_deg").to_radians());
        let way = place - LENS.root.extend(0.0);
        LENS.root + Vec2::new(way.x * cos + way.z * sin, way.y + 0.25 * (way.x * sin - way.z * cos))
    }

    /// Where a place on the lab page is in the upright plane through the target that looks at the
    /// viewer.
    pub(super) fn grasped(&self, at: Vec2) -> Vec2 {
        if !self.is_in_space() {
            return at;
        }
        // The view is affine: two unit steps measure how the lab page follows the target.
        let target = self.target();
        let here = self.seen(target);
        let (right, up) = (self.seen(target + Vec3::X) - here, self.seen(target + Vec3::Y) - here);
        let way = at - here;
        if right.x.abs() < 0.05 {
            return target.truncate() + Vec2::new(0.0, way.y);
        }
        let x = way.x / right.x;
        target.truncate() + Vec2::new(x, way.y - x * right.y * up.y)
    }
}
