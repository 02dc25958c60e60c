//! A client: its commands and its expected output.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

/// A program that calls the library.
pub(super) struct Client {
    pub(super) name: &'static str,
    /// Programs that must be installed.
    pub(super) needs: &'static [&'static str],
    /// Commands, words separated by blanks, run in order. `{c}`, `{unity}`, `{prefix}` and `{out}`
    /// are folders of [`Places`].
    pub(super) commands: &'static [&'static str],
    /// The file in `{out}` with the last command's expected output; without one the output is
    /// shown.
    pub(super) prints: Option<&'static str>,
}

/// The result of a client's run.
pub(super) enum Outcome {
    Passed,
    /// The first program that is not installed.
    Missing(&'static str),
}

/// The folders that commands refer to.
pub(super) struct Places {
    c: PathBuf,
    unity: PathBuf,
    /// The folder of the installed library.
    pub(super) prefix: PathBuf,
    /// The folder of compiled programs.
    pub(super) out: PathBuf,
}

impl Places {
    /// The folders below a new one.
    pub(super) fn new(root: &Path, folder: &Path) -> Self {
        let bindings = root.join("bindings");
        Self {
            c: bindings.join("c"),
            unity: bindings.join("unity"),
            prefix: folder.join("prefix"),
            out: folder.join("out"),
        }
    }

    fn fill(&self, word: &str) -> String {
        let places = [
            ("{c}", &self.c),
            ("{unity}", &self.unity),
            ("{prefix}", &self.prefix),
            ("{out}", &self.out),
        ];
        places
            .iter()
            .fold(word.to_owned(), |word, (name, path)| word.replace(name, &path.to_string_lossy()))
    }

    fn command(&self, words: &str) -> Result<Command> {
        let mut words = words.split_whitespace().map(|word| self.fill(word));
        let mut command = Command::new(words.next().context("a command without a program")?);
        command.args(words).current_dir(&self.out).env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        command.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        Ok(command)
    }
}

impl Client {
    /// Compiles and runs it.
    pub(super) fn run(&self, places: &Places) -> Result<Outcome> {
        if let Some(missing) = self.needs.iter().find(|program| !is_installed(program)) {
            return Ok(Outcome::Missing(missing));
        }
        let mut printed = String::new();
        for words in self.commands {
            let done = places
                .command(words)?
                .output()
                .with_context(|| format!("could not start: {words}"))?;
            printed = String::from_utf8_lossy(&done.stdout).into_owned();
            if !done.status.success() {
                bail!("failed: {words}\n{printed}\n{}", String::from_utf8_lossy(&done.stderr));
            }
        }
        match self.prints {
            None => print!("{printed}"),
            Some(file) => compare(&printed, &fs::read_to_string(places.out.join(file))?)?,
        }
        Ok(Outcome::Passed)
    }
}

fn compare(printed: &str, expected: &str) -> Result<()> {
    let (lines, wanted) = (printed.lines().count(), expected.lines().count());
    if let Some(line) =
        printed.lines().zip(expected.lines()).position(|(printed, expected)| printed != expected)
    {
        bail!("line {} differs from the expected output", line + 1);
    }
    if lines != wanted {
        bail!("{lines} lines were printed, not {wanted}");
    }
    println!("{lines} lines as expected");
    Ok(())
}

fn is_installed(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_differs_is_named() {
        assert!(compare("a\nb\n", "a\nb\n").is_ok());
        assert!(
            compare("a\nc\n", "a\nb\n").is_err_and(|error| error.to_string().contains("line 2"))
        );
        assert!(compare("a\n", "a\nb\n").is_err());
    }

    #[test]
    fn a_missing_program_is_named() {
        let client = Client {
            name: "",
            needs: &["no-such-compiler"],
            commands: &["no-such-compiler"],
            prints: None,
        };
        let places = Places::new(Path::new("a"), Path::new("b"));
        assert!(matches!(client.run(&places), Ok(Outcome::Missing("no-such-compiler"))));
        assert_eq!(places.fill("-I{prefix}/include"), "-Ib/prefix/include");
    }
}
