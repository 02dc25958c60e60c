//! The author and the licence of a character.

/// The author and the licence of a character, as stated in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The character's name; may be empty.
    pub title: String,
    /// The authors.
    pub authors: String,
    /// The licence's name or address.
    pub licence: String,
    /// The terms of the licence: the format's field names and their values.
    pub terms: Vec<(String, String)>,
    /// Whether the licence forbids everybody to change the model. Posing is not a change; saving
    /// the file with a motion is.
    pub forbids_changes: bool,
    /// Whether the licence forbids everybody to redistribute the file, changed or not.
    pub forbids_redistribution: bool,
}

impl Meta {
    /// A message for saving the character as a file; `None` if the licence allows it.
    #[must_use]
    pub fn license_warning(&self) -> Option<String> {
        let what = match (self.forbids_changes, self.forbids_redistribution) {
            (true, true) => "forbids changes and redistribution",
            (true, false) => "forbids changes of the model",
            (false, true) => "forbids redistribution of the model",
            (false, false) => return None,
        };
        let authors =
            if self.authors.is_empty() { String::new() } else { format!(" of {}", self.authors) };
        Some(format!("the licence{authors} {what}: do not share the saved file"))
    }
}
