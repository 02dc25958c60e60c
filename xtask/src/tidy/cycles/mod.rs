//! Import cycles: the files of a crate form layers, so no file imports, directly or through others,
//! from itself.
//!
//! An arrow leads from the file that uses an item to the file that defines it. Re-exports are
//! followed. A file of module declarations and re-exports only is a junction and has no arrows.
//! Test code is ignored.

mod arrows;
mod components;
mod krate;
mod reader;

use super::Finding;
use crate::repository::Repository;
use arrows::{Arrow, arrows};
use components::{components, shortest_cycle};
use krate::Crate;

/// Every import cycle of every crate.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    Crate::roots(repository).into_iter().flat_map(|root| judge(repository, &root)).collect()
}

fn judge(repository: &Repository, root: &str) -> Vec<Finding> {
    let krate = Crate::read(repository, root);
    let arrows = arrows(&krate);
    components(krate.files.len(), &arrows)
        .iter()
        .map(|cycle| describe(&krate, cycle, &arrows))
        .collect()
}

/// A finding that names the files of a cycle and the fewest imports that close it.
fn describe(krate: &Crate, cycle: &[usize], arrows: &[Arrow]) -> Finding {
    let names: Vec<&str> = cycle.iter().map(|&file| krate.short(file)).collect();
    let closing = shortest_cycle(cycle, arrows);
    let imports = closing.iter().map(|arrow| {
        format!(
            "{}:{} uses `{}` of {}",
            krate.short(arrow.from),
            arrow.line,
            arrow.path,
            krate.short(arrow.to)
        )
    });
    let imports: Vec<String> = imports.collect();
    Finding::in_file(
        &krate.files[cycle[0]].path,
        format!(
            "import cycle of {} files ({}): {}",
            names.len(),
            names.join(", "),
            imports.join("; ")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "crates/a/src/lib.rs";

    /// The findings for a crate with this root file and other files by name and text.
    fn findings(root: &str, others: &[(&str, &str)]) -> Vec<String> {
        let others: Vec<(String, &str)> =
            others.iter().map(|(name, text)| (format!("crates/a/src/{name}"), *text)).collect();
        let mut files = vec![(ROOT, root)];
        files.extend(others.iter().map(|(path, text)| (path.as_str(), *text)));
        judge(&Repository::of(&files), ROOT).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_a_cycle_and_both_imports_are_named() {
        let found = findings(
            "mod b; mod c;",
            &[
                ("b.rs", "use crate::c::C;\npub struct B(C);"),
                ("c.rs", "pub struct C;\nfn f() { super::b::B::new() }"),
            ],
        );
        assert_eq!(
            found,
            [
                "crates/a/src/b.rs: import cycle of 2 files (b.rs, c.rs): b.rs:1 uses `crate::c::C` of c.rs; c.rs:2 uses `super::b::B::new` of b.rs"
            ]
        );
    }

    #[test]
    fn re_exports_lead_to_the_file_that_defines_the_name() {
        let through = [
            ("b.rs", "use crate::d::E as Other;\npub struct B(Other);"),
            ("d/mod.rs", "mod c;\nmod e;\npub use self::c::C;\npub use e::*;"),
            ("d/c.rs", "use crate::b;\npub struct C(b::B);"),
            ("d/e.rs", "use super::C;\npub struct E(C);"),
        ];
        let found = findings("mod b; mod d;", &through);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].contains("import cycle of 3 files (b.rs, d/c.rs, d/e.rs)"),
            "{}",
            found[0]
        );
    }

    #[test]
    fn a_junction_has_no_arrows_and_a_parent_with_items_has() {
        let child = ("b/c.rs", "use super::D;\npub struct C(D);");
        let sibling = ("b/d.rs", "pub struct D;");
        assert!(
            findings(
                "mod b;",
                &[("b/mod.rs", "mod c;\nmod d;\npub use c::C;\npub use d::D;"), child, sibling]
            )
            .is_empty()
        );
        let parent = ("b/mod.rs", "mod c;\npub struct D;\nfn f() { c::C::new() }");
        assert_eq!(findings("mod b;", &[parent, child]).len(), 1);
        let leaf = ("b/c.rs", "pub struct C;");
        assert!(findings("mod b;", &[parent, leaf]).is_empty());
    }

    #[test]
    fn globs_lead_to_the_names_that_are_used() {
        let b = ("b.rs", "use crate::c::*;\npub struct B;\nfn f() -> C { C }");
        assert_eq!(
            findings(
                "mod b; mod c;",
                &[b, ("c.rs", "use crate::b::B;\npub struct C;\nfn g(_: B) {}")]
            )
            .len(),
            1
        );
        let unused = ("b.rs", "use crate::c::*;\npub struct B;");
        assert!(
            findings(
                "mod b; mod c;",
                &[unused, ("c.rs", "use crate::b::B;\npub struct C;\nfn g(_: B) {}")]
            )
            .is_empty()
        );
    }

    #[test]
    fn code_for_tests_inline_modules_and_other_crates_make_no_cycle() {
        let b = (
            "b.rs",
            "pub struct B;\n#[cfg(test)]\nmod tests { use crate::c::C; }\n#[cfg(test)] mod oracle;",
        );
        let c = ("c.rs", "use crate::b::B;\npub struct C(B);");
        assert!(
            findings("mod b; mod c;", &[b, ("b/oracle.rs", "use crate::c::C; fn f(_: C) {}"), c])
                .is_empty()
        );
        let inline = (
            "b.rs",
            "pub struct B;\npub mod inside { use super::B; fn f(_: B, _: glam::Vec3, _: ::c::C) {} }",
        );
        assert!(findings("mod b; mod c;", &[inline, c]).is_empty());
    }
}
