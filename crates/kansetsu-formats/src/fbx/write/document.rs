//! The records around the objects.

use std::collections::BTreeMap;

use super::file::{Record, VERSION, Value, block, leaf, one};
use super::motion::ticks;
use super::scene::{ROOT, Scene, properties, property};
use crate::output::Take;
use crate::{Figure, Meta};

/// The time of creation and the id that belong to the footer of the file.
const CREATED: &str = "1970-01-01 10:00:00:000";
const FILE_ID: [u8; 16] = [
    0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1,
];
const CREATOR: &str = concat!("Kansetsu ", env!("CARGO_PKG_VERSION"));
/// The id of the document; objects have larger ones.
const DOCUMENT: i64 = 1000;
/// The frame rates that have a number in the format, and that of all others.
const RATES: [(f64, i32); 11] = [
    (120.0, 1),
    (100.0, 2),
    (60.0, 3),
    (50.0, 4),
    (48.0, 5),
    (30.0, 6),
    (25.0, 10),
    (24.0, 11),
    (1000.0, 12),
    (96.0, 15),
    (72.0, 16),
];
const OTHER_RATE: i32 = 14;

/// All records of a file, in their sequence.
pub(super) fn records(figure: &Figure, takes: &[Take], scene: Scene) -> Vec<Record> {
    let first = takes.first().map_or("", |take| take.name.as_str());
    vec![
        header(figure.meta.as_ref()),
        one("FileId", FILE_ID.to_vec()),
        one("CreationTime", CREATED),
        one("Creator", CREATOR),
        settings(takes),
        documents(&figure.name, first),
        block("References", Vec::new()),
        definitions(&scene),
        block("Objects", scene.objects),
        block("Connections", scene.links),
        block("Takes", vec![one("Current", first)]),
    ]
}

fn header(meta: Option<&Meta>) -> Record {
    let stamp = [
        ("Version", 1000),
        ("Year", 1970),
        ("Month", 1),
        ("Day", 1),
        ("Hour", 10),
        ("Minute", 0),
        ("Second", 0),
        ("Millisecond", 0),
    ];
    let none = Meta::default();
    let meta = meta.unwrap_or(&none);
    let about = block(
        "MetaData",
        vec![
            one("Version", 100),
            one("Title", meta.title.as_str()),
            one("Subject", ""),
            one("Author", meta.authors.as_str()),
            one("Keywords", ""),
            one("Revision", ""),
            one("Comment", meta.licence.as_str()),
        ],
    );
    let info = Record {
        name: "SceneInfo",
        values: vec!["GlobalInfo\0\u{1}SceneInfo".into(), "UserData".into()],
        children: vec![one("Type", "UserData"), one("Version", 100), about],
    };
    block(
        "FBXHeaderExtension",
        vec![
            one("FBXHeaderVersion", 1003),
            one("FBXVersion", VERSION),
            one("EncryptionType", 0),
            block("CreationTimeStamp", stamp.map(|(name, number)| one(name, number)).to_vec()),
            one("Creator", CREATOR),
            info,
        ],
    )
}

fn settings(takes: &[Take]) -> Record {
    let rate = takes.first().map_or(30.0, |take| take.rate);
    let mode = RATES.iter().find(|(known, _)| (known - rate).abs() < 1e-6 * known);
    let end = takes.iter().filter_map(|take| take.times.last()).fold(0.0, |a: f64, &b| a.max(b));
    let int = |name: &str, number: i32| property([name, "int", "Integer", ""], [number]);
    let double = |name: &str, number: f64| property([name, "double", "Number", ""], [number]);
    let time = |name: &str, time: f64| property([name, "KTime", "Time", ""], [ticks(time)]);
    let list = vec![
        int("UpAxis", 1),
        int("UpAxisSign", 1),
        int("FrontAxis", 2),
        int("FrontAxisSign", 1),
        int("CoordAxis", 0),
        int("CoordAxisSign", 1),
        int("OriginalUpAxis", -1),
        int("OriginalUpAxisSign", 1),
        double("UnitScaleFactor", 1.0),
        double("OriginalUnitScaleFactor", 1.0),
        property(["DefaultCamera", "KString", "", ""], ["Producer Perspective"]),
        property(["TimeMode", "enum", "", ""], [mode.map_or(OTHER_RATE, |(_, number)| *number)]),
        time("TimeSpanStart", 0.0),
        time("TimeSpanStop", end),
        double("CustomFrameRate", rate),
    ];
    block("GlobalSettings", vec![one("Version", 1000), properties(list)])
}

fn documents(name: &str, take: &str) -> Record {
    let active = property(["ActiveAnimStackName", "KString", "", ""], [take]);
    let document = Record {
        name: "Document",
        values: vec![DOCUMENT.into(), name.replace('\0', "").into(), "Scene".into()],
        children: vec![properties(vec![active]), one("RootNode", ROOT)],
    };
    block("Documents", vec![one("Count", 1), document])
}

/// The number of objects of each kind.
fn definitions(scene: &Scene) -> Record {
    let mut counts: BTreeMap<&str, i32> = BTreeMap::from([("GlobalSettings", 1)]);
    for object in &scene.objects {
        *counts.entry(object.name).or_default() += 1;
    }
    let total = counts.values().sum::<i32>();
    let mut children = vec![one("Version", 100), one("Count", total)];
    children.extend(counts.into_iter().map(|(kind, count)| Record {
        children: vec![one("Count", count)],
        ..leaf("ObjectType", [Value::from(kind)])
    }));
    block("Definitions", children)
}
