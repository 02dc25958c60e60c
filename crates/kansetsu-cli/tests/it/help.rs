//! Help that helps.

use crate::command::kansetsu;

#[test]
fn every_command_explains_itself_with_examples() {
    for command in [
        &[][..],
        &["demo"],
        &["inspect"],
        &["fk"],
        &["solve"],
        &["compare"],
        &["classic"],
        &["classic", "tentacle"],
        &["classic", "editor"],
        &["render"],
        &["match"],
        &["twist"],
        &["smooth"],
        &["euler"],
        &["limits"],
    ] {
        let run = kansetsu(&[command, &["--help"]].concat()).done();
        assert!(run.out.contains("Examples:\n  kansetsu") && run.err.is_empty(), "{command:?}: {}", run.out);
    }
}

#[test]
fn the_help_names_every_embedded_figure_and_each_can_be_opened() {
    let help = kansetsu(&["--help"]).done().out;
    let figures: Vec<&str> =
        help.split_whitespace().filter(|word| word.starts_with("figure:")).filter(|word| !word.contains("NAME")).collect();
    assert!(figures.len() >= 8, "{figures:?}");
    for figure in figures {
        kansetsu(&["inspect", figure.trim_end_matches('.')]).done();
    }
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(kansetsu(&["--version"]).done().out, format!("kansetsu {}\n", env!("CARGO_PKG_VERSION")));
}
