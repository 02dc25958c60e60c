//! Poses that come with the program: everyday ones, found by our own solver and kept as data.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use kansetsu::glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::SavedPose;
use crate::{
    document::{Actor, Opened},
    text::Phrase,
};

/// A pose that comes with the program.
#[derive(Clone, Debug)]
pub struct EverydayPose {
    /// What `kansetsu_figures::scenes::everyday` calls it.
    pub id: &'static str,
    /// What people call it.
    pub name: Phrase,
    /// The pose, of the mannequin.
    pub pose: Arc<SavedPose>,
}

/// A pose of the mannequin, by the names of its joints: the differences from the rest pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EverydayData {
    /// Where joints are beside the parent joint, metres.
    pub places: BTreeMap<String, [f32; 3]>,
    /// How joints are rotated beside the parent joint: x, y, z, w.
    pub turns: BTreeMap<String, [f32; 4]>,
}

/// Written by `cargo xtask bless` from what the solver finds.
const DATA: &str = include_str!("everyday.json");

/// Their names, in the order in which they are shown.
const NAMES: [(&str, &str, &str); 24] = [
    ("arms hanging", "Stand", "立つ"),
    ("wave", "Wave", "手を振る"),
    ("hands on hips", "Hands on hips", "腰に手"),
    ("arms crossed", "Arms crossed", "腕組み"),
    ("salute", "Salute", "敬礼"),
    ("phone", "Phone", "電話"),
    ("drink", "Drink", "飲む"),
    ("clap", "Clap", "拍手"),
    ("high shelf", "Reach up", "上に伸ばす"),
    ("point behind", "Point behind", "後ろを指す"),
    ("look over the shoulder", "Look back", "振り向く"),
    ("throw", "Throw", "投げる"),
    ("carry a box", "Carry a box", "箱を運ぶ"),
    ("pick up", "Pick up", "拾う"),
    ("tie a shoe", "Tie a shoe", "靴ひもを結ぶ"),
    ("hand on the opposite knee", "Hand on knee", "膝に手"),
    ("scratch the back", "Scratch the back", "背中をかく"),
    ("long step", "Long step", "大きく一歩"),
    ("kick", "Kick", "蹴る"),
    ("ladder", "Climb", "はしごを登る"),
    ("sit", "Sit", "座る"),
    ("kneel", "Kneel", "片膝立ち"),
    ("deep squat", "Squat", "しゃがむ"),
    ("push-up", "Push-up", "腕立て伏せ"),
];

/// The poses that come with the program.
#[must_use]
pub fn everyday() -> &'static [EverydayPose] {
    static POSES: OnceLock<Vec<EverydayPose>> = OnceLock::new();
    POSES.get_or_init(|| {
        let data: BTreeMap<String, EverydayData> = serde_json::from_str(DATA).unwrap_or_default();
        let Ok(opened) = Opened::embedded("mannequin") else { return Vec::new() };
        let standing = Actor::new(opened);
        let pose = |&(id, en, ja): &(&'static str, &'static str, &'static str)| {
            let mut actor = standing.clone();
            data.get(id)?.put_on(&mut actor);
            let pose = Arc::new(SavedPose { name: en.to_owned(), ..SavedPose::of(&actor, &[]) });
            Some(EverydayPose { id, name: Phrase::new(en, ja), pose })
        };
        NAMES.iter().filter_map(pose).collect()
    })
}

impl EverydayData {
    /// The differences of a pose from the rest pose, to four digits.
    #[must_use]
    pub fn of(actor: &Actor) -> Self {
        let round = |number: f32| (number * 1e4).round() / 1e4;
        let mut data = Self::default();
        for (index, (joint, local)) in
            actor.figure.rig.skeleton.joints().iter().zip(&actor.pose.locals).enumerate()
        {
            let place = local.translation.to_array().map(round);
            if place != joint.rest.translation.to_array().map(round) {
                data.places.insert(actor.joint_name(index), place);
            }
            let turn = local.rotation.to_array().map(round);
            if turn != joint.rest.rotation.to_array().map(round) {
                data.turns.insert(actor.joint_name(index), turn);
            }
        }
        data
    }

    fn put_on(&self, actor: &mut Actor) {
        actor.pose = actor.rest_pose();
        for (name, place) in &self.places {
            if let Ok(joint) = actor.figure.find_joint(name) {
                actor.pose.locals[joint].translation = Vec3::from_array(*place);
            }
        }
        for (name, turn) in &self.turns {
            if let Ok(joint) = actor.figure.find_joint(name) {
                actor.pose.locals[joint].rotation = Quat::from_array(*turn).normalize();
            }
        }
    }
}
