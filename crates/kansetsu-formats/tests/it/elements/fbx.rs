//! FBX.

use kansetsu::glam::DVec3;
use kansetsu_formats::Opened;

use super::{Case, check, opened};
use crate::fbx_made::{PLAIN, SECOND, file, integer, link, object, properties, property, stack};
use crate::fbx_writer::{Form, Record, Value, record};

/// Objects and connections of a file, which an element adds for each of `count`.
type Add<'a> = &'a dyn Fn(i64, [&mut Vec<Record>; 2]);

const MODEL: i64 = 1000;
const MESH: i64 = 2000;
const MORE: i64 = 10_000;

/// A joint with a triangle, a motion layer, and `count` added elements; their ids start at [`MORE`]
/// in steps of 10.
fn with(count: usize, form: Form, add: Add<'_>) -> Opened {
    let triangle = vec![
        record(
            "Vertices",
            vec![Value::Floats(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])],
            Vec::new(),
        ),
        record("PolygonVertexIndex", vec![Value::Integers(vec![0, 1, -3])], Vec::new()),
    ];
    let mut objects = vec![
        object("Model", MODEL, "joint", "Mesh", Vec::new()),
        object("Geometry", MESH, "mesh", "Mesh", triangle),
        stack(10, "move", 1),
        object("AnimationLayer", 11, "base", "", Vec::new()),
    ];
    let mut links = vec![link(MODEL, 0, ""), link(MESH, MODEL, ""), link(11, 10, "")];
    for index in 0..count as i64 {
        add(MORE + 10 * index, [&mut objects, &mut links]);
    }
    opened(&file(form, PLAIN, objects, links), "a.fbx")
}

fn told<'a>(element: &'a str, name: &'a str, add: Add<'a>) -> Case<'a> {
    Case::told(element, name, move |count| {
        with(count, if count == 1 { Form::Binary(7500) } else { Form::Text(7400) }, add)
    })
}

fn read<'a>(element: &'a str, add: Add<'a>, is_read: impl Fn(&Opened) -> bool + 'a) -> Case<'a> {
    Case::read(element, move |_| with(1, Form::Binary(7400), add), is_read)
}

/// An object alone.
fn kind(
    kind: &'static str,
    name: &'static str,
    class: &'static str,
) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, _]| objects.push(object(kind, id, name, class, Vec::new()))
}

/// An object below the joint, its mesh or another object.
fn below(
    kind: &'static str,
    name: &'static str,
    class: &'static str,
    above: i64,
) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        objects.push(object(kind, id, name, class, Vec::new()));
        links.push(link(id, above, ""));
    }
}

/// A joint with a property.
fn joint_with(list: Record) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, _]| {
        objects.push(object("Model", id, "knee", "LimbNode", vec![properties(vec![list.clone()])]))
    }
}

/// A model with a mesh that has a further record.
fn mesh_with(more: Vec<Record>) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        objects.push(object("Geometry", id, "more", "Mesh", more.clone()));
        links.push(link(id, MODEL, ""));
    }
}

/// A curve of these values on a property of the joint.
fn animated(property: &'static str, values: [f64; 2]) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        let lists = [
            ("KeyTime", Value::Integers(vec![0, SECOND])),
            ("KeyValueFloat", Value::Floats(values.to_vec())),
        ];
        let lists =
            lists.into_iter().map(|(name, value)| record(name, vec![value], Vec::new())).collect();
        objects.push(object("AnimationCurveNode", id, "T", "", vec![properties(Vec::new())]));
        objects.push(object("AnimationCurve", id + 1, "", "", lists));
        links.extend([link(id, 11, ""), link(id, MODEL, property), link(id + 1, id, "d|X")]);
    }
}

/// A skin of the mesh with this many joints, each moving all points.
fn skin(joints: i64, more: Vec<Record>) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        objects.push(object("Deformer", id, "skin", "Skin", more.clone()));
        links.push(link(id, MESH, ""));
        for joint in 0..joints {
            let (cluster, bone) = (id * 100 + 2 * joint, id * 100 + 2 * joint + 1);
            let lists = [
                ("Indexes", Value::Integers(vec![0, 1, 2])),
                ("Weights", Value::Floats(vec![1.0; 3])),
            ];
            let lists = lists
                .into_iter()
                .map(|(name, value)| record(name, vec![value], Vec::new()))
                .collect();
            objects.push(object("Deformer", cluster, "cluster", "Cluster", lists));
            objects.push(object("Model", bone, "bone", "LimbNode", Vec::new()));
            links.extend([link(cluster, id, ""), link(bone, cluster, "")]);
        }
    }
}

/// A blend shape of the mesh with this many shapes, at a quarter of its weight.
fn blend_shape(shapes: i64, offsets: &'static [f64]) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        let percent = property("DeformPercent", "Number", vec![Value::Float(25.0)]);
        objects.push(object("Deformer", id, "face", "BlendShape", Vec::new()));
        let channel = vec![properties(vec![percent])];
        objects.push(object("Deformer", id + 1, "smile", "BlendShapeChannel", channel));
        links.extend([link(id, MESH, ""), link(id + 1, id, "")]);
        for shape in 0..shapes {
            let lists = [
                ("Indexes", Value::Integers(vec![1])),
                ("Vertices", Value::Floats(offsets.to_vec())),
            ];
            let lists = lists
                .into_iter()
                .map(|(name, value)| record(name, vec![value], Vec::new()))
                .collect();
            let shape = id * 100 + shape;
            objects.push(object("Geometry", shape, "smile", "Shape", lists));
            links.push(link(shape, id + 1, ""));
        }
    }
}

fn material(texture: &'static str, property: &'static str) -> impl Fn(i64, [&mut Vec<Record>; 2]) {
    move |id, [objects, links]| {
        objects.push(object("Material", id, "cloth", "", Vec::new()));
        objects.push(object(
            texture,
            id + 1,
            "picture",
            "",
            vec![record("RelativeFilename", vec![Value::Text("a.png".to_owned())], Vec::new())],
        ));
        links.extend([link(id, MODEL, ""), link(id + 1, id, property)]);
    }
}

/// An element, the expected words of its warning, and the function that adds it to a file.
type Made = (&'static str, &'static str, Box<dyn Fn(i64, [&mut Vec<Record>; 2])>);

fn surfaces() -> Vec<Made> {
    let element =
        |name| vec![record(name, Vec::new(), Vec::new()), record(name, Vec::new(), Vec::new())];
    let dual =
        vec![record("SkinningType", vec![Value::Text("DualQuaternion".to_owned())], Vec::new())];
    let user = vec!["hidden", "double", "", "A+U"]
        .into_iter()
        .map(|text| Value::Text(text.to_owned()))
        .chain([Value::Float(1.0)]);
    vec![
        ("shapes between", "\"smile\"", Box::new(blend_shape(2, &[0.0, 1.0, 0.0]))),
        ("damaged shapes", "\"smile\"", Box::new(blend_shape(1, &[0.0, 1.0]))),
        ("surfaces/*", "NurbsSurface", Box::new(kind("Geometry", "n", "NurbsSurface"))),
        ("deformers/*", "Cage", Box::new(below("Deformer", "c", "Cage", MESH))),
        ("dual quaternions", "skin", Box::new(skin(1, dual))),
        ("clusters without a joint", "lost", Box::new(below("Deformer", "lost", "Cluster", MESH))),
        ("more than 8 influences", "", Box::new(skin(9, Vec::new()))),
        ("vertex colours", "colours", Box::new(mesh_with(element("LayerElementColor")))),
        ("further UV sets", "UV sets", Box::new(mesh_with(element("LayerElementUV")))),
        ("tangents of surfaces", "tangents", Box::new(mesh_with(element("LayerElementTangent")))),
        ("layered textures", "cloth", Box::new(material("LayeredTexture", "DiffuseColor"))),
        ("other textures", "NormalMap", Box::new(material("Texture", "NormalMap"))),
        (
            "user properties",
            "hidden",
            Box::new(joint_with(record("P", user.collect(), Vec::new()))),
        ),
    ]
}

#[test]
fn elements() {
    let surfaces = surfaces();
    let limit = joint_with(integer("RotationMinX", 1));
    let spheric = joint_with(integer("RotationOrder", 6));
    let kinds: Vec<Made> = vec![
        ("cameras", "\"front\"", Box::new(kind("Model", "front", "Camera"))),
        (
            "cameras of the editor",
            "Producer Top",
            Box::new(kind("Model", "Producer Top", "Camera")),
        ),
        ("lights", "\"sun\"", Box::new(kind("Model", "sun", "Light"))),
        ("constraints", "\"aim\"", Box::new(kind("Constraint", "aim", "Aim"))),
        ("characters", "\"hero\"", Box::new(kind("Character", "hero", ""))),
        ("poses", "\"bind\"", Box::new(kind("Pose", "bind", "BindPose"))),
        (
            "display layers",
            "\"layer\"",
            Box::new(kind("CollectionExclusive", "layer", "DisplayLayer")),
        ),
        ("selections", "\"set\"", Box::new(kind("SelectionSet", "set", ""))),
        ("audio", "\"song\"", Box::new(kind("Audio", "song", ""))),
        ("objects/*", "\"Cache\"", Box::new(kind("Cache", "c", ""))),
        ("animated properties", "Visibility", Box::new(animated("Visibility", [0.0, 1.0]))),
    ];
    let moved = animated("Lcl Translation", [0.0, 100.0]);
    let constant = animated("Visibility", [1.0, 1.0]);
    let plain: Add<'_> = &|_, _| ();
    let dressed = material("Texture", "DiffuseColor");
    let skinned = skin(2, Vec::new());
    let shaped = blend_shape(1, &[0.0, 1.0, 0.0]);
    let at_end = |opened: &Opened| {
        let mut pose = opened.figure.rig.skeleton.rest_pose();
        opened.figure.clips[0].sample(1.0, &mut pose);
        pose.locals[0].translation.as_dvec3().distance(DVec3::X) < 1e-6
    };
    let mut cases = vec![
        read("models", plain, |opened| {
            opened.figure.rig.skeleton.find("joint").is_ok() && opened.warnings.is_empty()
        }),
        read("models", &constant, |opened| opened.warnings.is_empty()),
        read("meshes", plain, |opened| opened.figure.meshes[0].primitives[0].positions.len() == 3),
        read("blend shapes", &shaped, |opened| {
            opened.figure.morphs[0].name == "smile" && opened.figure.morphs[0].weight == 0.25
        }),
        read("skins", &skinned, |opened| opened.figure.skins[0].joints.len() == 2),
        read("translation, rotation and scaling over time", &moved, at_end),
        read("animation layers", &moved, at_end),
        read("tangents", &moved, at_end),
        read("materials", &dressed, |opened| opened.figure.materials[0].name == "cloth"),
        read("textures", &dressed, |opened| {
            opened.warnings.iter().any(|told| told.contains("a.png"))
        }),
        told("rotation limits", "knee", &limit),
        told("spheric order", "knee", &spheric),
    ];
    cases.extend(
        kinds.iter().chain(&surfaces).map(|(element, name, add)| told(element, name, add.as_ref())),
    );
    check("FBX", &cases);
}
