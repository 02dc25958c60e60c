//! Archives of files that are compressed already: ZIP without compression.

use std::io::{Cursor, Write};

use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipResult, write::SimpleFileOptions};

use crate::document::Refusal;

/// The bytes of an archive with these files. The same files make the same bytes: each is dated 1 January 1980.
///
/// # Errors
/// A sentence, when two files have the same name, or one is 4 GB or larger.
pub fn archive(files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Refusal> {
    packed(files).map_err(|error| Refusal::from(error.to_string()))
}

fn packed(files: Vec<(String, Vec<u8>)>) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).last_modified_time(DateTime::DEFAULT);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in files {
        archive.start_file(name, options)?;
        archive.write_all(&contents)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::*;

    fn two(names: [&str; 2]) -> Vec<(String, Vec<u8>)> {
        vec![(names[0].to_owned(), b"first".to_vec()), (names[1].to_owned(), b"second".to_vec())]
    }

    #[test]
    fn the_files_come_back_as_they_were() {
        let bytes = archive(two(["a.png", "b.png"])).unwrap();
        let mut read = ZipArchive::new(Cursor::new(&bytes)).unwrap();
        assert_eq!(read.len(), 2);
        for (name, wanted) in two(["a.png", "b.png"]) {
            let mut file = read.by_name(&name).unwrap();
            assert_eq!((file.compression(), file.last_modified()), (CompressionMethod::Stored, Some(DateTime::DEFAULT)));
            let mut contents = Vec::new();
            file.read_to_end(&mut contents).unwrap();
            assert_eq!(contents, wanted);
        }
        assert_eq!(archive(two(["a.png", "b.png"])).unwrap(), bytes);
    }

    #[test]
    fn two_files_of_one_name_are_refused() {
        assert!(archive(two(["a.png", "a.png"])).is_err());
    }
}
