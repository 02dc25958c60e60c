//! Compiles and runs programs in C.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The folder of this crate.
pub(crate) const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with the library and the compiled programs.
pub(crate) struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// The shared library that cargo built beside this test, under its final name. Each test has
    /// its own folder.
    pub(crate) fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        std::fs::create_dir_all(&folder).expect("a folder for the program");
        for name in ["libkansetsu.so", "libkansetsu.so.0"] {
            std::fs::copy(library(), folder.join(name)).expect("room for the library");
        }
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Compiles a file with warnings as errors, and runs it.
    pub(crate) fn run(&self, source: &Path, flags: &[&str], arguments: &[&Path]) -> String {
        let program = self.path().join("program");
        let folder = self.path().to_str().expect("temporary folders have UTF-8 names");
        let mut compiler = Command::new("cc");
        compiler
            .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1"])
            .args(flags)
            .arg("-I")
            .arg(Path::new(CRATE).join("include"));
        compiler.arg(source).arg("-o").arg(&program);
        compiler.args([
            &format!("-L{folder}"),
            "-lkansetsu",
            "-lm",
            "-lpthread",
            &format!("-Wl,-rpath,{folder}"),
        ]);
        output(&mut compiler);
        output(Command::new(&program).args(arguments))
    }
}

/// `libkansetsu_c.so` of the same build.
pub(crate) fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    test.with_file_name("libkansetsu_c.so")
}

/// The output of a command, which must succeed.
pub(crate) fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [printed, errors] =
        [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(done.status.success(), "{command:?} failed\n{printed}\n{errors}");
    printed
}
