//! The size of the web app: the files that a browser must load before the first drag, and those
//! that it loads later.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

/// The largest compressed size, bytes: the promise.
const MOST: usize = 3_000_000;

/// Files that are loaded later, by prefixes of their names.
const LATER: [(&str, &[&str]); 3] = [
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
    println!("{:>10} {:>10}", "bytes", "gzipped");
    let (mut total, mut later) = (0, [0; LATER.len()]);
    for file in
        files.iter().filter(|file| file.extension().is_none_or(|extension| extension != "gz"))
    {
        let plain = fs::read(file)?;
        let packed = pack(&plain)?;
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

fn pack(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
