//! Which part of the gizmo the pointer touches.

use kansetsu::glam::{Vec2, Vec3};

use super::{Manipulator, Part};
use crate::viewport::{Ray, View};

impl Manipulator {
    /// The part that a ray through `pointer` passes within `radius` pixels: the centre before all
    /// others, then the nearest in pixels. An arrow that points at the viewer cannot be grabbed.
    #[must_use]
    pub fn part_at(&self, view: &View, pointer: Vec2, radius: f32) -> Option<Part> {
        let centre = view.project(self.origin)?;
        let reach = radius.max(0.08 * self.size / view.metres_per_pixel(centre.depth));
        if centre.pixel.distance(pointer) <= reach {
            return Some(Part::Centre);
        }
        let ray = view.ray(pointer);
        let graspable = self
            .parts()
            .iter()
            .copied()
            .filter(|&part| part != Part::Centre && self.is_graspable(view, part));
        let touched = graspable
            .map(|part| (part, self.pixels_to(view, &ray, part)))
            .filter(|(_, pixels)| *pixels <= radius);
        touched.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(part, _)| part)
    }

    /// How many pixels a part is from the ray.
    fn pixels_to(&self, view: &View, ray: &Ray, part: Part) -> f32 {
        let lines = self.lines(view, part);
        let segments = lines.iter().flat_map(|line| line.windows(2));
        segments
            .map(|ends| pixels_to_segment(view, ray, [ends[0], ends[1]]))
            .fold(f32::INFINITY, f32::min)
    }
}

fn pixels_to_segment(view: &View, ray: &Ray, [from, to]: [Vec3; 2]) -> f32 {
    let way = to - from;
    let length = way.length();
    let along = ray
        .nearest_to_line(from, way / length.max(1e-20))
        .map_or(0.0, |nearest| nearest.along.clamp(0.0, length));
    let point = from + way * (along / length.max(1e-20));
    let nearest = ray.at((point - ray.origin).dot(ray.direction));
    view.project(point)
        .map_or(f32::INFINITY, |seen| nearest.distance(point) / view.metres_per_pixel(seen.depth))
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::Quat;

    use super::*;
    use crate::viewport::{Axis, Camera, Projection, Tool};

    fn view(projection: Projection) -> View {
        let camera =
            Camera { target: Vec3::ZERO, yaw: 0.0, pitch: 0.0, projection, ..Camera::default() };
        View::new(camera, Vec2::new(1000.0, 800.0))
    }

    #[test]
    fn arrows_are_a_tenth_of_the_width_wherever_they_stand() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for place in [Vec3::ZERO, Vec3::new(0.3, 0.2, 1.5), Vec3::new(-1.0, 0.5, -6.0)] {
                let view = view(projection);
                let manipulator =
                    Manipulator::new(&view, Tool::Move, place, Quat::IDENTITY).unwrap();
                let ends = [place, place + Vec3::X * manipulator.size]
                    .map(|point| view.project(point).unwrap().pixel);
                assert!((ends[0].distance(ends[1]) - 100.0).abs() < 0.1);
            }
        }
    }

    #[test]
    fn arrows_are_grabbed_by_a_ray_and_fade_when_they_point_at_the_viewer() {
        let view = view(Projection::Perspective);
        let manipulator = Manipulator::new(&view, Tool::Move, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let at = |x: f32, y: f32| manipulator.part_at(&view, Vec2::new(500.0 + x, 400.0 - y), 7.0);
        assert_eq!(at(0.0, 3.0), Some(Part::Centre));
        assert_eq!(at(60.0, 5.0), Some(Part::Axis(Axis::X)));
        assert_eq!(at(-5.0, 90.0), Some(Part::Axis(Axis::Y)));
        assert_eq!(at(60.0, 30.0), None);
        assert_eq!(at(-60.0, 0.0), None, "an arrow has no back");
        assert!(!manipulator.is_graspable(&view, Part::Axis(Axis::Z)));
        assert!(manipulator.shapes(&view).iter().all(|shape| shape.part != Part::Axis(Axis::Z)));
    }

    #[test]
    fn rings_are_grabbed_on_their_near_half() {
        let view = view(Projection::Orthographic);
        let manipulator =
            Manipulator::new(&view, Tool::Rotate, Vec3::ZERO, Quat::from_rotation_x(0.5)).unwrap();
        let at = |x: f32, y: f32| manipulator.part_at(&view, Vec2::new(500.0 + x, 400.0 - y), 6.0);
        assert_eq!(at(0.0, 118.0), Some(Part::Sight));
        let down = 100.0 * 0.5_f32.sin() * 0.75_f32.sqrt();
        assert_eq!(
            at(50.0, -down),
            Some(Part::Axis(Axis::Y)),
            "the ring about Y passes below the middle in front"
        );
        assert_eq!(at(50.0, down), None, "and above it behind");
        assert_eq!(at(2.0, 3.0), Some(Part::Centre));
    }
}
