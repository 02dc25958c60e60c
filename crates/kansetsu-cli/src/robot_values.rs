//! Joint values of robots: from a file, and into one.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, anyhow};
use kansetsu::d3::Pose;
use kansetsu_formats::urdf::{Robot, motion_table, table};
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
        self.figure.robot.as_ref().ok_or_else(|| {
            anyhow!("joint values are for robots (URDF); this figure is {}", self.format)
        })
    }

    /// The pose that the joint values in a file say: JSON, `{"joint": value, ...}`, radians, or
    /// metres of slides.
    pub(crate) fn pose_of_values(&mut self, path: &Path) -> anyhow::Result<Pose> {
        let robot = self.robot()?;
        let values: BTreeMap<String, f64> = serde_json::from_slice(&source::read(path)?)
            .with_context(|| {
                format!("{}: expected {{\"joint\": value, ...}}", source::shown(path))
            })?;
        let pose = robot
            .pose(&self.figure.rig.skeleton, &values)
            .map_err(|problem| anyhow!("{}: {problem}", source::shown(path)))?;
        self.given_values = values;
        Ok(pose)
    }

    /// The joint values of a pose by name, radians or metres: of angles that look alike those
    /// nearest to the values that the user gave. `None` for what is no robot.
    pub(crate) fn values_of(&self, pose: &Pose) -> Option<BTreeMap<String, f64>> {
        let robot = self.robot().ok()?;
        Some(robot.values(&self.figure.rig.skeleton, pose, &self.given_values))
    }

    /// The joint values of a pose as a file.
    pub(crate) fn save_values(
        &self,
        path: &Path,
        pose: Option<&Pose>,
        form: Form,
    ) -> anyhow::Result<Saved> {
        let standing = self.figure.saved_pose();
        let robot =
            self.robot().with_context(|| format!("\"{}\" cannot be saved", path.display()))?;
        let values =
            robot.values(&self.figure.rig.skeleton, pose.unwrap_or(&standing), &self.given_values);
        let text = match form {
            Form::Json => json::text(&values)?,
            Form::Csv => table(&values),
        };
        Ok(Saved::alone(text.into_bytes()))
    }

    /// The joint values of poses as a file: of angles that look alike, those nearest to the frame
    /// before, so that a turn of ±2π goes on.
    pub(crate) fn save_motion_values(
        &self,
        path: &Path,
        (poses, rate): (&[Pose], f32),
        form: Form,
    ) -> anyhow::Result<Saved> {
        let robot =
            self.robot().with_context(|| format!("\"{}\" cannot be saved", path.display()))?;
        let frames = robot.values_of_poses(&self.figure.rig.skeleton, poses, &self.given_values);
        let text = match form {
            Form::Json => json::text(&Motion { rate, frames: &frames })?,
            Form::Csv => motion_table(&frames, rate),
        };
        Ok(Saved::alone(text.into_bytes()))
    }
}

/// A motion of a robot: its joint values in each frame.
#[derive(Debug, Serialize)]
struct Motion<'a> {
    /// Frames a second.
    rate: f32,
    frames: &'a [BTreeMap<String, f64>],
}
