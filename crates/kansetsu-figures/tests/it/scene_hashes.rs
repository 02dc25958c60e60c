//! Bit-identical poses for every named scene and each solver, on several threads and with used
//! scratch memory.
//!
//! `cargo xtask hashes` compares the same file with a release build and with WebAssembly.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scenes_to_hash::{Run, Scene, all, line};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/scene_hashes.txt");

#[test]
fn golden_scenes_have_the_same_bits_on_1_2_and_7_threads() {
    let scenes = all().unwrap();
    let hashes = solve_on(1, &scenes);
    for threads in [2, 7] {
        for ((scene, alone), together) in scenes.iter().zip(&hashes).zip(solve_on(threads, &scenes))
        {
            assert_eq!(
                *alone, together,
                "{}: {alone:016x} on 1 thread, {together:016x} on {threads}",
                scene.name
            );
        }
    }
    let lines: Vec<String> =
        scenes.iter().zip(&hashes).map(|(scene, hash)| line(&scene.name, *hash)).collect();
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

/// The hash of each scene. Each thread has separate scratch memory and takes the next free scene.
fn solve_on(threads: usize, scenes: &[Scene]) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let solve = || {
        let mut run = Run::default();
        let taken = std::iter::from_fn(|| {
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < scenes.len())
        });
        let solved = taken.map(|index| {
            (
                index,
                scenes[index]
                    .hash(&mut run)
                    .unwrap_or_else(|error| panic!("{}: {error}", scenes[index].name)),
            )
        });
        solved.collect::<Vec<_>>()
    };
    let mut hashes: Vec<(usize, u64)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(solve)).collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().expect("a scene was not solved"))
            .collect()
    });
    hashes.sort_unstable();
    hashes.into_iter().map(|(_, hash)| hash).collect()
}
