//! Spring bones in the view: hair and clothes follow drags and motions.

use std::{collections::BTreeSet, sync::Arc};

use kansetsu::d3::Pose;
use kansetsu_formats::Figure;

use super::touchable::Placed;
use crate::{
    document::{Actor, Content, Document, FigureKey, Swing},
    motion::Motion,
};

/// The spring bones of all figures in the view.
#[derive(Clone, Debug, Default)]
pub struct Springs {
    swinging: Vec<Swinging>,
    /// Seconds that have passed since the last step.
    left: f32,
    /// The time of the document at the last step.
    time: f32,
}

#[derive(Clone, Debug)]
struct Swinging {
    key: FigureKey,
    figure: Arc<Figure>,
    layers: Layers,
    /// The pose of the last step.
    pose: Pose,
    swing: Swing,
}

/// What decides which joints are loose.
#[derive(Clone, Debug)]
struct Layers {
    motion: Option<Arc<Motion>>,
    base: Arc<Pose>,
    unkeyed: Vec<usize>,
}

impl Layers {
    fn of(actor: &Actor) -> Self {
        Self {
            motion: actor.playing().cloned(),
            base: Arc::clone(&actor.base),
            unkeyed: actor.unkeyed.keys().copied().collect(),
        }
    }

    fn are_of(&self, actor: &Actor) -> bool {
        let is_motion = match (&self.motion, actor.playing()) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        is_motion
            && Arc::ptr_eq(&self.base, &actor.base)
            && self.unkeyed.iter().eq(actor.unkeyed.keys())
    }
}

/// A longer way of time, seconds, is a jump: springs are at rest after it.
const JUMP: f32 = 0.25;

impl Springs {
    /// The springs of a document at rest at a time, seconds.
    #[must_use]
    pub fn at_rest(document: &Document, time: f32) -> Self {
        let mut springs = Self { time, ..Self::default() };
        if document.view.springs {
            for actor in &document.content().actors {
                let pose = actor.pose_at(time);
                springs.swinging.extend(Swinging::start(actor, actor.loose_joints(), (pose, time)));
            }
        }
        springs
    }

    /// Moves on by so many seconds; whether anything still moves.
    pub fn step(&mut self, document: &Document, seconds: f32) -> bool {
        if !document.view.springs {
            self.swinging.clear();
            return false;
        }
        let time = document.time();
        let has_jumped = !(0.0..JUMP).contains(&(time - self.time));
        self.time = time;
        let (steps, left) = Swing::steps_in(self.left + seconds);
        self.left = left;
        let mut before = std::mem::take(&mut self.swinging);
        let mut moves = false;
        for actor in &document.content().actors {
            let known = before.iter().position(|known| known.is_of(actor));
            let known = known.map(|index| before.swap_remove(index));
            let known = known.filter(|_| !has_jumped).and_then(|known| known.kept(actor));
            let start = || Swinging::start(actor, actor.loose_joints(), (actor.pose.clone(), time));
            if let Some(mut known) = known.or_else(start) {
                moves |= known.step(&actor.pose, steps);
                self.swinging.push(known);
            }
        }
        moves
    }

    /// The pose of a figure with its springs, where `pose` is its pose without.
    #[must_use]
    pub fn shown(&self, actor: &Actor, pose: &Pose) -> Pose {
        self.of(actor).map_or_else(|| pose.clone(), |of| of.swing.shown(pose))
    }

    fn of(&self, actor: &Actor) -> Option<&Swinging> {
        self.swinging.iter().find(|known| known.key == actor.key)
    }

    /// Moves on along the motion of a figure, and returns its pose at a time.
    #[must_use]
    pub fn advance(&mut self, actor: &Actor, time: f32) -> Pose {
        let of = self.swinging.iter_mut().find(|known| known.key == actor.key);
        of.map_or_else(|| actor.pose_at(time), |of| of.swing.advance(actor, time))
    }

    /// Places the joints of all figures as their springs carry them.
    pub fn place(&self, content: &Content, placed: &mut [Placed]) {
        for (actor, placed) in content.actors.iter().zip(placed) {
            if let Some(of) = self.of(actor) {
                let model_from_joint =
                    actor.figure.rig.skeleton.forward(&of.swing.shown(&actor.pose));
                placed.world_from_joint =
                    model_from_joint.into_iter().map(|map| actor.placement * map).collect();
            }
        }
    }
}

impl Swinging {
    fn start(actor: &Actor, joints: BTreeSet<usize>, (pose, time): (Pose, f32)) -> Option<Self> {
        let swing = Swing::start(actor, joints, (&pose, time))?;
        let (figure, layers) = (Arc::clone(&actor.figure), Layers::of(actor));
        Some(Self { key: actor.key, figure, layers, pose, swing })
    }

    fn is_of(&self, actor: &Actor) -> bool {
        self.key == actor.key && Arc::ptr_eq(&self.figure, &actor.figure)
    }

    /// The same, if the same joints are loose.
    fn kept(mut self, actor: &Actor) -> Option<Self> {
        // Going through all keys of a long motion takes time.
        if !self.layers.are_of(actor) {
            if *self.swing.joints() != actor.loose_joints() {
                return None;
            }
            self.layers = Layers::of(actor);
        }
        Some(self)
    }

    /// Whether anything still moves.
    fn step(&mut self, pose: &Pose, steps: u32) -> bool {
        if self.pose == *pose && self.swing.is_still() {
            return false;
        }
        self.pose = pose.clone();
        (0..steps).for_each(|_| self.swing.step(pose));
        true
    }
}
