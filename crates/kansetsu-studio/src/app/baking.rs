//! Keys at every frame of what pins and springs do: it becomes plain keys.

use std::sync::Arc;

use eframe::egui;
use kansetsu::{Budget, d3::Pose};

use super::{Arrival, Progress, Studio, action::BakedFeet, arrival::Baked, editor::Editor};
use crate::{
    document::{Actor, Refusal, Swing},
    motion::{Bake, Motion},
    posing::{OnFloor, Subject, baking},
    text::Phrase,
};

const IK: Names = Names {
    job: Phrase::new("Baking IK", "IK をベイクしています"),
    step: Phrase::new("Bake IK", "IK をベイク"),
};
const SPRINGS: Names = Names {
    job: Phrase::new("Baking spring bones", "揺れものをベイクしています"),
    step: Phrase::new("Bake spring bones", "揺れものをベイク"),
};
const NOTHING: Phrase =
    Phrase::new("There is no motion to bake.", "ベイクするモーションがありません。");

impl Editor<'_> {
    /// Replaces the motion that was baked, and no other: what was changed since the bake began
    /// stays, and is reported.
    pub(super) fn take_baked(&mut self, baked: Baked) {
        self.finish_field();
        let Baked { label, figure, from, unkeyed, motion } = baked;
        let Some(index) = self.document.content().index_of(figure) else {
            return self.banners.problem(Phrase::new(
                "The figure was closed during the bake. Nothing was changed.",
                "ベイク中にモデルが閉じられたため、何も変更しませんでした。",
            ));
        };
        let done = self.document.edit(label, |content| {
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

/// What a bake is called: while it runs, and as a step of the history.
struct Names {
    job: Phrase,
    step: Phrase,
}

/// The work of one frame.
const FRAME: Budget = Budget::steps(200);

/// Begins to bake what the pins of the selected figure do between two times, seconds.
pub(super) fn bake_ik(
    studio: &mut Studio,
    span: [f32; 2],
    feet: BakedFeet,
    context: &egui::Context,
) {
    begin(studio, |actor| ik(actor, span, feet), context);
}

/// Begins to bake what the springs of the selected figure do in its motion.
pub(super) fn bake_springs(studio: &mut Studio, context: &egui::Context) {
    begin(studio, springs, context);
}

fn begin(
    studio: &mut Studio,
    baking: impl FnOnce(&Arc<Actor>) -> Result<Baking, Refusal>,
    context: &egui::Context,
) {
    let Some(actor) = studio.document.actor() else { return };
    match baking(actor) {
        Ok(mut baking) => {
            let title = baking.names.job.get(studio.services.language()).to_owned();
            studio.services.tasks.start(&title, move || baking.step(), context);
        }
        Err(refusal) => studio.editor().show_refusal(Err(refusal)),
    }
}

fn ik(actor: &Arc<Actor>, span: [f32; 2], feet: BakedFeet) -> Result<Baking, Refusal> {
    let from = playing(actor)?;
    let subject = Subject::from(&**actor);
    let mut session = baking(&subject)?;
    // Holds the feet on the floor, if asked for.
    let mut on_floor = match feet {
        BakedFeet::Free => None,
        BakedFeet::OnFloor => Some(OnFloor::new(&subject)?),
    };
    let (rest, seconds) = (actor.rest_pose(), 1.0 / from.frame_rate);
    let pose_at = move |actor: &Actor, time: f32| {
        let mut pose = rest.clone();
        session.follow(&actor.pose_at(time), &mut pose, FRAME)?;
        on_floor.as_mut().map_or(Ok(()), |on_floor| on_floor.step(&mut pose, seconds))?;
        Ok(pose)
    };
    let bake = Bake::new(&from, (0..actor.joint_count()).collect(), span);
    Ok(Baking::new(actor, (from, IK), bake, pose_at))
}

fn springs(actor: &Arc<Actor>) -> Result<Baking, Refusal> {
    let from = playing(actor)?;
    let start = (&actor.pose_at(0.0), 0.0);
    let Some(mut swing) = Swing::start(actor, actor.loose_joints(), start) else {
        return Err(Refusal::new(
            "All spring bones are posed or keyed already. Nothing was changed.",
            "揺れものにはすでにポーズかキーが付いているため、何も変更しませんでした。",
        ));
    };
    let joints = swing.joints().iter().copied().collect();
    let bake = Bake::new(&from, joints, [0.0, from.duration]);
    let pose_at = move |actor: &Actor, time: f32| Ok(swing.advance(actor, time));
    Ok(Baking::new(actor, (from, SPRINGS), bake, pose_at))
}

fn playing(actor: &Actor) -> Result<Arc<Motion>, Refusal> {
    actor.playing().cloned().ok_or(Refusal { reason: NOTHING })
}

/// Returns the pose of a figure at a time, seconds; times increase.
type PoseAt = Box<dyn FnMut(&Actor, f32) -> Result<Pose, kansetsu::Error> + Send>;

/// Baking under way: a frame for each step.
struct Baking {
    actor: Arc<Actor>,
    /// The motion that is baked.
    from: Arc<Motion>,
    names: Names,
    pose_at: PoseAt,
    rest: Pose,
    /// Taken when it is done.
    bake: Option<Bake>,
}

impl Baking {
    fn new(
        actor: &Arc<Actor>,
        (from, names): (Arc<Motion>, Names),
        bake: Bake,
        pose_at: impl FnMut(&Actor, f32) -> Result<Pose, kansetsu::Error> + Send + 'static,
    ) -> Self {
        Self {
            actor: Arc::clone(actor),
            rest: actor.rest_pose(),
            pose_at: Box::new(pose_at),
            bake: Some(bake),
            from,
            names,
        }
    }

    fn step(&mut self) -> Progress<Arrival> {
        let Some(bake) = &mut self.bake else { return Progress::Running(1.0) };
        let Some(time) = bake.next_time() else {
            let motion = self.bake.take().map(Bake::finish).unwrap_or_default();
            return Progress::Done(Arrival::Baked(Box::new(Baked {
                label: self.names.step.clone(),
                figure: self.actor.key,
                from: Arc::clone(&self.from),
                unkeyed: self.actor.unkeyed.clone(),
                motion,
            })));
        };
        match (self.pose_at)(&self.actor, time) {
            Ok(pose) => bake.add(&pose, &self.rest),
            Err(error) => return Progress::Done(Arrival::Failed(Refusal::from(error).reason)),
        }
        Progress::Running(bake.progress())
    }
}
