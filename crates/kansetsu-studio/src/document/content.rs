//! What is saved, undone and compared.

use std::sync::Arc;

use kansetsu::glam::{Affine3, Vec3};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    Actor, BesideFile, Bookmark, FigureKey, FileSource, Refusal, SavedPose, Source, hash,
    sharing::all_same,
};

/// What is saved, undone and compared. Cloning it is cheap: large data is behind an
/// [`Arc`].
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The figures, in the order in which they were added.
    pub actors: Vec<Arc<Actor>>,
    /// The pose library.
    pub poses: Vec<Arc<SavedPose>>,
    /// The camera bookmarks, in the order of the list.
    pub bookmarks: Vec<Bookmark>,
    /// The picture behind the figures, to pose after: a PNG or JPEG file.
    pub backdrop: Option<Arc<BesideFile>>,
}

/// Metres between figures placed side by side.
const GAP: f32 = 0.3;

impl Content {
    /// The actor of this index.
    ///
    /// # Errors
    /// A sentence, when there is none.
    pub fn actor(&self, index: usize) -> Result<&Actor, Refusal> {
        self.actors.get(index).map(AsRef::as_ref).ok_or_else(no_actor)
    }

    /// The actor of this index, to be changed. The history keeps the unchanged actor.
    ///
    /// # Errors
    /// A sentence, when there is none.
    pub fn actor_mut(&mut self, index: usize) -> Result<&mut Actor, Refusal> {
        self.actors.get_mut(index).map(Arc::make_mut).ok_or_else(no_actor)
    }

    /// Returns the index of a figure; `None` when it is not here, or no longer.
    #[must_use]
    pub fn index_of(&self, figure: FigureKey) -> Option<usize> {
        self.actors.iter().position(|actor| actor.key == figure)
    }

    /// Adds a figure beside those that are there and gives its index. A name that is taken gets a
    /// number.
    pub fn add(&mut self, mut actor: Actor) -> usize {
        actor.key = FigureKey::fresh();
        actor.id = self.actors.iter().map(|other| other.id + 1).max().unwrap_or(0);
        actor.name = self.free_name(&actor.name);
        actor.attachment = None;
        if let Some(right) = self.actors.iter().map(|other| extent(other)[1]).reduce(f32::max) {
            actor.placement.translation.x =
                right + GAP - extent(&Actor { placement: Affine3::IDENTITY, ..actor.clone() })[0];
        }
        self.actors.push(Arc::new(actor));
        self.actors.len() - 1
    }

    /// Takes a figure away.
    ///
    /// # Errors
    /// A sentence, when there is none.
    pub fn remove(&mut self, index: usize) -> Result<(), Refusal> {
        self.actor(index)?;
        self.actors.remove(index);
        Ok(())
    }

    /// Puts a copy of a figure beside the others and gives its index. It is attached to nothing.
    ///
    /// # Errors
    /// A sentence, when there is none.
    pub fn duplicate(&mut self, index: usize) -> Result<usize, Refusal> {
        let copy = self.actor(index)?.clone();
        Ok(self.add(copy))
    }

    /// Renames a figure, without blanks around the name.
    ///
    /// # Errors
    /// A sentence, when the name is empty or another figure has it.
    pub fn rename(&mut self, index: usize, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Refusal::new("A figure needs a name.", "モデルには名前が必要です。"));
        }
        if self.actors.iter().enumerate().any(|(other, actor)| other != index && actor.name == name)
        {
            return Err(Refusal::made(
                format!("Another figure is already named \"{name}\"."),
                format!("「{name}」という名前のモデルが既にあります。"),
            ));
        }
        self.actor_mut(index)?.name = name.to_owned();
        Ok(())
    }

    /// A number for all of it: the same for the same content, in every process.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash::of(self)
    }

    /// The files that its figures came from and the one behind them, each with the name under which
    /// it is kept apart from records.
    pub(super) fn files(&self) -> Vec<(String, &Arc<[u8]>)> {
        let sources = self.actors.iter().filter_map(|actor| match &actor.source {
            Source::File(file) => Some(&**file),
            Source::Embedded(_) => None,
        });
        let backdrop = self.backdrop.iter().map(|file| (file.kept_name(), &file.bytes));
        sources.flat_map(FileSource::kept_files).chain(backdrop).collect()
    }

    /// `wish`, or `wish` with the first number that makes it unique.
    pub(super) fn free_name(&self, wish: &str) -> String {
        let wish = if wish.trim().is_empty() { "figure" } else { wish.trim() };
        let is_free = |name: &str| self.actors.iter().all(|actor| actor.name != name);
        if is_free(wish) {
            return wish.to_owned();
        }
        let mut numbered = (2_u32..).map(|number| format!("{wish} {number}"));
        numbered.find(|name| is_free(name)).unwrap_or_default()
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        all_same(&self.actors, &other.actors)
            && all_same(&self.poses, &other.poses)
            && self.bookmarks == other.bookmarks
            && self.backdrop == other.backdrop
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let actors: Vec<&Actor> = self.actors.iter().map(AsRef::as_ref).collect();
        let poses: Vec<&SavedPose> = self.poses.iter().map(AsRef::as_ref).collect();
        let mut fields = serializer.serialize_struct("Content", 4)?;
        fields.serialize_field("actors", &actors)?;
        fields.serialize_field("poses", &poses)?;
        fields.serialize_field("bookmarks", &self.bookmarks)?;
        // Which file it is, not its bytes once more.
        fields.serialize_field(
            "backdrop",
            &self.backdrop.as_ref().map(|file| (&file.path, file.hash)),
        )?;
        fields.end()
    }
}

/// The extent of the figure's joints along x at rest, in the world.
fn extent(actor: &Actor) -> [f32; 2] {
    let skeleton = &actor.figure.rig.skeleton;
    let joints = skeleton.forward(&skeleton.rest_pose());
    let places = joints
        .iter()
        .map(|joint| actor.placement.transform_point3(joint.translation))
        .filter(|place: &Vec3| place.is_finite());
    places.fold([0.0_f32, 0.0], |[low, high], place| [low.min(place.x), high.max(place.x)])
}

fn no_actor() -> Refusal {
    Refusal::new("There is no figure.", "モデルがありません。")
}
