//! `cargo xtask licenses`: checks the licences of all third-party crates, and writes the texts that
//! must be beside a program.
//!
//! `deny.toml` lists the accepted licences, for cargo-deny and for this. `--out` writes the crates
//! that a package contains, with the texts of their licences; `--sbom` writes them as a CycloneDX
//! bill of materials.

mod expression;
mod notices;
mod packages;
mod sbom;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::repository::root;
use expression::Expression;
use packages::Third;

/// Relative to the root.
const POLICY: &str = "deny.toml";

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the crates that this package of the workspace contains
    #[arg(long, value_name = "NAME", default_value = "kansetsu-cli")]
    package: String,
    /// Only the crates for this target
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Write the crates and the texts of their licences
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the crates as a bill of materials, CycloneDX 1.5 in JSON
    #[arg(long, value_name = "FILE")]
    sbom: Option<PathBuf>,
}

/// Checks all licences, and writes what was asked for.
pub(crate) fn run(options: &Options) -> Result<()> {
    check()?;
    let of = || packages::of(&options.package, options.target.as_deref());
    if let Some(path) = &options.out {
        write(path, notices::text(&options.package, &of()?)?)?;
    }
    if let Some(path) = &options.sbom {
        write(path, sbom::text(&options.package, &of()?)?)?;
    }
    Ok(())
}

/// Writes the crates of a package, and the texts of their licences, into a folder with its release.
pub(crate) fn write_beside(folder: &Path, package: &str, target: Option<&str>) -> Result<()> {
    let text = notices::text(package, &packages::of(package, target)?)?;
    write(&folder.join("THIRD_PARTY_LICENSES.txt"), text)
}

/// Writes the crates of a package as a bill of materials.
pub(crate) fn write_sbom(path: &Path, package: &str) -> Result<()> {
    write(path, sbom::text(package, &packages::of(package, None)?)?)
}

fn write(path: &Path, text: String) -> Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Fails with every third-party crate whose licence is not accepted.
pub(crate) fn check() -> Result<()> {
    let policy = std::fs::read_to_string(root().join(POLICY)).with_context(|| POLICY.to_owned())?;
    let accepted = accepted(&policy)?;
    let all = packages::all()?;
    let problems: Vec<String> = all.iter().filter_map(|third| refused(third, &accepted)).collect();
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    println!("{} third-party crates have accepted licences", all.len());
    Ok(())
}

/// The problem with a crate.
fn refused(third: &Third, accepted: &[String]) -> Option<String> {
    let Third { name, version, .. } = third;
    let Some(licence) = &third.licence else {
        return Some(format!("{name} {version} states no licence"));
    };
    match Expression::parse(licence) {
        Err(problem) => Some(format!("{name} {version}: \"{licence}\": {problem}")),
        Ok(expression) if expression.is_met(&|one| accepted.iter().any(|known| known == one)) => {
            None
        }
        Ok(_) => Some(format!(
            "{name} {version}: \"{licence}\" is not accepted; replace the crate, or add the licence to {POLICY} and say why"
        )),
    }
}

/// The accepted licences: the strings of `allow` in the section `licenses`.
fn accepted(policy: &str) -> Result<Vec<String>> {
    let section = policy.split_once("\n[licenses]\n").context("deny.toml has no [licenses]")?.1;
    let list = section.split_once("allow = [").context("[licenses] has no list allow")?.1;
    let list = list.split_once(']').context("the list allow has no end")?.0;
    let names: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    if names.is_empty() {
        bail!("the list of accepted licences is empty");
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn third(licence: Option<&str>) -> Third {
        Third {
            name: "a".into(),
            version: "1.0.0".into(),
            licence: licence.map(str::to_owned),
            ..Third::default()
        }
    }

    #[test]
    fn the_policy_lists_licences_and_refuses_others_by_name() {
        let policy =
            "x = 1\n\n[licenses]\n# why\nallow = [\n    \"MIT\",\n    \"Apache-2.0\",\n]\n";
        let known = accepted(policy).expect("a list");
        assert_eq!(known, ["MIT", "Apache-2.0"]);
        assert!(accepted("[licenses]\n").is_err());
        assert_eq!(refused(&third(Some("MIT OR GPL-2.0-only")), &known), None);
        for (licence, words) in [
            (Some("GPL-3.0-only"), "a 1.0.0: \"GPL-3.0-only\" is not accepted"),
            (Some("MIT AND GPL-3.0-only"), "not accepted"),
            (Some("MIT OR"), "a 1.0.0: \"MIT OR\""),
            (None, "states no licence"),
        ] {
            let told = refused(&third(licence), &known).expect("a problem");
            assert!(told.contains(words), "{told}");
        }
    }
}
