//! Detection of file formats, so that an error can name an unsupported format.

/// The name of an unsupported format: "USD", "Blender". `None` for supported and for unknown
/// formats.
///
/// The first bytes determine the format; if they do not, the extension of the name, which may be
/// empty.
///
/// # Example
///
/// ```
/// use kansetsu_formats::unsupported_format;
///
/// assert_eq!(unsupported_format(b"#usda 1.0", "walk.txt"), Some("USD"));
/// assert_eq!(unsupported_format(b"?", "boy.BLEND"), Some("Blender"));
/// assert_eq!(unsupported_format(b"{\"asset\": {\"version\": \"2.0\"}}", "odd.bvh"), None);
/// ```
pub fn unsupported_format(bytes: &[u8], name: &str) -> Option<&'static str> {
    named_format(bytes, name).filter(|format| !READ.contains(format))
}

/// The format of a file with a motion or a pose and without a surface: "BVH", "VMD", "VPD" or
/// "AMC". `None` for all other files.
///
/// # Example
///
/// ```
/// use kansetsu_formats::motion_format;
///
/// assert_eq!(motion_format(b"HIERARCHY", "walk.txt"), Some("BVH"));
/// assert_eq!(motion_format(b"PMX ", "miku.pmx"), None);
/// ```
#[must_use]
pub fn motion_format(bytes: &[u8], name: &str) -> Option<&'static str> {
    named_format(bytes, name).filter(|format| ["BVH", "VMD", "VPD", "AMC"].contains(format))
}

/// The formats that [`open`](crate::open) reads besides glTF.
const READ: [&str; 9] = ["BVH", "URDF", "PMX", "PMD", "VMD", "MQO", "MQOZ", "ASF", "FBX"];

/// The format of a file, supported or not; `None` for glTF and for unknown formats.
pub(crate) fn named_format(bytes: &[u8], name: &str) -> Option<&'static str> {
    match is_gltf(bytes) {
        true => None,
        false => by_content(bytes).or_else(|| by_ending(name)),
    }
}

/// Whether the bytes start like a glTF or GLB file, with any contents.
pub fn is_gltf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF") || trimmed(bytes).first() == Some(&b'{')
}

/// The first bytes of each format.
const BEGINNINGS: [(&[u8], &str); 13] = [
    (b"HIERARCHY", "BVH"),
    (b"Kaydara FBX Binary", "FBX"),
    (b"; FBX", "FBX"),
    (b"PMX ", "PMX"),
    (b"Pmd\0\0\x80\x3F", "PMD"),
    (b"Vocaloid Motion Data", "VMD"),
    (b"Vocaloid Pose Data", "VPD"),
    (b"Metasequoia Document", "MQO"),
    (b"BLENDER", "Blender"),
    (b"PXR-USDC", "USD"),
    (b"#usda", "USD"),
    (b"PK\x03\x04", "ZIP"),
    (b"PK\x05\x06", "ZIP"),
];

/// File extensions, in lower case.
const ENDINGS: [(&str, &str); 20] = [
    ("asf", "ASF"),
    ("amc", "AMC"),
    ("bvh", "BVH"),
    ("fbx", "FBX"),
    ("pmx", "PMX"),
    ("pmd", "PMD"),
    ("vmd", "VMD"),
    ("vpd", "VPD"),
    ("mqo", "MQO"),
    ("mqoz", "MQOZ"),
    ("urdf", "URDF"),
    ("xacro", "URDF"),
    ("dae", "COLLADA"),
    ("obj", "OBJ"),
    ("blend", "Blender"),
    ("usd", "USD"),
    ("usda", "USD"),
    ("usdc", "USD"),
    ("usdz", "USD"),
    ("zip", "ZIP"),
];

/// Root elements of XML formats; comments may precede them.
const ELEMENTS: [(&[u8], &str); 2] = [(b"<robot", "URDF"), (b"<COLLADA", "COLLADA")];

/// The range in which the first word of a text is searched, bytes: it includes a declaration and a
/// long comment, without reading a large file to its end.
const TEXT_REACH: usize = 4096;

fn by_content(bytes: &[u8]) -> Option<&'static str> {
    if let Some(text) = utf16(&bytes[..bytes.len().min(TEXT_REACH)]) {
        return by_content(text.as_bytes());
    }
    let text = trimmed(bytes);
    let named = BEGINNINGS
        .iter()
        .find(|(beginning, _)| starts_with_word(text, beginning))
        .map(|(_, format)| *format);
    match named {
        Some("ZIP") => Some(in_zip(text)),
        None if text.first() == Some(&b'<') => in_xml(&text[..text.len().min(TEXT_REACH)]),
        None if matches!(text.first(), Some(b'#' | b':' | b'/')) => {
            in_comments(&text[..text.len().min(TEXT_REACH)])
        }
        other => other,
    }
}

/// A text with the byte order mark of UTF-16. Without `encoding_rs`, whose tables of all encodings
/// would be in the first module of the web app.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (unit, text): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xFF, 0xFE, text @ ..] => (u16::from_le_bytes, text),
        [0xFE, 0xFF, text @ ..] => (u16::from_be_bytes, text),
        _ => return None,
    };
    let units: Vec<u16> = text.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

/// Text is compared in any case, since programs write both; binary data exactly.
fn starts_with_word(bytes: &[u8], beginning: &[u8]) -> bool {
    let is_word = beginning.iter().all(u8::is_ascii_uppercase);
    let start = bytes.get(..beginning.len());
    start.is_some_and(|start| {
        start == beginning || (is_word && start.eq_ignore_ascii_case(beginning))
    })
}

/// Some formats are ZIP archives, identified by a file in them: the archive's directory at its end
/// lists the files. In a damaged archive the first file counts. The directory's entry has the
/// name at byte 46, the file itself at byte 30; its length is 18 and 4 bytes before it.
fn in_zip(bytes: &[u8]) -> &'static str {
    let names = entries(bytes, b"PK\x01\x02", 46, 18).chain(first_entry(bytes));
    for name in names {
        match by_ending(&String::from_utf8_lossy(name)) {
            Some("MQO") => return "MQOZ",
            Some("USD") => return "USD",
            _ => {}
        }
    }
    "ZIP"
}

fn first_entry(bytes: &[u8]) -> Option<&[u8]> {
    entries(bytes, b"PK\x03\x04", 30, 4).next()
}

/// The names after each signature.
fn entries<'a>(
    bytes: &'a [u8],
    signature: &'static [u8],
    name: usize,
    length_before: usize,
) -> impl Iterator<Item = &'a [u8]> {
    bytes.windows(signature.len()).enumerate().filter_map(move |(at, window)| {
        if window != signature {
            return None;
        }
        let start = at + name;
        let length = bytes.get(start - length_before..start - length_before + 2)?;
        bytes.get(start..start + usize::from(u16::from_le_bytes([length[0], length[1]])))
    })
}

fn in_xml(text: &[u8]) -> Option<&'static str> {
    let holds = |element: &[u8]| text.windows(element.len()).any(|window| window == element);
    ELEMENTS.iter().find(|(element, _)| holds(element)).map(|(_, format)| *format)
}

/// A text that starts with comments: BVH, or an Acclaim format.
fn in_comments(text: &[u8]) -> Option<&'static str> {
    let mut lines = text.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii);
    let is_comment =
        |line: &&[u8]| line.is_empty() || line.starts_with(b"#") || line.starts_with(b"//");
    let first = lines.find(|line| !is_comment(line))?;
    if starts_with_word(first, b"HIERARCHY") { Some("BVH") } else { in_acclaim(text) }
}

/// Both Acclaim formats start with comments and a word after a colon.
fn in_acclaim(text: &[u8]) -> Option<&'static str> {
    let mut lines = text.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii);
    let word =
        lines.find(|line| !(line.is_empty() || line.starts_with(b"#")))?.strip_prefix(b":")?;
    let is = |known: &&[u8]| {
        word.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known))
    };
    let asf: [&[u8]; 6] = [b"version", b"name", b"units", b"documentation", b"root", b"bonedata"];
    let amc: [&[u8]; 3] = [b"fully-specified", b"degrees", b"radians"];
    match (asf.iter().any(is), amc.iter().any(is)) {
        (true, _) => Some("ASF"),
        (_, true) => Some("AMC"),
        _ => None,
    }
}

fn by_ending(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| *format)
}

/// The text without a byte order mark and leading white space.
fn trimmed(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_comes_before_the_name() {
        let zip = |name: &str| {
            [&b"PK\x03\x04"[..], &[0; 22], &[name.len() as u8, 0, 0, 0], name.as_bytes()].concat()
        };
        for (bytes, name, format) in [
            (&b"  \r\nHIERARCHY\r\nROOT Hips"[..], "a.fbx", Some("BVH")),
            (b"Kaydara FBX Binary  \0\x1A\0", "a.bvh", Some("FBX")),
            (b"; FBX 7.4.0 project file", "a", Some("FBX")),
            (b"PMX \0\0\0\x40", "a", Some("PMX")),
            (b"Pmd\0\0\x80\x3F", "a", Some("PMD")),
            (b"Vocaloid Motion Data 0002\0", "a", Some("VMD")),
            (b"Vocaloid Pose Data file\r\n", "a", Some("VPD")),
            (b"\xFF\xFEV\0o\0c\0a\0l\0o\0i\0d\0 \0P\0o\0s\0e\0 \0D\0a\0t\0a\0", "a", Some("VPD")),
            (b"\xFF\xFE", "a.vpd", Some("VPD")),
            (b"Metasequoia Document\r\nFormat Text Ver 1.1", "a", Some("MQO")),
            (&zip("boy.mqo"), "a.zip", Some("MQOZ")),
            (&zip("readme.txt"), "a", Some("ZIP")),
            (&zip("readme.txt"), "a.mqoz", Some("ZIP")),
            (b"PK\x03\x04", "a", Some("ZIP")),
            (b"<?xml version=\"1.0\"?><!-- a --><robot name=\"r\">", "a", Some("URDF")),
            (b"<html>", "a.html", None),
            (b"# made by hand\r\n:version 1.10\r\n:name test", "-", Some("ASF")),
            (b"#!OML:ASF x.asf\n:FULLY-SPECIFIED\n:DEGREES\n1\n", "a.txt", Some("AMC")),
            (b"# A letter\n", "a.txt", None),
            (b"# by a tool\r\n// 2\r\nHIERARCHY\r\n", "a.txt", Some("BVH")),
            (b"<html>", "a.urdf", Some("URDF")),
            (b"glTF\x02\0\0\0", "a.bvh", None),
            (b"\xEF\xBB\xBF {", "a.pmx", None),
            (b"", "a.VMD", Some("VMD")),
            (b"", "bvh", None),
            (b"Dear reader", "letter.glb", None),
        ] {
            assert_eq!(
                named_format(bytes, name),
                format,
                "{name}: {}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}
