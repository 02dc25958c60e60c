//! Saving of figures.

mod exchange;
mod face;
mod work;

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Document, Error, Meta, bvh, gltf, mmd, mqo, vrma};

use crate::{
    message,
    motion::at_frames,
    robot_values::Form,
    source::{Saved, Source},
    standard::is_standard,
};

pub(crate) use exchange::Exchange;
pub(crate) use work::Work;
use work::failed;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Gltf(gltf::Container),
    Bvh,
    Vmd,
    Vpd,
    Vrma,
    Mqo,
    Exchange(Exchange),
    /// Joint values of a robot.
    Values(Form),
}

/// `--bake`.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct BakeArg {
    /// Write the pose into the nodes of a VRM, where other programs read it as the T-pose; by
    /// default the nodes stay at rest and the pose is saved as NAME.pose.vrma beside it
    #[arg(long)]
    bake: bool,
}

impl BakeArg {
    pub(crate) const fn choice(self) -> gltf::Bake {
        if self.bake { gltf::Bake::Always } else { gltf::Bake::Never }
    }
}

/// The extensions of output formats.
pub(crate) const FORMATS: [&str; 10] =
    ["glb", "gltf", "vrm", "fbx", "usda", "bvh", "vmd", "vpd", "vrma", "mqo"];

/// The frame rate of a written motion that has no fixed frame time, frames per second.
const USUAL_RATE: f32 = 30.0;

impl Target {
    /// The format of a file of this name.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        match path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
            .as_deref()
        {
            Some("gltf") => Ok(Self::Gltf(gltf::Container::Text)),
            Some("glb" | "vrm") | None => Ok(Self::Gltf(gltf::Container::Glb)),
            Some("bvh") => Ok(Self::Bvh),
            Some("vmd") => Ok(Self::Vmd),
            Some("vpd") => Ok(Self::Vpd),
            Some("vrma") => Ok(Self::Vrma),
            Some("mqo") => Ok(Self::Mqo),
            Some("fbx") => Ok(Self::Exchange(Exchange::Fbx)),
            Some("usda") => Ok(Self::Exchange(Exchange::Usd)),
            Some("json") => Ok(Self::Values(Form::Json)),
            Some("csv") => Ok(Self::Values(Form::Csv)),
            Some(_) => bail!(
                "\"{}\": a figure is saved as .glb, .vrm, .gltf, .fbx, .usda, .vrma, .bvh, .vmd, .vpd or .mqo, the joint values of a robot as .json or .csv; use one of these extensions",
                path.display()
            ),
        }
    }
}

impl Source {
    /// The file with the figure in this pose and with the new clips, in the format of `path`'s
    /// extension. A format that stores one motion gets the last new clip, else the pose, else the
    /// first existing clip.
    pub(crate) fn save(&self, path: &Path, work: &Work<'_>) -> anyhow::Result<Saved> {
        let &Work { pose, clips, bake } = work;
        match Target::of(path)? {
            Target::Gltf(container) => {
                let is_vrm =
                    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vrm"));
                if is_vrm && self.figure.meta.is_none() {
                    bail!(
                        "\"{}\": a VRM states the author and the licence of the character, which this figure lacks; use the extension .glb",
                        path.display()
                    );
                }
                self.figure
                    .meta
                    .iter()
                    .filter_map(Meta::license_warning)
                    .for_each(|caution| message::warning(&caution));
                let changes = gltf::Changes {
                    pose,
                    bake,
                    clips,
                    rig: Some(&self.figure),
                    ..gltf::Changes::default()
                };
                let mut saved = self.save_gltf(path, &changes, container)?;
                if let (Document::Gltf(document), Some(pose)) = (&self.document, pose)
                    && document.is_vrm()
                {
                    saved.beside.extend(self.pose_beside(path, pose, bake));
                }
                Ok(saved)
            }
            Target::Bvh => self.save_bvh(path, pose, clips.last(), None),
            Target::Vmd => self.save_vmd(path, pose, clips.last()),
            Target::Vpd => self.save_vpd(path, pose, clips.last()),
            Target::Vrma => self.save_vrma(path, pose, clips.last()),
            Target::Mqo => self.save_mqo(path, pose),
            Target::Exchange(format) => self.save_exchange(path, (format, None), work),
            Target::Values(form) => self.save_values(path, pose, form),
        }
    }

    /// The pose of a VRM as a VRM animation beside it, since the nodes stay at rest.
    fn pose_beside(&self, path: &Path, pose: &Pose, bake: gltf::Bake) -> Option<(String, Vec<u8>)> {
        if bake == gltf::Bake::Always {
            message::warning(
                "--bake: the pose replaces the VRM's T-pose; other programs measure motions from it and play them wrongly",
            );
            return None;
        }
        let kept = "the nodes of the VRM keep their T-pose, from which programs play motions; Kansetsu opens the file in the new pose";
        if is_standard(path) {
            message::note(&format!(
                "{kept} (save to a file for a .pose.vrma beside it; --bake writes the pose into the nodes)"
            ));
            return None;
        }
        match self.save_vrma(path, Some(pose), None) {
            Ok(saved) => {
                let name =
                    path.with_extension("pose.vrma").file_name()?.to_string_lossy().into_owned();
                message::note(&format!(
                    "{kept}, other programs play it from \"{name}\" beside it (--bake writes it into the nodes)"
                ));
                Some((name, saved.bytes))
            }
            Err(problem) => {
                message::warning(&format!(
                    "{kept}; for other programs there is no .pose.vrma beside it: {problem:#}"
                ));
                None
            }
        }
    }

    fn save_gltf(
        &self,
        path: &Path,
        changes: &gltf::Changes<'_>,
        container: gltf::Container,
    ) -> anyhow::Result<Saved> {
        let saved = match &self.document {
            Document::Gltf(document) => {
                let brought = self.figure.clips.get(self.brought.clone()).unwrap_or_default();
                let clips = [brought, changes.clips].concat();
                let replaced: Vec<gltf::Replacement<'_>> = self
                    .rekeyed
                    .clone()
                    .filter_map(|index| {
                        Some(gltf::Replacement { index, clip: self.figure.clips.get(index)? })
                    })
                    .collect();
                let changes = gltf::Changes { clips: &clips, replaced: &replaced, ..*changes };
                document.save(&changes, container)
            }
            _ => self.save_new(changes, container),
        };
        let saved = saved.with_context(|| failed(path))?;
        saved.warnings.iter().for_each(|warning| message::warning(warning));
        Ok(Saved {
            bytes: saved.bytes,
            beside: saved
                .resources
                .into_iter()
                .map(|resource| (resource.path, resource.bytes))
                .collect(),
            rig: None,
        })
    }

    /// Writes a figure without a glTF document as a new one with the clips. Reading it again may
    /// change the joints' indices.
    fn save_new(
        &self,
        changes: &gltf::Changes<'_>,
        container: gltf::Container,
    ) -> Result<gltf::Saved, Error> {
        let figure = self.with_clips(changes.clips);
        let hidden: Vec<&str> = figure
            .meshes
            .iter()
            .filter(|mesh| mesh.is_hidden)
            .map(|mesh| mesh.name.as_str())
            .collect();
        if !hidden.is_empty() {
            message::note(&format!(
                "these meshes stay hidden in programs that support KHR_node_visibility: {}",
                hidden.join(", ")
            ));
        }
        let bytes = gltf::write_new(&figure, changes.pose.or(figure.pose.as_ref()))?;
        if container == gltf::Container::Glb {
            return Ok(gltf::Saved { bytes, resources: Vec::new(), warnings: Vec::new() });
        }
        let document =
            gltf::read(&bytes, &|_| Err("the file is self-contained".to_owned()))?.document;
        document.save(&gltf::Changes::default(), container)
    }

    /// One motion as BVH: `clip`, else the pose, else the first clip. `rate` is in frames per
    /// second; by default the motion's own.
    pub(crate) fn save_bvh(
        &self,
        path: &Path,
        pose: Option<&Pose>,
        clip: Option<&Clip>,
        rate: Option<f32>,
    ) -> anyhow::Result<Saved> {
        let source = if let Document::Bvh(document) = &self.document {
            Some(document.as_ref())
        } else {
            None
        };
        if let (Some(document), None, None, None) = (source, pose, clip, rate) {
            let bytes = document.write();
            let rig = self.rig_beside(path, &bytes, &self.figure.file_rest_pose())?;
            return Ok(Saved { rig, ..Saved::alone(bytes) });
        }
        let figure = &self.figure;
        let clip = clip.or_else(|| if pose.is_none() { figure.clips.first() } else { None });
        let (poses, frame_time) = match clip {
            Some(clip) => self.frames(clip, rate)?,
            None => (
                vec![pose.cloned().unwrap_or_else(|| figure.saved_pose())],
                1.0 / f64::from(USUAL_RATE),
            ),
        };
        let written = bvh::write(figure, &bvh::Take { poses: &poses, frame_time }, source)
            .with_context(|| failed(path))?;
        written.warnings.iter().for_each(|warning| message::warning(warning));
        if clip.is_some_and(|clip| !clip.weights.is_empty()) {
            message::warning("BVH does not store expressions: their keys are not in the file");
        }
        if !figure.meshes.is_empty() {
            message::warning(
                "BVH does not store surfaces: meshes, skins and materials are not in the file",
            );
        }
        let rests = if source.is_some() {
            figure.file_rest_pose()
        } else {
            figure.rig.skeleton.rest_pose()
        };
        let rig = self.rig_beside(path, &written.bytes, &rests)?;
        Ok(Saved { rig, ..Saved::alone(written.bytes) })
    }

    /// One motion as VMD: `clip`, else the pose, else the first clip.
    pub(crate) fn save_vmd(
        &self,
        path: &Path,
        pose: Option<&Pose>,
        clip: Option<&Clip>,
    ) -> anyhow::Result<Saved> {
        if let (Document::Vmd(vmd), None, None) = (&self.document, pose, clip) {
            return Ok(Saved::alone(vmd.write()));
        }
        let model =
            if let Document::Mmd(model) = &self.document { Some(model.as_ref()) } else { None };
        let clip = clip.or_else(|| if pose.is_none() { self.figure.clips.first() } else { None });
        let (poses, weights) = match clip {
            Some(clip) => {
                (at_frames(&self.figure, clip, 1.0 / f64::from(USUAL_RATE))?, clip.weights.clone())
            }
            None => (
                vec![pose.cloned().unwrap_or_else(|| self.figure.rig.skeleton.rest_pose())],
                self.still_face(),
            ),
        };
        let bytes =
            mmd::write(&self.figure, &poses, &weights, model).with_context(|| failed(path))?;
        message::warning("VMD stores only the motion: the figure is not in the file");
        if model.is_none() || !self.has_raw_names() {
            warn_of_names("VMD", &mmd::unfit_names(&self.figure));
        }
        Ok(Saved::alone(bytes))
    }

    fn has_raw_names(&self) -> bool {
        matches!(&self.document, Document::Mmd(model) if model.bones.iter().any(|bone| !bone.raw_name.is_empty()))
    }

    /// A pose as VPD: `pose`, else the start of `clip` or of the first clip.
    pub(crate) fn save_vpd(
        &self,
        path: &Path,
        pose: Option<&Pose>,
        clip: Option<&Clip>,
    ) -> anyhow::Result<Saved> {
        let model =
            if let Document::Mmd(model) = &self.document { Some(model.as_ref()) } else { None };
        let clip = clip.or_else(|| if pose.is_none() { self.figure.clips.first() } else { None });
        let mut own = pose.cloned().unwrap_or_else(|| self.figure.saved_pose());
        let mut face = self.still_face();
        if let Some(clip) = clip {
            clip.sample(0.0, &mut own);
            face.clone_from(&clip.weights);
            if clip.duration > 0.0 {
                message::warning("VPD stores one pose: the first of the motion is written");
            }
        }
        let morphs = mmd::morph_values(&face, model);
        let morphs = [morphs, self.unknown_morphs.clone()].concat();
        let written = mmd::write_pose(&self.figure, &own, model, &morphs)
            .with_context(|| failed(path))?
            .write();
        message::warning("VPD stores only the pose: the figure is not in the file");
        warn_of_names("VPD", &written.left_out);
        Ok(Saved::alone(written.bytes))
    }

    /// One motion as a VRM animation: `clip`, else the pose, else the first clip.
    pub(crate) fn save_vrma(
        &self,
        path: &Path,
        pose: Option<&Pose>,
        clip: Option<&Clip>,
    ) -> anyhow::Result<Saved> {
        let figure = &self.figure;
        let still = || {
            let pose = pose.cloned().unwrap_or_else(|| figure.saved_pose());
            let rest = figure.rig.skeleton.rest_pose();
            let clip = Clip::from_poses("pose", &rest, &[pose], USUAL_RATE);
            Clip { weights: self.still_face(), ..clip }
        };
        let clip = clip
            .or_else(|| if pose.is_none() { figure.clips.first() } else { None })
            .cloned()
            .unwrap_or_else(still);
        let written = vrma::write(figure, &clip, vrma::RestConvention::of(&self.document))
            .with_context(|| failed(path))?;
        written.warnings.iter().for_each(|warning| message::warning(warning));
        if !figure.meshes.is_empty() && matches!(Target::of(path), Ok(Target::Vrma)) {
            message::warning(
                "a VRM animation stores only the motion of humanoid roles: the figure is not in the file",
            );
        }
        Ok(Saved::alone(written.bytes))
    }

    /// The bones as triangles and the surfaces in the pose; edits the opened file if it is an MQO.
    fn save_mqo(&self, path: &Path, pose: Option<&Pose>) -> anyhow::Result<Saved> {
        let own = self.figure.saved_pose();
        let standing = pose.unwrap_or(&own);
        if let Document::Mqo(document) = &self.document {
            let saved = document.save(&self.figure, pose).with_context(|| failed(path))?;
            saved.warnings.iter().for_each(|warning| message::warning(warning));
            let rig = self.rig_beside(path, &saved.bytes, standing)?;
            return Ok(Saved { rig, ..Saved::alone(saved.bytes) });
        }
        let written = mqo::write(&self.figure, Some(standing)).with_context(|| failed(path))?;
        written.warnings.iter().for_each(|warning| message::warning(warning));
        let rig = self.rig_beside(path, &written.bytes, standing)?;
        let pictures = if is_standard(path) { Vec::new() } else { written.pictures };
        if !pictures.is_empty() {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            message::note(&format!(
                "{} pictures are written beside \"{stem}.mqo\"; keep them together",
                pictures.len()
            ));
        }
        Ok(Saved { bytes: written.bytes, beside: pictures, rig })
    }

    /// The pose from which players start a clip of the saved file: that of its nodes.
    pub(crate) fn start_of_clips(&self) -> Pose {
        match &self.document {
            Document::Gltf(document) if document.is_vrm() => self.figure.rig.skeleton.rest_pose(),
            _ => self.figure.saved_pose(),
        }
    }

    /// Updates the append bones of a model (bones that follow other bones) after a solve.
    pub(crate) fn settle(&self, before: &Pose, after: &mut Pose) {
        if let Document::Mmd(model) = &self.document {
            model.apply_append(before, after);
        }
    }

    fn frames(&self, clip: &Clip, rate: Option<f32>) -> anyhow::Result<(Vec<Pose>, f64)> {
        let own = if rate.is_none() { clip.frame_time() } else { None };
        if rate.is_none() && own.is_none() && clip.duration > 0.0 {
            message::note(&format!(
                "the clip has no fixed frame rate; it is written at {USUAL_RATE} frames per second (`kansetsu convert --rate` sets another)"
            ));
        }
        let frame_time = own.unwrap_or_else(|| 1.0 / f64::from(rate.unwrap_or(USUAL_RATE)));
        let poses = at_frames(&self.figure, clip, frame_time)?;
        match poses.is_empty() {
            true => Err(anyhow!("the clip \"{}\" has no frames", clip.name)),
            false => Ok((poses, frame_time)),
        }
    }
}

/// Warns of names that a file of MikuMikuDance cannot store.
fn warn_of_names(format: &str, names: &[String]) {
    const MOST: usize = 8;
    if names.is_empty() {
        return;
    }
    let listed: Vec<String> = names.iter().take(MOST).map(|name| format!("\"{name}\"")).collect();
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    message::warning(&format!(
        "{format}: these names are not stored exactly, or not at all (Shift_JIS characters; VMD has 15 bytes): {}{more}; rename the bones",
        listed.join(", ")
    ));
}
