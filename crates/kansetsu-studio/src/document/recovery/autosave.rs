//! When a record is written, and under what name.

use super::{Storage, record};
use crate::document::{Document, hash, project::Embedding};

/// Decides when a record of the work is written. The app calls [`tick`](Self::tick) now
/// and then.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// Tells this run of the program from others that keep records in the same place.
    session: String,
    /// How long after a change the record is written at the latest, seconds. Default 20.
    pub patience: f64,
    /// How long nothing must have changed for it to be written earlier, seconds. Default 2.
    pub quiet: f64,
    /// What the record keeps of the files that figures came from. Default everything; a program
    /// that can read them again by their paths keeps the paths and saves the time. A storage with
    /// [files](Storage::files) keeps them apart, for any value here.
    pub embedding: Embedding<'static>,
    /// The revision that was seen last, and since when it is the same.
    seen: (u64, f64),
    /// Since when something is not in the record, seconds on the caller's clock.
    waiting_since: Option<f64>,
    /// The revision that the record holds, and where it is kept.
    kept: Option<(u64, String)>,
}

/// What a tick did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tick {
    /// Nothing: there was nothing to do yet.
    Nothing,
    /// A record was written.
    Kept,
    /// The work is saved: the record was removed.
    Removed,
}

impl Autosave {
    /// For a run of the program with this name, of letters, digits and hyphens: no other run may
    /// have it.
    #[must_use]
    pub fn new(session: impl Into<String>) -> Self {
        let embedding = Embedding::Everything;
        Self {
            session: session.into(),
            patience: 20.0,
            quiet: 2.0,
            embedding,
            seen: (0, 0.0),
            waiting_since: None,
            kept: None,
        }
    }

    /// Writes or removes the record when it is time; `now` is in seconds on a clock that only goes
    /// forwards, `stamp` the record's time (seconds since 1970).
    /// `path` is where the project was saved last.
    ///
    /// # Errors
    /// The storage's sentence. It is tried again after [`patience`](Self::patience).
    pub fn tick(
        &mut self,
        document: &Document,
        [now, stamp]: [f64; 2],
        path: Option<&str>,
        storage: &mut dyn Storage,
    ) -> Result<Tick, String> {
        if !document.is_modified() {
            self.waiting_since = None;
            return self.forget(storage);
        }
        let revision = document.revision();
        if self.kept.as_ref().is_some_and(|(kept, _)| *kept == revision) {
            self.waiting_since = None;
            return Ok(Tick::Nothing);
        }
        if self.seen.0 != revision {
            self.seen = (revision, now.max(self.seen.1));
        }
        let since = *self.waiting_since.get_or_insert(now);
        let is_time = now - since >= self.patience || now - self.seen.1 >= self.quiet;
        if !is_time || document.is_dragging() {
            return Ok(Tick::Nothing);
        }
        // Should it fail, the wait restarts.
        (self.waiting_since, self.seen.1) = (Some(now), now + self.patience);
        self.keep(document, stamp, path, storage)
    }

    /// Writes the record now, when there is something that it does not hold: the program ends, or
    /// another document takes the place of this one.
    ///
    /// # Errors
    /// The storage's sentence.
    pub fn keep(
        &mut self,
        document: &Document,
        stamp: f64,
        path: Option<&str>,
        storage: &mut dyn Storage,
    ) -> Result<Tick, String> {
        let revision = document.revision();
        if !document.is_modified() || self.kept.as_ref().is_some_and(|(kept, _)| *kept == revision)
        {
            return Ok(Tick::Nothing);
        }
        let name = self.name(path);
        let embedding = if storage.files().is_some() { Embedding::Apart } else { self.embedding };
        let text = record::write(document, stamp, path, embedding)?;
        if let Some(files) = storage.files() {
            for (name, bytes) in document.content().files() {
                if !files.has(&name) {
                    files.put(&name, bytes);
                }
            }
        }
        storage.write(&name, &text)?;
        let old = self.kept.replace((revision, name.clone()));
        self.waiting_since = None;
        if let Some((_, old)) = old.filter(|(_, old)| *old != name) {
            storage.remove(&old)?;
        }
        Ok(Tick::Kept)
    }

    /// How many seconds from `now` on the next [`tick`](Self::tick) has something to do; `None`
    /// when it has nothing to wait for.
    #[must_use]
    pub fn due(&self, now: f64) -> Option<f64> {
        let since = self.waiting_since?;
        Some((since + self.patience - now).min(self.seen.1 + self.quiet - now).max(0.0))
    }

    /// What was written last was not kept after all: it is tried again after so many seconds.
    pub fn doubt(&mut self, now: f64, pause: f64) {
        if let Some((revision, _)) = &mut self.kept {
            // No document has it.
            *revision = 0;
        }
        let later = now + pause;
        self.waiting_since = Some(later - self.patience);
        self.seen.1 = later - self.quiet;
    }

    /// The same for the next document of this run, under a separate `session` name. The record of
    /// the present one stays; its name is returned.
    pub fn leave(&mut self, session: impl Into<String>) -> Option<String> {
        let kept = self.kept.take().map(|(_, name)| name);
        *self = Self {
            patience: self.patience,
            quiet: self.quiet,
            embedding: self.embedding,
            ..Self::new(session)
        };
        kept
    }

    /// Takes the record away: the work is saved, or its owner does not want it.
    ///
    /// # Errors
    /// The storage's sentence.
    pub fn forget(&mut self, storage: &mut dyn Storage) -> Result<Tick, String> {
        let Some((_, name)) = self.kept.take() else { return Ok(Tick::Nothing) };
        storage.remove(&name)?;
        Ok(Tick::Removed)
    }

    /// The name of the record that was written last and is still there.
    #[must_use]
    pub fn record(&self) -> Option<&str> {
        self.kept.as_ref().map(|(_, name)| name.as_str())
    }

    /// The name of this run's record: `.walk.kansetsu-1a2b3c4d-SESSION.recovery` for a project,
    /// `.untitled-SESSION.recovery` without one. Projects of one name in different folders get
    /// different records.
    #[must_use]
    pub fn name(&self, path: Option<&str>) -> String {
        let session = &self.session;
        match path {
            Some(path) => {
                let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
                format!(
                    ".{file}-{:08x}-{session}{}",
                    hash::of_bytes(path.as_bytes()) as u32,
                    record::ENDING
                )
            }
            None => format!(".untitled-{session}{}", record::ENDING),
        }
    }

    /// Whether the record of this name was written by this run.
    #[must_use]
    pub fn is_own(&self, name: &str) -> bool {
        name.strip_suffix(record::ENDING)
            .and_then(|name| name.strip_suffix(self.session.as_str()))
            .is_some_and(|rest| rest.ends_with('-'))
    }
}
