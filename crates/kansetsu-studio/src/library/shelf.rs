//! The poses that a document keeps.

use std::{collections::BTreeSet, sync::Arc};

use super::SavedPose;
use crate::document::{Content, Refusal};

impl Content {
    /// Keeps the shown pose of an actor under a name, of the selected joints or, when none are
    /// given, of all. `thumbnail` is a small PNG. A name that is taken gets a number. Returns the
    /// pose's index.
    ///
    /// # Errors
    /// A sentence, when there is no such actor.
    pub fn save_pose(
        &mut self,
        actor: usize,
        name: &str,
        joints: &[usize],
        thumbnail: Option<Arc<[u8]>>,
    ) -> Result<usize, Refusal> {
        let pose = SavedPose::of(self.actor(actor)?, joints);
        let name = self.free_pose_name(if name.trim().is_empty() { "pose" } else { name.trim() });
        self.poses.push(Arc::new(SavedPose { name, thumbnail, ..pose }));
        Ok(self.poses.len() - 1)
    }

    /// Puts a pose from a file into the library; gives its index.
    pub fn add_pose(&mut self, mut pose: SavedPose) -> usize {
        pose.name = self.free_pose_name(if pose.name.is_empty() { "pose" } else { &pose.name });
        self.poses.push(Arc::new(pose));
        self.poses.len() - 1
    }

    /// Renames a saved pose.
    ///
    /// # Errors
    /// A sentence, when there is no such pose, or the name is empty or taken.
    pub fn rename_pose(&mut self, index: usize, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Refusal::new("A pose needs a name.", "ポーズには名前が必要です。"));
        }
        if self.poses.iter().enumerate().any(|(other, pose)| other != index && pose.name == name) {
            return Err(Refusal::made(
                format!("Another pose is already named \"{name}\"."),
                format!("「{name}」という名前のポーズが既にあります。"),
            ));
        }
        Arc::make_mut(self.poses.get_mut(index).ok_or_else(no_pose)?).name = name.to_owned();
        Ok(())
    }

    /// Takes a saved pose out of the library.
    ///
    /// # Errors
    /// A sentence, when there is no such pose.
    pub fn remove_pose(&mut self, index: usize) -> Result<(), Refusal> {
        if index >= self.poses.len() {
            return Err(no_pose());
        }
        self.poses.remove(index);
        Ok(())
    }

    fn free_pose_name(&self, wish: &str) -> String {
        let taken: BTreeSet<&str> = self.poses.iter().map(|pose| pose.name.as_str()).collect();
        if !taken.contains(wish) {
            return wish.to_owned();
        }
        (2_u32..)
            .map(|number| format!("{wish} {number}"))
            .find(|name| !taken.contains(name.as_str()))
            .unwrap_or_default()
    }
}

fn no_pose() -> Refusal {
    Refusal::new("There is no such pose.", "そのポーズはありません。")
}
