//! Blend shapes of FBX files made here, in every form: vertices and keyed weights.

use kansetsu::glam::Vec3;
use kansetsu_formats::{Figure, fbx};

use crate::fbx_made::{PLAIN, SECOND, file, link, object, properties, property, stack};
use crate::fbx_writer::{Form, Record, Value, record};

const CORNERS: [[f64; 3]; 4] =
    [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0], [100.0, 100.0, 0.0]];
/// The offset of corner 3, centimetres.
const OFFSET: [f64; 3] = [0.0, 10.0, 50.0];

fn lists(all: Vec<(&'static str, Value)>) -> Vec<Record> {
    all.into_iter().map(|(name, value)| record(name, vec![value], Vec::new())).collect()
}

/// A square of two materials with a blend shape of one corner at 20 %, keyed from 0 to 100 % in a
/// second.
pub(crate) fn face(form: Form) -> Vec<u8> {
    let [model, mesh, deformer, channel, shape] = [1, 2, 3, 4, 5];
    let places = CORNERS.as_flattened().to_vec();
    let materials = record(
        "LayerElementMaterial",
        vec![Value::Integer(0)],
        lists(vec![
            ("MappingInformationType", Value::Text("ByPolygon".to_owned())),
            ("ReferenceInformationType", Value::Text("IndexToDirect".to_owned())),
            ("Materials", Value::Integers(vec![0, 1])),
        ]),
    );
    let mut surface = lists(vec![
        ("Vertices", Value::Floats(places)),
        ("PolygonVertexIndex", Value::Integers(vec![0, 1, -4, 0, 3, -3])),
    ]);
    surface.push(materials);
    let percent = property("DeformPercent", "Number", vec![Value::Float(20.0)]);
    let keys = lists(vec![
        ("KeyTime", Value::Integers(vec![0, SECOND])),
        ("KeyValueFloat", Value::Floats(vec![0.0, 100.0])),
        ("KeyAttrFlags", Value::Integers(vec![4])),
        ("KeyAttrRefCount", Value::Integers(vec![2])),
    ]);
    let offsets = lists(vec![
        ("Indexes", Value::Integers(vec![3])),
        ("Vertices", Value::Floats(OFFSET.to_vec())),
    ]);
    let objects = vec![
        object("Model", model, "head", "Mesh", vec![properties(Vec::new())]),
        object("Geometry", mesh, "", "Mesh", surface),
        object("Material", 6, "skin", "", Vec::new()),
        object("Material", 7, "lips", "", Vec::new()),
        object("Deformer", deformer, "face", "BlendShape", Vec::new()),
        object("Deformer", channel, "smile", "BlendShapeChannel", vec![properties(vec![percent])]),
        object("Geometry", shape, "smile", "Shape", offsets),
        stack(10, "laugh", 1),
        object("AnimationLayer", 11, "base", "", Vec::new()),
        object("AnimationCurveNode", 12, "DeformPercent", "", vec![properties(Vec::new())]),
        object("AnimationCurve", 13, "", "", keys),
    ];
    let links = vec![
        link(model, 0, ""),
        link(mesh, model, ""),
        link(6, model, ""),
        link(7, model, ""),
        link(deformer, mesh, ""),
        link(channel, deformer, ""),
        link(shape, channel, ""),
        link(11, 10, ""),
        link(12, 11, ""),
        link(12, channel, "DeformPercent"),
        link(13, 12, "d|DeformPercent"),
    ];
    file(form, PLAIN, objects, links)
}

/// Every vertex of the raised corner is there, and the others stay.
fn assert_raised(figure: &Figure, weight: f32) {
    let raised = Vec3::new(1.0, 1.0, 0.0) + weight * Vec3::new(0.0, 0.1, 0.5);
    let positions: Vec<Vec3> = figure.meshes[0]
        .primitives
        .iter()
        .flat_map(|part| part.positions.iter().copied())
        .collect();
    assert_eq!(figure.meshes[0].primitives.len(), 2);
    assert_eq!(positions.len(), 6, "three corners of each material");
    let near = |at: Vec3| positions.iter().filter(|place| place.distance(at) < 1e-6).count();
    assert_eq!(near(raised), 2, "{positions:?}");
    assert_eq!(near(Vec3::ZERO), 2);
}

#[test]
fn shapes_move_the_points_of_all_materials_and_their_weights_are_keyed() {
    for form in Form::ALL {
        let loaded = fbx::read(&face(form), &|path| Err(path.to_owned())).unwrap();
        assert!(loaded.warnings.is_empty(), "{form:?}: {:?}", loaded.warnings);
        let mut figure = loaded.figure;
        assert_eq!(figure.morphs.len(), 1);
        assert_raised(&figure, 0.2);
        let mut pose = figure.saved_pose();
        for weight in [1.0, 0.0, -0.5] {
            figure.apply_expressions(&[("smile", weight)], &mut pose).unwrap();
            assert_raised(&figure, weight);
        }
        let clip = &figure.clips[0];
        assert_eq!((clip.tracks.len(), clip.duration), (0, 1.0));
        for time in [0.0, 0.25, 1.0] {
            let [(name, weight)] = clip.weights_at(time)[..] else { panic!("{:?}", clip.weights) };
            assert_eq!(name, "smile");
            assert!((weight - time).abs() < 1e-5, "{form:?}: {weight} at {time}");
        }
    }
}
