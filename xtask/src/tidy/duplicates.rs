//! Repeated code: runs of eight lines or more that two places share, identical except for white
//! space.
//!
//! Docs, comments, tests, imports, blank lines and lone punctuation are ignored. A pair of files
//! counts once.

use std::collections::{BTreeMap, HashMap};

use super::Finding;
use super::source::{Source, sources};
use crate::repository::Repository;

/// The fewest lines that make a run: fewer are the head of a function with one parameter a line.
const LINES: usize = 8;
/// A run in more places than this is a pattern that the language or a library requires.
const COMMON: usize = 8;
/// The margin below an allowance at which tidy asks to lower it.
const SLACK: usize = 5;
/// The number of pairs in a finding.
const NAMED: usize = 12;

/// Allowed pairs of files that share runs.
struct Allowed {
    /// The folders of the two files' crates, in order.
    crates: [&'static str; 2],
    /// May only shrink.
    pairs: usize,
    /// Why the code is not shared.
    reason: &'static str,
}

const ALLOWED: [Allowed; 4] = [
    Allowed {
        crates: ["crates/kansetsu", "crates/kansetsu"],
        pairs: 22,
        reason: "`d2` mirrors the parameters and methods of `d3` over other types",
    },
    Allowed {
        crates: ["crates/kansetsu-cli", "crates/kansetsu-cli"],
        pairs: 2,
        reason: "heads of clap's argument structs",
    },
    Allowed {
        crates: ["bench", "evidence"],
        pairs: 2,
        reason: "bench is a separate workspace, which evidence cannot depend on",
    },
    Allowed {
        crates: ["crates/kansetsu-formats", "crates/kansetsu-formats"],
        pairs: 1,
        reason: "lists of points, each in the order of its format",
    },
];

/// Every two crates with more pairs of files that share runs than [`ALLOWED`] lists.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    judge(&judged(repository), &ALLOWED)
}

fn judged(repository: &Repository) -> Vec<Source<'_>> {
    sources(repository).into_iter().flatten().filter(|source| is_judged(source.path)).collect()
}

fn judge(sources: &[Source<'_>], allowed: &[Allowed]) -> Vec<Finding> {
    let files: Vec<Vec<Line<'_>>> = sources.iter().map(lines).collect();
    let mut by_crates: BTreeMap<[&str; 2], Vec<Pair>> =
        allowed.iter().map(|allowed| (allowed.crates, Vec::new())).collect();
    for pair in pairs(&files) {
        let mut crates =
            pair.files.map(|file| sources[file].path.split("/src/").next().unwrap_or_default());
        crates.sort_unstable();
        by_crates.entry(crates).or_default().push(pair);
    }
    let limit = |crates: &[&str; 2]| allowed.iter().find(|allowed| allowed.crates == *crates);
    by_crates
        .iter()
        .filter_map(|(crates, pairs)| finding(sources, (crates, pairs), limit(crates)))
        .collect()
}

fn finding(
    sources: &[Source<'_>],
    (crates, pairs): (&[&str; 2], &[Pair]),
    allowed: Option<&Allowed>,
) -> Option<Finding> {
    let limit = allowed.map_or(0, |allowed| allowed.pairs);
    let reason = allowed.map_or_else(String::new, |allowed| format!(" ({})", allowed.reason));
    let count = format!("{} pairs of files share {LINES} lines or more", pairs.len());
    if pairs.len() + SLACK < limit {
        return Some(Finding::in_file(
            crates[0],
            format!(
                "{count} with {}; tidy allows {limit}: lower the number in `ALLOWED`",
                crates[1]
            ),
        ));
    }
    if pairs.len() <= limit {
        return None;
    }
    let mut longest: Vec<&Pair> = pairs.iter().collect();
    longest.sort_by_key(|pair| (usize::MAX - pair.lines, pair.files));
    let place = |pair: &Pair, side: usize| {
        format!("{}:{}", sources[pair.files[side]].path, pair.starts[side])
    };
    let named = longest
        .iter()
        .take(NAMED)
        .map(|pair| format!("{} ~ {} ({} lines)", place(pair, 0), place(pair, 1), pair.lines));
    let named: Vec<String> = named.collect();
    Some(Finding::in_file(
        crates[0],
        format!("{count}, {limit} are allowed{reason}: {}", named.join(", ")),
    ))
}

fn is_judged(path: &str) -> bool {
    path.contains("src/") && !path.split('/').any(|part| part == "tests" || part == "examples")
}

/// A line of code, white space folded.
#[derive(PartialEq, Eq, Hash)]
struct Line<'a> {
    words: Vec<&'a str>,
    /// 1-based.
    number: usize,
}

fn lines<'a>(source: &Source<'a>) -> Vec<Line<'a>> {
    let code = source.code_lines();
    let all = source
        .text
        .lines()
        .enumerate()
        .map(|(index, text)| Line { words: text.split_whitespace().collect(), number: index + 1 });
    all.filter(|line| code.contains(&line.number) && says_something(&line.words)).collect()
}

/// Whether a line is neither an import nor punctuation alone.
fn says_something(words: &[&str]) -> bool {
    let is_import = words.first().is_some_and(|word| *word == "use")
        || (words.first() == Some(&"pub") && words.get(1) == Some(&"use"));
    !is_import && words.iter().any(|word| word.chars().any(char::is_alphanumeric))
}

/// Two files with their longest run.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    files: [usize; 2],
    /// The start lines of the run.
    starts: [usize; 2],
    lines: usize,
}

/// A place: a file and an index into its lines.
type Place = (usize, usize);

fn pairs(files: &[Vec<Line<'_>>]) -> Vec<Pair> {
    let mut places: HashMap<Vec<&[&str]>, Vec<Place>> = HashMap::new();
    for (file, lines) in files.iter().enumerate() {
        for (index, window) in lines.windows(LINES).enumerate() {
            places
                .entry(window.iter().map(|line| line.words.as_slice()).collect())
                .or_default()
                .push((file, index));
        }
    }
    // Windows that two files share, by the difference of their positions.
    let mut shared: BTreeMap<([usize; 2], isize), Vec<usize>> = BTreeMap::new();
    for places in places.values().filter(|places| places.len() <= COMMON) {
        for (index, a) in places.iter().enumerate() {
            for b in places[index + 1..].iter().filter(|b| a.0 != b.0 || a.1.abs_diff(b.1) >= LINES)
            {
                shared
                    .entry(([a.0, b.0], b.1.cast_signed() - a.1.cast_signed()))
                    .or_default()
                    .push(a.1);
            }
        }
    }
    let mut longest: BTreeMap<[usize; 2], Pair> = BTreeMap::new();
    for ((both, distance), mut starts) in shared {
        starts.sort_unstable();
        for run in starts.chunk_by(|before, after| before + 1 == *after) {
            let other = run[0].checked_add_signed(distance).unwrap_or(0);
            let starts = [files[both[0]][run[0]].number, files[both[1]][other].number];
            let pair = Pair { files: both, starts, lines: run.len() + LINES - 1 };
            let known = longest.entry(both).or_insert_with(|| pair.clone());
            if pair.lines > known.lines {
                *known = pair;
            }
        }
    }
    longest.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements with these numbers, one per line.
    fn body(name: &str, numbers: impl IntoIterator<Item = u32>) -> String {
        let lines: String =
            numbers.into_iter().map(|number| format!("    call({number});\n")).collect();
        format!("fn {name}() {{\n{lines}}}\n")
    }

    /// The findings for these files if the crate `a` may have this number of pairs.
    fn findings(files: &[(&str, &str)], pairs: usize) -> Vec<String> {
        let allowed = [Allowed { crates: ["a", "a"], pairs, reason: "forms" }];
        judge(&judged(&Repository::of(files)), &allowed).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn eight_lines_are_a_run_and_seven_are_none() {
        let (eight, seven) = (body("a", 0..8), body("b", 0..7));
        let other = body("c", 0..8)
            .replace("    call(3)", "        call(3)")
            .replace("{\n", "{\n    // A comment.\n");
        assert_eq!(findings(&[("a/src/a.rs", &eight), ("a/src/b.rs", &seven)], 0), [""; 0]);
        let found = findings(&[("a/src/a.rs", &eight), ("a/src/c.rs", &other)], 0);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("a/src/a.rs:2 ~ a/src/c.rs:3 (8 lines)"), "{}", found[0]);
        assert_eq!(findings(&[("a/src/a.rs", &eight), ("a/src/c.rs", &other)], 1), [""; 0]);
    }

    #[test]
    fn one_file_may_repeat_itself_and_tests_may_too() {
        let twice = body("a", 0..9) + &body("b", 0..9);
        assert!(
            findings(&[("a/src/a.rs", &twice)], 0)[0]
                .contains("a/src/a.rs:2 ~ a/src/a.rs:13 (9 lines)")
        );
        let test =
            format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", body("a", 0..9), body("b", 0..9));
        assert_eq!(findings(&[("a/src/a.rs", &test), ("a/tests/b.rs", &twice)], 0), [""; 0]);
    }

    #[test]
    fn imports_and_common_forms_are_passed_over() {
        let imports: String = (0..9).map(|number| format!("use a::b{number};\n")).collect();
        assert_eq!(findings(&[("a/src/a.rs", &imports), ("a/src/b.rs", &imports)], 0), [""; 0]);
        let common: Vec<(String, String)> = (0..9)
            .map(|file| (format!("a/src/{file}.rs"), body(&format!("f{file}"), 0..8)))
            .collect();
        let common: Vec<(&str, &str)> =
            common.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(findings(&common, 0), [""; 0]);
    }

    #[test]
    fn a_number_that_is_too_high_is_to_be_lowered() {
        let once = body("a", 0..8);
        assert_eq!(findings(&[("a/src/a.rs", &once)], SLACK), [""; 0]);
        assert!(findings(&[("a/src/a.rs", &once)], SLACK + 1)[0].contains("lower"));
    }
}
