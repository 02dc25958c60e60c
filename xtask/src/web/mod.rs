//! `cargo xtask web`: builds the web app into dist/, prints its size, and serves it.

mod build;
mod server;
mod sizes;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::repository::{cargo, root};
pub(crate) use build::{PROFILE, bind, program};
use server::Server;

/// The variable with the path of the web app, for its tests.
pub(crate) const VARIABLE: &str = "KANSETSU_PAGE";

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Serves the web app on this machine, for a browser on this machine alone.
    #[arg(long)]
    serve: bool,
    /// The port to serve on; 0 takes a free one.
    #[arg(long, default_value_t = 8380, value_name = "PORT")]
    port: u16,
    /// Tests the web app in a browser.
    #[arg(long)]
    test: bool,
    /// Uses the web app in dist/ without building it.
    #[arg(long)]
    no_build: bool,
}

/// Builds, and then runs the selected actions.
pub(crate) fn run(options: &Options) -> Result<()> {
    if !options.no_build {
        build()?;
    }
    if options.test {
        test()?;
    }
    if options.serve {
        serve(options.port)?;
    }
    Ok(())
}

/// The folder of the web app.
pub(crate) fn folder() -> std::path::PathBuf {
    root().join("dist")
}

/// Builds the web app and checks its size.
pub(crate) fn build() -> Result<()> {
    build::page(&folder())?;
    sizes::check(&folder())
}

fn test() -> Result<()> {
    let arguments = ["test", "--package", "kansetsu-page", "--test", "it"];
    let status = cargo()
        .args(arguments)
        .env(VARIABLE, folder())
        .status()
        .context("could not start cargo")?;
    if !status.success() {
        bail!("the tests of the web app failed");
    }
    Ok(())
}

fn serve(port: u16) -> Result<()> {
    if !folder().join("index.html").is_file() {
        bail!("there is no web app in dist/: cargo xtask web builds it");
    }
    let server = Server::bind(folder(), port)
        .with_context(|| format!("port {port} cannot be used; --port selects another"))?;
    println!("http://{}/  (Ctrl+C ends it)", server.address()?);
    server.run().context("the server ended")
}
