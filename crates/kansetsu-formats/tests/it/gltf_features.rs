//! The special cases of the format, on documents made for the purpose.

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::{Affine3, Quat, Vec2, Vec3};
use kansetsu_formats::gltf::{self, Changes, Container, Loaded};
use kansetsu_formats::{AlphaMode, Attachment, Clip, Interpolation, Track, Values};
use serde_json::{Value, json};

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn data_uri(bytes: &[u8]) -> String {
    format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes))
}

/// A document with one buffer of these bytes.
fn document(bytes: &[u8], mut rest: Value) -> Value {
    rest["asset"] = json!({"version": "2.0"});
    rest["buffers"] = json!([{"byteLength": bytes.len(), "uri": data_uri(bytes)}]);
    rest
}

fn read(document: &Value) -> Loaded {
    gltf::read(document.to_string().as_bytes(), &|path| Err(format!("there is no {path}"))).unwrap()
}

/// A document whose only mesh has these attributes.
fn mesh_document(bytes: &[u8], views: Value, accessors: Value, primitive: Value) -> Value {
    document(
        bytes,
        json!({"nodes": [{"mesh": 0}], "meshes": [{"primitives": [primitive]}], "bufferViews": views, "accessors": accessors}),
    )
}

fn triangle() -> Vec<u8> {
    bytes_of(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
}

#[test]
fn sparse_elements_replace_zeros_or_data() {
    let mut bytes = bytes_of(&[5.0, 6.0, 7.0]);
    bytes.extend([1, 0]);
    let sparse = json!({"count": 1, "indices": {"bufferView": 0, "byteOffset": 12, "componentType": 5123}, "values": {"bufferView": 0}});
    let accessors = json!([{"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse}]);
    let views = json!([{"buffer": 0, "byteLength": 14}]);
    let loaded =
        read(&mesh_document(&bytes, views, accessors, json!({"attributes": {"POSITION": 0}})));
    assert_eq!(
        loaded.figure.meshes[0].primitives[0].positions,
        [Vec3::ZERO, Vec3::new(5.0, 6.0, 7.0), Vec3::ZERO]
    );
    let mut wrong = bytes.clone();
    wrong[12] = 3;
    let accessors = json!([{"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse}]);
    let document = mesh_document(
        &wrong,
        json!([{"buffer": 0, "byteLength": 14}]),
        accessors,
        json!({"attributes": {"POSITION": 0}}),
    );
    let error = gltf::read(document.to_string().as_bytes(), &|_| Err(String::new())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "glTF, accessors[0].sparse.indices: index 3 is not among the accessor's elements"
    );
}

#[test]
fn strides_skip_what_lies_between() {
    let bytes = bytes_of(&[1.0, 2.0, 3.0, 9.0, 4.0, 5.0, 6.0, 9.0, 7.0, 8.0, 9.0]);
    let views = json!([{"buffer": 0, "byteLength": 44, "byteStride": 16}]);
    let accessors = json!([{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]);
    let loaded =
        read(&mesh_document(&bytes, views, accessors, json!({"attributes": {"POSITION": 0}})));
    let expected = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0), Vec3::new(7.0, 8.0, 9.0)];
    assert_eq!(loaded.figure.meshes[0].primitives[0].positions, expected);
}

#[test]
fn morph_targets_stand_at_the_weights_of_the_node() {
    let mut bytes = triangle();
    bytes.extend(bytes_of(&[0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0]));
    let views =
        json!([{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 36}]);
    let accessor = |view: usize| json!({"bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3"});
    let primitive = json!({"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}]});
    let mut document = mesh_document(&bytes, views, json!([accessor(0), accessor(1)]), primitive);
    let z_of = |document: &Value| read(document).figure.meshes[0].primitives[0].positions[2].z;
    assert_eq!(z_of(&document), 0.0);
    document["meshes"][0]["weights"] = json!([0.5]);
    assert_eq!(z_of(&document), 1.0);
    document["nodes"][0]["weights"] = json!([0.25]);
    assert_eq!(z_of(&document), 0.5);
}

#[test]
fn two_sets_of_joints_and_weights_in_bytes_all_count() {
    let mut bytes = bytes_of(&[1.0, 0.0, 0.0]);
    bytes.extend([0, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 204, 0, 0, 0]);
    let accessor = |offset: usize, component: usize, kind: &str| json!({"bufferView": 0, "byteOffset": offset, "componentType": component, "count": 1, "type": kind, "normalized": offset >= 20});
    let document = document(
        &bytes,
        json!({
            "nodes": [{"children": [1], "mesh": 0, "skin": 0, "translation": [50, 50, 50]}, {"translation": [0, 0, 10]}],
            "skins": [{"joints": [0, 1]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "JOINTS_1": 2, "WEIGHTS_0": 3, "WEIGHTS_1": 4}}]}],
            "bufferViews": [{"buffer": 0, "byteLength": 28}],
            "accessors": [accessor(0, 5126, "VEC3"), accessor(12, 5121, "VEC4"), accessor(16, 5121, "VEC4"), accessor(20, 5121, "VEC4"), accessor(24, 5121, "VEC4")],
        }),
    );
    let figure = read(&document).figure;
    let part = &figure.meshes[0].primitives[0];
    assert_eq!(part.influences_per_vertex, 8);
    assert_eq!(figure.meshes[0].attachment, Attachment::Skin(0));
    assert_eq!(figure.skins[0].inverse_bind, [Affine3::IDENTITY; 2]);
    let placement = figure.placement(
        Attachment::Skin(0),
        &[Affine3::IDENTITY, Affine3::from_translation(Vec3::Z * 10.0)],
    );
    assert!(part.posed_positions(&placement)[0].distance(Vec3::new(1.0, 0.0, 8.0)) < 1e-5);
}

#[test]
fn materials_say_how_surfaces_look() {
    let mut document = mesh_document(
        &[triangle(), bytes_of(&[0.5, 0.5, 0.0, 0.0, 1.0, 1.0])].concat(),
        json!([{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}]),
        json!([{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}, {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}]),
        json!({"attributes": {"POSITION": 0, "TEXCOORD_1": 1}, "material": 0}),
    );
    document["images"] = json!([{"uri": "data:image/png;base64,iVBORw0KGgo="}]);
    document["textures"] = json!([{"source": 0}]);
    let transform = json!({"offset": [0.25, 0], "scale": [2, 1], "texCoord": 1});
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": transform}});
    document["materials"] = json!([
        {"pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.2, 0.3, 0.4], "baseColorTexture": texture}, "alphaMode": "MASK", "doubleSided": true},
        {"extensions": {"KHR_materials_unlit": {}}, "alphaMode": "BLEND", "emissiveFactor": [1, 0, 0]},
        {"alphaMode": "GLITTER"},
    ]);
    let loaded = read(&document);
    let [first, second, third] = &loaded.figure.materials[..] else { panic!("three materials") };
    assert_eq!(
        (first.base_color, first.base_color_image, first.alpha),
        ([0.1, 0.2, 0.3, 0.4], Some(0), AlphaMode::Mask(0.5))
    );
    assert!(
        first.double_sided
            && second.unlit
            && second.alpha == AlphaMode::Blend
            && second.emissive == [1.0, 0.0, 0.0]
    );
    assert_eq!(third.alpha, AlphaMode::Opaque);
    assert_eq!(
        loaded.warnings,
        [
            "glTF, materials[2].alphaMode: expected \"OPAQUE\", \"MASK\" or \"BLEND\", found \"GLITTER\""
        ]
    );
    assert_eq!(loaded.figure.images[0].mime_type, "image/png");
    assert_eq!(
        loaded.figure.meshes[0].primitives[0].uvs,
        [Vec2::new(1.25, 0.5), Vec2::new(0.25, 0.0), Vec2::new(2.25, 1.0)]
    );
}

/// Two nodes, the second with a matrix, and one animation with the given channels on shared
/// samplers.
fn animated(channels: Value) -> Value {
    let bytes = bytes_of(&[1.0, 2.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    document(
        &bytes,
        json!({
            "nodes": [{"name": "a"}, {"name": "b", "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]}],
            "animations": [{"name": "walk", "channels": channels, "samplers": [{"input": 0, "output": 1}, {"input": 0, "output": 9}, {"input": 1, "output": 1}]}],
            "bufferViews": [{"buffer": 0, "byteLength": 32}],
            "accessors": [
                {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [1.0], "max": [2.0]},
                {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"},
            ],
        }),
    )
}

#[test]
fn odd_channels_are_warnings_and_the_last_of_two_counts() {
    let target = |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
    let channels = json!([
        target(0, 0, "translation"),
        target(0, 0, "translation"),
        target(1, 0, "scale"),
        target(2, 0, "scale"),
        target(0, 1, "translation"),
        target(0, 0, "rotation"),
        {"sampler": 0, "target": {"path": "pointer"}},
    ]);
    let loaded = read(&animated(channels));
    let expected = [
        "animations[0].channels[1]: the same property is animated twice; the last channel counts",
        "glTF, animations[0].samplers[1].output: 9 is not among the 2 accessors; this channel is ignored",
        "glTF, accessors[1].type: expected 1 numbers per element, found 3; this channel is ignored",
        "animations[0].channels[4]: the node has a matrix, which cannot be animated; its translation, rotation and scale are",
        "glTF, accessors[1].type: expected 4 numbers per element, found 3; this channel is ignored",
    ];
    assert_eq!(loaded.warnings, expected);
    let clip = &loaded.figure.clips[0];
    assert_eq!((clip.tracks.len(), clip.duration), (2, 2.0));
    let mut pose = loaded.figure.rig.skeleton.rest_pose();
    clip.sample(1.5, &mut pose);
    assert_eq!(pose.locals[0].translation, Vec3::X * 2.0);
}

#[test]
fn matrices_stay_matrices_unless_they_are_animated() {
    let loaded =
        read(&animated(json!([{"sampler": 0, "target": {"node": 0, "path": "translation"}}])));
    let skeleton = &loaded.figure.rig.skeleton;
    assert!(
        skeleton.joints()[1]
            .rest
            .rotation
            .dot(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
            .abs()
            > 0.999_999
    );
    let mut pose = skeleton.rest_pose();
    pose.locals[1].translation.x = 0.5;
    let save = |clips: &[Clip]| {
        let saved = loaded
            .document
            .save(&Changes { pose: Some(&pose), clips, ..Changes::default() }, Container::Text)
            .unwrap();
        (serde_json::from_slice::<Value>(&saved.bytes).unwrap()["nodes"][1].clone(), saved.bytes)
    };
    let (node, _) = save(&[]);
    assert_eq!(
        node.to_string(),
        r#"{"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,0.5,2.0,3.0,1],"name":"b"}"#
            .replace("{\"matrix", "{\"name\":\"b\",\"matrix")
            .replace(",\"name\":\"b\"}", "}")
    );
    let track = Track {
        joint: 1,
        times: vec![0.0],
        values: Values::Scale(vec![Vec3::ONE]),
        interpolation: Interpolation::Linear,
    };
    let (node, bytes) = save(&[Clip { tracks: vec![track], ..Clip::default() }]);
    assert!(
        node.get("matrix").is_none()
            && node["translation"] == json!([0.5, 2.0, 3.0])
            && node.get("rotation").is_some()
    );
    let back = gltf::read(&bytes, &|_| Err(String::new())).unwrap();
    assert!(back.warnings.is_empty());
    assert!(
        back.figure.rig.skeleton.joints()[1].rest.rotation.dot(pose.locals[1].rotation).abs()
            > 0.999_999
    );
}

#[test]
fn several_buffers_and_outer_files_become_one_glb() {
    let (first, second, image) = (bytes_of(&[9.0]), triangle(), b"\x89PNG\r\n\x1a\n".to_vec());
    let document = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "buffers": [{"byteLength": 3, "uri": data_uri(&first)}, {"byteLength": 36, "uri": "my%20data.bin"}],
        "bufferViews": [{"buffer": 1, "byteLength": 36}, {"buffer": 0, "byteOffset": 1, "byteLength": 2}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "images": [{"uri": "skin%2Bface.png", "extras": 1.50}, {"bufferView": 1, "mimeType": "image/png"}],
    });
    let resources = |path: &str| match path {
        "my data.bin" => Ok(second.clone()),
        "skin+face.png" => Ok(image.clone()),
        other => Err(format!("there is no {other}")),
    };
    let loaded = gltf::read(document.to_string().as_bytes(), &resources).unwrap();
    let kept = loaded.document.save(&Changes::default(), Container::Text).unwrap();
    let paths: Vec<&str> = kept.resources.iter().map(|resource| resource.path.as_str()).collect();
    assert_eq!(paths, ["my data.bin", "skin+face.png"]);
    let packed = loaded.document.save(&Changes::default(), Container::Glb).unwrap();
    assert!(packed.resources.is_empty() && packed.warnings.is_empty());
    let back =
        gltf::read(&packed.bytes, &|path| Err(format!("{path} is not to be asked for"))).unwrap();
    assert_eq!(back.warnings, Vec::<String>::new());
    assert_eq!(back.figure.meshes, loaded.figure.meshes);
    assert_eq!(back.figure.images, loaded.figure.images);
    assert_eq!(back.document.json()["images"][0]["extras"], json!(1.50));
    assert_eq!(
        back.document.json()["bufferViews"][1],
        json!({"buffer": 0, "byteOffset": 1, "byteLength": 2})
    );
    let again = back.document.save(&Changes::default(), Container::Text).unwrap();
    assert_eq!(
        read(&serde_json::from_slice(&again.bytes).unwrap()).figure.meshes,
        loaded.figure.meshes
    );
}

#[test]
fn what_cannot_be_saved_is_an_error() {
    let loaded = read(&animated(json!([])));
    let save = |pose: Option<&Pose>, clips: &[Clip]| {
        loaded
            .document
            .save(&Changes { pose, clips, ..Changes::default() }, Container::Glb)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let mut pose = loaded.figure.rig.skeleton.rest_pose();
    pose.locals[1].translation.y = f32::NAN;
    assert!(save(Some(&pose), &[]).starts_with("joint \"b\": "));
    pose.locals.push(Transform::IDENTITY);
    assert!(save(Some(&pose), &[]).contains("3 joints and the skeleton 2"));
    let clip = |times: &[f32]| {
        let values = Values::Translation(vec![Vec3::ZERO; 2]);
        [Clip {
            name: "c".to_owned(),
            duration: 1.0,
            tracks: vec![Track {
                joint: 0,
                times: times.to_vec(),
                values,
                interpolation: Interpolation::Linear,
            }],
            ..Clip::default()
        }]
    };
    assert_eq!(
        save(None, &clip(&[1.0, 0.5])),
        "glTF, clip \"c\", track 0: key times must ascend, but 0.5 follows 1"
    );
    assert_eq!(
        save(None, &clip(&[-1.0, 0.5])),
        "glTF, clip \"c\", track 0: key times must be 0 or more, found -1"
    );
    assert!(
        save(None, &clip(&[0.0]))
            .contains("expected 1 values for each of 1 keys (at least one), found 2")
    );
    let moved = loaded
        .document
        .save(&Changes { clips: &clip(&[0.5, 0.5]), ..Changes::default() }, Container::Glb)
        .unwrap();
    let back = gltf::read(&moved.bytes, &|_| Err(String::new())).unwrap();
    let times = &back.figure.clips[1].tracks[0].times;
    assert!(times[0] == 0.5 && times[1] > 0.5 && times[1] < 0.500_001);
    let twice = clip(&[0.0, 1.0])[0].tracks[0].clone();
    let doubled = [Clip { tracks: vec![twice.clone(), twice], ..clip(&[0.0, 1.0])[0].clone() }];
    let saved = loaded
        .document
        .save(&Changes { clips: &doubled, ..Changes::default() }, Container::Glb)
        .unwrap();
    let back = gltf::read(&saved.bytes, &|_| Err(String::new())).unwrap();
    assert!(back.warnings.is_empty() && back.figure.clips[1].tracks.len() == 1);
}

#[test]
fn the_meta_of_vrm_says_who_made_it_and_what_is_allowed() {
    let read = |extension: &str| {
        let text = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"name": "a"}}], "extensions": {{{extension}}}}}"#
        );
        gltf::read(text.as_bytes(), &|_| Err(String::new())).unwrap().figure.meta
    };
    let older = r#""VRM": {"meta": {"title": "Aya", "author": "Aki", "licenseName": "CC_BY_ND", "violentUssageName": "Disallow"}}"#;
    let meta = read(older).unwrap();
    assert_eq!(
        (meta.title.as_str(), meta.authors.as_str(), meta.licence.as_str()),
        ("Aya", "Aki", "CC_BY_ND")
    );
    assert_eq!(meta.terms, [("violentUssageName".to_owned(), "Disallow".to_owned())]);
    assert!(
        meta.forbids_changes
            && !meta.forbids_redistribution
            && meta.license_warning().unwrap().contains("Aki")
    );
    let newer = |more: &str| {
        read(&format!(r#""VRMC_vrm": {{"specVersion": "1.0", "meta": {{"name": "Aya", "authors": ["Aki", "Mio"]{more}}}}}"#)).unwrap()
    };
    let free = newer(
        r#", "modification": "allowModificationRedistribution", "allowRedistribution": true"#,
    );
    assert_eq!((free.authors.as_str(), free.license_warning()), ("Aki, Mio", None));
    assert!(
        newer("")
            .license_warning()
            .is_some_and(|caution| caution.contains("forbids changes and redistribution")),
        "missing permissions are denied"
    );
    assert!(read(r#""VRM": {"meta": 3}"#).is_none_or(|meta| meta.title.is_empty()));
    assert!(read("").is_none());
}
