//! Damages files of every format and reads them: each truncated at 200 positions, and 1,000 times
//! with changed bytes. `cargo run --release -p kansetsu-formats --example damage -- PATH...`
//!
//! Prints for each format: reads, refusals, refusals without a place, panics, the slowest read, and
//! the largest memory relative to the promised bound (on Linux). The tests do the same with a few
//! files of each format.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::{
    collections::BTreeMap, fs, panic::catch_unwind, path::Path, path::PathBuf, time::Instant,
};

use kansetsu_formats::{Error, open};

/// The results for the files of a format.
#[derive(Default)]
struct Row {
    files: usize,
    reads: usize,
    refused: usize,
    /// The number of refusals without a place, and the first one.
    nowhere: usize,
    first_nowhere: Option<String>,
    panics: usize,
    slowest: (f64, String),
    /// The largest memory, MiB, and the memory allowed for that file: 64 MiB and 20 times its size.
    most: (f64, f64, String),
}

const ENDINGS: [&str; 14] = [
    "glb", "gltf", "vrm", "vrma", "fbx", "bvh", "asf", "amc", "mqo", "mqoz", "pmx", "pmd", "vmd",
    "urdf",
];
const MIB: f64 = 1_048_576.0;

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut files: Vec<PathBuf> = Vec::new();
    std::env::args().skip(1).for_each(|folder| find(Path::new(&folder), &mut files));
    files.sort();
    for path in files {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if !ENDINGS.contains(&ending.as_str()) {
            continue;
        }
        rows.entry(ending).or_default().damage(&path);
    }
    println!("# Damaged files\n");
    println!(
        "Each file is cut at 200 places, and read 1000 times with one to three bits changed.\n"
    );
    println!(
        "| format | files | reads | refused | without a place | panics | slowest read | most memory, of the allowed |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Row::default();
    for (format, row) in &rows {
        row.print(format);
        all.add(row);
    }
    all.print("all");
    for error in rows.values().filter_map(|row| row.first_nowhere.as_ref()) {
        println!("\nwithout a place: {error}");
    }
}

/// The files of a folder and of the folders in it, or the file itself.
fn find(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| find(&entry.path(), files)),
        Err(_) => files.push(path.to_path_buf()),
    }
}

impl Row {
    fn print(&self, format: &str) {
        let (most, allowed, file) = &self.most;
        let memory = format!("{most:.0} of {allowed:.0} MiB ({file})");
        let [files, reads, refused, nowhere, panics] =
            [self.files, self.reads, self.refused, self.nowhere, self.panics];
        println!(
            "| {format} | {files} | {reads} | {refused} | {nowhere} | {panics} | {:.2} s ({}) | {memory} |",
            self.slowest.0, self.slowest.1
        );
    }

    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.reads += other.reads;
        self.refused += other.refused;
        self.nowhere += other.nowhere;
        self.panics += other.panics;
        if other.slowest.0 > self.slowest.0 {
            self.slowest = other.slowest.clone();
        }
        if other.most.0 / other.most.1.max(1.0) > self.most.0 / self.most.1.max(1.0) {
            self.most = other.most.clone();
        }
    }

    fn damage(&mut self, path: &Path) {
        let Ok(bytes) = fs::read(path) else { return };
        self.files += 1;
        for cut in 0..200 {
            self.read(&bytes[..bytes.len() * cut / 200], path);
        }
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |end: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 16) as usize % end.max(1)
        };
        let mut changed = bytes.clone();
        for _ in 0..1000 {
            let places: Vec<usize> = (0..=below(3)).map(|_| below(bytes.len())).collect();
            for &at in places.iter().filter(|&&at| at < bytes.len()) {
                changed[at] ^= 1 << below(8);
            }
            self.read(&changed, path);
            places.iter().filter(|&&at| at < bytes.len()).for_each(|&at| changed[at] = bytes[at]);
        }
    }

    fn read(&mut self, bytes: &[u8], path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let before = memory("VmRSS:");
        // The peak is measured from here on.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let start = Instant::now();
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let beside = |path: &str| fs::read(folder.join(path)).map_err(|error| error.to_string());
        let result = catch_unwind(|| open(bytes, &name, &beside).map(drop));
        let seconds = start.elapsed().as_secs_f64();
        let taken = memory("VmHWM:") - before;
        let allowed = 64.0 + 20.0 * bytes.len() as f64 / MIB;
        self.reads += 1;
        self.panics += usize::from(result.is_err());
        if let Ok(Err(error)) = &result {
            self.refused += 1;
            if !names_a_place(error) {
                self.nowhere += 1;
                self.first_nowhere.get_or_insert_with(|| format!("{name}: {error}"));
            }
        }
        if seconds > self.slowest.0 {
            self.slowest = (seconds, name.clone());
        }
        if taken / allowed > self.most.0 / self.most.1.max(1.0) {
            self.most = (taken, allowed, name);
        }
    }
}

fn names_a_place(error: &Error) -> bool {
    match error {
        Error::Malformed { place, .. }
        | Error::Unsupported { place, .. }
        | Error::Resource { place, .. } => !place.trim().is_empty(),
        _ => false,
    }
}

/// MiB.
fn memory(what: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0)
        / 1024.0
}
