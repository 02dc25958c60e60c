//! The camera bookmarks of a project.

use std::collections::BTreeSet;

use super::{Bookmark, Content, Refusal, bookmark::SAME_FRAME};
use crate::viewport::Camera;

impl Content {
    /// Keeps a camera under a name and returns its index. A name that is taken gets a number.
    pub fn add_bookmark(&mut self, name: &str, camera: Camera) -> usize {
        let taken: BTreeSet<&str> = self.bookmarks.iter().map(|one| one.name.as_str()).collect();
        let mut numbered = (1_u32..).map(|number| format!("{name} {number}"));
        let name = numbered.find(|name| !taken.contains(name.as_str())).unwrap_or_default();
        self.bookmarks.push(Bookmark { name, camera, cut: None });
        self.bookmarks.len() - 1
    }

    /// Renames a camera bookmark, without blanks around the name.
    ///
    /// # Errors
    /// When there is none of this index, or the name is empty or taken.
    pub fn rename_bookmark(&mut self, index: usize, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Refusal::new(
                "A camera bookmark needs a name.",
                "カメラのブックマークには名前が必要です。",
            ));
        }
        let mut others = self.bookmarks.iter().enumerate().filter(|(other, _)| *other != index);
        if others.any(|(_, one)| one.name == name) {
            return Err(Refusal::made(
                format!("Another camera bookmark is already named \"{name}\"."),
                format!("「{name}」という名前のカメラのブックマークが既にあります。"),
            ));
        }
        self.bookmark_mut(index)?.name = name.to_owned();
        Ok(())
    }

    /// Sets or removes the time, seconds, when a motion cuts to a bookmark. Another bookmark that
    /// had its cut there loses it.
    ///
    /// # Errors
    /// When there is none of this index.
    pub fn set_cut(&mut self, index: usize, cut: Option<f32>) -> Result<(), Refusal> {
        self.bookmark_mut(index)?;
        if let Some(time) = cut {
            let same = self.bookmarks.iter_mut().filter(|one| one.cuts_at(time));
            same.for_each(|one| one.cut = None);
        }
        self.bookmark_mut(index)?.cut = cut;
        Ok(())
    }

    /// A camera bookmark, to be changed.
    ///
    /// # Errors
    /// When there is none of this index.
    pub fn bookmark_mut(&mut self, index: usize) -> Result<&mut Bookmark, Refusal> {
        self.bookmarks.get_mut(index).ok_or_else(|| {
            Refusal::new(
                "There is no such camera bookmark.",
                "そのカメラのブックマークはありません。",
            )
        })
    }

    /// Removes a camera bookmark.
    ///
    /// # Errors
    /// When there is none of this index.
    pub fn remove_bookmark(&mut self, index: usize) -> Result<(), Refusal> {
        self.bookmark_mut(index)?;
        self.bookmarks.remove(index);
        Ok(())
    }

    /// The bookmark of the last cut at or before a time, seconds: what a motion shows then.
    #[must_use]
    pub fn shot(&self, time: f32) -> Option<&Bookmark> {
        let started = self.bookmarks.iter().filter_map(|one| Some((one.cut?, one)));
        let started = started.filter(|(cut, _)| *cut < time + SAME_FRAME);
        started.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, one)| one)
    }
}
