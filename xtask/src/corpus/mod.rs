//! `cargo xtask corpus`: fetches the public files of the test data.
//!
//! Each line of `files.tsv` has a file's place, its address at a fixed commit, its licence, its
//! size in bytes and its SHA-256. Files of other sources are not listed: recorded motions, and
//! files that were made for the tests.

use std::fs;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::{checksum::sha256, repository::output};

/// The listed files.
const FILES: &str = include_str!("files.tsv");
/// The host of all addresses.
const HOST: &str = "https://raw.githubusercontent.com/";

/// Where the files go, and where they come from.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder for the files; tests find it by the variable KANSETSU_CORPUS
    #[arg(long, value_name = "FOLDER", default_value = "../shared/data")]
    out: PathBuf,
    /// A mirror of raw.githubusercontent.com: its address, or a folder's as file:///...
    #[arg(long, value_name = "ADDRESS", default_value = HOST)]
    from: String,
    /// Only prints the list
    #[arg(long)]
    list: bool,
}

/// A listed file.
#[derive(Debug, PartialEq)]
struct Listed<'a> {
    file: &'a str,
    address: &'a str,
    licence: &'a str,
    bytes: u64,
    sha256: &'a str,
}

impl<'a> Listed<'a> {
    fn parse(line: &'a str) -> Result<Self> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [file, address, licence, bytes, sha256] = parts[..] else {
            bail!("files.tsv: five columns expected in {line:?}");
        };
        let is_inside =
            Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        ensure!(is_inside, "files.tsv: {file:?} is outside of the folder");
        ensure!(address.starts_with(HOST), "files.tsv: {address:?} has another host");
        let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
        ensure!(is_hash, "files.tsv: {sha256:?} is no SHA-256");
        let bytes = bytes.parse().with_context(|| format!("files.tsv: {bytes:?} is no size"))?;
        Ok(Self { file, address, licence, bytes, sha256 })
    }

    /// Checks that these are the bytes of the file.
    fn check(&self, bytes: &[u8]) -> Result<()> {
        let (found, size) = (sha256(bytes), bytes.len());
        ensure!(
            found == self.sha256,
            "{}: {size} bytes with the SHA-256 {found}; {} bytes with {} expected",
            self.file,
            self.bytes,
            self.sha256
        );
        Ok(())
    }

    /// Puts the file in its place; returns whether it was fetched.
    fn place(&self, options: &Options) -> Result<bool> {
        let path = options.out.join(self.file);
        if path.exists() {
            let bytes =
                fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            self.check(&bytes).context("a file that is kept has another content")?;
            return Ok(false);
        }
        let bytes = self.fetch(&options.from)?;
        self.check(&bytes)?;
        let folder = path.parent().context("a file without a folder")?;
        fs::create_dir_all(folder)?;
        let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
        temporary.write_all(&bytes)?;
        temporary.persist(&path)?;
        Ok(true)
    }

    fn fetch(&self, from: &str) -> Result<Vec<u8>> {
        let address = format!("{}/{}", from.trim_end_matches('/'), &self.address[HOST.len()..]);
        let mut curl = Command::new("curl");
        curl.args(["--fail", "--silent", "--show-error", "--location", "--retry", "2"]);
        output(curl.args(["--max-filesize", &self.bytes.to_string(), &address]))
            .with_context(|| format!("{}: {address}", self.file))
    }
}

fn listed() -> Result<Vec<Listed<'static>>> {
    FILES.lines().skip(1).map(Listed::parse).collect()
}

/// Fetches the files that are not there yet. Files of another content are kept and reported.
pub(crate) fn run(options: &Options) -> Result<()> {
    let files = listed()?;
    if options.list {
        files.iter().for_each(|file| println!("{}\t{}\t{}", file.file, file.licence, file.address));
        return Ok(());
    }
    let (mut fetched, mut failed) = (0, 0);
    for file in &files {
        match file.place(options) {
            Ok(is_new) => fetched += usize::from(is_new),
            Err(error) => {
                failed += 1;
                println!("{error:#}");
            }
        }
    }
    let (count, folder) = (files.len(), options.out.display());
    println!("{} of {count} files are in {folder}; {fetched} are new", count - failed);
    ensure!(failed == 0, "{failed} files are not as listed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_fixed_commits_and_each_place_once() {
        let files = listed().unwrap();
        assert!(files.len() > 50, "{}", files.len());
        for (index, file) in files.iter().enumerate() {
            let commit = file.address[HOST.len()..].split('/').nth(2).unwrap();
            assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert!(file.bytes > 0 && !file.licence.is_empty(), "{}", file.file);
            assert!(!files[..index].iter().any(|other| other.file == file.file), "{}", file.file);
        }
        for wrong in ["a\tb\tc", "../a\thttps://raw.githubusercontent.com/a/b/c\tMIT\t1\tab"] {
            assert!(Listed::parse(wrong).is_err());
        }
    }

    #[test]
    fn files_come_from_a_mirror_and_wrong_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let hash = sha256(b"HIERARCHY");
        let address = format!("{HOST}somebody/motions/abc/walk.bvh");
        let file = "bvh/walk.bvh";
        let listed = Listed { file, address: &address, licence: "MIT", bytes: 9, sha256: &hash };
        let mirror = folder.path().join("somebody/motions/abc");
        fs::create_dir_all(&mirror).unwrap();
        let from = format!("file://{}", folder.path().display());
        let options = Options { out: folder.path().join("out"), from, list: false };
        let placed = options.out.join(file);
        assert!(listed.place(&options).is_err(), "there is no such file yet");
        fs::write(mirror.join("walk.bvh"), "HIERARCHX").unwrap();
        assert!(format!("{:#}", listed.place(&options).unwrap_err()).contains("walk.bvh: 9 bytes"));
        assert!(!placed.exists());
        fs::write(mirror.join("walk.bvh"), "HIERARCHY").unwrap();
        assert!(listed.place(&options).unwrap());
        assert!(!listed.place(&options).unwrap(), "it is there already");
        fs::write(&placed, "mine").unwrap();
        assert!(listed.place(&options).is_err());
        assert_eq!(fs::read(placed).unwrap(), b"mine");
    }
}
