//! The table of the format's elements.
//!
//! Saving keeps every element of the opened document, read or not.

use serde_json::Value;

use super::at::At;
use crate::element::{Element, Skipped, noted, read, skipped};

/// The elements of glTF 2.0, of VRM 0.x and 1.0 and of VRM animations. Extensions are under
/// `extensions/`.
pub const ELEMENTS: [Element; 64] = [
    read("nodes"),
    read("skins"),
    read("meshes"),
    read("materials"),
    read("animations/translation"),
    read("animations/rotation"),
    read("animations/scale"),
    read("animations/pointer to a node"),
    skipped(
        "animations/weights",
        "motions of morph targets without a name are not played; saving keeps them",
    ),
    skipped(
        "animations/pointer",
        "motions of other properties (KHR_animation_pointer) are not played; saving keeps them",
    ),
    skipped("animations/*", "motions of unknown properties are not played; saving keeps them"),
    noted("animations/no target", "channels without a target have no effect"),
    skipped("scenes", "other scenes than the default one are not shown; saving keeps them"),
    skipped("primitives/points and lines", "points and lines are not shown; saving keeps them"),
    skipped("primitives/no positions", "parts of meshes without positions are not shown"),
    read("images/WebP"),
    read("images/KTX2"),
    skipped(
        "images/damaged",
        "WebP and KTX2 pictures that are damaged or larger than 4,096 pixels are not shown; saving keeps them",
    ),
    skipped("images/AVIF", "AVIF pictures are not shown; saving keeps them"),
    skipped("images/*", "pictures of unknown kinds are not shown; saving keeps them"),
    noted("cameras", "cameras are kept by saving"),
    read("morph targets"),
    skipped("morph targets/damaged", "damaged morph targets are not used; saving keeps them"),
    noted("textures", "textures beside the base colour are kept by saving"),
    noted("attributes", "further vertex attributes are kept by saving"),
    read("extensions/KHR_texture_transform"),
    read("extensions/KHR_mesh_quantization"),
    read("extensions/KHR_materials_unlit"),
    read("extensions/KHR_materials_emissive_strength"),
    read("extensions/KHR_materials_pbrSpecularGlossiness"),
    read("extensions/KHR_animation_pointer"),
    read("extensions/EXT_texture_webp"),
    read("extensions/EXT_texture_avif"),
    read("extensions/KHR_texture_basisu"),
    read("extensions/KHR_draco_mesh_compression"),
    read("extensions/EXT_meshopt_compression"),
    read("extensions/KHR_meshopt_compression"),
    read("extensions/KHR_node_visibility"),
    noted("extensions/KHR_lights_punctual", "lights are kept by saving"),
    noted("extensions/KHR_materials_variants", "material variants are kept by saving"),
    noted("extensions/KHR_materials_*", "further properties of materials are kept by saving"),
    noted("extensions/KHR_xmp_json_ld", "metadata is kept by saving"),
    noted("extensions/MSFT_lod", "levels of detail are kept by saving; the first is shown"),
    skipped(
        "extensions/EXT_mesh_gpu_instancing",
        "instances (EXT_mesh_gpu_instancing) are not shown; saving keeps them",
    ),
    skipped(
        "extensions/KHR_gaussian_splatting",
        "Gaussian splats are not shown; saving keeps them",
    ),
    noted("extensions/*", "extensions without an effect here are kept by saving"),
    skipped(
        "required extensions",
        "required extensions are unknown here: the figure may look different in other programs",
    ),
    read("extensions/VRM"),
    read("extensions/VRMC_vrm"),
    read("extensions/VRMC_vrm_animation"),
    read("VRM/meta"),
    read("VRM/humanoid"),
    read("VRM/expressions"),
    noted("VRM/firstPerson", "first-person settings are kept by saving"),
    read("VRM/lookAt"),
    noted("VRM/materials", "toon materials are kept by saving"),
    noted(
        "VRM/spring bones",
        "spring bones swing in the studio, and in motions with --springs; posing does not move them, saving keeps them",
    ),
    noted(
        "VRM/node constraints",
        "node constraints are kept by saving; posing does not apply them",
    ),
    noted("VRM/*", "further data of the avatar is kept by saving"),
    read("VRMA/humanoid"),
    skipped("VRMA/roles", "the figure lacks joints for roles of the motion"),
    read("VRMA/expressions"),
    skipped("VRMA/lookAt", "the look-at target of the VRM animation is not followed"),
    skipped("VRMA/*", "further data of the VRM animation is not used"),
];

/// The extensions of VRM that have no row.
const VRM: [&str; 6] = [
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
    "VRMC_node_constraint",
    "VRMC_materials_mtoon",
    "VRMC_materials_hdr_emissiveMultiplier",
];

/// Counts the document's elements that no other reader counts.
pub(super) fn count(root: &At<'_>, counted: &mut Skipped) {
    let list = |key: &'static str| entries(root.value(), key);
    list("cameras").for_each(|camera| counted.add("cameras", name(camera)));
    scenes(root.value(), counted);
    list("meshes").for_each(|mesh| of_mesh(mesh, counted));
    list("materials").for_each(|material| of_material(material, counted));
    let required = || list("extensionsRequired").filter_map(Value::as_str);
    for extension in list("extensionsUsed").filter_map(Value::as_str) {
        of_extension(root.value(), extension, counted);
        if required().any(|name| name == extension) && is_unknown(extension) {
            counted.add("required extensions", extension);
        }
    }
    let unlisted =
        required().filter(|name| !list("extensionsUsed").any(|used| used.as_str() == Some(*name)));
    unlisted
        .filter(|name| is_unknown(name))
        .for_each(|name| counted.add("required extensions", name));
    vrm(root.value(), counted);
}

fn entries<'a>(value: &'a Value, key: &str) -> std::slice::Iter<'a, Value> {
    value.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter()
}

fn name(value: &Value) -> &str {
    value.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// An unread extension may affect look and behaviour, but not joints and motion.
fn is_unknown(extension: &str) -> bool {
    let is_listed =
        ELEMENTS.iter().any(|row| row.name.strip_prefix("extensions/") == Some(extension));
    !(is_listed || extension.starts_with("KHR_materials_") || VRM.contains(&extension))
}

/// Scenes with root nodes that the default scene does not have.
fn scenes(root: &Value, counted: &mut Skipped) {
    let default = root.get("scene").and_then(Value::as_u64).unwrap_or(0);
    let nodes =
        |scene: &Value| entries(scene, "nodes").filter_map(Value::as_u64).collect::<Vec<_>>();
    let shown = usize::try_from(default)
        .ok()
        .and_then(|default| entries(root, "scenes").nth(default))
        .map(nodes)
        .unwrap_or_default();
    for (_, scene) in
        entries(root, "scenes").enumerate().filter(|(index, _)| *index as u64 != default)
    {
        if nodes(scene).iter().any(|node| !shown.contains(node)) {
            counted.add("scenes", name(scene));
        }
    }
}

fn of_mesh(mesh: &Value, counted: &mut Skipped) {
    for primitive in entries(mesh, "primitives") {
        if primitive.get("targets").is_some() {
            counted.add("morph targets", name(mesh));
        }
        for attribute in primitive
            .get("attributes")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|attributes| attributes.keys())
        {
            let is_read =
                matches!(attribute.as_str(), "POSITION" | "NORMAL" | "TEXCOORD_0" | "COLOR_0")
                    || attribute.starts_with("JOINTS_")
                    || attribute.starts_with("WEIGHTS_");
            if !is_read {
                counted.add("attributes", attribute);
            }
        }
    }
}

fn of_material(material: &Value, counted: &mut Skipped) {
    let metallic =
        material.get("pbrMetallicRoughness").and_then(|pbr| pbr.get("metallicRoughnessTexture"));
    let others =
        ["normalTexture", "occlusionTexture", "emissiveTexture"].map(|key| material.get(key));
    if metallic.is_some() || others.iter().any(Option::is_some) {
        counted.add("textures", name(material));
    }
}

fn of_extension(root: &Value, extension: &str, counted: &mut Skipped) {
    let is_listed =
        ELEMENTS.iter().any(|row| row.name.strip_prefix("extensions/") == Some(extension));
    match extension {
        "EXT_mesh_gpu_instancing" => {
            let has = |node: &&Value| node["extensions"].get(extension).is_some();
            entries(root, "nodes")
                .filter(has)
                .for_each(|node| counted.add("extensions/EXT_mesh_gpu_instancing", name(node)));
        }
        _ if is_listed => counted.add(&format!("extensions/{extension}"), ""),
        _ if extension.starts_with("KHR_materials_") => {
            counted.add("extensions/KHR_materials_*", extension)
        }
        // Their blocks are counted by `vrm`, or have an effect beside another block.
        _ if VRM.contains(&extension) => {}
        _ => counted.add(&format!("extensions/{extension}"), extension),
    }
}

/// The parts of VRM 0.x, of VRM 1.0 and of VRM animations.
fn vrm(root: &Value, counted: &mut Skipped) {
    let extensions = |name: &str| root["extensions"].get(name).and_then(Value::as_object);
    let used =
        |wanted: &str| entries(root, "extensionsUsed").any(|name| name.as_str() == Some(wanted));
    for (key, part) in extensions("VRM").into_iter().flatten() {
        match key.as_str() {
            "exporterVersion" | "specVersion" => {}
            "meta" | "humanoid" => counted.add(&format!("VRM/{key}"), ""),
            "firstPerson" => ["VRM/firstPerson", "VRM/lookAt"]
                .iter()
                .for_each(|element| counted.add(element, "")),
            "blendShapeMaster" => entries(part, "blendShapeGroups")
                .for_each(|group| counted.add("VRM/expressions", name(group))),
            "secondaryAnimation" => entries(part, "boneGroups").for_each(|group| {
                counted.add(
                    "VRM/spring bones",
                    group.get("comment").and_then(Value::as_str).unwrap_or_default(),
                );
            }),
            "materialProperties" => counted.add("VRM/materials", ""),
            other => counted.add(&format!("VRM/{other}"), other),
        }
    }
    for (key, part) in extensions("VRMC_vrm").into_iter().flatten() {
        match key.as_str() {
            "specVersion" => {}
            "expressions" => named_below(part, |name| counted.add("VRM/expressions", name)),
            other => counted.add(&format!("VRM/{other}"), ""),
        }
    }
    for spring in extensions("VRMC_springBone")
        .into_iter()
        .flat_map(|block| block.get("springs"))
        .flat_map(|list| list.as_array())
        .flatten()
    {
        counted.add("VRM/spring bones", name(spring));
    }
    if used("VRMC_materials_mtoon") {
        counted.add("VRM/materials", "");
    }
    for node in entries(root, "nodes")
        .filter(|node| node["extensions"].get("VRMC_node_constraint").is_some())
    {
        counted.add("VRM/node constraints", name(node));
    }
    for (key, part) in extensions("VRMC_vrm_animation").into_iter().flatten() {
        match key.as_str() {
            "specVersion" => {}
            "expressions" => named_below(part, |name| counted.add("VRMA/expressions", name)),
            other => counted.add(&format!("VRMA/{other}"), other),
        }
    }
}

/// The names of `preset` and `custom` expressions.
fn named_below(expressions: &Value, mut add: impl FnMut(&str)) {
    for kind in ["preset", "custom"] {
        expressions
            .get(kind)
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|kind| kind.keys())
            .for_each(|name| add(name));
    }
}
