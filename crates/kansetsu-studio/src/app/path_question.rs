//! A file's path, typed: where there is no dialog for files.

use super::{
    disk::{self, Entry},
    request::{OPENED, Request},
};

/// The question for a path.
#[derive(Clone, Debug)]
pub struct PathQuestion {
    /// What it is for.
    pub request: Request,
    /// What is written in the field.
    pub path: String,
    /// The folder whose entries are listed, and these.
    listed: (String, Vec<Entry>),
}

impl PathQuestion {
    /// Asks, with a path as a start: beside the project, beside what was opened last, or in the
    /// user's folder for documents.
    #[must_use]
    pub fn new(request: Request, project: Option<&str>, recent: Option<&str>) -> Self {
        let absolute = |path: &&str| std::path::Path::new(path).is_absolute();
        let beside = project
            .filter(absolute)
            .or(recent.filter(absolute))
            .map(|path| folder_of(path).to_owned());
        let folder =
            beside.filter(|folder| disk::is_folder(folder)).unwrap_or_else(disk::documents);
        let folder =
            if folder.is_empty() || folder.ends_with('/') { folder } else { format!("{folder}/") };
        let name = match &request {
            Request::Open { .. } => "",
            Request::Save(outgoing) => &outgoing.name,
        };
        Self { path: format!("{folder}{name}"), request, listed: (String::new(), Vec::new()) }
    }

    /// The folder of the path that is written, and its entries: folders, and what can be opened
    /// or would be replaced.
    pub fn entries(&mut self) -> &[Entry] {
        let folder = folder_of(&self.path).to_owned();
        if self.listed.0 != folder {
            let ending = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
            let wanted: Vec<String> = match &self.request {
                Request::Open { .. } => OPENED.iter().map(|&ending| ending.to_owned()).collect(),
                Request::Save(outgoing) => vec![ending(&outgoing.name)],
            };
            let mut entries = disk::entries(&folder);
            entries.retain(|entry| {
                !entry.name.starts_with('.')
                    && (entry.is_folder || wanted.contains(&ending(&entry.name)))
            });
            entries.sort_by_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
            self.listed = (folder, entries);
        }
        &self.listed.1
    }

    /// Puts the name of an entry behind the folder that is written.
    pub fn choose(&mut self, entry: &Entry) {
        let folder = folder_of(&self.path).trim_end_matches('/');
        let end = if entry.is_folder { "/" } else { "" };
        self.path = format!("{folder}/{}{end}", entry.name);
    }

    /// Goes to the folder above.
    pub fn up(&mut self) {
        let above = folder_of(folder_of(&self.path)).to_owned();
        let name = match &self.request {
            Request::Open { .. } => "",
            Request::Save(outgoing) => &outgoing.name,
        };
        self.path = format!("{}/{name}", above.trim_end_matches('/'));
    }

    /// Whether a file is there already.
    #[must_use]
    pub fn replaces(&self) -> bool {
        matches!(self.request, Request::Save(_)) && disk::is_file(&disk::whole(&self.path))
    }
}

/// The text before the last `/`.
fn folder_of(path: &str) -> &str {
    path.rsplit_once(['/', '\\'])
        .map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Outgoing;

    #[test]
    fn paths_begin_beside_the_project_and_folders_are_walked() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.glb", "notes.txt", ".hidden.glb"] {
            std::fs::write(folder.path().join(name), "x").expect("written");
        }
        std::fs::create_dir(folder.path().join("more")).expect("made");
        let project = folder.path().join("walk.kansetsu").to_string_lossy().into_owned();
        let mut question = PathQuestion::new(Request::Open { adds: false }, Some(&project), None);
        let names: Vec<String> =
            question.entries().iter().map(|entry| entry.name.clone()).collect();
        assert_eq!(names, ["more", "a.glb"]);
        let before = question.path.clone();
        let more = question.entries()[0].clone();
        question.choose(&more);
        assert!(question.path.ends_with("/more/") && question.entries().is_empty());
        question.up();
        assert_eq!(question.path, before);
        let outgoing =
            Outgoing { name: "a.glb".to_owned(), bytes: Vec::new().into(), project: None };
        let question = PathQuestion::new(Request::Save(outgoing), Some(&project), None);
        assert!(question.path.ends_with("/a.glb") && question.replaces());
    }
}
