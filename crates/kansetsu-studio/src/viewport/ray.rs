//! A ray from the viewer into the scene.

use kansetsu::glam::{Affine3, Vec3};

/// A half line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts, metres.
    pub origin: Vec3,
    /// Where it goes; a unit vector.
    pub direction: Vec3,
}

/// Where two lines are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Metres along the line that was asked for, from its point.
    pub along: f32,
    /// Metres along the ray.
    pub on_ray: f32,
    /// Metres between the two.
    pub distance: f32,
}

/// Below this sine of an angle two directions count as parallel: a hand's width on the screen would
/// be a room's length.
const PARALLEL: f32 = 0.02;

impl Ray {
    /// The point so many metres along.
    #[must_use]
    pub fn at(&self, along: f32) -> Vec3 {
        self.origin + self.direction * along
    }

    /// Where it meets the plane through `point` with this normal; `None` when it runs along it or
    /// the plane lies behind.
    #[must_use]
    pub fn meets_plane(&self, point: Vec3, normal: Vec3) -> Option<Vec3> {
        let facing = self.direction.dot(normal);
        let along = (point - self.origin).dot(normal) / facing;
        (facing.abs() > 1e-6 * normal.length() && along >= 0.0 && along.is_finite())
            .then(|| self.at(along))
    }

    /// Where it comes nearest to the line through `point` along the unit vector `direction`; `None`
    /// when the two are parallel.
    #[must_use]
    pub fn nearest_to_line(&self, point: Vec3, direction: Vec3) -> Option<Nearest> {
        let cos = self.direction.dot(direction);
        let sin_squared = 1.0 - cos * cos;
        if sin_squared <= PARALLEL * PARALLEL || sin_squared.is_nan() {
            return None;
        }
        let apart = point - self.origin;
        let (on_line, on_ray) = (apart.dot(direction), apart.dot(self.direction));
        let along = (on_ray * cos - on_line) / sin_squared;
        let on_ray = on_ray + along * cos;
        Some(Nearest {
            along,
            on_ray,
            distance: self.at(on_ray).distance(point + direction * along),
        })
    }

    /// Where it first meets a sphere from outside; `None` when it misses.
    #[must_use]
    pub fn meets_sphere(&self, center: Vec3, radius: f32) -> Option<Vec3> {
        let to_center = center - self.origin;
        let along = to_center.dot(self.direction);
        let off = (to_center - self.direction * along).length_squared();
        let half = radius * radius - off;
        (half >= 0.0 && along - half.sqrt() >= 0.0).then(|| self.at(along - half.sqrt()))
    }

    /// The point of a sphere on this ray, on its far side or on the near one; for a ray that misses
    /// it, the nearest point of the sphere.
    #[must_use]
    pub fn on_sphere(&self, center: Vec3, radius: f32, is_far: bool) -> Vec3 {
        let along = (center - self.origin).dot(self.direction);
        let nearest = self.at(along) - center;
        let half = radius * radius - nearest.length_squared();
        if half < 0.0 {
            return center + nearest * (radius / nearest.length());
        }
        center + nearest + self.direction * half.sqrt().copysign(if is_far { 1.0 } else { -1.0 })
    }

    /// The same ray in another space; lengths along it are measured there.
    #[must_use]
    pub fn transformed(&self, map: &Affine3) -> Self {
        let direction = map.transform_vector3(self.direction).normalize_or(self.direction);
        Self { origin: map.transform_point3(self.origin), direction }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAY: Ray = Ray { origin: Vec3::new(0.0, 1.0, 5.0), direction: Vec3::NEG_Z };

    #[test]
    fn planes_before_the_ray_are_met_and_others_not() {
        assert_eq!(RAY.meets_plane(Vec3::ZERO, Vec3::Z), Some(Vec3::new(0.0, 1.0, 0.0)));
        assert_eq!(RAY.meets_plane(Vec3::Z * 6.0, Vec3::Z), None);
        assert_eq!(RAY.meets_plane(Vec3::ZERO, Vec3::Y), None);
    }

    #[test]
    fn nearest_points_of_two_lines() {
        let nearest = RAY.nearest_to_line(Vec3::new(-2.0, 3.0, 1.0), Vec3::X).unwrap();
        assert!(
            (nearest.along - 2.0).abs() < 1e-6
                && (nearest.on_ray - 4.0).abs() < 1e-6
                && (nearest.distance - 2.0).abs() < 1e-6
        );
        assert_eq!(RAY.nearest_to_line(Vec3::ZERO, Vec3::Z), None);
    }

    #[test]
    fn a_sphere_is_met_on_the_near_side() {
        let met = RAY.meets_sphere(Vec3::Y, 2.0).unwrap();
        assert!(met.distance(Vec3::new(0.0, 1.0, 2.0)) < 1e-6);
        assert_eq!(RAY.meets_sphere(Vec3::Y * 4.0, 2.0), None);
    }

    #[test]
    fn a_sphere_has_a_near_and_a_far_side_and_an_outline() {
        let center = Vec3::new(0.3, 1.0, 1.0);
        for is_far in [false, true] {
            let hit = RAY.on_sphere(center, 0.5, is_far);
            assert!((hit - Vec3::new(0.0, 1.0, if is_far { 0.6 } else { 1.4 })).length() < 1e-5);
            let beside = RAY.on_sphere(center, 0.1, is_far);
            assert!((beside - Vec3::new(0.2, 1.0, 1.0)).length() < 1e-5);
        }
    }
}
