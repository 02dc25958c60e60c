//! Ground surfaces.

use glam::Vec3;

use crate::math::vector;

/// The ground at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// The height, metres.
    pub height: f32,
    /// The normal, of any length but zero, with `y > 0`. One that is not finite or does not face up
    /// counts as level.
    pub normal: Vec3,
}

impl Surface {
    /// Level ground at this height.
    #[must_use]
    pub const fn level(height: f32) -> Self {
        Self { height, normal: Vec3::Y }
    }
}

/// A ground to stand on: a level, a terrain, the ray cast of a physics engine.
///
/// Any `Fn(Vec3) -> Option<Surface>` is a ground.
///
/// ```
/// use kansetsu::{d3::ground::{Ground, Surface}, glam::Vec3};
///
/// // A floor with a kerb of 12 cm, and nothing beyond 5 m.
/// let street = |place: Vec3| (place.z < 5.0).then(|| Surface::level(if place.x > 1.0 { 0.12 } else { 0.0 }));
/// assert_eq!(street.surface_at(Vec3::X * 2.0), Some(Surface::level(0.12)));
/// ```
pub trait Ground {
    /// The surface over or under `place`, in model space: at its x and z. Its y, the height of the
    /// sole in the clip, selects the floor if there are several; a height field ignores it. `None`,
    /// or a height that is not finite, is no ground.
    fn surface_at(&self, place: Vec3) -> Option<Surface>;
}

impl<F: Fn(Vec3) -> Option<Surface>> Ground for F {
    fn surface_at(&self, place: Vec3) -> Option<Surface> {
        self(place)
    }
}

/// A plane that is not vertical: a floor, a slope.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// Any point of the plane, metres.
    pub point: Vec3,
    /// The normal, of any length but zero, with `y > 0`; otherwise there is no ground.
    pub normal: Vec3,
}

impl Plane {
    /// A level floor at this height, metres.
    #[must_use]
    pub const fn level(height: f32) -> Self {
        Self { point: Vec3::new(0.0, height, 0.0), normal: Vec3::Y }
    }
}

impl Ground for Plane {
    fn surface_at(&self, place: Vec3) -> Option<Surface> {
        let normal = vector::unit(self.normal).filter(|normal| normal.y > 0.0)?;
        let from = place - self.point;
        Some(Surface {
            height: self.point.y - (normal.x * from.x + normal.z * from.z) / normal.y,
            normal,
        })
    }
}

/// A block with a level top: a step, a kerb, a crate. A slice of blocks is a ground: the highest
/// top over a position, and none between them; a floor is a large block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Block {
    /// The smallest x and z, and the underside, metres.
    pub min: Vec3,
    /// The largest x and z, and the top, metres.
    pub max: Vec3,
}

impl Ground for Block {
    fn surface_at(&self, place: Vec3) -> Option<Surface> {
        let is_over = place.x >= self.min.x
            && place.x <= self.max.x
            && place.z >= self.min.z
            && place.z <= self.max.z;
        is_over.then(|| Surface::level(self.max.y))
    }
}

impl Ground for [Block] {
    fn surface_at(&self, place: Vec3) -> Option<Surface> {
        self.iter()
            .filter_map(|block| block.surface_at(place))
            .reduce(|a, b| if b.height > a.height { b } else { a })
    }
}

/// A height field: a function of (x, z), with normals from finite differences.
#[derive(Clone, Copy, Debug)]
pub struct Heights<F> {
    /// The height at (x, z), metres; NaN where there is no ground.
    pub height: F,
    /// The slope is measured between points at this distance to either side, metres, greater than
    /// 0. 0.02, a quarter of a sole's width, is usual: ×0.5 follows roughness that no foot feels,
    /// ×2 rounds edges off.
    pub sample_distance: f32,
}

impl<F: Fn(f32, f32) -> f32> Ground for Heights<F> {
    fn surface_at(&self, place: Vec3) -> Option<Surface> {
        let Self { height, sample_distance: probe } = self;
        let middle = height(place.x, place.z);
        let slope_x =
            (height(place.x + probe, place.z) - height(place.x - probe, place.z)) / (2.0 * probe);
        let slope_z =
            (height(place.x, place.z + probe) - height(place.x, place.z - probe)) / (2.0 * probe);
        middle
            .is_finite()
            .then_some(Surface { height: middle, normal: Vec3::new(-slope_x, 1.0, -slope_z) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_and_its_heights_agree() {
        let plane = Plane { point: Vec3::new(1.0, 0.3, -2.0), normal: Vec3::new(0.2, 1.5, -0.4) };
        let heights = Heights {
            height: |x, z| {
                plane.surface_at(Vec3::new(x, 0.0, z)).map_or(f32::NAN, |surface| surface.height)
            },
            sample_distance: 0.02,
        };
        for place in [Vec3::ZERO, Vec3::new(3.0, 9.0, 1.0), Vec3::new(-4.0, 0.0, 2.5)] {
            let (a, b) = (plane.surface_at(place).unwrap(), heights.surface_at(place).unwrap());
            assert!(
                (a.height - b.height).abs() < 1e-6
                    && a.normal.distance(b.normal.normalize()) < 1e-4
            );
            let on_it = Vec3::new(place.x, a.height, place.z);
            assert!((on_it - plane.point).dot(plane.normal).abs() < 1e-5);
        }
    }

    #[test]
    fn the_highest_block_counts_and_upright_planes_are_no_ground() {
        let blocks = [
            Block { min: Vec3::splat(-1.0), max: Vec3::new(1.0, 0.0, 1.0) },
            Block { min: Vec3::ZERO, max: Vec3::new(1.0, 0.2, 1.0) },
            Block { min: Vec3::ZERO, max: Vec3::new(1.0, 0.1, 1.0) },
        ];
        assert_eq!(blocks.surface_at(Vec3::splat(0.5)), Some(Surface::level(0.2)));
        assert_eq!(blocks.surface_at(Vec3::splat(-0.5)), Some(Surface::level(0.0)));
        assert_eq!(blocks.surface_at(Vec3::splat(2.0)), None);
        assert_eq!(Plane { point: Vec3::ZERO, normal: Vec3::X }.surface_at(Vec3::ZERO), None);
        assert_eq!(
            Heights { height: |_, _| f32::NAN, sample_distance: 0.02 }.surface_at(Vec3::ZERO),
            None
        );
    }
}
