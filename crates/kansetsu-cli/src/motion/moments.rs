//! One pose, or the poses of a whole clip.

use std::path::Path;

use anyhow::bail;
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Figure, WeightTrack, gltf::Bake};

use super::frames::MOST;
use crate::{
    argument::{ClipArgs, Start, between},
    batch::Job,
    motion::PoseFile,
    outbox::Outbox,
    save::{Target, Work},
    source::{Saved, Source},
};

/// The selected times.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MomentArgs {
    #[command(flatten)]
    clip: ClipArgs,
    /// Use a whole clip at this frame rate, frames per second (the first clip without --clip)
    #[arg(long, value_name = "PER_SECOND", conflicts_with = "time", value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: Option<f32>,
    /// The start time in the clip, seconds [default: 0]
    #[arg(long, value_name = "SECONDS", requires = "rate", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    from: Option<f32>,
    /// The end time in the clip, seconds [default: the clip's end]
    #[arg(long, value_name = "SECONDS", requires = "rate", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    to: Option<f32>,
}

/// Poses with their times.
#[derive(Clone, Debug)]
pub(crate) struct Moments {
    /// Seconds.
    pub(crate) times: Vec<f32>,
    pub(crate) poses: Vec<Pose>,
    /// The clip of the poses, if they are all of it.
    clip: Option<(String, f32)>,
    /// The weights of expressions over these times, from 0.
    weights: Vec<WeightTrack>,
}

impl MomentArgs {
    /// Opens a figure, with the motion that the arguments name.
    pub(crate) fn open(&self, file: &Path) -> anyhow::Result<Source> {
        self.clip.open(file)
    }

    /// The poses at the selected times. One pose of a clip brings its expressions, too.
    pub(crate) fn moments(&self, source: &mut Source) -> anyhow::Result<Moments> {
        match self.rate {
            Some(rate) => {
                let clip = self.clip.chosen(source)?;
                Moments::of_range(
                    &source.figure,
                    clip,
                    rate,
                    [self.from.unwrap_or(0.0), self.to.unwrap_or(clip.duration)],
                )
            }
            None => {
                self.clip.set_face(source)?;
                let times = vec![self.clip.time.unwrap_or(0.0)];
                Ok(Moments::one(times, self.clip.pose(source)?))
            }
        }
    }

    /// Like `of`, for goals that are keyed until `end`, seconds: without a clip the figure keeps
    /// one pose that long.
    pub(crate) fn moments_until(&self, source: &mut Source, end: f32) -> anyhow::Result<Moments> {
        match self.rate {
            Some(rate) if !self.clip.names_clip(source) => Moments::still(
                &self.clip.pose(source)?,
                rate,
                [self.from.unwrap_or(0.0), self.to.unwrap_or(end)],
            ),
            Some(_) => self.moments(source),
            None => {
                if self.clip.names_clip(source) {
                    self.clip.set_face(source)?;
                }
                let times = vec![self.clip.time.unwrap_or(0.0)];
                Ok(Moments::one(times, self.clip.pose_beside_time(source)?))
            }
        }
    }

    /// Refuses keyed goals without a choice between one pose and a motion.
    pub(crate) fn check_keyed(&self) -> anyhow::Result<()> {
        match (self.rate, self.clip.time) {
            (None, None) => {
                bail!(
                    "keyed goals are a motion; add a frame rate, for example --rate 30 (or --time for one pose)"
                )
            }
            _ => Ok(()),
        }
    }

    /// Refuses arguments that select one pose.
    pub(crate) fn check_motion(&self, command: &str) -> anyhow::Result<()> {
        match self.rate {
            Some(_) => Ok(()),
            None => {
                bail!("{command} needs a clip; add a frame rate, for example --rate 30")
            }
        }
    }

    /// The clip's pose at a time, seconds.
    pub(crate) fn pose_at(&self, source: &Source, time: f32) -> anyhow::Result<Pose> {
        let mut pose = source.figure.saved_pose();
        self.clip.chosen(source)?.sample(time, &mut pose);
        Ok(pose)
    }

    /// Whether the arguments select all or part of a clip, and not one pose.
    pub(crate) const fn is_motion(&self) -> bool {
        self.rate.is_some()
    }

    /// The start pose of a solve: the stance, unless a clip or a file poses the figure.
    pub(crate) fn start(&self, source: &Source) -> Start {
        if self.is_motion() || self.clip.poses(source) { Start::Given } else { Start::Stance }
    }

    /// Like `start`, for keyed goals, whose time is not a time in a clip.
    pub(crate) fn start_of_keyed(&self, source: &Source) -> Start {
        let clip = ClipArgs { time: None, ..self.clip.clone() };
        if clip.poses(source) { Start::Given } else { Start::Stance }
    }
}

impl Moments {
    fn one(times: Vec<f32>, pose: Pose) -> Self {
        Self { times, poses: vec![pose], clip: None, weights: Vec::new() }
    }

    /// Replaces the weights of these expressions.
    pub(crate) fn set_weights(&mut self, tracks: Vec<WeightTrack>) {
        self.weights.retain(|track| tracks.iter().all(|set| set.name != track.name));
        self.weights.extend(tracks);
    }

    /// All of a clip at a frame rate, frames per second.
    pub(crate) fn of_clip(figure: &Figure, clip: &Clip, rate: f32) -> anyhow::Result<Self> {
        Self::of_range(figure, clip, rate, [0.0, clip.duration])
    }

    /// A clip from one time to another at a frame rate, frames per second.
    pub(crate) fn of_range(
        figure: &Figure,
        clip: &Clip,
        rate: f32,
        [from, to]: [f32; 2],
    ) -> anyhow::Result<Self> {
        if !(0.0 <= from && from <= to && to <= clip.duration + 1e-3) {
            bail!(
                "the range from {from} to {to} s is not in the clip \"{}\", which lasts from 0 to {} s",
                clip.name,
                clip.duration
            );
        }
        let last = ((to - from) * rate).round();
        if !(0.0..MOST).contains(&last) {
            bail!(
                "the clip \"{}\" of {} s has too many frames at {rate} per second; use a smaller --rate",
                clip.name,
                clip.duration
            );
        }
        let times: Vec<f32> =
            (0..=last as usize).map(|moment| from + moment as f32 / rate).collect();
        let pose = |time: &f32| {
            let mut pose = figure.saved_pose();
            clip.sample(*time, &mut pose);
            pose
        };
        let poses = times.iter().map(pose).collect();
        let weights = clip.weights.iter().map(|track| part_of(track, &times)).collect();
        Ok(Self { times, poses, clip: Some((clip.name.clone(), rate)), weights })
    }

    /// One pose, repeated from one time to another.
    fn still(pose: &Pose, rate: f32, [from, to]: [f32; 2]) -> anyhow::Result<Self> {
        let last = ((to - from) * rate).round();
        if !(0.0..MOST).contains(&last) {
            bail!(
                "the range from {from} to {to} s at {rate} per second is not a motion of 1 to {MOST} frames; use other times, or a smaller --rate"
            );
        }
        let times: Vec<f32> =
            (0..=last as usize).map(|moment| from + moment as f32 / rate).collect();
        Ok(Self {
            poses: vec![pose.clone(); times.len()],
            times,
            clip: Some(("goals".to_owned(), rate)),
            weights: Vec::new(),
        })
    }

    /// New poses at a frame rate as a clip of this name.
    pub(crate) fn from_poses(name: String, poses: Vec<Pose>, rate: f32) -> Self {
        let times = (0..poses.len()).map(|frame| frame as f32 / rate).collect();
        Self { times, poses, clip: Some((name, rate)), weights: Vec::new() }
    }

    /// The frame rate of a motion; `None` for one pose.
    pub(crate) fn rate(&self) -> Option<f32> {
        self.clip.as_ref().map(|(_, rate)| *rate)
    }

    /// The figure in the pose, or with a new clip named after the edit.
    pub(crate) fn saved(
        &self,
        source: &Source,
        (path, bake): (&Path, Bake),
        done: &str,
    ) -> anyhow::Result<Saved> {
        match &self.clip {
            Some((name, rate)) => match Target::of(path)? {
                Target::Values(form) => source.save_motion_values(path, (&self.poses, *rate), form),
                Target::Mqo => bail!(
                    "\"{}\": MQO does not store motion; use --time in place of --rate, or another format",
                    path.display()
                ),
                _ => {
                    let name = format!("{name} {done}");
                    let clip = Clip {
                        weights: self.weights.clone(),
                        ..Clip::from_poses(&name, &source.start_of_clips(), &self.poses, *rate)
                    };
                    source.save(path, &Work { clips: &[clip], ..Work::default() })
                }
            },
            None => source.save(path, &Work { pose: self.poses.first(), bake, clips: &[] }),
        }
    }

    /// Writes the files of a job.
    pub(crate) fn write(&self, source: &Source, job: &Job, done: &str) -> anyhow::Result<()> {
        let saved =
            job.out.as_ref().map(|path| self.saved(source, (path, job.bake), done)).transpose()?;
        let poses = job
            .pose_out
            .as_ref()
            .map(|_| PoseFile::text(&source.figure, &self.poses, self.rate()))
            .transpose()?;
        job.write(saved.as_ref(), poses.as_deref())
    }

    /// Saves the figure.
    pub(crate) fn save(
        &self,
        source: &Source,
        to: (&Path, Bake),
        done: &str,
    ) -> anyhow::Result<()> {
        let mut outbox = Outbox::default();
        outbox.add_saved(to.0, &self.saved(source, to, done)?)?;
        outbox.send()
    }
}

/// The weights at these times, which start at 0 then. A constant track has one key.
fn part_of(track: &WeightTrack, times: &[f32]) -> WeightTrack {
    let first = times.first().copied().unwrap_or(0.0);
    let values: Vec<f32> = times.iter().filter_map(|&time| track.at(time)).collect();
    let is_still = values.iter().all(|value| Some(value) == values.first());
    let count = if is_still { values.len().min(1) } else { values.len() };
    WeightTrack {
        name: track.name.clone(),
        times: times[..count].iter().map(|time| time - first).collect(),
        values: values[..count].to_vec(),
        ..WeightTrack::default()
    }
}
