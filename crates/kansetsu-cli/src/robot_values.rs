//! Joint values of robots: from a file, and into one.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, anyhow};
use kansetsu::d3::Pose;
use kansetsu_formats::{Document, urdf::Robot};
use serde::Serialize;

use crate::{
    json,
    source::{self, Saved, Source},
};

/// How joint values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `{"joint": value, ...}`
    Json,
    /// `joint,value` and a line for each.
    Csv,
}

impl Source {
    fn robot(&self) -> anyhow::Result<&Robot> {
        match &self.document {
            Document::Urdf(robot) => Ok(robot),
            _ => Err(anyhow!("joint values are for robots (URDF); this figure is {}", self.format)),
        }
    }

    /// The pose that the joint values in a file say: JSON, `{"joint": value, ...}`, radians, or metres of slides.
    pub(crate) fn pose_of_values(&self, path: &Path) -> anyhow::Result<Pose> {
        let robot = self.robot()?;
        let values: BTreeMap<String, f64> = serde_json::from_slice(&source::read(path)?)
            .with_context(|| format!("{}: expected {{\"joint\": value, ...}}", source::shown(path)))?;
        robot.pose(&self.figure.rig.skeleton, &values).map_err(|problem| anyhow!("{}: {problem}", source::shown(path)))
    }

    /// The joint values of a pose by name, radians or metres; `None` for what is no robot.
    pub(crate) fn values_of(&self, pose: &Pose) -> Option<BTreeMap<String, f64>> {
        let robot = self.robot().ok()?;
        Some(robot.values(&self.figure.rig.skeleton, pose, &BTreeMap::new()))
    }

    /// The joint values of a pose as a file.
    pub(crate) fn save_values(&self, path: &Path, pose: Option<&Pose>, form: Form) -> anyhow::Result<Saved> {
        let rest = self.figure.rig.skeleton.rest_pose();
        let robot = self.robot().with_context(|| format!("\"{}\" cannot be saved", path.display()))?;
        let values = robot.values(&self.figure.rig.skeleton, pose.unwrap_or(&rest), &BTreeMap::new());
        let text = match form {
            Form::Json => json::text(&values)?,
            Form::Csv => {
                let row = |(name, value): (&String, &f64)| format!("{},{value}\n", quoted(name));
                format!("joint,value\n{}", values.iter().map(row).collect::<String>())
            }
        };
        Ok(Saved { bytes: text.into_bytes(), beside: Vec::new() })
    }
}

/// A motion of a robot: its joint values in each frame.
#[derive(Debug, Serialize)]
struct Motion<'a> {
    /// Frames a second.
    rate: f32,
    frames: &'a [BTreeMap<String, f64>],
}

impl Source {
    /// The joint values of poses as a file: of angles that look alike, those nearest to the frame before, so that a turn of ±2π goes on.
    pub(crate) fn save_motion_values(&self, path: &Path, (poses, rate): (&[Pose], f32), form: Form) -> anyhow::Result<Saved> {
        let robot = self.robot().with_context(|| format!("\"{}\" cannot be saved", path.display()))?;
        let mut frames: Vec<BTreeMap<String, f64>> = Vec::with_capacity(poses.len());
        for pose in poses {
            let near = frames.last().cloned().unwrap_or_default();
            frames.push(robot.values(&self.figure.rig.skeleton, pose, &near));
        }
        let text = match form {
            Form::Json => json::text(&Motion { rate, frames: &frames })?,
            Form::Csv => {
                let names: String = frames.first().into_iter().flatten().map(|(name, _)| format!(",{}", quoted(name))).collect();
                let values = |frame: &BTreeMap<String, f64>| frame.values().map(|value| format!(",{value}")).collect::<String>();
                let rows = frames.iter().enumerate().map(|(at, frame)| format!("{}{}\n", at as f32 / rate, values(frame)));
                format!("time{names}\n{}", rows.collect::<String>())
            }
        };
        Ok(Saved { bytes: text.into_bytes(), beside: Vec::new() })
    }
}

/// A field of CSV (RFC 4180).
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}
