//! `kansetsu blend`: blends one motion with another.

use std::path::PathBuf;

use anyhow::bail;

use serde::Serialize;

use crate::{
    argument::{between, clip_named, joint_named},
    batch::{Form, OutArgs},
    motion::{Edit, MomentArgs, Moments},
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Blend a pose, or with --rate all or part of a clip, with another clip. Every joint rotates part of the way along the shortest path. A clip that ends earlier holds \
its last pose. With --to-weight the blend is a transition: the weight changes linearly from --weight to --to-weight.";

const AFTER: &str = "\
Examples:
  kansetsu blend kansetsu-demo/demo.glb --clip demo --time 0.2 --with demo --with-time 2 \\
    --weight 0.5 -o between.glb
  kansetsu blend kansetsu-demo/demo.glb --clip demo --rate 30 --with demo --with-time 1 \\
    --weight 0 --to-weight 1 -o over.glb

`kansetsu demo` writes kansetsu-demo/demo.glb; any other supported file works too.";

/// Blend a pose or a clip with another clip
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files of any supported format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    moments: MomentArgs,
    /// The other clip: its name or its index
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    with: String,
    /// The start time in the other clip, seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = crate::argument::finite, allow_hyphen_values = true)]
    with_time: f32,
    /// The weight of the other clip, from 0 to 1: 0 is none of it, 1 is it alone
    #[arg(long, value_name = "0..1", default_value_t = 0.5, value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    weight: f32,
    /// The weight at the end, from 0 to 1 [default: --weight]
    #[arg(long, value_name = "0..1", value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    to_weight: Option<f32>,
    /// Blend only this joint and those below it (repeat)
    #[arg(long = "below", value_name = "JOINT", allow_hyphen_values = true)]
    below: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"frames", "rate", "with"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `blend --json` beside frames and rate.
#[derive(Debug, Serialize)]
struct Blended {
    /// The other clip.
    with: String,
}

/// Runs `kansetsu blend`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let edit = Edit {
        files: &args.files,
        moments: &args.moments,
        out: &args.out,
        form: Form::of(args.json),
        done: "blended",
    };
    edit.run(|source, moments| args.blend(source, moments))
}

impl Args {
    fn blend(&self, source: &Source, moments: &mut Moments) -> anyhow::Result<Blended> {
        let other = clip_named(&source.figure, Some(&self.with))?;
        if self.to_weight.is_some() && moments.poses.len() < 2 {
            bail!("--to-weight needs a clip; add --rate");
        }
        let mask = self.mask(source)?;
        let begin = moments.times.first().copied().unwrap_or(0.0);
        let last = moments.poses.len().saturating_sub(1).max(1) as f32;
        for (index, (pose, time)) in moments.poses.iter_mut().zip(&moments.times).enumerate() {
            let mut towards = source.figure.saved_pose();
            other.sample(self.with_time + time - begin, &mut towards);
            let end = self.to_weight.unwrap_or(self.weight);
            let weight = self.weight + (end - self.weight) * (index as f32 / last);
            let weights: Vec<f32> = mask.iter().map(|share| share * weight).collect();
            pose.blend_towards_masked(&towards, &weights)?;
        }
        Ok(Blended { with: other.name.clone() })
    }

    /// The share of each joint in the weight: 1, or 0 above `--below`.
    fn mask(&self, source: &Source) -> anyhow::Result<Vec<f32>> {
        let skeleton = &source.figure.rig.skeleton;
        if self.below.is_empty() {
            return Ok(vec![1.0; skeleton.len()]);
        }
        let mut mask = vec![0.0_f32; skeleton.len()];
        for name in &self.below {
            let joint = joint_named(&source.figure, name)?;
            let branch = skeleton.branch_weights(joint)?;
            mask.iter_mut().zip(branch).for_each(|(all, one)| *all = all.max(one));
        }
        Ok(mask)
    }
}
