//! Files beside a document, by the paths in it.
//!
//! Most documents come from Windows, where names have no case and a backslash divides folders.
//! Many hold a path of the author's machine. Such a path means the file of the same name in the
//! document's folder, with as many of its folders as exist.

/// Returns the bytes of a file beside the document, named by its relative path.
///
/// The path itself never leaves the document's folder: [`crate::gltf::read`] refuses paths that are
/// absolute, have a scheme or a drive letter, or leave it by `..`. Only the reader of the files can
/// detect symbolic links that leave the folder, and should.
pub type Resources<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

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

/// The reason why a path outside the document's folder is not read. Otherwise a document could copy
/// any file of its reader into a saved file.
pub(crate) const OUTSIDE: &str = "it is outside the document's folder, and only files inside are read; copy the file beside the document and refer to it there";

/// Whether a path has a scheme or a drive letter, is absolute, or leaves the folder by `..`. A
/// backslash counts as a slash, as on systems with drive letters.
pub(crate) fn leaves_folder(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    let begins_outside = path.starts_with(['/', '\\'])
        || parts.clone().next().is_some_and(|first| first.contains(':'));
    let mut depth = 0_usize;
    let climbs_out = parts.any(|part| match part {
        ".." => depth.checked_sub(1).is_none_or(|above| {
            depth = above;
            false
        }),
        "" | "." => false,
        _ => {
            depth += 1;
            false
        }
    });
    begins_outside || climbs_out
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
            ("file:///models/a/tex/skin.png", Some("tex/skin.png")),
            ("../../other/tex/skin.png", Some("tex/skin.png")),
            ("/models/face.png", Some("face.png")),
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
