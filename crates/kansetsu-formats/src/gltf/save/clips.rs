//! Clips to animations.

use std::collections::BTreeMap;

use kansetsu::glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::super::animations::node_property;
use super::appendix::Appendix;
use super::pose::length;
use crate::gltf::at::malformed;
use crate::{Clip, Error, Interpolation, Track, Values};

/// Adds the clip's keys to `data` and returns the animation; `None` if no track has a node to move.
/// `node_of_joint` returns the node of each joint.
pub(in crate::gltf) fn animation(
    clip: &Clip,
    node_of_joint: &[Option<usize>],
    data: &mut Appendix,
) -> Result<Option<Value>, Error> {
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    let mut inputs: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    // The format has one channel for each property; of several tracks the last counts, as in
    // sampling.
    let last: BTreeMap<(usize, &str), usize> = clip
        .tracks
        .iter()
        .enumerate()
        .map(|(index, track)| ((track.joint, path(track)), index))
        .collect();
    for (index, track) in clip
        .tracks
        .iter()
        .enumerate()
        .filter(|&(index, track)| last[&(track.joint, path(track))] == index)
    {
        let Some(node) = node_of_joint.get(track.joint).copied().flatten() else { continue };
        let times = key_times(track).map_err(|problem| {
            malformed(&format!("clip \"{}\", track {index}", clip.name), problem)
        })?;
        let bits = times.iter().map(|[time]| time.to_bits()).collect();
        let input = *inputs.entry(bits).or_insert_with(|| data.bounded_floats(&times, None));
        let output = match &track.values {
            Values::Translation(list) | Values::Scale(list) => data.floats(&vectors(list), None),
            Values::Rotation(list) => data.floats(&unit_keys(list, track.interpolation), None),
        };
        channels.push(
            json!({"sampler": samplers.len(), "target": {"node": node, "path": path(track)}}),
        );
        samplers.push(json!({"input": input, "output": output, "interpolation": interpolation(track.interpolation)}));
    }
    if channels.is_empty() {
        return Ok(None);
    }
    let named = if clip.name.is_empty() { json!({}) } else { json!({"name": clip.name}) };
    let mut animation = named;
    if let Some(object) = animation.as_object_mut() {
        object.insert("channels".to_owned(), channels.into());
        object.insert("samplers".to_owned(), samplers.into());
    }
    Ok(Some(animation))
}

/// The property that the track moves, as the format names it.
const fn path(track: &Track) -> &'static str {
    match track.values {
        Values::Translation(_) => "translation",
        Values::Rotation(_) => "rotation",
        Values::Scale(_) => "scale",
    }
}

const fn interpolation(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::Cubic => "CUBICSPLINE",
    }
}

/// An animation that replaces `old`: channels that move no joint (morph weights, extensions) stay.
pub(super) fn replacement(old: &Value, new: Value) -> [(&'static str, Value); 2] {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let (mut channels, mut samplers) = (list(&new, "channels"), list(&new, "samplers"));
    let old_samplers = list(old, "samplers");
    for mut channel in list(old, "channels") {
        if node_property(&channel["target"]).is_some_and(|(_, path)| path != "weights") {
            continue;
        }
        let sampler = channel["sampler"]
            .as_u64()
            .and_then(|index| old_samplers.get(usize::try_from(index).ok()?));
        if let Some(sampler) = sampler {
            channel["sampler"] = samplers.len().into();
            samplers.push(sampler.clone());
            channels.push(channel);
        }
    }
    [("channels", channels.into()), ("samplers", samplers.into())]
}

fn vectors(list: &[Vec3]) -> Vec<[f32; 3]> {
    list.iter().map(Vec3::to_array).collect()
}

/// The key times, checked. The format requires them to increase: equal ones increase by the
/// smallest step.
fn key_times(track: &Track) -> Result<Vec<[f32; 1]>, String> {
    let per_key = if track.interpolation == Interpolation::Cubic { 3 } else { 1 };
    if track.times.is_empty() || track.values.len() != per_key * track.times.len() {
        return Err(format!(
            "expected {per_key} values for each of {} keys (at least one), found {}",
            track.times.len(),
            track.values.len()
        ));
    }
    if !values_are_finite(&track.values) {
        return Err("every keyed value must be finite".to_owned());
    }
    let mut times: Vec<[f32; 1]> = Vec::with_capacity(track.times.len());
    for &time in &track.times {
        if !(time.is_finite() && time >= 0.0) {
            return Err(format!("key times must be 0 or more, found {time}"));
        }
        let least = times.last().map_or(0.0, |[last]| last.next_up());
        if time.next_up() < least {
            return Err(format!("key times must ascend, but {time} follows {}", least.next_down()));
        }
        times.push([time.max(least)]);
    }
    Ok(times)
}

fn values_are_finite(values: &Values) -> bool {
    match values {
        Values::Translation(list) | Values::Scale(list) => {
            list.iter().all(|value| value.is_finite())
        }
        Values::Rotation(list) => list.iter().all(|value| value.is_finite()),
    }
}

/// The format requires keyed rotations of unit length. Tangents scale with their key, so that the
/// curve keeps its shape.
fn unit_keys(list: &[Quat], interpolation: Interpolation) -> Vec<[f32; 4]> {
    let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
    let mut result = Vec::with_capacity(list.len());
    for key in list.chunks(per_key) {
        let length = length(key[key.len() / 2]);
        // A key of unit length up to rounding keeps its bits.
        let scale = if (length - 1.0).abs() > 1e-6 && length > 1e-12 { 1.0 / length } else { 1.0 };
        result.extend(key.iter().map(|q| (*q * scale).to_array()));
    }
    result
}
