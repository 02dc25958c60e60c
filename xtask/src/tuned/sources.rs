//! The constants in the sources, and sources in which they are functions.

/// The files of the constants, each as `const NAME: TYPE = VALUE;` in a line.
pub(crate) const SOURCES: [&str; 3] = [
    "crates/kansetsu/src/solve/",
    "crates/kansetsu/src/kinematics/",
    "crates/kansetsu/src/session/follow.rs",
];

/// Constants that are not scaled: sizes of arrays, bounds on memory and numbers, and rounding
/// tolerances.
const FIXED: [&str; 7] =
    ["UNMOVED", "PIN_TOLERANCE", "LEAST_COMPLIANCE", "NONE", "SAMPLES", "LARGEST", "ROUNDING"];

/// Types of constants.
const TYPES: [&str; 4] = ["f32", "f64", "usize", "[f32; 2]"];

/// The helper in the library of the copy: a factor for one number, from the environment.
pub(super) const TUNED: &str = r#"
pub(crate) fn tuned<T: Tuned>(name: &str, value: T) -> T {
    let named = std::env::var("KANSETSU_FACTOR").ok();
    let factor = named.as_deref().and_then(|named| named.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
    factor.map_or(value, |factor| value.times(factor))
}
pub(crate) trait Tuned: Copy { fn times(self, factor: f32) -> Self; }
impl Tuned for f32 { fn times(self, factor: f32) -> Self { self * factor } }
impl Tuned for f64 { fn times(self, factor: f32) -> Self { self * Self::from(factor) } }
impl Tuned for usize { fn times(self, factor: f32) -> Self { (self as f32 * factor).round() as Self } }
impl<const N: usize> Tuned for [f32; N] { fn times(self, factor: f32) -> Self { self.map(|own| own * factor) } }
"#;

/// A constant of the solver.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constant {
    pub(crate) name: String,
    /// The source's name.
    pub(crate) file: String,
    pub(crate) value: String,
    /// The doc comment, or that of the previous constant if both share one.
    pub(crate) reason: String,
    /// Whether its effect is measured.
    pub(crate) is_scaled: bool,
}

impl Constant {
    /// The key that distinguishes it from others with the same name.
    pub(crate) fn key(&self) -> String {
        format!("{}:{}", self.file, self.name)
    }

    /// The entry in `docs/design/constants.md`.
    pub(crate) fn entry(&self) -> String {
        format!("`{}` = {}", self.name, self.value)
    }
}

/// The name, the type and the value of a line that defines a constant.
fn definition(line: &str) -> Option<[&str; 3]> {
    let words = line.trim_start();
    let words = ["pub(super) ", "pub(crate) "]
        .iter()
        .find_map(|public| words.strip_prefix(public))
        .unwrap_or(words);
    let (name, rest) = words.strip_prefix("const ")?.split_once(": ")?;
    let (kind, value) = rest.strip_suffix(';')?.split_once(" = ")?;
    TYPES.contains(&kind).then_some([name, kind, value])
}

/// The constants that a source defines.
pub(crate) fn constants(path: &str, text: &str) -> Vec<Constant> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (mut found, mut reason): (Vec<Constant>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut is_after_constant = false;
    for line in text.lines() {
        if let Some(words) = line.trim_start().strip_prefix("/// ") {
            reason.push(words);
            continue;
        }
        if let Some([name, _, value]) = definition(line) {
            let shared = found
                .last()
                .filter(|_| reason.is_empty() && is_after_constant)
                .map(|last| last.reason.clone());
            let reason = shared.unwrap_or_else(|| reason.join(" ").replace('|', "\\|"));
            let is_scaled = !FIXED.contains(&name);
            found.push(Constant {
                name: name.into(),
                file: file.into(),
                value: value.into(),
                reason,
                is_scaled,
            });
            is_after_constant = true;
        } else {
            is_after_constant = false;
        }
        reason.clear();
    }
    found
}

/// The source with functions for these constants, which read their factors once.
pub(super) fn tuned(path: &str, text: &str, constants: &[Constant]) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (mut tuned, mut is_import) = (String::new(), false);
    for line in text.lines() {
        is_import |= ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
            .iter()
            .any(|word| line.trim_start().starts_with(word));
        tuned += &match definition(line).filter(|[name, ..]| !FIXED.contains(name)) {
            Some([name, kind, value]) => format!(
                "#[allow(non_snake_case)] pub(crate) fn {name}() -> {kind} {{ static OWN: std::sync::OnceLock<{kind}> = \
                 std::sync::OnceLock::new(); *OWN.get_or_init(|| crate::tuned(\"{file}:{name}\", {value})) }}"
            ),
            None if is_import => line.to_owned(),
            None => called(&line.replace("const fn", "fn"), constants),
        };
        tuned.push('\n');
        is_import &= !line.trim_end().ends_with(';');
    }
    tuned
}

/// A line in which the constants' names are calls.
fn called(line: &str, constants: &[Constant]) -> String {
    let (mut called, mut rest) = (String::new(), line);
    while let Some(start) = rest.find(|letter: char| letter.is_alphabetic() || letter == '_') {
        let end = rest[start..]
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .map_or(rest.len(), |end| start + end);
        called += &rest[..end];
        if constants.iter().any(|constant| constant.is_scaled && constant.name == rest[start..end])
        {
            called += "()";
        }
        rest = &rest[end..];
    }
    called + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use super::{A,\n    LEVER};\n/// A lever.\nconst LEVER: f32 = 0.2;\npub(super) const TWO: usize = 2;\n\n\
                        /// Rounding.\nconst UNMOVED: f64 = 1e-7;\nfn f() -> f32 { LEVER * TWO + \
                        MY_LEVER }\n";

    #[test]
    fn constants_are_found_with_their_reasons() {
        let found = constants("a/b.rs", TEXT);
        let words: Vec<_> = found
            .iter()
            .map(|constant| {
                (constant.entry(), &*constant.file, &*constant.reason, constant.is_scaled)
            })
            .collect();
        let entry = |entry: &str, reason, is_scaled| (entry.to_owned(), "b.rs", reason, is_scaled);
        let expected = [
            entry("`LEVER` = 0.2", "A lever.", true),
            entry("`TWO` = 2", "A lever.", true),
            entry("`UNMOVED` = 1e-7", "Rounding.", false),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn what_is_used_is_called_and_what_is_imported_is_not() {
        let text = tuned("a/b.rs", TEXT, &constants("a/b.rs", TEXT));
        assert!(
            text.contains("    LEVER};\n") && text.contains("{ LEVER() * TWO() + MY_LEVER }"),
            "{text}"
        );
        assert!(
            text.contains("crate::tuned(\"b.rs:TWO\", 2)")
                && text.contains("const UNMOVED: f64 = 1e-7;"),
            "{text}"
        );
    }
}
