//! Means and covariances of the description of a pose.

use std::sync::OnceLock;

use kansetsu::Error;

use super::{
    information::{self, Information},
    layout::COUNT,
};

/// A correlation of 1 in tables: the largest 16-bit value. The quantization has no effect: with
/// tables of four bytes the rows of `results/natural.md` are unchanged.
const ONE: f32 = 32767.0;

/// The first bytes of a table.
const MAGIC: &[u8; 8] = b"kansetsu";
/// Means and covariances of the description of a pose. See the [module](super).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "super::json::Table", into = "super::json::Table")
)]
pub struct Prior {
    pub(super) means: Vec<f32>,
    deviations: Vec<f32>,
    /// Row by row, up to the diagonal and without it, in units of 1 / [`ONE`].
    correlations: Vec<i16>,
    /// The derived inverse covariance of rotations.
    pub(super) information: Information,
}

impl Prior {
    /// A table from bytes, as [`Self::to_bytes`] returns it.
    ///
    /// # Errors
    /// [`Error::InvalidPrior`] for invalid bytes: another length, another header, or means and
    /// deviations that are not finite.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let expected = MAGIC.len() + 4 * (2 * COUNT) + 2 * (COUNT * (COUNT - 1) / 2);
        let Some(body) = bytes.strip_prefix(MAGIC).filter(|_| bytes.len() == expected) else {
            return Err(Error::InvalidPrior {
                what: format!(
                    "{expected} bytes that start with \"kansetsu\" are required, not {}",
                    bytes.len()
                ),
            });
        };
        let (numbers, correlations) = body.split_at(4 * (2 * COUNT));
        let numbers: Vec<f32> = numbers
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect();
        if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(Error::InvalidPrior { what: format!("number {at} is not finite") });
        }
        let (means, deviations) = numbers.split_at(COUNT);
        let correlations =
            correlations.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        Ok(Self::new(means.to_vec(), deviations.to_vec(), correlations))
    }

    /// The prior learned from 111 clips of people who walk, run, jump, climb, play, fight and
    /// dance. The data used in this project was obtained from mocap.cs.cmu.edu; that database was
    /// created with funding from NSF EIA-0196217. `docs/reference/posture-table.md` describes it.
    #[must_use]
    pub fn people() -> &'static Self {
        static PEOPLE: OnceLock<Prior> = OnceLock::new();
        // A test reads the table, so the fallback is only for a damaged program.
        PEOPLE.get_or_init(|| {
            Self::from_bytes(include_bytes!("people.bin")).unwrap_or_else(|_| {
                Self::from_covariances(vec![0.0; COUNT], &[0.0; COUNT * (COUNT + 1) / 2])
            })
        })
    }

    /// The table as bytes: eight letters; the means and the standard deviations, four bytes each;
    /// the correlations row by row up to the diagonal and without it, in two bytes, of which 32767
    /// is 1. Little endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers =
            self.means.iter().chain(&self.deviations).flat_map(|number| number.to_le_bytes());
        let correlations = self.correlations.iter().flat_map(|number| number.to_le_bytes());
        MAGIC.iter().copied().chain(numbers).chain(correlations).collect()
    }

    /// From covariances, row by row up to the diagonal.
    pub(super) fn from_covariances(means: Vec<f32>, covariances: &[f32]) -> Self {
        let deviations: Vec<f32> =
            (0..COUNT).map(|row| covariances[row * (row + 1) / 2 + row].max(0.0).sqrt()).collect();
        let correlations = (0..COUNT)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| {
                let both = deviations[row] * deviations[column];
                // A constant number has no correlation.
                let correlation =
                    if both > 0.0 { covariances[row * (row + 1) / 2 + column] / both } else { 0.0 };
                (correlation * ONE).round() as i16
            });
        let correlations = correlations.collect();
        Self::new(means, deviations, correlations)
    }

    fn new(means: Vec<f32>, deviations: Vec<f32>, correlations: Vec<i16>) -> Self {
        let mut prior = Self { means, deviations, correlations, information: Vec::new() };
        prior.information = information::information(|a, b| prior.covariance(a, b));
        prior
    }

    pub(super) fn covariance(&self, a: usize, b: usize) -> f32 {
        let (row, column) = (a.max(b), a.min(b));
        let correlation = if row == column {
            1.0
        } else {
            f32::from(self.correlations[row * (row - 1) / 2 + column]) / ONE
        };
        correlation * (self.deviations[row] * self.deviations[column])
    }
}
