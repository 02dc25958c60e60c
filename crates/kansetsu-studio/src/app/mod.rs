//! The application: the same in a window, in a web page and in tests.

mod backdrop;
mod baking;
mod banner;
mod body_points;
mod commands;
mod dialog;
mod disk;
pub mod drag;
mod editing;
mod files;
mod film;
mod handles;
mod host;
mod import;
mod job;
mod keeping;
mod key_clipboard;
mod keyboard;
mod keypoints;
mod limit_edit;
mod moving;
mod navigation;
mod outgoing;
mod path_question;
mod pictures;
mod pointer;
mod preferences;
mod relaxing;
mod shelf;
mod stance;
mod state;
mod studio;
mod system;
pub(crate) mod tasks;
mod thumbnails;
pub mod touchable;
mod values;
#[cfg(all(feature = "video", not(target_arch = "wasm32")))]
mod video;
mod webm;
#[cfg(not(target_arch = "wasm32"))]
mod window;
mod zip;

pub use kansetsu_lab::window::theme;

pub use backdrop::Backdrop;
pub use baking::Baked;
pub use banner::{Banner, Banners, Remedy, Weight};
pub(crate) use commands::Away;
pub use dialog::{Dialogs, Outgoing, Request};
pub(crate) use files::Arrival;
pub use handles::{Handle, ShownLimit, ShownPole};
pub use host::{Filmer, Foreign, Handed, Host, LabOrder, ReadByHost, WhenFilmed, WhenHanded, WhenPicked, WhenRead};
pub use import::{GivenFile, Unreadable};
pub use job::{Job, Poll, Progress, Work};
pub use keeping::Keeper;
pub use keypoints::Pictured;
pub use limit_edit::LimitSession;
pub use navigation::Navigation;
pub use path_question::{Entry, PathQuestion};
pub use pictures::{Layer, PictureOrder, Shoot};
pub use preferences::{Look, Panels, Preferences};
pub use relaxing::Relaxed;
pub use shelf::OwnPose;
pub use studio::{Hover, Open, Studio};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use system::stamp;
pub(crate) use tasks::Tasks;
pub use values::{ShownValues, Values};
#[cfg(all(feature = "video", not(target_arch = "wasm32")))]
pub use video::Encoder;
pub use webm::{Footage, Packed, webm};
#[cfg(not(target_arch = "wasm32"))]
pub use window::{NoWindow, run};
