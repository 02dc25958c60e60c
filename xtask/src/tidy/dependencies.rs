//! Dependency direction: the allowed dependencies between our crates, and the users of heavy
//! libraries.

use super::Finding;
use crate::repository::{Package, Repository};

/// Our crates, each of which may depend on those before it. The core is first: it depends on none
/// of ours.
const ORDER: [&str; 15] = [
    "kansetsu",
    "kansetsu-humanoid",
    "kansetsu-formats",
    "kansetsu-figures",
    "kansetsu-c",
    "kansetsu-draw",
    "kansetsu-lab",
    "kansetsu-studio",
    "kansetsu-page",
    "kansetsu-cli",
    "kansetsu-python",
    "kansetsu-web",
    "kansetsu-evidence",
    "kansetsu-fuzz",
    "xtask",
];

/// Libraries that only some crates may use.
struct Reserved {
    /// Prefixes of their names, as whole words.
    prefixes: &'static [&'static str],
    to: &'static [&'static str],
}

const RESERVED: [Reserved; 2] = [
    Reserved {
        prefixes: &["egui", "eframe", "wgpu", "winit"],
        to: &["kansetsu-lab", "kansetsu-studio", "kansetsu-page"],
    },
    Reserved { prefixes: &["clap"], to: &["kansetsu-cli", "xtask"] },
];

/// Every dependency in the wrong direction.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    repository.packages.iter().flat_map(judge).collect()
}

fn judge(package: &Package) -> Vec<Finding> {
    let Some(rank) = rank(&package.name) else {
        return vec![Finding::in_file(
            &package.manifest,
            "a new crate: give it its place in tidy's dependency order",
        )];
    };
    let wrong = package.dependencies.iter().filter_map(|dependency| {
        let upwards = self::rank(dependency).is_some_and(|other| other >= rank);
        let reserved = RESERVED.iter().find(|reserved| {
            reserved.covers(dependency) && !reserved.to.contains(&package.name.as_str())
        });
        match reserved {
            Some(reserved) => {
                Some(format!("only {} may depend on {dependency}", reserved.to.join(" and ")))
            }
            None => upwards.then(|| {
                format!("must not depend on {dependency}: the order is {}", ORDER.join(" <- "))
            }),
        }
    });
    wrong.map(|message| Finding::in_file(&package.manifest, message)).collect()
}

fn rank(name: &str) -> Option<usize> {
    ORDER.iter().position(|ours| *ours == name)
}

impl Reserved {
    fn covers(&self, name: &str) -> bool {
        let covers = |prefix: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        };
        self.prefixes.iter().any(|prefix| covers(prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, dependencies: &[&str]) -> usize {
        let package = Package {
            name: name.into(),
            manifest: "Cargo.toml".into(),
            dependencies: dependencies.iter().map(|d| (*d).into()).collect(),
            ..Package::default()
        };
        check(&Repository { files: Vec::new(), packages: vec![package] }).len()
    }

    #[test]
    fn dependencies_point_towards_the_core() {
        assert_eq!(findings("kansetsu-draw", &["kansetsu", "kansetsu-figures", "glam"]), 0);
        assert_eq!(findings("kansetsu", &["kansetsu-figures"]), 1);
        assert_eq!(findings("kansetsu-formats", &["kansetsu-draw", "kansetsu-cli"]), 2);
    }

    #[test]
    fn windows_and_command_lines_stay_in_their_crates() {
        assert_eq!(findings("kansetsu-studio", &["egui", "egui-wgpu", "eframe"]), 0);
        assert_eq!(findings("kansetsu-draw", &["egui", "egui-wgpu", "clap"]), 3);
        assert_eq!(findings("kansetsu-cli", &["clap", "clap_mangen", "clapper"]), 0);
        assert_eq!(findings("kansetsu-cli", &["wgpu"]), 1);
    }

    #[test]
    fn a_crate_without_a_place_is_reported() {
        assert_eq!(findings("kansetsu-new", &[]), 1);
    }
}
