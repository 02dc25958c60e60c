//! Text to a rig file, with the place of every error.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::file::{FORMAT, VERSION};
use super::{LimbEntry, LimitEntry, MassEntry, RestEntry, RigFile, TurnEntry, TwistEntry};
use crate::{Error, Role};

const KEYS: [&str; 12] = [
    "$schema",
    "kansetsu_rig",
    "name",
    "roles",
    "rest",
    "limits",
    "limbs",
    "mirrors",
    "twists",
    "masses",
    "stops",
    "stance",
];

impl RigFile {
    /// Reads a rig file.
    ///
    /// # Errors
    /// [`Error::Malformed`] names the line or the JSON path, as in `limits[3].limit`, and the
    /// expected content; [`Error::Unsupported`] for another version. Unknown keys are warnings.
    pub fn read(text: &str) -> Result<Self, Error> {
        let value: Value =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
                let problem = error.to_string();
                let problem = problem.split(" at line ").next().unwrap_or_default().to_owned();
                wrong(format!("line {} column {}", error.line(), error.column()), problem)
            })?;
        Self::from_value(&value)
    }

    /// Whether a JSON text is a rig file, well formed or not.
    #[must_use]
    pub fn is_rig(bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
        let is_object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        // A glTF file, which must have its version under this key, may contain a rig in its extras.
        is_object && text.contains("\"kansetsu_rig\"") && !text.contains("\"asset\":")
    }

    pub(crate) fn from_value(value: &Value) -> Result<Self, Error> {
        let Some(object) = value.as_object() else {
            return Err(wrong("the document", "expected an object"));
        };
        match object.get("kansetsu_rig") {
            Some(version) if version.as_u64() == Some(VERSION.into()) => {}
            Some(version) => {
                return Err(Error::Unsupported {
                    format: FORMAT,
                    place: "kansetsu_rig".to_owned(),
                    what: format!("version {version}"),
                });
            }
            None => {
                return Err(wrong(
                    "kansetsu_rig",
                    "expected the number of the format, 1; found nothing",
                ));
            }
        }
        let unknown = object.keys().filter(|key| !KEYS.contains(&key.as_str()));
        let rig = Self {
            kansetsu_rig: VERSION,
            name: one(object, "name")?.unwrap_or_default(),
            roles: one(object, "roles")?,
            rest: list::<RestEntry>(object, "rest")?,
            limits: list::<LimitEntry>(object, "limits")?,
            limbs: list::<LimbEntry>(object, "limbs")?,
            mirrors: list::<[String; 2]>(object, "mirrors")?,
            twists: list::<TwistEntry>(object, "twists")?,
            masses: list::<MassEntry>(object, "masses")?,
            stops: list::<String>(object, "stops")?,
            stance: list::<TurnEntry>(object, "stance")?,
            warnings: unknown
                .map(|key| format!("{key}: this key is unknown; it is ignored"))
                .collect(),
        };
        rig.check()?;
        Ok(rig)
    }

    /// Non-finite numbers, invalid limits, unknown roles.
    fn check(&self) -> Result<(), Error> {
        for name in self.roles.iter().flat_map(|roles| roles.keys()) {
            if Role::from_name(name).is_none() {
                return Err(wrong(
                    format!("roles.{name}"),
                    "expected a humanoid role of VRM 1.0, such as leftUpperArm",
                ));
            }
        }
        for (index, entry) in self.limits.iter().flatten().enumerate() {
            entry
                .limit
                .check()
                .map_err(|error| wrong(format!("limits[{index}].limit"), error.to_string()))?;
        }
        for (index, entry) in self.rest.iter().flatten().enumerate() {
            finite(&format!("rest[{index}].translation"), entry.translation.iter().flatten())?;
            finite(&format!("rest[{index}].scale"), entry.scale.iter().flatten())?;
            entry
                .rotation
                .iter()
                .try_for_each(|rotation| turn(&format!("rest[{index}].rotation"), rotation))?;
        }
        for (index, entry) in self.stance.iter().flatten().enumerate() {
            turn(&format!("stance[{index}].rotation"), &entry.rotation)?;
        }
        for (index, entry) in self.limbs.iter().flatten().enumerate() {
            direction(&format!("limbs[{index}].pole"), &entry.pole)?;
        }
        for (index, entry) in self.twists.iter().flatten().enumerate() {
            direction(&format!("twists[{index}].axis"), &entry.axis)?;
            finite(&format!("twists[{index}].ends"), entry.ends.iter().flatten())?;
            finite(
                &format!("twists[{index}].joints"),
                entry.joints.iter().map(|share| &share.share),
            )?;
        }
        for (index, entry) in self.masses.iter().flatten().enumerate() {
            finite(&format!("masses[{index}].centre"), &entry.centre)?;
            if !(0.0..=1e15).contains(&entry.mass) {
                return Err(wrong(
                    format!("masses[{index}].mass"),
                    "expected a number that is not negative",
                ));
            }
        }
        Ok(())
    }
}

fn one<T: DeserializeOwned>(object: &Map<String, Value>, key: &str) -> Result<Option<T>, Error> {
    let Some(value) = object.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    serde_json::from_value(value.clone()).map(Some).map_err(|error| wrong(key, error.to_string()))
}

fn list<T: DeserializeOwned>(
    object: &Map<String, Value>,
    key: &str,
) -> Result<Option<Vec<T>>, Error> {
    let Some(value) = object.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    let Some(elements) = value.as_array() else { return Err(wrong(key, "expected an array")) };
    let element = |(index, value): (usize, &Value)| {
        serde_json::from_value(value.clone())
            .map_err(|error| wrong(format!("{key}[{index}]"), error.to_string()))
    };
    elements.iter().enumerate().map(element).collect::<Result<Vec<T>, Error>>().map(Some)
}

fn finite<'a>(place: &str, numbers: impl IntoIterator<Item = &'a f32>) -> Result<(), Error> {
    match numbers.into_iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(wrong(place, "a number is too large for 32 bits")),
    }
}

fn direction(place: &str, numbers: &[f32]) -> Result<(), Error> {
    finite(place, numbers)?;
    match numbers.iter().map(|number| number * number).sum::<f32>() > 1e-12 {
        true => Ok(()),
        false => Err(wrong(place, "expected a direction that is not zero")),
    }
}

fn turn(place: &str, numbers: &[f32; 4]) -> Result<(), Error> {
    finite(place, numbers)?;
    match numbers.iter().map(|number| number * number).sum::<f32>() > 1e-12 {
        true => Ok(()),
        false => Err(wrong(place, "expected a quaternion x, y, z, w that is not zero")),
    }
}

fn wrong(place: impl Into<String>, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: place.into(), problem: problem.into() }
}
