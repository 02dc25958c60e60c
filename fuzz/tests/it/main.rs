//! The targets of the fuzzing program.

use kansetsu_fuzz::all;

#[test]
fn the_names_of_targets_differ() {
    let mut names: Vec<&str> = all().iter().map(|target| target.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
