//! Tests with requirements beyond the repository: missing ones are reported, and with `CI=true`
//! they fail.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

/// A file or folder of the test data: of the folder `KANSETSU_CORPUS`, else of `shared/data` beside
/// the checkout.
///
/// Without the file the test is skipped: the caller returns.
pub(crate) fn test_data(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    let found = root.join(path);
    if !found.exists() {
        skip(&format!("{path} of the test data; KANSETSU_CORPUS names their folder"));
        return None;
    }
    Some(found)
}

/// Reports which test is skipped, and its requirement. The line bypasses the test harness, which
/// hides the output of passing tests.
pub(crate) fn skip(needs: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    assert_ne!(
        std::env::var("CI").as_deref(),
        Ok("true"),
        "{test} may not be skipped; it needs {needs}"
    );
    // A closed standard error is not a failure.
    let _ = writeln!(std::io::stderr(), "skipped: {test} needs {needs}");
}
