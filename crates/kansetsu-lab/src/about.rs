//! What a page says about its method, and what can be set and pressed.

use crate::{Action, Field, text::Phrase};

/// What a page says about its method, and what can be set and pressed. The texts are for a reader
/// who knows vectors and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The lab page's name in addresses and on the command line.
    pub name: &'static str,
    /// What the lab page is called.
    pub title: Phrase,
    /// What one does here.
    pub task: Phrase,
    /// The idea of the method.
    pub idea: Phrase,
    /// The formulas, as [`Formula::parse`](crate::Formula::parse) reads them.
    pub formulas: &'static [&'static str],
    /// When to use it.
    pub purpose: Phrase,
    /// What it does not do well.
    pub weakness: Phrase,
    /// Where it comes from.
    pub source: Phrase,
    /// What can be set.
    pub fields: &'static [Field],
    /// The buttons.
    pub actions: &'static [Action],
}
