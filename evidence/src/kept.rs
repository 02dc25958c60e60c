//! Rows on disk: an interrupted run of hours continues.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
    process::Command,
};

use serde::{Deserialize, Serialize};

use crate::{entry::Entry, scale::Scale};

/// The measuring program: a commit for the reader, and a hash of the executable, which changes with
/// all its code and data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub commit: String,
    pub code: String,
}

impl Version {
    /// The version of this program, in this checkout.
    ///
    /// # Errors
    /// If git has no commit, or the program cannot be read.
    pub fn present() -> io::Result<Self> {
        let output = Command::new("git")
            .args(["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
            .output()?;
        let commit = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if !output.status.success() || commit.is_empty() {
            return Err(io::Error::other(
                "git has no commit, but rows are stored with their commit",
            ));
        }
        Ok(Self { commit, code: hash(&fs::read(std::env::current_exe()?)?) })
    }
}

/// G. Fowler, L. Noll, K. Vo, "FNV-1a", 64 bits.
fn hash(bytes: &[u8]) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    format!("{:016x}", bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix))
}

/// Measured rows, each a line of JSON in a file. Rows of another program version stay in the file
/// and are measured again.
pub struct Kept {
    version: Version,
    path: PathBuf,
    rows: Vec<Row>,
}

/// A row with the key of its measurement.
#[derive(Serialize, Deserialize)]
struct Row {
    /// The version that measured it; older rows have none.
    #[serde(default)]
    version: Version,
    section: String,
    scale: Scale,
    entry: Entry,
}

impl Kept {
    /// Reads the file, if there is one. A truncated last line is ignored: its row is measured
    /// again.
    ///
    /// # Errors
    /// If the file exists and cannot be read, or a line before the last is invalid.
    pub fn open(path: PathBuf, version: Version) -> io::Result<Self> {
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let rows = whole.lines().map(serde_json::from_str).collect::<Result<Vec<Row>, _>>()?;
        Ok(Self { version, path, rows })
    }

    /// The row as this program version measured it before.
    pub fn take(&self, section: &str, name: &str, scale: Scale) -> Option<Entry> {
        let is_it = |row: &&Row| {
            row.section == section
                && row.entry.name == name
                && row.scale == scale
                && row.version == self.version
        };
        let row = self.rows.iter().find(is_it)?;
        Some(row.entry.clone())
    }

    /// Adds a row to the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&self, section: &str, scale: Scale, entry: &Entry) -> io::Result<()> {
        let row = Row {
            version: self.version.clone(),
            section: section.to_owned(),
            scale,
            entry: entry.clone(),
        };
        let mut line = serde_json::to_string(&row)?;
        line.push('\n');
        OpenOptions::new().create(true).append(true).open(&self.path)?.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Verdict;

    fn entry(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            cells: vec!["100 %".to_owned()],
            verdict: Verdict::Holds,
            dots: Some([1.0, 2.0, 3.5]),
            details: vec![],
        }
    }

    fn version(code: &str) -> Version {
        Version { commit: "c".to_owned(), code: code.to_owned() }
    }

    #[test]
    fn rows_of_other_code_are_measured_anew() {
        let path = std::env::temp_dir()
            .join(format!("kansetsu-kept-versions-{}.jsonl", std::process::id()));
        let unnamed = serde_json::json!({ "section": "Chains", "scale": Scale::QUICK, "entry": entry("old") });
        fs::write(&path, format!("{unnamed}\n")).unwrap();
        Kept::open(path.clone(), version("1"))
            .unwrap()
            .add("Chains", Scale::QUICK, &entry("a"))
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(r#""commit":"c","code":"1""#), "{text}");
        let kept = |version: Version| Kept::open(path.clone(), version).unwrap();
        assert!(kept(version("1")).take("Chains", "a", Scale::QUICK).is_some());
        assert!(kept(version("2")).take("Chains", "a", Scale::QUICK).is_none(), "other code");
        let other = Version { commit: "d".to_owned(), ..version("1") };
        assert!(kept(other).take("Chains", "a", Scale::QUICK).is_none(), "another commit");
        assert!(
            kept(version("1")).take("Chains", "old", Scale::QUICK).is_none(),
            "a row that names none"
        );
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn code_is_told_apart() {
        assert_eq!(hash(b""), "cbf29ce484222325");
        assert_eq!(hash(b"a"), "af63dc4c8601ec8c");
    }

    #[test]
    fn rows_come_back_for_the_same_scale_alone() {
        let folder = std::env::temp_dir().join(format!("kansetsu-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rows.jsonl");
        let _ = fs::remove_file(&path);
        let kept = Kept::open(path.clone(), version("a")).unwrap();
        kept.add("Chains", Scale::QUICK, &entry("a")).unwrap();
        kept.add("Chains", Scale::QUICK, &entry("b")).unwrap();
        let cut = fs::read_to_string(&path).unwrap();
        fs::write(&path, &cut[..cut.len() - 5]).unwrap();
        let kept = Kept::open(path, version("a")).unwrap();
        let taken = kept.take("Chains", "a", Scale::QUICK).unwrap();
        assert_eq!(
            (taken.cells, taken.verdict, taken.dots),
            (vec!["100 %".to_owned()], Verdict::Holds, Some([1.0, 2.0, 3.5]))
        );
        assert!(kept.take("Chains", "b", Scale::QUICK).is_none(), "the line was cut off");
        assert!(kept.take("Chains", "a", Scale::FULL).is_none(), "another scale");
        assert!(kept.take("Drags", "a", Scale::QUICK).is_none(), "another section");
        fs::remove_dir_all(folder).unwrap();
    }
}
