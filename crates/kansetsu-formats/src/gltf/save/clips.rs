//! Clips to animations.

use std::collections::BTreeMap;

use kansetsu::glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::super::animations::node_property;
use super::appendix::Appendix;
use super::pose::length;
use super::weights::{self, NodeKeys, NodeMorphs};
use crate::gltf::at::malformed;
use crate::gltf::kept_weights;
use crate::morphing::Faces;
use crate::{Clip, Error, Interpolation, Track, Values};

/// The nodes that clips can move.
#[derive(Clone, Copy)]
pub(in crate::gltf) struct Movable<'a> {
    /// The node of each joint.
    pub(in crate::gltf) node_of_joint: &'a [Option<usize>],
    pub(in crate::gltf) faces: Faces<'a>,
    pub(in crate::gltf) morphs: &'a [NodeMorphs],
}

/// Adds the clip's keys to `data` and returns the animation; `None` if it has no node to move.
/// Weights that no node has become warnings.
pub(in crate::gltf) fn animation(
    clip: &Clip,
    movable: Movable<'_>,
    data: &mut Appendix,
    warnings: &mut Vec<String>,
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
        let Some(node) = movable.node_of_joint.get(track.joint).copied().flatten() else {
            continue;
        };
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
    for NodeKeys { node, times, weights } in weight_keys(clip, movable, warnings) {
        let bits = times.iter().map(|[time]| time.to_bits()).collect();
        let input = *inputs.entry(bits).or_insert_with(|| data.bounded_floats(&times, None));
        let output = data.floats(&weights, None);
        channels
            .push(json!({"sampler": samplers.len(), "target": {"node": node, "path": "weights"}}));
        samplers.push(json!({"input": input, "output": output, "interpolation": "LINEAR"}));
    }
    let kept = kept_weights::value(clip, movable.faces);
    if channels.is_empty() && kept.is_none() {
        return Ok(None);
    }
    if channels.is_empty() {
        // The format requires a channel. Programs ignore one without a node.
        let input = data.bounded_floats(&[[0.0]], None);
        let output = data.floats(&[[0.0]], None);
        channels.push(json!({"sampler": 0, "target": {"path": "weights"}}));
        samplers.push(json!({"input": input, "output": output}));
    }
    let mut animation = json!({"channels": channels, "samplers": samplers});
    if !clip.name.is_empty() {
        animation["name"] = clip.name.as_str().into();
    }
    if let Some(extras) = kept {
        animation["extras"] = extras;
    }
    Ok(Some(animation))
}

/// The keys of morph targets. Names that no node has become a warning.
fn weight_keys(
    clip: &Clip,
    Movable { faces, morphs, .. }: Movable<'_>,
    warnings: &mut Vec<String>,
) -> Vec<NodeKeys> {
    let (keys, lost) = weights::keys(clip, faces, morphs);
    if !lost.is_empty() {
        warnings.push(format!(
            "clip \"{}\": these expressions move no morph target; only Kansetsu plays them: {}",
            clip.name,
            lost.join(", ")
        ));
    }
    keys
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

/// An animation that replaces `old`: channels that it cannot have stay (extensions, and weights of
/// nodes that it does not move).
pub(super) fn replacement(old: &Value, new: Value) -> Vec<(&'static str, Value)> {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let (mut channels, mut samplers) = (list(&new, "channels"), list(&new, "samplers"));
    let old_samplers = list(old, "samplers");
    let own: Vec<usize> = channels
        .iter()
        .filter(|channel| channel["target"]["path"] == "weights")
        .filter_map(|channel| Some(node_property(&channel["target"])?.0))
        .collect();
    for mut channel in list(old, "channels") {
        let target = node_property(&channel["target"]);
        if target.is_some_and(|(node, path)| path != "weights" || own.contains(&node)) {
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
    let mut changes = vec![("channels", channels.into()), ("samplers", samplers.into())];
    changes.extend(kept_weights::replaced(old, &new).map(|extras| ("extras", extras)));
    changes
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
