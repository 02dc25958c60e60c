//! One step of `cargo xtask ci`.

use std::ffi::OsString;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::repository::cargo;

/// A named check.
pub(super) struct Step {
    name: &'static str,
    action: Action,
    variables: Vec<(&'static str, OsString)>,
}

enum Action {
    /// Arguments for cargo, which prints to the terminal.
    Cargo(Vec<String>),
    Own(fn() -> Result<()>),
}

impl Step {
    /// A check in Rust code.
    pub(super) fn new(name: &'static str, check: fn() -> Result<()>) -> Self {
        Self { name, action: Action::Own(check), variables: Vec::new() }
    }

    /// A cargo command, its arguments separated by blanks.
    pub(super) fn cargo(name: &'static str, arguments: &str) -> Self {
        let arguments = arguments.split_whitespace().map(String::from).collect();
        Self { name, action: Action::Cargo(arguments), variables: Vec::new() }
    }

    /// With an environment variable for the cargo command.
    pub(super) fn with_variable(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Prints its name, runs it, prints its time; an error names the step.
    pub(super) fn run(&self, number: usize, of: usize) -> Result<()> {
        println!("\n[{number}/{of}] {}", self.name);
        let start = Instant::now();
        self.act().with_context(|| format!("ci failed at step {number}, {}", self.name))?;
        println!("[{number}/{of}] passed in {:.1} s", start.elapsed().as_secs_f32());
        Ok(())
    }

    /// Runs the action.
    pub(super) fn act(&self) -> Result<()> {
        match &self.action {
            Action::Own(check) => check(),
            Action::Cargo(arguments) => {
                println!("cargo {}", arguments.join(" "));
                let variables = self.variables.iter().map(|(name, value)| (name, value));
                let status = cargo()
                    .args(arguments)
                    .envs(variables)
                    .status()
                    .context("could not start cargo")?;
                if !status.success() {
                    bail!("cargo {} failed", arguments.first().map_or("", String::as_str));
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_its_step() {
        let step = Step::new("the step", || bail!("the reason"));
        let error = step.run(2, 3).map_err(|error| format!("{error:#}"));
        assert_eq!(error, Err("ci failed at step 2, the step: the reason".into()));
    }

    #[test]
    fn a_failing_cargo_command_fails_the_step() {
        assert!(Step::cargo("no such command", "no-such-command-of-cargo").act().is_err());
        assert!(Step::cargo("version", "--version").act().is_ok());
    }
}
