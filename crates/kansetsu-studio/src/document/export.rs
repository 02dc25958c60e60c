//! A figure as a file for other programs.

use kansetsu_formats::{
    Clip, Document, ExportFormat, Figure, WeightTrack,
    gltf::{self, Bake, Changes, Container, Replacement, Saved},
    is_gltf,
    vrma::RestConvention,
};

use super::{Actor, BesideFile, FileSource, Refusal, Source, file_rate::FILE_FRAME_RATE};
use crate::motion::Motion;

/// The input of a writer of another format.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The figure, with its motion.
    pub glb: Vec<u8>,
    /// The format.
    pub format: ExportFormat,
    /// The file of the bones that the figure was made from.
    pub model: Option<BesideFile>,
}

impl Actor {
    /// The figure in the pose that is shown, with its motions as clips: GLB (or glTF text). A
    /// figure from a glTF file is that file, changed only where it was posed and keyed: a motion
    /// that came from it and was not edited stays byte for byte, an edited one replaces the clip of
    /// its name, a new one is added. The nodes of a VRM keep its T-pose: only Kansetsu opens the
    /// file in the pose.
    ///
    /// # Errors
    /// The format's own sentence.
    pub fn to_gltf(&self, container: Container) -> Result<Saved, Refusal> {
        self.exported(container, Bake::Never)
    }

    /// The same with the pose in the nodes of a VRM too, where other programs take it for the
    /// T-pose.
    ///
    /// # Errors
    /// The format's own sentence.
    pub fn to_baked_gltf(&self, container: Container) -> Result<Saved, Refusal> {
        self.exported(container, Bake::Always)
    }

    /// Whether it comes from a VRM, whose nodes keep their T-pose.
    #[must_use]
    pub fn is_vrm(&self) -> bool {
        self.rest_convention() != RestConvention::Unknown
    }

    /// Its rest pose in the file.
    #[must_use]
    pub fn rest_convention(&self) -> RestConvention {
        let Source::File(file) = &self.source else { return RestConvention::Unknown };
        let loaded = gltf::read(&file.bytes, &|path| file.resource(path));
        loaded.map_or(RestConvention::Unknown, |loaded| {
            RestConvention::of(&Document::Gltf(Box::new(loaded.document)))
        })
    }

    /// The input of a writer of another format: in GLB the figure with the motion that is shown,
    /// else with its pose. FBX has surfaces; the other formats have joints alone.
    ///
    /// # Errors
    /// The format's own sentence.
    pub fn to_export(&self, format: ExportFormat) -> Result<Conversion, Refusal> {
        let mut figure = self.expressed_figure()?;
        if format != ExportFormat::Fbx {
            let joints = Figure::new(figure.name.clone(), figure.rig.clone());
            figure = Figure { expressions: figure.expressions, ..joints };
            figure.expressions.iter_mut().for_each(|expression| expression.binds.clear());
        }
        // VPD stores a pose.
        let motion =
            self.playing().filter(|motion| format != ExportFormat::Vpd && !motion.is_empty());
        figure.clips = match motion {
            Some(motion) => vec![motion.to_clip()],
            // The surface of an FBX file has the expression.
            None if format == ExportFormat::Fbx => Vec::new(),
            None => vec![Clip { weights: self.shown_face(), ..Clip::default() }],
        };
        figure.clips.retain(|clip| !clip.is_empty());
        let glb = gltf::write_new(&figure, Some(&self.pose))?;
        let model = match &self.source {
            Source::File(file) => file.original().cloned(),
            Source::Embedded(_) => None,
        };
        Ok(Conversion { glb, format, model })
    }

    /// The shown weights of expressions as constant tracks: those that are keyed, and those that
    /// are not.
    fn shown_face(&self) -> Vec<WeightTrack> {
        let mut tracks = self.still_face();
        let is_set = |name: &str| self.face.weights().contains_key(name);
        let keyed = self.face.keyed().iter().filter(|(name, _)| !is_set(name));
        tracks.extend(keyed.map(|(name, &weight)| WeightTrack::constant(name, weight)));
        tracks
    }

    fn exported(&self, container: Container, bake: Bake) -> Result<Saved, Refusal> {
        match &self.source {
            Source::File(file) if is_gltf(&file.bytes) => self.patched(file, container, bake),
            Source::File(_) | Source::Embedded(_) => self.written(container),
        }
    }

    fn written(&self, container: Container) -> Result<Saved, Refusal> {
        let mut figure = self.expressed_figure()?;
        figure.clips = self
            .motions
            .iter()
            .filter(|motion| !motion.is_empty())
            .map(|motion| motion.to_clip())
            .collect();
        let bytes = gltf::write_new(&figure, Some(&self.pose))?;
        if container == Container::Glb {
            return Ok(Saved { bytes, resources: Vec::new(), warnings: Vec::new() });
        }
        let document = gltf::read(&bytes, &|_| Err("everything is inside".to_owned()))?.document;
        Ok(document.save(&Changes::default(), container)?)
    }

    /// The figure with its limits and its expression.
    fn expressed_figure(&self) -> Result<Figure, Refusal> {
        let mut figure = (*self.figure).clone();
        figure.rig.limits = (*self.constraints.limits).clone();
        let weights = self.face.weights().iter().map(|(name, &weight)| (name.as_str(), weight));
        let weights: Vec<(&str, f32)> = weights.collect();
        figure.apply_expressions(&weights, &mut self.pose.clone())?;
        Ok(figure)
    }

    /// The weights of expressions that are not keyed, as constant tracks.
    fn still_face(&self) -> Vec<WeightTrack> {
        let weights = self.face.weights().iter();
        weights.map(|(name, &weight)| WeightTrack::constant(name, weight)).collect()
    }

    fn patched(
        &self,
        file: &FileSource,
        container: Container,
        bake: Bake,
    ) -> Result<Saved, Refusal> {
        let loaded = gltf::read(&file.bytes, &|path| file.resource(path))?;
        let changed = self.changed_clips();
        let replaced: Vec<Replacement<'_>> = changed
            .iter()
            .filter_map(|(clip, index)| index.map(|index| Replacement { index, clip }))
            .collect();
        let added: Vec<Clip> = changed
            .iter()
            .filter(|(_, index)| index.is_none())
            .map(|(clip, _)| clip.clone())
            .collect();
        let figure = self.expressed_figure()?;
        let changes = Changes {
            pose: Some(&self.pose),
            bake,
            rig: Some(&figure),
            clips: &added,
            replaced: &replaced,
        };
        Ok(loaded.document.save(&changes, container)?)
    }

    /// The motions that are not as they came, each with the file's clip that it replaces.
    fn changed_clips(&self) -> Vec<(Clip, Option<usize>)> {
        let clips = &self.figure.clips;
        let came: Vec<Motion> =
            clips.iter().map(|clip| Motion::from_clip(clip, FILE_FRAME_RATE)).collect();
        let mut taken: Vec<bool> =
            came.iter().map(|motion| self.motions.iter().any(|kept| **kept == *motion)).collect();
        let mut changed = Vec::new();
        for motion in
            self.motions.iter().filter(|motion| !motion.is_empty() && !came.contains(motion))
        {
            let index =
                (0..clips.len()).find(|&index| !taken[index] && clips[index].name == motion.name);
            index.into_iter().for_each(|index| taken[index] = true);
            changed.push((motion.to_clip(), index));
        }
        changed
    }
}
