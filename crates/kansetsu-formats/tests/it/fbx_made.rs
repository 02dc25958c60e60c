//! FBX files made here, of every version, rotation order, scale inheritance, unit and axis. Joints,
//! surfaces and motions are where the format's formula, computed here in double precision by
//! matrices, puts them.

use kansetsu::d3::Pose;
use kansetsu::glam::{DMat3, DMat4, DVec3, Vec3};
use kansetsu_formats::{Figure, fbx};

use crate::fbx_writer::{Form, Record, Value, record, write};
use crate::random::Random;

pub(crate) const SECOND: i64 = 46_186_158_000;

/// Degrees, and units of the file.
#[derive(Clone)]
struct Model {
    parent: Option<usize>,
    order: i64,
    inherit: i64,
    /// Translation, rotation, scale; several values are keys a second apart.
    keys: Vec<[DVec3; 3]>,
    pre: DVec3,
    post: DVec3,
    /// Rotation offset, rotation pivot, scaling offset, scaling pivot.
    pivots: [DVec3; 4],
    geometric: [DVec3; 3],
}

const PIVOTS: [&str; 4] = ["RotationOffset", "RotationPivot", "ScalingOffset", "ScalingPivot"];
const MOVING: [&str; 3] = ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"];
const GEOMETRIC: [&str; 3] = ["GeometricTranslation", "GeometricRotation", "GeometricScaling"];
const CORNERS: [DVec3; 3] =
    [DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.0, 2.0, 0.0), DVec3::new(0.0, 0.5, 3.0)];

/// Unit and axes: centimetres, and for each of right, up and front an axis with its sign.
#[derive(Clone, Copy)]
pub(crate) struct World {
    unit: f64,
    axes: [(usize, i64); 3],
}

pub(crate) const PLAIN: World = World { unit: 1.0, axes: [(0, 1), (1, 1), (2, 1)] };

impl World {
    fn metres(&self) -> DMat4 {
        let rows = self.axes.map(|(axis, sign)| DVec3::AXES[axis] * sign as f64);
        DMat4::from_mat3(
            DMat3::from_cols(rows[0], rows[1], rows[2]).transpose() * (0.01 * self.unit),
        )
    }
}

fn turned(degrees: DVec3, order: usize) -> DMat4 {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];
    let about = |axis: usize| DMat4::from_axis_angle(DVec3::AXES[axis], degrees[axis].to_radians());
    let [first, second, third] = orders[order];
    about(third) * about(second) * about(first)
}

/// Autodesk's formula, factor by factor.
fn local(model: &Model, [t, r, s]: [DVec3; 3]) -> DMat4 {
    let at = DMat4::from_translation;
    let [offset, pivot, scaling_offset, scaling_pivot] = model.pivots;
    at(t)
        * at(offset)
        * at(pivot)
        * turned(model.pre, 0)
        * turned(r, model.order as usize)
        * turned(model.post, 0).inverse()
        * at(-pivot)
        * at(scaling_offset)
        * at(scaling_pivot)
        * DMat4::from_scale(s)
        * at(-scaling_pivot)
}

fn values_at(model: &Model, time: f64) -> [DVec3; 3] {
    let first = (time.floor() as usize).min(model.keys.len() - 1);
    let second = (first + 1).min(model.keys.len() - 1);
    std::array::from_fn(|part| {
        model.keys[first][part].lerp(model.keys[second][part], time - first as f64)
    })
}

/// The world position of every model, with its rotation and the scale that its children inherit.
fn worlds(models: &[Model], time: f64) -> Vec<DMat4> {
    let mut found: Vec<(DMat4, DMat3, DVec3, DVec3)> = Vec::new();
    for model in models {
        let values = values_at(model, time);
        let own = local(model, values);
        let turn = DMat3::from_mat4(
            turned(model.pre, 0)
                * turned(values[1], model.order as usize)
                * turned(model.post, 0).inverse(),
        );
        let Some(parent) = model.parent else {
            found.push((own, turn, values[2], values[2]));
            continue;
        };
        let (above, turn_above, scale_above, own_scale_above) = found[parent];
        let (linear, scale) = match model.inherit {
            0 => (
                turn_above * turn * DMat3::from_diagonal(scale_above * values[2]),
                scale_above * values[2],
            ),
            2 => {
                let linear =
                    DMat3::from_mat4(above) * DMat3::from_diagonal(DVec3::ONE / own_scale_above);
                (
                    linear * turn * DMat3::from_diagonal(values[2]),
                    scale_above / own_scale_above * values[2],
                )
            }
            _ => (DMat3::from_mat4(above) * DMat3::from_mat4(own), scale_above * values[2]),
        };
        let origin = above.transform_point3(own.transform_point3(DVec3::ZERO));
        let world = DMat4::from_translation(origin) * DMat4::from_mat3(linear);
        found.push((world, turn_above * turn, scale, values[2]));
    }
    found.into_iter().map(|(world, ..)| world).collect()
}

fn vector(random: &mut Random, most: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| most * f64::from(random.signed())))
}

/// How a model inherits scale.
type Inherits<'a> = &'a dyn Fn(&mut Random) -> i64;

/// A tree of `count` models; scales are uniform or non-uniform.
fn random_models(
    random: &mut Random,
    count: usize,
    inherit: Inherits<'_>,
    is_even: bool,
    keys: usize,
) -> Vec<Model> {
    let scale = |random: &mut Random| {
        let parts = DVec3::from_array([0; 3].map(|_| 1.0 + 0.4 * f64::from(random.signed())));
        if is_even { DVec3::splat(parts.x) } else { parts }
    };
    (0..count)
        .map(|index| Model {
            parent: (index > 1).then(|| random.below(index)),
            order: random.below(6) as i64,
            inherit: inherit(random),
            keys: (0..keys)
                .map(|_| [vector(random, 20.0), vector(random, 60.0), scale(random)])
                .collect(),
            pre: vector(random, 90.0),
            post: vector(random, 90.0),
            pivots: [0; 4].map(|_| vector(random, 5.0)),
            geometric: [vector(random, 5.0), vector(random, 90.0), scale(random)],
        })
        .collect()
}

pub(crate) fn property(name: &'static str, kind: &'static str, values: Vec<Value>) -> Record {
    let head = [name, kind, "", "A"].map(|text| Value::Text(text.to_owned()));
    record("P", head.into_iter().chain(values).collect(), Vec::new())
}

fn three(name: &'static str, value: DVec3) -> Record {
    property(name, "Vector3D", value.to_array().map(Value::Float).to_vec())
}

pub(crate) fn integer(name: &'static str, value: i64) -> Record {
    property(name, "int", vec![Value::Integer(value)])
}

pub(crate) fn object(
    kind: &'static str,
    id: i64,
    name: &str,
    class: &str,
    children: Vec<Record>,
) -> Record {
    record(
        kind,
        vec![
            Value::Integer(id),
            Value::Text(format!("{kind}::{name}")),
            Value::Text(class.to_owned()),
        ],
        children,
    )
}

pub(crate) fn properties(list: Vec<Record>) -> Record {
    record("Properties70", Vec::new(), list)
}

pub(crate) fn link(child: i64, parent: i64, property: &str) -> Record {
    let mut values = vec![
        Value::Text(if property.is_empty() { "OO" } else { "OP" }.to_owned()),
        Value::Integer(child),
        Value::Integer(parent),
    ];
    if !property.is_empty() {
        values.push(Value::Text(property.to_owned()));
    }
    record("C", values, Vec::new())
}

const fn model_id(index: usize) -> i64 {
    1000 + index as i64
}

fn model_record(model: &Model, index: usize) -> Record {
    let mut list = vec![
        integer("RotationOrder", model.order),
        integer("RotationActive", 1),
        integer("InheritType", model.inherit),
    ];
    list.extend([three("PreRotation", model.pre), three("PostRotation", model.post)]);
    list.extend(PIVOTS.iter().zip(model.pivots).map(|(name, pivot)| three(name, pivot)));
    list.extend(MOVING.iter().zip(model.keys[0]).map(|(name, value)| three(name, value)));
    list.extend(GEOMETRIC.iter().zip(model.geometric).map(|(name, value)| three(name, value)));
    object("Model", model_id(index), &format!("part{index}"), "Mesh", vec![properties(list)])
}

/// A linear curve, its keys a second apart.
fn curve(id: i64, values: &[f64]) -> Record {
    let times = (0..values.len() as i64).map(|key| key * SECOND).collect();
    let lists = [
        ("KeyTime", Value::Integers(times)),
        ("KeyValueFloat", Value::Floats(values.to_vec())),
        ("KeyAttrFlags", Value::Integers(vec![4])),
        ("KeyAttrRefCount", Value::Integers(vec![values.len() as i64])),
    ];
    object(
        "AnimationCurve",
        id,
        "",
        "",
        lists.into_iter().map(|(name, value)| record(name, vec![value], Vec::new())).collect(),
    )
}

/// A layer's motion of one property of one model: objects and connections.
fn moving(
    id: i64,
    (layer, model): (i64, i64),
    name: &'static str,
    keys: &[DVec3],
    [objects, links]: [&mut Vec<Record>; 2],
) {
    objects.push(object("AnimationCurveNode", id, "T", "", vec![properties(Vec::new())]));
    links.extend([link(id, layer, ""), link(id, model, name)]);
    for (axis, property) in ["d|X", "d|Y", "d|Z"].into_iter().enumerate() {
        let curve_id = id + 1 + axis as i64;
        objects.push(curve(curve_id, &keys.iter().map(|key| key[axis]).collect::<Vec<_>>()));
        links.push(link(curve_id, id, property));
    }
}

pub(crate) fn stack(id: i64, name: &str, seconds: i64) -> Record {
    let time =
        |name: &'static str, value: i64| property(name, "KTime", vec![Value::Integer(value)]);
    object(
        "AnimationStack",
        id,
        name,
        "",
        vec![properties(vec![time("LocalStart", 0), time("LocalStop", seconds * SECOND)])],
    )
}

pub(crate) fn file(form: Form, world: World, objects: Vec<Record>, links: Vec<Record>) -> Vec<u8> {
    let names =
        [["CoordAxis", "CoordAxisSign"], ["UpAxis", "UpAxisSign"], ["FrontAxis", "FrontAxisSign"]];
    let mut settings = vec![property("UnitScaleFactor", "double", vec![Value::Float(world.unit)])];
    for ([axis, sign], (number, direction)) in names.into_iter().zip(world.axes) {
        settings.extend([integer(axis, number as i64), integer(sign, direction)]);
    }
    let version = record("FBXVersion", vec![Value::Integer(form.version().into())], Vec::new());
    let records = [
        record("FBXHeaderExtension", Vec::new(), vec![version]),
        record("GlobalSettings", Vec::new(), vec![properties(settings)]),
        record("Objects", Vec::new(), objects),
        record("Connections", Vec::new(), links),
    ];
    write(form, &records)
}

/// The models with a triangle on each, and a motion if they have keys.
fn scene(form: Form, world: World, models: &[Model]) -> Vec<u8> {
    let (mut objects, mut links) = (Vec::new(), Vec::new());
    let [stack_id, layer] = [10, 11];
    for (index, model) in models.iter().enumerate() {
        let (id, geometry) = (model_id(index), 2000 + index as i64);
        objects.push(model_record(model, index));
        let vertices = Value::Floats(CORNERS.iter().flat_map(|corner| corner.to_array()).collect());
        let polygons = Value::Integers(vec![0, 1, -3]);
        let lists = vec![
            record("Vertices", vec![vertices], Vec::new()),
            record("PolygonVertexIndex", vec![polygons], Vec::new()),
        ];
        objects.push(object("Geometry", geometry, "", "Mesh", lists));
        links.extend([link(id, model.parent.map_or(0, model_id), ""), link(geometry, id, "")]);
        if model.keys.len() > 1 {
            for (part, name) in MOVING.into_iter().enumerate() {
                let keys: Vec<DVec3> = model.keys.iter().map(|key| key[part]).collect();
                let curves = 100_000 + 100 * index as i64 + 10 * part as i64;
                moving(curves, (layer, id), name, &keys, [&mut objects, &mut links]);
            }
        }
    }
    objects.extend([
        stack(stack_id, "move", models[0].keys.len() as i64 - 1),
        object("AnimationLayer", layer, "base", "", Vec::new()),
    ]);
    links.push(link(layer, stack_id, ""));
    file(form, world, objects, links)
}

fn read(bytes: &[u8]) -> Figure {
    let loaded = fbx::read(bytes, &|path| Err(format!("{path} is not here")))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    loaded.figure
}

/// The largest error of joints, and of points fixed to them, in metres, and the size of the scene.
fn off(figure: &Figure, pose: &Pose, world: World, models: &[Model], time: f64) -> (f32, f32) {
    let metres = world.metres();
    let posed = figure.rig.skeleton.forward(pose);
    let (mut worst, mut size) = (0.0_f32, 0.0_f32);
    for (index, expected) in worlds(models, time).into_iter().enumerate() {
        let name = format!("part{index}");
        let joint = figure.rig.skeleton.find(&name).unwrap_or_else(|error| panic!("{error}"));
        let origin = (metres * expected).transform_point3(DVec3::ZERO).as_vec3();
        worst = worst.max(posed[joint].translation.distance(origin));
        size = size.max(origin.length());
        let [t, r, s] = models[index].geometric;
        let geometric = DMat4::from_translation(t) * turned(r, 0) * DMat4::from_scale(s);
        let mesh = figure
            .meshes
            .iter()
            .find(|mesh| mesh.name == name)
            .unwrap_or_else(|| panic!("no mesh on {name}"));
        let places = mesh.primitives[0].posed_positions(&figure.placement(mesh.attachment, &posed));
        for corner in CORNERS {
            let corner = (metres * expected * geometric).transform_point3(corner).as_vec3();
            let nearest = places
                .iter()
                .map(|place: &Vec3| place.distance(corner))
                .fold(f32::INFINITY, f32::min);
            worst = worst.max(nearest);
        }
    }
    (worst, size)
}

/// A file with a motion.
pub(crate) fn moving_file() -> Vec<u8> {
    scene(Form::Binary(7500), PLAIN, &random_models(&mut Random::new(2), 5, &|_| 1, true, 3))
}

#[test]
fn models_of_every_order_way_of_inheriting_and_pivot_stand_and_move_as_the_formula_says() {
    let mut random = Random::new(21);
    let ways: [(&str, Inherits<'_>, bool); 5] = [
        ("RSrs", &|_| 1, false),
        ("RrSs", &|_| 0, false),
        ("Rrs", &|_| 2, false),
        ("mixed", &|random| random.below(3) as i64, true),
        ("plain", &|_| 1, true),
    ];
    for (name, inherit, is_even) in ways {
        for round in 0..12 {
            let models = random_models(&mut random, 5, inherit, is_even, 3);
            let form = Form::ALL[round % Form::ALL.len()];
            let figure = read(&scene(form, PLAIN, &models));
            let (rest, size) = off(&figure, &figure.rig.skeleton.rest_pose(), PLAIN, &models, 0.0);
            assert!(rest <= 1e-5 * size + 1e-6, "{name} {form:?}: {rest} m of {size} at rest");
            for step in 0..=8 {
                let time = f64::from(step) * 0.25;
                let mut pose = figure.rig.skeleton.rest_pose();
                figure.clips[0].sample(time as f32, &mut pose);
                let (moved, size) = off(&figure, &pose, PLAIN, &models, time);
                assert!(
                    moved <= 1e-4 * size + 1e-6,
                    "{name} {form:?} at {time} s: {moved} m of {size}"
                );
            }
        }
    }
}

#[test]
fn every_form_says_the_same() {
    let models = random_models(&mut Random::new(5), 6, &|random| random.below(3) as i64, true, 4);
    let first = read(&scene(Form::ALL[0], PLAIN, &models));
    for form in &Form::ALL[1..] {
        let figure = read(&scene(*form, PLAIN, &models));
        assert!(
            figure.rig == first.rig && figure.meshes == first.meshes && figure.clips == first.clips,
            "{form:?}"
        );
    }
}

#[test]
fn every_unit_and_every_axis_becomes_metres_with_y_up() {
    let mut random = Random::new(8);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut worlds = 0;
    for order in orders {
        for signs in 0..8 {
            let axes = std::array::from_fn(|axis| {
                (order[axis], if signs >> axis & 1 == 1 { -1 } else { 1 })
            });
            let unit = [1.0, 100.0, 2.54, 0.1, 30.48][worlds % 5];
            let world = World { unit, axes };
            let models = random_models(&mut random, 4, &|_| 1, true, 2);
            let figure = read(&scene(Form::ALL[worlds % Form::ALL.len()], world, &models));
            for time in [0.0, 0.5, 1.0] {
                let mut pose = figure.rig.skeleton.rest_pose();
                figure.clips[0].sample(time as f32, &mut pose);
                let (moved, size) = off(&figure, &pose, world, &models, time);
                assert!(
                    moved <= 1e-4 * size + 1e-6,
                    "{axes:?} in {unit} cm at {time} s: {moved} m of {size}"
                );
            }
            worlds += 1;
        }
    }
    assert_eq!(worlds, 48);
}

/// Layers of a stack: id, blend mode, weight, positions a second apart.
type Layered<'a> = (i64, i64, f64, &'a [DVec3]);

#[test]
fn layers_are_laid_over_each_other_and_stacks_are_clips() {
    let model = Model {
        parent: None,
        order: 0,
        inherit: 1,
        keys: vec![[DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO, DVec3::ONE]],
        pre: DVec3::ZERO,
        post: DVec3::ZERO,
        pivots: [DVec3::ZERO; 4],
        geometric: [DVec3::ZERO, DVec3::ZERO, DVec3::ONE],
    };
    let base = [DVec3::X * 10.0, DVec3::X * 30.0];
    let over = [DVec3::Y * 4.0, DVec3::Y * 8.0];
    let stacks: [(&str, &[Layered<'_>], DVec3); 4] = [
        ("adds", &[(11, 0, 100.0, &base), (12, 0, 50.0, &over)], DVec3::new(20.0, 3.0, 0.0)),
        ("replaces", &[(21, 0, 100.0, &base), (22, 1, 100.0, &over)], DVec3::new(0.0, 6.0, 0.0)),
        ("mixes", &[(31, 0, 100.0, &base), (32, 2, 25.0, &over)], DVec3::new(15.0, 1.5, 0.0)),
        ("alone", &[(41, 0, 100.0, &over)], DVec3::new(0.0, 6.0, 0.0)),
    ];
    for form in Form::ALL {
        let (mut objects, mut links) =
            (vec![model_record(&model, 0)], vec![link(model_id(0), 0, "")]);
        for (index, (name, layers, _)) in stacks.iter().enumerate() {
            let id = 1 + index as i64;
            objects.push(stack(id, name, 1));
            for &(layer, blend, weight, keys) in *layers {
                let weight = property("Weight", "Number", vec![Value::Float(weight)]);
                let list = vec![integer("BlendMode", blend), weight];
                objects.push(object("AnimationLayer", layer, "layer", "", vec![properties(list)]));
                links.push(link(layer, id, ""));
                moving(
                    100 * layer,
                    (layer, model_id(0)),
                    MOVING[0],
                    keys,
                    [&mut objects, &mut links],
                );
            }
        }
        let figure = read(&file(form, PLAIN, objects, links));
        assert_eq!(figure.clips.len(), 4);
        for (name, _, expected) in &stacks {
            let clip = &figure.clips[figure.find_clip(name).unwrap_or_else(|| panic!("{name}"))];
            let mut pose = figure.rig.skeleton.rest_pose();
            clip.sample(0.5, &mut pose);
            let place = pose.locals[0].translation;
            assert!(place.distance(0.01 * expected.as_vec3()) < 1e-6, "{form:?} {name}: {place}");
        }
    }
}

/// A model of version 6.1, whose properties have no label and whose name is its id.
fn old_model(model: &Model, index: usize) -> Record {
    let mut new = model_record(model, index);
    let mut list = new.children.remove(0);
    for property in &mut list.children {
        *property = property.renamed_without("Property", 2);
    }
    let name = Value::Text(format!("Model::part{index}"));
    record(
        "Model",
        vec![name, Value::Text("Limb".to_owned())],
        vec![record("Properties60", Vec::new(), list.children)],
    )
}

/// The motion of all models as version 6 writes it.
fn old_take(models: &[Model]) -> Record {
    let text = Value::Text;
    let named = |name: &str, children: Vec<Record>| {
        record("Channel", vec![text(name.to_owned())], children)
    };
    let takes = models.iter().enumerate().map(|(index, model)| {
        let parts = ["T", "R", "S"].into_iter().enumerate().map(|(part, letter)| {
            let axes = ["X", "Y", "Z"].into_iter().enumerate().map(|(axis, name)| {
                let key = |(key, values): (usize, &[DVec3; 3])| {
                    [
                        Value::Integer(key as i64 * SECOND),
                        Value::Float(values[part][axis]),
                        Value::Word("L"),
                    ]
                };
                let keys = model.keys.iter().enumerate().flat_map(key).collect();
                named(
                    name,
                    vec![
                        record("KeyVer", vec![Value::Integer(4005)], Vec::new()),
                        record("Key", keys, Vec::new()),
                    ],
                )
            });
            named(letter, axes.collect())
        });
        record(
            "Model",
            vec![text(format!("Model::part{index}"))],
            vec![named("Transform", parts.collect())],
        )
    });
    let span = record("LocalTime", vec![Value::Integer(0), Value::Integer(2 * SECOND)], Vec::new());
    record("Take", vec![text("move".to_owned())], std::iter::once(span).chain(takes).collect())
}

/// The parts of a figure are where the formula puts its models, in five moments.
fn assert_stands_and_moves(figure: &Figure, models: &[Model], what: &str) {
    for time in [0.0, 0.3, 1.0, 1.5, 2.0] {
        let mut pose = figure.rig.skeleton.rest_pose();
        figure.clips[0].sample(time as f32, &mut pose);
        let posed = figure.rig.skeleton.forward(&pose);
        for (index, expected) in worlds(models, time).into_iter().enumerate() {
            let joint = figure
                .rig
                .skeleton
                .find(&format!("part{index}"))
                .unwrap_or_else(|error| panic!("{error}"));
            let place = (PLAIN.metres() * expected).transform_point3(DVec3::ZERO).as_vec3();
            assert!(
                posed[joint].translation.distance(place) < 1e-4,
                "{what} part{index} at {time} s"
            );
        }
    }
}

#[test]
fn text_of_version_6_stands_and_moves_as_the_formula_says() {
    let mut random = Random::new(34);
    for round in 0..8 {
        let models = random_models(&mut random, 4, &|_| 1, round % 2 == 0, 3);
        let mut objects: Vec<Record> =
            models.iter().enumerate().map(|(index, model)| old_model(model, index)).collect();
        let mut settings = vec![property("UnitScaleFactor", "double", vec![Value::Float(1.0)])];
        settings
            .iter_mut()
            .for_each(|property| *property = property.renamed_without("Property", 2));
        objects.push(record(
            "GlobalSettings",
            Vec::new(),
            vec![record("Properties60", Vec::new(), settings)],
        ));
        let text = Value::Text;
        let links = models.iter().enumerate().map(|(index, model)| {
            let above = model
                .parent
                .map_or_else(|| "Model::Scene".to_owned(), |parent| format!("Model::part{parent}"));
            record(
                "Connect",
                vec![text("OO".to_owned()), text(format!("Model::part{index}")), text(above)],
                Vec::new(),
            )
        });
        let header = record("FBXVersion", vec![Value::Integer(6100)], Vec::new());
        let records = [
            record("FBXHeaderExtension", Vec::new(), vec![header]),
            record("Objects", Vec::new(), objects),
            record("Connections", Vec::new(), links.collect()),
            record("Takes", Vec::new(), vec![old_take(&models)]),
        ];
        for form in [Form::Text(6100), Form::Binary(6100)] {
            let figure = read(&write(form, &records));
            assert_eq!(figure.clips[0].name, "move");
            assert_stands_and_moves(&figure, &models, &format!("{form:?}"));
        }
    }
}

/// A model whose x is keyed from 0 to 4 in two seconds, with these data of its tangents.
fn curve_file(form: Form, model: &Model, data: Vec<Value>) -> Vec<u8> {
    const FLAGS: i64 = 0x0300_0408;
    let lists = [
        ("KeyTime", vec![Value::Integers(vec![0, 2 * SECOND])]),
        ("KeyValueFloat", vec![Value::Floats(vec![0.0, 4.0])]),
        ("KeyAttrFlags", vec![Value::Integers(vec![FLAGS, FLAGS])]),
        ("KeyAttrDataFloat", data),
        ("KeyAttrRefCount", vec![Value::Integers(vec![1, 1])]),
    ];
    let lists = lists.into_iter().map(|(name, values)| record(name, values, Vec::new())).collect();
    let curve = object("AnimationCurve", 14, "", "", lists);
    let node = object("AnimationCurveNode", 13, "T", "", vec![properties(Vec::new())]);
    let objects = vec![
        model_record(model, 0),
        stack(10, "move", 2),
        object("AnimationLayer", 11, "base", "", Vec::new()),
        node,
        curve,
    ];
    let links = vec![
        link(model_id(0), 0, ""),
        link(11, 10, ""),
        link(13, 11, ""),
        link(13, model_id(0), MOVING[0]),
        link(14, 13, "d|X"),
    ];
    file(form, PLAIN, objects, links)
}

/// t² in two seconds: slopes 0 and 4 at its ends, weights of a third.
#[test]
fn tangents_mean_the_same_however_a_file_writes_them() {
    const THIRDS: u32 = 3333 | 3333 << 16;
    let model = Model {
        keys: vec![[DVec3::ZERO, DVec3::ZERO, DVec3::ONE]],
        ..random_models(&mut Random::new(1), 1, &|_| 1, true, 1).remove(0)
    };
    let model = Model { pre: DVec3::ZERO, post: DVec3::ZERO, pivots: [DVec3::ZERO; 4], ..model };
    let bits = |number: f32| i64::from(number.to_bits());
    let weights = f64::from(f32::from_bits(THIRDS));
    let data = |numbers: Vec<i64>| vec![Value::Integers(numbers)];
    let forms: [(&str, Form, Vec<Value>); 5] = [
        (
            "floats",
            Form::Text(7100),
            vec![Value::Floats(vec![0.0, 4.0, weights, 0.0, 4.0, 0.0, weights, 0.0])],
        ),
        (
            "a list",
            Form::Text(7000),
            [0.0, 4.0, weights, 0.0, 4.0, 0.0, weights, 0.0].map(Value::Float).to_vec(),
        ),
        (
            "bits",
            Form::Text(7400),
            data([0, bits(4.0), THIRDS.into(), 0, bits(4.0), 0, THIRDS.into(), 0].to_vec()),
        ),
        (
            "whole numbers",
            Form::Text(7200),
            data([0, 4, THIRDS.into(), 0, 4, 0, THIRDS.into(), 0].to_vec()),
        ),
        (
            "binary bits",
            Form::Binary(7400),
            data([0, bits(4.0), THIRDS.into(), 0, bits(4.0), 0, THIRDS.into(), 0].to_vec()),
        ),
    ];
    for (what, form, data) in forms {
        let figure = read(&curve_file(form, &model, data));
        for step in 0..=20 {
            let time = 0.1 * step as f32;
            let mut pose = figure.rig.skeleton.rest_pose();
            figure.clips[0].sample(time, &mut pose);
            let x = pose.locals[0].translation.x * 100.0;
            assert!((x - time * time).abs() < 2e-3, "{what}: {x} at {time} s, not {}", time * time);
        }
    }
}
