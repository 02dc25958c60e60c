//! The MQO file in an MQOZ archive (PKWARE, "APPNOTE.TXT", version 6.3.10).

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::lines::FORMAT;
use crate::Error;
use crate::text::decode;

/// The largest text relative to the archive, and the size that is always allowed. Text compresses
/// to a fifth, a decompression bomb to a thousandth.
const LONGER: usize = 12;
const ALWAYS: usize = 16 << 20;

/// The first file in the archive whose name ends in `.mqo`.
pub(super) fn unpack(archive: &[u8]) -> Result<Vec<u8>, Error> {
    find(archive, is_document)?.ok_or_else(|| wrong(archive.len(), "the archive has no .mqo file"))
}

/// The first file in the archive whose name ends in `.mqx`: the data of plug-ins.
pub(super) fn of_plugins(archive: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    find(archive, is_of_plugins)
}

fn find(archive: &[u8], is_wanted: fn(&[u8]) -> bool) -> Result<Option<Vec<u8>>, Error> {
    let list = list(archive)?;
    let found = list.iter().find(|(name, _)| is_wanted(name));
    found.map(|&(_, at)| entry(archive, at)).transpose()
}

/// The names of the files that are not read, without folders and the thumbnail.
pub(super) fn others(archive: &[u8]) -> Result<Vec<String>, Error> {
    let list = list(archive)?;
    let document = list.iter().position(|(name, _)| is_document(name));
    let plugins = list.iter().position(|(name, _)| is_of_plugins(name));
    let others = list
        .iter()
        .enumerate()
        .filter(|&(index, _)| Some(index) != document && Some(index) != plugins)
        .map(|(_, (name, _))| name);
    let is_file = |name: &&&[u8]| {
        !name.ends_with(b"/") && !name.to_ascii_lowercase().starts_with(b"thumbnail")
    };
    Ok(others.filter(is_file).map(|name| decode(name).into_owned()).collect())
}

fn is_document(name: &[u8]) -> bool {
    name.to_ascii_lowercase().ends_with(b".mqo")
}

fn is_of_plugins(name: &[u8]) -> bool {
    name.to_ascii_lowercase().ends_with(b".mqx")
}

/// The name of each entry and its position in the archive's directory.
fn list(archive: &[u8]) -> Result<Vec<(&[u8], usize)>, Error> {
    let end = archive
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")
        .ok_or_else(|| wrong(archive.len(), "the archive has no end; it seems truncated"))?;
    let (count, mut at) = (short(archive, end + 10)?, long(archive, end + 16)?);
    let mut list = Vec::new();
    for _ in 0..count {
        if archive.get(at..at.saturating_add(4)) != Some(b"PK\x01\x02") {
            return Err(wrong(at, "expected an entry of the archive's directory"));
        }
        let (name, more, comment) =
            (short(archive, at + 28)?, short(archive, at + 30)?, short(archive, at + 32)?);
        list.push((part(archive, at + 46, name)?, at));
        at = at + 46 + name + more + comment;
    }
    Ok(list)
}

fn entry(archive: &[u8], at: usize) -> Result<Vec<u8>, Error> {
    let (flags, method) = (short(archive, at + 8)?, short(archive, at + 10)?);
    let (packed, unpacked, start) =
        (long(archive, at + 20)?, long(archive, at + 24)?, long(archive, at + 42)?);
    let unsupported = |what: &str| Error::Unsupported {
        format: FORMAT,
        place: format!("byte {at}"),
        what: what.to_owned(),
    };
    if flags & 1 != 0 {
        return Err(unsupported("an archive with a password"));
    }
    let limit = archive.len().saturating_mul(LONGER).saturating_add(ALWAYS);
    if unpacked > limit {
        return Err(wrong(
            at,
            format!(
                "the file in it would have {unpacked} bytes, from an archive of {}; this is not a model",
                archive.len()
            ),
        ));
    }
    let data = start + 30 + short(archive, start + 26)? + short(archive, start + 28)?;
    let bytes = part(archive, data, packed)?;
    match method {
        0 => Ok(bytes.to_vec()),
        8 => decompress_to_vec_with_limit(bytes, unpacked.clamp(1, limit))
            .map_err(|error| wrong(data, format!("the packed data are damaged ({error})"))),
        _ => Err(unsupported(&format!("packing method {method}"))),
    }
}

fn part(archive: &[u8], at: usize, length: usize) -> Result<&[u8], Error> {
    archive
        .get(at..)
        .and_then(|rest| rest.get(..length))
        .ok_or_else(|| wrong(at, "the archive ends inside an entry; it seems truncated"))
}

fn short(archive: &[u8], at: usize) -> Result<usize, Error> {
    part(archive, at, 2).map(|bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
}

fn long(archive: &[u8], at: usize) -> Result<usize, Error> {
    part(archive, at, 4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
}

fn wrong(at: usize, problem: impl Into<String>) -> Error {
    Error::Malformed {
        format: FORMAT,
        place: format!("byte {at} of the archive"),
        problem: problem.into(),
    }
}
