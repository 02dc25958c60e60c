//! A crate as a tree of modules, read from its root file.

use super::reader::{Module, read};
use crate::repository::Repository;

/// The files and modules of a crate, without those for tests.
pub(super) struct Crate {
    /// Relative to the root of the checkout.
    pub(super) folder: String,
    pub(super) files: Vec<File>,
    /// The first one is the crate's root; parents come before children.
    pub(super) modules: Vec<Module>,
}

/// A file of a crate.
pub(super) struct File {
    /// Relative to the root of the checkout.
    pub(super) path: String,
    /// Whether it only declares modules and re-exports.
    pub(super) is_junction: bool,
}

/// The target of a path in the code. A module and an item may have one name.
#[derive(Clone, Copy, Default)]
pub(super) struct Target {
    pub(super) module: Option<usize>,
    /// The file that defines the item.
    pub(super) file: Option<usize>,
}

/// The maximum number of re-exports of re-exports; more are a cycle.
const MOST_STEPS: usize = 16;

impl Crate {
    /// The root files of all crates in the checkout.
    pub(super) fn roots(repository: &Repository) -> Vec<String> {
        let is_root = |path: &str| path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
        repository
            .texts()
            .map(|(path, _)| path)
            .filter(|path| is_root(path))
            .map(String::from)
            .collect()
    }

    /// Reads the crate with this root file.
    pub(super) fn read(repository: &Repository, root: &str) -> Self {
        let folder = root.rsplit_once("/src/").map_or("", |(folder, _)| folder);
        let mut krate = Self { folder: folder.into(), files: Vec::new(), modules: Vec::new() };
        krate.add_file(repository, root.into(), None);
        krate
    }

    /// A file's path from the crate's `src`.
    pub(super) fn short(&self, file: usize) -> &str {
        let path = &self.files[file].path;
        path.strip_prefix(&self.folder).and_then(|path| path.strip_prefix("/src/")).unwrap_or(path)
    }

    /// Adds a file with its modules and, of these, the files that they declare.
    fn add_file(
        &mut self,
        repository: &Repository,
        path: String,
        parent: Option<usize>,
    ) -> Option<usize> {
        let source = read(repository.text(&path)?)?;
        let file = self.files.len();
        let children = folder_of_children(&path);
        self.files.push(File { path, is_junction: source.is_junction() });
        Some(self.add_module(repository, source, Place { file, parent, folder: children }))
    }

    fn add_module(&mut self, repository: &Repository, mut source: Module, place: Place) -> usize {
        let module = self.modules.len();
        let declared = std::mem::take(&mut source.declared);
        let inline = std::mem::take(&mut source.inline);
        (source.file, source.parent) = (place.file, place.parent);
        self.modules.push(source);
        for name in declared {
            let paths =
                [format!("{}/{name}.rs", place.folder), format!("{}/{name}/mod.rs", place.folder)];
            let Some(path) = paths.into_iter().find(|path| repository.text(path).is_some()) else {
                continue;
            };
            if let Some(child) = self.add_file(repository, path, Some(module)) {
                self.modules[module].children.insert(name, child);
            }
        }
        for (name, inside) in inline {
            let folder = format!("{}/{name}", place.folder);
            let child = self.add_module(
                repository,
                inside,
                Place { file: place.file, parent: Some(module), folder },
            );
            self.modules[module].children.insert(name, child);
        }
        module
    }

    /// Follows a path from a module; empty if it leaves the crate.
    pub(super) fn resolve(&self, module: usize, path: &[String]) -> Target {
        self.follow(module, path, 0)
    }

    /// The target of a name in a module.
    pub(super) fn lookup(&self, module: usize, name: &str) -> Target {
        self.find(module, name, 0)
    }

    fn follow(&self, module: usize, path: &[String], steps: usize) -> Target {
        let mut reached = Target { module: Some(module), file: None };
        for (index, name) in path.iter().enumerate() {
            let Some(here) = reached.module else { return reached };
            let next = match name.as_str() {
                "crate" => Target { module: Some(0), file: None },
                "self" if index == 0 => reached,
                "super" => Target { module: self.modules[here].parent, file: None },
                name => self.find(here, name, steps),
            };
            if next.module.is_none() && next.file.is_none() {
                return Target { module: None, file: reached.file };
            }
            reached = next;
        }
        reached
    }

    fn find(&self, module: usize, name: &str, steps: usize) -> Target {
        let scope = &self.modules[module];
        let mut found = Target {
            module: scope.children.get(name).copied(),
            file: scope.items.contains(name).then_some(scope.file),
        };
        if steps > MOST_STEPS {
            return found;
        }
        let named = scope.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        for import in named {
            if found.file.is_none() {
                let target = self.follow(module, &import.path, steps + 1);
                found = Target { module: found.module.or(target.module), file: target.file };
            }
        }
        if found.module.is_some() || found.file.is_some() {
            return found;
        }
        let globs = scope.imports.iter().filter(|import| import.name.is_none());
        let inside = globs.filter_map(|glob| self.follow(module, &glob.path, steps + 1).module);
        let targets = inside
            .filter(|&inside| inside != module)
            .map(|inside| self.find(inside, name, steps + 1));
        targets
            .into_iter()
            .find(|target| target.module.is_some() || target.file.is_some())
            .unwrap_or_default()
    }
}

/// The position of a module, and the folder of its children's files.
struct Place {
    file: usize,
    parent: Option<usize>,
    folder: String,
}

fn folder_of_children(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder.into(),
        name => format!("{folder}/{}", name.trim_end_matches(".rs")),
    }
}
