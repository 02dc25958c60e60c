//! `cargo xtask bindings`: builds the C library, installs it into a fresh prefix, and compiles and
//! runs its clients in every language. With `--web` it builds and tests the npm package, with
//! `--bevy` the Bevy plugin, with `--godot` the part of the Godot extension that needs no engine.

mod client;
mod engine;
mod npm;
mod prefix;
mod readme;
mod requests;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    ci::is_ci::is_ci,
    repository::{cargo, root, target_folder},
};
use client::{Outcome, Places};
use npm::Measurements;
pub(crate) use npm::{archive as npm_archive, copy};
use table::CLIENTS;

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Only builds the library and installs it into this folder.
    #[arg(long, value_name = "PREFIX")]
    install: Option<PathBuf>,
    /// Only builds the npm package and runs its tests in Node.js and in a browser.
    #[arg(long, conflicts_with = "install")]
    web: bool,
    /// Writes the sizes and times of the npm package to results/npm.md.
    #[arg(long, requires = "web")]
    record: bool,
    /// Only builds and tests the Bevy plugin.
    #[arg(long, conflicts_with_all = ["install", "web"])]
    bevy: bool,
    /// Only builds the Godot extension and tests its part that needs no engine.
    #[arg(long, conflicts_with_all = ["install", "web", "bevy"])]
    godot: bool,
}

/// Builds, installs and, without `--install`, runs all clients; or tests the binding of an engine.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.web {
        let is_recorded = options.record;
        return npm::run(if is_recorded { Measurements::Recorded } else { Measurements::Shown });
    }
    if options.bevy {
        return engine::BEVY.test();
    }
    if options.godot {
        return engine::GODOT.test();
    }
    if let Some(prefix) = &options.install {
        install(prefix)?;
        println!("installed into {}", prefix.display());
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let places = Places::new(&root(), folder.path());
    for made in [&places.prefix, &places.out] {
        std::fs::create_dir_all(made)?;
    }
    install(&places.prefix)?;
    readme::write_example(&root(), &places.out)?;
    requests::write(&places.out)?;
    run_clients(&places)
}

/// Builds the C library and installs it below a prefix.
pub(crate) fn install(prefix: &Path) -> Result<()> {
    build()?;
    prefix::install(&root(), &target_folder()?.join("release"), prefix)
}

fn run_clients(places: &Places) -> Result<()> {
    let mut missing = Vec::new();
    for client in &CLIENTS {
        println!("\n{}", client.name);
        match client.run(places).with_context(|| format!("bindings: {}", client.name))? {
            Outcome::Passed => println!("passed"),
            Outcome::Missing(program) => {
                println!("not run: {program} is not installed");
                missing.push(program);
            }
        }
    }
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        println!("\nbindings: all {} clients passed", CLIENTS.len());
        return Ok(());
    }
    let missing = missing.join(", ");
    if is_ci() {
        bail!("clients were not run, since these programs are not installed: {missing}");
    }
    println!("\nbindings: the clients that were run passed; not installed: {missing}");
    Ok(())
}

fn build() -> Result<()> {
    let status = cargo()
        .args(["build", "--release", "--quiet", "--package", "kansetsu-c"])
        .status()
        .context("could not start cargo")?;
    if !status.success() {
        bail!("the library could not be built");
    }
    Ok(())
}
