//! The bill of materials: CycloneDX 1.5 in JSON.
//!
//! Source: Ecma International, "CycloneDX Bill of Materials Specification", ECMA-424, 2024.

use anyhow::Result;
use serde_json::{Value, json};

use super::packages::Third;

pub(super) fn text(package: &str, crates: &[Third]) -> Result<String> {
    let component = |third: &Third| -> Value {
        let purl = format!("pkg:cargo/{}@{}", third.name, third.version);
        let licence = third.licence.as_deref().unwrap_or("NOASSERTION").replace('/', " OR ");
        json!({
            "type": "library",
            "bom-ref": purl,
            "name": third.name,
            "version": third.version,
            "purl": purl,
            "licenses": [{ "expression": licence }],
        })
    };
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": { "type": "application", "name": package, "version": env!("CARGO_PKG_VERSION") },
        },
        "components": crates.iter().map(component).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_is_a_component_with_its_licence() {
        let third = Third {
            name: "a".into(),
            version: "1.0.0".into(),
            licence: Some("MIT/Zlib".into()),
            ..Third::default()
        };
        let text = text("program", &[third]).expect("JSON");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(document["components"][0]["purl"], "pkg:cargo/a@1.0.0");
        assert_eq!(document["components"][0]["licenses"][0]["expression"], "MIT OR Zlib");
    }
}
