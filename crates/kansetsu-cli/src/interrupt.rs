//! Ctrl-C removes half-written files.
//!
//! A file that is being written has a temporary name and is removed when its owner is dropped. A
//! signal ends the process without drops. So a thread waits for the signals, removes the files, and
//! then lets the signal end the process. A shell thus sees the interrupt (130) and stops a loop in
//! a script. It would not stop after an ordinary exit with that number.

use std::io;

use tempfile::NamedTempFile;

/// Creates a temporary file that is removed when the process is interrupted. On systems without
/// such signals only its owner removes it.
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

    /// The paths of all temporary files of this process, past and present. Their names are random
    /// and unique.
    static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    pub(super) fn guarded(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        static LISTENING: Once = Once::new();
        // Before the first file: until then a signal has nothing to remove. If the thread cannot
        // start, the file is still written.
        LISTENING.call_once(|| drop(listen()));
        // Locked while the file is created: a signal comes before it or finds its name.
        let mut paths = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        paths.push(file.path().to_path_buf());
        Ok(file)
    }

    /// Not SIGHUP: under nohup it is ignored, and the process continues.
    fn listen() -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        thread::Builder::new()
            .name("interrupt".to_owned())
            .spawn(move || signals.forever().for_each(end))?;
        Ok(())
    }

    /// Keeps the lock to the end, so that no file is created after the removal.
    fn end(signal: i32) {
        let paths = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        paths.iter().for_each(|path| drop(fs::remove_file(path)));
        // This call does not return on success; if it fails, no gentler way is left.
        drop(emulate_default_handler(signal));
        std::process::exit(128 + signal);
    }
}
