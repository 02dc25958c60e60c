//! Results: each number of `docs/results.md` is in a page that a command wrote.
//!
//! A row names its commit, command and result file, and the stamp of that file is the same. A
//! number of the row is a number of the file, rounded to the digits of the row. Text outside tables
//! has no numbers.

use super::Finding;
use crate::{repository::Repository, results::Stamp};

const SUMMARY: &str = "docs/results.md";
const FOLDER: &str = "results/";
/// The columns of every table in the summary.
const HEAD: [&str; 5] = ["what", "result", "commit", "command", "page"];

/// Every page without a stamp, and every row that does not agree with its page.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let pages =
        repository.texts().filter(|(path, _)| path.starts_with(FOLDER) && path.ends_with(".md"));
    let unstamped = pages.filter(|(_, text)| Stamp::read(text).is_none());
    let mut findings: Vec<Finding> = unstamped
        .map(|(path, _)| Finding::in_file(path, "has no stamp with a commit and a command"))
        .collect();
    for (index, line) in repository.text(SUMMARY).unwrap_or_default().lines().enumerate() {
        if let Err(message) = judge(repository, line) {
            findings.push(Finding::at(SUMMARY, index + 1, message));
        }
    }
    findings
}

fn judge(repository: &Repository, line: &str) -> Result<(), String> {
    let Some(row) = line.strip_prefix("| ") else {
        let has_number = without_code(line).contains(|letter: char| letter.is_ascii_digit());
        return if has_number { Err("has a number outside a table".into()) } else { Ok(()) };
    };
    let cells: Vec<&str> = row.trim_end().trim_end_matches('|').split('|').map(str::trim).collect();
    let [_, result, commit, command, page] = cells[..] else {
        return Err(format!("needs the columns {}", HEAD.join(", ")));
    };
    let stated = numbers(result);
    if cells == HEAD || cells.iter().all(|cell| *cell == "---") || stated.is_empty() {
        return Ok(());
    }
    let path = page.split_once("](../").and_then(|(_, target)| target.strip_suffix(')'));
    let text = path.and_then(|path| repository.text(path));
    let text = text.ok_or("has numbers, but no link to their page")?;
    let stamp = Stamp::read(text).ok_or("has a page without a stamp")?;
    if [commit, command] != [&format!("`{}`", stamp.commit), &format!("`{}`", stamp.command)] {
        return Err(format!("its file was written by `{}`, `{}`", stamp.commit, stamp.command));
    }
    let measured = numbers(text);
    let is_measured =
        |stated: &&Number| measured.iter().any(|measured| stated.is_rounded(measured));
    match stated.iter().find(|stated| !is_measured(stated)) {
        Some(stated) => Err(format!("its file has no {}", stated.value)),
        None => Ok(()),
    }
}

/// A number of a text.
struct Number {
    value: f64,
    /// The value of its last digit: 0.1 for 2.5.
    unit: f64,
}

impl Number {
    /// Whether this is the other number, rounded to the digits of this one.
    fn is_rounded(&self, other: &Self) -> bool {
        (self.value - other.value).abs() <= (0.5 + 1e-6) * self.unit
    }
}

/// The numbers of a text: `7`, `1,254`, `2.5`, `1e-5`. Digits in words are skipped.
fn numbers(text: &str) -> Vec<Number> {
    let is_part = |letter: char| letter.is_alphanumeric() || ['.', ',', '-', '_'].contains(&letter);
    let words = text.split(|letter| !is_part(letter));
    words.filter_map(number).collect()
}

fn number(word: &str) -> Option<Number> {
    let word = word.trim_matches(['.', ',', '-']);
    let without_commas = word.replace(',', "");
    let has_groups = word.split(',').skip(1).all(|group| {
        let group = group.split('.').next().unwrap_or_default();
        group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit())
    });
    let starts = without_commas.starts_with(|letter: char| letter.is_ascii_digit());
    let value: f64 = without_commas.parse().ok().filter(|_| has_groups && starts)?;
    let (mantissa, exponent) = without_commas.split_once('e').unwrap_or((&without_commas, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent: i32 = exponent.parse().ok()?;
    Some(Number { value, unit: 10_f64.powi(exponent - i32::try_from(decimals).ok()?) })
}

/// The line without what is between backticks, and without the targets of links.
fn without_code(line: &str) -> String {
    let text: String = line.split('`').step_by(2).collect();
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# A\n\nCommit `0123abcd`, command `a b`.\n\n| c | 1247 of 1254 | 0.159 ms | 2.1e-6 |\n";

    fn findings(row: &str) -> Vec<Finding> {
        let summary = format!("| what | result | commit | command | page |\n{row}\n");
        check(&Repository::of(&[(SUMMARY, &summary), ("results/a.md", PAGE)]))
    }

    fn row(result: &str) -> String {
        format!("| c | {result} | `0123abcd` | `a b` | [a](../results/a.md) |")
    }

    #[test]
    fn stated_numbers_are_those_of_the_page_rounded() {
        for result in ["1,247 of 1,254", "0.16 ms", "0.159", "2e-6 m", "no jump"] {
            assert_eq!(findings(&row(result)), [], "{result}");
        }
        for result in ["1,248", "0.17 ms", "0.1591", "3e-6 m"] {
            assert_eq!(findings(&row(result)).len(), 1, "{result}");
        }
    }

    #[test]
    fn a_row_with_numbers_has_the_stamp_of_its_page() {
        assert_eq!(findings(&row("1254").replace("0123abcd", "0123abce")).len(), 1);
        assert_eq!(findings(&row("1254").replace("a b", "a c")).len(), 1);
        assert_eq!(findings(&row("1254").replace("a.md", "b.md")).len(), 1);
        assert_eq!(findings("| c | 1254 | `0123abcd` | `a b` | - |").len(), 1);
        assert_eq!(findings("| c | equal bits | - | `a b` | - |"), []);
        assert_eq!(findings("| c | equal bits |").len(), 1);
    }

    #[test]
    fn numbers_outside_tables_and_pages_without_a_stamp_are_found() {
        assert_eq!(findings("Seven clips, `a1` and [b](c2.md)."), []);
        assert_eq!(findings("With 7 clips.").len(), 1);
        assert_eq!(check(&Repository::of(&[("results/a.md", "# A\n\nText.\n")])).len(), 1);
    }
}
