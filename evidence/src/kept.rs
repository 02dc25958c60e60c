//! Rows on disk: a run of hours that is broken off goes on where it was.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use crate::suite::{Entry, Scale};

/// Measured rows, each a line of JSON in a file.
pub struct Kept {
    path: PathBuf,
    rows: Vec<Row>,
}

/// A row with what it was measured for.
#[derive(Serialize, Deserialize)]
struct Row {
    section: String,
    scale: Scale,
    entry: Entry,
}

impl Kept {
    /// Takes what the file has, if there is one. A last line that was cut off is left out: its row is measured again.
    ///
    /// # Errors
    /// When the file is there and cannot be read, or a line that is not the last is no row.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let rows = whole.lines().map(serde_json::from_str).collect::<Result<Vec<Row>, _>>()?;
        Ok(Self { path, rows })
    }

    /// The row as it was measured before.
    pub fn take(&self, section: &str, name: &str, scale: Scale) -> Option<Entry> {
        let row = self.rows.iter().find(|row| row.section == section && row.entry.name == name && row.scale == scale)?;
        Some(row.entry.clone())
    }

    /// Adds a row to the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, section: &str, scale: Scale, entry: &Entry) -> io::Result<()> {
        let row = Row { section: section.to_owned(), scale, entry: entry.clone() };
        let mut line = serde_json::to_string(&row)?;
        line.push('\n');
        OpenOptions::new().create(true).append(true).open(&self.path)?.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Verdict;

    fn entry(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            cells: vec!["100 %".to_owned()],
            verdict: Verdict::Holds,
            dots: Some([1.0, 2.0, 3.5]),
            details: vec![],
        }
    }

    #[test]
    fn rows_come_back_for_the_same_scale_alone() {
        let folder = std::env::temp_dir().join(format!("kansetsu-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rows.jsonl");
        let _ = fs::remove_file(&path);
        let kept = Kept::open(path.clone()).unwrap();
        kept.add("Chains", Scale::QUICK, &entry("a")).unwrap();
        kept.add("Chains", Scale::QUICK, &entry("b")).unwrap();
        let cut = fs::read_to_string(&path).unwrap();
        fs::write(&path, &cut[..cut.len() - 5]).unwrap();
        let kept = Kept::open(path).unwrap();
        let taken = kept.take("Chains", "a", Scale::QUICK).unwrap();
        assert_eq!((taken.cells, taken.verdict, taken.dots), (vec!["100 %".to_owned()], Verdict::Holds, Some([1.0, 2.0, 3.5])));
        assert!(kept.take("Chains", "b", Scale::QUICK).is_none(), "the line was cut off");
        assert!(kept.take("Chains", "a", Scale::FULL).is_none(), "another scale");
        assert!(kept.take("Drags", "a", Scale::QUICK).is_none(), "another section");
        fs::remove_dir_all(folder).unwrap();
    }
}
