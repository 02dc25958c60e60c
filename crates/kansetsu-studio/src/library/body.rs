//! Body poses that come with the program: sketched in `kansetsu_figures::scenes::body_poses`, found
//! by our own solver and kept as data.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use kansetsu::glam::{Quat, Vec3};
use kansetsu_figures::scenes::body_poses::PoseGroup;
use serde::{Deserialize, Serialize};

use super::{HANDS, SavedPose, Side};
use crate::{
    document::{Actor, Opened},
    text::{Language, Phrase},
};

/// A pose that comes with the program.
#[derive(Clone, Debug)]
pub struct BodyPose {
    /// What people call it.
    pub name: Phrase,
    /// The group in which it is listed.
    pub group: PoseGroup,
    /// The pose, of the mannequin.
    pub pose: Arc<SavedPose>,
}

/// A pose of the mannequin in the file: the differences from the rest pose, by the names of joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyPoseData {
    /// The name in English.
    pub english: String,
    /// The name in Japanese.
    pub japanese: String,
    /// The name of the group.
    pub group: String,
    /// The names of the shapes of the left and the right hand.
    pub hands: [String; 2],
    /// Where joints are beside the parent joint, metres.
    pub places: BTreeMap<String, [f32; 3]>,
    /// How joints are rotated beside the parent joint: x, y, z, w.
    pub turns: BTreeMap<String, [f32; 4]>,
}

static POSES: OnceLock<Vec<BodyPose>> = OnceLock::new();

/// The poses that come with the program, group after group. In the web app there are none before
/// [`load_body_poses`].
#[must_use]
pub fn body_poses() -> &'static [BodyPose] {
    // Written by `cargo xtask bless` from what the solver finds.
    #[cfg(not(target_arch = "wasm32"))]
    POSES.get_or_init(|| read(include_str!("body.json")).unwrap_or_default());
    POSES.get().map_or(&[], Vec::as_slice)
}

/// Takes the poses that the web app loads after its start: the text of `body.json`.
///
/// # Errors
/// Fails if the text is not such a file; then there are no poses.
pub fn load_body_poses(text: &str) -> Result<(), serde_json::Error> {
    let poses = read(text)?;
    POSES.get_or_init(|| poses);
    Ok(())
}

fn read(text: &str) -> Result<Vec<BodyPose>, serde_json::Error> {
    let data: Vec<BodyPoseData> = serde_json::from_str(text)?;
    let Ok(opened) = Opened::embedded("mannequin") else { return Ok(Vec::new()) };
    let standing = Actor::new(opened);
    Ok(data.into_iter().filter_map(|data| data.pose(&standing)).collect())
}

/// What a group of poses is called.
#[must_use]
pub const fn group_name(group: PoseGroup) -> Phrase {
    match group {
        PoseGroup::Stand => Phrase::new("Stand", "立つ"),
        PoseGroup::Sit => Phrase::new("Sit", "座る"),
        PoseGroup::Lie => Phrase::new("Lie", "寝る"),
        PoseGroup::Walk => Phrase::new("Walk", "歩く"),
        PoseGroup::Run => Phrase::new("Run and jump", "走る・跳ぶ"),
        PoseGroup::Fight => Phrase::new("Fight", "戦う"),
        PoseGroup::Idle => Phrase::new("Idle", "しぐさ"),
        PoseGroup::Everyday => Phrase::new("Everyday", "日常"),
        PoseGroup::Pair => Phrase::new("Pairs", "ペア"),
    }
}

impl BodyPose {
    /// Whether a search finds it: every word of `sought` is in its names or in those of its group,
    /// in either language.
    #[must_use]
    pub fn matches(&self, sought: &str) -> bool {
        let group = group_name(self.group);
        let names = Language::ALL.map(|language| {
            format!("{} {}", self.name.get(language), group.get(language)).to_lowercase()
        });
        sought
            .to_lowercase()
            .split_whitespace()
            .all(|word| names.iter().any(|names| names.contains(word)))
    }
}

impl BodyPoseData {
    /// The pose of an actor without its fingers, to three digits; the hands have these shapes.
    #[must_use]
    pub fn of(
        actor: &Actor,
        [english, japanese]: [&str; 2],
        group: PoseGroup,
        hands: [&str; 2],
    ) -> Self {
        // No negative zeros.
        let round = |number: f32| (number * 1e3).round() / 1e3 + 0.0;
        let (mut places, mut turns) = (BTreeMap::new(), BTreeMap::new());
        for (index, (joint, local)) in
            actor.figure.rig.skeleton.joints().iter().zip(&actor.pose.locals).enumerate()
        {
            let name = actor.joint_name(index);
            if ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|part| name.contains(part))
            {
                continue;
            }
            let place = local.translation.to_array().map(round);
            if place != joint.rest.translation.to_array().map(round) {
                places.insert(name.clone(), place);
            }
            let turn = local.rotation.to_array().map(round);
            if turn != joint.rest.rotation.to_array().map(round) {
                turns.insert(name, turn);
            }
        }
        Self {
            english: english.to_owned(),
            japanese: japanese.to_owned(),
            group: group.name().to_owned(),
            hands: hands.map(str::to_owned),
            places,
            turns,
        }
    }

    fn pose(self, standing: &Actor) -> Option<BodyPose> {
        let group = PoseGroup::ALL.into_iter().find(|group| group.name() == self.group)?;
        let mut actor = standing.clone();
        actor.pose = actor.rest_pose();
        for (name, place) in &self.places {
            let joint = actor.figure.find_joint(name).ok()?;
            actor.pose.locals[joint].translation = Vec3::from_array(*place);
        }
        for (name, turn) in &self.turns {
            let joint = actor.figure.find_joint(name).ok()?;
            actor.pose.locals[joint].rotation = Quat::from_array(*turn).normalize();
        }
        for (side, name) in [Side::Left, Side::Right].into_iter().zip(&self.hands) {
            let hand = HANDS.iter().find(|hand| hand.name.0 == name)?;
            actor.pose = hand.shape.put_on(&actor, side).ok()?;
        }
        let pose = SavedPose { name: self.english.clone(), ..SavedPose::of(&actor, &[]) };
        Some(BodyPose {
            name: Phrase::made(self.english, self.japanese),
            group,
            pose: Arc::new(pose),
        })
    }
}
