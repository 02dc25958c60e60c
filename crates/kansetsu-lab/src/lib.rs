//! The lab: methods of inverse kinematics to touch, to see step by step and to compare.
//!
//! A [`Page`] is a small world, independent of any window: it takes what the pointer and the keys
//! do, moves on by a frame ([`Page::tick`]), and says what is to be seen as a [`Drawing`]: lines,
//! discs, words, formulas with live numbers. With the feature `window` it is shown by egui, in the
//! studio's window and in its web page; with the feature `picture` it becomes a PNG, an SVG or a
//! GIF, the same bytes on every run. What a page shows comes from the library called as anybody
//! would call it; the methods as they were published are those of [`kansetsu::classic`].
//!
//! ```
//! use kansetsu_lab::{Held, open};
//!
//! let mut page = open("elbow").expect("a page of the lab");
//! page.tick(Held { left: true, ..Held::default() });
//! assert_eq!(page.values().number("end_x"), 937.5);
//! assert_eq!(page.link(), "lab/elbow?end_x=937.5");
//! ```

mod about;
mod action;
mod catalogue;
mod character;
mod drawing;
mod editor;
mod elbow;
mod field;
mod font;
mod formula;
mod ink;
mod input;
mod lens;
mod lesson;
mod limbs;
mod method;
mod page;
mod plot;
mod race;
mod reach;
mod stage;
mod subject;
mod swivel;
mod tentacles;
pub mod text;
mod values;
mod world;

#[cfg(feature = "picture")]
pub mod picture;
#[cfg(feature = "window")]
pub mod window;

pub use about::About;
pub use action::Action;
pub use catalogue::{NAMES, about, follow, is_link, open};
pub use character::Character;
pub use drawing::{Anchor, Drawing, Fact, Row, Shape, Table};
pub use editor::{Editor, Event, Mode, Tool, Way};
pub use elbow::Elbow;
pub use field::{Field, Kind};
pub use font::FONT;
pub use formula::{Formula, Laid, Part};
pub use ink::Ink;
pub use input::{Held, Press};
pub use lens::Lens;
pub use lesson::{Step, lesson};
pub use limbs::Limbs;
pub use method::Method;
pub use page::{OpenFigure, Page, SIZE};
pub use race::{Course, Race, Run, Score};
pub use reach::{Map, Plan, Point, Reach, Reached, Reason};
pub use subject::{usual_base, usual_tip};
pub use swivel::{Circle, HeldLimb, Rule, Stand, Swivel, parger};
pub use tentacles::Tentacles;
pub use values::Values;
pub use world::{Answer, World};
