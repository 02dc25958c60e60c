//! `cargo xtask web`: builds the page into dist/, tells how large it is, and serves it.

mod build;
mod server;
mod sizes;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::repository::{cargo, root};
pub(crate) use build::{bind, program};
use server::Server;

/// Tells the page's tests where it lies.
pub(crate) const VARIABLE: &str = "KANSETSU_PAGE";

/// What is wanted of the page.
#[derive(Args)]
pub(crate) struct Wish {
    /// Serves the page on this machine, for a browser on this machine alone.
    #[arg(long)]
    serve: bool,
    /// The port to serve on; 0 takes a free one.
    #[arg(long, default_value_t = 8380, value_name = "PORT")]
    port: u16,
    /// Drives the page in a browser.
    #[arg(long)]
    test: bool,
    /// Takes the page that lies in dist/ as it is.
    #[arg(long)]
    no_build: bool,
}

/// Builds, and then does what is wanted.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    if !wish.no_build {
        build()?;
    }
    if wish.test {
        test()?;
    }
    if wish.serve {
        serve(wish.port)?;
    }
    Ok(())
}

/// Where the page lies.
pub(crate) fn folder() -> std::path::PathBuf {
    root().join("dist")
}

/// Builds the page and checks its size.
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
        bail!("the page does not do what it promises");
    }
    Ok(())
}

fn serve(port: u16) -> Result<()> {
    if !folder().join("index.html").is_file() {
        bail!("there is no page in dist/: cargo xtask web builds it");
    }
    let server = Server::bind(folder(), port)
        .with_context(|| format!("port {port} cannot be had; --port names another"))?;
    println!("http://{}/  (Ctrl+C ends it)", server.address()?);
    server.run().context("the server ended")
}
