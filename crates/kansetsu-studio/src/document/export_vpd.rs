//! A pose for MikuMikuDance. The web app reads and writes its formats in another program.

use kansetsu::d3::Pose;
use kansetsu_formats::{
    Document, Figure,
    mmd::{self, VpdBytes},
};

use super::{Actor, Refusal, Source};

impl Actor {
    /// The pose that is shown, as a VPD file. A figure from a PMX or PMD file gets the bones of
    /// that file with their rules; another one the names of its joints.
    ///
    /// # Errors
    /// The format's own sentence.
    pub fn to_vpd(&self) -> Result<VpdBytes, Refusal> {
        let Some((figure, model)) = self.model_of_mmd()? else {
            return Ok(mmd::write_pose(&self.figure, &self.pose, None, &[])?.write());
        };
        let mut file = mmd::write_pose(&figure, &self.pose_of(&figure), Some(&model), &[])?;
        file.model = model_file(&figure.name);
        Ok(file.write())
    }

    /// Whether it comes from a model of MikuMikuDance.
    #[must_use]
    pub fn is_of_mmd(&self) -> bool {
        matches!(self.model_of_mmd(), Ok(Some(_)))
    }

    /// The figure and the bones of the PMX or PMD file that it was made from.
    fn model_of_mmd(&self) -> Result<Option<(Figure, Box<mmd::Model>)>, Refusal> {
        let Source::File(file) = &self.source else { return Ok(None) };
        let Some(original) = file.original() else { return Ok(None) };
        let read = |path: &str| file.resource(path);
        let opened = kansetsu_formats::open(&original.bytes, &original.path, &read)?;
        Ok(match opened.document {
            Document::Mmd(model) => Some((opened.figure, model)),
            _ => None,
        })
    }

    /// The pose for the same joints in another order; those that are missing here are at rest.
    fn pose_of(&self, figure: &Figure) -> Pose {
        let mut pose = figure.rig.skeleton.rest_pose();
        for (local, joint) in pose.locals.iter_mut().zip(figure.rig.skeleton.joints()) {
            let own = self.figure.rig.skeleton.find(&joint.name);
            if let Some(posed) = own.ok().and_then(|own| self.pose.locals.get(own)) {
                *local = *posed;
            }
        }
        pose
    }
}

/// The name under which MikuMikuDance stores a model.
fn model_file(name: &str) -> String {
    format!("{name}.osm")
}
