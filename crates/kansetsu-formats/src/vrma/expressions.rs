//! Expressions of VRM animations: each has a node whose x translation is its weight.

use serde_json::{Map, Value, json};

use super::extension::EXTENSION;
use crate::{Clip, Values, WeightTrack};

/// The two groups of expressions.
const GROUPS: [&str; 2] = ["preset", "custom"];

/// Moves the tracks of expression nodes to the weights of the clips.
pub(crate) fn take(document: &Value, joints: &[usize], clips: &mut [Clip]) {
    let expressions = &document["extensions"][EXTENSION]["expressions"];
    let entries = GROUPS.iter().filter_map(|group| expressions[*group].as_object()).flatten();
    for (name, entry) in entries {
        let node = entry["node"].as_u64().and_then(|node| usize::try_from(node).ok());
        let Some(&joint) = node.and_then(|node| joints.get(node)) else { continue };
        for clip in &mut *clips {
            let weights = &mut clip.weights;
            clip.tracks.retain(|track| {
                let (true, Values::Translation(places)) = (track.joint == joint, &track.values)
                else {
                    return track.joint != joint;
                };
                weights.push(WeightTrack {
                    name: name.clone(),
                    times: track.times.clone(),
                    values: places.iter().map(|place| place.x).collect(),
                    interpolation: track.interpolation,
                });
                false
            });
        }
    }
}

/// The block of a file for expressions and their nodes.
pub(super) fn block(nodes: &[(&str, usize)]) -> Value {
    let mut groups = GROUPS.map(|_| Map::new());
    for &(name, node) in nodes {
        groups[usize::from(!is_preset(name))].insert(name.to_owned(), json!({"node": node}));
    }
    let named = GROUPS.iter().map(|group| (*group).to_owned());
    named
        .zip(groups)
        .filter(|(_, group)| !group.is_empty())
        .map(|(name, group)| (name, Value::from(group)))
        .collect::<Map<_, _>>()
        .into()
}

/// Whether the standard has an expression of this name. It stores the gaze separately.
fn is_preset(name: &str) -> bool {
    const PRESETS: [&str; 14] = [
        "happy",
        "angry",
        "sad",
        "relaxed",
        "surprised",
        "aa",
        "ih",
        "ou",
        "ee",
        "oh",
        "blink",
        "blinkLeft",
        "blinkRight",
        "neutral",
    ];
    PRESETS.contains(&name)
}
