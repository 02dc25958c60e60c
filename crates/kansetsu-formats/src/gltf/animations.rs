//! Animations to clips.
//!
//! A channel that cannot be read is dropped with a warning: a figure can be posed without it.

use std::collections::BTreeMap;

use kansetsu::glam::{Quat, Vec3};
use serde_json::Value;

use super::accessor::Store;
use super::at::At;
use super::kept_weights;
use super::nodes::Nodes;
use crate::element::Skipped;
use crate::{Clip, Error, Interpolation, Morph, Track, Values, WeightTrack};

/// The lists to which animations refer.
pub(super) struct Parts<'a> {
    pub(super) store: &'a Store<'a>,
    pub(super) nodes: &'a Nodes<'a>,
    pub(super) morphs: &'a [Morph],
}

/// Reads all animations, one clip each.
pub(super) fn read(
    root: &At<'_>,
    parts: &Parts<'_>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Vec<Clip>, Error> {
    root.objects("animations")?.iter().map(|at| read_one(at, parts, warnings, counted)).collect()
}

fn read_one(
    at: &At<'_>,
    parts: &Parts<'_>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Clip, Error> {
    let samplers = at.objects("samplers")?;
    let mut clip = Clip { name: at.name().to_owned(), ..Clip::default() };
    let mut places: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for channel in at.objects("channels")? {
        let read = match read_channel(&channel, &samplers, parts) {
            Ok(Some(read)) => read,
            Ok(None) => {
                // Weights that are kept in the extras may have a channel without a node.
                if !kept_weights::has_any(at.value()) {
                    count(channel.value(), at.name(), counted);
                }
                continue;
            }
            Err(error) => {
                warnings.push(format!("{error}; this channel is ignored"));
                continue;
            }
        };
        clip.duration = clip.duration.max(read.end);
        let track = match read.content {
            Content::Track(track) => track,
            Content::Weights { tracks, unnamed } => {
                counted.add_many("animations/weights", at.name(), unnamed);
                for track in tracks {
                    add_weights(&mut clip, track, &channel, warnings);
                }
                continue;
            }
        };
        if read.has_matrix {
            warnings.push(format!(
                "{}: the node has a matrix, which cannot be animated; its translation, rotation and scale are",
                channel.path()
            ));
        }
        let key = (track.joint, property(&track.values));
        if let Some(&earlier) = places.get(&key) {
            warnings.push(format!(
                "{}: the same property is animated twice; the last channel counts",
                channel.path()
            ));
            clip.tracks[earlier] = track;
        } else {
            places.insert(key, clip.tracks.len());
            clip.tracks.push(track);
        }
    }
    Ok(clip)
}

const fn property(values: &Values) -> u8 {
    match values {
        Values::Translation(_) => 0,
        Values::Rotation(_) => 1,
        Values::Scale(_) => 2,
    }
}

/// Adds the track of a morph target. Targets of several meshes with the same name are one: the last
/// track counts.
fn add_weights(clip: &mut Clip, track: WeightTrack, at: &At<'_>, warnings: &mut Vec<String>) {
    let Some(earlier) = clip.weights.iter_mut().find(|earlier| earlier.name == track.name) else {
        clip.weights.push(track);
        return;
    };
    if *earlier != track {
        warnings.push(format!(
            "{}: the morph target \"{}\" is animated twice; the last channel counts",
            at.path(),
            track.name
        ));
        *earlier = track;
    }
}

/// A channel.
struct Channel {
    /// The time of its last key, seconds.
    end: f32,
    content: Content,
    has_matrix: bool,
}

/// The contents of a channel.
enum Content {
    Track(Track),
    /// The weights of morph targets, and the number of targets without a name.
    Weights {
        tracks: Vec<WeightTrack>,
        unnamed: usize,
    },
}

/// The node and the property of a channel's target, direct or by a pointer of
/// KHR_animation_pointer; `None` for any other target.
pub(super) fn node_property(target: &Value) -> Option<(usize, &str)> {
    let property = |path: &'_ str| matches!(path, "translation" | "rotation" | "scale" | "weights");
    if let Some(node) = target.get("node") {
        let path = target.get("path").and_then(Value::as_str)?;
        return Some((usize::try_from(node.as_u64()?).ok()?, path)).filter(|_| property(path));
    }
    let (node, path) = pointer(target)?.strip_prefix("/nodes/")?.split_once('/')?;
    Some((node.parse().ok()?, path)).filter(|_| property(path))
}

fn pointer(target: &Value) -> Option<&str> {
    target.get("extensions")?.get("KHR_animation_pointer")?.get("pointer")?.as_str()
}

/// Counts a channel that is not read.
fn count(channel: &Value, clip: &str, counted: &mut Skipped) {
    let target = &channel["target"];
    let path = target["path"].as_str().unwrap_or_default();
    match (pointer(target), target.get("node")) {
        (Some(pointer), None) => counted.add("animations/pointer", pointer),
        (None, None) => counted.add("animations/no target", clip),
        _ => counted.add(&format!("animations/{path}"), clip),
    }
}

/// `None` for a channel of a property that is not read.
fn read_channel(
    at: &At<'_>,
    samplers: &[At<'_>],
    &Parts { store, nodes, morphs }: &Parts<'_>,
) -> Result<Option<Channel>, Error> {
    let target = at.need_child("target")?;
    let own = target.index("node", nodes.at.len(), "nodes")?;
    target.text("path")?;
    let Some((pointed, path)) = node_property(target.value()) else { return Ok(None) };
    let node = match own {
        Some(node) => node,
        None if pointed < nodes.at.len() => pointed,
        None => {
            return Err(
                target.wrong(format!("the pointer speaks of node {pointed} of {}", nodes.at.len()))
            );
        }
    };
    let sampler = &samplers[at.need_index("sampler", samplers.len(), "samplers")?];
    let times = read_times(sampler, store)?;
    let end = times.last().copied().unwrap_or(0.0);
    let interpolation = read_interpolation(sampler)?;
    let output = sampler.need_index("output", store.count(), "accessors")?;
    let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
    let vectors = || -> Result<Vec<Vec3>, Error> {
        Ok(store.finite::<3>(output)?.into_iter().map(Vec3::from_array).collect())
    };
    let values = match path {
        "translation" => Values::Translation(vectors()?),
        "scale" => Values::Scale(vectors()?),
        "rotation" => {
            Values::Rotation(store.finite::<4>(output)?.into_iter().map(Quat::from_array).collect())
        }
        "weights" => {
            let list: Vec<f32> =
                store.finite::<1>(output)?.into_iter().map(|[weight]| weight).collect();
            let Some(content) = weights((node, morphs), &times, &list, interpolation) else {
                return Err(sampler.wrong_at(
                    "output",
                    format!("{} weights do not fit {} keys", list.len(), times.len()),
                ));
            };
            return Ok(Some(Channel { end, content, has_matrix: false }));
        }
        _ => return Ok(None),
    };
    if values.len() != per_key * times.len() {
        let problem = format!(
            "expected {} elements for {} keys, found {}",
            per_key * times.len(),
            times.len(),
            values.len()
        );
        return Err(sampler.wrong_at("output", problem));
    }
    let track = Track { joint: nodes.joints[node], times, values, interpolation };
    Ok(Some(Channel {
        end,
        content: Content::Track(track),
        has_matrix: nodes.at[node].get("matrix").is_some(),
    }))
}

/// The weights of a node's morph targets: for each key one for each target, with tangents three
/// times as many. `None` for another number.
fn weights(
    (node, morphs): (usize, &[Morph]),
    times: &[f32],
    list: &[f32],
    interpolation: Interpolation,
) -> Option<Content> {
    let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
    let rows = per_key * times.len();
    let count = list.len().checked_div(rows).filter(|count| count * rows == list.len())?;
    let name = |target: usize| {
        let own = |morph: &&Morph| morph.node == Some(node) && morph.index == target;
        morphs.iter().find(own).map(|morph| morph.name.as_str()).filter(|name| !name.is_empty())
    };
    let track = |target: usize| {
        Some(WeightTrack {
            name: name(target)?.to_owned(),
            times: times.to_vec(),
            values: list.iter().skip(target).step_by(count).copied().collect(),
            interpolation,
        })
    };
    let tracks: Vec<WeightTrack> = (0..count).filter_map(track).collect();
    Some(Content::Weights { unnamed: count - tracks.len(), tracks })
}

fn read_times(sampler: &At<'_>, store: &Store<'_>) -> Result<Vec<f32>, Error> {
    let input = sampler.need_index("input", store.count(), "accessors")?;
    let times: Vec<f32> = store.finite::<1>(input)?.into_iter().map(|[time]| time).collect();
    if times.is_empty() {
        return Err(store.wrong(input, "expected at least one key time, found none"));
    }
    match times.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(at) => Err(store.wrong(
            input,
            format!("key times must ascend, but {} follows {}", times[at + 1], times[at]),
        )),
        None => Ok(times),
    }
}

fn read_interpolation(sampler: &At<'_>) -> Result<Interpolation, Error> {
    match sampler.text("interpolation")? {
        None | Some("LINEAR") => Ok(Interpolation::Linear),
        Some("STEP") => Ok(Interpolation::Step),
        Some("CUBICSPLINE") => Ok(Interpolation::Cubic),
        Some(other) => Err(sampler.wrong_at(
            "interpolation",
            format!("expected \"LINEAR\", \"STEP\" or \"CUBICSPLINE\", found \"{other}\""),
        )),
    }
}
