//! The document outlives a reload: the browser keeps its record, and the tab remembers which one was its own.

use kansetsu_studio::app::Studio;
use web_sys::{Storage, window};

/// Where the tab remembers the name of its record.
const KEY: &str = "kansetsu.record";

/// Keeps what was changed; gives whether there was room. What was never changed need not be kept.
pub(super) fn keep(studio: &mut Studio) -> bool {
    let Ok(record) = studio.keep_all() else { return false };
    let Some(tab) = tab() else { return record.is_none() };
    let Some(record) = record else {
        forget(&tab);
        return true;
    };
    tab.set_item(KEY, &record).is_ok()
}

/// Goes on with what was kept before the tab loaded the page anew.
pub(super) fn go_on(studio: &mut Studio) {
    let Some(tab) = tab() else { return };
    let Ok(Some(record)) = tab.get_item(KEY) else { return };
    studio.go_on_with(&record);
    forget(&tab);
}

fn forget(tab: &Storage) {
    // A tab that does not forget names a record that is there no more: nothing will be made of it.
    let _ = tab.remove_item(KEY);
}

fn tab() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}
