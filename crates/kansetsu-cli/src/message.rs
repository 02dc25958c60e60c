//! What is said to the user: results on standard output, everything else on standard error.
//!
//! A reader that went away (`kansetsu fk figure:mannequin | head -3`) is no error.

use std::{
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

use anyhow::Context;

/// Writes a result to standard output.
pub(crate) fn result(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(failure) if failure.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Says why nothing was done.
pub(crate) fn error(text: &str) {
    say("error: ", text);
}

/// Says what was done otherwise than one might expect.
pub(crate) fn note(text: &str) {
    say("note: ", text);
}

/// Says that something in the input is odd.
pub(crate) fn warning(text: &str) {
    say("warning: ", text);
}

fn say(kind: &str, text: &str) {
    // There is nowhere left to complain when standard error is gone.
    let _ = writeln!(io::stderr(), "{kind}{text}");
}

/// Prints clap's answer: help and version as they are, an error in at most two lines.
pub(crate) fn from_clap(answer: &clap::Error) -> ExitCode {
    if !answer.use_stderr() {
        return match result(&answer.render().to_string()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        };
    }
    let text = answer.render().to_string();
    let _ = writeln!(io::stderr(), "{}", two_lines(&text));
    ExitCode::from(2)
}

/// clap's paragraphs are: what is wrong, a tip, the usage, where to find help. Two of them are enough.
fn two_lines(text: &str) -> String {
    let mut paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let problem = paragraphs.next().unwrap_or_default();
    let advice = paragraphs.find(|paragraph| paragraph.starts_with("tip:") || paragraph.starts_with("Usage:"));
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
        assert_eq!(two_lines(text), "error: unexpected argument '--gaol' found\ntip: a similar argument exists: '--goal'");
        let missing = "error: the following required arguments were not provided:\n  <FILE>\n\nUsage: kansetsu fk <FILE>\n";
        assert_eq!(two_lines(missing), "error: the following required arguments were not provided: <FILE>\nUsage: kansetsu fk <FILE>");
    }
}
