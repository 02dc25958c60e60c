//! Ctrl-C: half-written files do not stay behind.
//!
//! A file that is being written has a temporary name, and goes away with its owner; but a signal
//! ends the process without owners being dropped. So a thread waits for the signals, removes the
//! files, and lets the signal end the process after all: a shell then sees that it was interrupted
//! (130), and a loop in a script stops too, which it would not after an ordinary exit with that
//! number.

use std::io;

use tempfile::NamedTempFile;

/// Makes a temporary file that is removed when the process is interrupted. Where there are no such
/// signals, only its owner removes it.
pub(crate) fn guarded(
    make: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    return unix::guarded(make);
    #[cfg(not(unix))]
    make()
}

#[cfg(unix)]
mod unix {
    use std::{
        fs, io,
        path::PathBuf,
        sync::{Mutex, Once, PoisonError},
        thread,
    };

    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    use tempfile::NamedTempFile;

    /// Where the temporary files of this process are, or were: their names are random and not used
    /// twice.
    static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    pub(super) fn guarded(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        static LISTENING: Once = Once::new();
        // Before the first file: until then a signal has nothing to remove. Without the thread the
        // file is written all the same.
        LISTENING.call_once(|| drop(listen()));
        // Locked while the file is made: a signal comes before it or finds its name.
        let mut paths = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        paths.push(file.path().to_path_buf());
        Ok(file)
    }

    /// Not SIGHUP: who was started by nohup has it ignored, and goes on.
    fn listen() -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        thread::Builder::new()
            .name("interrupt".to_owned())
            .spawn(move || signals.forever().for_each(end))?;
        Ok(())
    }

    /// Keeps the lock to the end, so that no file is made after the removal.
    fn end(signal: i32) {
        let paths = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        paths.iter().for_each(|path| drop(fs::remove_file(path)));
        // It does not return; if it fails there is no gentler way left.
        drop(emulate_default_handler(signal));
        std::process::exit(128 + signal);
    }
}
