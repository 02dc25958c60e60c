//! The corpora are replayed, and each target gets a short run.

use kansetsu_fuzz::{Fuzzer, Target, all};

fn run(target: Target) {
    let mut fuzzer = Fuzzer::new(target, 1, Vec::new()).expect("a corpus and a thread");
    let mut finds = fuzzer.replay();
    let replayed = fuzzer.tally();
    finds.extend((0..target.sample).filter_map(|_| fuzzer.step()));
    assert!(finds.is_empty(), "{}: {finds:?}", target.name);
    assert!(replayed.inputs > 1, "{} has no seeds", target.name);
    assert!(fuzzer.tally().outcomes > 1, "{} tells nothing apart", target.name);
}

#[test]
fn every_target_keeps_its_promises_on_its_corpus_and_on_mutations() {
    all().into_iter().for_each(run);
}

#[test]
fn the_names_of_targets_differ() {
    let mut names: Vec<&str> = all().iter().map(|target| target.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
