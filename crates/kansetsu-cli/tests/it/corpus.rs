//! Real files, where they are at hand.

use std::path::{Path, PathBuf};

/// A file of the corpus: of the folder `KANSETSU_CORPUS`, else `shared/data` beside the checkout. Without the
/// corpus the test says what it leaves out, unless `CI=true`, where it must be there.
pub(crate) fn file(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KANSETSU_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    if root.is_dir() {
        let found = root.join(path);
        assert!(found.exists(), "{} is missing from the corpus", found.display());
        return Some(found);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no corpus at {}", root.display());
    println!("not run: needs {path} of the corpus (KANSETSU_CORPUS)");
    None
}
