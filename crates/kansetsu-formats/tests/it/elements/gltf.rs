//! glTF, VRM and VRM animations.

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Clip, Figure, Opened, Role, WeightTrack, vrma};
use serde_json::{Value, json};

use super::{Case, check, opened};

/// A document of `count` triangles on nodes named `node0`..., with one buffer: positions, keys at 0
/// and 1 s, and as many translations and rotations.
fn document(count: usize) -> Value {
    let numbers = [
        &[0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0][..],
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0],
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8],
    ]
    .concat();
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&bytes));
    let accessor = |at: usize, count: usize, kind: &str| json!({"bufferView": 0, "byteOffset": 4 * at, "componentType": 5126, "count": count, "type": kind});
    json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": (0..count).collect::<Vec<_>>()}],
        "nodes": (0..count).map(|node| json!({"name": format!("node{node}"), "mesh": 0, "skin": 0})).collect::<Vec<_>>(),
        "meshes": [{"name": "mesh", "primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"name": "skin"}],
        "buffers": [{"byteLength": bytes.len(), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "accessors": [accessor(0, 3, "VEC3"), accessor(9, 2, "SCALAR"), accessor(11, 2, "VEC3"), accessor(17, 2, "VEC4")],
        "skins": [{"joints": [0]}],
    })
}

type Change<'a> = &'a dyn Fn(&mut Value, usize);

fn with(count: usize, change: Change<'_>) -> Opened {
    let mut file = document(count);
    // The primitive has no weights: it moves with its node.
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|node| drop(node.as_object_mut().unwrap().remove("skin")));
    change(&mut file, count);
    opened(file.to_string().as_bytes(), "a.gltf")
}

fn told<'a>(element: &'a str, name: &'a str, change: Change<'a>) -> Case<'a> {
    Case::told(element, name, move |count| with(count, change))
}

fn read<'a>(
    element: &'a str,
    change: Change<'a>,
    is_read: impl Fn(&Opened) -> bool + 'a,
) -> Case<'a> {
    Case::read(element, move |count| with(count, change), is_read)
}

/// A motion of each node along this path, with the keys of an accessor.
fn moving(target: impl Fn(usize) -> Value, output: usize) -> impl Fn(&mut Value, usize) {
    move |file, count| {
        let channels: Vec<Value> =
            (0..count).map(|node| json!({"sampler": 0, "target": target(node)})).collect();
        file["animations"] = json!([{"name": "wave", "samplers": [{"input": 1, "output": output}], "channels": channels}]);
    }
}

fn of_node(path: &'static str) -> impl Fn(usize) -> Value {
    move |node| json!({"node": node, "path": path})
}

fn pointer(pointer: &'static str) -> impl Fn(usize) -> Value {
    move |node| {
        let pointer = pointer.replace('#', &node.to_string());
        json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}})
    }
}

/// Whether the first node has this transform at 1 s.
fn stands(opened: &Opened, place: Vec3, turn: Quat, scale: Vec3) -> bool {
    let mut pose = opened.figure.rig.skeleton.rest_pose();
    opened.figure.clips[0].sample(1.0, &mut pose);
    let local = pose.locals[0];
    local.translation == place
        && (local.rotation - turn).length() < 1e-6
        && local.scale == scale
        && opened.warnings.is_empty()
}

/// Each material has a picture with these bytes, by the texture's source or an extension's.
fn pictured(bytes: &'static [u8], extension: &'static str) -> impl Fn(&mut Value, usize) {
    move |file, count| {
        let uri = format!("data:image/x;base64,{}", STANDARD.encode(bytes));
        let texture = match extension {
            "" => json!({"source": 0}),
            name => json!({"extensions": {name: {"source": 0}}}),
        };
        file["images"] = json!(vec![json!({"name": "cloth", "uri": uri}); count]);
        file["textures"] = json!(vec![texture; count]);
        for index in 0..count {
            if extension.is_empty() {
                file["textures"][index]["source"] = index.into();
            } else {
                file["textures"][index]["extensions"][extension]["source"] = index.into();
            }
        }
        file["materials"] = (0..count)
            .map(|index| json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": index}}}))
            .collect();
    }
}

fn used(name: &'static str) -> impl Fn(&mut Value, usize) {
    move |file, _| file["extensionsUsed"] = json!([name])
}

const WEBP: &[u8] = b"RIFF\0\0\0\0WEBPVP8 ";
const KTX2: &[u8] = b"\xABKTX 20\xBB\r\n\x1A\n";
const AVIF: &[u8] = b"\0\0\0\x20ftypavif";
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n";

#[test]
fn elements() {
    let (still, turned) = (Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.6, 0.8));
    let place = Vec3::new(1.0, 2.0, 3.0);
    let [translated, rotated, scaled] = [("translation", 2), ("rotation", 3), ("scale", 2)]
        .map(|(path, output)| moving(of_node(path), output));
    let pointed = moving(pointer("/nodes/#/rotation"), 3);
    let colour = moving(pointer("/materials/0/pbrMetallicRoughness/baseColorFactor"), 3);
    let weights = moving(of_node("weights"), 1);
    let glow = moving(of_node("glow"), 1);
    let nothing = moving(|_| json!({"path": "translation"}), 2);
    let pictures =
        [pictured(WEBP, ""), pictured(KTX2, ""), pictured(AVIF, ""), pictured(b"GIF89a", "")];
    let [webp, ktx2] = crate::compressed::pictures().map(|bytes| &*bytes.leak());
    let shown = [pictured(webp, "EXT_texture_webp"), pictured(ktx2, "KHR_texture_basisu")];
    let extended = ["EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu"]
        .map(|name| pictured(PNG, name));
    let has_picture = |opened: &Opened| {
        opened.figure.materials[0].base_color_image == Some(0) && opened.warnings.is_empty()
    };
    let plain: Change<'_> = &|_, _| ();
    let mut cases = vec![
        read("nodes", plain, |opened| {
            opened.figure.rig.skeleton.find("node0").is_ok() && opened.warnings.is_empty()
        }),
        read("meshes", plain, |opened| opened.figure.meshes[0].primitives[0].positions.len() == 3),
        read("materials", plain, |opened| opened.figure.materials[0].name == "skin"),
        read("skins", &|file, _| file["nodes"][0]["skin"] = 0.into(), |opened| {
            opened.figure.is_skinned[0]
        }),
        read("animations/translation", &translated, move |opened| {
            stands(opened, place, Quat::IDENTITY, Vec3::ONE)
        }),
        read("animations/rotation", &rotated, move |opened| {
            stands(opened, still, turned, Vec3::ONE)
        }),
        read("animations/scale", &scaled, move |opened| {
            stands(opened, still, Quat::IDENTITY, place)
        }),
        read("animations/pointer to a node", &pointed, move |opened| {
            stands(opened, still, turned, Vec3::ONE)
        }),
        read("extensions/KHR_animation_pointer", &pointed, move |opened| {
            stands(opened, still, turned, Vec3::ONE)
        }),
        told("animations/weights", "wave", &weights),
        told("animations/pointer", "/materials/0/pbr", &colour),
        told("animations/*", "\"glow\"", &glow),
        told("animations/no target", "wave", &nothing),
        read("images/WebP", &shown[0], has_picture),
        read("images/KTX2", &shown[1], has_picture),
        told("images/damaged", "cloth", &pictures[0]),
        told("images/damaged", "cloth", &pictures[1]),
        told("images/AVIF", "cloth", &pictures[2]),
        told("images/*", "cloth", &pictures[3]),
        read("extensions/EXT_texture_webp", &extended[0], has_picture),
        read("extensions/EXT_texture_avif", &extended[1], has_picture),
        read("extensions/KHR_texture_basisu", &extended[2], has_picture),
    ];
    cases.extend(core());
    cases.extend(extensions());
    cases.extend(plain_extensions());
    cases.extend(avatars());
    check("glTF", &cases);
}

fn core() -> Vec<Case<'static>> {
    vec![
        told("scenes", "\"far\"", &|file, count| {
            file["nodes"].as_array_mut().unwrap().push(json!({"name": "away"}));
            let others: Vec<Value> =
                (0..count).map(|_| json!({"name": "far", "nodes": [count]})).collect();
            file["scenes"].as_array_mut().unwrap().extend(others);
        }),
        told("primitives/points and lines", "mesh", &|file, _| {
            file["meshes"][0]["primitives"][0]["mode"] = 1.into()
        }),
        told("primitives/no positions", "mesh", &|file, _| {
            file["meshes"][0]["primitives"][0]["attributes"] = json!({})
        }),
        told("cameras", "\"front\"", &|file, count| {
            file["cameras"] = json!(vec![json!({"name": "front"}); count])
        }),
        read(
            "morph targets",
            &|file, _| file["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 0}]),
            |opened| opened.figure.morphs.len() == opened.figure.meshes.len(),
        ),
        told("morph targets/damaged", "mesh", &|file, _| {
            file["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 99}])
        }),
        told("textures", "skin", &|file, _| {
            file["materials"][0]["normalTexture"] = json!({"index": 0})
        }),
        told("attributes", "TANGENT", &|file, _| {
            file["meshes"][0]["primitives"][0]["attributes"]["TANGENT"] = 3.into()
        }),
    ]
}

fn extensions() -> Vec<Case<'static>> {
    vec![
        read(
            "extensions/KHR_node_visibility",
            &|file, count| {
                file["extensionsUsed"] = json!(["KHR_node_visibility"]);
                (0..count).for_each(|node| {
                    file["nodes"][node]["extensions"] =
                        json!({"KHR_node_visibility": {"visible": false}})
                });
            },
            |opened| opened.figure.meshes.iter().all(|mesh| mesh.is_hidden),
        ),
        told("extensions/EXT_mesh_gpu_instancing", "node0", &|file, count| {
            file["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
            (0..count).for_each(|node| {
                file["nodes"][node]["extensions"] = json!({"EXT_mesh_gpu_instancing": {}})
            });
        }),
        read(
            "extensions/KHR_texture_transform",
            &|file, count| {
                pictured(PNG, "")(file, count);
                let block = json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0]}}});
                file["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = block;
                file["accessors"][3] =
                    json!({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC2"});
                file["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = 3.into();
            },
            |opened| opened.figure.meshes[0].primitives[0].uvs[0].x == 0.5,
        ),
        told("required extensions", "\"EXT_new\"", &|file, _| {
            file["extensionsUsed"] = json!(["EXT_new"]);
            file["extensionsRequired"] = json!(["EXT_new"]);
        }),
        told("required extensions", "\"EXT_new\"", &|file, _| {
            file["extensionsRequired"] = json!(["EXT_new"])
        }),
    ]
}

fn plain_extensions() -> Vec<Case<'static>> {
    let unlit = |opened: &Opened| opened.figure.materials[0].unlit;
    let mut cases = vec![
        read(
            "extensions/KHR_materials_unlit",
            &|file, _| {
                file["extensionsUsed"] = json!(["KHR_materials_unlit"]);
                file["materials"][0]["extensions"] = json!({"KHR_materials_unlit": {}});
            },
            unlit,
        ),
        read(
            "extensions/KHR_materials_emissive_strength",
            &|file, _| {
                file["materials"][0] = json!({"emissiveFactor": [1, 0, 0], "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}}});
            },
            |opened| opened.figure.materials[0].emissive[0] == 4.0,
        ),
        read(
            "extensions/KHR_materials_pbrSpecularGlossiness",
            &|file, _| {
                let block = json!({"diffuseFactor": [0.5, 0, 0, 1]});
                file["materials"][0] =
                    json!({"extensions": {"KHR_materials_pbrSpecularGlossiness": block}});
            },
            |opened| opened.figure.materials[0].base_color[0] == 0.5,
        ),
    ];
    // Used, with the plain form beside it.
    for name in [
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
        "KHR_mesh_quantization",
    ] {
        let row = super::table("glTF").iter().find(|row| row.name.ends_with(name)).unwrap();
        cases.push(Case::read(
            row.name,
            move |count| with(count, &used(name)),
            |opened| opened.figure.meshes.len() == opened.figure.nodes.len(),
        ));
    }
    for (row, name, told) in [
        ("extensions/KHR_lights_punctual", "KHR_lights_punctual", ""),
        ("extensions/KHR_materials_variants", "KHR_materials_variants", ""),
        ("extensions/KHR_materials_*", "KHR_materials_sheen", "KHR_materials_sheen"),
        ("extensions/KHR_xmp_json_ld", "KHR_xmp_json_ld", ""),
        ("extensions/MSFT_lod", "MSFT_lod", ""),
        ("extensions/KHR_gaussian_splatting", "KHR_gaussian_splatting", ""),
        ("extensions/*", "ACME_glitter", "ACME_glitter"),
    ] {
        cases.push(Case::told(row, told, move |count| with(count, &used(name))));
    }
    cases
}

fn avatars() -> Vec<Case<'static>> {
    let block = |name: &'static str, part: fn(usize) -> Value| {
        move |count: usize| {
            with(count, &move |file, count| {
                file["extensionsUsed"] = json!([name]);
                file["extensions"] = json!({name: part(count)});
            })
        }
    };
    let bones = |_: usize| json!({"meta": {"name": "n"}, "humanoid": {"humanBones": {"hips": {"node": 0}}}});
    let old = |part: fn(usize) -> Value| block("VRM", part);
    let new = |part: fn(usize) -> Value| block("VRMC_vrm", part);
    let animation = |part: fn(usize) -> Value| block("VRMC_vrm_animation", part);
    let has_hips = |opened: &Opened| opened.figure.rig.roles.get(&Role::Hips) == Some(&0);
    vec![
        Case::read(
            "extensions/VRM",
            old(|_| json!({"humanoid": {"humanBones": [{"bone": "hips", "node": 0}]}})),
            has_hips,
        ),
        Case::read("extensions/VRMC_vrm", new(bones), has_hips),
        Case::read("extensions/VRMC_vrm_animation", animation(bones), has_hips),
        Case::read("VRM/humanoid", new(bones), has_hips),
        Case::read("VRMA/humanoid", animation(bones), has_hips),
        Case::read("VRM/meta", new(bones), |opened| {
            opened.figure.meta.as_ref().is_some_and(|meta| meta.title == "n")
        }),
        Case::read(
            "VRM/expressions",
            old(
                |count| json!({"blendShapeMaster": {"blendShapeGroups": vec![json!({"name": "joy"}); count]}}),
            ),
            |opened| opened.figure.expressions[0].name == "joy",
        ),
        Case::read(
            "VRM/expressions",
            new(|_| json!({"expressions": {"preset": {"happy": {}}, "custom": {"wink": {}}}})),
            |opened| opened.figure.expressions.len() == 2,
        ),
        Case::told("VRM/firstPerson", "", old(|_| json!({"firstPerson": {}}))),
        Case::read("VRM/lookAt", old(|_| json!({"firstPerson": {}})), |opened| {
            opened.figure.gaze.is_some()
        }),
        Case::told("VRM/firstPerson", "", new(|_| json!({"firstPerson": {}}))),
        Case::read("VRM/lookAt", new(|_| json!({"lookAt": {}})), |opened| {
            opened.figure.gaze.is_some()
        }),
        Case::told("VRM/materials", "", old(|_| json!({"materialProperties": []}))),
        Case::told("VRM/materials", "", |count| with(count, &used("VRMC_materials_mtoon"))),
        Case::told("VRM/*", "\"wings\"", new(|_| json!({"wings": {}}))),
        Case::told(
            "VRM/spring bones",
            "hair",
            old(
                |count| json!({"secondaryAnimation": {"boneGroups": vec![json!({"comment": "hair"}); count]}}),
            ),
        ),
        Case::told(
            "VRM/spring bones",
            "hair",
            block(
                "VRMC_springBone",
                |count| json!({"springs": vec![json!({"name": "hair"}); count]}),
            ),
        ),
        Case::told("VRM/node constraints", "node0", |count| {
            with(count, &|file, count| {
                file["extensionsUsed"] = json!(["VRMC_node_constraint"]);
                (0..count).for_each(|node| {
                    file["nodes"][node]["extensions"] = json!({"VRMC_node_constraint": {}})
                });
            })
        }),
        Case::read("VRMA/expressions", laughing, |opened| {
            opened.figure.clips[0].weights[0].name == "happy" && opened.warnings.is_empty()
        }),
        Case::told("VRMA/lookAt", "", animation(|_| json!({"lookAt": {"node": 0}}))),
        Case::told("VRMA/*", "\"wings\"", animation(|_| json!({"wings": {}}))),
        Case::told("VRMA/roles", "\"leftHand\"", |_| {
            let mut opened = with(1, &|file, _| {
                file["extensions"] =
                    json!({"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 0}}}}});
            });
            let mut file = document(2);
            moving(of_node("rotation"), 3)(&mut file, 2);
            let bones = json!({"hips": {"node": 0}, "leftHand": {"node": 1}});
            file["extensions"] = json!({"VRMC_vrm_animation": {"humanoid": {"humanBones": bones}}});
            opened.import_animation(file.to_string().as_bytes(), "a.vrma").unwrap();
            opened
        }),
    ]
}

#[test]
fn a_clip_that_replaces_pointed_motion_is_the_only_one() {
    use kansetsu_formats::gltf::{Changes, Container, Replacement};
    let opened = with(1, &moving(pointer("/nodes/#/rotation"), 3));
    let kansetsu_formats::Document::Gltf(document) = &opened.document else {
        panic!("no document")
    };
    let replaced = [Replacement { index: 0, clip: &opened.figure.clips[0] }];
    let saved = document
        .save(&Changes { replaced: &replaced, ..Changes::default() }, Container::Text)
        .unwrap();
    let json: Value = serde_json::from_slice(&saved.bytes).unwrap();
    let channels = json["animations"][0]["channels"].as_array().unwrap();
    assert!(channels.len() == 1 && channels[0]["target"]["path"] == "rotation", "{channels:?}");
}

/// A VRM animation that keys the expression "happy".
fn laughing(_: usize) -> Opened {
    let mut builder = Skeleton::builder();
    builder.root("hips", Transform::IDENTITY);
    let mut people = Figure::new("people", Rig::new(builder.build().unwrap()));
    people.rig.roles.insert(Role::Hips, 0);
    let clip = Clip { weights: vec![WeightTrack::constant("happy", 0.5)], ..Clip::default() };
    let written = vrma::write(&people, &clip, vrma::RestConvention::Unknown).unwrap();
    opened(&written.bytes, "laugh.vrma")
}
