//! The vocabulary of body poses.
//!
//! Places are in metres: +Z is ahead, +Y up. Places of limbs count sideways from the middle to the
//! limb's own side, so that both sides of a symmetric pose have the same numbers. Angles are in
//! degrees.

use glam::{Quat, Vec3};
use kansetsu::d3::Goal;
use kansetsu_humanoid::anatomy::frame;

use super::{
    body_pose::{BodyPose, PoseGroup},
    place::Place,
};
use crate::scenes::everyday::{
    Everyday,
    cast::{Cast, Side},
};

/// Limbs of one side or both.
pub(super) const LEFT: &[Side] = &[Side::Left];
pub(super) const RIGHT: &[Side] = &[Side::Right];
pub(super) const BOTH: &[Side] = &[Side::Left, Side::Right];

/// Heights of the ankle and of the ball of the foot above the sole.
const ANKLE: f32 = 0.067;
const BALL: f32 = 0.020;

/// How important the view is: less than where the body is.
const VIEW: f32 = 0.2;

/// How important the middle of a limb is: less than its end.
const HINT: f32 = 0.2;

/// A pose that is being described.
pub(super) struct Sketch<'a> {
    cast: &'a Cast,
    names: (&'static str, &'static str),
    goals: Vec<Goal>,
    pins: Vec<(Goal, Vec<usize>)>,
    supports: Vec<Vec<usize>>,
    hands: [&'static str; 2],
    place: Place,
}

impl<'a> Sketch<'a> {
    /// A body without supports, with relaxed hands; `names` are English and Japanese.
    pub(super) fn new(cast: &'a Cast, names: (&'static str, &'static str)) -> Self {
        Self {
            cast,
            names,
            goals: Vec::new(),
            pins: Vec::new(),
            supports: Vec::new(),
            hands: ["Relaxed"; 2],
            place: Place::default(),
        }
    }

    /// Hips and both feet are where they are at rest; heels may rise.
    pub(super) fn standing(self) -> Self {
        self.tiptoe(BOTH, [0.092, 0.0, 0.135]).hips([0.0, 0.940, 0.0])
    }

    /// A sole lies flat, the ankle above this place; `outwards` turns the foot.
    pub(super) fn foot(mut self, sides: &[Side], place: [f32; 3], outwards: f32) -> Self {
        for &side in sides {
            let ankle = side.point(Vec3::from_array(place)) + Vec3::Y * ANKLE;
            self.pins.push((self.cast.planted(side, ankle, outwards), self.cast.sole(side)));
        }
        self
    }

    /// The ball of a foot is at this place; the heel may rise.
    pub(super) fn tiptoe(mut self, sides: &[Side], place: [f32; 3]) -> Self {
        for &side in sides {
            let ball = side.point(Vec3::from_array(place)) + Vec3::Y * BALL;
            let foot = Goal::position(self.cast.of(side, "Toes"), ball);
            self.pins.push((foot.with_axis(Vec3::Y, Vec3::Y).pinned(), self.cast.ball(side)));
        }
        self
    }

    /// The ankle is here, off the ground.
    pub(super) fn ankle(self, sides: &[Side], place: [f32; 3]) -> Self {
        self.part("Foot", sides, place)
    }

    /// The knee is about here.
    pub(super) fn knee(self, sides: &[Side], place: [f32; 3]) -> Self {
        self.hint("LowerLeg", sides, place)
    }

    /// The wrist is here.
    pub(super) fn hand(self, sides: &[Side], place: [f32; 3]) -> Self {
        self.part("Hand", sides, place)
    }

    /// The elbow is about here.
    pub(super) fn elbow(self, sides: &[Side], place: [f32; 3]) -> Self {
        self.hint("LowerArm", sides, place)
    }

    fn hint(mut self, name: &str, sides: &[Side], place: [f32; 3]) -> Self {
        for &side in sides {
            let place = side.point(Vec3::from_array(place));
            self.goals.push(Goal::position(self.cast.of(side, name), place).with_weight(HINT));
        }
        self
    }

    fn part(mut self, name: &str, sides: &[Side], place: [f32; 3]) -> Self {
        for &side in sides {
            let place = side.point(Vec3::from_array(place));
            self.goals.push(Goal::position(self.cast.of(side, name), place));
        }
        self
    }

    /// The direction of the foot, from heel to toes.
    pub(super) fn toes_to(self, sides: &[Side], direction: [f32; 3]) -> Self {
        self.axis("Foot", sides, Vec3::Z, direction)
    }

    /// The direction of the palm.
    pub(super) fn palm_to(self, sides: &[Side], direction: [f32; 3]) -> Self {
        self.axis("Hand", sides, Vec3::NEG_Y, direction)
    }

    fn axis(mut self, name: &str, sides: &[Side], axis: Vec3, direction: [f32; 3]) -> Self {
        for &side in sides {
            let direction = side.point(Vec3::from_array(direction));
            let goal = self.goal_of(self.cast.of(side, name));
            *goal = goal.with_axis(axis, direction);
        }
        self
    }

    /// The directions of straight fingers and of the palm.
    pub(super) fn fingers_to(mut self, sides: &[Side], fingers: [f32; 3], palm: [f32; 3]) -> Self {
        for &side in sides {
            let [fingers, palm] =
                [fingers, palm].map(|direction| side.point(Vec3::from_array(direction)));
            let goal = self.goal_of(self.cast.of(side, "Hand"));
            *goal = goal.with_orientation(Cast::hand_turn(side, fingers, palm));
        }
        self
    }

    /// The palm lies flat on something at this place; `looks` is the direction of the palm.
    pub(super) fn palm(mut self, sides: &[Side], place: [f32; 3], looks: [f32; 3]) -> Self {
        for &side in sides {
            let [place, looks] = [place, looks].map(|value| side.point(Vec3::from_array(value)));
            self.goals.push(self.cast.palm_to(side, place, looks));
        }
        self
    }

    /// The palm lies on a joint's skin, at this place in the joint's frame.
    pub(super) fn palm_on(
        mut self,
        sides: &[Side],
        joint: &str,
        place: [f32; 3],
        looks: [f32; 3],
    ) -> Self {
        for &side in sides {
            let [place, looks] = [place, looks].map(|value| side.point(Vec3::from_array(value)));
            let goal = self.cast.palm_to(side, place, looks);
            self.goals.push(goal.with_relative_to(self.cast.joint(joint)));
        }
        self
    }

    /// The palm lies on the thigh of the same side, as far from the hip as `along`.
    pub(super) fn palm_on_thigh(mut self, sides: &[Side], along: f32) -> Self {
        for &side in sides {
            let goal = self.cast.palm_to(side, Vec3::new(0.0, -along, 0.075), Vec3::NEG_Z);
            self.goals.push(goal.with_relative_to(self.cast.of(side, "UpperLeg")));
        }
        self
    }

    /// The palm lies on the side of the pelvis, fingers ahead.
    pub(super) fn palm_on_hip(mut self, sides: &[Side]) -> Self {
        for &side in sides {
            let looks = side.point(Vec3::new(-0.99, -0.10, -0.07));
            let turn = Cast::hand_turn(side, Vec3::new(0.0, -0.6, 0.8), looks);
            let goal = self.cast.palm(side, side.point(Vec3::new(0.1555, 0.020, 0.0)));
            self.goals.push(goal.with_orientation(turn).with_relative_to(self.cast.joint("Hips")));
        }
        self
    }

    /// Where the hips are; at rest 0.945 above the ground.
    pub(super) fn hips(mut self, place: [f32; 3]) -> Self {
        let goal = self.goal_of(self.cast.joint("Hips"));
        goal.position = Some(Vec3::from_array(place));
        self
    }

    /// How the pelvis is turned: ahead, to the left, and down on the right.
    pub(super) fn pelvis(mut self, angles: [f32; 3]) -> Self {
        let goal = self.goal_of(self.cast.joint("Hips"));
        *goal = goal.with_orientation(turn(angles));
        self
    }

    /// How the chest is turned: ahead, to the left, and down on the right.
    pub(super) fn chest(mut self, angles: [f32; 3]) -> Self {
        let joint = self.cast.joint("UpperChest");
        self.goals.push(Goal::orientation(joint, turn(angles)));
        self
    }

    /// How the head is turned: ahead, to the left, and down on the right.
    pub(super) fn head(mut self, angles: [f32; 3]) -> Self {
        let joint = self.cast.joint("Head");
        self.goals.push(Goal::orientation(joint, turn(angles)).with_weight(VIEW));
        self
    }

    /// What the face looks at.
    pub(super) fn look(mut self, at: [f32; 3]) -> Self {
        let look = Goal::look_at(self.cast.joint("Head"), Vec3::Z, Vec3::from_array(at));
        self.goals.push(look.with_weight(VIEW));
        self
    }

    /// The shapes of the left and the right hand.
    pub(super) fn shapes(mut self, left: &'static str, right: &'static str) -> Self {
        self.hands = [left, right];
        self
    }

    /// These joints carry the body too.
    pub(super) fn on(mut self, joints: &[&str]) -> Self {
        self.supports.push(joints.iter().map(|name| self.cast.joint(name)).collect());
        self
    }

    /// Nothing that is known carries the body: it need not keep its balance.
    pub(super) fn in_air(self) -> Self {
        self.on(&["Hips"])
    }

    /// The solved pose is turned to the left by `yaw` and then moved: the partner of a pair.
    pub(super) fn placed(mut self, yaw: f32, by: [f32; 3]) -> Self {
        self.place = Place { yaw, by: Vec3::from_array(by) };
        self
    }

    /// The pose.
    pub(super) fn done(self, group: PoseGroup) -> BodyPose {
        let asked = self.goals.len();
        let mut goals = Everyday {
            name: self.names.0,
            goals: self.goals,
            asked,
            stands: self.supports,
            things: Vec::new(),
        };
        for (pin, stands) in self.pins {
            goals.goals.push(pin);
            goals.stands.push(stands);
        }
        BodyPose { japanese: self.names.1, group, hands: self.hands, goals, place: self.place }
    }

    /// The goal of this joint; a new one if it has none yet.
    fn goal_of(&mut self, joint: usize) -> &mut Goal {
        let found = self.goals.iter().position(|goal| goal.joint == joint);
        let index = found.unwrap_or_else(|| {
            self.goals.push(Goal::orientation(joint, Quat::IDENTITY));
            self.goals.len() - 1
        });
        &mut self.goals[index]
    }
}

/// First down on the right (about Z), then ahead (about X), then to the left (about Y).
fn turn([ahead, left, right]: [f32; 3]) -> Quat {
    let about = |axis: Vec3, degrees: f32| frame::turn(axis, degrees.to_radians());
    frame::product(
        about(Vec3::Y, left),
        frame::product(about(Vec3::X, ahead), about(Vec3::Z, right)),
    )
}
