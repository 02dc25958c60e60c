//! The window of the desktop.

use eframe::egui::ViewportBuilder;
use thiserror::Error;

use super::Studio;

/// Why there is no window.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoWindow {
    /// Neither an X server nor a Wayland compositor was found.
    #[error("no display was found")]
    NoDisplay,
    /// The window system refused.
    #[error("{0}")]
    Refused(String),
}

/// Opens the studio and returns when its window is closed. `prepare` is called before the first picture, for example to open a
/// file.
///
/// # Errors
/// [`NoWindow::NoDisplay`] before anything was opened, [`NoWindow::Refused`] when the window or the graphics card failed.
pub fn run(prepare: impl FnOnce(&mut Studio) + Send + 'static) -> Result<(), NoWindow> {
    if !has_display() {
        return Err(NoWindow::NoDisplay);
    }
    let viewport = ViewportBuilder::default()
        .with_title("Kansetsu")
        .with_app_id("kansetsu")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([640.0, 420.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let create = move |creation: &eframe::CreationContext<'_>| {
        let mut studio = Studio::new(creation);
        prepare(&mut studio);
        Ok(Box::new(studio) as Box<dyn eframe::App>)
    };
    eframe::run_native("Kansetsu", options, Box::new(create)).map_err(|error| NoWindow::Refused(error.to_string()))
}

/// Whether there is something to open a window on. Elsewhere than on Unix there always is.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "windows", target_os = "macos")) || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}
