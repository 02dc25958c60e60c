//! Files that come together: dropped, picked, or named by a path.
//!
//! An [`Import`] is plain state: its files, and for each of them, at the end, exactly one message
//! that says what became of it. Files are opened in the order of their [`Kind`], models before
//! motions, for any order in which they came. One file is read at a time, in the background, so
//! that the outcome does not depend on which thread is faster. Imports run one after another.
//!
//! What was read belongs to one document and one figure, by keys that never repeat: when either is
//! gone meanwhile, nothing is changed and the message says so. A message says that something was
//! done only after it was done.

mod bones;
mod given;
mod kind;
mod message;
mod opening;
mod queue;
mod read;
mod report;
mod run;
mod unreadable;

pub(super) use bones::joints_of;
pub use given::GivenFile;
pub(super) use given::last_part;
pub(super) use message::{figure_is_gone, stands_in_t_pose};
pub use opening::take_figure;
pub(super) use opening::{play_first, show_answer};
pub(crate) use queue::{Given, Import, Place, Step};
use queue::{Home, Reading};
pub(super) use read::Order;
use read::{Attempt, MotionsFor, Read};
pub(crate) use run::reading;
pub(super) use run::{import, take_step};
pub use unreadable::Unreadable;
