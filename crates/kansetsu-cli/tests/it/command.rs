//! Runs the program.

use std::{
    io::Write,
    process::{Command, Stdio},
    thread,
};

use serde_json::Value;

/// The result of a run; a file on standard output is bytes.
#[derive(Debug)]
pub(crate) struct Run<Out = String> {
    pub(crate) status: Option<i32>,
    pub(crate) out: Out,
    pub(crate) err: String,
}

/// Runs `kansetsu` with these arguments.
pub(crate) fn kansetsu(args: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_kansetsu")).args(args))
}

/// Runs it with `input` on its standard input.
pub(crate) fn kansetsu_fed(args: &[&str], input: &[u8]) -> Run<Vec<u8>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kansetsu"));
    let piped =
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The process may end without reading.
    let feeder = thread::spawn(move || drop(to_child.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Run {
        status: output.status.code(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Like `kansetsu`, in a folder and without a display.
pub(crate) fn kansetsu_without_display(args: &[&str], folder: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kansetsu"));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(variable);
    }
    run(command.args(args).current_dir(folder))
}

fn run(command: &mut Command) -> Run {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl<Out> Run<Out> {
    /// Asserts that it succeeded.
    pub(crate) fn done(self) -> Self {
        assert_eq!(self.status, Some(0), "{}", self.err);
        self
    }
}

impl Run {
    /// Asserts that it refused with status 2 and one or two lines that contain all of `words`. It
    /// printed no result and did not panic.
    pub(crate) fn refused(self, words: &[&str]) -> Self {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.out, "", "a result despite an error");
        let mut lines = self.err.lines().filter(|line| !line.starts_with("warning: "));
        assert!(
            lines.clone().next().is_some_and(|line| line.starts_with("error: ")),
            "{}",
            self.err
        );
        assert!(lines.by_ref().count() <= 2, "more than two lines: {}", self.err);
        for word in words {
            assert!(self.err.contains(word), "\"{word}\" is not in: {}", self.err);
        }
        assert!(!self.err.contains("panicked") && !self.err.contains("os error"), "{}", self.err);
        self
    }

    /// The result as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// The numbers of a JSON array.
pub(crate) fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The distance between two points.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// The position of the joint of this name.
pub(crate) fn position(document: &Value, name: &str) -> Vec<f64> {
    let joint =
        document["joints"].as_array().unwrap().iter().find(|joint| joint["name"] == name).unwrap();
    numbers(&joint["position"])
}
