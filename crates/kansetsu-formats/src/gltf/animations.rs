//! Animations become clips.
//!
//! A channel that cannot be read is left out with a warning: a figure can be posed without it.

use std::collections::BTreeMap;

use kansetsu::glam::{Quat, Vec3};

use super::accessor::Store;
use super::at::At;
use super::nodes::Nodes;
use crate::{Clip, Error, Interpolation, Track, Values};

/// Reads all animations, one clip each.
pub(super) fn read(root: &At<'_>, store: &Store<'_>, nodes: &Nodes<'_>, warnings: &mut Vec<String>) -> Result<Vec<Clip>, Error> {
    root.objects("animations")?.iter().map(|at| read_one(at, store, nodes, warnings)).collect()
}

fn read_one(at: &At<'_>, store: &Store<'_>, nodes: &Nodes<'_>, warnings: &mut Vec<String>) -> Result<Clip, Error> {
    let samplers = at.objects("samplers")?;
    let mut clip = Clip { name: at.name().to_owned(), ..Clip::default() };
    let mut places: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for channel in at.objects("channels")? {
        let read = match read_channel(&channel, &samplers, store, nodes) {
            Ok(Some(read)) => read,
            Ok(None) => continue,
            Err(error) => {
                warnings.push(format!("{error}; this channel is left out"));
                continue;
            }
        };
        clip.duration = clip.duration.max(read.end);
        let Some(track) = read.track else { continue };
        if read.has_matrix {
            warnings.push(format!("{}: the node has a matrix, which cannot be animated; its parts are", channel.path()));
        }
        let key = (track.joint, property(&track.values));
        if let Some(&earlier) = places.get(&key) {
            warnings.push(format!("{}: the same property was animated before; the last channel counts", channel.path()));
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

/// What a channel holds.
struct Channel {
    /// When its last key is, seconds.
    end: f32,
    /// `None` for morph weights.
    track: Option<Track>,
    has_matrix: bool,
}

/// `None` for a channel without a node, which the specification leaves to extensions.
fn read_channel(at: &At<'_>, samplers: &[At<'_>], store: &Store<'_>, nodes: &Nodes<'_>) -> Result<Option<Channel>, Error> {
    let target = at.need_child("target")?;
    let Some(node) = target.index("node", nodes.at.len(), "nodes")? else { return Ok(None) };
    let path = target.text("path")?.unwrap_or_default();
    let sampler = &samplers[at.need_index("sampler", samplers.len(), "samplers")?];
    let times = read_times(sampler, store)?;
    let end = times.last().copied().unwrap_or(0.0);
    let interpolation = read_interpolation(sampler)?;
    let output = sampler.need_index("output", store.count(), "accessors")?;
    let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
    let vectors = || -> Result<Vec<Vec3>, Error> { Ok(store.finite::<3>(output)?.into_iter().map(Vec3::from_array).collect()) };
    let values = match path {
        "translation" => Values::Translation(vectors()?),
        "scale" => Values::Scale(vectors()?),
        "rotation" => Values::Rotation(store.finite::<4>(output)?.into_iter().map(Quat::from_array).collect()),
        "weights" => return Ok(Some(Channel { end, track: None, has_matrix: false })),
        _ => return Ok(None),
    };
    if values.len() != per_key * times.len() {
        let problem = format!("expected {} elements for {} keys, found {}", per_key * times.len(), times.len(), values.len());
        return Err(sampler.wrong_at("output", problem));
    }
    let track = Track { joint: nodes.joints[node], times, values, interpolation };
    Ok(Some(Channel { end, track: Some(track), has_matrix: nodes.at[node].get("matrix").is_some() }))
}

fn read_times(sampler: &At<'_>, store: &Store<'_>) -> Result<Vec<f32>, Error> {
    let input = sampler.need_index("input", store.count(), "accessors")?;
    let times: Vec<f32> = store.finite::<1>(input)?.into_iter().map(|[time]| time).collect();
    if times.is_empty() {
        return Err(store.wrong(input, "expected at least one key time, found none"));
    }
    match times.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(at) => Err(store.wrong(input, format!("key times must ascend, but {} follows {}", times[at + 1], times[at]))),
        None => Ok(times),
    }
}

fn read_interpolation(sampler: &At<'_>) -> Result<Interpolation, Error> {
    match sampler.text("interpolation")? {
        None | Some("LINEAR") => Ok(Interpolation::Linear),
        Some("STEP") => Ok(Interpolation::Step),
        Some("CUBICSPLINE") => Ok(Interpolation::Cubic),
        Some(other) => {
            Err(sampler.wrong_at("interpolation", format!("expected \"LINEAR\", \"STEP\" or \"CUBICSPLINE\", found \"{other}\"")))
        }
    }
}
