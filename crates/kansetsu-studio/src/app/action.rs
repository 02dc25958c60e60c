//! What a panel asks for.

use std::sync::Arc;

use eframe::egui::Id;
use kansetsu::{d3::Limit, glam::Vec3};

use super::{Banner, Look, Manner, Open, Panels, Remedy, Sheet, TimeUnit};
use crate::{
    command::{Command, Preset},
    document::{Actor, Background, Content, PictureFrame, Refusal, SavedPose, Snapping},
    motion::Motion,
    posing::Obstacle,
    text::{Language, Phrase},
    viewport::{Camera, Light},
};

/// A change of the selected figure.
pub type Change = Box<dyn FnOnce(&mut Actor) -> Result<(), Refusal>>;

/// A change of the content of the document.
pub type ContentChange = Box<dyn FnOnce(&mut Content) -> Result<(), Refusal>>;

/// What a panel asks for: nothing happens before [`apply`](super::apply) does it.
pub enum Action {
    /// A command.
    Run(Command),
    /// A command, repeated this number of times.
    Repeat(Command, usize),
    /// A change of the selection.
    Select(Select),
    /// A change of the document.
    Edit(Edit),
    /// The time.
    Time(Time),
    /// What is pointed at.
    Point(Point),
    /// The state of the view.
    Show(Show),
    /// A choice that is kept between runs.
    Prefer(Prefer),
    /// A message.
    Tell(Tell),
    /// The poses of the library.
    Poses(Poses),
    /// A file, a picture, a job.
    Files(Files),
}

/// A change of the selection.
pub enum Select {
    /// A joint alone.
    Joint(usize),
    /// A joint too, or no longer.
    Toggle(usize),
    /// These joints alone.
    Joints(Vec<usize>),
    /// A figure.
    Actor(usize),
}

/// A change of the document.
pub enum Edit {
    /// Of the selected figure, as one step.
    Actor(Phrase, Change),
    /// Of everything, as one step.
    Content(Phrase, ContentChange),
    /// By a field: all changes of the same field are one step.
    Field(Id, Change),
    /// A joint goes to a place in the world, by a field.
    Reach(Id, usize, Vec3),
    /// The pin of a joint goes to a place in the world, by a field.
    Pin(Id, usize, Vec3),
    /// A joint of a robot gets a value, by a field.
    Value(Id, String, f64),
    /// The limit of a joint, as one step.
    Limit(usize, Option<Limit>),
    /// The limit of a joint, by a field.
    LimitField(Id, usize, Limit),
    /// A joint is rotated into its limit.
    ClampToLimit(usize),
    /// What stopped the last drag is taken out of the way.
    Relax(Obstacle),
    /// The figure gets another name.
    Rename(String),
    /// The un-keyed changes are spread over so many seconds before and after.
    Blend(f32, f32),
    /// A step begins that a drag in a panel changes, unless it has begun.
    Begin(Phrase),
    /// What that drag changes, each time from where it began.
    Preview(Change),
    /// The drag is at its end; the selected keys go along by a number of seconds.
    EndMove(f32),
    /// The drag is at its end; the selected keys are stretched from a time by a factor.
    EndRetime(f32, f32),
    /// The drag is at its end.
    Commit,
    /// What drags snap to.
    Snapping(Snapping),
}

/// The time.
pub enum Time {
    /// Goes to a time, seconds.
    Go(f32),
    /// The same, and stops playing.
    Scrub(f32),
    /// How fast a motion plays.
    Speed(f32),
    /// Another motion plays, or none.
    Motion(Option<usize>),
}

/// What is pointed at in this frame.
pub enum Point {
    /// A joint in a list.
    Joint(usize),
    /// What stopped the last drag.
    Obstacle(Obstacle),
    /// Whether the section with the limit is pointed at.
    Limit(bool),
}

/// The state of the view.
pub enum Show {
    /// Which card lies over the panels.
    Card(Open),
    /// Which sheet lies beside the view of a small window.
    Sheet(Option<Sheet>),
    /// Whether limits are shown all the time.
    Limits(bool),
    /// The document through another lens, or from another place.
    Camera(Camera),
    /// What pictures show of the view.
    Frame(PictureFrame),
    /// The key light.
    Light(Light),
    /// What is behind the figures.
    Background(Background),
}

/// A choice that is kept between runs.
pub enum Prefer {
    /// Which panels are open.
    Panels(Panels),
    /// Whose keys and mouse buttons are used.
    Preset(Preset),
    /// Light or dark.
    Look(Look),
    /// The language.
    Language(Language),
    /// The size of the interface, 1 for the usual one.
    Scale(f32),
    /// Frames or seconds.
    TimeUnit(TimeUnit),
    /// How many hints are no longer needed.
    Hints(u8),
}

/// A message.
pub enum Tell {
    /// What a message offers.
    Remedy(Remedy),
    /// A message is dismissed.
    Dismiss(Banner),
    /// All messages are seen, or only the last one.
    Unfold,
}

/// The poses of the library.
pub enum Poses {
    /// A pose is put on.
    PutOn(Phrase, Arc<SavedPose>),
    /// How poses are put on.
    Manner(Manner),
    /// The pose of the figure is kept under a name.
    Save(String),
    /// A pose is kept.
    Keep(SavedPose),
    /// A pose of the user's gets another name.
    Rename(usize, String),
    /// A pose of the user's is deleted.
    Remove(usize),
}

/// A file, a picture, a job.
pub enum Files {
    /// A file is opened.
    Open(String),
    /// An embedded figure is opened, or added.
    Figure {
        /// Its name.
        name: &'static str,
        /// Whether it is added.
        adds: bool,
    },
    /// The path that was asked for is used.
    AnswerPath,
    /// Pictures are drawn.
    Picture(PictureKind),
    /// The pictures under way are given up.
    CancelPictures,
    /// A range of the motion is baked.
    Bake {
        /// Its first and last time, seconds.
        span: [f32; 2],
        /// What happens to the feet.
        feet: BakedFeet,
    },
}

/// What a bake does with the feet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BakedFeet {
    /// They follow the motion and the pins.
    #[default]
    Free,
    /// Where the motion sets them down, they stay in place on the floor.
    OnFloor,
}

/// Which pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// One.
    Still,
    /// One for each frame of the motion.
    Sequence,
    /// Those that image tools read.
    Tools,
    /// A GIF.
    Film,
    /// A WebM.
    Video,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Run(command)
    }
}

impl Action {
    /// A change of the selected figure, as one step.
    pub fn edit(label: impl Into<Phrase>, change: impl FnOnce(&mut Actor) + 'static) -> Self {
        Self::try_edit(label, |actor| {
            change(actor);
            Ok(())
        })
    }

    /// [`Self::edit`] with a change that may refuse.
    pub fn try_edit(
        label: impl Into<Phrase>,
        change: impl FnOnce(&mut Actor) -> Result<(), Refusal> + 'static,
    ) -> Self {
        Self::Edit(Edit::Actor(label.into(), Box::new(change)))
    }

    /// A change of the motion that plays, as one step.
    pub fn edit_motion(
        label: impl Into<Phrase>,
        change: impl FnOnce(&mut Motion) + 'static,
    ) -> Self {
        Self::edit(label, |actor| {
            if let Some(motion) = actor.playing_mut() {
                change(motion);
            }
        })
    }

    /// A change of the content, as one step.
    pub fn edit_content(
        label: Phrase,
        change: impl FnOnce(&mut Content) -> Result<(), Refusal> + 'static,
    ) -> Self {
        Self::Edit(Edit::Content(label, Box::new(change)))
    }

    /// A change of the selected figure by a field.
    pub fn edit_field(field: Id, change: impl FnOnce(&mut Actor) + 'static) -> Self {
        Self::try_edit_field(field, |actor| {
            change(actor);
            Ok(())
        })
    }

    /// [`Self::edit_field`] with a change that may refuse.
    pub fn try_edit_field(
        field: Id,
        change: impl FnOnce(&mut Actor) -> Result<(), Refusal> + 'static,
    ) -> Self {
        Self::Edit(Edit::Field(field, Box::new(change)))
    }

    /// What a drag in a panel changes.
    pub fn preview(change: impl FnOnce(&mut Actor) -> Result<(), Refusal> + 'static) -> Self {
        Self::Edit(Edit::Preview(Box::new(change)))
    }

    /// A card over the panels.
    #[must_use]
    pub const fn card(open: Open) -> Self {
        Self::Show(Show::Card(open))
    }

    /// A joint alone is selected.
    #[must_use]
    pub const fn select(joint: usize) -> Self {
        Self::Select(Select::Joint(joint))
    }
}
