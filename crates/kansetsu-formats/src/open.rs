//! Opening of a file of any supported format.

use std::collections::BTreeSet;

use crate::element::Skipped;
use crate::{
    Clip, Document, Error, Figure, Loaded, WeightTrack, asf, bvh, fbx, gltf, is_gltf, mmd, mqo,
    unsupported_format, urdf,
};

/// An opened file of any format.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The figure.
    pub figure: Figure,
    /// The format's name: "glTF", "GLB", "BVH", ...
    pub format: &'static str,
    /// Warnings about the file and about data that is dropped, as sentences for people.
    pub warnings: Vec<String>,
    /// Data that does not affect posing here, as sentences for people: kept by saving in the same
    /// format, or of no use.
    pub notes: Vec<String>,
    /// The document, for saving.
    pub document: Document,
}

/// Reads a file of any supported format. The first bytes determine the format; if they do not, the
/// extension of `name`, which may be empty. `resources` returns the bytes of files beside it, as
/// for [`gltf::read`].
///
/// # Errors
/// Those of the format's own `read`; [`Error::UnknownFormat`] for bytes of another format,
/// [`Error::Malformed`] for an empty file and for a motion that needs another file.
///
/// # Example
///
/// ```
/// use kansetsu_formats::open;
///
/// let text = b"HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }";
/// let opened = open(text, "walk.bvh", &|path| Err(format!("there is no {path}")))?;
/// assert_eq!((opened.format, opened.figure.rig.skeleton.len()), ("BVH", 1));
/// # Ok::<(), kansetsu_formats::Error>(())
/// ```
pub fn open(bytes: &[u8], name: &str, resources: &gltf::Resources<'_>) -> Result<Opened, Error> {
    let start = || "the start of the file".to_owned();
    match Readable::of(bytes, name) {
        Some(Readable::Gltf) => gltf::read(bytes, resources).map(Opened::from),
        Some(Readable::Bvh) => bvh::read(bytes)
            .map(|loaded| Opened::of(loaded, "BVH", |file| Document::Bvh(Box::new(file)))),
        Some(Readable::Urdf) => urdf::read(bytes, resources)
            .map(|loaded| Opened::of(loaded, "URDF", |()| Document::Urdf)),
        Some(Readable::Mmd(format)) => mmd::read(bytes, resources)
            .map(|loaded| Opened::of(loaded, format, |model| Document::Mmd(Box::new(model)))),
        Some(Readable::Mqo(format)) => mqo::read(bytes, resources)
            .map(|loaded| Opened::of(loaded, format, |file| Document::Mqo(Box::new(file)))),
        Some(Readable::Asf) => asf::read(bytes)
            .map(|loaded| Opened::of(loaded, "ASF", |bones| Document::Asf(Box::new(bones)))),
        Some(Readable::Fbx) => {
            fbx::read(bytes, resources).map(|loaded| Opened::of(loaded, "FBX", |()| Document::None))
        }
        Some(Readable::Vmd) => mmd::read_motion(bytes)
            .map(|loaded| Opened::of(loaded, "VMD", |file| Document::Vmd(Box::new(file)))),
        None => Err(match unsupported_format(bytes, name) {
            Some(format @ "AMC") => {
                let problem = "this is the motion of a skeleton in an ASF file: open that file, with this one as --motion (for retarget: set that file as --model)".to_owned();
                Error::Malformed { format, place: start(), problem }
            }
            Some(format @ "VPD") => {
                let problem = "this is a pose without a skeleton: open the MikuMikuDance model, with this file as --pose-in or --motion".to_owned();
                Error::Malformed { format, place: start(), problem }
            }
            None if bytes.is_empty() => Error::Malformed {
                format: "file",
                place: start(),
                problem: "the file is empty".to_owned(),
            },
            unknown => Error::UnknownFormat(unknown),
        }),
    }
}

/// Whether [`open`] reads files like this one, by its first bytes and its name.
#[must_use]
pub fn is_supported(bytes: &[u8], name: &str) -> bool {
    Readable::of(bytes, name).is_some()
}

/// A supported format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readable {
    Gltf,
    Bvh,
    Urdf,
    Mmd(&'static str),
    Mqo(&'static str),
    Vmd,
    Asf,
    Fbx,
}

impl Readable {
    fn of(bytes: &[u8], name: &str) -> Option<Self> {
        if is_gltf(bytes) {
            return Some(Self::Gltf);
        }
        match crate::sniff::named_format(bytes, name)? {
            "BVH" => Some(Self::Bvh),
            "URDF" => Some(Self::Urdf),
            format @ ("PMX" | "PMD") => Some(Self::Mmd(format)),
            "VMD" => Some(Self::Vmd),
            "ASF" => Some(Self::Asf),
            "FBX" => Some(Self::Fbx),
            format @ ("MQO" | "MQOZ") => Some(Self::Mqo(format)),
            _ => None,
        }
    }
}

impl From<gltf::Loaded> for Opened {
    fn from(loaded: gltf::Loaded) -> Self {
        let format = loaded.document.container().name();
        Self::of(loaded, format, |file| Document::Gltf(Box::new(file)))
    }
}

impl Opened {
    fn of<D>(
        loaded: Loaded<D>,
        format: &'static str,
        document: impl FnOnce(D) -> Document,
    ) -> Self {
        let Loaded { figure, warnings, notes, document: file } = loaded;
        Self { figure, format, warnings, notes, document: document(file) }
    }

    /// Adds the motion in another file to the figure's clips: a VMD or VPD file to a model, a VRM
    /// animation to a figure with the same roles, and any other format by joint names. A pose (VPD)
    /// is a clip of one frame.
    ///
    /// # Errors
    /// Those of [`open`].
    pub fn import_animation(&mut self, bytes: &[u8], name: &str) -> Result<(), Error> {
        if let (Document::Asf(skeleton), Some("AMC")) =
            (&self.document, crate::sniff::named_format(bytes, name))
        {
            let clip = asf::clip(bytes, skeleton, &self.figure.rig.skeleton, &mut self.warnings)?;
            self.figure.clips.push(clip);
            return Ok(());
        }
        if crate::sniff::named_format(bytes, name) == Some("VMD") {
            return self.add_vmd(bytes);
        }
        if crate::sniff::named_format(bytes, name) == Some("VPD") {
            return self.add_pose(bytes);
        }
        let motion = open(bytes, name, &|path| Err(format!("{path} {NOT_NEEDED}")))?;
        self.warnings
            .extend(motion.warnings.into_iter().filter(|warning| !warning.contains(NOT_NEEDED)));
        if let Document::Gltf(document) = &motion.document
            && crate::vrma::is_animation(document.json())
        {
            self.add_animation(&motion.figure);
            return Ok(());
        }
        let skeleton = &self.figure.rig.skeleton;
        let names = motion.figure.rig.skeleton.joints();
        let joint_of: Vec<Option<usize>> =
            names.iter().map(|joint| skeleton.find(&joint.name).ok()).collect();
        for mut clip in motion.figure.clips {
            clip.tracks.retain_mut(|track| {
                let joint = joint_of.get(track.joint).copied().flatten();
                track.joint = joint.unwrap_or(track.joint);
                joint.is_some()
            });
            self.warnings.extend(self.figure.adopt_weights(&mut clip));
            if clip.is_empty() {
                self.warnings.push(format!(
                    "the motion \"{}\" moves none of the figure's joints: their names differ",
                    clip.name
                ));
            } else {
                self.figure.clips.push(clip);
            }
        }
        Ok(())
    }
}

impl Opened {
    /// The pose of a VPD file for the figure.
    ///
    /// # Errors
    /// Those of [`mmd::read_pose`].
    pub fn pose_file(&self, bytes: &[u8]) -> Result<mmd::FiguredPose, Error> {
        let model = if let Document::Mmd(model) = &self.document { Some(&**model) } else { None };
        mmd::read_pose(bytes, &self.figure, model)
    }

    /// Adds the motion of a VMD file: of a model by its rules, of another figure by names.
    fn add_vmd(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let vmd = mmd::Vmd::read(bytes, &mut self.warnings)?;
        let mut clip = match &self.document {
            Document::Mmd(model) => vmd.clip(model, &mut self.warnings),
            _ => vmd.clip_on(&self.figure.rig.skeleton, &mut self.warnings),
        };
        let lost = clip.as_mut().and_then(|clip| self.figure.adopt_weights(clip));
        self.warnings.extend(lost);
        match clip.filter(|clip| !clip.is_empty()) {
            Some(clip) => self.figure.clips.push(clip),
            None => {
                self.warnings.push("the motion moves none of the figure's bones".to_owned());
            }
        }
        Ok(())
    }

    /// Adds the pose of a VPD file as a clip of one frame.
    fn add_pose(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mmd::FiguredPose { pose, weights, warnings, notes, .. } = self.pose_file(bytes)?;
        let rest = self.figure.rig.skeleton.rest_pose();
        let weights =
            weights.into_iter().map(|(name, weight)| WeightTrack::constant(name, weight)).collect();
        let clip = Clip::from_poses("motion", &rest, &[pose], 30.0);
        self.figure.clips.push(Clip { weights, ..clip });
        self.warnings.extend(warnings);
        self.notes.extend(notes);
        Ok(())
    }
}

/// The reason why other files that a motion refers to are not read.
const NOT_NEEDED: &str = "is not needed for a motion";

impl Opened {
    /// Adds the motions of a VRM animation, by roles.
    fn add_animation(&mut self, animation: &Figure) {
        let mut counted = Skipped::new(&gltf::ELEMENTS);
        let moved: BTreeSet<usize> =
            animation.clips.iter().flat_map(|clip| &clip.tracks).map(|track| track.joint).collect();
        for (role, joint) in &animation.rig.roles {
            if moved.contains(joint) && !self.figure.rig.roles.contains_key(role) {
                counted.add("VRMA/roles", role.name());
            }
        }
        counted.tell(&mut self.warnings, &mut self.notes);
        for mut clip in crate::vrma::clips(
            animation,
            &self.figure,
            crate::vrma::RestConvention::of(&self.document),
        ) {
            self.warnings.extend(self.figure.adopt_weights(&mut clip));
            if clip.is_empty() {
                self.warnings
                    .push(format!("the motion \"{}\" moves none of the figure's roles", clip.name));
            } else {
                self.figure.clips.push(clip);
            }
        }
    }
}
