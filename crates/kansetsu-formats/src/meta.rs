//! Who made a character, and what may be done with it.

/// What a file says of its maker and its licence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The character's name; empty where none is said.
    pub title: String,
    /// Who made it.
    pub authors: String,
    /// The licence's name or address.
    pub licence: String,
    /// The terms of the licence, under the names that the format has for them, and what they say.
    pub terms: Vec<(String, String)>,
    /// Whether the licence allows nobody to change the model. Posing is no change of it; a file
    /// that is saved with a motion is.
    pub forbids_changes: bool,
    /// Whether the licence allows nobody to pass the file on, changed or not.
    pub forbids_redistribution: bool,
}

impl Meta {
    /// What is to be said to who saves the character as a file, in a sentence; `None` where the
    /// licence allows it.
    #[must_use]
    pub fn license_warning(&self) -> Option<String> {
        let what = match (self.forbids_changes, self.forbids_redistribution) {
            (true, true) => "allows neither to change the model nor to pass it on",
            (true, false) => "does not allow to change the model",
            (false, true) => "does not allow to pass the model on",
            (false, false) => return None,
        };
        let authors =
            if self.authors.is_empty() { String::new() } else { format!(" of {}", self.authors) };
        Some(format!("the licence{authors} {what}: keep the saved file to yourself"))
    }
}
