//! The user's own poses: kept over all projects, each as a record of its own, so that two windows do not write over one another.

use std::sync::Arc;

use eframe::egui::Context;

use super::{Banner, Studio, Weight, keeping::Keeper};
use crate::{
    document::{Refusal, SavedPose},
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

impl Keeper {
    /// Takes in the user's poses, in the order in which they were kept. One that cannot be read stays where it is and is left out.
    pub(super) fn find_poses(&mut self) {
        let storage = self.storage();
        let mut names = storage.names().unwrap_or_default();
        names.retain(|name| name.starts_with(BEGINNING) && name.ends_with(ENDING));
        names.sort();
        let read = |record: String| {
            let text = storage.read(&record).ok().flatten()?;
            let pose = read_poses(&text).ok()?.into_iter().next()?;
            Some(OwnPose { record, pose: Arc::new(pose) })
        };
        self.poses = names.into_iter().filter_map(read).collect();
    }

    fn write_pose(&mut self, record: &str, pose: &SavedPose) -> Result<(), Refusal> {
        let text = write_poses(&[pose])?;
        let written = self.storage().write(record, &text);
        written.map_err(|reason| {
            Refusal::made(format!("The pose could not be kept: {reason}"), format!("ポーズを保存できませんでした：{reason}"))
        })
    }

    fn keep_pose(&mut self, mut pose: SavedPose) -> Result<(), Refusal> {
        pose.name = self.free_pose_name(pose.name.trim());
        let milliseconds = (super::system::stamp() * 1e3) as u64;
        let taken = |record: &String| self.poses.iter().any(|own| own.record == *record);
        let records = (0..).map(|number: u32| format!("{BEGINNING}{milliseconds:012x}-{number:04}{ENDING}"));
        let record = records.into_iter().find(|record| !taken(record)).unwrap_or_default();
        self.write_pose(&record, &pose)?;
        self.poses.push(OwnPose { record, pose: Arc::new(pose) });
        Ok(())
    }

    /// The name, with a number if another pose has it.
    fn free_pose_name(&self, wish: &str) -> String {
        let wish = if wish.is_empty() { "pose" } else { wish };
        let is_free = |name: &String| self.poses.iter().all(|own| own.pose.name != *name);
        let numbered = (2_u32..).map(|number| format!("{wish} {number}"));
        std::iter::once(wish.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }
}

impl Studio {
    /// The user's poses.
    #[must_use]
    pub fn own_poses(&self) -> &[OwnPose] {
        &self.keeper.poses
    }

    /// Keeps a pose for all projects. A name that is taken gets a number.
    pub fn keep_pose(&mut self, pose: SavedPose) {
        let done = self.keeper.keep_pose(pose);
        self.show_refusal(done);
    }

    /// Gives one of the user's poses another name.
    pub fn rename_own_pose(&mut self, index: usize, name: &str) {
        let Some(own) = self.keeper.poses.get(index).cloned() else { return };
        if name.trim().is_empty() {
            return self.show_refusal(Err(Refusal::new("A pose needs a name.", "ポーズには名前が必要です。")));
        }
        if name.trim() == own.pose.name {
            return;
        }
        let pose = SavedPose { name: self.keeper.free_pose_name(name.trim()), ..(*own.pose).clone() };
        let done = self.keeper.write_pose(&own.record, &pose);
        if done.is_ok() {
            self.keeper.poses[index].pose = Arc::new(pose);
        }
        self.show_refusal(done);
    }

    /// Takes one of the user's poses away, for all projects.
    pub fn remove_own_pose(&mut self, index: usize) {
        if index < self.keeper.poses.len() {
            let own = self.keeper.poses.remove(index);
            let done = self.keeper.storage().remove(&own.record);
            self.show_refusal(done.map_err(Refusal::from));
        }
    }

    /// Saves all of the user's poses as one file.
    pub(super) fn export_poses(&mut self, context: &Context) {
        let poses: Vec<&SavedPose> = self.keeper.poses.iter().map(|own| &*own.pose).collect();
        if poses.is_empty() {
            return self.show_refusal(Err(Refusal::new("You have kept no poses yet.", "保存したポーズがまだありません。")));
        }
        let text = write_poses(&poses);
        self.send(("my.poses.json".to_owned(), None), text.map(String::into_bytes), context);
    }

    /// Keeps the poses of a file.
    pub(super) fn take_poses(&mut self, poses: Vec<SavedPose>) -> Result<Banner, Refusal> {
        let count = poses.len();
        for (done, pose) in poses.into_iter().enumerate() {
            self.keeper.keep_pose(pose).map_err(|refusal| {
                let Refusal { reason } = refusal;
                Refusal::made(
                    format!("{done} of {count} poses were added to yours. {reason}"),
                    format!("マイポーズに {count} 件中 {done} 件を追加しました。{}", reason.get(Language::Japanese)),
                )
            })?;
        }
        let text = Phrase::made(
            if count == 1 { "A pose was added to yours.".to_owned() } else { format!("{count} poses were added to yours.") },
            format!("マイポーズに {count} 件追加しました。"),
        );
        Ok(Banner::of(Weight::News, text, None))
    }
}
