//! Imports between the files of a crate.

use super::krate::{Crate, Target};

/// A use of an item that another file defines.
#[derive(Clone)]
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) line: usize,
    /// The path in the source.
    pub(super) path: String,
}

/// The first use of each file by each other file; junctions use none.
pub(super) fn arrows(krate: &Crate) -> Vec<Arrow> {
    let mut found: Vec<Arrow> = Vec::new();
    for index in 0..krate.modules.len() {
        if !krate.files[krate.modules[index].file].is_junction {
            add_arrows(krate, index, &mut found);
        }
    }
    found.sort_by_key(|arrow| (arrow.from, arrow.to, arrow.line));
    found.dedup_by_key(|arrow| (arrow.from, arrow.to));
    found
}

fn add_arrows(krate: &Crate, index: usize, found: &mut Vec<Arrow>) {
    let module = &krate.modules[index];
    let mut add = |target: Target, line: usize, path: String| {
        if let Some(to) = target.file
            && to != module.file
        {
            found.push(Arrow { from: module.file, to, line, path });
        }
    };
    for import in &module.imports {
        let target = krate.resolve(index, &import.path);
        add(target, import.line, import.path.join("::"));
        if let (None, Some(inside)) = (&import.name, target.module) {
            for (word, &line) in &module.words {
                add(krate.lookup(inside, word), line, word.clone());
            }
        }
    }
    for named in &module.paths {
        add(krate.resolve(index, &named.path), named.line, named.path.join("::"));
    }
}
