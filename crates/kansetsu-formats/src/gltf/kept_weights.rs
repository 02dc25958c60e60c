//! Keyed weights of expressions: `extras.kansetsu.weights` of an animation.
//!
//! The format keys the weights of morph targets. An expression that moves several of them, or that
//! the file does not have, is kept here under its name.

use serde_json::{Value, json};

use super::at::At;
use super::extras::EXTRAS;
use super::save::number::numbers;
use crate::morphing::Faces;
use crate::{Clip, Interpolation, WeightTrack};

const WEIGHTS: &str = "weights";
const INTERPOLATIONS: [(&str, Interpolation); 3] = [
    ("LINEAR", Interpolation::Linear),
    ("STEP", Interpolation::Step),
    ("CUBICSPLINE", Interpolation::Cubic),
];

/// Adds the kept weights to the clips of the document's animations. They replace the weights of
/// the morph targets that they move.
pub(super) fn read(
    root: &At<'_>,
    faces: Faces<'_>,
    clips: &mut [Clip],
    warnings: &mut Vec<String>,
) {
    let animations = root.objects("animations").unwrap_or_default();
    for (at, clip) in animations.iter().zip(clips) {
        let own = at.get("extras").and_then(|extras| extras.get(EXTRAS)?.get(WEIGHTS));
        let Some(own) = own else { continue };
        let list = own.value().as_array().map_or(&[][..], Vec::as_slice);
        let tracks: Option<Vec<WeightTrack>> = list.iter().map(track).collect();
        let Some(tracks) = tracks else {
            warnings.push(format!("{}: a track is invalid; all are ignored", own.path()));
            continue;
        };
        let moved = |name: &str| faces.effects(&[(name, 1.0)]).unwrap_or_default().morphs;
        let replaced: Vec<usize> =
            tracks.iter().flat_map(|track| moved(&track.name).into_keys()).collect();
        clip.weights.retain(|track| {
            let own = moved(&track.name);
            own.is_empty() || !own.keys().all(|morph| replaced.contains(morph))
        });
        let last = tracks.iter().filter_map(|track| track.times.last()).copied();
        clip.duration = last.fold(clip.duration, f32::max);
        clip.weights.extend(tracks);
    }
}

/// `None` for keys that are not finite, not in order, or of another number than the values.
fn track(value: &Value) -> Option<WeightTrack> {
    let numbers = |key: &str| {
        let list = value[key].as_array()?.iter();
        list.map(|number| number.as_f64().map(|number| number as f32)).collect::<Option<Vec<f32>>>()
    };
    let named = INTERPOLATIONS.iter().find(|(name, _)| value["interpolation"] == *name)?;
    let (times, values) = (numbers("times")?, numbers("values")?);
    let per_key = if named.1 == Interpolation::Cubic { 3 } else { 1 };
    let is_sound = times.iter().chain(&values).all(|number| number.is_finite())
        && times.is_sorted()
        && values.len() == per_key * times.len();
    let name = value["name"].as_str()?.to_owned();
    is_sound.then_some(WeightTrack { name, times, values, interpolation: named.1 })
}

/// The entry of the tracks that are not morph targets; `None` if all are.
pub(super) fn value(clip: &Clip, faces: Faces<'_>) -> Option<Value> {
    let is_expression =
        |name: &str| faces.expressions.iter().any(|own| own.name == name || own.label == name);
    let is_target = |name: &str| faces.morphs.iter().any(|morph| morph.name == name);
    let is_kept = |track: &&WeightTrack| is_expression(&track.name) || !is_target(&track.name);
    let kept = |track: &WeightTrack| {
        let named = INTERPOLATIONS.iter().find(|(_, own)| *own == track.interpolation);
        json!({
            "name": track.name,
            "times": numbers(&track.times),
            "values": numbers(&track.values),
            "interpolation": named.map_or("LINEAR", |(name, _)| *name),
        })
    };
    let all: Vec<Value> = clip.weights.iter().filter(is_kept).map(kept).collect();
    (!all.is_empty()).then(|| json!({EXTRAS: {WEIGHTS: all}}))
}

/// The extras of an animation that replaces another one; `None` without a change.
pub(super) fn replaced(old: &Value, new: &Value) -> Option<Value> {
    let had = old["extras"].get(EXTRAS).is_some();
    let has = new["extras"].get(EXTRAS);
    if !had && has.is_none() {
        return None;
    }
    let mut extras = old["extras"].as_object().cloned().unwrap_or_default();
    match has {
        Some(own) => drop(extras.insert(EXTRAS.to_owned(), own.clone())),
        None => drop(extras.remove(EXTRAS)),
    }
    Some(extras.into())
}

/// Whether an animation has kept weights.
pub(super) fn has_any(animation: &Value) -> bool {
    animation["extras"][EXTRAS].get(WEIGHTS).is_some()
}
