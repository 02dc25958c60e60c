//! Files beside a document, by the paths in it.
//!
//! Most documents come from Windows, where names have no case and a backslash divides folders.
//! Many hold a path of the author's machine. Such a path means the file of the same name in the
//! document's folder, with as many of its folders as exist.

use crate::gltf::{OUTSIDE, Resources, leaves_folder};

/// The most folders of a path that are tried.
const DEEPEST: usize = 16;

/// The bytes of the file that a path in a document means.
///
/// # Errors
/// The reason why there is none, as a phrase for a message.
pub(crate) fn find(path: &str, resources: &Resources<'_>) -> Result<Vec<u8>, String> {
    let path = path.trim_matches(|c: char| c.is_whitespace() || c == '\0').replace('\\', "/");
    let is_outside = leaves_folder(&path);
    let first = if is_outside { Err(OUTSIDE.to_owned()) } else { resources(&path) };
    first.or_else(|reason| {
        let parts = inner_parts(&path);
        let tails = (0..parts.len()).rev().take(DEEPEST).rev();
        tails
            .map(|start| parts[start..].join("/"))
            .filter(|tail| *tail != path)
            .find_map(|tail| resources(&tail).ok())
            .ok_or(reason)
    })
}

/// The folders and the name of a path after its drive, its scheme and its last `..`.
fn inner_parts(path: &str) -> Vec<&str> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let leads_out = |part: &&str| *part == ".." || part.contains(':');
    let start = parts.iter().rposition(leads_out).map_or(0, |last| last + 1);
    parts[start..].to_vec()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn paths_of_other_machines_mean_the_files_beside_the_document() {
        let beside = |path: &str| match path {
            "tex/skin.png" | "face.png" => Ok(path.as_bytes().to_vec()),
            _ => Err("no such file".to_owned()),
        };
        for (path, found) in [
            ("tex/skin.png", Some("tex/skin.png")),
            ("tex\\skin.png", Some("tex/skin.png")),
            ("C:\\Users\\a\\model\\tex\\skin.png", Some("tex/skin.png")),
            ("file:///home/a/model/tex/skin.png", Some("tex/skin.png")),
            ("../../other/tex/skin.png", Some("tex/skin.png")),
            ("/home/a/face.png", Some("face.png")),
            ("a\\..\\..\\face.png\0", Some("face.png")),
            ("images/face.png", Some("face.png")),
            ("../skin.png", None),
            ("..", None),
            ("", None),
        ] {
            let bytes = found.map(|found| found.as_bytes().to_vec());
            assert_eq!(find(path, &beside).ok(), bytes, "{path}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_asked_for() {
        let asked = RefCell::new(Vec::new());
        let none = |path: &str| {
            asked.borrow_mut().push(path.to_owned());
            Err("no such file".to_owned())
        };
        for path in
            ["/etc/passwd", "../a/../../b.png", "C:\\a:b\\c", "\\\\host\\share\\x", "a/../b"]
        {
            assert!(find(path, &none).is_err());
        }
        assert!(asked.borrow().iter().all(|path| !leaves_folder(path)), "{asked:?}");
        assert_eq!(find("/etc/passwd", &none).unwrap_err(), OUTSIDE);
    }
}
