//! How people move: the pose that a person would most likely take of whom hips, chest, head, hands or feet are known.
//!
//! A Gaussian over what is seen of a body (the pelvis' tilt; the places and turns of head, chest, hands and feet, as the pelvis sees them) and the turns
//! of its segments. Its conditional mean is a linear map of what is known, so it goes with it continuously; what is not known is left out.
//! The turns are those of segments against a body in a T-pose, not of joints, so one table serves every skeleton with these roles. From the mean on
//! the likeliest pose is looked for that meets the goals with the body's own lengths. It is the pose at which a body is at ease
//! ([`Body::with_reference`](super::solve::Body::with_reference)): the solver meets the goals to the last digit, and keeps to the limits.
//!
//! ```
//! # use kansetsu::d3::{Goal, Humanoid, Pose, Skeleton, prior::{Prior, PriorBody}, solve::{Body, Root, WholeBody}};
//! # fn natural(skeleton: &Skeleton, humanoid: &Humanoid, goals: &[Goal], now: &Pose) -> Result<Pose, kansetsu::Error> {
//! let mut pose = PriorBody::new(skeleton, humanoid)?.pose_prior(Prior::people()).map_estimate(goals, now, Root::Free)?;
//! let body = Body::new(skeleton).with_reference(&pose)?;
//! WholeBody { root: Root::Free, ..WholeBody::default() }.solve(&body, goals, &mut pose)?;
//! # Ok(pose)
//! # }
//! ```
//!
//! Grochow, Martin, Hertzmann & Popović, *Style-Based Inverse Kinematics* (SIGGRAPH 2004), have the idea of a prior over poses; turns as two columns
//! of their matrix: Zhou et al., *On the Continuity of Rotation Representations in Neural Networks* (CVPR 2019).

mod describe;
#[cfg(feature = "serde")]
mod json;
mod learn;
mod meet;
mod pelvis;
mod stance;

use std::{ops::Range, sync::OnceLock};

pub use describe::{PosePrior, PriorBody};
pub use learn::Learner;
pub(crate) use stance::{Habit, LIMBS, Stance};

use super::Goal;
use crate::Error;

/// Numbers of a turn: two columns of its matrix.
const TURN: usize = 6;
/// Numbers of a part that is seen: its place and its turn.
const SEEN: usize = 3 + TURN;
/// Head, chest, hands and feet.
const PARTS: usize = 6;
/// The hands among them.
const HANDS: [usize; 2] = [2, 3];
/// See [`describe::Segment`].
pub(crate) const SEGMENTS: usize = 18;
/// The numbers that describe a pose: the pelvis' tilt, the parts that are seen, the segments' turns.
const COUNT: usize = TURN + PARTS * SEEN + SEGMENTS * TURN;

/// What is not explained by a straight line: in lengths of a body and in radians, squared. A hand's breadth is a centimetre and a half. Half or
/// twice of it change no row of `docs/natural.md` by a hundredth.
const NOISE: f32 = 1e-4;

/// The same of a hand's turn: most wrists are recorded with one degree of freedom of three, and then tell more of the elbow than a real one does.
/// 10 degrees about each axis, a standard deviation, move four of six numbers by this. With half of it elbows are turned 2 degrees less from where
/// they were where hands are as recorded, and 1 to 2 degrees more where they are not; twice: the other way round.
const WRIST: f32 = 0.02;

/// A correlation of 1, as tables hold it: what two bytes can hold. It steers nothing: tables of four bytes give the same rows of `docs/natural.md`.
const ONE: f32 = 32767.0;

/// The beginning of a table's bytes.
const MAGIC: &[u8; 8] = b"kansetsu";

/// Means and covariances of what describes a person's pose. See the [module](self).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "json::Table", into = "json::Table"))]
pub struct Prior {
    means: Vec<f32>,
    deviations: Vec<f32>,
    /// Row by row, up to the diagonal and without it, in steps of which [`ONE`] are 1.
    correlations: Vec<i16>,
    /// What follows from them of turns.
    information: meet::Information,
}

impl Prior {
    /// A table of bytes, as [`Self::to_bytes`] gives it.
    ///
    /// # Errors
    /// [`Error::InvalidPrior`] for bytes that are none: another length, another beginning, or means and deviations that are not finite.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let expected = MAGIC.len() + 4 * (2 * COUNT) + 2 * (COUNT * (COUNT - 1) / 2);
        let Some(body) = bytes.strip_prefix(MAGIC).filter(|_| bytes.len() == expected) else {
            return Err(Error::InvalidPrior {
                what: format!("{expected} bytes that begin with \"kansetsu\" were expected, not {}", bytes.len()),
            });
        };
        let (numbers, correlations) = body.split_at(4 * (2 * COUNT));
        let numbers: Vec<f32> = numbers.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(Error::InvalidPrior { what: format!("number {at} is not finite") });
        }
        let (means, deviations) = numbers.split_at(COUNT);
        let correlations = correlations.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        Ok(Self::new(means.to_vec(), deviations.to_vec(), correlations))
    }

    /// What was learnt from 111 clips of people who walk, run, jump, climb, play, fight and dance. The data used in this project was obtained from
    /// mocap.cs.cmu.edu; that database was created with funding from NSF EIA-0196217. `docs/natural.md` says how it was made.
    #[must_use]
    pub fn people() -> &'static Self {
        static PEOPLE: OnceLock<Prior> = OnceLock::new();
        // Without a table nothing is known of people; a test reads it.
        PEOPLE.get_or_init(|| Self::from_bytes(include_bytes!("people.bin")).unwrap_or_else(|_| Learner::default().prior()))
    }

    /// The table as bytes: eight letters; the means and the standard deviations, each number in four bytes; the correlations row by row up to the diagonal
    /// and without it, in two bytes, of which 32767 is 1. The lowest byte comes first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.means.iter().chain(&self.deviations).flat_map(|number| number.to_le_bytes());
        let correlations = self.correlations.iter().flat_map(|number| number.to_le_bytes());
        MAGIC.iter().copied().chain(numbers).chain(correlations).collect()
    }

    /// From covariances, row by row up to the diagonal.
    fn from_covariances(means: Vec<f32>, covariances: &[f32]) -> Self {
        let deviations: Vec<f32> = (0..COUNT).map(|row| covariances[row * (row + 1) / 2 + row].max(0.0).sqrt()).collect();
        let correlations = (0..COUNT).flat_map(|row| (0..row).map(move |column| (row, column))).map(|(row, column)| {
            let both = deviations[row] * deviations[column];
            // What never changes goes with nothing.
            let correlation = if both > 0.0 { covariances[row * (row + 1) / 2 + column] / both } else { 0.0 };
            (correlation * ONE).round() as i16
        });
        let correlations = correlations.collect();
        Self::new(means, deviations, correlations)
    }

    fn new(means: Vec<f32>, deviations: Vec<f32>, correlations: Vec<i16>) -> Self {
        let mut prior = Self { means, deviations, correlations, information: Vec::new() };
        prior.information = meet::information(&prior);
        prior
    }

    fn covariance(&self, a: usize, b: usize) -> f32 {
        let (row, column) = (a.max(b), a.min(b));
        let correlation = if row == column { 1.0 } else { f32::from(self.correlations[row * (row - 1) / 2 + column]) / ONE };
        correlation * (self.deviations[row] * self.deviations[column])
    }
}

/// Which numbers are known, with the factor of their covariance and what follows from them: the same for all poses of which the same is known.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    places: Vec<usize>,
    /// Row by row, up to the diagonal: `L` of `L Lᵀ`.
    factor: Vec<f32>,
    /// By how much each number that is not seen (the pelvis' tilt, the segments' turns) is greater for each known one.
    slopes: Vec<f32>,
}

impl Known {
    fn new(prior: &Prior, places: Vec<usize>, noise: impl Fn(usize) -> f32) -> Self {
        let mut known = Self::factored(prior, places, noise);
        for index in unseen() {
            let mut slope: Vec<f32> = known.places.iter().map(|&place| prior.covariance(index, place)).collect();
            known.solve(&mut slope);
            known.slopes.extend(slope);
        }
        known
    }

    /// With nothing that follows yet.
    fn factored(prior: &Prior, places: Vec<usize>, noise: impl Fn(usize) -> f32) -> Self {
        let count = places.len();
        let mut factor = vec![0.0_f32; count * (count + 1) / 2];
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in 0..count {
            for column in 0..=row {
                let own = if row == column { noise(places[row]) } else { 0.0 };
                let done: f32 = (0..column).map(|k| factor[at(row, k)] * factor[at(column, k)]).sum();
                let rest = prior.covariance(places[row], places[column]) + own - done;
                // The noise keeps the diagonal above zero, but for rounding.
                factor[at(row, column)] = if row == column { rest.max(0.1 * own).sqrt() } else { rest / factor[at(column, column)] };
            }
        }
        Self { places, factor, slopes: Vec::new() }
    }

    /// The most likely tilt of the pelvis and turns of segments, at their places among the numbers that describe a pose.
    fn likeliest(&self, prior: &Prior, values: &[f32]) -> Vec<f32> {
        let off: Vec<f32> = self.places.iter().zip(values).map(|(&place, value)| value - prior.means[place]).collect();
        let mut numbers = prior.means.clone();
        for (row, index) in unseen().enumerate() {
            let slopes = self.slopes[row * off.len()..].iter();
            numbers[index] += slopes.zip(&off).map(|(slope, off)| slope * off).sum::<f32>();
        }
        numbers
    }

    /// Divides by the factor alone.
    fn solve_down(&self, values: &mut [f32]) {
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in 0..values.len() {
            let done: f32 = (0..row).map(|k| self.factor[at(row, k)] * values[k]).sum();
            values[row] = (values[row] - done) / self.factor[at(row, row)];
        }
    }

    fn solve(&self, values: &mut [f32]) {
        self.solve_down(values);
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        for row in (0..values.len()).rev() {
            let done: f32 = (row + 1..values.len()).map(|k| self.factor[at(k, row)] * values[k]).sum();
            values[row] = (values[row] - done) / self.factor[at(row, row)];
        }
    }
}

/// Where the numbers lie that are not seen from outside: the pelvis' tilt, the segments' turns.
fn unseen() -> impl Iterator<Item = usize> {
    (0..TURN).chain(TURN + PARTS * SEEN..COUNT)
}

/// What is not explained of a number.
fn noise(number: usize) -> f32 {
    let is_turned = |hand: usize| part(hand).skip(SEEN - TURN).chain(segment(describe::SEEN_SEGMENTS[hand])).any(|own| own == number);
    if HANDS.into_iter().any(is_turned) { WRIST } else { NOISE }
}

/// Where a part's numbers lie.
const fn part(index: usize) -> Range<usize> {
    let first = TURN + index * SEEN;
    first..first + SEEN
}

/// Where a segment's numbers lie.
const fn segment(index: usize) -> Range<usize> {
    let first = TURN + PARTS * SEEN + index * TURN;
    first..first + TURN
}

/// What goals know of a joint: its place and its turn.
fn goal_of(goals: &[Goal], joint: usize) -> (Option<glam::Vec3>, Option<glam::Quat>) {
    let own = || goals.iter().filter(|goal| goal.joint == joint && goal.relative_to.is_none());
    let place = own().find_map(|goal| goal.position.filter(|_| goal.offset == glam::Vec3::ZERO));
    let turn = own().find_map(|goal| match goal.orientation {
        Some(super::Orientation::Full(turn)) => Some(turn),
        _ => None,
    });
    (place, turn)
}
