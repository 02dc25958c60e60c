//! `cargo xtask results`: measures and writes pages of `results/`.
//!
//! Other tasks write pages too: `evidence`, `bench`, `latency`, `ablation`, `natural`. Each page
//! starts with its title and a stamp: the commit and the command that wrote it.

mod page;
mod stamp;

use std::fs;

use anyhow::{Context, Result, bail};

use page::{PAGES, Page};
pub(crate) use stamp::{Stamp, stamp};

use crate::repository::{cargo, output, root};

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The pages to measure; without one they are listed.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// Measures the pages and writes them.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.names.is_empty() {
        PAGES.iter().for_each(|page| println!("{}", page.name));
    }
    for name in &options.names {
        match PAGES.iter().find(|page| page.name == name) {
            Some(page) => measure(page)?,
            None => bail!("there is no page {name}; `cargo xtask results` lists them"),
        }
    }
    Ok(())
}

fn measure(page: &Page) -> Result<()> {
    let path = format!("results/{}.md", page.name);
    let mut command = cargo();
    command.args(["run", "--quiet", "--release", "--package", page.package]);
    command.args(page.program).arg("--").args(page.arguments()?);
    let text = String::from_utf8(output(&mut command)?).context("the output is not UTF-8")?;
    print!("{text}");
    fs::write(root().join(&path), text).with_context(|| path.clone())?;
    stamp(&path, &format!("cargo xtask results {}", page.name))
}
