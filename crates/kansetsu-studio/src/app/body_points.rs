//! The points of a body as OpenPose knows them: what tools that make images from poses read.
//!
//! Source: the OpenPose documentation, "Output" (fields of version 1.3) and "Keypoint ordering" (21
//! points of each hand); those of the body are [`Point::BODY_18`].

use kansetsu::glam::{Affine3, Vec2, Vec3};
use kansetsu_formats::{
    Role,
    keypoints::{Point, body_points},
};
use serde_json::{Value, json};

use crate::{
    document::{Actor, Document},
    viewport::{
        View,
        scene::{Layer, Line, Scene},
    },
};

/// The 18 points of a body, from the nose to the left ear; `None` for one that the figure has not.
/// World space, metres.
pub type BodyPoints = [Option<Vec3>; 18];
/// The 21 points of a hand: the wrist, and four for each finger from the thumb on.
pub type HandPoints = [Option<Vec3>; 21];

/// A person in OpenPose's format.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The body.
    pub body: BodyPoints,
    /// The left and the right hand.
    pub hands: [HandPoints; 2],
}

/// Which points of the body are joined, each line with the colour of its number.
const LIMBS: [[usize; 2]; 17] = [
    [1, 2],
    [1, 5],
    [2, 3],
    [3, 4],
    [5, 6],
    [6, 7],
    [1, 8],
    [8, 9],
    [9, 10],
    [1, 11],
    [11, 12],
    [12, 13],
    [1, 0],
    [0, 14],
    [14, 16],
    [0, 15],
    [15, 17],
];

/// Pixels of a picture that is 512 high: how wide limbs and points are.
const LIMB: f32 = 8.0;
const POINT: f32 = 8.0;
const FINGER: f32 = 2.0;
/// How bright limbs are beside their points.
const DIMMED: f32 = 0.6;

impl Person {
    /// The person that a figure is in its pose at a time; `None` unless the figure is a humanoid.
    #[must_use]
    pub fn of(actor: &Actor, time: f32) -> Option<Self> {
        let skeleton = &actor.figure.rig.skeleton;
        let places = body_points(&actor.figure);
        if places.is_empty() {
            return None;
        }
        let pose = actor.pose_at(time);
        let world: Vec<Affine3> =
            skeleton.forward(&pose).into_iter().map(|map| actor.placement * map).collect();
        let place = |point: Point| {
            places.get(&point).map(|&(joint, offset)| world[joint].transform_point3(offset))
        };
        let mut body = Point::BODY_18.map(place);
        body[1] = body[2].zip(body[5]).map(|(right, left)| 0.5 * (right + left));
        let hands = ["left", "right"].map(|side| hand(actor, &world, side));
        Some(Self { body, hands })
    }

    /// What OpenPose writes of this person: for each point x, y (pixels of the view) and 1, or
    /// zeros where it is not in the picture.
    #[must_use]
    pub fn to_json(&self, view: &View) -> Value {
        let numbers = |points: &[Option<Vec3>]| -> Vec<f32> {
            let seen = |point: &Option<Vec3>| pixel(view, (*point)?);
            points
                .iter()
                .flat_map(|point| seen(point).map_or([0.0; 3], |at| [at.x, at.y, 1.0]))
                .collect()
        };
        let [left, right] = &self.hands;
        json!({
            "person_id": [-1],
            "pose_keypoints_2d": numbers(&self.body),
            "face_keypoints_2d": [],
            "hand_left_keypoints_2d": numbers(left),
            "hand_right_keypoints_2d": numbers(right),
            "pose_keypoints_3d": [], "face_keypoints_3d": [], "hand_left_keypoints_3d": [], "hand_right_keypoints_3d": [],
        })
    }

    /// Draws the person as OpenPose does: coloured limbs and points.
    pub fn draw(&self, scene: &mut Scene, height: f32) {
        // Widths are in points; a picture is 800 points high.
        let scale = 800.0 / height.max(1.0) * (height / 512.0);
        let mut line = |ends: [Option<Vec3>; 2], width: f32, (color, layer): ([f32; 4], Layer)| {
            if let [Some(from), Some(to)] = ends {
                scene.lines.push(Line { ends: [from, to], width: width * scale, color, layer });
            }
        };
        for (number, [from, to]) in LIMBS.into_iter().enumerate() {
            let color = hue(number as f32 / 18.0, DIMMED);
            line([self.body[from], self.body[to]], LIMB, (color, Layer::OnTop));
        }
        for (number, point) in self.body.iter().enumerate() {
            line([*point; 2], POINT, (hue(number as f32 / 18.0, 1.0), Layer::Handle));
        }
        for hand in &self.hands {
            for edge in 0..20 {
                let from = if edge % 4 == 0 { 0 } else { edge };
                line(
                    [hand[from], hand[edge + 1]],
                    FINGER,
                    (hue(edge as f32 / 20.0, 1.0), Layer::Handle),
                );
            }
        }
    }
}

/// The figures that are persons, in their poses at a time.
pub(crate) fn people(document: &Document, time: f32) -> Vec<Person> {
    document.content().actors.iter().filter_map(|actor| Person::of(actor, time)).collect()
}

/// The text of a file for these persons.
#[must_use]
pub fn to_text(people: &[Person], view: &View) -> String {
    let people: Vec<Value> = people.iter().map(|person| person.to_json(view)).collect();
    let size = view.size;
    json!({ "version": 1.3, "canvas_width": size.x as u32, "canvas_height": size.y as u32, "people": people }).to_string()
}

/// Where a point is in the picture.
fn pixel(view: &View, point: Vec3) -> Option<Vec2> {
    let at = view.project(point)?.pixel;
    (at.cmpge(Vec2::ZERO).all() && at.cmple(view.size).all()).then_some(at)
}

/// The wrist and the fingers: three joints and a tip each.
fn hand(actor: &Actor, world: &[Affine3], side: &str) -> HandPoints {
    let mut points: HandPoints = [None; 21];
    let joint = |part: &str| {
        actor.figure.rig.roles.get(&Role::from_name(&format!("{side}{part}"))?).copied()
    };
    points[0] = joint("Hand").map(|joint| world[joint].translation);
    for (finger, name) in ["Thumb", "Index", "Middle", "Ring", "Little"].into_iter().enumerate() {
        let parts = if finger == 0 {
            ["Metacarpal", "Proximal", "Distal"]
        } else {
            ["Proximal", "Intermediate", "Distal"]
        };
        let joints = parts.map(|part| joint(&format!("{name}{part}")));
        let places = joints.map(|joint| joint.map(|joint| world[joint].translation));
        points[1 + 4 * finger..4 + 4 * finger].copy_from_slice(&places);
        let end =
            joints[2].and_then(|last| actor.figure.rig.skeleton.children(last).first().copied());
        // Without a joint at its tip the last bone is nearly as long as the one before.
        let guessed =
            || places[1].zip(places[2]).map(|(before, last)| last + 0.85 * (last - before));
        points[4 + 4 * finger] = end.map(|end| world[end].translation).or_else(guessed);
    }
    points
}

/// A full colour on the circle of hues, 0 and 1 red; linear.
fn hue(turn: f32, brightness: f32) -> [f32; 4] {
    let channel = |shift: f32| {
        let place = ((turn + shift) * 6.0).rem_euclid(6.0);
        let level = ((place - 3.0).abs() - 1.0).clamp(0.0, 1.0) * brightness;
        if level <= 0.040_45 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    };
    [channel(0.0), channel(-1.0 / 3.0), channel(-2.0 / 3.0), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Opened;

    #[test]
    fn a_person_has_a_face_before_its_ears_and_its_own_left() {
        let actor = Actor::new(Opened::embedded("mannequin").expect("an embedded figure"));
        let person = Person::of(&actor, 0.0).expect("a humanoid");
        let at = |number: usize| person.body[number].expect("a point");
        assert!(
            person.body.iter().all(Option::is_some)
                && person.hands.iter().flatten().all(Option::is_some)
        );
        assert!(at(0).z > at(14).z && at(14).z > at(16).z, "nose, eye, ear");
        assert!(
            at(15).x > 0.0 && at(17).x > at(15).x && at(7).x > at(6).x && at(4).x < 0.0,
            "the left is at +X"
        );
        assert!(at(0).y > at(1).y && at(1).y > at(8).y && at(8).y > at(10).y);
        assert!(person.hands[0][12].expect("a tip").x > person.hands[0][9].expect("a knuckle").x);
    }

    #[test]
    fn the_colours_go_round_the_circle() {
        let near = |a: [f32; 4], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(near(hue(0.0, 1.0), [1.0, 0.0, 0.0]) && near(hue(1.0 / 3.0, 1.0), [0.0, 1.0, 0.0]));
        assert!(
            near(hue(2.0 / 3.0, 1.0), [0.0, 0.0, 1.0])
                && near(hue(1.0 / 6.0, 1.0), [1.0, 1.0, 0.0])
        );
    }
}
