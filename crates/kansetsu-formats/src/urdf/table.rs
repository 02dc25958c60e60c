//! Joint values as tables: CSV, RFC 4180.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Skeleton};

use super::Robot;

impl Robot {
    /// The joint values of successive poses. Of equivalent angles the one nearest to the previous
    /// pose is used, so that a rotation continues past ±2π; the first is nearest to `near`.
    #[must_use]
    pub fn values_of_poses(
        &self,
        skeleton: &Skeleton,
        poses: &[Pose],
        near: &BTreeMap<String, f64>,
    ) -> Vec<BTreeMap<String, f64>> {
        let mut frames: Vec<BTreeMap<String, f64>> = Vec::with_capacity(poses.len());
        for pose in poses {
            frames.push(self.values(skeleton, pose, frames.last().unwrap_or(near)));
        }
        frames
    }
}

/// CSV: `joint,value` and a line for each joint.
#[must_use]
pub fn table(values: &BTreeMap<String, f64>) -> String {
    let row = |(name, value): (&String, &f64)| format!("{},{value}\n", quoted(name));
    format!("joint,value\n{}", values.iter().map(row).collect::<String>())
}

/// CSV: `time` and a column for each joint; a line for each frame at a frame rate.
#[must_use]
pub fn motion_table(frames: &[BTreeMap<String, f64>], rate: f32) -> String {
    let names: String = frames
        .first()
        .into_iter()
        .flatten()
        .map(|(name, _)| format!(",{}", quoted(name)))
        .collect();
    let values = |frame: &BTreeMap<String, f64>| {
        frame.values().map(|value| format!(",{value}")).collect::<String>()
    };
    let rows = frames
        .iter()
        .enumerate()
        .map(|(at, frame)| format!("{}{}\n", at as f32 / rate, values(frame)));
    format!("time{names}\n{}", rows.collect::<String>())
}

fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}
