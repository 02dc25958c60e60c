//! One thing to fuzz.

use std::time::Duration;

use crate::{Outcome, bounds};

/// Reads an input and checks the promises.
///
/// # Errors
/// The broken promise, as a sentence.
pub type Check = fn(&[u8]) -> Result<Outcome, String>;

/// Makes inputs.
pub type Seeds = fn() -> Vec<Vec<u8>>;

/// One thing to fuzz: a format, a solver, an interface.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, also of its folder in `corpus`.
    pub name: &'static str,
    /// The check of one input.
    pub check: Check,
    /// Inputs from our own writers and generators.
    pub seeds: Seeds,
    /// Words of the format, which mutations insert.
    pub words: &'static [&'static str],
    /// The extensions of files that are seeds, too.
    pub endings: &'static [&'static str],
    /// The mutations of the short run in the tests.
    pub sample: usize,
    /// The CPU time of one input in a debug build.
    pub time: Duration,
}

/// The mutations of the short run of a fast target.
const SAMPLE: usize = 100;

impl Target {
    /// A target without words and files, with the usual sample and time.
    pub(crate) const fn new(name: &'static str, check: Check, seeds: Seeds) -> Self {
        Self { name, check, seeds, words: &[], endings: &[], sample: SAMPLE, time: bounds::TIME }
    }

    /// The same with words.
    pub(crate) const fn with_words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// The same with extensions of files.
    pub(crate) const fn with_files(self, endings: &'static [&'static str]) -> Self {
        Self { endings, ..self }
    }

    /// The same with a smaller sample for the tests, since an input takes longer.
    pub(crate) const fn slow(self, sample: usize, time: Duration) -> Self {
        Self { sample, time, ..self }
    }
}
