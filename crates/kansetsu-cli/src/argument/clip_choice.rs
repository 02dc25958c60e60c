//! `--clip NAME|INDEX --time SECONDS`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Figure};

use super::RestArgs;
use crate::source::Source;

/// The clip and the time in it.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ClipArgs {
    /// The clip that poses the figure: its name or its index (`2`, or `#2` if a clip is named "2")
    ///
    /// Without --clip and --time the figure has the pose of its file. `kansetsu inspect` lists the
    /// clips.
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    pub(crate) clip: Option<String>,
    /// The time in the clip, seconds from its start
    ///
    /// Before its start and after its end a clip holds its first and last pose. Without --clip this
    /// is a time in the first clip; without --time the clip starts at 0.
    #[arg(long, value_name = "SECONDS", value_parser = super::finite, allow_hyphen_values = true)]
    pub(crate) time: Option<f32>,
    /// Add the motions of this file (VMD for a MikuMikuDance model; other files match by joint
    /// name)
    #[arg(long, value_name = "FILE")]
    pub(crate) motion: Option<PathBuf>,
    /// The joint values of a robot (URDF), as JSON: {"joint": value, ...}, radians, or metres for
    /// prismatic joints
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["clip", "time"])]
    pub(crate) values: Option<PathBuf>,
    /// Start from the pose in this file: JSON, as --pose-out writes it, or VPD of MikuMikuDance;
    /// poses over time are a clip (- for standard input)
    #[arg(long, visible_alias = "pose", value_name = "FILE", conflicts_with_all = ["clip", "values"])]
    pub(crate) pose_in: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rest: RestArgs,
}

impl ClipArgs {
    /// Opens a figure, with the motion that the arguments name. Poses over time in a pose file
    /// become its last clip.
    pub(crate) fn open(&self, file: &Path) -> anyhow::Result<Source> {
        let mut source = Source::open_with(file, self.motion.as_deref())?;
        self.rest.put_on(&mut source)?;
        if let Some(path) = &self.pose_in {
            source.put_on_pose(path)?;
        }
        if let Some(path) = &self.values {
            source.given = Some(source.pose_of_values(path)?);
        }
        Ok(source)
    }

    /// The pose that the arguments select.
    pub(crate) fn pose(&self, source: &Source) -> anyhow::Result<Pose> {
        match &source.given {
            Some(pose) if self.time.is_none() || self.values.is_some() => Ok(pose.clone()),
            None if self.clip.is_none() && self.time.is_none() && self.pose_in.is_none() => {
                Ok(source.figure.saved_pose())
            }
            _ => {
                let mut pose = source.figure.saved_pose();
                self.chosen(source)?.sample(self.time.unwrap_or(0.0), &mut pose);
                Ok(pose)
            }
        }
    }

    /// Sets the expressions of the figure to those of the selected clip and time.
    pub(crate) fn set_face(&self, source: &mut Source) -> anyhow::Result<()> {
        if self.names_clip(source) || (self.time.is_some() && source.given.is_none()) {
            let weights = self.chosen(source)?.weights_at(self.time.unwrap_or(0.0));
            source.face =
                weights.into_iter().map(|(name, weight)| (name.to_owned(), weight)).collect();
        }
        Ok(())
    }

    /// Like `pose`, for a time that is not a time in a clip: without a clip the figure keeps one
    /// pose.
    pub(crate) fn pose_beside_time(&self, source: &Source) -> anyhow::Result<Pose> {
        let time = self.time.filter(|_| self.names_clip(source));
        Self { time, ..self.clone() }.pose(source)
    }

    /// The clip that the arguments name, else the first one.
    pub(crate) fn chosen<'a>(&self, source: &'a Source) -> anyhow::Result<&'a Clip> {
        match (&self.pose_in, &source.given, source.figure.clips.last()) {
            (Some(_), Some(_), _) => bail!(
                "--pose-in holds one pose and no times; give it frames with a rate to use --time"
            ),
            (Some(_), None, Some(clip)) => Ok(clip),
            _ => clip_named(&source.figure, self.clip.as_deref()),
        }
    }

    /// Whether a clip or a second file poses the figure, instead of the file that is opened.
    pub(crate) fn poses(&self, source: &Source) -> bool {
        source.given.is_some() || self.names_clip(source) || self.time.is_some()
    }

    /// Whether the arguments name a clip.
    pub(crate) fn names_clip(&self, source: &Source) -> bool {
        self.clip.is_some() || (self.pose_in.is_some() && source.given.is_none())
    }
}

/// The clip of this name or index; without a word the first one.
pub(crate) fn clip_named<'a>(figure: &'a Figure, word: Option<&str>) -> anyhow::Result<&'a Clip> {
    let Some(word) = word else {
        return figure
            .clips
            .first()
            .ok_or_else(|| anyhow!("the figure has no clips; remove --clip, --time and --sheet"));
    };
    let named: Vec<usize> =
        (0..figure.clips.len()).filter(|&clip| figure.clips[clip].name == word).collect();
    match named[..] {
        [clip] => return Ok(&figure.clips[clip]),
        [] => {}
        [first, ..] => {
            bail!("{} clips are named \"{word}\"; use an index, for example #{first}", named.len())
        }
    }
    let index = word.strip_prefix('#').unwrap_or(word).parse::<usize>().ok();
    index
        .and_then(|index| figure.clips.get(index))
        .ok_or_else(|| anyhow!("no clip is named \"{word}\"; {}", choice(&figure.clips)))
}

fn choice(clips: &[Clip]) -> String {
    let names: Vec<String> = clips
        .iter()
        .enumerate()
        .map(|(index, clip)| format!("#{index} \"{}\"", clip.name))
        .collect();
    match names.len() {
        0 => "the figure has none".to_owned(),
        1..=12 => format!("the clips are {}", names.join(", ")),
        many => format!("the file has {many}: {}, ...", names[..12].join(", ")),
    }
}
