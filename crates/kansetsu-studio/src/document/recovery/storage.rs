//! Where records are kept.

use std::{collections::BTreeMap, sync::Arc};

use crate::text::Phrase;

/// Texts under names: files of a folder, or entries of the browser's storage.
///
/// Every error is a sentence for people.
pub trait Storage {
    /// Keeps the text under the name, in place of what was there. Whatever happens, afterwards the
    /// name holds the old text or the new one, never a part.
    ///
    /// # Errors
    /// A sentence, when it cannot be kept.
    fn write(&mut self, name: &str, text: &str) -> Result<(), String>;

    /// The text under the name; `None` when there is none.
    ///
    /// # Errors
    /// A sentence, when it is there and cannot be read.
    fn read(&self, name: &str) -> Result<Option<String>, String>;

    /// Deletes the text. A missing one is not an error.
    ///
    /// # Errors
    /// A sentence, when it cannot be removed.
    fn remove(&mut self, name: &str) -> Result<(), String>;

    /// The names of everything that is kept.
    ///
    /// # Errors
    /// A sentence, when it cannot be found out.
    fn names(&self) -> Result<Vec<String>, String>;

    /// The name of this run, where the storage tells the runs apart that share it.
    fn run(&self) -> Option<String> {
        None
    }

    /// Whether the record of this name belongs to a run that goes on: its work is not lost.
    fn is_in_use(&self, _name: &str) -> bool {
        false
    }

    /// Why something that was taken in was not kept after all, once.
    fn refusal(&mut self) -> Option<Phrase> {
        None
    }

    /// Where files are kept that records refer to; `None` when records must hold all that they
    /// need.
    fn files(&mut self) -> Option<&mut dyn Files> {
        None
    }
}

/// Files that records refer to, each kept once: characters are large, and never change.
pub trait Files {
    /// Whether the file of this name is kept, or will be with the next record.
    fn has(&self, name: &str) -> bool;

    /// Keeps a file together with the record that is written next: both of them or neither.
    fn put(&mut self, name: &str, bytes: &Arc<[u8]>);

    /// The file of this name, when it is at hand.
    fn get(&self, name: &str) -> Option<Arc<[u8]>>;

    /// Brings files to hand, as far as they are kept, and then calls `done`: now or later.
    fn fetch(&mut self, names: &[String], done: Box<dyn FnOnce()>);
}

/// A storage that lives as long as the program, for tests and for pages that may store nothing.
#[derive(Clone, Debug, Default)]
pub struct InMemory {
    texts: BTreeMap<String, String>,
    files: Option<FilesInMemory>,
}

#[derive(Clone, Debug, Default)]
struct FilesInMemory(BTreeMap<String, Arc<[u8]>>);

impl InMemory {
    /// One that keeps files apart from records.
    #[must_use]
    pub fn with_files() -> Self {
        Self { files: Some(FilesInMemory::default()), ..Self::default() }
    }
}

impl Files for FilesInMemory {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn put(&mut self, name: &str, bytes: &Arc<[u8]>) {
        self.0.insert(name.to_owned(), Arc::clone(bytes));
    }

    fn get(&self, name: &str) -> Option<Arc<[u8]>> {
        self.0.get(name).cloned()
    }

    fn fetch(&mut self, _: &[String], done: Box<dyn FnOnce()>) {
        done();
    }
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

    fn files(&mut self) -> Option<&mut dyn Files> {
        self.files.as_mut().map(|files| files as &mut dyn Files)
    }
}
