//! The help texts.

use crate::command::kansetsu;

#[test]
fn every_command_explains_itself_with_examples() {
    let commands = commands();
    assert!(commands.len() >= 18, "{commands:?}");
    for command in commands {
        let run = kansetsu(
            &[&command.iter().map(String::as_str).collect::<Vec<_>>()[..], &["--help"]].concat(),
        )
        .done();
        assert!(
            run.out.contains("Examples:\n  kansetsu") && run.err.is_empty(),
            "{command:?}: {}",
            run.out
        );
        let mut lines = run
            .out
            .lines()
            .skip_while(|line| *line != "Examples:")
            .skip(1)
            .take_while(|line| !line.is_empty());
        assert!(
            lines.all(|line| line.starts_with("  ")),
            "{command:?}: a line is too long and was broken: {}",
            run.out
        );
    }
}

/// Every subcommand, nested ones included, as the help lists it; the first is the command itself.
pub(crate) fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(command) = found.get(next).cloned() {
        let help = help_of(&command);
        let listed = help
            .lines()
            .skip_while(|line| *line != "Commands:")
            .skip(1)
            .take_while(|line| !line.is_empty());
        for name in listed.filter_map(|line| {
            line.strip_prefix("  ")?.split_whitespace().next().filter(|_| !line.starts_with("   "))
        }) {
            if name != "help" {
                found.push([&command[..], &[name.to_owned()]].concat());
            }
        }
        next += 1;
    }
    found
}

pub(crate) fn help_of(command: &[String]) -> String {
    let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
    kansetsu(&words).done().out
}

/// The examples of a help text. A line that ends in a backslash continues, and text behind two
/// spaces is a remark.
fn examples(help: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in help.lines().skip_while(|line| *line != "Examples:") {
        let is_first = line == "  kansetsu" || line.starts_with("  kansetsu ");
        if !goes_on && !is_first {
            continue;
        }
        let words = line.trim().split("  ").next().unwrap();
        let part = words.trim_end_matches('\\').trim();
        match examples.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(&format!(" {part}")),
            None => examples.push(part.to_owned()),
        }
        goes_on = words.ends_with('\\');
    }
    examples
}

/// Runs the examples in a shell, in sequence in an empty folder where only `kansetsu demo` was run.
#[cfg(unix)]
#[test]
fn every_example_runs() {
    use std::{fs, os::unix::fs::PermissionsExt, process::Command};

    let folder = crate::files::Folder::new();
    kansetsu(&[
        "demo",
        "--out",
        &folder.path("kansetsu-demo"),
        "--sheet",
        "1x1",
        "--size",
        "20x20",
    ])
    .done();
    fs::create_dir(folder.path("bin")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kansetsu"), folder.path("bin/kansetsu"))
        .unwrap();
    // Not every machine has jq, and its output is not under test.
    let jq = folder.with("bin/jq", "#!/bin/sh\ncat > /dev/null\n");
    fs::set_permissions(jq, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path("bin"), std::env::var("PATH").unwrap());
    for command in commands() {
        let found = examples(&help_of(&command));
        assert!(!found.is_empty(), "{command:?}");
        // The studio has its own tests.
        let opens_window = |example: &str| {
            cfg!(feature = "studio")
                && (example == "kansetsu" || example.starts_with("kansetsu studio"))
        };
        for example in found.iter().filter(|example| !opens_window(example)) {
            let mut shell = Command::new("bash");
            let run = shell
                .args(["-o", "pipefail", "-c", example])
                .env("PATH", &path)
                .current_dir(folder.path(""))
                .output()
                .unwrap();
            assert!(run.status.success(), "{example}: {}", String::from_utf8_lossy(&run.stderr));
        }
    }
}

#[test]
fn the_help_names_every_embedded_figure_and_each_can_be_opened() {
    let help = kansetsu(&["--help"]).done().out;
    let figures: Vec<&str> = help
        .split_whitespace()
        .filter(|word| word.starts_with("figure:"))
        .filter(|word| !word.contains("NAME"))
        .collect();
    assert!(figures.len() >= 8, "{figures:?}");
    for figure in figures {
        kansetsu(&["inspect", figure.trim_end_matches('.')]).done();
    }
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(
        kansetsu(&["--version"]).done().out,
        format!("kansetsu {}\n", env!("CARGO_PKG_VERSION"))
    );
}
