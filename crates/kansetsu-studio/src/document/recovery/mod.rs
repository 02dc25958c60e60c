//! What is kept in case the program ends before the work is saved.
//!
//! [`Autosave`] decides when: some seconds after a change, never during a drag. It writes a record
//! of the whole project into a [`Storage`] (a folder natively, the browser's database in a page)
//! and takes it away once the work is saved. After a crash the record is still there: [`offers`]
//! finds it, for a banner; nothing is opened or thrown away unasked.

mod autosave;
mod doubled;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
mod offer;
mod record;
mod storage;

pub use autosave::{Autosave, Tick};
pub use doubled::Doubled;
#[cfg(not(target_arch = "wasm32"))]
pub use folder::{Folder, beside, in_data_folder};
pub use offer::{Offer, offers};
pub use record::files_of;
pub use storage::{Files, InMemory, Storage};
