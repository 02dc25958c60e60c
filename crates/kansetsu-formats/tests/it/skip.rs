//! Tests that need more than the repository: what they lack is reported, and with `CI=true` they
//! fail.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

/// A file or folder of the test data: of the folder `KANSETSU_CORPUS`, else of `shared/data` beside
/// the checkout.
///
/// Without test data the test is skipped: the caller returns. A file that the test data lack is a
/// mistake.
pub(crate) fn test_data(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if !root.is_dir() {
        skip(&format!("{path} of the test data; KANSETSU_CORPUS names their folder"));
        return None;
    }
    let found = root.join(path);
    assert!(found.exists(), "{} is missing from the test data", found.display());
    Some(found)
}

/// Says which test is skipped, and what it needs. The line goes past the test harness, which hides
/// what passing tests print.
pub(crate) fn skip(needs: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    assert_ne!(
        std::env::var("CI").as_deref(),
        Ok("true"),
        "{test} may not be skipped; it needs {needs}"
    );
    // A closed standard error is no reason to fail.
    let _ = writeln!(std::io::stderr(), "skipped: {test} needs {needs}");
}
