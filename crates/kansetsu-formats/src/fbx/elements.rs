//! The table of the format's elements.

use std::collections::BTreeSet;

use super::geometry::says;
use super::record::{Record, Value};
use super::scene::{Object, Scene};
use crate::element::{Element, Skipped, noted, read, skipped};

/// The kinds of objects and properties of FBX.
pub const ELEMENTS: [Element; 35] = [
    read("models"),
    read("meshes"),
    read("skins"),
    read("translation, rotation and scaling over time"),
    read("tangents"),
    read("animation layers"),
    read("materials"),
    read("textures"),
    skipped("cameras", "cameras are joints only"),
    noted("cameras of the editor", "cameras of the editor (Producer) are joints only"),
    skipped("lights", "lights are joints only"),
    skipped("constraints", "constraints are not applied"),
    noted("characters", "character definitions are not used: roles come from names"),
    read("blend shapes"),
    skipped("damaged shapes", "a blend shape has not one offset for each of its points"),
    skipped("shapes between", "of several shapes of a blend shape only the last is read"),
    skipped("surfaces/*", "surfaces other than polygons are not shown"),
    skipped("deformers/*", "deformers other than skins are not applied"),
    skipped("dual quaternions", "dual quaternion skinning is shown as linear"),
    skipped("clusters without a joint", "clusters of skins without a joint are ignored"),
    skipped("more than 8 influences", "points keep only their 8 largest weights"),
    skipped("animated properties", "animations of other properties are not played"),
    skipped("rotation limits", "rotation limits of joints are not used"),
    skipped("spheric order", "the rotation order SphericXYZ is read as XYZ"),
    skipped("layered textures", "layered textures are not shown"),
    noted("other textures", "textures beside the base colour are not read"),
    noted("vertex colours", "further data of vertices is not read"),
    noted("further UV sets", "further data of vertices is not read"),
    noted("tangents of surfaces", "further data of vertices is not read"),
    noted("user properties", "user properties are not read"),
    noted("poses", "bind poses are not used: skins have their own"),
    noted("display layers", "display layers and selections have no effect"),
    noted("selections", "display layers and selections have no effect"),
    noted("audio", "audio is not read"),
    noted("objects/*", "objects of other kinds have no effect"),
];

/// Counts the elements of the file that are not read.
pub(super) fn count(scene: &Scene<'_>, counted: &mut Skipped) {
    for object in scene.every() {
        match object.record.name.as_ref() {
            "Model" => of_model(scene, &object, counted),
            "Geometry" => of_geometry(&object, counted),
            "Deformer" => of_deformer(scene, &object, counted),
            "AnimationCurveNode" => of_curve_node(scene, &object, counted),
            "Material" => of_material(scene, &object, counted),
            "Constraint" => counted.add("constraints", &object.name()),
            "Character" | "CharacterPose" | "ControlSetPlug" => {
                counted.add("characters", &object.name())
            }
            "Pose" => counted.add("poses", &object.name()),
            "CollectionExclusive" => counted.add("display layers", &object.name()),
            "SelectionSet" | "SelectionNode" => counted.add("selections", &object.name()),
            "Audio" | "AudioLayer" => counted.add("audio", &object.name()),
            "AnimationCurve" | "AnimationLayer" | "AnimationStack" | "NodeAttribute"
            | "Texture" | "Video" | "GlobalSettings" | "LayeredTexture" | "SceneInfo" => {}
            other => counted.add(&format!("objects/{other}"), ""),
        }
    }
    takes(scene, counted);
}

fn of_model(scene: &Scene<'_>, model: &Object<'_>, counted: &mut Skipped) {
    let name = model.name();
    match model.class().as_str() {
        "Camera" if name.starts_with("Producer ") => counted.add("cameras of the editor", &name),
        "CameraSwitcher" => counted.add("cameras of the editor", &name),
        "Camera" => counted.add("cameras", &name),
        "Light" => counted.add("lights", &name),
        _ => {}
    }
    let limits = [
        "RotationMinX",
        "RotationMinY",
        "RotationMinZ",
        "RotationMaxX",
        "RotationMaxY",
        "RotationMaxZ",
    ];
    if limits.iter().any(|limit| model.integer(limit).unwrap_or(0) != 0) {
        counted.add("rotation limits", &name);
    }
    if model.integer("RotationOrder") == Some(6) {
        counted.add("spheric order", &name);
    }
    of_geometry(model, counted);
    for property in user_properties(model) {
        counted.add("user properties", &property);
    }
    let without_points = |(below, _): &(Object<'_>, &str)| {
        below.record.name == "NodeAttribute" && is_surface(&below.class())
    };
    scene
        .below(model.id)
        .filter(without_points)
        .for_each(|(below, _)| counted.add(&format!("surfaces/{}", below.class()), ""));
}

fn is_surface(class: &str) -> bool {
    matches!(
        class,
        "NurbsCurve" | "NurbsSurface" | "NurbCurve" | "NurbSurface" | "Patch" | "SubDiv"
    )
}

fn user_properties(object: &Object<'_>) -> Vec<String> {
    let list = object.record.child("Properties70").map(|list| &list.children);
    let is_user = |property: &&Record<'_>| {
        property.values.get(3).and_then(Value::text).is_some_and(|flags| flags.contains('U'))
    };
    let name = |property: &Record<'_>| property.values.first().and_then(Value::text);
    list.into_iter().flatten().filter(is_user).filter_map(name).collect()
}

fn of_geometry(object: &Object<'_>, counted: &mut Skipped) {
    let is_geometry = object.record.name == "Geometry";
    match object.class().as_str() {
        "Shape" | "Mesh" => {}
        class if is_geometry => counted.add(&format!("surfaces/{class}"), ""),
        _ => {}
    }
    let layers = |name| object.record.all(name).count();
    counted.add_many("vertex colours", "colours", layers("LayerElementColor"));
    counted.add_many("further UV sets", "UV sets", layers("LayerElementUV").saturating_sub(1));
    counted.add_many(
        "tangents of surfaces",
        "tangents",
        layers("LayerElementTangent") + layers("LayerElementBinormal"),
    );
}

fn of_deformer(scene: &Scene<'_>, deformer: &Object<'_>, counted: &mut Skipped) {
    match deformer.class().as_str() {
        "Skin" => {
            if says(deformer.record.value("SkinningType"), "DualQuaternion") {
                counted.add("dual quaternions", &deformer.name());
            }
        }
        "Cluster" => {
            let has_joint = scene.below(deformer.id).any(|(joint, _)| joint.record.name == "Model");
            counted.add_many("clusters without a joint", &deformer.name(), usize::from(!has_joint));
        }
        "BlendShape" | "BlendShapeChannel" => {}
        other => counted.add(&format!("deformers/{other}"), ""),
    }
}

/// Animations other than translation, rotation and scaling of a model. Programs key constant
/// visibilities; only changing values count.
fn of_curve_node(scene: &Scene<'_>, node: &Object<'_>, counted: &mut Skipped) {
    let is_read = |object: &Object<'_>, property: &str| match object.record.name.as_ref() {
        "AnimationLayer" => true,
        "Model" => matches!(property, "Lcl Translation" | "Lcl Rotation" | "Lcl Scaling"),
        "Deformer" => property == "DeformPercent",
        _ => false,
    };
    let properties: BTreeSet<&str> = scene
        .above(node.id)
        .filter(|(object, property)| !property.is_empty() && !is_read(object, property))
        .map(|(_, property)| property)
        .collect();
    if !properties.is_empty()
        && scene.below(node.id).any(|(curve, _)| changes(&curve.record.floats("KeyValueFloat")))
    {
        properties.into_iter().for_each(|property| counted.add("animated properties", property));
    }
}

fn changes(values: &[f64]) -> bool {
    values.iter().any(|value| (value - values[0]).abs() > 1e-6)
}

fn of_material(scene: &Scene<'_>, material: &Object<'_>, counted: &mut Skipped) {
    for (below, property) in scene.below(material.id) {
        match below.record.name.as_ref() {
            "LayeredTexture" => counted.add("layered textures", &material.name()),
            "Texture" if !super::looks::is_base_color(property) => {
                counted.add("other textures", property)
            }
            _ => {}
        }
    }
}

/// Versions before 7.0: channels of takes beside `Transform`.
fn takes(scene: &Scene<'_>, counted: &mut Skipped) {
    let takes = scene.root().all("Takes").flat_map(|takes| takes.all("Take"));
    for channel in takes.flat_map(|take| take.all("Model")).flat_map(|model| model.all("Channel")) {
        let name = channel.values.first().and_then(Value::text).unwrap_or_default();
        let keys = channel.value("KeyCount").and_then(Value::integer).unwrap_or(0);
        if name != "Transform" && keys > 1 {
            counted.add("animated properties", &name);
        }
    }
}
