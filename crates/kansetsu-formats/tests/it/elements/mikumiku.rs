//! PMX, PMD and VMD.

use kansetsu::d3::{Limit, Transform};
use kansetsu_formats::mmd::{BoneKey, BonePose, IkState, MorphKey, MorphValue, Vmd, Vpd};
use kansetsu_formats::{Document, Opened};

use super::{Case, check, opened};
use crate::mmd_made::{Form, Pmx, pmd};

const FORM: Form = Form { version: 2.1, is_utf16: true, more_uvs: 0, sizes: [4, 1, 2, 2, 1, 2] };

/// A model: the weights of its vertices, the flags of its bones and the data after them, and the
/// sections after the bones.
struct Model<'a> {
    form: Form,
    weights: u8,
    edge: u8,
    sphere: i32,
    flags: u16,
    behind_flags: &'a dyn Fn(&mut Pmx),
    tail: &'a dyn Fn(&mut Pmx, usize),
}

const PLAIN: Model<'_> = Model {
    form: FORM,
    weights: 0,
    edge: 0,
    sphere: -1,
    flags: 0,
    behind_flags: &|_| (),
    tail: &|_, _| (),
};

impl Model<'_> {
    fn open(&self, count: usize) -> Opened {
        let mut file = Pmx::new(self.form);
        file.int(3 * count as i32);
        for vertex in 0..3 * count {
            self.vertex(&mut file, vertex as f32);
        }
        file.int(3 * count as i32);
        (0..3 * count as i32).for_each(|vertex| file.index(0, vertex));
        file.int(0);
        file.int(1);
        file.text("skin");
        file.text("");
        file.floats(&[0.5, 0.5, 0.5, 1.0, 0.0, 0.0, 0.0, 5.0, 0.4, 0.4, 0.4]);
        file.bytes.push(self.edge);
        file.floats(&[0.0; 5]);
        file.index(1, -1);
        file.index(1, self.sphere);
        file.bytes.extend([0, 0]);
        file.index(1, -1);
        file.text("");
        file.int(3 * count as i32);
        file.int(count as i32 + 1);
        for bone in 0..=count {
            file.text(&format!("bone{bone}"));
            file.text("");
            file.floats(&[0.0, bone as f32, 0.0]);
            file.index(3, bone as i32 - 1);
            file.int(0);
            let flags = if bone == 0 { 0 } else { self.flags };
            file.bytes.extend(flags.to_le_bytes());
            file.floats(&[0.0, 1.0, 0.0]);
            if bone > 0 {
                (self.behind_flags)(&mut file);
            }
        }
        (self.tail)(&mut file, count);
        opened(&file.bytes, "a.pmx")
    }

    fn vertex(&self, file: &mut Pmx, x: f32) {
        file.floats(&[x, x * x, 0.0, 0.0, 0.0, -1.0, 0.25, 0.75]);
        file.floats(&vec![0.5; 4 * usize::from(self.form.more_uvs)]);
        file.bytes.push(self.weights);
        let bones = [1, 2, 4, 2, 4][usize::from(self.weights)];
        (0..bones).for_each(|bone| file.index(3, (bone + 1) % 2));
        let numbers: &[f32] = match self.weights {
            0 => &[],
            1 => &[0.75],
            3 => &[0.75, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
            _ => &[0.5, 0.25, 0.25, 0.0],
        };
        file.floats(numbers);
        file.floats(&[1.0]);
    }
}

/// A morph of each kind, with one offset, in turn.
fn morphs(file: &mut Pmx, count: usize) {
    file.int(count as i32);
    for morph in 0..count {
        let kind = [1, 0, 2, 3, 7, 8, 9, 10, 4, 5, 6][morph % 11];
        one_morph(file, morph, kind);
    }
}

/// Morphs of one kind.
fn morphs_of(kind: u8) -> impl Fn(&mut Pmx, usize) {
    move |file, count| {
        file.int(count as i32);
        (0..count).for_each(|morph| one_morph(file, morph, kind));
    }
}

/// A morph with one offset of the first vertex, morph, bone, material or body.
fn one_morph(file: &mut Pmx, morph: usize, kind: u8) {
    file.text(&format!("morph{morph}"));
    file.text("");
    file.bytes.extend([1, kind]);
    file.int(1);
    // Vertex, morph, bone, material, body.
    let (index, rest) = match kind {
        0 | 9 => (4, 4),
        1 => (0, 12),
        2 => (3, 28),
        8 => (2, 113),
        10 => (5, 25),
        _ => (0, 16),
    };
    file.index(index, 0);
    file.bytes.extend(vec![0; rest]);
}

fn frames(file: &mut Pmx, count: usize) {
    morphs(file, 0);
    file.int(count as i32);
    for _ in 0..count {
        file.text("face");
        file.text("");
        file.bytes.push(0);
        file.int(2);
        file.bytes.push(0);
        file.index(3, 0);
        file.bytes.push(1);
        file.index(4, 0);
    }
}

fn bodies(file: &mut Pmx, count: usize) {
    frames(file, 0);
    file.int(count as i32);
    for _ in 0..count {
        file.text("skirt body");
        file.text("");
        file.index(3, 0);
        file.bytes.extend([0; 61]);
    }
}

fn joints(file: &mut Pmx, count: usize) {
    bodies(file, 0);
    file.int(count as i32);
    for _ in 0..count {
        file.text("skirt joint");
        file.text("");
        file.bytes.push(0);
        file.index(5, 0);
        file.index(5, 0);
        file.bytes.extend([0; 96]);
    }
}

fn soft_bodies(file: &mut Pmx, count: usize) {
    joints(file, 0);
    file.int(count as i32);
    for _ in 0..count {
        file.text("cloth");
        file.text("");
        file.bytes.push(0);
        file.index(2, 0);
        file.bytes.extend([0; 4]);
        file.bytes.extend([0; 20]);
        file.bytes.extend([0; 100]);
        file.int(1);
        file.index(5, 0);
        file.index(0, 0);
        file.bytes.push(0);
        file.int(1);
        file.index(0, 0);
    }
}

fn told<'a>(element: &'a str, name: &'a str, model: Model<'a>) -> Case<'a> {
    Case::told(element, name, move |count| model.open(count))
}

fn read<'a>(
    element: &'a str,
    model: Model<'a>,
    is_read: impl Fn(&Opened) -> bool + 'a,
) -> Case<'a> {
    Case::read(element, move |count| model.open(count), is_read)
}

fn weighted(element: &'static str, weights: u8, expected: [f32; 2]) -> Case<'static> {
    read(element, Model { weights, ..PLAIN }, move |opened| {
        let figure = &opened.figure;
        let part = &figure.meshes[0].primitives[0];
        let of = |bone: &str| {
            let joint = figure.rig.skeleton.find(bone).unwrap();
            let own = |influence: &&kansetsu_formats::Influence| {
                figure.skins[0].joints[influence.joint as usize] == joint
            };
            part.influences[..part.influences_per_vertex]
                .iter()
                .filter(own)
                .map(|influence| influence.weight)
                .sum::<f32>()
        };
        [of("bone1"), of("bone0")] == expected
    })
}

/// What a bone's flags announce.
fn bones() -> Vec<Case<'static>> {
    fn append(file: &mut Pmx) {
        file.index(3, 0);
        file.floats(&[0.5]);
    }
    fn six(file: &mut Pmx) {
        file.floats(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
    fn axis(file: &mut Pmx) {
        file.floats(&[0.0, 1.0, 0.0]);
    }
    fn external(file: &mut Pmx) {
        file.int(7);
    }
    fn leads(file: &mut Pmx) {
        file.index(3, 0);
        file.int(10);
        file.floats(&[1.0]);
        file.int(1);
        file.index(3, 0);
        file.bytes.push(0);
    }
    let model = |opened: &Opened| match &opened.document {
        Document::Mmd(model) => model.bones[1].clone(),
        _ => panic!("no model"),
    };
    let flagged = |flags: u16, behind_flags: &'static dyn Fn(&mut Pmx)| Model {
        flags,
        behind_flags,
        ..PLAIN
    };
    vec![
        read("bones", PLAIN, |opened| opened.figure.rig.skeleton.find("bone1").is_ok()),
        read("bones/append", flagged(0x100, &append), move |opened| model(opened).append.is_some()),
        read("bones/fixed axis", flagged(0x400, &axis), |opened| {
            matches!(opened.figure.rig.limits[1], Some(Limit::Hinge(_)))
        }),
        read("bones/IK", flagged(0x20, &leads), move |opened| model(opened).ik.is_some()),
        told("bones/local axes", "bone1", flagged(0x800, &six)),
        told("bones/local append", "bone1", flagged(0x180, &append)),
        told("bones/external parent", "bone1", flagged(0x2000, &external)),
    ]
}

#[test]
fn elements_of_models() {
    let extra = |file: &mut Pmx, count: usize| {
        soft_bodies(file, 0);
        file.bytes.extend(vec![1; count]);
    };
    let [points, turns, looks, moved, chosen, pushed] =
        [1, 2, 8, 3, 9, 10].map(|kind| move |file: &mut Pmx, count| morphs_of(kind)(file, count));
    // The first morph is of vertices, the second a group.
    let grouped = |file: &mut Pmx, count| morphs(file, count + 1);
    let mut cases = vec![
        read("vertices", PLAIN, |opened| {
            opened.figure.meshes[0].primitives[0].positions.len() >= 3
        }),
        read("triangles", PLAIN, |opened| opened.figure.meshes[0].primitives[0].indices.len() >= 3),
        read("materials", PLAIN, |opened| opened.figure.materials[0].name == "skin"),
        Case::read(
            "pictures",
            |_| opened(&pmd(), "a.pmd"),
            |opened| opened.warnings.iter().any(|warning| warning.contains("肌.png")),
        ),
        weighted("weights/BDEF1", 0, [1.0, 0.0]),
        weighted("weights/BDEF2", 1, [0.75, 0.25]),
        weighted("weights/BDEF4", 2, [0.75, 0.25]),
        told("weights/SDEF", "", Model { weights: 3, ..PLAIN }),
        told("weights/QDEF", "", Model { weights: 4, ..PLAIN }),
        told("additional UVs", "", Model { form: Form { more_uvs: 2, ..FORM }, ..PLAIN }),
        told("materials/edges", "", Model { edge: 0x10, ..PLAIN }),
        told("materials/sphere", "", Model { sphere: 0, ..PLAIN }),
        read("morphs/vertex", Model { tail: &points, ..PLAIN }, |opened| {
            opened.figure.morphs.iter().any(|morph| morph.name == "morph0")
        }),
        read("morphs/bone", Model { tail: &turns, ..PLAIN }, |opened| {
            opened.figure.expressions.iter().any(|own| own.joints.len() == 1)
        }),
        read("morphs/group", Model { tail: &grouped, ..PLAIN }, |opened| {
            opened.figure.expressions.iter().any(|own| own.binds.len() == 1)
        }),
        told("morphs/material", "\"morph0\"", Model { tail: &looks, ..PLAIN }),
        told("morphs/UV", "\"morph0\"", Model { tail: &moved, ..PLAIN }),
        told("morphs/flip", "\"morph0\"", Model { tail: &chosen, ..PLAIN }),
        told("morphs/impulse", "\"morph0\"", Model { tail: &pushed, ..PLAIN }),
        told("display frames", "\"face\"", Model { tail: &frames, ..PLAIN }),
        told("rigid bodies", "\"skirt body\"", Model { tail: &bodies, ..PLAIN }),
        told("joints", "\"skirt joint\"", Model { tail: &joints, ..PLAIN }),
        told("soft bodies", "\"cloth\"", Model { tail: &soft_bodies, ..PLAIN }),
        told("bytes behind the end", "", Model { tail: &extra, ..PLAIN }),
        Case::read(
            "morphs/vertex",
            |count| old(count, 1),
            |opened| opened.figure.morphs.iter().any(|morph| morph.name == "smile"),
        ),
        Case::told("display frames", "\"smile\"", |count| old(count, 2)),
        Case::told("rigid bodies", "\"smile\"", |count| old(count, 3)),
        Case::told("joints", "\"smile\"", |count| old(count, 4)),
    ];
    cases.extend(bones());
    check("PMX", &cases);
}

/// A PMD file with entries of one section after its chains: 1 morphs, 2 display frames, 3 bodies, 4
/// joints of physics.
fn old(count: usize, section: usize) -> Opened {
    let mut file = pmd();
    file.truncate(file.len() - 8);
    let of = |wanted: usize| if section == wanted { count } else { 0 };
    let named = |length: usize| {
        let mut entry = b"smile".to_vec();
        entry.resize(length, 0);
        entry
    };
    file.extend((of(1) as u16).to_le_bytes());
    for _ in 0..of(1) {
        file.extend(named(20));
        file.extend(1_u32.to_le_bytes());
        file.push(2);
        file.extend([0; 16]);
    }
    file.extend([0, of(2) as u8]);
    (0..of(2)).for_each(|_| file.extend(named(50)));
    file.extend(0_u32.to_le_bytes());
    file.push(0);
    file.extend([0; 1000]);
    for (wanted, length) in [(3, 83), (4, 124)] {
        file.extend((of(wanted) as u32).to_le_bytes());
        (0..of(wanted)).for_each(|_| file.extend(named(length)));
    }
    opened(&file, "a.pmd")
}

/// A motion of one bone with keys in one of the later sections.
fn motion(count: usize, section: usize) -> Opened {
    let mut vmd = Vmd::new("model");
    vmd.bones.push(BoneKey::new("bone1", 0, &Transform::IDENTITY));
    let mut file = vmd.write();
    // Four empty sections and no states.
    file.truncate(file.len() - 20);
    for (index, length) in [23, 61, 28, 9].into_iter().enumerate() {
        let keys = if index == section { count } else { 0 };
        file.extend((keys as u32).to_le_bytes());
        for _ in 0..keys {
            let mut key = b"blink".to_vec();
            key.resize(length, 0);
            file.extend(key);
        }
    }
    file.extend(0_u32.to_le_bytes());
    file.extend(if section == 4 { vec![1; count] } else { Vec::new() });
    opened(&file, "a.vmd")
}

/// The plain model with a motion that names this bone in its keys and states.
fn on_model(count: usize, bone: &str, is_shown: u8) -> Opened {
    let mut opened = PLAIN.open(1);
    let mut vmd = Vmd::new("model");
    let turned = Transform::from_rotation(kansetsu::glam::Quat::from_rotation_x(0.5));
    vmd.bones.push(BoneKey::new("bone1", 0, &turned));
    for frame in 0..count as u32 {
        vmd.bones.push(BoneKey::new(bone, frame, &turned));
        let mut name = [0; 20];
        name[..bone.len()].copy_from_slice(bone.as_bytes());
        vmd.ik.push(IkState { frame, is_shown, states: vec![(name, 1)] });
    }
    opened.import_animation(&vmd.write(), "a.vmd").unwrap();
    opened
}

#[test]
fn elements_of_motions() {
    let is_turned = |opened: &Opened| {
        let mut pose = opened.figure.rig.skeleton.rest_pose();
        opened.figure.clips[0].sample(0.0, &mut pose);
        (pose.locals[1].rotation.x - 0.25_f32.sin()).abs() < 1e-5
    };
    let cases = [
        Case::read(
            "bone keys",
            |count| on_model(count, "bone1", 1),
            move |opened| is_turned(opened) && opened.warnings.is_empty(),
        ),
        Case::read(
            "IK states",
            |count| on_model(count, "bone1", 1),
            |opened| opened.warnings.is_empty(),
        ),
        Case::told("keys of unknown bones", "\"tail\"", |count| on_model(count, "tail", 1)),
        Case::told("IK states of unknown bones", "\"tail\"", |count| on_model(count, "tail", 1)),
        Case::told("model visibility", "", |count| on_model(count, "bone1", 0)),
        Case::read(
            "morph keys",
            |count| motion(count, 0),
            |opened| opened.figure.clips[0].weights[0].name == "blink",
        ),
        Case::told("keys of unknown morphs", "\"tail\"", |count| {
            let mut opened = PLAIN.open(1);
            let mut vmd = Vmd::new("model");
            let mut name = [0; 15];
            name[..4].copy_from_slice(b"tail");
            let key = |frame| MorphKey { name, frame, weight: 0.5 };
            vmd.morphs.extend((0..count as u32).map(key));
            opened.import_animation(&vmd.write(), "a.vmd").unwrap();
            opened
        }),
        Case::told("camera keys", "", |count| motion(count, 1)),
        Case::told("light keys", "", |count| motion(count, 2)),
        Case::told("self-shadow keys", "", |count| motion(count, 3)),
        Case::told("bytes behind the end", "", |count| motion(count, 4)),
    ];
    check("VMD", &cases);
}

/// The plain model with a morph, in a pose of these bones and morphs.
fn in_pose(count: usize, bone: &str, morph: &str) -> Opened {
    let mut opened = Model { tail: &|file, _| morphs_of(1)(file, 1), ..PLAIN }.open(1);
    let turned = |name: &str| BonePose {
        name: name.to_owned(),
        rotation: [0.25_f32.sin(), 0.0, 0.0, 0.25_f32.cos()],
        ..BonePose::default()
    };
    let mut pose = Vpd { bones: vec![turned("bone1")], ..Vpd::default() };
    pose.bones.extend((0..count).map(|_| turned(bone)));
    let smile = MorphValue { name: morph.to_owned(), weight: 0.5 };
    pose.morphs.extend((0..count).map(|_| smile.clone()).filter(|_| !morph.is_empty()));
    opened.import_animation(&pose.write().bytes, "a.vpd").unwrap();
    opened
}

#[test]
fn elements_of_poses() {
    let is_turned = |opened: &Opened| {
        let mut pose = opened.figure.rig.skeleton.rest_pose();
        opened.figure.clips[0].sample(0.0, &mut pose);
        (pose.locals[1].rotation.x.abs() - 0.25_f32.sin()).abs() < 1e-5
    };
    let cases = [
        Case::read("bones", |count| in_pose(count, "bone1", ""), is_turned),
        Case::told("unknown bones", "\"tail\"", |count| in_pose(count, "tail", "")),
        Case::read(
            "morphs",
            |count| in_pose(count, "bone1", "morph0"),
            |opened| opened.figure.clips[0].weights_at(0.0) == [("morph0", 0.5)],
        ),
        Case::told("unknown morphs", "\"smile\"", |count| in_pose(count, "bone1", "smile")),
    ];
    check("VPD", &cases);
}
