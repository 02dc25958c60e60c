//! `kansetsu convert`: writes a file in another format.

use std::path::{Path, PathBuf};

use anyhow::bail;
use kansetsu_formats::{Clip, Document, gltf};
use serde::Serialize;

use crate::{
    argument::{SpringArgs, between, clip_named},
    batch::{self, Done, Form, Job, OutArgs},
    message, report,
    save::{self, BakeArg, Target, Work},
    source::{Saved, Source},
    status::Status,
};

const LONG_ABOUT: &str = "\
Write a figure and its motion in another format, which the extension of OUT selects. Data that the format cannot store is left out, with \
warnings.

FBX and USD (.usda) store bones, weights, materials and all motions, frame by frame, for Blender, Maya, Unity, Unreal and others. \
BVH stores one motion and no surfaces. It has no unit: the numbers are not converted, and --scale multiplies them (0.01 converts centimetres to \
metres). VMD stores one motion for the joints of a MikuMikuDance model, at 30 frames per second, with IK off; --motion loads such a motion \
onto its model. VRMA stores one motion of humanoid roles. MQO stores the bones, as triangles, and the surfaces in the current pose.

For several files OUT is a folder; one failure does not stop the others.";

const AFTER: &str = "\
Examples:
  kansetsu convert kansetsu-demo/demo.glb walk.bvh
  kansetsu convert walk.bvh walk.glb --scale 0.01
  kansetsu convert kansetsu-demo/demo.glb slow.bvh --clip demo --rate 24
  kansetsu convert figure:mannequin mannequin.gltf
  kansetsu convert kansetsu-demo/demo.glb demo.fbx --rate 24
  kansetsu convert kansetsu-demo/demo.glb wave.vrma
  kansetsu convert figure:mannequin mannequin.mqo --scale 100
  kansetsu convert figure:arm figure:spine converted --format bvh

`kansetsu demo` writes kansetsu-demo/demo.glb; any other supported file works too.";

/// Convert a file to another format
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files of any supported format, figure:NAME, or - for standard input
    #[arg(value_name = "IN", required = true)]
    files: Vec<PathBuf>,
    /// The output file: .glb, .vrm, .gltf, .fbx, .usda, .vrma, .bvh, .vmd, .vpd or .mqo; a folder
    /// for several INs; - for GLB on standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The format of files in a folder
    #[arg(long, value_name = "FORMAT", default_value = "glb", value_parser = save::FORMATS)]
    format: String,
    #[command(flatten)]
    bake: BakeArg,
    #[command(flatten)]
    springs: SpringArgs,
    /// Print JSON: {"joints", "clips"}; for several files {"files": [...]} with "file", "out",
    /// "status" and "error"
    #[arg(long)]
    json: bool,
    /// Convert only this clip: its name or its index [default: all clips; the first one if the
    /// format stores one]
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    clip: Option<String>,
    /// Add the motions of this file (VMD for a MikuMikuDance model; other files match by joint
    /// name)
    #[arg(long, value_name = "FILE")]
    motion: Option<PathBuf>,
    /// The frame rate, frames per second, for formats with frames [default: that of the clip, or
    /// 30]
    #[arg(long, value_name = "PER_SECOND", value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: Option<f32>,
    /// The factor for all lengths
    #[arg(long, value_name = "FACTOR", value_parser = between(1e-6, 1e6), allow_hyphen_values = true)]
    scale: Option<f32>,
}

/// The JSON of `convert --json`.
#[derive(Debug, Serialize)]
struct Converted {
    joints: usize,
    clips: usize,
}

/// Runs `kansetsu convert`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let out = OutArgs::to(&args.out, &args.format, args.bake);
    let jobs = out.jobs(&args.files)?;
    let has_frames = |job: &Job| {
        let target = job.out.as_deref().map(Target::of);
        matches!(target, Some(Ok(Target::Bvh | Target::Exchange(_))))
    };
    if args.rate.is_some() && !jobs.iter().all(has_frames) {
        bail!(
            "--rate is for formats with frames (.bvh, .fbx, .usda); glTF keeps the times of its keys; remove --rate"
        );
    }
    batch::run(&jobs, Form::of(args.json), |job| args.convert(job))
}

impl Args {
    fn convert(&self, job: &Job) -> anyhow::Result<Done<Converted>> {
        let out = job.out.as_deref().unwrap_or(&self.out);
        let mut source = Source::open_with(&job.file, self.motion.as_deref())?;
        if let Some(factor) = self.scale {
            source.figure = source.figure.scaled(factor)?;
            source.forget_document("--scale");
        }
        self.springs.put_on(&mut source)?;
        let clip = self
            .clip
            .as_deref()
            .map(|word| clip_named(&source.figure, Some(word)).cloned())
            .transpose()?;
        let saved = self.saved(&mut source, (out, Target::of(out)?), clip)?;
        job.write(Some(&saved), None)?;
        let entry = Converted {
            joints: source.figure.rig.skeleton.len(),
            clips: source.figure.clips.len(),
        };
        Ok(Done { text: report::written(job), entry, status: Status::Done })
    }

    fn saved(
        &self,
        source: &mut Source,
        (out, target): (&Path, Target),
        clip: Option<Clip>,
    ) -> anyhow::Result<Saved> {
        if matches!(target, Target::Bvh | Target::Vmd | Target::Vrma)
            && clip.is_none()
            && source.figure.clips.len() > 1
        {
            let count = source.figure.clips.len() - 1;
            message::warning(&format!(
                "the format stores one motion: the first clip is written, {count} more are not (select one with --clip)"
            ));
        }
        match target {
            Target::Gltf(_) => {
                if let Some(clip) = clip {
                    source.figure.clips = vec![clip];
                    source.forget_document("--clip");
                }
                let pose =
                    (self.bake.choice() == gltf::Bake::Always).then(|| source.figure.saved_pose());
                source
                    .save(out, &Work { pose: pose.as_ref(), bake: self.bake.choice(), clips: &[] })
            }
            Target::Exchange(format) => {
                if let Some(clip) = clip {
                    source.figure.clips = vec![clip];
                }
                source.save_exchange(out, (format, self.rate), &Work::default())
            }
            Target::Values(_) | Target::Mqo => source.save(out, &Work::default()),
            Target::Vmd => source.save_vmd(out, None, clip.as_ref()),
            Target::Vpd => source.save_vpd(out, None, clip.as_ref()),
            Target::Vrma => source.save_vrma(out, None, clip.as_ref()),
            Target::Bvh => source.save_bvh(out, None, clip.as_ref(), self.rate),
        }
    }
}

impl Source {
    /// From here on the figure is the source, not its file.
    fn forget_document(&mut self, why: &str) {
        let keeps_nothing =
            matches!(self.document, Document::Urdf | Document::Mmd(_) | Document::Asf(_));
        if keeps_nothing {
            return;
        }
        if let Document::Gltf(_) = std::mem::replace(&mut self.document, Document::None) {
            message::warning(&format!(
                "with {why} the file is written from scratch: data that only the original document has (extensions, cameras, extras) is left out"
            ));
        }
    }
}
