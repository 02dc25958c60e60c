//! The vocabulary of everyday poses.

use glam::{Quat, Vec3};
use kansetsu::d3::{Goal, Rig};
use kansetsu_humanoid::anatomy::frame;

use super::{Everyday, Thing};
use crate::{mannequin, model::mirror, scenes::Prop};

/// The middle of the left palm, relative to the wrist, metres: on the skin.
const PALM: Vec3 = Vec3::new(0.0700, -0.0176, 0.0);
/// The tips of the index and the middle finger, straight, relative to the left wrist, metres.
const INDEX_TIP: Vec3 = Vec3::new(0.1795, -0.0018, 0.0355);
const MIDDLE_TIP: Vec3 = Vec3::new(0.1917, -0.0001, 0.0085);
/// The palm's normal, in the frame of either hand.
const PALM_LOOKS: Vec3 = Vec3::NEG_Y;

/// One side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenes) enum Side {
    Left,
    Right,
}

impl Side {
    /// A vector of the left side, on this side.
    pub(in crate::scenes) fn point(self, left: Vec3) -> Vec3 {
        match self {
            Self::Left => left,
            Self::Right => mirror::point(left),
        }
    }

    pub(in crate::scenes) const fn name(self) -> &'static str {
        match self {
            Self::Left => "Left",
            Self::Right => "Right",
        }
    }
}

/// The mannequin's joints.
pub(in crate::scenes) struct Cast {
    rig: Rig,
    rest: Vec<Vec3>,
}

impl Cast {
    pub(in crate::scenes) fn new() -> Self {
        let rig = mannequin::plan().rig();
        let rest = rig
            .skeleton
            .forward(&rig.skeleton.rest_pose())
            .iter()
            .map(|at| at.translation)
            .collect();
        Self { rig, rest }
    }

    pub(in crate::scenes) fn joint(&self, name: &str) -> usize {
        self.rig.skeleton.find(name).expect("the mannequin has this joint")
    }

    pub(in crate::scenes) fn of(&self, side: Side, name: &str) -> usize {
        self.joint(&format!("{}{name}", side.name()))
    }

    /// The goal of a palm's middle.
    pub(in crate::scenes) fn palm(&self, side: Side, place: Vec3) -> Goal {
        Goal::position(self.of(side, "Hand"), place).with_offset(side.point(PALM))
    }

    /// The same, with the direction of the palm.
    pub(in crate::scenes) fn palm_to(&self, side: Side, place: Vec3, looks: Vec3) -> Goal {
        self.palm(side, place).with_axis(PALM_LOOKS, looks)
    }

    /// The goal of the index finger's tip, with a straight finger.
    pub(in crate::scenes) fn index_tip(&self, side: Side, place: Vec3) -> Goal {
        Goal::position(self.of(side, "Hand"), place).with_offset(side.point(INDEX_TIP))
    }

    /// The goal of the middle finger's tip, with a straight finger.
    pub(in crate::scenes) fn middle_tip(&self, side: Side, place: Vec3) -> Goal {
        Goal::position(self.of(side, "Hand"), place).with_offset(side.point(MIDDLE_TIP))
    }

    /// The rotation of a hand with fingers in this direction and the palm in the other, as closely
    /// as possible.
    pub(in crate::scenes) fn hand_turn(side: Side, fingers: Vec3, looks: Vec3) -> Quat {
        match side {
            Side::Left => frame::with_z_and_x(looks.cross(fingers), fingers),
            Side::Right => frame::with_z_and_x(fingers.cross(looks), -fingers),
        }
    }

    /// The right palm faces the left one, fingers along fingers, at this distance in metres: both
    /// have the same rotation except for half a turn about their thumbs.
    pub(in crate::scenes) fn facing_palm(&self, distance: f32) -> Goal {
        let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
        let opposite = PALM + PALM_LOOKS * distance;
        self.palm(Side::Right, opposite)
            .with_orientation(half_turn)
            .with_relative_to(self.of(Side::Left, "Hand"))
    }

    /// The point at this distance in metres in front of the left palm's middle, in the left hand's
    /// frame.
    pub(in crate::scenes) fn before_palm(distance: f32) -> Vec3 {
        PALM + PALM_LOOKS * distance
    }

    /// A pin of a foot, flat, rotated outwards by this number of degrees.
    pub(in crate::scenes) fn planted(&self, side: Side, ankle: Vec3, outwards_deg: f32) -> Goal {
        let sign = if side == Side::Left { 1.0 } else { -1.0 };
        let turn = frame::turn(Vec3::Y, sign * outwards_deg.to_radians());
        Goal::position(self.of(side, "Foot"), ankle).with_orientation(turn).pinned()
    }

    /// A pin of the ball of a foot, flat; the heel may rise.
    pub(in crate::scenes) fn on_toes(&self, side: Side, toes: Vec3) -> Goal {
        Goal::position(self.of(side, "Toes"), toes).with_orientation(Quat::IDENTITY).pinned()
    }

    /// A pin of a foot in its rest position.
    pub(in crate::scenes) fn standing_foot(&self, side: Side) -> Goal {
        self.on_toes(side, self.rest[self.of(side, "Toes")])
    }

    /// Sole and toes.
    pub(in crate::scenes) fn sole(&self, side: Side) -> Vec<usize> {
        vec![self.of(side, "Foot"), self.of(side, "Toes")]
    }

    /// The ball of a foot alone.
    pub(in crate::scenes) fn ball(&self, side: Side) -> Vec<usize> {
        vec![self.of(side, "Toes")]
    }

    /// A hand with its fingers.
    pub(in crate::scenes) fn whole_hand(&self, side: Side) -> Vec<usize> {
        let joints = self.rig.skeleton.joints();
        let mut found = vec![self.of(side, "Hand")];
        for (index, joint) in joints.iter().enumerate() {
            if joint.parent.is_some_and(|parent| found.contains(&parent)) {
                found.push(index);
            }
        }
        found
    }

    /// Both feet stay in their rest position and carry the body.
    pub(in crate::scenes) fn standing(&self, name: &'static str, asked: Vec<Goal>) -> Everyday {
        let pins =
            [Side::Left, Side::Right].map(|side| (self.standing_foot(side), self.sole(side)));
        Self::pose(name, asked, pins)
    }

    /// With pins, each with the joints that carry the body there.
    pub(in crate::scenes) fn pose(
        name: &'static str,
        asked: Vec<Goal>,
        pins: impl IntoIterator<Item = (Goal, Vec<usize>)>,
    ) -> Everyday {
        let mut pose = Everyday {
            name,
            asked: asked.len(),
            goals: asked,
            stands: Vec::new(),
            things: Vec::new(),
        };
        for (pin, stands) in pins {
            pose.goals.push(pin);
            pose.stands.push(stands);
        }
        pose
    }
}

impl Everyday {
    /// With an object in the scene.
    pub(in crate::scenes) fn beside(
        mut self,
        name: &'static str,
        center: [f32; 3],
        size: [f32; 3],
    ) -> Self {
        self.things.push(Thing {
            prop: prop(name, Vec3::from_array(center), Vec3::from_array(size)),
            carried_by: None,
        });
        self
    }

    /// With an object that a joint carries.
    pub(in crate::scenes) fn holding(
        mut self,
        joint: usize,
        name: &'static str,
        center: Vec3,
        size: Vec3,
    ) -> Self {
        self.things.push(Thing { prop: prop(name, center, size), carried_by: Some(joint) });
        self
    }

    /// With another support of the body.
    pub(in crate::scenes) fn on(mut self, joints: Vec<usize>) -> Self {
        self.stands.push(joints);
        self
    }
}

fn prop(name: &'static str, center: Vec3, size: Vec3) -> Prop {
    Prop { name, center, half: size * 0.5 }
}
