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
    let _ = writeln!(text, "**{held} of {promised} promises hold.**\n");
    counts(&mut text, suite);
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

/// A table of the sections with promises, and how many of them hold.
fn counts(text: &mut String, suite: &Suite) {
    let _ = writeln!(text, "| section | hold | promises |\n| --- | --- | --- |");
    for section in &suite.sections {
        let count = |verdict| section.entries.iter().filter(|one| one.verdict == verdict).count();
        let held = count(Verdict::Holds);
        let promised = held + count(Verdict::FallsShort);
        if promised > 0 {
            let _ = writeln!(text, "| {} | {held} | {promised} |", section.title);
        }
    }
}

/// The title and the conditions of the measurement.
fn head(scale: Scale) -> String {
    let Scale { timed, inside, on_limits, paths, sweeps, moved, senseless, .. } = scale;
    format!(
        "# Evidence\n\n\
         | condition | value |\n| --- | --- |\n\
         | processor | {}, {} cores |\n\
         | compiler | {}, release build |\n\
         | targets inside the limits, on the limits | {inside}, {on_limits} |\n\
         | targets of the times, each solved alone on one core | {timed} |\n\
         | paths per problem, sweeps of a kind, moved problems | {paths}, {sweeps}, {moved} |\n\
         | invalid cases per solver | {senseless} |\n\n",
        machine::processor(),
        machine::cores(),
        machine::compiler(),
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
