//! `cargo xtask constants`: every constant of the whole-body solver, its reason, and its effect at
//! ×0.5 and ×2.

use std::{
    fmt::Write as _,
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result};

use crate::{
    repository::root,
    tuned::{Constant, Measured, Programs},
};

/// The path of the table.
pub(crate) const PAGE: &str = "docs/design/constants.md";

/// The factors of constants.
const FACTORS: [f32; 2] = [0.5, 2.0];

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only constants whose name contains this; prints, and writes nothing.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// Measures, prints, and writes `docs/design/constants.md` after a full run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let programs = Programs::build()?;
    let base = programs.measure(None)?;
    let head =
        format!("| constant | factor | {}| as they are | | {} |\n", Measured::HEAD, base.row(None));
    print!("{head}");
    let part = options.only.as_deref().unwrap_or_default();
    let chosen: Vec<&Constant> =
        programs.constants.iter().filter(|constant| constant.name.contains(part)).collect();
    let scaled: Vec<(&Constant, f32)> = chosen
        .iter()
        .filter(|constant| constant.is_scaled)
        .flat_map(|&constant| FACTORS.map(|factor| (constant, factor)))
        .collect();
    let effects = measure(&programs, &base, &scaled);
    if options.only.is_some() {
        return Ok(());
    }
    let mut reasons = String::from("| constant | file | reason |\n| --- | --- | --- |\n");
    for constant in chosen {
        writeln!(reasons, "| {} | `{}` | {} |", constant.entry(), constant.file, constant.reason)?;
    }
    let page = format!(
        "{}\n{reasons}\n## Effects\n\n{head}{}\n",
        include_str!("constants/before.md"),
        effects.join("\n")
    );
    fs::write(root().join(PAGE), page).context(PAGE)
}

/// The rows of constants and factors, measured on all cores.
fn measure(programs: &Programs, base: &Measured, scaled: &[(&Constant, f32)]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || {
            let index = next.fetch_add(1, Ordering::Relaxed);
            scaled.get(index).map(|&(constant, factor)| (index, constant, factor))
        };
        let rows = std::iter::from_fn(take).map(|(index, constant, factor)| {
            let row = match programs.measure(Some((constant, factor))) {
                Ok(measured) => measured.row(Some(base)),
                Err(error) => format!("not measured: {error}"),
            };
            let row = format!("| `{}` | ×{factor} | {row} |", constant.name);
            println!("{row}");
            (index, row)
        });
        rows.collect::<Vec<_>>()
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut rows: Vec<(usize, String)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    rows.sort();
    rows.into_iter().map(|(_, row)| row).collect()
}
