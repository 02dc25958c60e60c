//! Sources of a document's buffers and images.

use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use percent_encoding::percent_decode_str;

use super::at::{At, FORMAT};
use crate::Error;
use crate::beside::{self, Resources, leaves_folder};

/// The contents behind a URI.
pub(super) struct Fetched {
    pub(super) bytes: Vec<u8>,
    /// The MIME type of a data URI.
    pub(super) mime_type: Option<String>,
    /// The requested path, unless the bytes are in the URI itself.
    pub(super) path: Option<String>,
}

/// Reads the contents of the `uri` of `owner`.
pub(super) fn fetch(
    uri: &str,
    owner: &At<'_>,
    resources: &Resources<'_>,
) -> Result<Fetched, Error> {
    if let Some(data) = strip_scheme(uri, "data:") {
        return decode_data(data).map_err(|problem| owner.wrong_at("uri", problem));
    }
    let refuse = |reason: String| Error::Resource {
        format: FORMAT,
        place: owner.path_of("uri"),
        uri: shortened(uri),
        reason,
    };
    let path = decoded_path(uri);
    let bytes = if leaves_folder(uri) { beside::find(uri, resources) } else { Err(String::new()) };
    let bytes = bytes.or_else(|_| beside::find(&path, resources)).map_err(refuse)?;
    Ok(Fetched { bytes, mime_type: None, path: Some(path) })
}

/// The path of a relative URI.
pub(super) fn decoded_path(uri: &str) -> String {
    percent_decode_str(uri).decode_utf8_lossy().into_owned()
}

fn strip_scheme<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let start = uri.get(..scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then(|| &uri[scheme.len()..])
}

fn decode_data(data: &str) -> Result<Fetched, String> {
    let Some((head, body)) = data.split_once(',') else {
        return Err("expected a comma in the data URI".to_owned());
    };
    let mut words = head.split(';');
    let mime_type = words.next().filter(|mime| !mime.is_empty()).map(str::to_owned);
    let plain: Vec<u8> = percent_decode_str(body).collect();
    let bytes = if words.any(|word| word.eq_ignore_ascii_case("base64")) {
        let packed: Vec<u8> =
            plain.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
        base64_engine()
            .decode(packed)
            .map_err(|error| format!("the base64 data is damaged: {error}"))?
    } else {
        plain
    };
    Ok(Fetched { bytes, mime_type, path: None })
}

/// A data URI of these bytes.
pub(super) fn data_uri(mime_type: &str, bytes: &[u8]) -> String {
    format!("data:{mime_type};base64,{}", base64_engine().encode(bytes))
}

/// Standard base64 with optional padding at the end, which some writers omit.
const fn base64_engine() -> GeneralPurpose {
    GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
    )
}

fn shortened(uri: &str) -> String {
    if uri.chars().count() <= 80 {
        uri.to_owned()
    } else {
        format!("{}...", uri.chars().take(77).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_uris_come_back() {
        for length in 0..9 {
            let bytes: Vec<u8> =
                (0..length).map(|i: u8| i.wrapping_mul(29).wrapping_add(200)).collect();
            let uri = data_uri("image/png", &bytes);
            let fetched =
                decode_data(uri.strip_prefix("data:").expect("a data URI")).expect("it decodes");
            assert_eq!(fetched.bytes, bytes);
            assert_eq!(fetched.mime_type.as_deref(), Some("image/png"));
            let unpadded = uri.trim_end_matches('=');
            assert_eq!(decode_data(&unpadded[5..]).expect("it decodes").bytes, bytes);
        }
    }

    #[test]
    fn only_paths_in_the_folder_stay_in_it() {
        for inside in [
            "a.bin",
            "./a.bin",
            "textures/a b.png",
            "textures/../a.bin",
            "a/./b/../../c.bin",
            "..a/b..bin",
            "a\\b.bin",
        ] {
            assert!(!leaves_folder(inside), "{inside}");
        }
        for outside in [
            "/etc/passwd",
            "../a.bin",
            "a/../../b.bin",
            "./../a",
            "..",
            "..\\a",
            "a\\..\\..\\b",
            "\\\\host\\a",
            "C:/a",
            "c:a",
            "file:///a",
            "file:a",
        ] {
            assert!(leaves_folder(outside), "{outside}");
        }
    }

    #[test]
    fn plain_data_is_percent_decoded() {
        assert_eq!(decode_data("text/plain,a%20b").expect("it decodes").bytes, b"a b");
        assert!(decode_data("no comma").is_err());
    }
}
