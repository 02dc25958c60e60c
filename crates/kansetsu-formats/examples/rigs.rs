//! The detected roles, scores and limits for files of every format: a Markdown table.
//! `cargo run -p kansetsu-formats --example rigs -- FILE...`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints a table")]

use std::{env, error::Error, fs, path::Path};

use kansetsu_formats::{Figure, Role, open};
use kansetsu_humanoid::detect::role_scores;

fn main() -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    for file in env::args().skip(1) {
        let path = Path::new(&file);
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let beside = |name: &str| fs::read(folder.join(name)).map_err(|error| error.to_string());
        match open(&fs::read(path)?, &name, &beside) {
            Ok(opened) if opened.figure.rig.roles.is_empty() => eprintln!("{name}: no body"),
            Ok(opened) => rows.push((name, opened.figure)),
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    println!("# Roles\n\nDetected roles of files of every format in which a body is found.\n");
    println!("| file | stated | by name | joints | limits | twist joints | least score | mean |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, figure) in &rows {
        println!("{}", summary(name, figure));
    }
    for (name, figure) in &rows {
        println!("\n### {name}\n\n| role | joint | score |\n|---|---|---|");
        let scores = role_scores(&figure.rig.skeleton, &figure.rig.roles);
        for (role, &joint) in figure.rig.roles.iter().filter(|(role, _)| !is_finger(**role)) {
            println!(
                "| {role} | `{}` | {:.2} |",
                figure.rig.skeleton.joints()[joint].name,
                scores[role]
            );
        }
    }
    Ok(())
}

fn summary(name: &str, figure: &Figure) -> String {
    // The result of names and shape alone, beside the roles that the file states.
    let mut guessed = figure.clone();
    guessed.rig.roles.clear();
    guessed.detect_humanoid();
    let agree = guessed
        .rig
        .roles
        .iter()
        .filter(|(role, joint)| figure.rig.roles.get(role) == Some(joint))
        .count();
    let scores = role_scores(&figure.rig.skeleton, &figure.rig.roles);
    let least = scores.values().copied().fold(1.0_f32, f32::min);
    let mean = scores.values().sum::<f32>() / scores.len().max(1) as f32;
    let limits = figure.rig.limits.iter().flatten().count();
    let twists: usize = figure.twists.iter().map(|twist| twist.joints.len()).sum();
    let (stated, joints) = (figure.rig.roles.len(), figure.rig.skeleton.len());
    format!(
        "| `{name}` | {stated} | {agree} | {joints} | {limits} | {twists} | {least:.2} | {mean:.2} |"
    )
}

fn is_finger(role: Role) -> bool {
    ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|finger| role.name().contains(finger))
}
