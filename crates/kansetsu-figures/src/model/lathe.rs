//! Surfaces of revolution, round or oval.

use glam::Vec3;

use super::Surface;

/// One ring of a lathed surface: its position, its radius, and the normal of its surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) along: f32,
    pub(crate) radius: f32,
    /// The normal in the plane of the profile: along the axis, away from it.
    pub(crate) normal: (f32, f32),
}

/// The axis of a lathed surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lathe {
    /// The point of the axis with `along` = 0.
    pub(crate) base: Vec3,
    /// The unit direction of the axis.
    pub(crate) axis: Vec3,
    /// The unit direction in which the radius is the profile's.
    pub(crate) wide: Vec3,
    /// The radius across `wide`, in units of the profile's.
    pub(crate) flatness: f32,
    /// The number of corners of a ring.
    pub(crate) segments: u32,
}

impl Lathe {
    /// A round lathe from `base` to `end`.
    pub(crate) fn round(base: Vec3, end: Vec3, segments: u32) -> Self {
        let axis = (end - base).normalize();
        let other = if axis.y.abs() < 0.9 { Vec3::Y } else { Vec3::Z };
        let wide = (other - axis * other.dot(axis)).normalize();
        Self { base, axis, wide, flatness: 1.0, segments }
    }

    /// Rotates the profile, whose first and last rings have no radius.
    pub(crate) fn turn(&self, profile: &[Ring]) -> Surface {
        let mut surface = Surface::default();
        let mut before: Option<(u32, Ring)> = None;
        for &ring in profile {
            let first = surface.positions.len() as u32;
            self.push_ring(ring, &mut surface);
            // Two rings at one position are the two sides of an edge.
            if let Some((first_before, ring_before)) = before
                .filter(|(_, before)| (before.along, before.radius) != (ring.along, ring.radius))
            {
                self.push_band(
                    [first_before, first],
                    [ring_before.radius, ring.radius],
                    &mut surface,
                );
            }
            before = Some((first, ring));
        }
        surface
    }

    fn push_ring(&self, ring: Ring, surface: &mut Surface) {
        let center = self.base + self.axis * ring.along;
        let third = self.axis.cross(self.wide);
        let count = if ring.radius > 0.0 { self.segments } else { 1 };
        for i in 0..count {
            let (sin, cos) = libm::sincosf(std::f32::consts::TAU * i as f32 / self.segments as f32);
            surface
                .positions
                .push(center + (self.wide * cos + third * (sin * self.flatness)) * ring.radius);
            let (along, away) = ring.normal;
            let away = if count > 1 {
                (self.wide * cos + third * (sin / self.flatness)) * away
            } else {
                Vec3::ZERO
            };
            surface.normals.push((self.axis * along + away).normalize());
        }
    }

    fn push_band(&self, first: [u32; 2], radii: [f32; 2], surface: &mut Surface) {
        let n = self.segments;
        for i in 0..n {
            let j = (i + 1) % n;
            let [a, b] = [first[0] + i, first[0] + j];
            let [c, d] = [first[1] + i, first[1] + j];
            match (radii[0] > 0.0, radii[1] > 0.0) {
                (true, true) => surface.indices.extend([a, b, d, a, d, c]),
                (false, true) => surface.indices.extend([first[0], d, c]),
                (true, false) => surface.indices.extend([a, b, first[1]]),
                (false, false) => {}
            }
        }
    }
}

/// Two spheres `length` apart and the cone around them, with `steps` rings on each cap.
pub(crate) fn capsule(length: f32, radii: [f32; 2], steps: u32) -> Vec<Ring> {
    let sine = (radii[0] - radii[1]) / length;
    let cosine = (1.0 - sine * sine).sqrt();
    let edge = libm::atan2f(sine, cosine);
    let quarter = std::f32::consts::FRAC_PI_2;
    let mut rings = Vec::with_capacity(2 * steps as usize + 2);
    let mut push = |center: f32, radius: f32, angle: f32, pole: bool| {
        let (sin, cos) = libm::sincosf(angle);
        let cos = if pole { 0.0 } else { cos };
        rings.push(Ring { along: center + radius * sin, radius: radius * cos, normal: (sin, cos) });
    };
    for i in 0..=steps {
        push(0.0, radii[0], -quarter + (edge + quarter) * i as f32 / steps as f32, i == 0);
    }
    for i in 0..=steps {
        push(length, radii[1], edge + (quarter - edge) * i as f32 / steps as f32, i == steps);
    }
    rings
}

/// A ball around the lathe's base.
pub(crate) fn ball(radius: f32, steps: u32) -> Vec<Ring> {
    let pi = std::f32::consts::PI;
    (0..=steps)
        .map(|i| {
            let (sin, cos) = libm::sincosf(-0.5 * pi + pi * i as f32 / steps as f32);
            let cos = if i == 0 || i == steps { 0.0 } else { cos };
            Ring { along: radius * sin, radius: radius * cos, normal: (sin, cos) }
        })
        .collect()
}

/// A spherical cap within `angle` radians of the axis, closed by a flat disc.
pub(crate) fn dome(radius: f32, angle: f32, steps: u32) -> Vec<Ring> {
    let (sin, cos) = libm::sincosf(angle);
    let mut rings = crisp(&[(radius * cos, 0.0), (radius * cos, radius * sin)]);
    rings.extend((0..=steps).map(|i| {
        let (sin, cos) = libm::sincosf(angle * (1.0 - i as f32 / steps as f32));
        Ring { along: radius * cos, radius: radius * sin, normal: (cos, sin) }
    }));
    rings
}

/// Straight lines between `(along, radius)` points, with an edge at each of them.
pub(crate) fn crisp(points: &[(f32, f32)]) -> Vec<Ring> {
    let mut rings = Vec::with_capacity(2 * points.len());
    for pair in points.windows(2) {
        let (along, away) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let length = (along * along + away * away).sqrt();
        let normal = (-away / length, along / length);
        rings.extend(pair.iter().map(|&(along, radius)| Ring { along, radius, normal }));
    }
    rings
}

/// Straight lines between `(along, radius)` points, with smooth shading.
pub(crate) fn smooth(points: &[(f32, f32)]) -> Vec<Ring> {
    let normal = |i: usize| {
        let (from, to) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
        let (along, away) = (to.0 - from.0, to.1 - from.1);
        let length = (along * along + away * away).sqrt();
        (-away / length, along / length)
    };
    points
        .iter()
        .enumerate()
        .map(|(i, &(along, radius))| Ring { along, radius, normal: normal(i) })
        .collect()
}

/// A capsule whose caps at joints are flattened to `factor` of their length.
pub(crate) fn flattened(mut capsule: Vec<Ring>, factor: f32, caps: Caps) -> Vec<Ring> {
    let half = capsule.len() / 2;
    let squash = |cap: &mut [Ring], center: f32| {
        for ring in cap {
            ring.along = center + (ring.along - center) * factor;
            let (along, away) = (ring.normal.0 / factor, ring.normal.1);
            let length = (along * along + away * away).sqrt();
            ring.normal = (along / length, away / length);
        }
    };
    let (first, last) = capsule.split_at_mut(half);
    let (start, end) = (first[half - 1].along, last[0].along);
    squash(first, start);
    if caps == Caps::Both {
        squash(last, end);
    }
    capsule
}

/// The ends of a capsule that meet a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caps {
    First,
    Both,
}
