//! Reading and writing of robot joint values.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, anyhow};
use kansetsu::d3::Pose;
use kansetsu_formats::urdf::{Robot, motion_table, table};
use serde::Serialize;

use crate::{
    json,
    source::{self, Saved, Source},
};

/// The format of joint values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `{"joint": value, ...}`
    Json,
    /// A CSV table: `joint,value` and a line for each joint.
    Csv,
}

impl Source {
    fn robot(&self) -> anyhow::Result<&Robot> {
        self.figure.robot.as_ref().ok_or_else(|| {
            anyhow!(
                "joint values need a robot (URDF); the format of this figure is {}",
                self.format
            )
        })
    }

    /// The pose of the joint values in a file: JSON, `{"joint": value, ...}`, radians, or metres
    /// for prismatic joints.
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

    /// The joint values of a pose by name, radians or metres. Of equivalent angles the one nearest
    /// to the user's value is used. `None` for figures that are not robots.
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

    /// The joint values of poses as a file. Of equivalent angles the one nearest to the previous
    /// frame is used, so that a rotation continues past ±2π.
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
    /// Frames per second.
    rate: f32,
    frames: &'a [BTreeMap<String, f64>],
}
