//! Poses as JSON or VPD: `--pose-in` and `--pose-out`. `docs/guide/command-line.md` documents the
//! format.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use kansetsu::{
    d3::{Pose, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_formats::{
    Clip, Figure,
    mmd::{self, MorphValue},
    motion_format,
};
use serde::{Deserialize, Serialize};

use crate::{
    argument::{joint_named, label},
    json, message,
    source::{self, Source},
    standard::is_standard,
};

/// The contents of a file.
#[derive(Clone, Debug)]
pub(crate) enum PoseFile {
    /// One pose.
    One(Pose),
    /// Poses over time, as a clip.
    Clip(Clip),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The version, 1.
    kansetsu_pose: u32,
    /// One pose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    joints: Vec<Local>,
    /// Poses at a frame rate, frames per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<f32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    frames: Vec<Vec<Local>>,
}

/// The local transform of a joint. Missing fields keep the figure's pose.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Local {
    joint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<[f32; 3]>,
}

impl PoseFile {
    /// Reads a JSON file with these bytes for a figure.
    fn of_bytes(bytes: Vec<u8>, path: &Path, figure: &Figure) -> anyhow::Result<Self> {
        let text = source::text_of(bytes, path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::of_text(&text, figure, if is_standard(path) { "poses" } else { &stem })
            .with_context(|| failed(path))
    }

    fn of_text(text: &str, figure: &Figure, name: &str) -> anyhow::Result<Self> {
        let document: Document = serde_json::from_str(text)
            .context("expected {\"kansetsu_pose\": 1, \"joints\": [...]}")?;
        if document.kansetsu_pose != 1 {
            bail!("kansetsu_pose: version {} is not supported; use 1", document.kansetsu_pose);
        }
        let standing = figure.saved_pose();
        if document.frames.is_empty() {
            return Ok(Self::One(pose(figure, &standing, &document.joints, "joints")?));
        }
        if !document.joints.is_empty() {
            bail!("the file has both joints and frames; remove one of them");
        }
        let rate = document
            .rate
            .filter(|rate| (0.1..=1000.0).contains(rate))
            .ok_or_else(|| anyhow!("rate: frames need a rate from 0.1 to 1000 per second"))?;
        let frames = document.frames.iter().enumerate();
        let poses = frames
            .map(|(at, joints)| pose(figure, &standing, joints, &format!("frames[{at}]")))
            .collect::<anyhow::Result<Vec<Pose>>>()?;
        Ok(Self::Clip(Clip::from_poses(name, &standing, &poses, rate)))
    }

    /// Poses as text; a single pose if there is no rate.
    pub(crate) fn text(
        figure: &Figure,
        poses: &[Pose],
        rate: Option<f32>,
    ) -> anyhow::Result<String> {
        let mut frames: Vec<Vec<Local>> = poses.iter().map(|pose| locals(figure, pose)).collect();
        let joints = if rate.is_none() { frames.pop().unwrap_or_default() } else { Vec::new() };
        if rate.is_none() {
            frames.clear();
        }
        json::text(&Document { kansetsu_pose: 1, joints, rate, frames })
    }
}

impl Source {
    /// Poses the figure by a file: JSON, or VPD. Poses over time become its last clip.
    pub(crate) fn put_on_pose(&mut self, path: &Path) -> anyhow::Result<()> {
        let bytes = source::read(path)?;
        if motion_format(&bytes, &path.to_string_lossy()) == Some("VPD") {
            let model = if let kansetsu_formats::Document::Mmd(model) = &self.document {
                Some(&**model)
            } else {
                None
            };
            let read = mmd::read_pose(&bytes, &self.figure, model).with_context(|| failed(path))?;
            read.warnings.iter().for_each(|warning| message::warning(warning));
            let is_unknown = |morph: &MorphValue| self.figure.expression_for(&morph.name).is_none();
            let unknown = read.file.morphs.into_iter().filter(is_unknown).collect();
            (self.given, self.face, self.unknown_morphs) = (Some(read.pose), read.weights, unknown);
            return Ok(());
        }
        match PoseFile::of_bytes(bytes, path, &self.figure)? {
            PoseFile::One(pose) => self.given = Some(pose),
            PoseFile::Clip(clip) => self.figure.clips.push(clip),
        }
        Ok(())
    }
}

fn failed(path: &Path) -> String {
    format!("the pose file {} cannot be read", source::shown(path))
}

/// Every joint, by a unique name.
fn locals(figure: &Figure, pose: &Pose) -> Vec<Local> {
    let skeleton = &figure.rig.skeleton;
    let name = |joint: usize| {
        let name = label(skeleton, joint);
        if joint_named(figure, &name).ok() == Some(joint) { name } else { format!("#{joint}") }
    };
    let local = |(joint, local): (usize, &Transform)| Local {
        joint: name(joint),
        translation: Some(local.translation.to_array().map(|number| number + 0.0)),
        rotation: Some(local.rotation.to_array().map(|number| number + 0.0)),
        scale: (local.scale != Vec3::ONE).then(|| local.scale.to_array()),
    };
    pose.locals.iter().enumerate().map(local).collect()
}

fn pose(figure: &Figure, standing: &Pose, joints: &[Local], place: &str) -> anyhow::Result<Pose> {
    let mut pose = standing.clone();
    let mut named = vec![false; pose.locals.len()];
    for (index, entry) in joints.iter().enumerate() {
        let place = || format!("{place}[{index}]");
        let joint = joint_named(figure, &entry.joint).with_context(place)?;
        if std::mem::replace(&mut named[joint], true) {
            bail!("{}: \"{}\" occurs twice; remove one of them", place(), entry.joint);
        }
        let local = &mut pose.locals[joint];
        if let Some(numbers) = entry.translation {
            local.translation = Vec3::from_array(numbers);
        }
        if let Some(numbers) = entry.scale {
            local.scale = Vec3::from_array(numbers);
        }
        if let Some(numbers) = entry.rotation {
            local.rotation = rotation(numbers).ok_or_else(|| {
                anyhow!(
                    "{}: {numbers:?} is not a rotation; use 0, 0, 0, 1 for no rotation",
                    place()
                )
            })?;
        }
        if !(local.translation.is_finite() && local.scale.is_finite()) {
            bail!("{}: a number is not finite; use finite positions in metres", place());
        }
    }
    Ok(pose)
}

/// Unchanged if it is of unit length, so that written values read back exactly.
fn rotation(numbers: [f32; 4]) -> Option<Quat> {
    let given = Quat::from_array(numbers);
    if (given.length_squared() - 1.0).abs() < 1e-5 {
        return Some(given);
    }
    let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    // Normalized by the largest component first, so that squares of huge numbers cannot overflow.
    let turn = Quat::from_array(numbers.map(|number| number / largest));
    (largest > 1e-6 && turn.is_finite()).then(|| turn.normalize())
}
