//! Compressed glTF: the numbers of the published decoders, and damaged streams.
//!
//! `tests/compressed` has the files, made from geometry of our own, with their scripts.

use std::path::Path;
use std::time::Instant;

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu::glam::Vec3;
use kansetsu_formats::gltf::{self, Changes, Container, Loaded};
use kansetsu_formats::{Figure, Primitive, Values, to_glb};
use serde_json::{Value, json};

use crate::random::Random;
use crate::{corpus, skip::test_data};

fn made(name: &str) -> Value {
    corpus::json(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compressed").join(name))
}

fn decoded(text: &Value) -> Vec<u8> {
    STANDARD.decode(text.as_str().unwrap()).unwrap()
}

fn read(bytes: &[u8]) -> Loaded {
    gltf::read(bytes, &|path| Err(format!("there is no {path}"))).unwrap()
}

/// The models with the file and the expected content of each.
fn models() -> Vec<(String, Vec<u8>, Value)> {
    let made = made("models.json");
    let model = |model: &Value| {
        let name = model["name"].as_str().unwrap().to_owned();
        (name, decoded(&model["glb"]), model["content"].clone())
    };
    made["models"].as_array().unwrap().iter().map(model).collect()
}

fn numbers(list: &Value) -> Vec<f32> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn assert_near(found: &[f32], expected: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(worst <= tolerance, "{what}: {worst} off");
}

fn flat(list: &[Vec3]) -> Vec<f32> {
    list.iter().flat_map(|vector| vector.to_array()).collect()
}

/// `quantized` is the tolerance of weights, whose sum a plain file makes 1.
fn check_content(figure: &Figure, content: &Value, (name, quantized): (&str, f32)) {
    let [mesh] = &figure.meshes[..] else { panic!("{name}: one mesh") };
    let [primitive] = &mesh.primitives[..] else { panic!("{name}: one primitive") };
    let Primitive { positions, normals, uvs, colors, influences, indices, .. } = primitive;
    assert_near(&flat(positions), &numbers(&content["POSITION"]), 2e-6, name);
    let expected: Vec<f32> = numbers(&content["NORMAL"])
        .chunks(3)
        .flat_map(|normal| Vec3::from_slice(normal).normalize().to_array())
        .collect();
    assert_near(&flat(normals), &expected, 2e-5, name);
    let uvs: Vec<f32> = uvs.iter().flat_map(|uv| uv.to_array()).collect();
    if !content["TEXCOORD_0"].is_null() {
        assert_near(&uvs, &numbers(&content["TEXCOORD_0"]), 2e-6, name);
    }
    if !content["COLOR_0"].is_null() {
        assert_near(colors.as_flattened(), &numbers(&content["COLOR_0"]), 2e-6, name);
    }
    let weights: Vec<f32> = influences.iter().map(|influence| influence.weight).collect();
    assert_near(&weights, &numbers(&content["WEIGHTS_0"]), quantized, name);
    let joints = numbers(&content["JOINTS_0"]);
    for (influence, joint) in influences.iter().zip(joints).filter(|(i, _)| i.weight > 0.0) {
        assert_eq!(influence.joint as f32, joint, "{name}");
    }
    let expected: Vec<u32> =
        numbers(&content["indices"]).into_iter().map(|index| index as u32).collect();
    assert_eq!(indices, &expected, "{name}");
    let inverse: Vec<f32> = figure.skins[0]
        .inverse_bind
        .iter()
        .flat_map(|matrix| kansetsu::glam::Mat4::from(*matrix).to_cols_array())
        .collect();
    assert_near(&inverse, &numbers(&content["inverse_bind"]), 2e-6, name);
    let Values::Rotation(turns) = &figure.clips[0].tracks[0].values else { panic!("{name}") };
    let turns: Vec<f32> = turns.iter().flat_map(|turn| turn.to_array()).collect();
    let expected = numbers(&content["turns"]);
    assert_near(&turns, &expected, 1e-4, name);
}

#[test]
fn compressed_models_have_the_numbers_of_the_published_decoders() {
    for (name, glb, content) in models() {
        let loaded = read(&glb);
        assert!(loaded.warnings.is_empty(), "{name}: {:?}", loaded.warnings);
        check_content(&loaded.figure, &content, (&name, 2e-6));
    }
}

#[test]
fn a_plain_file_has_the_same_content_and_no_compression() {
    for (name, glb, content) in models() {
        let plain = to_glb(&glb, "tube.glb", &|path| Err(path.to_owned())).unwrap();
        let text = String::from_utf8_lossy(&plain.bytes);
        for extension in ["meshopt", "draco", "webp"] {
            assert!(!text.contains(extension), "{name}");
        }
        let [warning] = &plain.warnings[..] else { panic!("{name}: {:?}", plain.warnings) };
        assert!(warning.contains("without compression"), "{warning}");
        let loaded = read(&plain.bytes);
        assert!(loaded.warnings.is_empty(), "{name}: {:?}", loaded.warnings);
        check_content(&loaded.figure, &content, (&name, 0.01));
    }
}

#[test]
fn a_compressed_file_is_saved_posed_with_its_compressed_data() {
    for (name, glb, content) in models() {
        let loaded = read(&glb);
        let unchanged = loaded.document.save(&Changes::default(), Container::Glb).unwrap();
        assert_eq!(unchanged.bytes, glb, "{name}");
        let tip = loaded.figure.find_joint("tip").unwrap();
        let mut pose = loaded.figure.rig.skeleton.rest_pose();
        pose.locals[tip].translation.y += 0.25;
        let clips = [loaded.figure.clips[0].clone()];
        let changes = Changes { pose: Some(&pose), clips: &clips, ..Changes::default() };
        for container in [Container::Glb, Container::Text] {
            let saved = loaded.document.save(&changes, container).unwrap();
            let again = read(&saved.bytes);
            check_content(&again.figure, &content, (&name, 2e-6));
            assert_eq!(again.figure.clips.len(), 2, "{name}");
            let found = again.figure.rig.skeleton.rest_pose().locals[tip].translation.y;
            assert_near(&[found], &[pose.locals[tip].translation.y], 1e-6, &name);
            assert_eq!(
                again.document.json()["extensionsRequired"],
                loaded.document.json()["extensionsRequired"],
                "{name}"
            );
        }
    }
}

#[test]
fn posed_and_plain_files_pass_the_validator() {
    let folder = std::env::temp_dir().join(format!("kansetsu-compressed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    for (index, (_, glb, _)) in models().into_iter().enumerate() {
        let loaded = read(&glb);
        let mut pose = loaded.figure.rig.skeleton.rest_pose();
        pose.locals[0].translation.x += 0.1;
        let changes = Changes { pose: Some(&pose), ..Changes::default() };
        let posed = loaded.document.save(&changes, Container::Glb).unwrap().bytes;
        let plain = to_glb(&glb, "tube.glb", &|path| Err(path.to_owned())).unwrap().bytes;
        for (what, bytes) in [("posed", posed), ("plain", plain)] {
            let path = folder.join(format!("{index}-{what}.glb"));
            std::fs::write(&path, bytes).unwrap();
            files.push(path);
        }
    }
    let reports = crate::validator::validate(&files);
    for (path, report) in files.iter().zip(reports.into_iter().flatten()) {
        assert_eq!(report["errors"], 0, "{}: {report:#}", path.display());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A document with one compressed buffer view.
fn stream_document(stream: &Value, bytes: &[u8]) -> Vec<u8> {
    let block = json!({
        "buffer": 0,
        "byteLength": bytes.len(),
        "byteStride": stream["stride"],
        "count": stream["count"],
        "mode": stream["mode"],
        "filter": stream["filter"],
    });
    let length = stream["count"].as_u64().unwrap() * stream["stride"].as_u64().unwrap();
    let view = json!({"buffer": 1, "byteLength": length, "extensions": {"EXT_meshopt_compression": block}});
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes));
    json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["EXT_meshopt_compression"],
        "extensionsRequired": ["EXT_meshopt_compression"],
        "buffers": [{"byteLength": bytes.len(), "uri": uri}, {"byteLength": length}],
        "bufferViews": [view],
        "nodes": [{"name": "root"}],
    })
    .to_string()
    .into_bytes()
}

/// The decoded bytes of a stream; `None` if it is refused.
fn unpacked(stream: &Value, bytes: &[u8]) -> Option<Vec<u8>> {
    let plain =
        gltf::to_plain(&stream_document(stream, bytes), &|_| Err(String::new())).ok()?.bytes;
    let json = read(&plain).document.json().clone();
    let view = &json["bufferViews"][0];
    let [start, length] =
        ["byteOffset", "byteLength"].map(|key| view[key].as_u64().unwrap() as usize);
    let text = u32::from_le_bytes(plain[12..16].try_into().unwrap()) as usize;
    Some(plain[28 + text + start..][..length].to_vec())
}

#[test]
fn meshopt_streams_have_the_bytes_of_the_published_decoder() {
    let streams = made("streams.json");
    for stream in streams.as_array().unwrap() {
        let found = unpacked(stream, &decoded(&stream["stream"])).expect("it is read");
        let expected = decoded(&stream["bytes"]);
        assert_eq!(found.len(), expected.len(), "{}", stream["name"]);
        // That decoder rounds quaternions with vector instructions.
        let tolerance = i32::from(stream["filter"] == "QUATERNION");
        let shorts = |bytes: &[u8]| -> Vec<i32> {
            let pairs = bytes.as_chunks::<2>().0.iter();
            pairs.map(|&pair| i16::from_le_bytes(pair).into()).collect()
        };
        let worst = shorts(&found).iter().zip(shorts(&expected)).map(|(a, b)| (a - b).abs()).max();
        assert!(worst.is_some_and(|worst| worst <= tolerance), "{}: {worst:?}", stream["name"]);
    }
}

#[test]
fn damaged_meshopt_streams_do_no_harm() {
    let streams = made("streams.json");
    let mut random = Random::new(21);
    for stream in streams.as_array().unwrap() {
        let bytes = decoded(&stream["stream"]);
        let start = Instant::now();
        for cut in 0..200 {
            let found = unpacked(stream, &bytes[..bytes.len() * cut / 200]);
            assert!(found.is_none(), "{}: cut {cut}", stream["name"]);
        }
        for _ in 0..1000 {
            let mut changed = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(changed.len());
                changed[at] ^= 1 << random.below(8);
            }
            unpacked(stream, &changed);
        }
        assert!(start.elapsed().as_secs() < 60, "{}", stream["name"]);
    }
}

/// A GLB file of a JSON text and a binary chunk.
fn glb(json: &Value, bin: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8], data: &[u8]| {
        [&u32::try_from(data.len()).unwrap().to_le_bytes(), kind, data].concat()
    };
    let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", bin)].concat();
    let length = u32::try_from(12 + chunks.len()).unwrap().to_le_bytes();
    [b"glTF", &2_u32.to_le_bytes(), &length, chunks.as_slice()].concat()
}

#[test]
fn damaged_draco_meshes_do_no_harm() {
    let mut random = Random::new(22);
    for (name, file, _) in models().into_iter().filter(|(name, ..)| name.starts_with("draco")) {
        let start = Instant::now();
        let text = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        let bin = &file[28 + text..];
        let json: Value = serde_json::from_slice(&file[20..20 + text]).unwrap();
        let block = "KHR_draco_mesh_compression";
        let view = json["meshes"][0]["primitives"][0]["extensions"][block]["bufferView"].as_u64();
        let view = view.unwrap() as usize;
        let number = |key: &str| json["bufferViews"][view][key].as_u64().unwrap_or(0) as usize;
        let (offset, length) = (number("byteOffset"), number("byteLength"));
        let refused = |json: &Value, bin: &[u8]| {
            gltf::read(&glb(json, bin), &|_| Err(String::new())).is_err()
        };
        assert!(!refused(&json, bin), "{name}");
        let mut cut_json = json.clone();
        for cut in 0..200 {
            cut_json["bufferViews"][view]["byteLength"] = (length * cut / 200).into();
            // The last bytes may be padding.
            assert!(refused(&cut_json, bin) || cut > 180, "{name}: cut {cut}");
        }
        for _ in 0..1000 {
            let mut changed = bin.to_vec();
            for _ in 0..=random.below(3) {
                changed[offset + random.below(length)] ^= 1 << random.below(8);
            }
            refused(&json, &changed);
        }
        assert!(start.elapsed().as_secs() < 60, "{name}");
    }
}

#[test]
fn a_small_stream_cannot_ask_for_the_whole_memory() {
    for (count, stride) in [(u64::MAX, 4), (1 << 40, 4), (1 << 26, 8), (1 << 24, 256)] {
        let stream =
            json!({"count": count, "stride": stride, "mode": "ATTRIBUTES", "filter": "NONE"});
        let block = json!({"buffer": 0, "byteLength": 40, "byteStride": stride, "count": count, "mode": "ATTRIBUTES"});
        let mut document: Value = serde_json::from_slice(&stream_document(
            &json!({"count": 1, "stride": 4, "mode": "ATTRIBUTES", "filter": "NONE"}),
            &[0xA0; 40],
        ))
        .unwrap();
        document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = block;
        let error = gltf::read(document.to_string().as_bytes(), &|_| Err(String::new()));
        let error = error.map(|_| stream).unwrap_err().to_string();
        assert!(
            error.starts_with("glTF, bufferViews[0].extensions.EXT_meshopt_compression"),
            "{error}"
        );
    }
}

#[test]
fn wrong_descriptions_of_streams_are_errors_with_a_place() {
    let streams = made("streams.json");
    let stream = &streams[0];
    let document: Value =
        serde_json::from_slice(&stream_document(stream, &decoded(&stream["stream"]))).unwrap();
    for (key, value, part) in [
        ("mode", json!("POINTS"), "mode: expected"),
        ("filter", json!("NORMALS"), "filter: the filter \"NORMALS\" is unknown"),
        ("filter", json!("QUATERNION"), "the stride 20 is none of [8]"),
        ("byteStride", json!(6), "count: its 1800 bytes are not the 6000"),
        ("mode", json!("TRIANGLES"), "the stride 20 is none of [2, 4]"),
        ("byteLength", json!(1 << 30), "is beyond the"),
        ("buffer", json!(7), "7 is not among the 2 buffers"),
    ] {
        let mut wrong = document.clone();
        wrong["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][key] = value;
        let error = gltf::read(wrong.to_string().as_bytes(), &|_| Err(String::new())).unwrap_err();
        assert!(error.to_string().contains(part), "{key}: {error}");
    }
}

/// A WebP and a KTX2 picture.
pub(crate) fn pictures() -> [Vec<u8>; 2] {
    let (_, glb, _) = models().into_iter().find(|(name, ..)| name == "webp").unwrap();
    let json = read(&glb).document.json().clone();
    let view = &json["bufferViews"][json["images"][0]["bufferView"].as_u64().unwrap() as usize];
    let text = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    let length = view["byteLength"].as_u64().unwrap() as usize;
    let webp = glb[28 + text + start..][..length].to_vec();
    [webp, decoded(&made("pictures.json")[0]["ktx2"])]
}

/// A GLB model with this picture as its base colour.
fn textured(picture: &[u8], extension: &str) -> Vec<u8> {
    let uri = format!("data:image/x;base64,{}", STANDARD.encode(picture));
    json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": [extension],
        "nodes": [{"name": "root"}],
        "images": [{"uri": uri, "name": "painted"}],
        "textures": [{"extensions": {extension: {"source": 0}}}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
    })
    .to_string()
    .into_bytes()
}

fn pixels(png: &[u8]) -> Vec<u8> {
    image::load_from_memory(png).unwrap().into_rgba8().into_raw()
}

#[test]
fn webp_textures_have_the_pixels_of_the_encoded_picture() {
    let made = made("models.json");
    let expected: Vec<u8> = numbers(&made["pixels"]).into_iter().map(|byte| byte as u8).collect();
    let (_, glb, _) = models().into_iter().find(|(name, ..)| name == "webp").unwrap();
    let figure = read(&glb).figure;
    assert_eq!(figure.materials[0].base_color_image, Some(0));
    assert_eq!(figure.images[0].mime_type, "image/png");
    assert_eq!(pixels(&figure.images[0].bytes), expected);
}

#[test]
fn ktx2_textures_have_the_pixels_of_the_published_decoder() {
    for picture in made("pictures.json").as_array().unwrap() {
        let loaded = read(&textured(&decoded(&picture["ktx2"]), "KHR_texture_basisu"));
        assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
        let found = pixels(&loaded.figure.images[0].bytes);
        let expected = decoded(&picture["pixels"]);
        let worst = found.iter().zip(&expected).map(|(a, b)| a.abs_diff(*b)).max();
        assert_eq!((found.len(), worst), (expected.len(), Some(0)), "{}", picture["name"]);
    }
}

#[test]
fn damaged_pictures_are_warnings() {
    let mut random = Random::new(23);
    let [webp, _] = pictures();
    let mut pictures: Vec<(Vec<u8>, &str)> = made("pictures.json")
        .as_array()
        .unwrap()
        .iter()
        .map(|picture| (decoded(&picture["ktx2"]), "KHR_texture_basisu"))
        .collect();
    pictures.push((webp, "EXT_texture_webp"));
    for (picture, extension) in pictures {
        let start = Instant::now();
        for cut in 0..200 {
            read(&textured(&picture[..picture.len() * cut / 200], extension));
        }
        for flip in 0..1000 {
            let mut changed = picture.clone();
            for _ in 0..=random.below(3) {
                // Every other time in the header.
                let end = if flip % 2 == 0 { changed.len() } else { changed.len().min(160) };
                changed[random.below(end)] ^= 1 << random.below(8);
            }
            read(&textured(&changed, extension));
        }
        assert!(start.elapsed().as_secs() < 60, "{extension}");
    }
}

#[test]
fn a_small_picture_cannot_ask_for_the_whole_memory() {
    let made = made("pictures.json");
    // The bytes of the pixels of the second one are no 64-bit number.
    for size in [0xFFFF_u32, 0x8000_0000] {
        let mut picture = decoded(&made[0]["ktx2"]);
        picture[20..28].copy_from_slice([size, size].map(u32::to_le_bytes).as_flattened());
        let loaded = read(&textured(&picture, "KHR_texture_basisu"));
        let [warning] = &loaded.warnings[..] else { panic!("one warning") };
        assert!(warning.contains("larger than 4,096 pixels"), "{warning}");
    }
}

#[test]
fn meshopt_cases_of_other_encoders_equal_the_plain_file() {
    let Some(folder) = test_data("cases") else { return };
    let load = |name: &str| corpus::load(&folder.join(name)).unwrap();
    let [plain, packed] = ["arm_plain.glb", "arm_meshopt.glb"].map(load);
    let [plain, packed] = [plain.figure, packed.figure];
    let vertices = |figure: &Figure| {
        let pose = figure.rig.skeleton.rest_pose();
        let joints = figure.rig.skeleton.forward(&pose);
        let posed = figure.meshes.iter().flat_map(|mesh| {
            let placement = figure.placement(mesh.attachment, &joints);
            let positions = move |part: &Primitive| part.posed_positions(&placement);
            mesh.primitives.iter().flat_map(positions).collect::<Vec<Vec3>>()
        });
        posed.collect::<Vec<Vec3>>()
    };
    let [expected, found] = [&plain, &packed].map(vertices);
    let size = expected.iter().fold(0.0_f32, |size, vertex| size.max(vertex.abs().max_element()));
    // Encoders reorder vertices: every vertex has its counterpart.
    assert_eq!(found.len(), expected.len());
    for vertex in &expected {
        let nearest = found.iter().map(|other| other.distance(*vertex)).fold(f32::MAX, f32::min);
        assert!(nearest <= size / 16384.0 * 1.8, "{vertex}: {nearest} of {size}");
    }
    let joints = |figure: &Figure| figure.rig.skeleton.rest_pose();
    for (a, b) in joints(&plain).locals.iter().zip(&joints(&packed).locals) {
        assert!(a.translation.distance(b.translation) <= size / 16384.0, "{a:?} {b:?}");
    }
    assert_eq!(plain.clips.len(), packed.clips.len());
    let figure = load("BoxMeshopt.glb").figure;
    let boxed = vertices(&figure);
    assert_eq!(boxed.len(), 24);
    for vertex in boxed {
        assert!(
            vertex.to_array().iter().all(|part| (part.abs() - 0.5).abs() < 1.0 / 16384.0),
            "{vertex}"
        );
    }
}
