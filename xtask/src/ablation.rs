//! `cargo xtask ablation`: the contribution of each stage of the whole-body solver, by its removal.

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result};

use crate::{
    repository::root,
    results::stamp,
    tuned::{Measured, Programs},
};

/// The path of the table.
const PAGE: &str = "results/ablation.md";

/// A stage, and the constant whose factor removes it.
struct Stage {
    name: &'static str,
    constant: &'static str,
    factor: f32,
}

const STAGES: [Stage; 16] = [
    Stage {
        name: "active set: no exchange after the first pass",
        constant: "PASSES",
        factor: 1.0 / 6.0,
    },
    Stage { name: "damping by the residual", constant: "SUGIHARA", factor: 0.0 },
    Stage { name: "weight of pins without a posture", constant: "PIN_WEIGHT", factor: 0.01 },
    Stage { name: "hold of targets that are nearly met", constant: "HOLD", factor: 0.0 },
    Stage { name: "geometric stiffness", constant: "GEOMETRIC_STIFFNESS", factor: 0.0 },
    Stage { name: "caution after oscillating steps", constant: "MOST_CAUTION", factor: 1.0 / 64.0 },
    Stage { name: "proximal term", constant: "PROXIMAL", factor: 0.0 },
    Stage { name: "bending of straight limbs", constant: "STRAIGHT_BEND", factor: 0.0 },
    Stage { name: "self-collision and balance", constant: "ACTIVATION_DISTANCE", factor: -100.0 },
    Stage { name: "centering of nearest points", constant: "CENTERING", factor: 0.0 },
    Stage { name: "penalty continuation of a solve", constant: "MAX_PENALTY", factor: 0.01 },
    Stage { name: "penalty continuation of frames", constant: "FRAME_PENALTY_FACTOR", factor: 0.8 },
    Stage { name: "correction", constant: "CORRECTION_STEPS", factor: 0.0 },
    Stage { name: "several steps in a frame", constant: "FRAME_STEPS", factor: 0.125 },
    Stage { name: "velocity limit of frames", constant: "FRAME_ROTATION", factor: 100.0 },
    Stage { name: "step cap with a posture", constant: "POSTURE_STEP_CAP", factor: 100.0 },
];

/// Measures without each stage in order, prints, and writes `results/ablation.md`.
pub(crate) fn run() -> Result<()> {
    let programs = Programs::build()?;
    let base = programs.measure(None)?;
    let mut table = format!(
        "| without | constant | time | {}| all stages | | | {} |\n",
        Measured::HEAD.replacen("| --- |", "| --- | --- |", 1),
        base.row(None)
    );
    print!("{table}");
    for Stage { name, constant, factor } in STAGES {
        let row = match programs.measure(Some((programs.constant(constant)?, factor))) {
            Ok(measured) => {
                format!("×{:.1} | {}", measured.seconds / base.seconds, measured.row(Some(&base)))
            }
            Err(error) => format!("| not measured: {error}"),
        };
        let row = format!("| {name} | `{constant}` ×{factor:.4} | {row} |");
        println!("{row}");
        writeln!(table, "{row}")?;
    }
    let path = root().join(PAGE);
    fs::create_dir_all(path.parent().context(PAGE)?)?;
    fs::write(path, format!("{}\n{table}", include_str!("ablation/before.md"))).context(PAGE)?;
    stamp(PAGE, "cargo xtask ablation")
}
