//! The gaze of VRM 0.x and 1.0.
//!
//! A damaged gaze is left out with a warning: a figure can be posed without it.

use kansetsu::glam::Vec3;

use super::at::At;
use crate::Error;
use crate::gaze::{Gaze, GazeMoves, GazeRange};

/// The place of the eyes above the head joint in files that do not state it, metres.
const EYES: Vec3 = Vec3::new(0.0, 0.06, 0.0);

/// The smallest angle of a range, degrees. Below it the output would be a jump.
const LEAST_ANGLE: f32 = 0.01;

pub(super) fn read(root: &At<'_>, warnings: &mut Vec<String>) -> Option<Gaze> {
    let newer = root.extension("VRMC_vrm");
    let older = root.extension("VRM").filter(|_| newer.is_none());
    let at = match (&newer, &older) {
        (Some(avatar), _) => avatar.get("lookAt")?,
        (None, avatar) => avatar.as_ref()?.get("firstPerson")?,
    };
    let read = if older.is_some() { version_0(&at) } else { version_1(&at) };
    read.map_err(|error| warnings.push(format!("{error}; the gaze is ignored"))).ok()
}

fn version_1(at: &At<'_>) -> Result<Gaze, Error> {
    let moves = match at.text("type")? {
        Some("expression") => GazeMoves::Expressions,
        _ => GazeMoves::Eyes,
    };
    let range = |key: &str| {
        let at = at.child(key)?;
        let number = |key: &str| at.as_ref().map_or(Ok(None), |at| at.number(key));
        Ok::<_, Error>(range([number("inputMaxValue")?, number("outputScale")?], Vec::new(), moves))
    };
    Ok(Gaze {
        moves,
        origin: at.numbers("offsetFromHeadBone")?.map_or(EYES, Vec3::from_array),
        inner: range("rangeMapHorizontalInner")?,
        outer: range("rangeMapHorizontalOuter")?,
        down: range("rangeMapVerticalDown")?,
        up: range("rangeMapVerticalUp")?,
    })
}

fn version_0(at: &At<'_>) -> Result<Gaze, Error> {
    let moves = match at.text("lookAtTypeName")? {
        Some("BlendShape") => GazeMoves::Expressions,
        _ => GazeMoves::Eyes,
    };
    let range = |key: &str| {
        let Some(at) = at.child(key)? else { return Ok(range([None; 2], Vec::new(), moves)) };
        let numbers = [at.number("xRange")?, at.number("yRange")?];
        let keys = at.number_list("curve")?.unwrap_or_default();
        let (keys, beyond) = keys.as_chunks::<4>();
        if !beyond.is_empty() {
            return Err(at.wrong_at("curve", "expected four numbers for each key"));
        }
        Ok(self::range(numbers, keys.to_vec(), moves))
    };
    // The offset has the axes of Unity, with Z to the other side.
    let origin = match at.child("firstPersonBoneOffset")? {
        None => EYES,
        Some(at) => Vec3::new(
            at.number("x")?.unwrap_or(0.0),
            at.number("y")?.unwrap_or(EYES.y),
            -at.number("z")?.unwrap_or(0.0),
        ),
    };
    Ok(Gaze {
        moves,
        origin,
        inner: range("lookAtHorizontalInner")?,
        outer: range("lookAtHorizontalOuter")?,
        down: range("lookAtVerticalDown")?,
        up: range("lookAtVerticalUp")?,
    })
}

/// The range of an angle and an output in degrees or as a weight; 90° and 10° or 1 if the file
/// does not state them.
fn range([angle, output]: [Option<f32>; 2], curve: Vec<[f32; 4]>, moves: GazeMoves) -> GazeRange {
    let angle = angle.unwrap_or(90.0).max(LEAST_ANGLE).to_radians();
    let output = match moves {
        GazeMoves::Eyes => output.unwrap_or(10.0).to_radians(),
        GazeMoves::Expressions => output.unwrap_or(1.0),
    };
    GazeRange { angle, output, curve }
}
