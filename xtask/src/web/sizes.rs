//! The size of the web app: the files that a browser must load before the first drag, and those
//! that it loads later.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use zopfli::{Format, Options};

/// The largest compressed size, bytes: the promise.
const MOST: usize = 3_000_000;

/// The iterations of the compressor. Fifteen, its default, take three times as long for 0.1 %.
const ITERATIONS: u64 = 5;

/// Files that are loaded later, by prefixes of their names.
const LATER: [(&str, &[&str]); 4] = [
    ("after the start", &["poses."]),
    ("when a file of another format is opened", &["reader.", "kansetsu_reader"]),
    ("when the lab is opened", &["room.", "kansetsu_room"]),
    ("by people who look for the licences", &["THIRD_PARTY_LICENSES"]),
];

/// Compresses every file, keeps smaller results beside it for the server, prints the sizes, and
/// fails above the promise.
pub(super) fn check(folder: &Path) -> Result<()> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    files.retain(|file| file.extension().is_none_or(|extension| extension != "gz"));
    println!("{:>10} {:>10}", "bytes", "gzipped");
    let (mut total, mut later) = (0, [0; LATER.len()]);
    // Each program takes half a minute.
    let all: Vec<Result<(Vec<u8>, Vec<u8>)>> = thread::scope(|scope| {
        let packing: Vec<_> = files.iter().map(|file| scope.spawn(|| packed(file))).collect();
        let joined = packing.into_iter().map(|packing| packing.join());
        joined.map(|done| done.unwrap_or_else(|_| Err(anyhow!("a thread panicked")))).collect()
    });
    for (file, packed) in files.iter().zip(all) {
        let (plain, packed) = packed?;
        let name =
            file.file_name().context("a file without a name")?.to_string_lossy().into_owned();
        println!("{:>10} {:>10} {name}", plain.len(), packed.len());
        let when = LATER.iter().position(|(_, beginnings)| {
            beginnings.iter().any(|beginning| name.starts_with(beginning))
        });
        *when.map_or(&mut total, |when| &mut later[when]) += packed.len().min(plain.len());
        if packed.len() < plain.len() {
            fs::write(file.with_file_name(format!("{name}.gz")), packed)?;
        }
    }
    for ((when, _), sum) in LATER.iter().zip(later) {
        println!("{:>10} {sum:>10} {when}", "");
    }
    println!("{:>10} {total:>10} before the first drag, of {MOST} at most", "");
    if total > MOST {
        bail!("the web app is too large: {total} bytes gzipped");
    }
    Ok(())
}

/// A file, and the same compressed.
fn packed(file: &Path) -> Result<(Vec<u8>, Vec<u8>)> {
    let plain = fs::read(file)?;
    let iterations = NonZeroU64::new(ITERATIONS).context("there must be an iteration")?;
    let options = Options { iteration_count: iterations, ..Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, Format::Gzip, &plain[..], &mut packed)?;
    Ok((plain, packed))
}
