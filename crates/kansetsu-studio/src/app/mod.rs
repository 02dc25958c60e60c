//! The application: the same in a window, in a web page and in tests.

mod action;
mod apply;
mod arrival;
mod backdrop;
mod baking;
mod banner;
mod body_points;
mod clock;
mod commands;
mod context;
mod dialog;
mod disk;
pub mod drag;
mod dragging;
mod editing;
mod editor;
mod exporting;
mod files;
mod film;
mod frame;
mod framing;
mod gesture;
mod handle;
mod handles;
mod host;
mod import;
mod job;
mod keeper;
mod keeping;
mod key_clipboard;
mod keyboard;
mod keypoints;
mod layout;
mod licence;
mod limit_drag;
mod limit_edit;
mod link;
mod moving;
mod navigation;
mod outgoing;
mod path_question;
mod pictures;
mod pointer;
mod preferences;
mod project_file;
mod relaxing;
mod replacing;
mod request;
mod services;
mod session;
mod shelf;
mod shoot;
mod springs;
mod stage;
mod stance;
mod state;
mod still;
mod studio;
mod system;
pub(crate) mod tasks;
mod thumbnails;
pub mod touchable;
mod values;
#[cfg(all(feature = "video", not(target_arch = "wasm32")))]
mod video;
mod view;
mod webm;
#[cfg(not(target_arch = "wasm32"))]
mod window;
mod words;
mod zip;

pub use kansetsu_lab::window::theme;

pub use action::{
    Action, BakedFeet, Change, ContentChange, Edit, Files, PictureKind, Point, Poses, Prefer,
    Select, Show, Tell, Time,
};
pub use apply::apply;
pub(crate) use arrival::Arrival;
pub use backdrop::Backdrop;
pub use banner::{Banner, Banners, Remedy, Weight};
pub use clock::{Clock, TimeUnit};
pub use commands::{remedy, run as run_command};
pub use context::Context;
pub use disk::Entry;
pub use editor::Editor;
pub use files::open_named;
pub use gesture::{Gesture, Press};
pub use handle::{Handle, ShownLimit, ShownPole, manipulator};
pub use handles::{Touch, handle_at, shown_limit, shown_manipulator, shown_poles};
pub use host::{
    Filmer, Foreign, Handed, Host, LabOrder, ReadByHost, WhenConverted, WhenFilmed, WhenHanded,
    WhenPicked, WhenRead,
};
pub(crate) use import::reading;
pub use import::{GivenFile, Unreadable, take_figure};
pub use job::{Job, Poll, Progress, Work};
pub use keeper::Keeper;
pub use keeping::{go_on_with, keep_all, keep_in};
pub use keypoints::Pictured;
pub use licence::licence_caution;
pub use limit_drag::LimitDrag;
pub use link::open_fragment;
pub use navigation::Navigation;
pub use outgoing::project_text;
pub use path_question::PathQuestion;
pub use pictures::{
    makes_videos, openpose_text, save_pose, take_film, take_picture, take_sequence, take_tools,
    take_video,
};
pub use pointer::PointerInput;
pub use preferences::{InterfaceScale, Look, Panels, Preferences};
pub use project_file::{ProjectFile, Stash};
pub use replacing::{put_away, replace};
pub use request::{Dialogs, Outgoing, Request};
pub use services::{Graphics, Inbox, Services};
pub use session::{Fields, Hover, Relaxed, Session};
pub use shelf::{OwnPose, Shelf};
pub use shoot::{Layer, PictureOrder, Shoot};
pub use springs::Springs;
pub use stage::stage;
pub use state::state;
pub use still::{Moment, still};
pub use studio::Studio;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use system::stamp;
pub use tasks::Tasks;
pub use thumbnails::Thumbnails;
pub use values::{ShownValues, Values, joint_values};
#[cfg(all(feature = "video", not(target_arch = "wasm32")))]
pub use video::Encoder;
pub use view::{
    Cards, CommandPalette, CompactLayout, CurveDrag, Grabbed, Hint, Hints, Manner, Open,
    PanelState, PoseList, PutOn, Scale, Sheet, SheetGesture, TimeLine, TreeState, ViewState,
};
pub use webm::{Footage, Packed, webm};
#[cfg(not(target_arch = "wasm32"))]
pub use window::{NoWindow, run};
pub use words::Words;
