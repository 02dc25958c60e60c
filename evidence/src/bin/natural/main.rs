//! Compares posed bodies with recorded people: `cargo xtask natural`.
#![expect(clippy::print_stdout, reason = "this program prints its measurements")]

mod given;
mod judge;
mod promised;
mod recorded;
mod rules;
mod seen;
mod sheet;
mod tracked;

use std::{path::PathBuf, process::ExitCode};

use kansetsu_humanoid::prior::Learner;

use recorded::{Clip, clips};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["learn", folder, out] => learn(&PathBuf::from(folder), &PathBuf::from(out)),
        ["judge", folder, out] => judge::run(&PathBuf::from(folder), &PathBuf::from(out), false),
        ["check", folder, out] => judge::run(&PathBuf::from(folder), &PathBuf::from(out), true),
        ["keypoints", folder] => seen::run(&PathBuf::from(folder), None),
        ["keypoints", folder, out] => seen::run(&PathBuf::from(folder), Some(&PathBuf::from(out))),
        _ => Err("natural learn FOLDER OUT | judge FOLDER OUT.md | check FOLDER OUT.md | keypoints FOLDER [POINTS]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Learns a prior from every clip of a folder and writes the table.
fn learn(folder: &std::path::Path, out: &std::path::Path) -> Result<(), String> {
    let clips = clips(folder)?;
    let mut learner = Learner::default();
    clips.iter().for_each(|clip| clip.poses.iter().for_each(|pose| learner.add(&clip.body, pose)));
    let prior = learner.prior();
    let is_json = out.extension().is_some_and(|ending| ending == "json");
    let bytes = if is_json {
        serde_json::to_vec(&prior).map_err(|problem| problem.to_string())?
    } else {
        prior.to_bytes()
    };
    std::fs::write(out, &bytes).map_err(|problem| format!("{}: {problem}", out.display()))?;
    println!(
        "{} clips, {} poses with their mirror images, {} bytes: {}",
        clips.len(),
        learner.poses(),
        bytes.len(),
        out.display()
    );
    Ok(())
}

/// The prior learned from some clips.
fn learnt<'a>(clips: impl Iterator<Item = &'a Clip>) -> kansetsu_humanoid::prior::Prior {
    let mut learner = Learner::default();
    clips.for_each(|clip| clip.poses.iter().for_each(|pose| learner.add(&clip.body, pose)));
    learner.prior()
}
