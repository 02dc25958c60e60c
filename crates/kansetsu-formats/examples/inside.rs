//! How much of recorded motion is inside the derived limits of its bodies: a Markdown table by
//! kinds of motion. `cargo run --release -p kansetsu-formats --example inside -- FILE...`, with BVH
//! files whose names start with their kind.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{collections::BTreeMap, env, error::Error, fs, path::Path};

use kansetsu_formats::{Figure, bvh};

/// A joint less than this outside, radians, counts as inside: a tenth of a degree.
const SLACK: f32 = 0.0017;

/// The results for the files of a kind.
#[derive(Default)]
struct Row {
    files: usize,
    joint_frames: usize,
    outside: usize,
    /// The largest angle outside, radians, and its joint.
    worst: (f32, String),
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for file in env::args().skip(1).filter(|file| file.ends_with(".bvh")) {
        let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let figure = bvh::read(&fs::read(&file)?)?.figure;
        for kind in [kind(&name), "all".to_owned()] {
            rows.entry(kind).or_default().add(&figure);
        }
    }
    println!("# Recorded motion inside the detected limits\n");
    println!("Rotations of all joints with a limit, in all frames.\n");
    println!("| motion | files | joint-frames | outside by more than 0.1° | inside | most |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (kind, row) in rows {
        let percent = 100.0 * row.outside as f64 / row.joint_frames.max(1) as f64;
        let (worst, joint) = (row.worst.0.to_degrees(), row.worst.1);
        println!(
            "| {kind} | {} | {} | {percent:.2} % | {:.2} % | {worst:.0}°, `{joint}` |",
            row.files,
            row.joint_frames,
            100.0 - percent
        );
    }
    Ok(())
}

/// The words of a name before its number: "cmu8 train walking".
fn kind(name: &str) -> String {
    let words: Vec<&str> = name.split('_').collect();
    let end = words.len() - 1;
    words[..end].join(" ")
}

impl Row {
    fn add(&mut self, figure: &Figure) {
        self.files += 1;
        let skeleton = &figure.rig.skeleton;
        let Some(clip) = figure.clips.first() else { return };
        let times = clip.tracks.iter().map(|track| &track.times).max_by_key(|times| times.len());
        let mut pose = skeleton.rest_pose();
        for &time in times.into_iter().flatten() {
            clip.sample(time, &mut pose);
            for (joint, limit) in figure.rig.limits.iter().enumerate() {
                let Some(limit) = limit else { continue };
                let entry = &skeleton.joints()[joint];
                let outside =
                    limit.violation(entry.rest.rotation.inverse() * pose.locals[joint].rotation);
                self.joint_frames += 1;
                self.outside += usize::from(outside > SLACK);
                if outside > self.worst.0 {
                    self.worst = (outside, entry.name.clone());
                }
            }
        }
    }
}
