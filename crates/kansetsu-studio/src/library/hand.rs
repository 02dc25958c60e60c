//! The shape of a hand by a few numbers: how far its fingers are curled and spread, and what the
//! thumb does. On every figure whose fingers have roles, however its joints are rotated at rest: a
//! palm is found by where the knuckles are.

use kansetsu::{
    d3::{Pose, rotation_of},
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_formats::Role;

use crate::document::{Actor, Refusal};

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The shape of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HandShape {
    /// How far the fingers are curled, from the index to the little one: 0 as at rest, 1 a fist.
    pub curl: [f32; 4],
    /// How far the fingers are spread: 0 as at rest, 1 wide, less than 0 close together.
    pub spread: f32,
    /// How far the thumb lies across the palm, 0 to 1.
    pub across: f32,
    /// How far the thumb is curled, 0 to 1.
    pub thumb: f32,
}

/// A shape with a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedHand {
    /// What it is called, in English and in Japanese.
    pub name: (&'static str, &'static str),
    /// The shape.
    pub shape: HandShape,
}

const fn hand(
    name: (&'static str, &'static str),
    curl: [f32; 4],
    spread: f32,
    across: f32,
    thumb: f32,
) -> NamedHand {
    NamedHand { name, shape: HandShape { curl, spread, across, thumb } }
}

/// Shapes that everybody knows.
pub const HANDS: [NamedHand; 24] = [
    hand(("Relaxed", "リラックス"), [0.22, 0.28, 0.33, 0.38], 0.1, 0.2, 0.2),
    hand(("Flat", "伸ばす"), [0.0; 4], 0.0, 0.0, 0.0),
    hand(("Spread", "パー"), [0.0; 4], 1.0, 0.0, 0.0),
    hand(("Fist", "グー"), [1.0; 4], 0.0, 0.8, 1.0),
    hand(("Point", "指差し"), [0.0, 1.0, 1.0, 1.0], 0.0, 0.8, 1.0),
    hand(("Peace", "チョキ"), [0.0, 0.0, 1.0, 1.0], 1.0, 0.9, 1.0),
    hand(("Thumbs up", "グッド"), [1.0; 4], 0.0, 0.0, 0.0),
    hand(("OK", "OK"), [0.58, 0.12, 0.06, 0.0], 0.6, 0.6, 0.55),
    hand(("Three", "三本指"), [0.0, 0.0, 0.0, 1.0], 0.5, 0.9, 1.0),
    hand(("Four", "四本指"), [0.0; 4], 0.4, 0.9, 1.0),
    hand(("Call me", "電話の形"), [1.0, 1.0, 1.0, 0.0], 0.4, 0.0, 0.0),
    hand(("Rock", "メロイック（ロック）"), [0.0, 1.0, 1.0, 0.0], 0.3, 0.7, 0.9),
    hand(("Pinch", "つまむ"), [0.5, 0.6, 0.66, 0.7], 0.0, 0.7, 0.6),
    hand(("Hold", "持つ"), [0.52, 0.54, 0.56, 0.58], 0.15, 0.6, 0.35),
    hand(("Grip", "握る"), [0.8, 0.82, 0.84, 0.86], 0.0, 0.7, 0.7),
    hand(("Blade", "手刀"), [0.0; 4], -0.4, 0.3, 0.5),
    hand(("Gun", "ピストル"), [0.0, 1.0, 1.0, 1.0], 0.0, 0.0, 0.0),
    hand(("I love you", "アイラブユー"), [0.0, 1.0, 1.0, 0.0], 0.5, 0.0, 0.0),
    hand(("Fox", "きつね"), [0.0, 0.62, 0.62, 0.0], 0.2, 0.75, 0.5),
    hand(("Claw", "かぎ爪"), [0.5; 4], 0.9, 0.2, 0.5),
    hand(("Pinky promise", "指切り"), [1.0, 1.0, 1.0, 0.35], 0.0, 0.8, 1.0),
    hand(("Pen", "ペンを持つ"), [0.45, 0.55, 0.75, 0.85], 0.0, 0.75, 0.45),
    hand(("Two fingers", "二本指をそろえる"), [0.0, 0.0, 1.0, 1.0], -0.4, 0.9, 1.0),
    hand(("Scoop", "すくう"), [0.3, 0.32, 0.34, 0.36], -0.4, 0.35, 0.3),
];

/// Fingers, each with its role's name and how it fans out when the hand is spread.
const FINGERS: [(&str, f32); 4] =
    [("Index", 1.0), ("Middle", 0.2), ("Ring", -0.55), ("Little", -1.2)];
/// Radians that the three joints of a finger bend for a fist: about 85, 100 and 65 degrees, what
/// hands do (Norkin and White, "Measurement of Joint Motion", give 90, 100 and 90 as their ends).
const BENDS: [(&str, f32); 3] = [("Proximal", 1.48), ("Intermediate", 1.75), ("Distal", 1.13)];
/// Radians that the index is rotated aside in a hand that is spread wide.
const FAN: f32 = 0.26;
/// Radians that the thumb's joints turn: the first across the palm, the others to curl.
const ACROSS: f32 = 0.75;
const THUMB_BENDS: [(&str, f32); 2] = [("Proximal", 0.85), ("Distal", 1.2)];

impl Side {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A hand of a figure, at rest, in model space.
struct Palm<'a> {
    actor: &'a Actor,
    side: Side,
    rest: Vec<Affine3>,
    /// From the wrist to the fingers, from the little finger to the index, out of the palm.
    along: Vec3,
    aside: Vec3,
    out: Vec3,
}

impl HandShape {
    /// The figure's pose with a hand in this shape, inside its limits.
    ///
    /// # Errors
    /// A sentence when the figure has no fingers that can be found.
    pub fn put_on(&self, actor: &Actor, side: Side) -> Result<Pose, Refusal> {
        let palm = Palm::of(actor, side).ok_or_else(|| {
            Refusal::new(
                "The figure has no finger joints.",
                "このモデルには指のボーンがありません。",
            )
        })?;
        let mut posed = actor.clone();
        for ((finger, fan), curl) in FINGERS.into_iter().zip(self.curl) {
            for (part, bend) in BENDS {
                let aside = if part == "Proximal" { self.spread * fan * FAN } else { 0.0 };
                palm.turn(&mut posed, finger, part, |bone| {
                    turned_to(bone, palm.aside, aside) * turned_to(bone, palm.out, bend * curl)
                });
            }
        }
        let over = palm.out - 0.6 * palm.aside + 0.2 * palm.along;
        palm.turn(&mut posed, "Thumb", "Metacarpal", |bone| {
            turned_to(bone, over, ACROSS * self.across)
        });
        for (part, bend) in THUMB_BENDS {
            palm.turn(&mut posed, "Thumb", part, |bone| {
                turned_to(bone, 0.45 * palm.out - palm.aside, bend * self.thumb)
            });
        }
        Ok(posed.pose)
    }
}

impl<'a> Palm<'a> {
    fn of(actor: &'a Actor, side: Side) -> Option<Self> {
        let skeleton = &actor.figure.rig.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let at = |part: &str| {
            let role = Role::from_name(&format!("{}{part}", side.prefix()))?;
            actor.figure.rig.roles.get(&role).map(|&joint| rest[joint].translation)
        };
        let (hand, middle, index) = (at("Hand")?, at("MiddleProximal")?, at("IndexProximal")?);
        let last = at("LittleProximal").or_else(|| at("RingProximal"))?;
        let along = (middle - hand).try_normalize()?;
        let aside = (index - last).reject_from(along).try_normalize()?;
        let out = if side == Side::Left { along.cross(aside) } else { aside.cross(along) };
        Some(Self { actor, side, rest, along, aside, out })
    }

    /// Rotates a joint from rest by `turn` of its bone's direction, both in model space at rest;
    /// inside its limit.
    fn turn(&self, posed: &mut Actor, finger: &str, part: &str, turn: impl Fn(Vec3) -> Quat) {
        let role = Role::from_name(&format!("{}{finger}{part}", self.side.prefix()));
        let Some(&joint) = role.and_then(|role| self.actor.figure.rig.roles.get(&role)) else {
            return;
        };
        let skeleton = &self.actor.figure.rig.skeleton;
        let place = |joint: usize| self.rest[joint].translation;
        // The last joint's bone goes on as the one before.
        let parent = skeleton.joints()[joint].parent;
        let ends = match (skeleton.children(joint).first(), parent) {
            (Some(&child), _) => [place(joint), place(child)],
            (None, Some(parent)) => [place(parent), place(joint)],
            (None, None) => return,
        };
        let Some(bone) = (ends[1] - ends[0]).try_normalize() else { return };
        let frame = rotation_of(&self.rest[joint]);
        let local = frame.inverse() * turn(bone) * frame;
        posed.pose.locals[joint].rotation =
            (skeleton.joints()[joint].rest.rotation * local).normalize();
        posed.clamp_to_limit(joint);
    }
}

/// The rotation of a direction towards another one by an angle, radians.
fn turned_to(from: Vec3, to: Vec3, angle: f32) -> Quat {
    from.cross(to).try_normalize().map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, angle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Opened;

    fn mannequin() -> Actor {
        Actor::new(Opened::embedded("mannequin").expect("an embedded figure"))
    }

    /// The distance from a finger's tip to its wrist, as a fraction of that at rest.
    fn reach(actor: &Actor, pose: &Pose, side: Side, finger: &str) -> f32 {
        let skeleton = &actor.figure.rig.skeleton;
        let joint = |part: &str| {
            actor.figure.rig.roles
                [&Role::from_name(&format!("{}{part}", side.prefix())).expect("a role")]
        };
        let (hand, tip) = (joint("Hand"), joint(&format!("{finger}Distal")));
        let far = |pose: &Pose| {
            let model = skeleton.forward(pose);
            model[hand].translation.distance(model[tip].translation)
        };
        far(pose) / far(&skeleton.rest_pose())
    }

    #[test]
    fn a_fist_is_closed_and_a_pointing_finger_is_not_on_both_sides() {
        let actor = mannequin();
        let named =
            |name: &str| HANDS.iter().find(|hand| hand.name.0 == name).expect("a shape").shape;
        for side in [Side::Left, Side::Right] {
            let fist = named("Fist").put_on(&actor, side).expect("it has fingers");
            for finger in ["Index", "Middle", "Ring", "Little"] {
                assert!(
                    reach(&actor, &fist, side, finger) < 0.75,
                    "{finger}: {}",
                    reach(&actor, &fist, side, finger)
                );
            }
            let point = named("Point").put_on(&actor, side).expect("it has fingers");
            assert!(
                reach(&actor, &point, side, "Index") > 0.98
                    && reach(&actor, &point, side, "Ring") < 0.75
            );
        }
    }

    #[test]
    fn every_shape_stays_inside_the_limits_and_differs_from_the_others() {
        let actor = mannequin();
        let poses: Vec<Pose> = HANDS
            .iter()
            .map(|hand| hand.shape.put_on(&actor, Side::Left).expect("it has fingers"))
            .collect();
        for (index, pose) in poses.iter().enumerate() {
            let posed = Actor { pose: pose.clone(), ..actor.clone() };
            let worst =
                (0..posed.joint_count()).map(|joint| posed.outside(joint)).fold(0.0, f32::max);
            assert!(worst < 2e-3, "{}: {worst}", HANDS[index].name.0);
            assert!(poses[..index].iter().all(|other| other != pose), "{}", HANDS[index].name.0);
        }
    }

    #[test]
    fn a_figure_without_fingers_is_told() {
        let spine = Actor::new(Opened::embedded("spine").expect("an embedded figure"));
        assert!(HandShape::default().put_on(&spine, Side::Left).is_err());
    }
}
