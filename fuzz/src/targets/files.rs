//! Files that hold a figure: glTF, VRM, FBX, BVH, ASF, URDF, PMX, PMD, MQO.

use kansetsu::d3::Pose;
use kansetsu_formats::{Document, Figure, bvh, gltf, mqo, open};

use super::round_trip;
use crate::{Check, Outcome, Target, checks, seeds};

const JSON: [&str; 24] = [
    "\"nodes\":",
    "\"children\":[0]",
    "\"skin\":0",
    "\"mesh\":0",
    "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]",
    "\"scale\":[0,0,0]",
    "\"rotation\":[0,0,0,0]",
    "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}",
    "\"byteStride\":4",
    "\"byteOffset\":3",
    "\"componentType\":5126",
    "\"type\":\"MAT4\"",
    "\"normalized\":true",
    "\"CUBICSPLINE\"",
    "\"targets\":[{\"POSITION\":0}]",
    "\"weights\":[1]",
    "\"uri\":\"data:;base64,AAAA\"",
    "\"humanBones\":",
    "\"extensions\":{",
    "\"extras\":{\"kansetsu\":{",
    "null",
    "[]",
    "{}",
    "-1",
];
const FBX: [&str; 8] =
    ["Vertices", "*0", "OP", "OO", "Model", "Lcl Rotation", "PreRotation", "Deformer"];
const BVH: [&str; 9] = [
    "JOINT j {",
    "End Site {",
    "OFFSET 0 0 0",
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    "CHANNELS 0",
    "MOTION",
    "Frames: 2",
    "Frame Time: 0",
    "}",
];
const ASF: [&str; 9] = [
    "begin",
    "end",
    "dof rx ry rz",
    "dof l tx",
    "axis 0 0 20 XYZ",
    "limits (-inf inf)",
    "direction 0 0 0",
    "root",
    ":hierarchy",
];
const URDF: [&str; 10] = [
    "<link name=\"a\"/>",
    "<joint",
    "type=\"planar\"",
    "type=\"floating\"",
    "<mimic joint=\"one\" multiplier=\"2\"/>",
    "<limit lower=\"1\" upper=\"-1\"/>",
    "<axis xyz=\"0 0 0\"/>",
    "<origin xyz=\"1 2 3\" rpy=\"1 2 3\"/>",
    "</robot>",
    "&#0;",
];
const MQO: [&str; 10] = [
    "Object \"bone:a\" {",
    "vertex 3 {",
    "face 1 {",
    "3 V(0 1 2) M(0)",
    "BVertex 1 { Vector 1 [aaaaaaaaaaaa]",
    "mirror 1",
    "depth 3",
    "visible 0",
    "Material 1 {",
    "}",
];
const PMX: [&str; 3] = ["\u{feff}", "\0\0\0\0", "\u{fffd}"];

pub(super) fn targets() -> Vec<Target> {
    let gltf: Check = |bytes| opened(bytes, "fuzz.glb");
    vec![
        Target::new("gltf", gltf, gltf_seeds).with_words(&JSON).with_files(&["gltf", "glb"]),
        Target::new("vrm", gltf, || vec![seeds::vrm("VRM"), seeds::vrm("VRMC_vrm")])
            .with_words(&JSON)
            .with_files(&["vrm"]),
        Target::new("compressed", gltf, || seeds::made("models.json", "models", "glb"))
            .with_words(&JSON),
        Target::new("pictures", pictured, || seeds::made("pictures.json", "", "ktx2"))
            .with_files(&["ktx2", "webp"]),
        Target::new("fbx", |bytes| opened(bytes, "fuzz.fbx"), Vec::new)
            .with_words(&FBX)
            .with_files(&["fbx"]),
        Target::new("bvh", |bytes| opened(bytes, "fuzz.bvh"), bvh_seeds)
            .with_words(&BVH)
            .with_files(&["bvh"]),
        Target::new("asf", |bytes| opened(bytes, "fuzz.asf"), Vec::new)
            .with_words(&ASF)
            .with_files(&["asf"]),
        Target::new("urdf", |bytes| opened(bytes, "fuzz.urdf"), Vec::new)
            .with_words(&URDF)
            .with_files(&["urdf"]),
        Target::new("mmd", |bytes| opened(bytes, "fuzz.pmx"), Vec::new)
            .with_words(&PMX)
            .with_files(&["pmx", "pmd"]),
        Target::new("mqo", |bytes| opened(bytes, "fuzz.mqo"), mqo_seeds)
            .with_words(&MQO)
            .with_files(&["mqo", "mqoz"]),
    ]
}

/// Opens a file. What is read is a consistent figure, and can be written and read again.
fn opened(bytes: &[u8], name: &str) -> Result<Outcome, String> {
    let opened = match open(bytes, name, &|path| Err(format!("there is no {path}"))) {
        Ok(opened) => opened,
        Err(error) => {
            checks::error(&error)?;
            return Ok(Outcome::new(&error.to_string()));
        }
    };
    checks::figure(&opened.figure)?;
    saved(&opened.document, &opened.figure)?;
    round_trip::all(&opened.figure)?;
    let mut warnings = opened.warnings;
    warnings.sort();
    warnings.dedup();
    Ok(Outcome::new(&format!("{} {}", opened.format, warnings.join("\n"))))
}

/// The file, saved in its own format with a pose, is read again with as many joints.
fn saved(document: &Document, figure: &Figure) -> Result<(), String> {
    let mut pose = figure.saved_pose();
    if let Some(local) = pose.locals.last_mut() {
        local.rotation *= kansetsu::glam::Quat::from_rotation_x(0.3);
    }
    let (bytes, name) = match document {
        Document::Gltf(document) => {
            let changes =
                gltf::Changes { pose: Some(&pose), rig: Some(figure), ..gltf::Changes::default() };
            let saved = document.save(&changes, gltf::Container::Glb);
            (saved.map(|saved| saved.bytes), "saved.glb")
        }
        Document::Bvh(document) => (Ok(document.write()), "saved.bvh"),
        Document::Mqo(document) => {
            (document.save(figure, Some(&pose)).map(|saved| saved.bytes), "saved.mqo")
        }
        _ => return Ok(()),
    };
    round_trip::again(bytes, name, Some(figure.rig.skeleton.len()))
}

/// A picture in a text glTF: KTX2 and WebP are unpacked when the figure is made plain.
fn pictured(bytes: &[u8]) -> Result<Outcome, String> {
    const TEXT: &str = r#"{"asset":{"version":"2.0"},"extensionsUsed":["KHR_texture_basisu","EXT_texture_webp"],"nodes":[{"mesh":0}],
"images":[{"uri":"p.ktx2","mimeType":"image/ktx2"},{"uri":"p.webp","mimeType":"image/webp"}],
"textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}},{"extensions":{"EXT_texture_webp":{"source":1}}}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}},{"pbrMetallicRoughness":{"baseColorTexture":{"index":1}}}],
"buffers":[{"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA","byteLength":36}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":0},"material":1}]}]}"#;
    let resources = |_: &str| Ok(bytes.to_vec());
    let read = match open(TEXT.as_bytes(), "fuzz.gltf", &resources) {
        Ok(opened) => {
            checks::figure(&opened.figure)?;
            opened.warnings.join("\n")
        }
        Err(error) => {
            checks::error(&error)?;
            error.to_string()
        }
    };
    let plain = match gltf::to_plain(TEXT.as_bytes(), &resources) {
        Ok(plain) => {
            round_trip::again(Ok(plain.bytes), "plain.glb", None)?;
            plain.warnings.join("\n")
        }
        Err(error) => error.to_string(),
    };
    Ok(Outcome::new(&format!("{read}\n{plain}")))
}

fn gltf_seeds() -> Vec<Vec<u8>> {
    let written = ["arm", "hand", "tentacle", "mannequin", "robot_arm"]
        .into_iter()
        .filter_map(|name| gltf::write_new(&seeds::small(name), None).ok());
    let text = b"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"hip\",\"children\":[1]},{\"name\":\"knee\",\"translation\":[0,-0.4,0]}]}".to_vec();
    let mut all: Vec<Vec<u8>> = written.collect();
    let as_text = all.iter().filter_map(|bytes| {
        let read = gltf::read(bytes, &|path| Err(path.to_owned())).ok()?;
        let saved = read.document.save(&gltf::Changes::default(), gltf::Container::Text).ok()?;
        Some(saved.bytes)
    });
    let texts: Vec<Vec<u8>> = as_text.collect();
    all.extend(texts);
    all.push(text);
    all
}

fn bvh_seeds() -> Vec<Vec<u8>> {
    let written = ["arm", "mannequin"].into_iter().filter_map(|name| {
        let figure = seeds::small(name);
        let poses = [0.0, 0.1].map(|time| {
            let mut pose = figure.rig.skeleton.rest_pose();
            figure.clips[0].sample(time, &mut pose);
            pose
        });
        bvh::write(&figure, &bvh::Take { poses: &poses, frame_time: 1.0 / 30.0 }, None).ok()
    });
    written.map(|written| written.bytes).collect()
}

fn mqo_seeds() -> Vec<Vec<u8>> {
    let written = ["arm", "hand"].into_iter().filter_map(|name| {
        let none: Option<&Pose> = None;
        mqo::write(&seeds::small(name), none).ok()
    });
    written.map(|written| written.bytes).collect()
}
