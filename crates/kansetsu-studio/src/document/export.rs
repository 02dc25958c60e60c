//! A figure as a file for other programs.

use kansetsu_formats::{
    Clip, Document,
    gltf::{self, Bake, Changes, Container, Replacement, Saved},
    is_gltf, vrma,
};

use super::{Actor, FileSource, Refusal, Source, file_rate::FILE_FRAME_RATE};
use crate::motion::Motion;

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

    /// The motion that is shown, else the pose, as a VRM animation.
    ///
    /// # Errors
    /// The format's own sentence, for a figure without hips.
    pub fn to_vrma(&self) -> Result<vrma::Written, Refusal> {
        let still = || {
            Clip::from_poses(
                "pose",
                &self.figure.rig.skeleton.rest_pose(),
                std::slice::from_ref(&self.pose),
                FILE_FRAME_RATE,
            )
        };
        let clip = self.playing().map_or_else(still, |motion| motion.to_clip());
        Ok(vrma::write(&self.figure, &clip, self.standing())?)
    }

    /// Whether it comes from a VRM, whose nodes keep their T-pose.
    #[must_use]
    pub fn is_vrm(&self) -> bool {
        self.standing() != vrma::RestConvention::Unknown
    }

    /// Its rest pose in the file.
    fn standing(&self) -> vrma::RestConvention {
        let Source::File(file) = &self.source else { return vrma::RestConvention::Unknown };
        let loaded = gltf::read(&file.bytes, &|path| file.resource(path));
        loaded.map_or(vrma::RestConvention::Unknown, |loaded| {
            vrma::RestConvention::of(&Document::Gltf(Box::new(loaded.document)))
        })
    }

    fn exported(&self, container: Container, bake: Bake) -> Result<Saved, Refusal> {
        match &self.source {
            Source::File(file) if is_gltf(&file.bytes) => self.patched(file, container, bake),
            Source::File(_) | Source::Embedded(_) => self.written(container),
        }
    }

    fn written(&self, container: Container) -> Result<Saved, Refusal> {
        let mut figure = (*self.figure).clone();
        figure.rig.limits = (*self.constraints.limits).clone();
        figure.clips = self
            .motions
            .iter()
            .filter(|motion| !motion.tracks.is_empty())
            .map(|motion| motion.to_clip())
            .collect();
        let bytes = gltf::write_new(&figure, Some(&self.pose))?;
        if container == Container::Glb {
            return Ok(Saved { bytes, resources: Vec::new(), warnings: Vec::new() });
        }
        let document = gltf::read(&bytes, &|_| Err("everything is inside".to_owned()))?.document;
        Ok(document.save(&Changes::default(), container)?)
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
        let mut figure = (*self.figure).clone();
        figure.rig.limits = (*self.constraints.limits).clone();
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
            self.motions.iter().filter(|motion| !motion.tracks.is_empty() && !came.contains(motion))
        {
            let index =
                (0..clips.len()).find(|&index| !taken[index] && clips[index].name == motion.name);
            index.into_iter().for_each(|index| taken[index] = true);
            changed.push((motion.to_clip(), index));
        }
        changed
    }
}
