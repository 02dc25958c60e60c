//! The text with all crates and the texts of their licences.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::packages::Third;

/// How the names of files with licences begin, in upper case.
const FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// A list of the crates, then each text once, under the crates that have it.
pub(super) fn text(package: &str, crates: &[Third]) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = format!("Third-party software in {package}: {} crates.\n\n", crates.len());
    for third in crates {
        let name = format!("{} {}", third.name, third.version);
        let own = licences(&third.folder).with_context(|| name.clone())?;
        let licence = third.licence.as_deref().unwrap_or("unknown");
        let home = third.repository.as_deref().unwrap_or("");
        let missing = if own.is_empty() { " (its package has no text of the licence)" } else { "" };
        list += &format!("{name}: {licence} {home}{missing}\n");
        for text in own {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        list += &format!("\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    Ok(list)
}

/// The texts in a folder, with their white space at the ends of lines removed.
fn licences(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && FILES.iter().any(|start| name.starts_with(start)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
            texts.push(lines.join("\n"));
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_there_once_with_the_crates_that_have_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let third = |name: &str, files: &[(&str, &str)]| {
            let own = folder.path().join(name);
            fs::create_dir(&own).expect("a folder");
            for (file, text) in files {
                fs::write(own.join(file), text).expect("written");
            }
            Third {
                name: name.to_owned(),
                version: "1.2.3".to_owned(),
                licence: Some("MIT".to_owned()),
                folder: own,
                ..Third::default()
            }
        };
        let crates = [
            third("one", &[("LICENSE-MIT", "As is.  \n"), ("Cargo.toml", "")]),
            third("two", &[("license", "As is.\n")]),
            third("three", &[]),
        ];
        let text = text("program", &crates).expect("a text");
        assert_eq!(text.matches("As is.").count(), 1, "{text}");
        assert!(text.contains("one 1.2.3, two 1.2.3"), "{text}");
        assert!(text.contains("three 1.2.3: MIT  (its package has no text"), "{text}");
    }
}
