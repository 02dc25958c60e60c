//! Messages: one line over the viewport, never in the way. A message without an action closes by
//! itself.

use crate::{document::FigureKey, text::Phrase};

/// How much something matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Rotate a joint so that it is inside its limit.
    ClampToLimit {
        /// Its figure.
        figure: FigureKey,
        /// The joint.
        joint: usize,
    },
    /// Take back the document that another one has replaced.
    Reopen,
    /// Save the work as a file: it cannot be kept otherwise.
    SaveFile,
    /// Play the first motion that a figure came with.
    Play {
        /// The figure.
        figure: FigureKey,
        /// The motion.
        name: String,
    },
    /// Lower the arms of a figure in a T-pose.
    RelaxStance {
        /// The figure.
        figure: FigureKey,
    },
    /// Pose a figure as the other answer to the points of a picture has it.
    FlipDepth {
        /// The figure.
        figure: FigureKey,
        /// Which answer.
        answer: usize,
    },
    /// Name a file by its path instead of in the system's dialog.
    TypePath,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// How much it matters.
    pub weight: Weight,
    /// The sentence.
    pub text: Phrase,
    /// What can be done.
    pub remedy: Option<Remedy>,
    /// More about it, for those who ask.
    pub details: Vec<Phrase>,
}

impl Banner {
    /// A sentence without details.
    #[must_use]
    pub const fn of(weight: Weight, text: Phrase, remedy: Option<Remedy>) -> Self {
        Self { weight, text, remedy, details: Vec::new() }
    }

    /// How many seconds it stays; `None` for as long as nobody has answered it.
    #[must_use]
    pub fn stays(&self) -> Option<f64> {
        match (self.weight, &self.remedy) {
            (_, Some(_)) => None,
            (Weight::News, None) => Some(6.0),
            (Weight::Warning | Weight::Problem, None) => Some(20.0),
        }
    }
}

/// The current messages, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Banners {
    /// The text.
    pub shown: Vec<Banner>,
    /// Whether all of it is seen at once, with its details, instead of the newest line alone.
    pub is_open: bool,
    /// Since when each sentence is seen, seconds on the app window's clock.
    since: Vec<(Phrase, f64)>,
}

/// More at a time nobody reads.
const MOST: usize = 4;
/// Seconds in which a sentence fades away at its end.
const FADING: f64 = 0.4;

impl Banners {
    /// Shows a message. The same sentence is shown once.
    pub fn tell(&mut self, banner: Banner) {
        self.since.retain(|(text, _)| *text != banner.text);
        self.shown.retain(|other| other.text != banner.text);
        self.shown.push(banner);
        if self.shown.len() > MOST {
            // What waits for an answer stays as long as possible: it may be the only way back to
            // some work.
            let least = self.shown.iter().position(|banner| banner.remedy.is_none()).unwrap_or(0);
            self.shown.remove(least);
        }
    }

    /// Reports the files that were opened, below what waits for an answer: opening a file does not
    /// hide the way back to some work.
    pub fn report(&mut self, banner: Banner) {
        let waits = |shown: &Banner| shown.weight > Weight::News && shown.remedy.is_some();
        let is_below = banner.weight < Weight::Problem && self.shown.last().is_some_and(waits);
        self.tell(banner);
        let count = self.shown.len();
        if is_below && count > 1 {
            self.shown.swap(count - 2, count - 1);
        }
    }

    /// Reports that something was not done.
    pub fn problem(&mut self, text: Phrase) {
        self.tell(Banner::of(Weight::Problem, text, None));
    }

    /// Reports something odd.
    pub fn warning(&mut self, text: Phrase) {
        self.tell(Banner::of(Weight::Warning, text, None));
    }

    /// Tells something good to know.
    pub fn news(&mut self, text: Phrase) {
        self.tell(Banner::of(Weight::News, text, None));
    }

    /// Drops problems: something was done since.
    pub fn settle(&mut self) {
        self.shown.retain(|banner| banner.weight != Weight::Problem || banner.remedy.is_some());
    }

    /// Lets go of what was seen long enough at `now`, seconds on the app window's clock; gives in
    /// how many seconds the next sentence starts to fade or is gone. What is read is not taken
    /// away: nothing goes while `is_read`.
    pub fn fade(&mut self, now: f64, is_read: bool) -> Option<f64> {
        for banner in &self.shown {
            if is_read || self.since.iter().all(|(text, _)| *text != banner.text) {
                self.since.retain(|(text, _)| *text != banner.text);
                self.since.push((banner.text.clone(), now));
            }
        }
        let ages = std::mem::take(&mut self.since);
        let left = |banner: &Banner| left(&ages, banner, now);
        self.shown.retain(|banner| left(banner).is_none_or(|left| left > 0.0));
        let shown = &self.shown;
        let next = shown
            .iter()
            .filter_map(left)
            .map(|left| if left > FADING { left - FADING } else { 0.0 })
            .reduce(f64::min);
        self.since = ages
            .into_iter()
            .filter(|(text, _)| shown.iter().any(|banner| banner.text == *text))
            .collect();
        self.is_open &= !self.shown.is_empty();
        next
    }

    /// How clearly a banner is seen, 0 to 1.
    #[must_use]
    pub fn clarity(&self, banner: &Banner, now: f64) -> f32 {
        left(&self.since, banner, now).map_or(1.0, |left| (left / FADING).clamp(0.0, 1.0) as f32)
    }
}

/// Seconds that a banner has left.
fn left(since: &[(Phrase, f64)], banner: &Banner, now: f64) -> Option<f64> {
    let (_, told) = since.iter().find(|(text, _)| *text == banner.text)?;
    Some(told + banner.stays()? - now)
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

    #[test]
    fn what_waits_for_an_answer_is_not_pushed_out() {
        let mut banners = Banners::default();
        banners.tell(Banner::of(Weight::Warning, "closed".into(), Some(Remedy::Reopen)));
        for number in 0..10 {
            banners.news(format!("{number}").into());
        }
        assert!(banners.shown.len() == MOST && banners.shown[0].remedy == Some(Remedy::Reopen));
    }

    #[test]
    fn what_needs_no_answer_goes_by_itself_unless_it_is_read() {
        let mut banners = Banners::default();
        banners.news("saved".into());
        banners.problem("no".into());
        banners.tell(Banner::of(Weight::Warning, "recover?".into(), Some(Remedy::Recover)));
        let wait = banners.fade(100.0, false).expect("something will go");
        assert!((5.0..6.0).contains(&wait), "{wait}");
        assert_eq!(
            banners.fade(105.8, true),
            Some(6.0 - FADING),
            "it is read, and stays as long again"
        );
        assert_eq!(banners.fade(111.7, false), Some(0.0), "it fades");
        assert!(banners.clarity(&banners.shown[0], 111.7) < 1.0);
        banners.fade(112.0, false);
        assert_eq!(
            banners.shown.iter().map(|banner| banner.text.to_string()).collect::<Vec<_>>(),
            ["no", "recover?"]
        );
        banners.settle();
        assert_eq!(
            (banners.fade(900.0, false), banners.shown.len()),
            (None, 1),
            "what waits for an answer stays"
        );
    }
}
