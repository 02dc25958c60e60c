//! The everyday poses as poses of the library.

use super::{
    body_pose::{BodyPose, PoseGroup},
    place::Place,
};
use crate::scenes::everyday;

const FLAT: [&str; 2] = ["Flat", "Flat"];
const RELAXED: [&str; 2] = ["Relaxed", "Relaxed"];
const HOLDING: [&str; 2] = ["Relaxed", "Hold"];
const FLAT_RIGHT: [&str; 2] = ["Relaxed", "Flat"];

/// An everyday pose by its name, with its names in the library, its group and its hands.
type Row = (&'static str, &'static str, &'static str, PoseGroup, [&'static str; 2]);

const ROWS: [Row; 24] = [
    ("arms hanging", "Stand", "立つ", PoseGroup::Stand, RELAXED),
    ("hands on hips", "Hands on hips", "腰に手", PoseGroup::Stand, FLAT),
    ("arms crossed", "Arms crossed", "腕組み", PoseGroup::Stand, FLAT),
    ("look over the shoulder", "Look back", "振り向く", PoseGroup::Stand, RELAXED),
    ("sit", "Sit", "座る", PoseGroup::Sit, RELAXED),
    ("kneel", "Kneel", "片膝立ち", PoseGroup::Sit, RELAXED),
    ("deep squat", "Squat", "しゃがむ", PoseGroup::Sit, RELAXED),
    ("push-up", "Push-up", "腕立て伏せ", PoseGroup::Lie, FLAT),
    ("long step", "Long step", "大きく一歩", PoseGroup::Walk, RELAXED),
    ("ladder", "Climb", "はしごを登る", PoseGroup::Walk, ["Grip", "Grip"]),
    ("kick", "Kick", "蹴る", PoseGroup::Fight, RELAXED),
    ("scratch the back", "Scratch the back", "背中をかく", PoseGroup::Idle, FLAT),
    ("wave", "Wave", "手を振る", PoseGroup::Everyday, FLAT_RIGHT),
    ("salute", "Salute", "敬礼", PoseGroup::Everyday, FLAT_RIGHT),
    ("phone", "Phone", "電話", PoseGroup::Everyday, HOLDING),
    ("drink", "Drink", "飲む", PoseGroup::Everyday, HOLDING),
    ("clap", "Clap", "拍手", PoseGroup::Everyday, FLAT),
    ("high shelf", "Reach up", "上に伸ばす", PoseGroup::Everyday, FLAT),
    ("point behind", "Point behind", "後ろを指す", PoseGroup::Everyday, FLAT),
    ("throw", "Throw", "投げる", PoseGroup::Everyday, HOLDING),
    ("carry a box", "Carry a box", "箱を運ぶ", PoseGroup::Everyday, FLAT),
    ("pick up", "Pick up", "拾う", PoseGroup::Everyday, FLAT),
    ("tie a shoe", "Tie a shoe", "靴ひもを結ぶ", PoseGroup::Everyday, FLAT),
    ("hand on the opposite knee", "Hand on knee", "膝に手", PoseGroup::Everyday, FLAT),
];

pub(super) fn poses() -> Vec<BodyPose> {
    let mut known = everyday::poses();
    let mut pose = |&(name, english, japanese, group, hands): &Row| {
        let found = known.iter().position(|pose| pose.name == name)?;
        let goals = everyday::Everyday { name: english, ..known.swap_remove(found) };
        Some(BodyPose { japanese, group, hands, goals, place: Place::default() })
    };
    ROWS.iter().filter_map(&mut pose).collect()
}
