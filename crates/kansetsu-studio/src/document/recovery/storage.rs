//! Where records are kept.

use std::collections::BTreeMap;

/// Texts under names: files of a folder, or entries of the browser's storage.
///
/// Every error is a sentence for people.
pub trait Storage {
    /// Keeps the text under the name, in place of what was there. Whatever happens, afterwards the name holds the old text or the new
    /// one, never a part.
    ///
    /// # Errors
    /// A sentence, when it cannot be kept.
    fn write(&mut self, name: &str, text: &str) -> Result<(), String>;

    /// The text under the name; `None` when there is none.
    ///
    /// # Errors
    /// A sentence, when it is there and cannot be read.
    fn read(&self, name: &str) -> Result<Option<String>, String>;

    /// Takes the text away. One that is not there is no error.
    ///
    /// # Errors
    /// A sentence, when it cannot be taken away.
    fn remove(&mut self, name: &str) -> Result<(), String>;

    /// The names of everything that is kept.
    ///
    /// # Errors
    /// A sentence, when it cannot be found out.
    fn names(&self) -> Result<Vec<String>, String>;
}

/// A storage that lives as long as the program, for tests and for pages that may store nothing.
#[derive(Clone, Debug, Default)]
pub struct InMemory {
    texts: BTreeMap<String, String>,
}

impl Storage for InMemory {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.texts.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Option<String>, String> {
        Ok(self.texts.get(name).cloned())
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        self.texts.remove(name);
        Ok(())
    }

    fn names(&self) -> Result<Vec<String>, String> {
        Ok(self.texts.keys().cloned().collect())
    }
}
