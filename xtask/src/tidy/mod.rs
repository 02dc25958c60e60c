//! `cargo xtask tidy`: the project's rules that no other tool checks. One rule per file.

mod architecture;
mod changelog;
mod constants;
mod cycles;
mod dependencies;
mod duplicates;
mod error_docs;
mod file_names;
mod finding;
mod forbidden_code;
mod items;
mod line_width;
mod links;
mod machine_paths;
mod manifests;
mod markdown;
mod prose;
mod readmes;
mod results;
mod sizes;
mod source;
mod wording;

use anyhow::{Result, bail};

pub(crate) use architecture::redraw as redraw_architecture;
pub(crate) use finding::Finding;
pub(crate) use links::normalised;
pub(crate) use readmes::first_example;

use crate::repository::Repository;

/// A rule: its name, and the function that finds violations in a checkout.
struct Rule {
    name: &'static str,
    check: fn(&Repository) -> Vec<Finding>,
}

const RULES: [Rule; 18] = [
    Rule { name: "file sizes", check: sizes::check },
    Rule { name: "line widths", check: line_width::check },
    Rule { name: "file names", check: file_names::check },
    Rule { name: "forbidden code", check: forbidden_code::check },
    Rule { name: "wording", check: wording::check },
    Rule { name: "# Errors sections", check: error_docs::check },
    Rule { name: "machine paths", check: machine_paths::check },
    Rule { name: "dependency direction", check: dependencies::check },
    Rule { name: "import cycles", check: cycles::check },
    Rule { name: "repeated code", check: duplicates::check },
    Rule { name: "manifests", check: manifests::check },
    Rule { name: "READMEs", check: readmes::check },
    Rule { name: "prose", check: prose::check },
    Rule { name: "links", check: links::check },
    Rule { name: "changelog", check: changelog::check },
    Rule { name: "architecture", check: architecture::check },
    Rule { name: "constants", check: constants::check },
    Rule { name: "results", check: results::check },
];

/// Checks every rule, prints the violations, and fails if there are any.
pub(crate) fn run() -> Result<()> {
    let repository = Repository::read()?;
    let mut broken = 0;
    for rule in &RULES {
        for finding in (rule.check)(&repository) {
            println!("{finding} [{}]", rule.name);
            broken += 1;
        }
    }
    if broken > 0 {
        bail!("tidy found {broken} thing(s) to fix");
    }
    println!(
        "tidy: {} files, {} crates, {} rules, nothing to fix",
        repository.files.len(),
        repository.packages.len(),
        RULES.len()
    );
    Ok(())
}
