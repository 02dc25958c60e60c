//! The reference pose: the pose in which a body is measured.
//!
//! Limits, twist axes, soles, leg lengths, the T-pose of a retargeted motion and the posture of a
//! body are all measured on the rest pose of its skeleton. That is right for a rest pose of a
//! standing person. The rest pose of a motion file may also have every joint along its bone, lie on
//! the back, or be a frame of a dance. So a loader first [scores](score_rest) the rest pose. A poor
//! one is replaced by
//!
//! 1. a frame of the motion in which the person stands upright, its arms and legs straightened into
//!    a T-pose, or
//! 2. without such a frame, the pose nearest to a person, its trunk also straightened from the
//!    directions of the bones.
//!
//! The reference pose then becomes the rest pose of the skeleton, and the pose of the file becomes
//! [`Figure::pose`]. Clips have local transforms, so they do not change. Formats that define the
//! meaning of the rest pose (VRM, MMD, URDF, ASF, MQO) keep it.

mod build;
mod choose;
mod feet;
mod found;
mod geometry;
mod minimum;
mod report;
mod sample;
mod score;

use kansetsu::d3::{Pose, Skeleton};

use self::choose::Base;
use self::geometry::Space;
use self::sample::Sample;
use crate::rig::with_rest;
use crate::{Error, Figure};

pub use self::found::{Reference, Source};
pub use self::minimum::MIN_STANDING_SCORE;
pub use self::score::{RestScore, score_rest};

/// The format's name in errors.
const WHERE: &str = "reference pose";

impl Figure {
    /// Scores the rest pose and replaces it if it is not a standing person. Returns a message for
    /// people if it was replaced.
    ///
    /// Call it once after [`Figure::detect_humanoid`], for formats that do not define the meaning
    /// of the rest pose.
    pub fn detect_reference(&mut self) -> Option<String> {
        self.reference = Reference { is_free: true, ..Reference::default() };
        let space = Space::of(self);
        let judgement = score_rest(self)?;
        self.reference.score = Some(judgement.score);
        self.reference.problem.clone_from(&judgement.problem);
        let is_upright = space.is_some_and(|space| space.is_upright());
        if is_upright && judgement.score >= MIN_STANDING_SCORE {
            return None;
        }
        let samples = choose::samples(self);
        if let Some(lies) = space.and_then(|space| space.contradicts(&samples, self)) {
            (self.reference.score, self.reference.problem) = (Some(0.0), lies);
        } else if judgement.score >= MIN_STANDING_SCORE {
            return None;
        }
        let base = choose::best(self, &samples)?;
        self.take_reference(&base, &samples).ok()?;
        Some(self.reference_sentence())
    }

    /// Measures the body in a frame of a clip, from 0, instead of the rest pose of its file. The
    /// trunk keeps the frame's rotation; arms and legs are straightened.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a figure that is not a human body, for one whose format defines
    /// the rest pose, and for a missing clip or frame.
    pub fn set_reference_frame(&mut self, clip: usize, frame: usize) -> Result<(), Error> {
        let refused = |what: String| Error::Unsupported {
            format: WHERE,
            place: format!("the figure \"{}\"", self.name),
            what,
        };
        if !self.reference.is_free {
            return Err(refused(
                "another rest pose than that of its format or its rig file".to_owned(),
            ));
        }
        let Some(motion) = self.clips.get(clip) else {
            return Err(refused(format!(
                "a frame of clip {clip}, among {} clips",
                self.clips.len()
            )));
        };
        let count = choose::frames_of(motion);
        if frame >= count {
            return Err(refused(format!(
                "frame {frame} of \"{}\", which has {count} frames, counted from 0",
                motion.name
            )));
        }
        if self.rig.humanoid().is_none() {
            return Err(refused(
                "a body in which hips, arms and legs are not all known (a rig file can name them)"
                    .to_owned(),
            ));
        }
        self.restore_rest();
        let sample = Sample::of(self, clip, frame);
        let samples = choose::samples(self);
        self.take_reference(&Base { sample, is_upright: true }, &samples)
    }

    /// Scores a rest pose that its format defines.
    pub(crate) fn score_reference(&mut self) {
        if !self.reference.is_free
            && let Some(RestScore { score, problem }) = score_rest(self)
        {
            (self.reference.score, self.reference.problem) = (Some(score), problem);
        }
    }

    /// Restores the rest pose of the file if it was replaced.
    pub(crate) fn restore_rest(&mut self) {
        if self.reference.is_replaced()
            && let Some(file) = self.pose.take()
            && let Ok(skeleton) = with_rest(&self.rig.skeleton, &file.locals)
        {
            self.rig.skeleton = skeleton;
            self.rig.limits = vec![None; self.rig.skeleton.len()];
            self.auto_rig(false);
            self.reference.source = Source::Rest;
        }
    }

    /// Updates after a rig file: its rest pose takes precedence, otherwise the rest pose is
    /// determined again.
    pub(crate) fn reconsider_reference(&mut self, is_stated: bool) {
        if !self.reference.is_free {
            return;
        }
        if is_stated {
            self.reference =
                Reference { source: Source::Rig, ..std::mem::take(&mut self.reference) };
            self.reference.is_free = false;
        } else {
            // The message was returned when the file was opened.
            let _ = self.detect_reference();
        }
    }

    /// The rest pose of the file, even if the figure is measured in another one.
    #[must_use]
    pub fn file_rest_pose(&self) -> Pose {
        let file = self.pose.clone().filter(|_| self.reference.is_replaced());
        file.unwrap_or_else(|| self.rig.skeleton.rest_pose())
    }

    /// The skeleton with the rest pose of the file.
    pub(crate) fn file_skeleton(&self) -> Skeleton {
        with_rest(&self.rig.skeleton, &self.file_rest_pose().locals)
            .unwrap_or_else(|_| self.rig.skeleton.clone())
    }

    fn take_reference(&mut self, base: &Base, samples: &[Sample]) -> Result<(), Error> {
        let pose = build::reference(self, base, samples).ok_or_else(|| Error::Unsupported {
            format: WHERE,
            place: format!("the figure \"{}\"", self.name),
            what: "a body without length".to_owned(),
        })?;
        self.rest_in(&pose)?;
        self.reference.source = base.source();
        Ok(())
    }

    /// Sets this rest pose; the pose of the file remains its saved pose. Limits, limbs and twists
    /// are derived again.
    fn rest_in(&mut self, pose: &Pose) -> Result<(), Error> {
        let standing = self.saved_pose();
        self.rig.skeleton = with_rest(&self.rig.skeleton, &pose.locals)?;
        self.pose = Some(standing);
        self.rig.limits = vec![None; self.rig.skeleton.len()];
        self.auto_rig(false);
        Ok(())
    }
}
