//! Groups of joints on which a saved pose can be put: the hands, the head, the legs.

use std::collections::BTreeSet;

use kansetsu_formats::Role;

use crate::{document::Actor, text::Phrase};

/// A region of a humanoid body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Neck, head, eyes, jaw.
    Head,
    /// Hips, spine, chest.
    Trunk,
    /// The left arm from the shoulder to the wrist.
    LeftArm,
    /// The right arm from the shoulder to the wrist.
    RightArm,
    /// The left hand's fingers.
    LeftFingers,
    /// The right hand's fingers.
    RightFingers,
    /// The left leg with the foot.
    LeftLeg,
    /// The right leg with the foot.
    RightLeg,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 8] = [
        Self::Head,
        Self::Trunk,
        Self::LeftArm,
        Self::RightArm,
        Self::LeftFingers,
        Self::RightFingers,
        Self::LeftLeg,
        Self::RightLeg,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> Phrase {
        match self {
            Self::Head => Phrase::new("Head", "頭"),
            Self::Trunk => Phrase::new("Trunk", "胴体"),
            Self::LeftArm => Phrase::new("Left arm", "左腕"),
            Self::RightArm => Phrase::new("Right arm", "右腕"),
            Self::LeftFingers => Phrase::new("Left hand", "左手の指"),
            Self::RightFingers => Phrase::new("Right hand", "右手の指"),
            Self::LeftLeg => Phrase::new("Left leg", "左脚"),
            Self::RightLeg => Phrase::new("Right leg", "右脚"),
        }
    }

    /// The figure's joints in this group, by their roles; none unless the figure is a humanoid.
    #[must_use]
    pub fn joints(self, actor: &Actor) -> BTreeSet<usize> {
        let roles = actor.figure.rig.roles.iter().filter(|(role, _)| Self::of(**role) == self);
        let mut joints: BTreeSet<usize> = roles.map(|(_, &joint)| joint).collect();
        // Descendants of a joint of the group without a role belong to it too: tips, toes, hair.
        let skeleton = &actor.figure.rig.skeleton;
        let played: BTreeSet<usize> = actor.figure.rig.roles.values().copied().collect();
        for (joint, entry) in skeleton.joints().iter().enumerate() {
            if !played.contains(&joint)
                && entry.parent.is_some_and(|parent| joints.contains(&parent))
            {
                joints.insert(joint);
            }
        }
        joints
    }

    fn of(role: Role) -> Self {
        let name = role.name();
        let is_any = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let is_left = name.starts_with("left");
        if is_any(&["Thumb", "Index", "Middle", "Ring", "Little"]) {
            if is_left { Self::LeftFingers } else { Self::RightFingers }
        } else if is_any(&["Leg", "Foot", "Toes"]) {
            if is_left { Self::LeftLeg } else { Self::RightLeg }
        } else if is_any(&["Shoulder", "Arm", "Hand"]) {
            if is_left { Self::LeftArm } else { Self::RightArm }
        } else if is_any(&["neck", "head", "Eye", "jaw"]) {
            Self::Head
        } else {
            Self::Trunk
        }
    }
}
