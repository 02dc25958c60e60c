//! The numbers in the sources, and sources in which they are functions.

/// Where the numbers stand, each as `const NAME: TYPE = VALUE;` in a line.
pub(super) const SOURCES: [&str; 3] =
    ["crates/kansetsu/src/solve/", "crates/kansetsu/src/d3/posture.rs", "crates/kansetsu/src/d3/capsule.rs"];

/// Numbers that steer nothing: bounds on memory, groups, and what rounding leaves.
const OTHERS: [&str; 4] = ["UNMOVED", "PIN_TOLERANCE", "LEAST_COMPLIANCE", "NONE"];

/// Types that can be half and twice as great.
const TYPES: [&str; 7] = ["f32", "f64", "usize", "[f32; 2]", "[f32; 3]", "(f32, usize, usize)", "(usize, f32)"];

/// What the library of the copy needs: a factor for one number, from the environment.
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
impl Tuned for (f32, usize, usize) { fn times(self, factor: f32) -> Self { (self.0 * factor, self.1.times(factor), self.2.times(factor)) } }
impl Tuned for (usize, f32) { fn times(self, factor: f32) -> Self { (self.0.times(factor), self.1 * factor) } }
"#;

/// A number that steers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) name: String,
    /// The source's name.
    pub(super) file: String,
    pub(super) value: String,
}

impl Number {
    /// What tells it from others of its name.
    pub(super) fn key(&self) -> String {
        format!("{}:{}", self.file, self.name)
    }
}

/// The name, the type and the value of a line that defines a number.
fn definition(line: &str) -> Option<[&str; 3]> {
    let words = line.trim_start();
    let words = words.strip_prefix("pub(super) ").unwrap_or(words).strip_prefix("const ")?;
    let (name, rest) = words.split_once(": ")?;
    let (kind, value) = rest.strip_suffix(';')?.split_once(" = ")?;
    (TYPES.contains(&kind) && !OTHERS.contains(&name)).then_some([name, kind, value])
}

/// The numbers that a source defines.
pub(super) fn numbers(path: &str, text: &str) -> Vec<Number> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let number = |[name, _, value]: [&str; 3]| Number { name: name.into(), file: file.into(), value: value.into() };
    text.lines().filter_map(definition).map(number).collect()
}

/// The source with functions for these numbers, which ask for their factors once.
pub(super) fn tuned(path: &str, text: &str, numbers: &[Number]) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (mut tuned, mut is_import) = (String::new(), false);
    for line in text.lines() {
        is_import |= ["use ", "pub use ", "pub(crate) use ", "pub(super) use "].iter().any(|word| line.trim_start().starts_with(word));
        tuned += &match definition(line) {
            Some([name, kind, value]) => format!(
                "#[allow(non_snake_case)] pub(super) fn {name}() -> {kind} {{ static OWN: std::sync::OnceLock<{kind}> = \
                 std::sync::OnceLock::new(); *OWN.get_or_init(|| crate::tuned(\"{file}:{name}\", {value})) }}"
            ),
            None if is_import => line.to_owned(),
            None => called(line, numbers),
        };
        tuned.push('\n');
        is_import &= !line.trim_end().ends_with(';');
    }
    tuned
}

/// A line in which the numbers' names are calls.
fn called(line: &str, numbers: &[Number]) -> String {
    let (mut called, mut rest) = (String::new(), line);
    while let Some(start) = rest.find(|letter: char| letter.is_alphabetic() || letter == '_') {
        let end = rest[start..].find(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(rest.len(), |end| start + end);
        called += &rest[..end];
        if numbers.iter().any(|number| number.name == rest[start..end]) {
            called += "()";
        }
        rest = &rest[end..];
    }
    called + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use super::{A,\n    LEVER};\nconst LEVER: f32 = 0.2;\npub(super) const TWO: (usize, f32) = (2, 1.0);\n\
                        const NONE: usize = 4;\nfn f() -> f32 { LEVER * TWO.1 + MY_LEVER }\n";

    #[test]
    fn numbers_are_found_where_they_are_defined() {
        let found = numbers("a/b.rs", TEXT);
        let words: Vec<[&str; 3]> = found.iter().map(|number| [&*number.name, &*number.file, &*number.value]).collect();
        assert_eq!(words, [["LEVER", "b.rs", "0.2"], ["TWO", "b.rs", "(2, 1.0)"]]);
    }

    #[test]
    fn what_is_used_is_called_and_what_is_imported_is_not() {
        let text = tuned("a/b.rs", TEXT, &numbers("a/b.rs", TEXT));
        assert!(text.contains("    LEVER};\n") && text.contains("{ LEVER() * TWO().1 + MY_LEVER }"), "{text}");
        assert!(text.contains("crate::tuned(\"b.rs:TWO\", (2, 1.0))") && text.contains("const NONE: usize = 4;"), "{text}");
    }
}
