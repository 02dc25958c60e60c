//! MQO and MQOZ.

use kansetsu_formats::{AlphaMode, Opened};

use super::{Case, check, opened};

/// The differences of a file from a plain one.
#[derive(Clone, Copy)]
struct File<'a> {
    chunk: &'a str,
    material: &'a str,
    object: &'a str,
    vertices: &'a str,
    face: &'a str,
    name: &'a str,
}

const VERTICES: &str = "vertex 3 {\n0 0 0\n1 0 0\n0 1 0\n}";
const PLAIN: File<'_> = File {
    chunk: "",
    material: "col(1 1 1 1)",
    object: "",
    vertices: VERTICES,
    face: "V(0 1 2) M(0)",
    name: "body",
};

impl File<'_> {
    fn text(&self, count: usize) -> Vec<u8> {
        let object = format!(
            "Object \"{}#\" {{\n{}\n{}\nface 1 {{\n3 {}\n}}\n}}\n",
            self.name, self.object, self.vertices, self.face
        );
        let objects: String =
            (0..count).map(|index| object.replace('#', &index.to_string())).collect();
        let materials = format!("Material 1 {{\n\"skin\" {}\n}}\n", self.material);
        let chunks = self.chunk.repeat(count);
        format!("Metasequoia Document\nFormat Text Ver 1.1\n\n{chunks}{materials}{objects}Eof\n")
            .into_bytes()
    }

    fn open(&self, count: usize) -> Opened {
        opened(&self.text(count), "a.mqo")
    }
}

fn told<'a>(element: &'a str, name: &'a str, file: File<'a>) -> Case<'a> {
    Case::told(element, name, move |count| file.open(count))
}

fn read<'a>(element: &'a str, file: File<'a>, is_read: impl Fn(&Opened) -> bool + 'a) -> Case<'a> {
    Case::read(element, move |count| file.open(count), is_read)
}

/// An uncompressed archive of these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (name, data) in files {
        let start = (bytes.len() as u32).to_le_bytes();
        let sizes = [(data.len() as u32).to_le_bytes(); 2].concat();
        let lengths = [(name.len() as u16).to_le_bytes(), [0; 2]].concat();
        bytes.extend(b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0");
        bytes.extend(sizes.iter().chain(&lengths));
        bytes.extend(name.as_bytes());
        bytes.extend(*data);
        list.extend(b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0");
        list.extend(sizes.iter().chain(&lengths));
        list.extend([0; 10]);
        list.extend(start);
        list.extend(name.as_bytes());
    }
    let [at, length] = [bytes.len() as u32, list.len() as u32].map(u32::to_le_bytes);
    let count = (files.len() as u16).to_le_bytes();
    bytes.extend(list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].concat());
    bytes.extend(length.iter().chain(&at));
    bytes.extend([0; 2]);
    bytes
}

/// Two objects, the second of which is a morph of the first.
const MORPHS: &str = "<MetasequoiaDocument><Plugin.56A31D20.C452C6DB name=\"Morph\"><MorphSet><TargetList base=\"body0\"><Target name=\"body1\" param=\"0\"/></TargetList></MorphSet></Plugin.56A31D20.C452C6DB></MetasequoiaDocument>";
const BONES: &str = "<MetasequoiaDocument><Plugin.56A31D20.71F282AB name=\"Bone\"><BoneSet2><Bone id=\"1\"/></BoneSet2></Plugin.56A31D20.71F282AB></MetasequoiaDocument>";

/// An archive of a document of two objects, with the data of plug-ins.
fn with_plugins(_: usize, plugins: &str) -> Opened {
    opened(&archived(plugins), "a.mqoz")
}

fn archived(plugins: &str) -> Vec<u8> {
    archive(&[("a.mqo", &PLAIN.text(2)), ("a.mqx", plugins.as_bytes())])
}

/// An archive of two objects, the second of which is a morph of the first.
pub(crate) fn morphing() -> Vec<u8> {
    archived(MORPHS)
}

/// Rows that are noted, made from their names.
fn noted() -> Vec<Case<'static>> {
    let rows = super::table("MQO")
        .iter()
        .filter(|row| matches!(row.fate, kansetsu_formats::Fate::Noted(_)));
    let case = |name: &'static str| -> Case<'static> {
        Case::told(name, "", move |count| {
            let (part, key) = name.split_once('/').unwrap_or(("", name));
            let key = if key == "*" { "glitter" } else { key };
            let (line, argument) = (format!("{key} 1\n"), format!("col(1 1 1 1) {key}(1)"));
            let (chunk, face) = (format!("{key} {{\n1\n}}\n"), format!("V(0 1 2) M(0) {key}(1)"));
            let file = match part {
                "object" => File { object: &line, ..PLAIN },
                "material" => File { material: &argument, ..PLAIN },
                "face" => File { face: &face, ..PLAIN },
                _ => File { chunk: &chunk, ..PLAIN },
            };
            file.open(count)
        })
    };
    rows.map(|row| case(row.name)).collect()
}

#[test]
fn elements() {
    let points = |opened: &Opened| opened.figure.meshes[0].primitives[0].positions.len();
    let has_mesh = |opened: &Opened| !opened.figure.meshes.is_empty();
    let mut cases = vec![
        read("codepage", File { chunk: "CodePage utf8\n", name: "頭", ..PLAIN }, |opened| {
            opened.figure.meshes[0].name == "頭0"
        }),
        read("eof", PLAIN, |opened| opened.warnings.is_empty()),
        read("object", PLAIN, has_mesh),
        Case::read(
            "includexml",
            |count| with_plugins(count, MORPHS),
            |opened| opened.figure.morphs.len() == 1 && opened.warnings.is_empty(),
        ),
        Case::told("includexml/sliders", "", |count| {
            with_plugins(count, &MORPHS.replace("param=\"0\"", "param=\"40\""))
        }),
        Case::told("includexml/bones", "", |count| with_plugins(count, BONES)),
        told("blob", "", File { chunk: "Blob {\nposi\n}\n", ..PLAIN }),
        told("trialnoise", "", File { chunk: "TrialNoise {\n1\n}\n", ..PLAIN }),
        told("*", "\"hologram\"", File { chunk: "Hologram {\n1\n}\n", ..PLAIN }),
        told("*", "\"gravity\"", File { object: "gravity 1", ..PLAIN }),
        read("object/visible", File { object: "visible 15", ..PLAIN }, has_mesh),
        read("object/mirror", File { object: "mirror 1", ..PLAIN }, move |opened| {
            points(opened) > 3
        }),
        read("object/mirror_axis", File { object: "mirror 1\nmirror_axis 2", ..PLAIN }, |opened| {
            opened.figure.meshes[0].primitives[0].positions.iter().any(|point| point.y == -1.0)
        }),
        told("object/mirror 2", "body0", File { object: "mirror 2", ..PLAIN }),
        read("object/shading", File { object: "shading 0", ..PLAIN }, has_mesh),
        read("object/facet", File { object: "facet 30", ..PLAIN }, has_mesh),
        read("object/vertex", PLAIN, move |opened| points(opened) == 3),
        read("object/face", PLAIN, move |opened| points(opened) == 3),
        Case::read("object/bvertex", |_| binary(), move |opened| points(opened) == 3),
        told("object/patch", "body0", File { object: "patch 3\nsegment 2", ..PLAIN }),
        told("object/lathe", "body0", File { object: "lathe 1", ..PLAIN }),
        told("MCS objects", "MCS:light0", File { name: "MCS:light", ..PLAIN }),
        read("face/v", PLAIN, move |opened| points(opened) == 3),
        read("face/m", PLAIN, |opened| opened.figure.meshes[0].primitives[0].material == Some(0)),
        read("face/uv", File { face: "V(0 1 2) M(0) UV(0 0 1 0 0.5 1)", ..PLAIN }, |opened| {
            opened.figure.meshes[0].primitives[0].uvs.iter().any(|uv| uv.x == 0.5)
        }),
        Case::told("archive", "\"b0.png\"", |count| {
            let (text, names) = (
                PLAIN.text(1),
                (0..count).map(|index| format!("b{index}.png")).collect::<Vec<_>>(),
            );
            let pictures = names.iter().map(|name| (name.as_str(), &b"picture"[..]));
            let files: Vec<(&str, &[u8])> =
                [("a.mqo", &text[..]), ("a.mqx", b"<Xml/>")].into_iter().chain(pictures).collect();
            opened(&archive(&files), "a.mqoz")
        }),
    ];
    cases.extend(materials());
    cases.extend(noted());
    check("MQO", &cases);
}

fn materials() -> Vec<Case<'static>> {
    let look = |opened: &Opened| opened.figure.materials[0].clone();
    vec![
        read("material", PLAIN, move |opened| look(opened).name == "skin"),
        read(
            "material/col",
            File { material: "col(1 0 0 0.5) dif(0.8)", ..PLAIN },
            move |opened| look(opened).alpha == AlphaMode::Blend,
        ),
        read("material/dif", File { material: "col(1 0 0 1) dif(0.8)", ..PLAIN }, move |opened| {
            look(opened).base_color[0] > 0.99
        }),
        read("material/emi", File { material: "col(1 0 0 1) emi(1)", ..PLAIN }, move |opened| {
            look(opened).emissive[0] > 0.4
        }),
        read("material/dbls", File { material: "col(1 0 0 1) dbls(1)", ..PLAIN }, move |opened| {
            look(opened).double_sided
        }),
        read("material/tex", File { material: "tex(\"a.png\")", ..PLAIN }, |opened| {
            opened.warnings.iter().any(|told| told.contains("a.png"))
        }),
    ]
}

fn binary() -> Opened {
    let mut file =
        b"Metasequoia Document\nFormat Text Ver 1.1\nObject \"b\" {\nBVertex 3 {\nVector 3 [36]\n"
            .to_vec();
    file.extend(
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
            .iter()
            .flat_map(|number| number.to_le_bytes()),
    );
    file.extend(b"\n}\nface 1 {\n3 V(0 1 2)\n}\n}\nEof\n");
    opened(&file, "a.mqo")
}
