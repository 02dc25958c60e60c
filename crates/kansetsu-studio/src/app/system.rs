//! The user's settings in the system or the browser.

#[cfg(not(target_arch = "wasm32"))]
use crate::document::recovery;
use crate::{document::recovery::Storage, text::Language};

/// The bytes that are set aside for undo, where that is less than
/// [`Document`](crate::document::Document) takes by itself: a page shares its memory with the rest
/// of the browser.
pub const UNDO_LIMIT: Option<usize> =
    if cfg!(target_arch = "wasm32") { Some(64 << 20) } else { None };

/// The language of the system.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn language() -> Language {
    sys_locale::get_locale().map_or(Language::default(), |tag| Language::from_tag(&tag))
}

/// The language of the browser.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn language() -> Language {
    let tag = eframe::web_sys::window().and_then(|window| window.navigator().language());
    tag.map_or(Language::default(), |tag| Language::from_tag(&tag))
}

/// The address before the `#` of a link: that of the web app; a window has none, and its links
/// start with the `#`.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub const fn address() -> &'static str {
    ""
}

/// The address of the web app, without the part behind `#`.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn address() -> String {
    let href = eframe::web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// A name that no other run of the program has.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn session() -> String {
    format!("{:x}-{:x}", (stamp() * 1e3) as u64, std::process::id())
}

/// A name that no other run of the program has.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn session() -> String {
    format!("{:x}-{:x}", stamp() as u64, (eframe::web_sys::js_sys::Math::random() * 1e9) as u64)
}

/// Seconds since 1970.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn stamp() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

/// Seconds since 1970.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn stamp() -> f64 {
    eframe::web_sys::js_sys::Date::now() / 1e3
}

/// Where this run keeps preferences and unsaved work: the user's data folder.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn storage() -> Box<dyn Storage> {
    match recovery::in_data_folder() {
        Some(folder) => Box::new(folder),
        None => Box::new(recovery::InMemory::default()),
    }
}

/// The folder of a project file: unsaved work is kept there too. `None` for a name without a
/// folder.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn beside(path: &str) -> Option<Box<dyn Storage>> {
    let path = std::path::Path::new(path);
    path.is_absolute().then(|| Box::new(recovery::beside(path)) as Box<dyn Storage>)
}

/// A page has no folders.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn beside(_: &str) -> Option<Box<dyn Storage>> {
    None
}

/// Where this run keeps preferences and unsaved work until its page gives it a better place.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn storage() -> Box<dyn Storage> {
    Box::new(crate::document::recovery::InMemory::default())
}

/// Reloads the web app; the work is kept and offered. A window has nothing to reload.
#[cfg(not(target_arch = "wasm32"))]
pub const fn reload() {}

/// Reloads the web app; the work is kept and offered.
#[cfg(target_arch = "wasm32")]
pub fn reload() {
    if let Some(window) = eframe::web_sys::window() {
        // Nothing is left to do when even this fails.
        let _ = window.location().reload();
    }
}

/// The part behind `#` in the web app's address. A window has none.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub const fn fragment() -> String {
    String::new()
}

/// The part behind `#` in the web app's address.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn fragment() -> String {
    eframe::web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}
