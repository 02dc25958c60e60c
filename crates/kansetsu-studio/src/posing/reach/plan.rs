//! Which joints turn for a dragged one.

use crate::posing::{RootMotion, Settings, Subject};

/// Which joints turn, and what they hang on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turning {
    /// The joint that everything hangs on.
    pub(super) base: usize,
    /// Above the dragged joint, nearest first: up to the level count, a stop joint or the base.
    pub(super) chain: Vec<usize>,
    /// Whether the base moves as a whole.
    pub(super) slides: bool,
    /// Whether each joint of the skeleton may turn.
    pub(super) turns: Vec<bool>,
}

impl Turning {
    pub(super) fn new(subject: &Subject, joint: usize, settings: &Settings) -> Self {
        let skeleton = subject.skeleton();
        let base = subject.base_of(joint);
        let chain = chain(subject, joint, base, settings.levels);
        let is_pinned = || subject.pins.iter().any(|pin| pin.joint != joint && pin.position.is_some());
        let moves = match settings.root {
            RootMotion::Auto => is_pinned(),
            RootMotion::Held => false,
            RootMotion::Free => true,
        };
        let slides = joint == base || moves && chain.contains(&base);
        let mut turns = vec![false; skeleton.len()];
        for (index, entry) in skeleton.joints().iter().enumerate() {
            // What hangs on a joint that moves gives way too, so that pins can hold.
            let hangs = entry.parent.is_some_and(|parent| turns[parent] || slides && parent == base);
            let in_chain = chain.contains(&index) && (index != base || slides);
            turns[index] = in_chain || index == joint || hangs && index != base;
        }
        Self { base, chain, slides, turns }
    }
}

fn chain(subject: &Subject, joint: usize, base: usize, levels: usize) -> Vec<usize> {
    if joint == base {
        return Vec::new();
    }
    let levels = if levels == 0 { usize::MAX } else { levels };
    let mut chain = Vec::new();
    for above in subject.skeleton().ancestors(joint).skip(1).take(levels) {
        chain.push(above);
        if above == base || subject.stops.contains(&above) {
            break;
        }
    }
    chain
}
