//! The pages of `cargo xtask results`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::repository::root;

/// A page: the standard output of a program.
pub(super) struct Page {
    /// The name of the file in `results/`, without `.md`.
    pub(super) name: &'static str,
    pub(super) package: &'static str,
    /// Cargo's arguments that select the program.
    pub(super) program: [&'static str; 2],
    /// The program's arguments: the files in these folders of the real files.
    folders: &'static [&'static str],
}

pub(super) const PAGES: [Page; 7] = [
    Page { name: "batch", package: "kansetsu-evidence", program: ["--bin", "batch"], folders: &[] },
    Page { name: "load", package: "kansetsu-evidence", program: ["--bin", "load"], folders: &[] },
    Page {
        name: "retargeting",
        package: "kansetsu-figures",
        program: ["--example", "retarget"],
        folders: &[],
    },
    Page {
        name: "roles",
        package: "kansetsu-formats",
        program: ["--example", "rigs"],
        folders: &["gltf", "vrm", "fbx", "bvh", "mmd", "mqo"],
    },
    Page {
        name: "recorded-limits",
        package: "kansetsu-formats",
        program: ["--example", "inside"],
        folders: &["mocap"],
    },
    Page {
        name: "damage",
        package: "kansetsu-formats",
        program: ["--example", "damage"],
        folders: &[
            "vrm",
            "bvh",
            "mqo",
            "mmd",
            "urdf",
            "fbx",
            "gltf",
            "bvh_malformed_derived",
            "gltf_validator_cases",
        ],
    },
    Page {
        name: "studio-memory",
        package: "kansetsu-studio",
        program: ["--example", "soak"],
        folders: &[],
    },
];

impl Page {
    /// The files of the folders, in the order of their names.
    pub(super) fn arguments(&self) -> Result<Vec<PathBuf>> {
        let corpus = std::env::var_os("KANSETSU_CORPUS")
            .map_or_else(|| root().join("../shared/data"), PathBuf::from);
        let mut files = Vec::new();
        for folder in self.folders {
            find(&corpus.join(folder), &mut files)?;
        }
        Ok(files)
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| {
        format!("{} is missing; KANSETSU_CORPUS names another folder", folder.display())
    })?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { find(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
