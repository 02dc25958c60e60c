//! Work on one file or many files. One failure does not stop the others, and each result is
//! reported.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use kansetsu_formats::gltf;
use serde::Serialize;

use crate::{
    json, message,
    outbox::{self, Outbox},
    save::{self, Target},
    source::{Saved, is_embedded, shown},
    standard::is_standard,
    status::Status,
};

/// The outputs of poses and motions.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutArgs {
    /// Save the figure in the pose, or with the new clip, here: .glb, .vrm, .gltf (text), .vrma,
    /// .bvh, .fbx, .usda, .vmd, .vpd or .mqo; a robot's joint values as .json or .csv; a folder for
    /// several FILEs; - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT.glb")]
    pub(crate) out: Option<PathBuf>,
    /// Write the pose, or the poses of a motion, here as JSON for --pose-in; a folder for several
    /// FILEs (- for standard output)
    #[arg(long, value_name = "OUT.json")]
    pub(crate) pose_out: Option<PathBuf>,
    #[command(flatten)]
    bake: save::BakeArg,
    /// The format of files in a folder
    #[arg(long, value_name = "FORMAT", default_value = "glb", value_parser = save::FORMATS)]
    format: String,
}

/// One of several files.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) file: PathBuf,
    pub(crate) out: Option<PathBuf>,
    pub(crate) pose_out: Option<PathBuf>,
    /// Whether the pose may become the rest pose of a VRM.
    pub(crate) bake: gltf::Bake,
    /// Whether it is the only file, with outputs that the user named.
    pub(crate) is_alone: bool,
}

/// The report of a finished job.
#[derive(Debug)]
pub(crate) struct Done<T> {
    /// The text for people; ends with a line feed.
    pub(crate) text: String,
    /// The JSON for programs.
    pub(crate) entry: T,
    pub(crate) status: Status,
}

/// The name of a line in a list of jobs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Named {
    pub(crate) file: String,
    pub(crate) out: Option<String>,
}

/// The output format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Json,
}

#[derive(Debug, Serialize)]
struct Entry<T> {
    #[serde(flatten)]
    named: Named,
    /// `done`, `not_reached` or `failed`.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    result: Option<T>,
}

#[derive(Debug, Serialize)]
struct Listing<T> {
    files: Vec<Entry<T>>,
}

impl Form {
    /// From a flag `--json`.
    pub(crate) const fn of(is_json: bool) -> Self {
        if is_json { Self::Json } else { Self::Text }
    }
}

impl OutArgs {
    /// An output of the figure alone, to a file or a folder.
    pub(crate) fn to(out: &Path, format: &str, bake: save::BakeArg) -> Self {
        Self { out: Some(out.to_path_buf()), pose_out: None, bake, format: format.to_owned() }
    }

    /// The jobs for these files; an error if an output cannot be written.
    pub(crate) fn jobs(&self, files: &[PathBuf]) -> anyhow::Result<Vec<Job>> {
        let outs =
            [(self.out.as_deref(), self.format.as_str()), (self.pose_out.as_deref(), "json")];
        let is_folder =
            files.len() > 1 || outs.iter().any(|(out, _)| out.is_some_and(Path::is_dir));
        if let ([file], false) = (files, is_folder) {
            self.out.iter().try_for_each(|out| Target::of(out).map(drop))?;
            self.outputs().try_for_each(outbox::check)?;
            let (out, pose_out) = (self.out.clone(), self.pose_out.clone());
            return Ok(vec![Job {
                file: file.clone(),
                out,
                pose_out,
                bake: self.bake.choice(),
                is_alone: true,
            }]);
        }
        let [out, pose_out] = outs;
        let [outs, pose_outs] = [in_folder(files, out)?, in_folder(files, pose_out)?];
        let job = |((file, out), pose_out): ((&PathBuf, Option<PathBuf>), Option<PathBuf>)| Job {
            file: file.clone(),
            out,
            pose_out,
            bake: self.bake.choice(),
            is_alone: false,
        };
        Ok(files.iter().zip(outs).zip(pose_outs).map(job).collect())
    }

    /// Like `jobs`, for commands that need an output.
    pub(crate) fn jobs_with_output(&self, files: &[PathBuf]) -> anyhow::Result<Vec<Job>> {
        if self.out.is_none() && self.pose_out.is_none() {
            bail!(
                "no output is named; add -o OUT.glb for the figure or --pose-out OUT.json for the pose"
            );
        }
        self.jobs(files)
    }

    /// The outputs that the arguments name.
    fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.out.iter().chain(&self.pose_out).map(PathBuf::as_path)
    }
}

impl Job {
    /// The outputs of the job.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.out.iter().chain(&self.pose_out).map(PathBuf::as_path)
    }

    fn named(&self) -> Named {
        let out = self.out.as_ref().or(self.pose_out.as_ref());
        Named {
            file: self.file.to_string_lossy().into_owned(),
            out: out.map(|out| out.to_string_lossy().into_owned()),
        }
    }

    /// Writes a saved figure and the text of poses to the outputs.
    pub(crate) fn write(&self, saved: Option<&Saved>, poses: Option<&str>) -> anyhow::Result<()> {
        let mut outbox = Outbox::default();
        if let (Some(path), Some(saved)) = (&self.out, saved) {
            outbox.add_saved(path, saved)?;
        }
        if let (Some(path), Some(poses)) = (&self.pose_out, poses) {
            outbox.add(path, poses.as_bytes())?;
        }
        outbox.send()
    }
}

/// The output path of each file in a folder, which is created if needed.
fn in_folder(
    files: &[PathBuf],
    (folder, ending): (Option<&Path>, &str),
) -> anyhow::Result<Vec<Option<PathBuf>>> {
    let Some(folder) = folder else { return Ok(vec![None; files.len()]) };
    if is_standard(folder) {
        bail!("- takes one file; use a folder for several files");
    }
    let mut outs: Vec<Option<PathBuf>> = Vec::new();
    for file in files {
        let out = folder.join(format!("{}.{ending}", stem(file)));
        if let Some(other) = outs.iter().position(|other| other.as_ref() == Some(&out)) {
            bail!(
                "{} and {} would both be written to {}; rename one",
                shown(&files[other]),
                shown(file),
                shown(&out)
            );
        }
        outs.push(Some(out));
    }
    outbox::make_folder(folder)?;
    Ok(outs)
}

/// The name of a file without folder and extension, or the name of an embedded figure.
pub(crate) fn stem(path: &Path) -> String {
    match path.to_str() {
        Some(name) if is_embedded(name) => name.rsplit(':').next().unwrap_or_default().to_owned(),
        Some("-") => "motion".to_owned(),
        _ => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Does the work on each file and reports the result.
pub(crate) fn run<T: Serialize>(
    jobs: &[Job],
    form: Form,
    mut work: impl FnMut(&Job) -> anyhow::Result<Done<T>>,
) -> anyhow::Result<Status> {
    let [job] = jobs else { return many(jobs, (form, Job::named), work) };
    if !job.is_alone {
        return many(jobs, (form, Job::named), work);
    }
    let done = work(job)?;
    let text = if form == Form::Json { json::text(&done.entry)? } else { done.text };
    message::result_beside(job.outputs(), &text)?;
    Ok(done.status)
}

/// Runs each of several tasks, with a progress bar on a terminal, and prints a line for each.
/// Failures do not stop the others.
pub(crate) fn many<K, T: Serialize>(
    tasks: &[K],
    (form, named): (Form, impl Fn(&K) -> Named),
    mut work: impl FnMut(&K) -> anyhow::Result<Done<T>>,
) -> anyhow::Result<Status> {
    let progress = ProgressBar::new(tasks.len() as u64).with_style(style()?);
    let (mut files, mut failed, mut status) = (Vec::with_capacity(tasks.len()), 0, Status::Done);
    for task in tasks {
        let named = named(task);
        progress.set_message(named.file.clone());
        let entry = match work(task) {
            Ok(done) => {
                if form == Form::Text {
                    progress.suspend(|| message::result(&done.text))?;
                }
                if done.status == Status::NotReached {
                    status = Status::NotReached;
                }
                Entry { named, status: word(done.status), error: None, result: Some(done.entry) }
            }
            Err(failure) => {
                failed += 1;
                progress.suspend(|| message::error(&format!("\"{}\": {failure:#}", named.file)));
                Entry { named, status: "failed", error: Some(format!("{failure:#}")), result: None }
            }
        };
        files.push(entry);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if form == Form::Json {
        message::result(&json::text(&Listing { files })?)?;
    }
    match failed {
        0 => Ok(status),
        _ => bail!("{failed} of {} failed; the others were written", tasks.len()),
    }
}

const fn word(status: Status) -> &'static str {
    match status {
        Status::Done => "done",
        Status::NotReached => "not_reached",
    }
}

fn style() -> anyhow::Result<ProgressStyle> {
    ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")
        .context("cannot show the progress bar")
}
