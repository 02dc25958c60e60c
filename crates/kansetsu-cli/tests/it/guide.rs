//! The commands of README.md and the guide run, and print what the pages show.
//!
//! A block `console` holds commands; a command after `$ ` is followed by its output. A block
//! `console,no_run` needs a file that no test has. Blocks of other kinds are not commands of ours.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{command::kansetsu_without_display, files::Folder};

/// All pages with commands, by their path from the root of the repository.
const PAGES: [&str; 17] = [
    "README.md",
    "docs/guide/getting-started.md",
    "docs/guide/command-line.md",
    "docs/guide/formats.md",
    "docs/guide/formats/acclaim.md",
    "docs/guide/formats/fbx.md",
    "docs/guide/formats/gltf.md",
    "docs/guide/formats/urdf.md",
    "docs/guide/formats/usd.md",
    "docs/guide/formats/vmd.md",
    "docs/guide/formats/vpd.md",
    "docs/guide/formats/vrma.md",
    "docs/guide/lab.md",
    "docs/guide/library.md",
    "docs/guide/retargeting.md",
    "docs/guide/rig-files.md",
    "docs/guide/trackers-and-keypoints.md",
];

/// Pages in Japanese, with the blocks of the English page.
const TRANSLATIONS: [[&str; 2]; 11] = [
    ["README.ja.md", "README.md"],
    ["docs/guide/getting-started.ja.md", "docs/guide/getting-started.md"],
    ["docs/guide/command-line.ja.md", "docs/guide/command-line.md"],
    ["docs/guide/formats.ja.md", "docs/guide/formats.md"],
    ["docs/guide/lab.ja.md", "docs/guide/lab.md"],
    ["docs/guide/library.ja.md", "docs/guide/library.md"],
    ["docs/guide/retargeting.ja.md", "docs/guide/retargeting.md"],
    ["docs/guide/rig-files.ja.md", "docs/guide/rig-files.md"],
    ["docs/guide/studio.ja.md", "docs/guide/studio.md"],
    ["docs/guide/trackers-and-keypoints.ja.md", "docs/guide/trackers-and-keypoints.md"],
    ["docs/guide/web.ja.md", "docs/guide/web.md"],
];

/// The other pages of the guide: without a block of commands.
const WITHOUT_COMMANDS: [&str; 6] = [
    "docs/guide/formats/bvh.md",
    "docs/guide/formats/mmd.md",
    "docs/guide/formats/mqo.md",
    "docs/guide/gestures.md",
    "docs/guide/studio.md",
    "docs/guide/web.md",
];

/// Blocks `console,no_run` in each page.
const NOT_RUN: [(&str, usize); 7] = [
    ("docs/guide/command-line.md", 1),
    ("docs/guide/formats/acclaim.md", 1),
    ("docs/guide/formats/gltf.md", 3),
    ("docs/guide/formats/urdf.md", 1),
    ("docs/guide/formats/vmd.md", 1),
    ("docs/guide/formats/vpd.md", 2),
    ("docs/guide/retargeting.md", 1),
];

/// Commands of other programs that a block `console` may hold.
const OTHER_PROGRAMS: [&str; 2] = ["cargo run --release", "cargo xtask ci"];

/// A command and the output shown below it.
struct Command {
    words: Vec<String>,
    output: Option<String>,
}

#[test]
fn every_page_of_the_guide_is_listed() {
    let mut found = markdown_in("docs/guide");
    found.extend(markdown_in("docs/guide/formats"));
    found.sort();
    let mut listed: Vec<_> = PAGES
        .iter()
        .chain(&WITHOUT_COMMANDS)
        .chain(TRANSLATIONS.iter().map(|[page, _]| page))
        .filter(|page| page.starts_with("docs/"))
        .map(ToString::to_string)
        .collect();
    listed.sort();
    assert_eq!(found, listed);
    for page in WITHOUT_COMMANDS {
        assert!(
            blocks(&text(page)).iter().all(|(info, _)| !info.starts_with("console")),
            "{page} has commands"
        );
    }
}

#[test]
fn translations_have_the_same_blocks() {
    for [page, english] in TRANSLATIONS {
        assert_eq!(blocks(&text(page)), blocks(&text(english)), "{page}");
    }
}

#[test]
fn translations_have_the_same_sections_and_tables() {
    for [page, english] in TRANSLATIONS {
        assert_eq!(outline(&text(page)), outline(&text(english)), "{page}");
    }
}

#[test]
fn blocks_that_do_not_run_are_counted() {
    for page in PAGES {
        let listed = NOT_RUN.iter().find(|(name, _)| *name == page).map_or(0, |(_, count)| *count);
        let not_run = blocks(&text(page))
            .iter()
            .filter(|(info, _)| info.as_str() == "console,no_run")
            .count();
        assert_eq!(not_run, listed, "{page}");
        for (info, _) in blocks(&text(page)) {
            let is_known = [
                "console",
                "console,no_run",
                "csv",
                "json",
                "rust",
                "rust,no_run",
                "sh",
                "text",
                "toml",
            ]
            .contains(&info.as_str());
            assert!(is_known, "{page}: a block of the unknown kind {info}");
        }
    }
}

#[test]
fn commands_that_do_not_run_are_subcommands_with_known_options() {
    for page in PAGES {
        for (_, lines) in
            blocks(&text(page)).into_iter().filter(|(info, _)| info == "console,no_run")
        {
            for command in commands(page, &lines) {
                let help = kansetsu_without_display(&[&command.words[0], "--help"], "/").done().out;
                for option in command.words.iter().filter(|word| word.starts_with("--")) {
                    assert!(
                        help.contains(option.as_str()),
                        "{page}: {} has no {option}",
                        command.words[0]
                    );
                }
            }
        }
    }
}

#[test]
fn the_commands_of_the_readme_and_the_guide_run() {
    let started = Folder::new();
    prepare(&started);
    let mut count = 0;
    for page in PAGES {
        let folder = Folder::new();
        copy(Path::new(&started.path("")), Path::new(&folder.path("")));
        for (_, lines) in blocks(&text(page)).into_iter().filter(|(info, _)| info == "console") {
            for command in commands(page, &lines) {
                run(page, &command, &folder);
                count += 1;
            }
        }
    }
    assert!(count > 50, "only {count} commands");
}

/// Runs a command in the folder and compares its output with the documented output.
fn run(page: &str, command: &Command, folder: &Folder) {
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    let done = kansetsu_without_display(&words, &folder.path(""));
    assert_eq!(done.status, Some(0), "{page}: kansetsu {}\n{}", words.join(" "), done.err);
    if let Some(output) = &command.output {
        assert_eq!(
            without_times(&done.out),
            without_times(output),
            "{page}: kansetsu {}",
            words.join(" ")
        );
    }
}

/// The files that the guide speaks of: those that its first page makes, a VRM, and those that its
/// pages show.
fn prepare(folder: &Folder) {
    let page = text("docs/guide/getting-started.md");
    let (_, lines) = blocks(&page).into_iter().find(|(info, _)| info == "console").unwrap();
    for command in commands("getting-started.md", &lines) {
        run("getting-started.md", &command, folder);
    }
    fs::write(folder.path("hero.vrm"), vrm(&folder.path("hero.glb"))).unwrap();
    fs::write(folder.path("wave.csv"), first_block("docs/guide/command-line.md", "csv")).unwrap();
    fs::write(folder.path("request.json"), first_block("docs/guide/library.md", "json")).unwrap();
}

/// The bytes of a VRM 1.0: a GLB file with the roles that the command finds in it.
fn vrm(glb: &str) -> Vec<u8> {
    let found = kansetsu_without_display(&["inspect", glb, "--json"], "/").done().json();
    let node = |joint: &Value| found["joints"][joint.as_u64().unwrap() as usize]["node"].clone();
    let roles = found["roles"].as_object().unwrap().iter();
    let bones: serde_json::Map<_, _> =
        roles.map(|(role, joint)| (role.clone(), json!({ "node": node(joint) }))).collect();
    let meta = json!({ "name": "Hero", "authors": ["Kansetsu"], "licenseUrl": "https://vrm.dev/licenses/1.0/" });
    let bytes = fs::read(glb).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut document: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    document["extensionsUsed"] = json!(["VRMC_vrm"]);
    document["extensions"]["VRMC_vrm"] =
        json!({ "specVersion": "1.0", "meta": meta, "humanoid": { "humanBones": bones } });
    let mut text = serde_json::to_vec(&document).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let rest = &bytes[20 + length..];
    let sizes = [20 + text.len() + rest.len(), text.len()]
        .map(|size| u32::try_from(size).unwrap().to_le_bytes());
    [&bytes[..8], &sizes[0], &sizes[1], &bytes[16..20], &text, rest].concat()
}

/// The commands of a block `console`, without those of other programs.
fn commands(page: &str, lines: &[String]) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for line in lines.iter().filter(|line| !OTHER_PROGRAMS.contains(&line.as_str())) {
        let shows_output = line.starts_with("$ ");
        if let Some(words) = line.trim_start_matches("$ ").strip_prefix("kansetsu ") {
            let words = words.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
            commands.push(Command { words, output: shows_output.then(String::new) });
            continue;
        }
        let output = commands.last_mut().and_then(|command| command.output.as_mut());
        let output = output.unwrap_or_else(|| panic!("{page}: {line} is not a command of ours"));
        output.push_str(line);
        output.push('\n');
    }
    commands
}

/// Output with `N` in place of each time in microseconds.
fn without_times(output: &str) -> String {
    let line = |line: &str| match line.split_once(" µs ") {
        Some((time, rest)) if time.parse::<f64>().is_ok() => format!("N µs {rest}"),
        _ => line.trim_end().to_owned(),
    };
    output.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The fenced blocks of a page: the info string and the lines of each.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(info) => {
                blocks.push((info.to_owned(), Vec::new()));
                is_open = true;
            }
            None if is_open => blocks.last_mut().unwrap().1.push(line.to_owned()),
            None => {}
        }
    }
    assert!(!is_open, "a block has no end");
    blocks
}

/// The levels of a page's headings, each with the number of table rows below it.
fn outline(page: &str) -> Vec<(usize, usize)> {
    let mut outline: Vec<(usize, usize)> = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        if line.starts_with('#') {
            outline.push((line.bytes().take_while(|byte| *byte == b'#').count(), 0));
        } else if line.starts_with('|') {
            outline.last_mut().unwrap().1 += 1;
        }
    }
    outline
}

/// The text of the first block of this kind.
fn first_block(page: &str, kind: &str) -> String {
    blocks(&text(page)).into_iter().find(|(info, _)| info == kind).unwrap().1.join("\n")
}

/// The text of a file of the repository.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Markdown files in a folder of the repository.
fn markdown_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    entries.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Copies a folder and all in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
