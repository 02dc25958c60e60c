//! Keys at every frame of what the pins do: the motion with its pins held becomes plain keys.

use std::sync::Arc;

use eframe::egui::Context;
use kansetsu::d3::{Pose, solve::Scratch};

use super::{Arrival, Progress, Studio};
use crate::{
    document::{Actor, Refusal},
    motion::{Bake, Motion},
    posing::{Pinned, Subject},
    text::Phrase,
};

/// A motion that was baked.
#[derive(Clone, Debug)]
pub struct Baked {
    /// [`Actor::id`] of its figure.
    pub actor: u32,
    /// The motion.
    pub motion: Motion,
}

impl Studio {
    /// Begins to bake the chosen figure's motion between two times, seconds.
    pub fn bake(&mut self, [start, end]: [f32; 2], context: &Context) {
        let Some(actor) = self.actor() else { return };
        match Baking::new(actor, [start, end]) {
            Ok(mut baking) => {
                let title = Phrase::new("Baking IK to keys", "IK をキーに焼き込んでいます");
                self.start(&title, move || baking.step(), context);
            }
            Err(refusal) => self.show_refusal(Err(refusal)),
        }
    }

    /// Puts a baked motion in the place of the one that it came from.
    pub(super) fn take_baked(&mut self, baked: Baked) {
        let Some(index) = self.document.content().actors.iter().position(|actor| actor.id == baked.actor) else { return };
        let done = self.document.edit(Phrase::new("Bake IK to keys", "IK をキーに焼き込む"), |content| {
            let actor = content.actor_mut(index)?;
            actor.unkeyed.clear();
            if let Some(motion) = actor.playing_mut() {
                *motion = baked.motion;
            }
            Ok(())
        });
        self.show_refusal(done);
    }
}

/// Baking under way: a frame for each step.
struct Baking {
    actor: Arc<Actor>,
    pinned: Pinned,
    rest: Pose,
    scratch: Scratch,
    /// Taken when it is done.
    bake: Option<Bake>,
}

impl Baking {
    fn new(actor: Arc<Actor>, span: [f32; 2]) -> Result<Self, Refusal> {
        let Some(motion) = actor.playing() else {
            return Err(Refusal::new("There is no motion to bake.", "焼き込むモーションがありません。"));
        };
        let joints = (0..actor.joint_count()).collect();
        let bake = Some(Bake::new(motion, joints, span));
        let pinned = Pinned::new(&Subject::from(&*actor))?;
        Ok(Self { rest: actor.rest_pose(), pinned, scratch: Scratch::default(), bake, actor })
    }

    fn step(&mut self) -> Progress<Arrival> {
        let Some(bake) = &mut self.bake else { return Progress::Running(1.0) };
        let Some(time) = bake.next_time() else {
            let motion = self.bake.take().map(Bake::finish).unwrap_or_default();
            return Progress::Done(Arrival::Baked(Box::new(Baked { actor: self.actor.id, motion })));
        };
        let mut pose = self.actor.pose_at(time);
        if let Err(error) = self.pinned.hold(&mut pose, &mut self.scratch) {
            return Progress::Done(Arrival::Failed(Refusal::from(error).reason));
        }
        bake.add(&pose, &self.rest);
        Progress::Running(bake.progress())
    }
}
