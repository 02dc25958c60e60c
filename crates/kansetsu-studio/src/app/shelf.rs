//! The user's own poses: kept over all projects, each as a separate record, so that two windows
//! do not write over one another.

use std::sync::Arc;

use super::{Banner, Weight};
use crate::{
    document::{Refusal, SavedPose, recovery::Storage},
    library::{read_poses, write_poses},
    text::{Language, Phrase},
};

/// A pose of the user's.
#[derive(Clone, Debug)]
pub struct OwnPose {
    /// The name of its record.
    record: String,
    /// The pose.
    pub pose: Arc<SavedPose>,
}

/// What the names of their records begin and end with.
const BEGINNING: &str = "pose-";
const ENDING: &str = ".json";

/// The user's poses.
#[derive(Default)]
pub struct Shelf {
    pub(super) poses: Vec<OwnPose>,
}

impl Shelf {
    /// The poses that are kept here, in the order in which they were kept. One that cannot be read
    /// stays where it is and is left out.
    pub(super) fn find(storage: &mut dyn Storage) -> Self {
        let mut names = storage.names().unwrap_or_default();
        names.retain(|name| name.starts_with(BEGINNING) && name.ends_with(ENDING));
        names.sort();
        let read = |record: String| {
            let text = storage.read(&record).ok().flatten()?;
            let pose = read_poses(&text).ok()?.into_iter().next()?;
            Some(OwnPose { record, pose: Arc::new(pose) })
        };
        Self { poses: names.into_iter().filter_map(read).collect() }
    }

    /// Keeps a pose for all projects. A name that is taken gets a number.
    pub(super) fn keep(
        &mut self,
        storage: &mut dyn Storage,
        mut pose: SavedPose,
    ) -> Result<(), Refusal> {
        pose.name = self.free_name(pose.name.trim());
        let milliseconds = (super::system::stamp() * 1e3) as u64;
        let taken = |record: &String| self.poses.iter().any(|own| own.record == *record);
        let records =
            (0..).map(|number: u32| format!("{BEGINNING}{milliseconds:012x}-{number:04}{ENDING}"));
        let record = records.into_iter().find(|record| !taken(record)).unwrap_or_default();
        write(storage, &record, &pose)?;
        self.poses.push(OwnPose { record, pose: Arc::new(pose) });
        Ok(())
    }

    /// The name, with a number if another pose has it.
    fn free_name(&self, wish: &str) -> String {
        let wish = if wish.is_empty() { "pose" } else { wish };
        let is_free = |name: &String| self.poses.iter().all(|own| own.pose.name != *name);
        let numbered = (2_u32..).map(|number| format!("{wish} {number}"));
        std::iter::once(wish.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// Renames a pose; `None` when it has that name already.
    pub(super) fn rename(
        &mut self,
        storage: &mut dyn Storage,
        index: usize,
        name: &str,
    ) -> Option<Result<(), Refusal>> {
        let own = self.poses.get(index).cloned()?;
        if name.trim().is_empty() {
            return Some(Err(Refusal::new("A pose needs a name.", "ポーズには名前が必要です。")));
        }
        if name.trim() == own.pose.name {
            return None;
        }
        let pose = SavedPose { name: self.free_name(name.trim()), ..(*own.pose).clone() };
        let done = write(storage, &own.record, &pose);
        if done.is_ok() {
            self.poses[index].pose = Arc::new(pose);
        }
        Some(done)
    }

    /// Deletes a pose, for all projects.
    pub(super) fn remove(
        &mut self,
        storage: &mut dyn Storage,
        index: usize,
    ) -> Option<Result<(), Refusal>> {
        if index >= self.poses.len() {
            return None;
        }
        let own = self.poses.remove(index);
        Some(storage.remove(&own.record).map_err(Refusal::from))
    }

    /// All poses as the text of one file.
    pub(super) fn text(&self) -> Result<String, Refusal> {
        let poses: Vec<&SavedPose> = self.poses.iter().map(|own| &*own.pose).collect();
        if poses.is_empty() {
            return Err(Refusal::new(
                "There are no saved poses yet.",
                "保存したポーズがまだありません。",
            ));
        }
        write_poses(&poses)
    }

    /// Keeps the poses of a file.
    pub(super) fn take(
        &mut self,
        storage: &mut dyn Storage,
        poses: Vec<SavedPose>,
    ) -> Result<Banner, Refusal> {
        let count = poses.len();
        for (done, pose) in poses.into_iter().enumerate() {
            self.keep(storage, pose).map_err(|refusal| {
                let Refusal { reason } = refusal;
                Refusal::made(
                    format!("Added {done} of {count} poses to My poses. {reason}"),
                    format!(
                        "マイポーズに {count} 件中 {done} 件を追加しました。{}",
                        reason.get(Language::Japanese)
                    ),
                )
            })?;
        }
        let text = Phrase::made(
            if count == 1 {
                "Added to My poses.".to_owned()
            } else {
                format!("Added {count} poses to My poses.")
            },
            format!("マイポーズに {count} 件追加しました。"),
        );
        Ok(Banner::of(Weight::News, text, None))
    }
}

fn write(storage: &mut dyn Storage, record: &str, pose: &SavedPose) -> Result<(), Refusal> {
    let text = write_poses(&[pose])?;
    let written = storage.write(record, &text);
    written.map_err(|reason| {
        Refusal::made(
            format!("The pose was not saved: {reason}"),
            format!("ポーズを保存できませんでした：{reason}"),
        )
    })
}
