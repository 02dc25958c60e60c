//! Archives of files that are compressed already: ZIP without compression.
//!
//! Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, sections 4.3.7,
//! 4.3.12, 4.3.16.

/// The bytes of an archive with these files, names in ASCII. Files count from 0 to 65,535 and stay
/// under 4 GB together.
#[must_use]
pub fn archive(files: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    let count = files.len() as u16;
    for (name, contents) in files {
        let at = bytes.len() as u32;
        let entry = entry(&name, &contents);
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(&entry);
        bytes.extend(name.as_bytes());
        bytes.extend(contents);
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&entry);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (at, size) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    bytes.extend(0x0605_4b50_u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend([count, count].into_iter().flat_map(u16::to_le_bytes));
    bytes.extend([size, at].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([0; 2]);
    bytes
}

/// What a file's own head and the directory say alike: version, flags, method, time (1 January
/// 1980), sum, sizes, name's length.
fn entry(name: &str, contents: &[u8]) -> Vec<u8> {
    let mut entry = Vec::with_capacity(26);
    entry.extend([20_u16, 0, 0, 0, 0x21].into_iter().flat_map(u16::to_le_bytes));
    let size = contents.len() as u32;
    entry.extend([checksum(contents), size, size].into_iter().flat_map(u32::to_le_bytes));
    entry.extend([name.len() as u16, 0].into_iter().flat_map(u16::to_le_bytes));
    entry
}

/// CRC-32 (ISO 3309), bit by bit: pictures take longer to draw than this.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_standards() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn the_directory_leads_back_to_the_files() {
        let bytes = archive(vec![
            ("a.png".to_owned(), b"first".to_vec()),
            ("b.png".to_owned(), b"second".to_vec()),
        ]);
        let end = &bytes[bytes.len() - 22..];
        assert_eq!(end[..4], 0x0605_4b50_u32.to_le_bytes());
        assert_eq!(end[10..12], 2_u16.to_le_bytes());
        let directory = u32::from_le_bytes([end[16], end[17], end[18], end[19]]) as usize;
        assert_eq!(bytes[directory..directory + 4], 0x0201_4b50_u32.to_le_bytes());
        let second = directory + 46 + "a.png".len();
        let at = u32::from_le_bytes([
            bytes[second + 42],
            bytes[second + 43],
            bytes[second + 44],
            bytes[second + 45],
        ]) as usize;
        assert_eq!(bytes[at..at + 4], 0x0403_4b50_u32.to_le_bytes());
        assert_eq!(&bytes[at + 30..at + 30 + 11], b"b.pngsecond");
    }
}
