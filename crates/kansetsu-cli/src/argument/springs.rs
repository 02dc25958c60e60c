//! `--springs`.

use anyhow::{Context, bail};
use kansetsu_formats::{Clip, Figure};

use crate::source::Source;

/// The steps of a simulation, per second: the frame rate at which the springs of avatars are tuned.
/// At half of it springs are half as stiff and heavy, at twice as many they are twice as much.
const STEPS_PER_SECOND: f32 = 60.0;

/// The motion of spring bones.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct SpringArgs {
    /// Move the spring bones of a VRM or PMX model (hair, skirts) with the motion
    ///
    /// The springs start at rest in the first pose of a clip, and move in 60 steps per second. A
    /// saved clip has a key for each step, which replaces the keys of these joints.
    #[arg(long)]
    springs: bool,
}

impl SpringArgs {
    /// Whether springs move.
    pub(crate) const fn are_on(self) -> bool {
        self.springs
    }

    /// Adds the motion of the springs to all clips of a figure.
    pub(crate) fn put_on(self, source: &mut Source) -> anyhow::Result<()> {
        if !self.springs {
            return Ok(());
        }
        check(source)?;
        let clips = source.figure.clips.iter().map(|clip| bake(&source.figure, clip));
        source.figure.clips = clips.collect::<anyhow::Result<_>>()?;
        source.rekey_clips();
        Ok(())
    }

    /// The clip with the motion of the springs of a figure.
    pub(crate) fn baked(self, target: &Source, clip: Clip) -> anyhow::Result<Clip> {
        if !self.springs {
            return Ok(clip);
        }
        check(target)?;
        bake(&target.figure, &clip)
    }
}

fn check(source: &Source) -> anyhow::Result<()> {
    if !source.figure.springs.springs.is_empty() {
        return Ok(());
    }
    bail!(
        "the figure \"{}\" has no spring bones, which VRM files and PMX models with rigid bodies have; remove --springs",
        source.figure.name
    )
}

fn bake(figure: &Figure, clip: &Clip) -> anyhow::Result<Clip> {
    let start = figure.saved_pose();
    let baked = figure.springs.bake(&figure.rig.skeleton, clip, &start, STEPS_PER_SECOND);
    baked.with_context(|| format!("the springs cannot follow the clip \"{}\"", clip.name))
}
