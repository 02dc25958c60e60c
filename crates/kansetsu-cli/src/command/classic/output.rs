//! The number of steps, and the outputs.

use std::path::PathBuf;

use anyhow::bail;

use super::{drawing, trace::Trace};
use crate::{
    json, message,
    outbox::{self, Outbox},
    picture, report,
    standard::is_standard,
};

/// The number of steps, and the outputs.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Output {
    /// The number of steps
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000), allow_hyphen_values = true)]
    pub(super) steps: u32,
    /// Draw all states as SVG here, the last one darkest; - for standard output (methods in 3D are
    /// seen from the front)
    #[arg(long, value_name = "OUT.svg")]
    picture: Option<PathBuf>,
    /// Print JSON: {"method", "unit", "goals", "bones", "steps": [{"step", "distances", "joints",
    /// "note"}]}
    #[arg(long)]
    json: bool,
}

impl Output {
    /// The steps, counted from 1.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        1..=self.steps as usize
    }

    pub(super) fn check(&self) -> anyhow::Result<()> {
        let Some(path) = &self.picture else { return Ok(()) };
        // Standard output has no extension, and there is only one format here.
        if !is_standard(path) && picture::Format::of(path)? != picture::Format::Svg {
            bail!("\"{}\": the steps are drawn as SVG; use the extension .svg", path.display());
        }
        outbox::check(path)
    }

    pub(super) fn write(&self, trace: &Trace) -> anyhow::Result<()> {
        let mut text = if self.json { json::text(trace)? } else { trace.table().to_string() };
        if let Some(path) = &self.picture {
            let mut outbox = Outbox::default();
            outbox.add(path, drawing::svg(trace).as_bytes())?;
            outbox.send()?;
            if !self.json {
                text.push_str(&format!("\n{}", report::wrote(path)));
            }
        }
        message::result_beside(self.picture.as_deref(), &text)
    }
}
