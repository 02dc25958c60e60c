//! `cargo xtask python`: builds the wheel of the Python package and tests it in an empty
//! environment.
//!
//! maturin, from the package registry, builds it. The tests compare poses with those that the
//! library prints. An option runs something else instead: `--robots` compares the package with Pink
//! and mink, `--engines` tests bulk runs on Ray and Daft, `--blender` and `--panda3d` test the
//! add-on in Blender and the module for Panda3D, and `--soak` makes random calls for a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{
    repository::{cargo, output, root, target_folder},
    results::stamp,
};

/// Relative to the root.
const PACKAGE: &str = "bindings/python";
/// The largest size of a wheel, bytes.
const MOST: u64 = 6_000_000;
/// The build tool of wheels.
const BUILDER: &str = "maturin>=1.9,<2";
/// The variable with the path of the library's poses.
const POSES: &str = "KANSETSU_REQUEST_POSES";

/// What `--robots` compares with.
const RIVALS: [&str; 3] = ["mink==1.3.0", "pin-pink==4.4.0", "daqp==0.11.0"];
/// The results of that comparison.
const ROBOTS: &str = "results/robots.md";

/// The results of bulk runs.
const BULK: &str = "results/bulk.md";
/// The engines of bulk runs: optional parts of the package.
const ENGINES: [&str; 2] = ["ray", "daft"];
/// The variable with the engine that tests use.
const ENGINE: &str = "KANSETSU_ENGINE";

/// The results of random calls.
const SOAK: &str = "results/python-soak.md";

/// Panda3D and its reader of GLB files.
const PANDA3D: [&str; 2] = ["panda3d==1.10.16", "panda3d-gltf==1.3.0"];
/// Runs notebooks.
const NOTEBOOKS: [&str; 2] = ["nbconvert>=7,<8", "ipykernel>=6,<8"];
/// Checks types.
const TYPES: &str = "mypy>=2,<3";

/// Blender as a Python module, for the Python that it is built for: 500 MB.
const BLENDER: &str = "bpy>=4.2";
/// The library of USD.
const USD: &str = "usd-core>=25.11";
/// The variables with the command, and with the files that it converts.
const COMMAND: &str = "KANSETSU_COMMAND";
const FILES: &str = "KANSETSU_FILES";
/// The variable with the model that the add-on's tests pose.
const MODEL: &str = "KANSETSU_MODEL";

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare with Pink and mink on this URDF of the G1 humanoid and write results/robots.md.
    #[arg(long, value_name = "G1.urdf")]
    robots: Option<PathBuf>,
    /// Install Blender and test its add-on on this GLB file of a skinned humanoid.
    #[arg(long, value_name = "MODEL.glb", conflicts_with = "robots")]
    blender: Option<PathBuf>,
    /// Install Panda3D and test the module for it on this GLB file of a skinned humanoid.
    #[arg(long, value_name = "MODEL.glb", conflicts_with_all = ["robots", "blender"])]
    panda3d: Option<PathBuf>,
    /// Convert these files to FBX and USD, and compare the joints, weights and vertices that
    /// Blender and the library of USD read with those of the command.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exchange: Vec<PathBuf>,
    /// Install Ray and Daft, test bulk runs on them and write results/bulk.md.
    #[arg(long, conflicts_with_all = ["robots", "blender", "panda3d"])]
    engines: bool,
    /// Make random calls for this time, and write results/python-soak.md.
    #[arg(long, value_name = "MINUTES", conflicts_with_all = ["robots", "blender", "panda3d", "engines"])]
    soak: Option<f64>,
}

/// Builds, installs and tests.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = target_folder()?.join("python");
    if !options.exchange.is_empty() {
        return exchange(&folder, &options.exchange);
    }
    let builder = Environment::new(&folder.join("build"))?;
    builder.install(&[BUILDER])?;
    let wheel = build(&builder, &folder.join("wheels"))?;
    let size = fs::metadata(&wheel)?.len();
    println!("{}: {:.2} MB", wheel.file_name().unwrap_or_default().display(), size as f64 / 1e6);
    ensure!(size <= MOST, "the wheel has {size} bytes, {MOST} at most");
    let package = wheel.to_string_lossy();
    if let Some(robot) = &options.robots {
        return compare(&folder, &wheel, robot);
    }
    if let Some(model) = &options.blender {
        return client(&folder, ("blender", model), &[&package, BLENDER]);
    }
    if let Some(model) = &options.panda3d {
        return client(&folder, ("panda3d", model), &[&[&*package], &PANDA3D[..]].concat());
    }
    if options.engines {
        return engines(&folder, &package);
    }
    if let Some(minutes) = options.soak {
        return soak(&folder, &package, minutes);
    }
    let poses = folder.join("request_poses.txt");
    fs::write(&poses, library_poses()?)?;
    let user = Environment::new(&folder.join("test"))?;
    user.install(&[&package])?;
    user.test(&folder, "tests", (POSES, &poses))?;
    let readme = fs::read_to_string(root().join(PACKAGE).join("README.md"))?;
    let example = example(&readme).context("the README has no Python block")?;
    user.python(&folder, &["-c", &example], &[])?;
    user.install(&["pyarrow"])?;
    user.test(&folder, "tests/with_pyarrow", (POSES, &poses))?;
    check_types(&user, &folder, &example)?;
    run_notebook(&user, &folder)?;
    check_source_package(&builder, &folder)
}

/// Tests a module in the program that it is for, on a model.
fn client(folder: &Path, (name, model): (&str, &Path), packages: &[&str]) -> Result<()> {
    let environment = Environment::new(&folder.join(name))?;
    environment.install(packages)?;
    let model = fs::canonicalize(model).with_context(|| model.display().to_string())?;
    environment.test(folder, name, (MODEL, &model))
}

/// Compares converted files in Blender and the library of USD.
fn exchange(folder: &Path, files: &[PathBuf]) -> Result<()> {
    // With the whole workspace, as the tests have built it.
    output(cargo().args(["build", "--quiet", "--workspace", "--bin", "kansetsu"]))?;
    let name = format!("debug/kansetsu{}", std::env::consts::EXE_SUFFIX);
    let command = target_folder()?.join(name);
    let absolute =
        |file: &PathBuf| fs::canonicalize(file).with_context(|| file.display().to_string());
    let files = files.iter().map(absolute).collect::<Result<Vec<PathBuf>>>()?;
    let files = PathBuf::from(std::env::join_paths(files)?);
    let environment = Environment::new(&folder.join("exchange"))?;
    environment.install(&[BLENDER, USD])?;
    let tests = root().join(PACKAGE).join("exchange");
    let tests = tests.to_string_lossy();
    let arguments = ["-m", "unittest", "discover", "--verbose", "--start-directory", &tests];
    environment.python(folder, &arguments, &[(COMMAND, &command), (FILES, &files)])
}

/// Tests bulk runs on each engine, in separate environments, and writes the results.
fn engines(folder: &Path, package: &str) -> Result<()> {
    let mut pythons = Vec::new();
    for engine in ENGINES {
        let environment = Environment::new(&folder.join(engine))?;
        environment.install(&[&format!("{package}[{engine}]")])?;
        environment.test(folder, "tests/with_engine", (ENGINE, &PathBuf::from(engine)))?;
        pythons.push(environment);
    }
    let program = root().join(PACKAGE).join("bench/bulk.py");
    let mut command = pythons[0].command(folder);
    command.arg(&program).args(pythons.iter().map(|environment| &environment.python));
    write(BULK, &mut command, "cargo xtask python --engines")
}

/// Makes random calls for a time, and writes what they took.
fn soak(folder: &Path, package: &str, minutes: f64) -> Result<()> {
    let environment = Environment::new(&folder.join("soak"))?;
    environment.install(&[package])?;
    let mut command = environment.command(folder);
    command.arg(root().join(PACKAGE).join("bench/soak.py"));
    command.args(["--minutes", &minutes.to_string()]);
    // With an arena for each thread, fragments of freed memory look like a leak of a few per cent.
    command.env("MALLOC_ARENA_MAX", "1");
    write(SOAK, &mut command, &format!("cargo xtask python --soak {minutes}"))
}

/// Writes what a program prints to a page of results.
fn write(page: &str, command: &mut Command, typed: &str) -> Result<()> {
    let table = String::from_utf8(output(command)?)?;
    print!("{table}");
    fs::write(root().join(page), table)?;
    stamp(page, typed)
}

/// Compares the types with the package, and checks the README's example with them.
fn check_types(user: &Environment, folder: &Path, example: &str) -> Result<()> {
    user.install(&[TYPES, "typing_extensions"])?;
    let program = folder.join("readme_example.py");
    fs::write(&program, example)?;
    let options = root().join(PACKAGE).join("pyproject.toml");
    let options = options.to_string_lossy();
    user.python(folder, &["-m", "mypy.stubtest", "kansetsu", "--mypy-config-file", &options], &[])?;
    let program = program.to_string_lossy();
    user.python(folder, &["-m", "mypy", "--config-file", &options, &program], &[])
}

/// Executes the notebook. Its cells assert what they show.
fn run_notebook(user: &Environment, folder: &Path) -> Result<()> {
    user.install(&NOTEBOOKS)?;
    let notebook = root().join(PACKAGE).join("examples/kansetsu.ipynb");
    let (out, notebook) = (folder.to_string_lossy(), notebook.to_string_lossy());
    let convert = ["-m", "nbconvert", "--to", "html", "--execute"];
    let arguments = [&convert[..], &["--output-dir", &out, &notebook]].concat();
    user.python(folder, &arguments, &[])
}

/// Builds the source package and installs the package from it.
fn check_source_package(builder: &Environment, folder: &Path) -> Result<()> {
    let source = build_source(builder, &folder.join("source"))?;
    let user = Environment::new(&folder.join("from_source"))?;
    user.install(&[&source.to_string_lossy()])?;
    user.python(folder, &["-c", "import kansetsu; kansetsu.figure('mannequin')"], &[])
}

/// Writes the results of the comparison on a robot.
fn compare(folder: &Path, wheel: &Path, robot: &Path) -> Result<()> {
    let robot = fs::canonicalize(robot).with_context(|| robot.display().to_string())?;
    let bench = Environment::new(&folder.join("bench"))?;
    bench.install(&[&[&*wheel.to_string_lossy()], &RIVALS[..]].concat())?;
    let program = root().join(PACKAGE).join("bench/robots.py");
    let mut command = bench.command(folder);
    command.arg(&program).arg(robot);
    write(ROBOTS, &mut command, "cargo xtask python --robots G1.urdf")
}

/// Builds the wheel and returns its path.
fn build(builder: &Environment, out: &Path) -> Result<PathBuf> {
    let _ = fs::remove_dir_all(out);
    let arguments =
        ["-m", "maturin", "build", "--release", "--locked", "--out", &out.to_string_lossy()];
    builder.python(&root().join(PACKAGE), &arguments, &[])?;
    let wheel = fs::read_dir(out)?.next().context("maturin wrote no wheel")??;
    Ok(wheel.path())
}

/// Builds the source package and returns its path.
fn build_source(builder: &Environment, out: &Path) -> Result<PathBuf> {
    let _ = fs::remove_dir_all(out);
    let arguments = ["-m", "maturin", "sdist", "--out", &out.to_string_lossy()];
    builder.python(&root().join(PACKAGE), &arguments, &[])?;
    Ok(fs::read_dir(out)?.next().context("maturin wrote no source package")??.path())
}

/// Builds the wheel and the source package.
pub(crate) fn packages() -> Result<[PathBuf; 2]> {
    let folder = target_folder()?.join("python");
    let builder = Environment::new(&folder.join("build"))?;
    builder.install(&[BUILDER])?;
    let wheel = build(&builder, &folder.join("wheels"))?;
    Ok([wheel, build_source(&builder, &folder.join("source"))?])
}

/// The output of the library's own program. It is built together with the wheel's crate: the same
/// features, so nothing is built twice.
fn library_poses() -> Result<Vec<u8>> {
    let packages = ["--package", "kansetsu-python", "--package", "kansetsu-figures"];
    output(
        cargo()
            .args(["build", "--quiet", "--release", "--example", "request_poses"])
            .args(packages),
    )?;
    let program = format!("release/examples/request_poses{}", std::env::consts::EXE_SUFFIX);
    output(&mut Command::new(target_folder()?.join(program)))
}

/// The first Python block of a README.
fn example(readme: &str) -> Option<String> {
    let (_, block) = readme.split_once("```python\n")?;
    Some(block.split_once("```")?.0.to_owned())
}

/// An empty virtual environment of Python.
struct Environment {
    python: PathBuf,
}

impl Environment {
    fn new(folder: &Path) -> Result<Self> {
        let system = if cfg!(windows) { "python" } else { "python3" };
        let status = Command::new(system).args(["-m", "venv", "--clear"]).arg(folder).status();
        ensure!(
            status.context("could not start Python 3.10 or newer")?.success(),
            "could not make a virtual environment"
        );
        let python = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        Ok(Self { python: folder.join(python) })
    }

    fn install(&self, packages: &[&str]) -> Result<()> {
        let arguments =
            [&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], packages]
                .concat();
        self.python(&root(), &arguments, &[])
    }

    /// Runs the tests of a folder of the package.
    fn test(&self, folder: &Path, tests: &str, variable: (&str, &PathBuf)) -> Result<()> {
        let tests = root().join(PACKAGE).join(tests);
        self.python(
            folder,
            &["-m", "unittest", "discover", "--start-directory", &tests.to_string_lossy()],
            &[variable],
        )
    }

    /// Python in a folder. The package of the checkout has no extension module: only the installed
    /// one may be found.
    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.python);
        command.current_dir(folder).env_remove("PYTHONPATH");
        command
    }

    /// Runs Python in a folder.
    fn python(
        &self,
        folder: &Path,
        arguments: &[&str],
        variables: &[(&str, &PathBuf)],
    ) -> Result<()> {
        let mut command = self.command(folder);
        command.args(arguments).envs(variables.iter().copied());
        if !command.status().context("could not start Python")?.success() {
            bail!(
                "python {} failed",
                arguments.iter().take(3).copied().collect::<Vec<_>>().join(" ")
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_the_first_python_block() {
        let readme = "# Title\n\n```sh\npip\n```\n\n```python\nimport kansetsu\n```\n\n```python\nother\n```\n";
        assert_eq!(example(readme).as_deref(), Some("import kansetsu\n"));
        assert_eq!(example("none"), None);
    }
}
