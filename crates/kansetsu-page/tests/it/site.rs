//! The web app as built, on a local server.

use std::{
    env,
    io::{self, Write as _},
    path::PathBuf,
    thread,
};

use crate::server::Server;

/// One test in this many runs in a sample.
const EVERY: u64 = 3;

/// The address of the web app; `None`, reported in one line, where it was not built or where the
/// test is not in the sample. In CI it must have been built.
pub(crate) fn address() -> Option<String> {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    if let Ok(seed) = env::var("KANSETSU_BROWSER_SAMPLE")
        && !is_in_sample(test, &seed)
    {
        report(&format!("not in the sample of {seed}: {test} (cargo xtask ci --full runs all)"));
        return None;
    }
    let Some(folder) = env::var_os("KANSETSU_PAGE").map(PathBuf::from) else {
        assert_ne!(
            env::var("CI").as_deref(),
            Ok("true"),
            "KANSETSU_PAGE does not name the folder of the web app"
        );
        report(&format!("skipped: {test} needs the web app (cargo xtask web --test builds it)"));
        return None;
    };
    let server = Server::bind(folder, 0).expect("a free port");
    let address = server.address().expect("an address");
    thread::spawn(move || server.run());
    // Headless browsers find WebGPU adapters that draw nothing.
    Some(format!("http://{address}/?backend=webgl"))
}

/// Writes a line past the test harness, which hides what passing tests print.
fn report(line: &str) {
    // A closed standard error is not a failure.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether a seed selects a test.
fn is_in_sample(test: &str, seed: &str) -> bool {
    (hash(test) ^ hash(seed)).is_multiple_of(EVERY)
}

/// FNV-1a: short, and the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn a_seed_chooses_about_a_third_and_every_test_is_chosen_by_some_seed() {
    let names: Vec<String> = (0..36).map(|number| format!("posing::test_{number}")).collect();
    let chosen = |seed: u32| names.iter().filter(move |name| is_in_sample(name, &seed.to_string()));
    assert!(
        (0..20).all(|seed| (4..25).contains(&chosen(seed).count())),
        "a third of 36, by chance"
    );
    let seen: std::collections::BTreeSet<_> = (0..40).flat_map(chosen).collect();
    assert_eq!(seen.len(), names.len());
}
