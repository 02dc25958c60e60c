//! All places where the middle of a limb can be while its ends stay.

use std::f32::consts::{PI, TAU};

use kansetsu::glam::Vec3;

use super::Swivel;
use crate::posing::Subject;

/// The circle of an elbow or a knee.
#[derive(Clone, Debug, PartialEq)]
pub struct ElbowCircle {
    /// Its middle, in world space, metres.
    pub centre: Vec3,
    /// Points all around from a swivel of -π to one of π.
    pub points: Vec<CirclePoint>,
    /// Swivels at which what is allowed begins and ends, ascending, in (-π, π].
    pub bounds: Vec<f32>,
}

/// A point of the circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CirclePoint {
    /// The swivel, radians; 0 is where the middle is now.
    pub angle: f32,
    /// In world space, metres.
    pub place: Vec3,
    /// Whether the limits allow it.
    pub is_allowed: bool,
}

/// Halvings that find a bound between two points.
const HALVINGS: usize = 16;

impl ElbowCircle {
    /// The circle, with so many points.
    #[must_use]
    pub fn new(subject: &Subject, swivel: &Swivel, count: usize) -> Self {
        let count = count.max(8);
        let point = |step: usize| {
            let angle = TAU * step as f32 / count as f32 - PI;
            let place = subject.placement.transform_point3(swivel.middle_at(angle, 1.0));
            CirclePoint { angle, place, is_allowed: swivel.is_allowed(subject, angle) }
        };
        let points: Vec<CirclePoint> = (0..=count).map(point).collect();
        let changes = points.windows(2).filter(|pair| pair[0].is_allowed != pair[1].is_allowed);
        let bounds = changes.map(|pair| bound(subject, swivel, [pair[0], pair[1]])).collect();
        Self { centre: subject.placement.transform_point3(swivel.centre), points, bounds }
    }
}

fn bound(subject: &Subject, swivel: &Swivel, [from, to]: [CirclePoint; 2]) -> f32 {
    let (mut low, mut high) = (from.angle, to.angle);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        *(if swivel.is_allowed(subject, middle) == from.is_allowed {
            &mut low
        } else {
            &mut high
        }) = middle;
    }
    0.5 * (low + high)
}
