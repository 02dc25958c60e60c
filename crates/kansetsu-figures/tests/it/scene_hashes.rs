//! Bit-identical poses for every named scene and each solver, on several threads and with used
//! scratch memory.
//!
//! `cargo xtask hashes` compares the same file with a release build and with WebAssembly.

use crate::scenes_to_hash::{all, hashes, line};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/scene_hashes.txt");

#[test]
fn golden_scenes_have_the_same_bits_on_1_2_and_7_threads() {
    let scenes = all().unwrap();
    let alone = hashes(1, &scenes).unwrap();
    for threads in [2, 7] {
        let together = hashes(threads, &scenes).unwrap();
        for ((scene, alone), together) in scenes.iter().zip(&alone).zip(together) {
            assert_eq!(
                *alone, together,
                "{}: {alone:016x} on 1 thread, {together:016x} on {threads}",
                scene.name
            );
        }
    }
    let lines: Vec<String> =
        scenes.iter().zip(&alone).map(|(scene, hash)| line(&scene.name, *hash)).collect();
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(GOLDEN, lines.concat()).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN)
        .unwrap_or_else(|error| panic!("{GOLDEN}: {error}; UPDATE_GOLDENS=1 writes it"));
    for (found, expected) in lines.iter().zip(golden.lines()) {
        assert_eq!(
            found.trim_end(),
            expected,
            "the bits of this scene changed; UPDATE_GOLDENS=1 updates the file"
        );
    }
    assert_eq!(
        lines.len(),
        golden.lines().count(),
        "scenes were added or removed; UPDATE_GOLDENS=1 updates the file"
    );
}
