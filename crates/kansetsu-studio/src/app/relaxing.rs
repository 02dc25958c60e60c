//! What stopped the last drag, out of the way: shown before it is done.

use kansetsu::d3::{ActiveLimit, Limit, Pose};

use super::{Relaxed, editor::Editor};
use crate::{
    document::Actor,
    posing::{Obstacle, relaxed as relaxed_limit},
    text::Phrase,
};

impl Editor<'_> {
    /// Works out what is pointed at, once; forgets it when nothing is.
    pub(crate) fn show_relaxed(&mut self) {
        let Some(obstacle) = self.session.highlighted.take() else {
            self.session.relaxed = None;
            return;
        };
        let revision = self.document.revision();
        if self
            .session
            .relaxed
            .as_ref()
            .is_none_or(|known| known.obstacle != obstacle || known.revision != revision)
        {
            self.session.relaxed = self.without(obstacle);
        }
    }

    /// Takes out of the way what stopped the last drag, and goes on to where that wanted to go, as
    /// one step: what was shown when it was pointed at.
    pub fn relax(&mut self, obstacle: Obstacle) {
        let Some(Relaxed { limit, pose, .. }) = self.without(obstacle) else { return };
        match obstacle {
            Obstacle::Levels => self.document.settings.levels = Some(0),
            Obstacle::Root => self.document.settings.whole_body = true,
            _ => {}
        }
        self.edit(
            Phrase::new("Loosen limits and continue the drag", "制限を緩めて続ける"),
            move |actor| {
                match obstacle {
                    Obstacle::Limit(active) => actor.set_limit(active.joint, limit),
                    Obstacle::Pin(joint) => actor.constraints.pins.retain(|pin| pin.joint != joint),
                    Obstacle::Stop(joint) => drop(actor.constraints.stops.take(&joint)),
                    Obstacle::Levels | Obstacle::Root | Obstacle::Length => {}
                }
                actor.pose = pose;
            },
        );
        self.session.last_drag = None;
        self.session.relaxed = None;
    }

    fn without(&mut self, obstacle: Obstacle) -> Option<Relaxed> {
        let actor = self.document.actor()?;
        let pose = match self.session.last_drag.as_ref()?.without(obstacle) {
            Ok(posed) => posed?.pose,
            Err(refusal) => {
                self.show_refusal(Err(refusal));
                return None;
            }
        };
        let (limit, pose) = match obstacle {
            Obstacle::Limit(active) => make_room(actor, active, pose)?,
            _ => (None, pose),
        };
        Some(Relaxed { obstacle, limit, pose, revision: self.document.revision() })
    }
}

/// A wider limit, and the pose as far as that allows.
fn make_room(actor: &Actor, active: ActiveLimit, mut pose: Pose) -> Option<(Option<Limit>, Pose)> {
    let ActiveLimit { joint, bound } = active;
    let rest = actor.figure.rig.skeleton.joints().get(joint)?.rest.rotation;
    let local = pose.locals.get_mut(joint)?;
    let limit = relaxed_limit(
        actor.constraints.limits.get(joint)?.as_ref()?,
        bound,
        rest.inverse() * local.rotation,
    );
    local.rotation = (rest * limit.project(rest.inverse() * local.rotation)).normalize();
    Some((Some(limit), pose))
}
