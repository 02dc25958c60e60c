//! A figure in another unit.

use kansetsu::d3::{Rig, Skeleton};

use crate::{Error, Figure, Values};

impl Figure {
    /// The same figure, scaled by `factor`: for formats without a unit. Rest pose, motions,
    /// surfaces and skins scale alike; limits and roles do not change.
    ///
    /// # Errors
    /// [`Error::Skeleton`] for a factor that is not finite or not above 0, and if a number becomes
    /// too large.
    pub fn scaled(&self, factor: f32) -> Result<Self, Error> {
        if !(factor.is_finite() && factor > 0.0) {
            return Err(kansetsu::Error::InvalidNumber { what: "the scale", value: factor }.into());
        }
        let mut figure = self.clone();
        let mut builder = Skeleton::builder();
        for joint in self.rig.skeleton.joints() {
            let mut rest = joint.rest;
            rest.translation *= factor;
            match joint.parent {
                Some(parent) => builder.child(parent, joint.name.as_str(), rest),
                None => builder.root(joint.name.as_str(), rest),
            };
        }
        figure.rig = Rig { skeleton: builder.build()?, ..figure.rig };
        for pose in figure.pose.iter_mut().chain(&mut figure.rig.stance) {
            pose.locals.iter_mut().for_each(|local| local.translation *= factor);
        }
        figure.twists.iter_mut().flat_map(|twist| &mut twist.ends).for_each(|end| *end *= factor);
        figure.rig.masses.iter_mut().for_each(|mass| mass.center *= factor);
        if let Some(robot) = &mut figure.robot {
            robot.scale(f64::from(factor));
        }
        for place in figure
            .triangles
            .iter_mut()
            .flat_map(|triangle| triangle.positions.iter_mut().flatten().chain(&mut triangle.edges))
        {
            *place *= factor;
        }
        for track in figure.clips.iter_mut().flat_map(|clip| &mut clip.tracks) {
            if let Values::Translation(list) = &mut track.values {
                list.iter_mut().for_each(|place| *place *= factor);
            }
        }
        for offset in figure
            .morphs
            .iter_mut()
            .flat_map(|morph| &mut morph.parts)
            .flat_map(|part| &mut part.offsets)
        {
            *offset *= factor;
        }
        for bind in figure.expressions.iter_mut().flat_map(|expression| &mut expression.joints) {
            bind.translation *= factor;
        }
        figure.springs.scale(factor);
        figure.gaze.iter_mut().for_each(|gaze| gaze.origin *= factor);
        for skin in &mut figure.skins {
            skin.inverse_bind.iter_mut().for_each(|map| map.translation *= factor);
        }
        for mesh in &mut figure.meshes {
            for place in mesh.primitives.iter_mut().flat_map(|part| &mut part.positions) {
                *place *= factor;
            }
        }
        Ok(figure)
    }
}
