//! `--clip NAME|INDEX --time SECONDS`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Figure};

use crate::source::Source;

/// Which clip, and when.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ClipArgs {
    /// The clip to pose the figure by: its name, or its index (`2`, or `#2` where a clip is named "2").
    ///
    /// Without --clip and --time the figure stands as in its file. `kansetsu inspect` lists the clips.
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    pub(crate) clip: Option<String>,
    /// When in the clip, seconds from its start.
    ///
    /// Before its start and after its end a clip holds its first and last pose. Without --clip this is a time in
    /// the first clip; without --time a clip is taken at 0.
    #[arg(long, value_name = "SECONDS", value_parser = super::finite, allow_hyphen_values = true)]
    pub(crate) time: Option<f32>,
    /// Take the motions of this file too (VMD for a model of MikuMikuDance; else by the joints' names).
    #[arg(long, value_name = "FILE")]
    pub(crate) motion: Option<PathBuf>,
    /// The joint values of a robot (URDF), as JSON: {"joint": value, ...}, radians, or metres of slides.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["clip", "time"])]
    pub(crate) values: Option<PathBuf>,
}

impl ClipArgs {
    /// Opens a figure, with the motion that the arguments name.
    pub(crate) fn open(&self, file: &Path) -> anyhow::Result<Source> {
        Source::open_with(file, self.motion.as_deref())
    }

    /// The pose that the arguments ask for.
    pub(crate) fn pose(&self, source: &Source) -> anyhow::Result<Pose> {
        match &self.values {
            Some(path) => source.pose_of_values(path),
            None => pose_at(&source.figure, self),
        }
    }
}

/// The pose that clip and time ask for.
fn pose_at(figure: &Figure, args: &ClipArgs) -> anyhow::Result<Pose> {
    if args.clip.is_none() && args.time.is_none() {
        return Ok(figure.standing_pose());
    }
    let clip = clip_named(figure, args.clip.as_deref())?;
    let mut pose = figure.standing_pose();
    clip.sample(args.time.unwrap_or(0.0), &mut pose);
    Ok(pose)
}

/// The clip of this name or index; the first one without.
pub(crate) fn clip_named<'a>(figure: &'a Figure, word: Option<&str>) -> anyhow::Result<&'a Clip> {
    let Some(word) = word else {
        return figure.clips.first().ok_or_else(|| anyhow!("the figure has no clips; leave out --clip, --time and --sheet"));
    };
    let named: Vec<usize> = (0..figure.clips.len()).filter(|&clip| figure.clips[clip].name == word).collect();
    match named[..] {
        [clip] => return Ok(&figure.clips[clip]),
        [] => {}
        [first, ..] => bail!("{} clips are named \"{word}\"; use an index, for example #{first}", named.len()),
    }
    let index = word.strip_prefix('#').unwrap_or(word).parse::<usize>().ok();
    index.and_then(|index| figure.clips.get(index)).ok_or_else(|| anyhow!("there is no clip \"{word}\"; {}", choice(&figure.clips)))
}

fn choice(clips: &[Clip]) -> String {
    let names: Vec<String> = clips.iter().enumerate().map(|(index, clip)| format!("#{index} \"{}\"", clip.name)).collect();
    match names.len() {
        0 => "the figure has none".to_owned(),
        1..=12 => format!("there are {}", names.join(", ")),
        many => format!("there are {many}: {}, ...", names[..12].join(", ")),
    }
}
