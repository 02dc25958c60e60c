//! The document outlives a reload: it waits in the tab's storage.

use kansetsu_studio::{app::Studio, web};
use web_sys::{Storage, window};

/// Where it waits.
const KEY: &str = "kansetsu.kept";

/// Keeps what was changed; gives whether there was room. What was never changed need not be kept.
pub(super) fn keep(studio: &mut Studio) -> bool {
    studio.cancel_drag();
    if !studio.document.is_modified() {
        return true;
    }
    let Ok(text) = studio.project_text() else { return false };
    storage().is_some_and(|storage| storage.set_item(KEY, &text).is_ok())
}

/// Takes back what was kept, once.
pub(super) fn bring_back(studio: &mut Studio) {
    let Some(storage) = storage() else { return };
    let Ok(Some(text)) = storage.get_item(KEY) else { return };
    if web::open_project(studio, &text).is_ok() {
        // A tab that refuses to forget it brings it back once more: better than to lose it.
        let _ = storage.remove_item(KEY);
    }
}

fn storage() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}
