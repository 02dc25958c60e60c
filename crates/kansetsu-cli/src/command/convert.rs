//! `kansetsu convert`: a file in another format.

use std::path::{Path, PathBuf};

use anyhow::bail;
use kansetsu_formats::{Clip, Document};

use super::Status;
use crate::{
    argument::{between, clip_named},
    message,
    outbox::{self, Outbox},
    report,
    save::Target,
    source::{Saved, Source},
};

const LONG_ABOUT: &str = "\
Write a figure and its motion in another format: the ending of OUT says which. What the format cannot hold is left out and named in \
warnings.

BVH holds one motion and no surfaces. It has no unit: the numbers stay as they are, and --scale multiplies them (0.01 makes metres of \
centimetres). VMD holds one motion for the joints of a model of MikuMikuDance, at 30 frames a second, with inverse kinematics off; a motion goes \
to its model by --motion.";

const AFTER: &str = "\
Examples:
  kansetsu convert kansetsu-demo/demo.glb walk.bvh
  kansetsu convert walk.bvh walk.glb --scale 0.01
  kansetsu convert kansetsu-demo/demo.glb slow.bvh --clip demo --rate 24
  kansetsu convert figure:mannequin mannequin.gltf

kansetsu-demo/demo.glb is what `kansetsu demo` writes: any file that is read stands there as well.";

/// Write a file in another format
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A file in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "IN")]
    file: PathBuf,
    /// Where to put it: .glb, .vrm, .gltf, .bvh or .vmd; - for GLB on standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Only this clip: its name, or its index [default: all clips; the first one where the format holds one]
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    clip: Option<String>,
    /// Take the motions of this file too (VMD for a model of MikuMikuDance; else by the joints' names)
    #[arg(long, value_name = "FILE")]
    motion: Option<PathBuf>,
    /// Frames a second, where the format has frames [default: those of the clip, or 30]
    #[arg(long, value_name = "PER_SECOND", value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: Option<f32>,
    /// Multiply every length by this
    #[arg(long, value_name = "FACTOR", value_parser = between(1e-6, 1e6), allow_hyphen_values = true)]
    scale: Option<f32>,
}

/// Runs `kansetsu convert`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let target = Target::of(&args.out)?;
    outbox::check(&args.out)?;
    if args.rate.is_some() && target != Target::Bvh {
        bail!("--rate is for formats with frames (.bvh); the keys of glTF stand where they are");
    }
    let mut source = Source::open_with(&args.file, args.motion.as_deref())?;
    if let Some(factor) = args.scale {
        source.figure = source.figure.scaled(factor)?;
        source.forget_document("--scale");
    }
    let clip = args.clip.as_deref().map(|word| clip_named(&source.figure, Some(word)).cloned()).transpose()?;
    let saved = args.saved(&mut source, target, clip)?;
    let mut outbox = Outbox::default();
    outbox.add_saved(&args.out, &saved)?;
    outbox.send()?;
    message::result_beside([args.out.as_path()], &report::wrote(&args.out))?;
    Ok(Status::Done)
}

impl Args {
    fn saved(&self, source: &mut Source, target: Target, clip: Option<Clip>) -> anyhow::Result<Saved> {
        let out: &Path = &self.out;
        match target {
            Target::Gltf(_) => {
                if let Some(clip) = clip {
                    source.figure.clips = vec![clip];
                    source.forget_document("--clip");
                }
                source.save(out, None, &[])
            }
            Target::Values(_) => source.save(out, None, &[]),
            Target::Bvh | Target::Vmd => {
                if clip.is_none() && source.figure.clips.len() > 1 {
                    let count = source.figure.clips.len() - 1;
                    message::warning(&format!(
                        "the format holds one motion: the first clip is written, {count} more are not (--clip chooses)"
                    ));
                }
                match target {
                    Target::Vmd => source.save_vmd(out, None, clip.as_ref()),
                    _ => source.save_bvh(out, None, clip.as_ref(), self.rate),
                }
            }
        }
    }
}

impl Source {
    /// From now on the figure counts, not the file that it came from.
    fn forget_document(&mut self, why: &str) {
        let keeps_nothing = matches!(self.document, Document::Urdf(_) | Document::Mmd(_) | Document::Mqo(_) | Document::Asf(_));
        if keeps_nothing {
            return;
        }
        if let Document::Gltf(_) = std::mem::replace(&mut self.document, Document::None) {
            message::warning(&format!(
                "with {why} the file is written anew: what only the document holds (extensions, cameras, extras) is left out"
            ));
        }
    }
}
