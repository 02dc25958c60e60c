//! What goes on from one frame of a motion to the next.

use kansetsu::{
    d3::{
        Goal, Pose, Skeleton, Transform, rotation_of,
        solve::{Follow, FollowAim},
    },
    glam::Affine3,
};

/// The pose that a solve begins from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'a> {
    pub(crate) pose: &'a Pose,
    /// Whether somebody posed all of it, as a moment of a clip is, and not only what is not at rest.
    pub(crate) is_posed: bool,
    /// How the answer stood in the frame before.
    pub(super) before: Option<&'a Pose>,
}

/// What the whole body remembers between the frames of a motion.
#[derive(Debug, Default)]
pub(crate) struct Thread {
    pub(super) follow: Follow,
    /// How the motion and how the answer stood in the frame before.
    before: Option<(Pose, Pose)>,
}

impl<'a> From<&'a Pose> for Start<'a> {
    fn from(pose: &'a Pose) -> Self {
        Self { pose, is_posed: false, before: None }
    }
}

impl Thread {
    /// Whether there was no frame before.
    pub(super) const fn is_new(&self) -> bool {
        self.before.is_none()
    }

    /// How the answer stood in the frame before.
    pub(super) fn solved(&self) -> Option<&Pose> {
        self.before.as_ref().map(|(_, solved)| solved)
    }

    /// The motion's pose, turned away from it as the answer was in the frame before. The goals of that frame come along, so that what counts
    /// as their way is the way beside a body that the motion carries.
    pub(super) fn carried(&mut self, skeleton: &Skeleton, start: &Pose, goals: &[Goal]) -> Pose {
        let mut pose = start.clone();
        let Some((start_before, solved_before)) = &self.before else { return pose };
        for (local, (from, to)) in pose.locals.iter_mut().zip(start_before.locals.iter().zip(&solved_before.locals)) {
            *local = carried(local, from, to);
        }
        let [then, now] = [solved_before, &pose].map(|pose| skeleton.forward(pose));
        for (aim, goal) in self.follow.last_aims.iter_mut().zip(goals).filter(|(aim, goal)| aim.joint == goal.joint) {
            *aim = brought(aim, goal, [&then[goal.joint], &now[goal.joint]]);
        }
        pose
    }

    pub(super) fn keep(&mut self, start: Pose, solved: &Pose) {
        self.before = Some((start, solved.clone()));
    }
}

/// `local` with what leads from `from` to `to`.
fn carried(local: &Transform, from: &Transform, to: &Transform) -> Transform {
    let away = from.rotation.conjugate() * to.rotation;
    Transform {
        translation: local.translation + (to.translation - from.translation),
        rotation: (local.rotation * away).normalize(),
        scale: local.scale,
    }
}

/// The goal of the frame before as its joint has been carried on.
fn brought(aim: &FollowAim, goal: &Goal, [then, now]: [&Affine3; 2]) -> FollowAim {
    let way = now.transform_point3(goal.offset) - then.transform_point3(goal.offset);
    FollowAim { place: aim.place + way, turn: rotation_of(now) * rotation_of(then).conjugate() * aim.turn, ..*aim }
}
