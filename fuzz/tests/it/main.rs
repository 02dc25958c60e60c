//! The corpora are replayed, and each target gets a short run.

use kansetsu_fuzz::{Find, Fuzzer, Target, all};

/// The finds of a short run.
fn finds(target: Target) -> Vec<Find> {
    let mut fuzzer = Fuzzer::new(target, 1, Vec::new()).expect("a corpus and a thread");
    let mut finds = fuzzer.replay();
    assert!(fuzzer.tally().inputs > 1, "{} has no seeds", target.name);
    for _ in 0..target.sample {
        if fuzzer.is_over() {
            return finds;
        }
        finds.extend(fuzzer.step());
    }
    assert!(fuzzer.tally().outcomes > 1, "{} tells nothing apart", target.name);
    finds
}

#[test]
fn every_target_keeps_its_promises_on_its_corpus_and_on_mutations() {
    for target in all() {
        let finds = finds(target);
        assert!(finds.is_empty(), "{}: {finds:?}", target.name);
    }
}

#[test]
fn the_names_of_targets_differ() {
    let mut names: Vec<&str> = all().iter().map(|target| target.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
