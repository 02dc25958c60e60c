//! Keyed weights of expressions to the weights of morph targets, which glTF keys for each node.

use std::collections::BTreeMap;

use crate::morphing::Faces;
use crate::{Clip, Interpolation};

/// The morph targets of a node of a file.
#[derive(Clone, Debug, Default)]
pub(in crate::gltf) struct NodeMorphs {
    pub(in crate::gltf) node: usize,
    /// For each target its indices into [`Figure::morphs`](crate::Figure::morphs).
    pub(in crate::gltf) targets: Vec<Vec<usize>>,
}

/// The keys of a node: times, and for each time a weight for each target.
pub(in crate::gltf) struct NodeKeys {
    pub(in crate::gltf) node: usize,
    pub(in crate::gltf) times: Vec<[f32; 1]>,
    pub(in crate::gltf) weights: Vec<[f32; 1]>,
}

/// The frame rate of keys that are not linear, frames per second.
const FRAMES: f32 = 60.0;
/// The most frames: an hour and a half.
const MOST: f32 = 324_000.0;

/// The nodes of morph targets with a node, by their own indices.
pub(in crate::gltf) fn nodes_of(faces: Faces<'_>) -> Vec<NodeMorphs> {
    let mut nodes: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    for (index, morph) in faces.morphs.iter().enumerate() {
        let Some(node) = morph.node else { continue };
        let targets = nodes.entry(node).or_default();
        if targets.len() <= morph.index {
            targets.resize(morph.index + 1, Vec::new());
        }
        targets[morph.index].push(index);
    }
    nodes.into_iter().map(|(node, targets)| NodeMorphs { node, targets }).collect()
}

/// The keys of each node that the clip's weights move, and the names that no node has.
pub(in crate::gltf) fn keys(
    clip: &Clip,
    faces: Faces<'_>,
    nodes: &[NodeMorphs],
) -> (Vec<NodeKeys>, Vec<String>) {
    let (moved, lost) = moved(clip, faces);
    let times = times(clip);
    let poses: Vec<BTreeMap<usize, f32>> =
        times.iter().map(|&[time]| weights_at(clip, time, faces)).collect();
    let mut keys = Vec::new();
    for NodeMorphs { node, targets } in nodes {
        if !targets.iter().flatten().any(|morph| moved.contains(morph)) {
            continue;
        }
        let weight = |pose: &BTreeMap<usize, f32>, target: &Vec<usize>| {
            let still = |morph: usize| faces.morphs.get(morph).map_or(0.0, |morph| morph.weight);
            let morph = target.first().copied();
            [morph.map_or(0.0, |morph| pose.get(&morph).copied().unwrap_or_else(|| still(morph)))]
        };
        let weights = poses
            .iter()
            .flat_map(|pose| targets.iter().map(move |target| weight(pose, target)))
            .collect();
        keys.push(NodeKeys { node: *node, times: times.clone(), weights });
    }
    (keys, lost)
}

/// The morph targets that the clip's weights move, and the names that move none.
fn moved(clip: &Clip, faces: Faces<'_>) -> (Vec<usize>, Vec<String>) {
    let (mut moved, mut lost) = (Vec::new(), Vec::new());
    for track in &clip.weights {
        let effects = faces.effects(&[(&track.name, 1.0)]).unwrap_or_default();
        if effects.morphs.is_empty() {
            lost.push(track.name.clone());
        }
        moved.extend(effects.morphs.into_keys());
    }
    (moved, lost)
}

/// The weights of morph targets at a time.
fn weights_at(clip: &Clip, time: f32, faces: Faces<'_>) -> BTreeMap<usize, f32> {
    let mut weights = BTreeMap::new();
    for (name, weight) in clip.weights_at(time) {
        let effects = faces.effects(&[(name, weight)]).unwrap_or_default();
        for (morph, weight) in effects.morphs {
            *weights.entry(morph).or_default() += weight;
        }
    }
    weights
}

/// All key times, ascending; also frames between them if keys are not linear.
fn times(clip: &Clip) -> Vec<[f32; 1]> {
    let is_sound = |time: &f32| time.is_finite() && *time >= 0.0;
    let keyed = clip.weights.iter().flat_map(|track| &track.times).copied().filter(is_sound);
    let mut times: Vec<f32> = keyed.collect();
    let last = times.iter().copied().fold(0.0, f32::max);
    if clip.weights.iter().any(|track| track.interpolation != Interpolation::Linear)
        && last * FRAMES < MOST
    {
        times.extend((0..(last * FRAMES) as usize).map(|frame| frame as f32 / FRAMES));
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    times.into_iter().map(|time| [time]).collect()
}
