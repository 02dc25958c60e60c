//! Morphs of Metasequoia 4 files made here.

use kansetsu::glam::Vec3;
use kansetsu_formats::mqo;

/// A mirrored triangle, one with a raised corner, and one of other vertices.
const DOCUMENT: &str = "Metasequoia Document\nFormat Text Ver 1.2\n\nIncludeXml \"face.mqx\"\nObject \"face\" {\n\tmirror 1\n\tmirror_axis 1\n\tvertex 3 {\n\t\t1 0 0\n\t\t2 0 0\n\t\t1 1 0\n\t}\n\tface 1 {\n\t\t3 V(0 1 2)\n\t}\n}\nObject \"笑い\" {\n\tvisible 0\n\tmirror 1\n\tmirror_axis 1\n\tvertex 3 {\n\t\t1 0 0\n\t\t2 0 0\n\t\t1 1 0.5\n\t}\n\tface 1 {\n\t\t3 V(0 1 2)\n\t}\n}\nObject \"other\" {\n\tvertex 1 {\n\t\t0 0 0\n\t}\n\tface 0 {\n\t}\n}\nEof\n";

fn plugins(targets: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<MetasequoiaDocument>\n<IncludedBy>face.mqo</IncludedBy>\n<Plugin.56A31D20.C452C6DB name=\"Morph\">\n<MorphSet>\n<PmdMode>0</PmdMode>\n<TargetList base=\"face\">{targets}</TargetList>\n</MorphSet>\n</Plugin.56A31D20.C452C6DB>\n</MetasequoiaDocument>"
    )
}

fn read(plugins: Result<String, String>) -> mqo::Loaded {
    let beside = |path: &str| match (path, &plugins) {
        ("face.mqx", Ok(text)) => Ok(text.clone().into_bytes()),
        ("face.mqx", Err(reason)) => Err(reason.clone()),
        _ => Err(format!("{path} is not here")),
    };
    mqo::read(DOCUMENT.as_bytes(), &beside).unwrap()
}

#[test]
fn a_target_moves_both_halves_of_its_base() {
    let mut loaded = read(Ok(plugins("<Target name=\"笑い\" param=\"0\"/>")));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let figure = &mut loaded.figure;
    let mut pose = figure.saved_pose();
    figure.apply_expressions(&[("笑い", 0.5)], &mut pose).unwrap();
    let face = figure.meshes.iter().find(|mesh| mesh.name == "face").unwrap();
    let positions = &face.primitives[0].positions;
    for corner in [Vec3::new(1.0, 1.0, 0.25), Vec3::new(-1.0, 1.0, 0.25), Vec3::X * 2.0] {
        assert!(positions.iter().any(|at| at.distance(corner) < 1e-6), "{corner}: {positions:?}");
    }
}

#[test]
fn what_is_no_morph_is_named() {
    for (plugins, expected) in [
        (Ok(plugins("<Target name=\"other\"/>")), "it has 1 vertices in place of 6"),
        (Ok(plugins("<Target name=\"nobody\"/>")), "one of these objects is not in the file"),
        (Ok("<Meta".to_owned()), "line 1: not XML"),
        (Ok("<a>".repeat(300)), "nested more than 256 deep"),
        (Err("no such file".to_owned()), "no such file"),
    ] {
        let loaded = read(plugins);
        assert!(loaded.figure.morphs.is_empty());
        assert!(
            loaded.warnings.iter().any(|told| told.contains(expected)),
            "{expected}: {:?}",
            loaded.warnings
        );
    }
}
