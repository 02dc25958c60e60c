//! The lines that the plugin logs.

use std::sync::{Mutex, Once};

use log::{LevelFilter, Log, Metadata, Record};

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static ONCE: Once = Once::new();

struct Capture;

impl Log for Capture {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let thread = std::thread::current();
        let line = format!("{}: {}", thread.name().unwrap_or_default(), record.args());
        LINES.lock().unwrap().push(line);
    }

    fn flush(&self) {}
}

/// Starts to capture.
pub(crate) fn capture() {
    ONCE.call_once(|| {
        log::set_logger(&Capture).unwrap();
        log::set_max_level(LevelFilter::Warn);
    });
}

/// The number of lines of this test that contain a text.
pub(crate) fn count(text: &str) -> usize {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default().to_owned();
    let lines = LINES.lock().unwrap();
    lines.iter().filter(|line| line.starts_with(&test) && line.contains(text)).count()
}
