//! The degrees of freedom of one joint.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};

use crate::{
    d3::{Limit, limit::PreparedLimit},
    math::{angle, so3},
    ops,
};

/// The allowed rotations of a joint from rest.
#[derive(Clone, Debug)]
pub(crate) enum Freedom {
    /// The joint keeps its rotation.
    Locked,
    /// The limit allows a single rotation.
    Fixed(DQuat),
    /// Angles about a unit axis, radians; infinite bounds are open.
    Hinge { axis: DVec3, range: [f64; 2] },
    /// Any rotation inside the limit. `center` is in the middle of the allowed range.
    Ball { limit: Option<PreparedLimit>, center: DQuat },
}

/// A rotation outside its limit by less than this, radians, counts as inside: limits are projected
/// in single precision.
const ROUNDING: f64 = 4e-6;

/// A hinge with a smaller range, radians, has a fixed angle.
const NARROW: f32 = 1e-6;

/// The number of rotations whose projections determine whether a limit leaves any freedom, and its
/// center.
const SAMPLES: usize = 16;

impl Freedom {
    pub(crate) const FREE: Self = Self::Ball { limit: None, center: DQuat::IDENTITY };

    pub(crate) fn new(limit: Option<&Limit>) -> Self {
        match limit {
            None => Self::FREE,
            Some(Limit::Hinge(hinge)) => {
                Self::hinge(so3::direction(hinge.axis), angle::bounds(hinge.min, hinge.max))
            }
            Some(limit) => Self::ball(limit.prepare()),
        }
    }

    fn hinge(axis: DVec3, bounds: Option<[f32; 2]>) -> Self {
        match bounds {
            None => Self::Hinge { axis, range: [f64::NEG_INFINITY, f64::INFINITY] },
            Some([low, high]) if high - low < NARROW => {
                Self::Fixed(so3::exp(axis * f64::from(low)))
            }
            Some(range) => Self::Hinge { axis, range: range.map(f64::from) },
        }
    }

    fn ball(limit: PreparedLimit) -> Self {
        let mut random = Random::new(1);
        let samples: [DQuat; SAMPLES] = std::array::from_fn(|_| {
            nearest(&limit, so3::exp(random.direction() * (3.0 * random.unit())))
        });
        if samples.iter().all(|sample| sample.dot(samples[0]).abs() > 1.0 - 1e-10) {
            return Self::Fixed(samples[0]);
        }
        let sum = samples
            .iter()
            .fold(samples[0] * 0.0, |sum, &q| if sum.dot(q) < 0.0 { sum - q } else { sum + q });
        let center =
            nearest(&limit, if sum.length_squared() > 1e-6 { sum.normalize() } else { samples[0] });
        Self::Ball { limit: Some(limit), center }
    }

    /// The allowed rotation nearest to `rotation`, and its angle if this is a hinge.
    pub(crate) fn settle(&self, rotation: DQuat) -> (DQuat, f64) {
        match self {
            Self::Locked | Self::Ball { limit: None, .. } => (rotation, 0.0),
            Self::Fixed(only) => (*only, 0.0),
            Self::Hinge { axis, range } => {
                let angle = 2.0 * ops::atan2_f64(rotation.xyz().dot(*axis), rotation.w);
                let middle = if range[0].is_finite() { 0.5 * (range[0] + range[1]) } else { 0.0 };
                let angle =
                    (angle - TAU * ((angle - middle) / TAU).round()).clamp(range[0], range[1]);
                (so3::exp(*axis * angle), angle)
            }
            Self::Ball { limit: Some(limit), .. } => (nearest(limit, rotation), 0.0),
        }
    }

    /// The violation of a hinge's range by `angle`: the sign of the outward direction, and the
    /// distance.
    pub(crate) fn beyond_range(&self, angle: f64) -> Option<(f64, f64)> {
        match self {
            Self::Hinge { range: [_, high], .. } if angle > *high => Some((1.0, angle - high)),
            Self::Hinge { range: [low, _], .. } if angle < *low => Some((-1.0, low - angle)),
            _ => None,
        }
    }

    /// The violation of a ball's limit by `rotation`: the outward direction in the rest frame, a
    /// unit vector, and the distance.
    pub(crate) fn beyond_limit(&self, rotation: DQuat) -> Option<(DVec3, f64)> {
        let Self::Ball { limit: Some(limit), .. } = self else { return None };
        let inside = nearest(limit, rotation);
        if inside == rotation {
            return None;
        }
        let out = so3::log(rotation * inside.inverse());
        let length = out.length();
        (length > ROUNDING).then(|| (out / length, length))
    }

    /// A random rotation in the middle fraction, `spread`, of the allowed range, and its angle;
    /// `None` if the joint does not rotate.
    pub(crate) fn draw(&self, spread: f64, random: &mut Random) -> Option<(DQuat, f64)> {
        match self {
            Self::Locked | Self::Fixed(_) => None,
            Self::Hinge { axis, range } => {
                let [low, high] = if range[0].is_finite() { *range } else { [-PI, PI] };
                let angle =
                    0.5 * (low + high) + spread * 0.5 * (high - low) * (2.0 * random.unit() - 1.0);
                Some((so3::exp(*axis * angle), angle))
            }
            Self::Ball { limit: None, .. } => {
                Some((so3::exp(random.direction() * (spread * PI * random.unit())), 0.0))
            }
            Self::Ball { limit: Some(limit), center } => {
                let drawn = nearest(limit, so3::exp(random.direction() * (PI * random.unit())));
                let way = so3::log(drawn * center.inverse());
                Some((nearest(limit, so3::exp(way * spread) * *center), 0.0))
            }
        }
    }
}

/// The allowed rotation nearest to `rotation`; an allowed one is unchanged, bit for bit.
fn nearest(limit: &PreparedLimit, rotation: DQuat) -> DQuat {
    let given = so3::to_rot(rotation);
    let allowed = limit.project_rot(given);
    if allowed == given { rotation } else { so3::from_rot(allowed) }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// In [0, 1).
    pub(crate) const fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A unit vector, uniformly distributed.
    pub(crate) fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0;
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }
}
