//! Moving one joint out of its place: a pure function of the pose at the press and where the
//! pointer is.

use kansetsu::{
    d3::Pose,
    glam::{Affine3, Vec2, Vec3},
};

use crate::{
    document::Refusal,
    posing::{Pointer, Posed, Settings, Subject, Travel, Way, side_of},
    viewport::View,
};

/// A drag of one joint out of its place: in the plane that faces the viewer, or along an axis. Its
/// bone changes its length.
#[derive(Clone, Debug)]
pub struct Moving {
    subject: Subject,
    joint: usize,
    /// In world space.
    axis: Option<Vec3>,
    /// The axes to which a key may lock it, in world space.
    axes: [Vec3; 3],
    view: View,
    /// In world space, at the press.
    origin: Vec3,
    world_from_parent: Affine3,
    travel: Travel,
}

impl Moving {
    /// Begins a drag where the pointer is pressed.
    #[must_use]
    pub fn begin(
        subject: Subject,
        (joint, axis, axes): (usize, Option<Vec3>, [Vec3; 3]),
        view: View,
        press: Pointer,
    ) -> Self {
        let model = subject.forward();
        let parent = subject.skeleton().joints()[joint].parent;
        let world_from_parent =
            parent.map_or(subject.placement, |parent| subject.placement * model[parent]);
        let origin = subject.world_position(joint);
        Self {
            joint,
            axis,
            axes,
            view,
            origin,
            world_from_parent,
            travel: Travel::new(press),
            subject,
        }
    }

    /// The pose for where the pointer is now.
    ///
    /// # Errors
    /// As the mirror's, for a figure whose sides do not fit.
    pub fn at(&mut self, pointer: Pointer, settings: &Settings) -> Result<Posed, Refusal> {
        let moved = self.travel.to(pointer);
        let axis = self.axis.or_else(|| settings.lock.map(|axis| self.axes[axis.index()]));
        let by = match axis {
            Some(axis) => self.along(moved, axis),
            None => self.across(moved),
        };
        let target = settings.snap.target(self.origin + by, self.origin, axis);
        let mut pose = self.subject.pose.clone();
        if moved != Way::NONE {
            self.shift(&mut pose, target - self.origin);
            if let Some(side) = side_of(&self.subject, self.joint).filter(|_| settings.mirrored) {
                pose = self.subject.rig().mirrored_side(&pose, side)?;
            }
        }
        Ok(self.posed(pose))
    }

    fn across(&self, moved: Way) -> Vec3 {
        let Some(seen) = self.view.project(self.origin) else { return Vec3::ZERO };
        let into =
            self.view.sight(self.origin) * (moved.depth * self.view.metres_per_pixel(seen.depth));
        self.view.at_depth(seen.pixel + moved.across, seen.depth) - self.origin + into
    }

    fn along(&self, moved: Way, axis: Vec3) -> Vec3 {
        let Some(seen) = self.view.project(self.origin) else { return Vec3::ZERO };
        let at = |pixel: Vec2| {
            self.view.ray(pixel).nearest_to_line(self.origin, axis).map(|nearest| nearest.along)
        };
        match (at(seen.pixel), at(seen.pixel + moved.across)) {
            (Some(from), Some(to)) => axis * (to - from),
            _ => Vec3::ZERO,
        }
    }

    /// Moves the joint by so much in world space. Where the space above is flat it stays where it
    /// is.
    fn shift(&self, pose: &mut Pose, by: Vec3) {
        let local = self.world_from_parent.matrix3.inverse() * by;
        if local.is_finite() {
            pose.locals[self.joint].translation =
                self.subject.pose.locals[self.joint].translation + local;
        }
    }

    fn posed(&self, pose: Pose) -> Posed {
        let place = self.subject.world_position_in(&pose, self.joint);
        let moved = (0..pose.locals.len())
            .filter(|&joint| pose.locals[joint] != self.subject.pose.locals[joint])
            .collect();
        Posed::reached(pose, place, moved)
    }
}
