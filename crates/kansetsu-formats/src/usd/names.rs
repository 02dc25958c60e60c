//! Names in paths.

use std::collections::BTreeSet;

/// The names of a space, each used once.
#[derive(Default)]
pub(super) struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// A name for a path like `name`, which differs from all earlier ones.
    pub(super) fn unique(&mut self, name: &str, usual: &str) -> String {
        let valid = valid(name);
        let base = if valid.chars().all(|c| c == '_') { usual.to_owned() } else { valid };
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let free =
            std::iter::once(base.clone()).chain(numbered).find(|name| !self.used.contains(name));
        let free = free.unwrap_or(base);
        self.used.insert(free.clone());
        free
    }
}

/// Letters of any script, digits and `_`; a digit does not come first.
fn valid(name: &str) -> String {
    let is_letter = |c: char| {
        c.is_alphabetic() && !matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
    };
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '\u{ff10}'..='\u{ff19}');
    let mut valid: String =
        name.chars().map(|c| if is_letter(c) || is_digit(c) { c } else { '_' }).collect();
    let first = valid.chars().next();
    // Marks and digits are letters only inside a name.
    if first.is_some_and(|c| !(c.is_ascii_alphabetic() || c == '_' || is_plain(c))) {
        valid.insert(0, '_');
    }
    valid
}

/// Letters that start names in every version of Unicode that programs have: kana and Chinese
/// characters, and other letters without marks below U+0300.
fn is_plain(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}')
        && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_unique() {
        let mut names = Names::default();
        let mut unique = |name: &str| names.unique(name, "joint");
        assert_eq!(unique("mixamorig:Hips"), "mixamorig_Hips");
        assert_eq!(unique("mixamorig Hips"), "mixamorig_Hips_2");
        assert_eq!(unique("左足ＩＫ"), "左足ＩＫ");
        assert_eq!(unique("左人指１"), "左人指１");
        assert_eq!(unique("1st"), "_1st");
        assert_eq!(unique(""), "joint");
        assert_eq!(unique("..."), "joint_2");
        assert_eq!(unique("a/b.c[0]"), "a_b_c_0_");
    }
}
