//! Messages to the user: results on standard output, everything else on standard error.
//!
//! A reader that closes the pipe early (`kansetsu fk figure:mannequin | head -3`) does not cause an
//! error.

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
    process::ExitCode,
};

use anyhow::Context;

use crate::{
    escape::{escaped, escaped_lines},
    standard::is_standard,
};

/// Writes a result to standard output.
pub(crate) fn result(text: &str) -> anyhow::Result<()> {
    bytes(escaped_lines(text).as_bytes())
}

/// Writes a result to standard output, or to standard error if one of the files goes to standard
/// output.
pub(crate) fn result_beside<'a>(
    files: impl IntoIterator<Item = &'a Path>,
    text: &str,
) -> anyhow::Result<()> {
    if files.into_iter().any(is_standard) {
        return io::stderr()
            .write_all(escaped_lines(text).as_bytes())
            .context("cannot write to standard error");
    }
    result(text)
}

/// Writes a file to standard output.
pub(crate) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(failure) if failure.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Prints why a command failed.
pub(crate) fn error(text: &str) {
    say("error: ", text);
}

/// Prints a note about unexpected behaviour.
pub(crate) fn note(text: &str) {
    say("note: ", text);
}

/// Prints a warning about suspicious input.
pub(crate) fn warning(text: &str) {
    say("warning: ", text);
}

fn say(kind: &str, text: &str) {
    // If standard error is closed, no channel is left for the report.
    let _ = writeln!(io::stderr(), "{kind}{}", escaped(text));
}

/// Prints clap's output: help and version unchanged, an error in at most two lines.
pub(crate) fn from_clap(answer: &clap::Error) -> ExitCode {
    if !answer.use_stderr() {
        return match result(&answer.render().to_string()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        };
    }
    let text = answer.render().to_string();
    let _ = writeln!(io::stderr(), "{}", escaped_lines(&two_lines(&text)));
    ExitCode::from(2)
}

/// clap prints paragraphs: the error, a tip, the usage, a pointer to the help. Kept are the error
/// and the tip, or the usage if there is no tip.
fn two_lines(text: &str) -> String {
    let mut paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let problem = paragraphs.next().unwrap_or_default();
    let advice = paragraphs
        .find(|paragraph| paragraph.starts_with("tip:") || paragraph.starts_with("Usage:"));
    match advice {
        Some(advice) => format!("{problem}\n{advice}"),
        None => format!("{problem}; try --help"),
    }
}

#[cfg(test)]
mod tests {
    use super::two_lines;

    #[test]
    fn an_error_of_clap_becomes_two_lines() {
        let text = "error: unexpected argument '--gaol' found\n\n  tip: a similar argument exists: '--goal'\n\nUsage: kansetsu solve <FILE>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            two_lines(text),
            "error: unexpected argument '--gaol' found\ntip: a similar argument exists: '--goal'"
        );
        let missing = "error: the following required arguments were not provided:\n  <FILE>\n\nUsage: kansetsu fk <FILE>\n";
        assert_eq!(
            two_lines(missing),
            "error: the following required arguments were not provided: <FILE>\nUsage: kansetsu fk <FILE>"
        );
    }
}
