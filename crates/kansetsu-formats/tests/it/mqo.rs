//! MQO: triangles become bones, anchors bind surfaces, archives are decompressed within bounds.

use kansetsu::d3::{Limit, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::mqo::{self, Loaded};
use kansetsu_formats::{Attachment, Figure};
use serde_json::Value;

use crate::{corpus, skip::test_data};

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("{path} is not here"))
}

fn read(text: &str) -> Loaded {
    mqo::read(text.as_bytes(), &absent).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn vector(value: &Value) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|i| value[i].as_f64().unwrap() as f32))
}

fn yuri() -> Option<Loaded> {
    let path = test_data("mqo")?.join("yuri_nii.mqo");
    Some(mqo::read(&std::fs::read(path).unwrap(), &absent).unwrap())
}

#[test]
fn the_bones_of_a_real_file_are_those_of_the_reference() {
    let (Some(loaded), Some(references)) = (yuri(), test_data("reference")) else { return };
    let reference = corpus::json(&references.join("yuri_nii.mqo.json"));
    let skeleton = &loaded.figure.rig.skeleton;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let tolerance = 1e-5 * skeleton.size() + 1e-6;
    let bones = reference["bones"].as_array().unwrap();
    assert_eq!((bones.len(), loaded.figure.triangles.len()), (17, 17));
    let is_float = |joint: usize| skeleton.joints()[joint].name.starts_with("FLOAT_");
    for bone in bones {
        let name = bone["name"].as_str().unwrap().replace("_L", "[L]").replace("_R", "[R]");
        let joint = skeleton.find(&name).unwrap();
        assert!(rest[joint].translation.distance(vector(&bone["head"])) <= tolerance, "{name}");
        let below = skeleton.children(joint);
        assert!(
            !below.is_empty()
                && below
                    .iter()
                    .all(|&child| rest[child].translation.distance(vector(&bone["tail"]))
                        <= tolerance),
            "{name}"
        );
        let parent = skeleton.joints()[joint].parent;
        assert_eq!(parent.is_some_and(is_float), bone["floating"].as_bool().unwrap(), "{name}");
        let solid = skeleton
            .ancestors(joint)
            .skip(1)
            .find(|&above| !is_float(above))
            .map(|above| skeleton.joints()[above].name.as_str());
        let expected =
            bone["parent"].as_str().map(|name| name.replace("_L", "[L]").replace("_R", "[R]"));
        assert_eq!(solid, expected.as_deref(), "{name}");
        let triangle =
            loaded.figure.triangles.iter().find(|triangle| triangle.bone == name).unwrap();
        assert!(
            triangle.joint == joint
                && triangle.line > 4400
                && triangle.edges[0] < triangle.edges[1]
                && triangle.edges[1] < triangle.edges[2]
        );
        let y = rotation_of(&rest[joint]) * Vec3::Y;
        assert!(
            y.distance((vector(&bone["tail"]) - vector(&bone["head"])).normalize()) < 1e-5,
            "{name}: y runs along it"
        );
        let up = vector(&bone["up"]) - vector(&bone["head"]);
        assert!(
            (rotation_of(&rest[joint]) * Vec3::X).dot(up).abs() < 1e-4 * up.length(),
            "{name}: the third corner sets the roll"
        );
    }
    let floats: Vec<usize> = (0..skeleton.len()).filter(|&joint| is_float(joint)).collect();
    assert_eq!((floats.len(), skeleton.roots().count()), (6, 2));
    let locked = |joint: usize| matches!(&loaded.figure.rig.limits[joint], Some(Limit::Hinge(hinge)) if hinge.min == 0.0 && hinge.max == 0.0);
    assert!(floats.iter().all(|&joint| locked(joint)));
    assert_eq!(loaded.figure.rig.ik_stops.len(), 6, "chains end where bones float");
}

/// The largest ratio of a posed edge to the same edge at rest, for edges that are long enough to
/// see.
fn worst_stretch(figure: &Figure, joint: &str, turn: Quat) -> f32 {
    let skeleton = &figure.rig.skeleton;
    let mut pose = skeleton.rest_pose();
    let joint = skeleton.find(joint).unwrap();
    let rest = skeleton.forward(&pose);
    let own = rotation_of(&rest[joint]);
    pose.locals[joint].rotation = pose.locals[joint].rotation * own.conjugate() * turn * own;
    let maps = [rest, skeleton.forward(&pose)];
    let mut worst: f32 = 0.0;
    for mesh in &figure.meshes {
        for part in &mesh.primitives {
            let [before, after] = [&maps[0], &maps[1]]
                .map(|map| part.posed_positions(&figure.placement(mesh.attachment, map)));
            for triangle in part.indices.as_chunks::<3>().0 {
                for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                    let [a, b] = [triangle[a] as usize, triangle[b] as usize];
                    let length = before[a].distance(before[b]);
                    if length > 0.01 * skeleton.size() {
                        worst = worst.max(after[a].distance(after[b]) / length);
                    }
                }
            }
        }
    }
    worst
}

#[test]
fn a_raised_arm_bends_the_surface_and_tears_nothing() {
    let Some(loaded) = yuri() else { return };
    let figure = &loaded.figure;
    assert!(
        figure.meshes.len() == 5
            && figure.meshes.iter().all(|mesh| mesh.attachment == Attachment::Skin(0))
    );
    let stretch = worst_stretch(figure, "腕[L]", Quat::from_rotation_z(0.7));
    assert!(stretch < 4.0, "an edge is {stretch} times as long");
    let skin = &figure.skins[0];
    let mut moved = 0;
    for part in figure.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        for (place, four) in part.positions.iter().zip(part.influences.chunks(4)) {
            assert!(
                (four.iter().map(|influence| influence.weight).sum::<f32>() - 1.0).abs() < 1e-5
            );
            let name = |influence: &kansetsu_formats::Influence| {
                figure.rig.skeleton.joints()[skin.joints[influence.joint as usize]].name.as_str()
            };
            let left = four
                .iter()
                .filter(|influence| name(influence).ends_with("[L]"))
                .map(|influence| influence.weight)
                .sum::<f32>();
            assert!(place.x > -20.0 || left < 0.01, "{place} follows the left side by {left}");
            moved += usize::from(left > 0.5);
        }
    }
    assert!(moved > 100, "{moved}");
}

fn document(rest: &str) -> String {
    let materials = "Material 3 {\n\t\"body\" shader(3) col(1 0.5 0 1) dif(0.8) tex(\"..\\a (1).png\")\n\t\"arm[]\" col(1 1 1 0.5)\n\t\"tip\"\n}\n";
    format!(
        "Metasequoia Document\nFormat Text Ver 1.1\n\nScene {{\n\tpos 0 0 0\n\tdirlights 1 {{\n\t\tlight {{\n\t\t}}\n\t}}\n}}\n{materials}{rest}Eof\n"
    )
}

fn object(name: &str, vertices: &[[f32; 3]], faces: &[&str]) -> String {
    let vertices: String =
        vertices.iter().map(|[x, y, z]| format!("\t\t{x} {y} {z}\n")).collect::<String>();
    let count = (vertices.lines().count(), faces.len());
    let faces: String = faces.iter().map(|face| format!("\t\t{face}\n")).collect();
    format!(
        "Object \"{name}\" {{\n\tvisible 15\n\tvertex {} {{\n{vertices}\t}}\n\tface {} {{\n{faces}\t}}\n}}\n",
        count.0, count.1
    )
}

/// A trunk and two floating arms.
fn arms() -> String {
    let vertices = [
        [0., 0., 0.],
        [0., 10., 0.],
        [0., 0., 2.],
        [1., 9., 0.],
        [6., 9., 0.],
        [1., 9., 1.],
        [-1., 9., 0.],
        [-6., 9., 0.],
        [-1., 9., 1.],
        [12., 9., 0.],
        [6., 9., 1.],
    ];
    object(
        "bone:x",
        &vertices,
        &[
            "3 V(0 1 2) M(0)",
            "3 V(3 4 5) M(1)",
            "3 V(8 7 6) M(1)",
            "3 V(4 9 10) M(2)",
            "2 V(3 1)",
            "2 V(1 6)",
            "2 V(0 2)",
            "4 V(0 1 2 3)",
        ],
    )
}

#[test]
fn bones_are_named_by_material_and_side_and_float_where_lines_lead() {
    let loaded = read(&document(&arms()));
    let skeleton = &loaded.figure.rig.skeleton;
    let names: Vec<&str> = skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    for name in
        ["body", "arm[L]", "arm[R]", "tip", "tip_end", "arm[R]_end", "FLOAT_body1", "FLOAT_body2"]
    {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    let parent = |name: &str| {
        skeleton.joints()[skeleton.find(name).unwrap()].parent.map(|joint| names[joint])
    };
    assert_eq!(
        (parent("arm[L]"), parent("FLOAT_body1"), parent("tip"), parent("body")),
        (Some("FLOAT_body1"), Some("body"), Some("arm[L]"), None)
    );
    let told = loaded.warnings.join("\n");
    for expected in [
        "both ends of the line belong to one triangle",
        "a face of 4 corners is not a bone",
        "outside the document's folder",
    ] {
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn bones_that_cannot_be_a_tree_are_refused_with_their_lines() {
    let two = object(
        "bone:x",
        &[
            [0., 0., 0.],
            [0., 10., 0.],
            [0., 0., 2.],
            [5., 0., 0.],
            [5., 0., 2.],
            [0., 20., 0.],
            [0., 10., 2.],
        ],
        &["3 V(0 1 2)", "3 V(3 1 4)", "3 V(1 5 6)"],
    );
    let error = mqo::read(document(&two).as_bytes(), &absent).unwrap_err().to_string();
    assert!(error.starts_with("MQO, line ") && error.contains("end at one vertex"), "{error}");
    let ring = object(
        "bone:x",
        &[[0., 0., 0.], [10., 0., 0.], [5., 9., 0.], [0., 0., 2.], [10., 0., 2.], [5., 9., 2.]],
        &["3 V(0 1 3)", "3 V(1 2 4)", "3 V(2 0 5)"],
    );
    let error = mqo::read(document(&ring).as_bytes(), &absent).unwrap_err().to_string();
    assert!(error.contains("its own ancestor"), "{error}");
    let doubtful = object("bone:x", &[[0., 0., 0.], [0., 10., 0.], [0., 0., 10.]], &["3 V(0 1 2)"]);
    assert!(
        read(&document(&doubtful)).warnings.iter().any(|warning| warning.contains("is ambiguous"))
    );
}

#[test]
fn surfaces_are_turned_round_mirrored_and_bound_by_anchors() {
    let cube = [
        [-1., -1., -1.],
        [1., -1., -1.],
        [1., 11., -1.],
        [-1., 11., -1.],
        [-1., -1., 1.],
        [1., -1., 1.],
        [1., 11., 1.],
        [-1., 11., 1.],
    ];
    let box_faces = [
        "4 V(0 1 2 3) M(0)",
        "4 V(5 4 7 6) M(0)",
        "4 V(4 0 3 7) M(0)",
        "4 V(1 5 6 2) M(0)",
        "4 V(3 2 6 7) M(0)",
        "4 V(4 5 1 0) M(0)",
    ];
    let anchor = object("anchor1|skin", &cube, &box_faces);
    let skin = object(
        "sdef:skin",
        &[[0.5, 0., 0.], [0.5, 8., 0.], [0.9, 0., 0.], [30., 9., 0.]],
        &["3 V(0 1 2) M(0) UV(0 0.25 0.5 0.5 1 1)", "3 V(1 3 2)"],
    );
    let mirrored =
        skin.replacen("\tvisible 15\n", "\tvisible 15\n\tmirror 1\n\tmirror_axis 1\n", 1);
    let loaded = read(&document(&format!("{}{anchor}{mirrored}", arms())));
    let mesh = &loaded.figure.meshes[0];
    assert_eq!(mesh.name, "skin");
    let part = mesh.primitives.iter().find(|part| part.material == Some(0)).unwrap();
    assert_eq!(
        (part.positions.len(), part.indices.len()),
        (6, 6),
        "one triangle and its mirror image"
    );
    let [a, b, c] = [0, 1, 2].map(|i| part.positions[part.indices[i] as usize]);
    assert!((b - a).cross(c - a).z > 0.0, "clockwise in the file is the front; {a} {b} {c}");
    let [a, b, c] = [3, 4, 5].map(|i| part.positions[part.indices[i] as usize]);
    assert!((b - a).cross(c - a).z > 0.0 && a.x < 0.0, "and so is its mirror image");
    assert!(part.uvs.iter().any(|uv| uv.to_array() == [0.0, 0.25]));
    let trunk = loaded.figure.rig.skeleton.find("body").unwrap();
    let low = part.positions.iter().position(|place| *place == Vec3::new(0.5, 0.0, 0.0)).unwrap();
    assert!(
        part.influences[4 * low].joint as usize == trunk
            && (part.influences[4 * low].weight - 1.0).abs() < 1e-6
    );
    assert!(
        loaded
            .warnings
            .iter()
            .any(|warning| warning.contains("\"skin\": 2 of 8 vertices are in no anchor")),
        "{:?}",
        loaded.warnings
    );
    assert!(
        (loaded.figure.materials[0].base_color[1] - 0.214).abs() < 1e-3,
        "{:?}",
        loaded.figure.materials[0]
    );
}

#[test]
fn names_are_read_in_either_encoding_and_vertices_in_either_form() {
    let Some(folder) = test_data("mqo") else { return };
    for path in corpus::files(&folder, &["mqo"]) {
        let loaded = mqo::read(&std::fs::read(&path).unwrap(), &absent)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!loaded.figure.meshes.is_empty(), "{}", path.display());
    }
    let text =
        document(&object("体", &[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], &["3 V(0 1 2)"]));
    let (before, after) = text.split_once('体').unwrap();
    for bytes in
        [text.as_bytes().to_vec(), [before.as_bytes(), b"\x91\xCC", after.as_bytes()].concat()]
    {
        assert_eq!(mqo::read(&bytes, &absent).unwrap().figure.meshes[0].name, "体");
    }
    let mut binary = document("")
        .replace("Eof\n", "Object \"a\" {\n\tBVertex 3 {\n\t\tVector 3 [36]\n")
        .into_bytes();
    binary.extend(
        [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
            .iter()
            .flat_map(|number| number.to_le_bytes()),
    );
    binary.extend(b"\n\t}\n\tface 1 {\n\t\t3 V(0 1 2)\n\t}\n}\nEof\n");
    assert_eq!(
        mqo::read(&binary, &absent).unwrap().figure.meshes[0].primitives[0].positions.len(),
        3
    );
}

/// An archive of one uncompressed file, or one with a wrong length.
fn archive(name: &str, content: &[u8], claimed: u32) -> Vec<u8> {
    let sizes = [(content.len() as u32).to_le_bytes(), claimed.to_le_bytes()].concat();
    let names = [(name.len() as u16).to_le_bytes(), [0, 0]].concat();
    let mut bytes = [
        &b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0"[..],
        &sizes,
        &names,
        name.as_bytes(),
        content,
    ]
    .concat();
    let list = bytes.len() as u32;
    bytes.extend(
        [
            &b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0"[..],
            &sizes,
            &names,
            &[0; 14],
            name.as_bytes(),
        ]
        .concat(),
    );
    let length = bytes.len() as u32 - list;
    bytes.extend(
        [
            &b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..],
            &length.to_le_bytes(),
            &list.to_le_bytes(),
            &[0, 0],
        ]
        .concat(),
    );
    bytes
}

/// A trunk and two floating arms, as a document.
pub(crate) fn triangles() -> String {
    document(&arms())
}

pub(crate) fn archived() -> Vec<u8> {
    let text = document(&arms());
    archive("boy.mqo", text.as_bytes(), text.len() as u32)
}

#[test]
fn archives_are_unpacked_and_bombs_refused() {
    let loaded = mqo::read(&archived(), &absent).unwrap();
    assert_eq!(loaded.figure.triangles.len(), 4);
    for (bytes, expected) in [
        (archive("boy.mqo", b"x", u32::MAX), "would have 4294967295 bytes"),
        (archive("boy.txt", b"x", 1), "has no .mqo file"),
        (b"PK\x03\x04".to_vec(), "has no end"),
    ] {
        let error = mqo::read(&bytes, &absent).unwrap_err().to_string();
        assert!(error.starts_with("MQO, byte") && error.contains(expected), "{error}");
    }
}

#[test]
fn a_vertex_of_very_many_faces_takes_no_square_of_time() {
    let loaded = read(&document(&object(
        "fan",
        &[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]],
        &vec!["3 V(0 1 2)"; 200_000],
    )));
    assert_eq!(loaded.figure.meshes[0].primitives[0].indices.len(), 600_000);
}

#[test]
fn errors_name_the_line() {
    let whole = document(&object("a", &[[0., 0., 0.]], &["3 V(0 1)"]));
    for (text, expected) in [
        (
            "Metasequoia Document\nFormat Xml".to_owned(),
            "MQO, line 2: expected \"Format Text Ver 1.0\"",
        ),
        (whole, "MQO, line 22: a face of 3 corners has 2 in V()"),
        (
            document("Object \"a\" {\n\tvertex 1 {\n\t\t0 nan 0\n"),
            "MQO, line 18: expected a finite number, found \"nan\"",
        ),
        (
            document("Object \"a\" {\n\tvertex 1 {\n").replace("Eof\n", ""),
            "MQO, line 17: the file ends inside the chunk of line 17",
        ),
    ] {
        let error = mqo::read(text.as_bytes(), &absent).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
}

/// The vertices of an object's text.
fn vertices(text: &[u8], object: &str) -> Vec<Vec3> {
    let text = String::from_utf8_lossy(text);
    let rows = text
        .split(&format!("Object \"{object}\""))
        .nth(1)
        .unwrap()
        .split("vertex ")
        .nth(1)
        .unwrap();
    let rows = rows.lines().skip(1).take_while(|line| !line.contains('}'));
    rows.map(|row| {
        let numbers: Vec<f32> = row.split_whitespace().map(|word| word.parse().unwrap()).collect();
        Vec3::from_slice(&numbers)
    })
    .collect()
}

#[test]
fn what_is_hidden_is_posed_with_the_rest_and_stays_hidden() {
    let Some(folder) = test_data("cases") else { return };
    let bytes = std::fs::read(folder.join("invisible_coat.mqo")).unwrap();
    let loaded = mqo::read(&bytes, &absent).unwrap();
    let hidden = |figure: &Figure| {
        figure.meshes.iter().map(|mesh| (mesh.name.clone(), mesh.is_hidden)).collect::<Vec<_>>()
    };
    let expected = [("body".to_owned(), false), ("coat_hidden".to_owned(), true)];
    assert_eq!(hidden(&loaded.figure), expected);
    let skeleton = &loaded.figure.rig.skeleton;
    let mut pose = skeleton.rest_pose();
    pose.locals[1].rotation *= Quat::from_rotation_z(-0.9);
    let saved = loaded.document.save(&loaded.figure, Some(&pose)).unwrap().bytes;
    let [body, coat] = ["body", "coat_hidden"].map(|object| vertices(&saved, object));
    let place = |joint: usize| skeleton.forward(&pose)[joint].translation;
    let root = place(0);
    // The coat is 1.3 times as wide as the body about the bones: in each ring of four the centers
    // are equal.
    for (body, coat) in body.chunks(4).zip(coat.chunks(4)) {
        let [a, b] = [body, coat].map(|ring| ring.iter().sum::<Vec3>() / 4.0);
        assert!(a.distance(b) < 0.2, "ring of the body at {a}, of the coat at {b}, root {root}");
        for (body, coat) in body.iter().zip(coat) {
            assert!(
                (*coat - b).distance((*body - a) * 1.3) < 0.2,
                "{coat} is not 1.3 times {body}"
            );
        }
    }
    assert!(body[19].x > 50.0, "the tip is bent aside: {}", body[19]);
    assert_eq!(hidden(&mqo::read(&saved, &absent).unwrap().figure), expected);

    let glb = kansetsu_formats::gltf::write_new(&loaded.figure, Some(&pose)).unwrap();
    let back = kansetsu_formats::gltf::read(&glb, &absent).unwrap();
    assert_eq!(hidden(&back.figure), expected);
    assert_eq!(back.document.json()["extensionsUsed"], serde_json::json!(["KHR_node_visibility"]));
    let written = mqo::write(&back.figure, None).unwrap();
    assert_eq!(hidden(&mqo::read(&written.bytes, &absent).unwrap().figure), expected);
}

#[test]
fn a_hidden_surface_without_bones_is_kept_in_glb() {
    let Some(folder) = test_data("mqo") else { return };
    let text =
        String::from_utf8_lossy(&std::fs::read(folder.join("capsule.mqo")).unwrap()).into_owned();
    let one = mqo::read(text.as_bytes(), &absent).unwrap().figure;
    let hidden =
        mqo::read(text.replace("visible 15", "visible 0").as_bytes(), &absent).unwrap().figure;
    assert!(
        hidden.meshes.len() == one.meshes.len() && hidden.meshes.iter().all(|mesh| mesh.is_hidden)
    );
    let back = kansetsu_formats::gltf::read(
        &kansetsu_formats::gltf::write_new(&hidden, None).unwrap(),
        &absent,
    )
    .unwrap()
    .figure;
    let count = |figure: &Figure| {
        figure
            .meshes
            .iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|part| part.positions.len())
            .sum::<usize>()
    };
    assert!(back.meshes.iter().all(|mesh| mesh.is_hidden) && count(&back) == count(&one));
    assert_eq!(back.visible_meshes().count(), 0);
}
