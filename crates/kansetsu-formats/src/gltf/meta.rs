//! The author and the licence of a character: the meta of VRM 0.x and 1.0.
//!
//! Sources: vrm-c, `specification/0.0/README.md` (meta) and `specification/VRMC_vrm-1.0/meta.md`.

use super::at::At;
use crate::Meta;

/// The meta of a VRM file; `None` for other files.
pub(super) fn read(root: &At<'_>) -> Option<Meta> {
    let newer = root.extension("VRMC_vrm").and_then(|block| block.get("meta"));
    let is_newer = newer.is_some();
    let meta = newer.or_else(|| root.extension("VRM")?.get("meta"))?;
    let fields = if is_newer { NEW.as_slice() } else { OLD.as_slice() };
    let text = |key: &str| meta.get(key).and_then(|at| said(&at)).unwrap_or_default();
    let either =
        |one: &str, other: &str| if text(one).is_empty() { text(other) } else { text(one) };
    let terms: Vec<(String, String)> = fields
        .iter()
        .map(|&key| (key.to_owned(), text(key)))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    let licence = either("licenseName", "licenseUrl");
    let no_derivatives = licence.starts_with("CC_BY") && licence.contains("ND");
    Some(Meta {
        title: either("name", "title"),
        authors: either("authors", "author"),
        // Permissions missing in VRM 1.0 are denied.
        forbids_changes: if is_newer {
            !text("modification").starts_with("allow")
        } else {
            no_derivatives
        },
        forbids_redistribution: if is_newer {
            text("allowRedistribution") != "true"
        } else {
            licence == "Redistribution_Prohibited"
        },
        licence,
        terms,
    })
}

/// The fields in display order.
const NEW: [&str; 12] = [
    "avatarPermission",
    "commercialUsage",
    "allowExcessivelyViolentUsage",
    "allowExcessivelySexualUsage",
    "allowPoliticalOrReligiousUsage",
    "allowAntisocialOrHateUsage",
    "creditNotation",
    "allowRedistribution",
    "modification",
    "copyrightInformation",
    "contactInformation",
    "otherLicenseUrl",
];
const OLD: [&str; 7] = [
    "allowedUserName",
    "violentUssageName",
    "sexualUssageName",
    "commercialUssageName",
    "contactInformation",
    "otherPermissionUrl",
    "otherLicenseUrl",
];

/// The longest text of a field.
const LONGEST: usize = 400;

/// A text, a boolean, or a list of texts.
fn said(at: &At<'_>) -> Option<String> {
    let value = at.value();
    let text = match (value.as_str(), value.as_bool(), value.as_array()) {
        (Some(text), ..) => text.to_owned(),
        (_, Some(switch), _) => switch.to_string(),
        (.., Some(list)) => {
            list.iter().filter_map(|entry| entry.as_str()).collect::<Vec<_>>().join(", ")
        }
        _ => return None,
    };
    Some(text.trim().chars().take(LONGEST).collect())
}
