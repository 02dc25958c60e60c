//! `results/evidence.md` and its pictures.

use std::{fmt::Write as _, fs, io, path::Path};

use crate::{
    entry::Verdict,
    machine,
    plot::Plot,
    scale::Scale,
    suite::{Section, Suite},
};

/// The pictures, by the title of the section they show.
const PLOTS: [(&str, &str, Plot); 3] = [
    (
        "Chains",
        "evidence-chains.svg",
        Plot {
            title: "Time per solve",
            dots: ["median", "mean", "99th percentile"],
            unit: "µs",
            line: None,
        },
    ),
    (
        "Bodies",
        "evidence-bodies.svg",
        Plot {
            title: "Time per solve",
            dots: ["median", "mean", "99th percentile"],
            unit: "µs",
            line: None,
        },
    ),
    (
        "Drags",
        "evidence-drags.svg",
        Plot {
            title: "Largest turn of a joint in a step of 1/1000 of the reach",
            dots: ["median", "99.9th percentile", "worst"],
            unit: "degrees",
            line: Some((3.0, "a jump")),
        },
    ),
];

/// Writes the document with this name and its pictures to a folder.
pub fn write(suite: &Suite, (folder, page): (&Path, &str)) -> io::Result<()> {
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures)?;
    for section in suite.sections.iter().filter(|section| !section.entries.is_empty()) {
        if let Some((_, file, plot)) = PLOTS.iter().find(|(title, ..)| *title == section.title) {
            fs::write(pictures.join(file), plot.svg(section))?;
        }
    }
    fs::write(folder.join(page).with_extension("md"), text(suite))
}

fn text(suite: &Suite) -> String {
    let (held, promised) = suite.held();
    let mut text = head(suite.scale);
    let _ = writeln!(text, "**{held} of {promised} promises hold.**");
    if held < promised {
        let _ = writeln!(text, "\nThese fall short:\n");
        for section in &suite.sections {
            for entry in section.entries.iter().filter(|entry| entry.verdict == Verdict::FallsShort)
            {
                let _ = writeln!(text, "- {}: {}", section.title, entry.name);
            }
        }
    }
    for section in suite.sections.iter().filter(|section| !section.entries.is_empty()) {
        table(&mut text, section);
    }
    text
}

fn head(scale: Scale) -> String {
    format!(
        "# Evidence\n\n\
         What the solvers promise, and what was measured. This file is written by `cargo xtask evidence`; `cargo xtask evidence --check` \
         measures again, prints one line per row and fails when one falls short; `--quick` does so with fewer targets, `--only PART` for the \
         rows whose section and name contain `PART` (with `--page NAME` they are written to `results/NAME.md`), `--verbose` with the first misses and jumps of each row, `--continue FILE` continues a run that was broken off. A small part runs with the tests. \
         Every draw is seeded, so the counts are the same on every run; times are not.\n\n\
         Measured on {} ({} cores) with {}, release build. Successes are counted on all cores; times are single solves \
         of {} targets on one core, everything included (copying the pose in and out, the report), and whatever else the machine did.\n\n\
         Targets inside the limits: {}; on the limits: {}; smooth paths per problem: {} (a thousand steps at most each); sweeps of a kind: {}; moved problems: {}; senseless cases per solver: {}.\n\n",
        machine::processor(),
        machine::cores(),
        machine::compiler(),
        scale.timed,
        scale.inside,
        scale.on_limits,
        scale.paths,
        scale.sweeps,
        scale.moved,
        scale.senseless,
    )
}

fn table(text: &mut String, section: &Section) {
    let _ = writeln!(text, "\n## {}\n\n{}\n", section.title, section.text);
    if let Some((_, file, plot)) = PLOTS.iter().find(|(title, ..)| *title == section.title) {
        let _ = writeln!(text, "![{}](pictures/{file})\n", plot.title);
    }
    let _ = writeln!(text, "| problem | {} | |", section.columns.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(section.columns.len() + 2));
    for entry in &section.entries {
        let verdict = match entry.verdict {
            Verdict::Holds => "holds",
            Verdict::FallsShort => "**falls short**",
            Verdict::Told => "",
        };
        let _ = writeln!(text, "| {} | {} | {verdict} |", entry.name, entry.cells.join(" | "));
    }
}
