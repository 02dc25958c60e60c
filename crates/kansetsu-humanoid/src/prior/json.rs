//! The table as plain data: `docs/reference/posture.schema.json`.

use serde::{Deserialize, Serialize};

use super::{
    layout::{COUNT, PARTS, SEEN, SEGMENTS, TURN},
    table::Prior,
};
use kansetsu::Error;

/// The version of the format.
const VERSION: u32 = 2;

/// The serialized form: names of the numbers of a description, their means, and the covariances of
/// each with itself and the previous ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    kansetsu_posture: u32,
    numbers: Vec<String>,
    means: Vec<f32>,
    covariances: Vec<Vec<f32>>,
}

const SEEN_NAMES: [&str; PARTS] =
    ["head", "chest", "leftHand", "rightHand", "leftFoot", "rightFoot"];
const SEGMENT_NAMES: [&str; SEGMENTS] = [
    "waist",
    "chest",
    "neck",
    "head",
    "leftShoulder",
    "rightShoulder",
    "leftUpperArm",
    "rightUpperArm",
    "leftLowerArm",
    "rightLowerArm",
    "leftHand",
    "rightHand",
    "leftUpperLeg",
    "rightUpperLeg",
    "leftLowerLeg",
    "rightLowerLeg",
    "leftFoot",
    "rightFoot",
];

/// The names of the numbers of a description, in their order.
fn names() -> Vec<String> {
    let of = |what: &str, count: usize| {
        (0..count).map(|number| format!("{what}.{number}")).collect::<Vec<_>>()
    };
    let tilt = of("hips tilt", TURN);
    let seen = SEEN_NAMES.iter().flat_map(|name| {
        [of(&format!("{name} place"), SEEN - TURN), of(&format!("{name} turn"), TURN)].concat()
    });
    let own = SEGMENT_NAMES.iter().flat_map(|name| of(&format!("{name} on its parent"), TURN));
    tilt.into_iter().chain(seen).chain(own).collect()
}

impl From<Prior> for Table {
    fn from(prior: Prior) -> Self {
        let row = |row: usize| (0..=row).map(|column| prior.covariance(row, column)).collect();
        let covariances = (0..COUNT).map(row).collect();
        Self { kansetsu_posture: VERSION, numbers: names(), means: prior.means, covariances }
    }
}

impl TryFrom<Table> for Prior {
    type Error = Error;

    fn try_from(table: Table) -> Result<Self, Error> {
        let wrong = |what: String| Err(Error::InvalidPrior { what });
        if table.kansetsu_posture != VERSION {
            return wrong(format!(
                "kansetsu_posture is {}; this program supports {VERSION}",
                table.kansetsu_posture
            ));
        }
        let names = names();
        if table.numbers != names {
            let at =
                names.iter().zip(&table.numbers).take_while(|(own, given)| own == given).count();
            let expected = names.get(at).map_or("no more", String::as_str);
            return wrong(format!("numbers[{at}]: {expected:?} was expected"));
        }
        if table.means.len() != COUNT || table.covariances.len() != COUNT {
            return wrong(format!("{COUNT} means and {COUNT} rows of covariances were expected"));
        }
        if let Some(row) = (0..COUNT).find(|&row| table.covariances[row].len() != row + 1) {
            return wrong(format!("covariances[{row}]: {} numbers were expected", row + 1));
        }
        if let Some(row) = (0..COUNT).find(|&row| table.covariances[row][row] < 0.0) {
            return wrong(format!("covariances[{row}][{row}]: a variance is not below zero"));
        }
        let covariances = table.covariances.concat();
        match table.means.iter().chain(&covariances).position(|number| !number.is_finite()) {
            Some(at) => wrong(format!("number {at} is not finite")),
            None => Ok(Self::from_covariances(table.means, &covariances)),
        }
    }
}
