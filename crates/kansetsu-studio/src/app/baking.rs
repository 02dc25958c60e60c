//! Keys at every frame of what the pins do: the motion with its pins held becomes plain keys.

use std::sync::Arc;

use kansetsu::{Budget, IkSession, d3::Pose};

use super::{Arrival, Progress, Work, action::BakedFeet, arrival::Baked, editor::Editor};
use crate::{
    document::{Actor, Refusal},
    motion::{Bake, Motion},
    posing::{OnFloor, Subject, baking},
    text::Phrase,
};

/// What the job that bakes is called.
pub(super) const TITLE: Phrase = Phrase::new("Baking IK", "IK をベイクしています");

/// The work of baking the figure's motion between two times, seconds.
pub(super) fn bake(
    actor: &Arc<Actor>,
    span: [f32; 2],
    feet: BakedFeet,
) -> Result<impl Work<Arrival> + use<>, Refusal> {
    let mut baking = Baking::new(Arc::clone(actor), span, feet)?;
    Ok(move || baking.step())
}

impl Editor<'_> {
    /// Replaces the motion that was baked, and no other: what was changed since the bake began
    /// stays, and is reported.
    pub(super) fn take_baked(&mut self, baked: Baked) {
        self.finish_field();
        let Baked { figure, from, unkeyed, motion } = baked;
        let Some(index) = self.document.content().index_of(figure) else {
            return self.banners.problem(Phrase::new(
                "The figure was closed during the bake. Nothing was changed.",
                "ベイク中にモデルが閉じられたため、何も変更しませんでした。",
            ));
        };
        let done = self.document.edit(Phrase::new("Bake IK", "IK をベイク"), |content| {
            let actor = content.actor_mut(index)?;
            let Some(baked) = actor.motions.iter_mut().find(|other| Arc::ptr_eq(other, &from)) else {
                return Err(Refusal::new(
                    "The motion was edited during the bake. Nothing was changed. Bake it again.",
                    "ベイク中にモーションが編集されたため、何も変更しませんでした。もう一度ベイクしてください。",
                ));
            };
            *baked = Arc::new(motion);
            actor.unkeyed.retain(|joint, local| unkeyed.get(joint) != Some(local));
            Ok(())
        });
        self.show_refusal(done);
    }
}

/// The work of one frame.
const FRAME: Budget = Budget::steps(200);

/// Baking under way: a frame for each step.
struct Baking {
    actor: Arc<Actor>,
    /// The motion that is baked.
    from: Arc<Motion>,
    session: IkSession,
    /// Holds the feet on the floor, if asked for.
    on_floor: Option<OnFloor>,
    rest: Pose,
    /// Taken when it is done.
    bake: Option<Bake>,
}

impl Baking {
    fn new(actor: Arc<Actor>, span: [f32; 2], feet: BakedFeet) -> Result<Self, Refusal> {
        let Some(motion) = actor.playing() else {
            return Err(Refusal::new(
                "There is no motion to bake.",
                "ベイクするモーションがありません。",
            ));
        };
        let from = Arc::clone(motion);
        let joints = (0..actor.joint_count()).collect();
        let bake = Some(Bake::new(motion, joints, span));
        let subject = Subject::from(&*actor);
        let session = baking(&subject)?;
        let on_floor = match feet {
            BakedFeet::Free => None,
            BakedFeet::OnFloor => Some(OnFloor::new(&subject)?),
        };
        Ok(Self { rest: actor.rest_pose(), from, session, on_floor, bake, actor })
    }

    fn step(&mut self) -> Progress<Arrival> {
        let Some(bake) = &mut self.bake else { return Progress::Running(1.0) };
        let Some(time) = bake.next_time() else {
            let motion = self.bake.take().map(Bake::finish).unwrap_or_default();
            let (figure, unkeyed) = (self.actor.key, self.actor.unkeyed.clone());
            return Progress::Done(Arrival::Baked(Box::new(Baked {
                figure,
                from: Arc::clone(&self.from),
                unkeyed,
                motion,
            })));
        };
        let mut pose = self.rest.clone();
        let followed = self.session.follow(&self.actor.pose_at(time), &mut pose, FRAME);
        let stands = |on_floor: &mut OnFloor| on_floor.step(&mut pose, 1.0 / self.from.frame_rate);
        let done = followed.and_then(|_| self.on_floor.as_mut().map_or(Ok(()), stands));
        if let Err(error) = done {
            return Progress::Done(Arrival::Failed(Refusal::from(error).reason));
        }
        bake.add(&pose, &self.rest);
        Progress::Running(bake.progress())
    }
}
