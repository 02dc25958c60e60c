//! `--limits-from`: limits from a file, in the form of `kansetsu limits --json`.

use std::path::Path;

use anyhow::{Context, anyhow};
use kansetsu::d3::Limit;
use kansetsu_formats::Figure;
use serde::Deserialize;

use crate::{argument::joint_named, limit_doubts::doubts, message, source};

/// The contents of the file; other keys are ignored.
#[derive(Debug, Deserialize)]
struct LimitFile {
    limits: Vec<LimitEntry>,
}

#[derive(Debug, Deserialize)]
struct LimitEntry {
    joint: String,
    limit: Limit,
}

/// Replaces the figure's limits by those of the file. Joints that are not in the file become free.
/// Suspicious limits cause warnings.
pub(crate) fn apply(path: &Path, figure: &mut Figure) -> anyhow::Result<()> {
    let bytes = source::read(path)?;
    let shown = source::shown(path);
    let file: LimitFile = serde_json::from_slice(&bytes).map_err(|problem| {
        anyhow!("{shown} holds no limits as `kansetsu limits --json` prints them: {problem}")
    })?;
    let mut limits = vec![None; figure.rig.limits.len()];
    for entry in file.limits {
        let joint = joint_named(figure, &entry.joint).with_context(|| shown.clone())?;
        entry
            .limit
            .check()
            .with_context(|| format!("{shown}: the limit of \"{}\"", entry.joint))?;
        doubts(figure, joint, &entry.limit)
            .iter()
            .for_each(|doubt| message::warning(&format!("{shown}: {doubt}")));
        limits[joint] = Some(entry.limit);
    }
    figure.rig.limits = limits;
    Ok(())
}
