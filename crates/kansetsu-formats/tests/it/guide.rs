//! The pages of the guide with Rust blocks are doc tests of this crate.

use std::{fs, path::Path};

#[test]
fn all_pages_with_rust_blocks_are_doc_tests() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let tested = include_str!("../../src/guide.rs");
    let mut count = 0;
    for folder in [guide.clone(), guide.join("formats")] {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            if name.ends_with(".md")
                && fs::read_to_string(entry.path()).unwrap().contains("```rust")
            {
                assert!(tested.contains(&format!("/{name}\")]")), "{name} is not in src/guide.rs");
                count += 1;
            }
        }
    }
    assert_eq!(count, tested.matches("include_str!").count());
}
