//! The words of the interface, where they are used.

use kansetsu_formats::Role;

use crate::{
    document::Actor,
    text::{Language, english, japanese},
};

/// Says things in the language of the interface.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub Language);

impl Words {
    /// The words in the language of the interface.
    #[must_use]
    pub const fn say(self, en: &'static str, ja: &'static str) -> &'static str {
        self.0.say(en, ja)
    }

    /// What a joint is called: its name; in Japanese, of human bodies, what everybody calls it.
    #[must_use]
    pub fn joint(self, actor: &Actor, joint: usize) -> String {
        self.common_name(actor, joint).unwrap_or_else(|| actor.joint_name(joint))
    }

    /// The same with the name that the file gives it, where that is another one: 左手 / LeftHand.
    #[must_use]
    pub fn joint_in_full(self, actor: &Actor, joint: usize) -> String {
        let name = actor.joint_name(joint);
        self.common_name(actor, joint)
            .map_or_else(|| name.clone(), |common| format!("{common} / {name}"))
    }

    /// What a body part is called.
    #[must_use]
    pub fn role(self, role: Role) -> String {
        match self.0 {
            Language::English => english(role),
            Language::Japanese => japanese(role),
        }
    }

    fn common_name(self, actor: &Actor, joint: usize) -> Option<String> {
        let (role, _) = actor
            .figure
            .rig
            .roles
            .iter()
            .find(|(_, played)| **played == joint)
            .filter(|_| self.0 == Language::Japanese)?;
        Some(japanese(*role))
    }
}
