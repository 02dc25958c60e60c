//! What the program has to tell: shown above the viewport, never in the way.

use crate::text::Phrase;

/// How much something matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Good to know.
    News,
    /// Something odd that was survived.
    Warning,
    /// Something that was not done.
    Problem,
}

/// What can be done about a banner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Open what was saved by itself.
    Recover,
    /// Draw again after the graphics card was lost.
    Reload,
    /// Turn a joint so that it stands inside its limit.
    BringInside {
        /// [`Actor::id`](crate::document::Actor::id) of its figure.
        figure: u32,
        /// The joint.
        joint: usize,
    },
    /// Take back the document that another one has replaced.
    BringBack,
    /// Name a file by its path instead of in the system's dialog.
    TypePath,
}

/// Something that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// How much it matters.
    pub weight: Weight,
    /// The sentence.
    pub text: Phrase,
    /// What can be done.
    pub remedy: Option<Remedy>,
}

/// What is told now, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Banners {
    /// What is told.
    pub shown: Vec<Banner>,
}

/// More at a time nobody reads.
const MOST: usize = 4;

impl Banners {
    /// Tells something. The same sentence is told once.
    pub fn tell(&mut self, banner: Banner) {
        self.shown.retain(|other| other.text != banner.text);
        self.shown.push(banner);
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// Tells that something was not done.
    pub fn problem(&mut self, text: Phrase) {
        self.tell(Banner { weight: Weight::Problem, text, remedy: None });
    }

    /// Tells of something odd.
    pub fn warning(&mut self, text: Phrase) {
        self.tell(Banner { weight: Weight::Warning, text, remedy: None });
    }

    /// Tells something good to know.
    pub fn news(&mut self, text: Phrase) {
        self.tell(Banner { weight: Weight::News, text, remedy: None });
    }

    /// Drops problems: the next thing that is done shows whether they last.
    pub fn settle(&mut self) {
        self.shown.retain(|banner| banner.weight != Weight::Problem || banner.remedy.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sentence_is_told_once_and_few_at_a_time() {
        let mut banners = Banners::default();
        for _ in 0..3 {
            banners.problem("no".into());
        }
        assert_eq!(banners.shown.len(), 1);
        for number in 0..10 {
            banners.news(format!("{number}").into());
        }
        assert_eq!(banners.shown.len(), MOST);
        assert_eq!(banners.shown[MOST - 1].text.to_string(), "9");
    }
}
