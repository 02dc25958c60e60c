//! The plane under one foot.

use glam::{Vec2, Vec3};

use super::{FootPlacement, Ground};
use crate::{
    d3::{SmoothPosition, Smoothing},
    math::{Rot, vector},
    ops,
};

/// A plane that is not vertical, as a vector: its slope along x, its height at a separately stored
/// position (metres), its slope along z. Planes at the same position are added and scaled like
/// vectors, and so can be filtered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct GroundPlane(pub(super) Vec3);

impl GroundPlane {
    pub(super) const fn level(height: f32) -> Self {
        Self(Vec3::new(0.0, height, 0.0))
    }

    /// The rise of the plane over this displacement in x and z.
    pub(super) fn rise(self, way: Vec3) -> f32 {
        self.0.x * way.x + self.0.z * way.z
    }

    pub(super) const fn height(self) -> f32 {
        self.0.y
    }

    /// The same plane, relative to a displaced position.
    pub(super) fn moved(self, way: Vec3) -> Self {
        Self(self.0 + Vec3::Y * self.rise(way))
    }

    /// The smallest rotation from level to the plane.
    pub(super) fn tilt(self) -> Rot {
        Rot::between(Vec3::Y, Vec3::new(-self.0.x, 1.0, -self.0.z), Vec3::X)
    }
}

/// A plane that follows the ground smoothly at the position of the foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SmoothPlane {
    state: SmoothPosition,
    /// The position to which the plane refers; y is zero.
    place: Vec3,
}

impl SmoothPlane {
    pub(super) const fn at(place: Vec3, plane: GroundPlane) -> Self {
        Self { state: SmoothPosition::at(plane.0), place }
    }

    pub(super) const fn plane(&self) -> GroundPlane {
        GroundPlane(self.state.position)
    }

    pub(super) const fn place(&self) -> Vec3 {
        self.place
    }

    pub(super) const fn velocity(&self) -> Vec3 {
        self.state.velocity
    }

    /// Moves to `place`. On an even slope the plane does not change, so the filter does not lag
    /// there.
    pub(super) fn move_to(&mut self, place: Vec3) {
        let way = place - self.place;
        self.state.position = GroundPlane(self.state.position).moved(way).0;
        self.state.leader = GroundPlane(self.state.leader).moved(way).0;
        self.place = place;
    }

    pub(super) fn raise(&mut self, up: Vec3) {
        self.state.position += up;
        self.state.leader += up;
    }

    pub(super) fn follow(&mut self, target: GroundPlane, seconds: f32, half_life: f32) {
        let smoothing = Smoothing { half_life, ..Smoothing::default() };
        if self.state.update(target.0, seconds, &smoothing).is_err() {
            self.state.reset(target.0);
        }
    }
}

/// The ground queries of a foot.
pub(super) struct Probe<'a, G: ?Sized> {
    ground: &'a G,
    /// The range of valid ground heights, metres.
    low: f32,
    high: f32,
    steepest: f32,
}

impl<'a, G: Ground + ?Sized> Probe<'a, G> {
    /// The probe for a leg of this length, around this floor.
    pub(super) fn new(ground: &'a G, placement: &FootPlacement, length: f32, floor: f32) -> Self {
        let range = placement.max_ground_distance * length;
        Self {
            ground,
            low: floor - range,
            high: floor + range,
            steepest: ops::tan(placement.max_tilt),
        }
    }

    /// The height of the ground and its slopes along x and z, no steeper than the largest tilt of a
    /// foot.
    fn surface(&self, place: Vec3) -> Option<(f32, Vec2)> {
        let surface = self
            .ground
            .surface_at(place)
            .filter(|surface| surface.height >= self.low && surface.height <= self.high)?;
        let normal =
            vector::unit(surface.normal).filter(|normal| normal.y > 0.0).unwrap_or(Vec3::Y);
        // The slope of nearly vertical ground is clamped so that it is finite.
        let slope = Vec2::new(-normal.x, -normal.z) / normal.y.max(1e-6);
        let steepness = (slope.x * slope.x + slope.y * slope.y).sqrt();
        Some((
            surface.height,
            if steepness > self.steepest { slope * (self.steepest / steepness) } else { slope },
        ))
    }

    /// The plane on top of the ground under the sole, at `place`. Its slope is the mean slope of
    /// the ground: that of the chord on curved ground, and level on steps. `None` without ground.
    pub(super) fn plane(&self, sole: &[Vec3; 3], place: Vec3) -> Option<GroundPlane> {
        let found = sole.map(|point| self.surface(point));
        let count = found.iter().flatten().count();
        if count == 0 {
            return None;
        }
        let slope =
            found.iter().flatten().fold(Vec2::ZERO, |sum, surface| sum + surface.1) / count as f32;
        let steep = GroundPlane(Vec3::new(slope.x, 0.0, slope.y));
        let heights = found
            .iter()
            .zip(sole)
            .filter_map(|(surface, point)| Some(surface.as_ref()?.0 - steep.rise(*point - place)));
        Some(GroundPlane(steep.0 + Vec3::Y * heights.fold(f32::NEG_INFINITY, f32::max)))
    }

    /// The same plane, raised so that it also clears the ground ahead of the foot. Ahead, the rise
    /// of an even slope is subtracted; a fall is not.
    pub(super) fn raised(&self, plane: GroundPlane, place: Vec3, way: Vec3) -> GroundPlane {
        let ahead = (1..=AHEAD).filter_map(|step| {
            let part = way * (step as f32 / AHEAD as f32);
            let (height, _) = self.surface(place + part)?;
            Some(height - plane.rise(part).max(0.0))
        });
        GroundPlane(Vec3::new(plane.0.x, ahead.fold(plane.height(), f32::max), plane.0.z))
    }
}

/// The number of samples on the path ahead. At a walk they are closer than the length of a foot.
/// With half as many, steps miss kerbs; twice as many cost three more queries.
const AHEAD: usize = 3;
