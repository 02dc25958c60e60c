//! MikuMikuDance models made here: PMX of both versions, in both encodings, with indices of every
//! size and every weight type; and PMD.

use kansetsu::d3::{Limit, Transform};
use kansetsu::glam::{Affine3A, Quat, Vec3};
use kansetsu_formats::{Document, Figure, Opened, open};

use crate::mmd::motion;

const UNIT: f32 = 0.08;

/// The encoding of a PMX file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) version: f32,
    pub(crate) is_utf16: bool,
    pub(crate) more_uvs: u8,
    /// Bytes of an index of vertices, pictures, materials, bones, morphs, bodies.
    pub(crate) sizes: [u8; 6],
}

pub(crate) struct Pmx {
    pub(crate) bytes: Vec<u8>,
    pub(crate) form: Form,
}

impl Pmx {
    pub(crate) fn new(form: Form) -> Self {
        let mut file = Self { bytes: b"PMX ".to_vec(), form };
        file.floats(&[form.version]);
        file.bytes.extend([8, u8::from(!form.is_utf16), form.more_uvs]);
        file.bytes.extend(form.sizes);
        for text in ["身体", "body", "注釈\r\n二行", ""] {
            file.text(text);
        }
        file
    }

    pub(crate) fn int(&mut self, number: i32) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(crate) fn floats(&mut self, numbers: &[f32]) {
        self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    pub(crate) fn text(&mut self, text: &str) {
        let bytes: Vec<u8> = match self.form.is_utf16 {
            true => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            false => text.as_bytes().to_vec(),
        };
        self.int(bytes.len() as i32);
        self.bytes.extend(bytes);
    }

    pub(crate) fn index(&mut self, kind: usize, index: i32) {
        self.bytes.extend(&index.to_le_bytes()[..usize::from(self.form.sizes[kind])]);
    }

    fn vertex(&mut self, place: Vec3, weights: &Weights) {
        self.floats(&place.to_array());
        self.floats(&[0.0, 0.0, -1.0, 0.25, 0.75]);
        self.floats(&vec![0.5; 4 * usize::from(self.form.more_uvs)]);
        let (kind, bones, numbers) = weights;
        self.bytes.push(*kind);
        bones.iter().for_each(|&bone| self.index(3, bone));
        self.floats(numbers);
        self.floats(&[1.0]);
    }

    pub(crate) fn bone(&mut self, name: &str, place: [f32; 3], parent: i32) {
        self.text(name);
        self.text("");
        self.floats(&place);
        self.index(3, parent);
        self.int(0);
        self.bytes.extend(0x1f_u16.to_le_bytes());
        self.index(3, -1);
    }
}

/// The weight type, bones, and the numbers after them.
type Weights = (u8, Vec<i32>, Vec<f32>);

/// A vertex of each type, and its weights of the three bones.
fn weighted(has_quaternions: bool) -> Vec<(Weights, [f32; 3])> {
    let sphere = [0.7_f32].into_iter().chain([0.5; 9]).collect();
    let mut list = vec![
        ((0, vec![1], vec![]), [0.0, 1.0, 0.0]),
        ((1, vec![0, 2], vec![0.25]), [0.25, 0.0, 0.75]),
        ((2, vec![0, 1, 2, -1], vec![0.5, 0.25, 0.25, 0.0]), [0.5, 0.25, 0.25]),
        ((3, vec![2, 1], sphere), [0.0, 0.3, 0.7]),
    ];
    if has_quaternions {
        list.push(((4, vec![2, 1, 0, -1], vec![0.5, 0.25, 0.25, 0.0]), [0.25, 0.25, 0.5]));
    }
    list
}

const BONES: [(&str, [f32; 3], i32); 3] = [
    ("センター", [0.0, 8.0, 0.0], -1),
    ("左腕", [1.0, 12.0, 0.5], 0),
    ("左ひじ", [4.0, 12.0, 0.0], 1),
];

fn place_of(vertex: usize) -> Vec3 {
    Vec3::new(vertex as f32, 10.0 + (vertex * vertex) as f32, -1.0)
}

pub(crate) fn model(form: Form) -> (Vec<u8>, Vec<[f32; 3]>) {
    let mut file = Pmx::new(form);
    let list = weighted(form.version > 2.05);
    file.int(list.len() as i32);
    list.iter().enumerate().for_each(|(index, (weights, _))| file.vertex(place_of(index), weights));
    let triangles: Vec<i32> =
        (0..list.len() as i32 - 2).flat_map(|first| [first, first + 1, first + 2]).collect();
    file.int(triangles.len() as i32);
    triangles.iter().for_each(|&vertex| file.index(0, vertex));
    file.int(1);
    file.text("顔\\skin.png");
    file.int(1);
    file.text("肌");
    file.text("");
    file.floats(&[0.5, 0.5, 0.5, 1.0, 0.0, 0.0, 0.0, 5.0, 0.4, 0.4, 0.4]);
    file.bytes.push(0);
    file.floats(&[0.0; 5]);
    file.index(1, 0);
    file.index(1, -1);
    file.bytes.extend([0, 0]);
    file.index(1, -1);
    file.text("");
    file.int(triangles.len() as i32);
    file.int(BONES.len() as i32);
    BONES.iter().for_each(|&(name, place, parent)| file.bone(name, place, parent));
    file.int(0);
    (file.bytes, list.into_iter().map(|(_, weights)| weights).collect())
}

fn read(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &|path| Err(format!("{path} is not here")))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every vertex is where the weights of its bones put it.
fn assert_bends(what: &str, figure: &Figure, weights: &[[f32; 3]]) {
    let skeleton = &figure.rig.skeleton;
    let joints = BONES
        .map(|(name, ..)| skeleton.find(name).unwrap_or_else(|error| panic!("{what}: {error}")));
    let mut pose = skeleton.rest_pose();
    for (&joint, turn) in joints.iter().zip([0.3, -0.7, 1.1]) {
        pose.locals[joint].rotation = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), turn);
    }
    let [rest, posed] = [skeleton.rest_pose(), pose].map(|pose| skeleton.forward(&pose));
    let part = &figure.meshes[0].primitives[0];
    let found = part.posed_positions(&figure.placement(figure.meshes[0].attachment, &posed));
    assert_eq!(found.len(), weights.len(), "{what}");
    for (index, weights) in weights.iter().enumerate() {
        let place = place_of(index) * Vec3::new(UNIT, UNIT, -UNIT);
        let moved = |joint: usize| {
            (Affine3A::from(posed[joint]) * Affine3A::from(rest[joint]).inverse())
                .transform_point3(place)
        };
        let expected: Vec3 =
            joints.iter().zip(weights).map(|(&joint, &weight)| moved(joint) * weight).sum();
        let nearest =
            found.iter().map(|found| found.distance(expected)).fold(f32::INFINITY, f32::min);
        assert!(nearest < 1e-5, "{what}, vertex {index}: {nearest} m off");
    }
}

#[test]
fn both_versions_both_encodings_every_size_of_index_and_every_weight_say_the_same() {
    let mut firsts: [Option<Figure>; 2] = [None, None];
    let mut forms = 0;
    for (version, first) in [2.0, 2.1].into_iter().zip(&mut firsts) {
        for is_utf16 in [false, true] {
            for sizes in
                [[1; 6], [2; 6], [4; 6], [1, 2, 4, 1, 2, 4], [4, 1, 1, 2, 1, 2], [2, 4, 2, 4, 1, 1]]
            {
                let form = Form { version, is_utf16, more_uvs: (forms % 5) as u8, sizes };
                let (bytes, weights) = model(form);
                let opened = read(&bytes, "made.pmx");
                assert_eq!(opened.warnings.len(), 2, "{form:?}: {:?}", opened.warnings);
                assert!(
                    opened.warnings[0].contains("SDEF")
                        && opened.warnings[1].contains("顔/skin.png"),
                    "{form:?}: {:?}",
                    opened.warnings
                );
                assert_bends(&format!("{form:?}"), &opened.figure, &weights);
                let figure = opened.figure;
                let first = first.get_or_insert_with(|| figure.clone());
                assert!(
                    figure.rig == first.rig
                        && figure.meshes == first.meshes
                        && figure.materials == first.materials,
                    "{form:?}"
                );
                assert_eq!(figure.name, "身体");
                forms += 1;
            }
        }
    }
    assert_eq!(forms, 24);
}

#[test]
fn normals_and_colours_that_are_no_numbers_do_not_stop_the_reading() {
    let form = Form { version: 2.0, is_utf16: true, more_uvs: 0, sizes: [1; 6] };
    let (mut bytes, weights) = model(form);
    let normal: Vec<u8> =
        [0.0_f32, 0.0, -1.0, 0.25, 0.75].iter().flat_map(|number| number.to_le_bytes()).collect();
    let color: Vec<u8> =
        [0.5_f32, 0.5, 0.5, 1.0, 0.0].iter().flat_map(|number| number.to_le_bytes()).collect();
    for known in [normal, color] {
        let at =
            bytes.windows(known.len()).position(|window| window == known).expect("it is in there");
        bytes[at..at + 12].fill(0xFF);
    }
    let opened = read(&bytes, "nan.pmx");
    assert_bends("nan", &opened.figure, &weights);
    let part = &opened.figure.meshes[0].primitives[0];
    assert!(
        part.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-5),
        "{:?}",
        part.normals
    );
    assert!(opened.figure.materials[0].base_color.iter().all(|part| part.is_finite()));
}

/// A fixed number of bytes for a text.
fn field<const N: usize>(text: &str) -> [u8; N] {
    let mut field = [0; N];
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(text);
    field[..bytes.len()].copy_from_slice(&bytes);
    field
}

/// Name, parent, end, kind, IK bone, position.
type OldBone<'a> = (&'a str, u16, u16, u8, u16, [f32; 3]);

/// A PMD model: a leg with an IK bone, a twist bone, an append bone, and a triangle on the knee.
pub(crate) fn pmd() -> Vec<u8> {
    let mut file = b"Pmd\0\0\x80\x3F".to_vec();
    file.extend(field::<20>("図形"));
    file.extend(field::<256>("注釈"));
    let floats = |file: &mut Vec<u8>, numbers: &[f32]| {
        file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()))
    };
    file.extend(3_u32.to_le_bytes());
    for index in 0..3 {
        floats(&mut file, &place_of(index).to_array());
        floats(&mut file, &[0.0, 0.0, -1.0, 0.25, 0.75]);
        file.extend([1, 0, 2, 0, 25 * index as u8, 0]);
    }
    file.extend(3_u32.to_le_bytes());
    file.extend([0, 0, 1, 0, 2, 0]);
    file.extend(1_u32.to_le_bytes());
    floats(&mut file, &[0.5, 0.5, 0.5, 1.0, 5.0, 0.0, 0.0, 0.0, 0.4, 0.4, 0.4]);
    file.extend([0, 1]);
    file.extend(3_u32.to_le_bytes());
    file.extend(field::<20>("肌.png*a.sph"));
    let none = u16::MAX;
    let bones: [OldBone<'_>; 8] = [
        ("センター", none, 1, 1, 0, [0.0, 10.0, 0.0]),
        ("左足", 0, 2, 4, 4, [1.0, 10.0, 0.0]),
        ("左ひざ", 1, 3, 4, 4, [1.0, 5.5, -0.2]),
        ("左足首", 2, none, 6, 4, [1.0, 1.0, 0.0]),
        ("左足ＩＫ", none, none, 2, 0, [1.0, 1.0, 0.0]),
        ("左捩", 1, 2, 8, 0, [1.0, 8.0, 0.0]),
        ("左目", 0, 1, 5, 1, [0.5, 16.0, -0.5]),
        ("左袖", 0, 2, 9, 50, [2.0, 12.0, 0.0]),
    ];
    file.extend((bones.len() as u16).to_le_bytes());
    for (name, parent, tail, kind, leader, place) in bones {
        file.extend(field::<20>(name));
        file.extend(parent.to_le_bytes());
        file.extend(tail.to_le_bytes());
        file.push(kind);
        file.extend(leader.to_le_bytes());
        floats(&mut file, &place);
    }
    file.extend([1, 0, 4, 0, 3, 0, 2, 40, 0]);
    floats(&mut file, &[0.5]);
    file.extend([2, 0, 1, 0]);
    // Faces, groups and names of bones: none.
    file.extend([0, 0, 0, 0, 0, 0, 0, 0]);
    file
}

#[test]
fn a_model_of_the_older_format_stands_is_limited_and_bends() {
    let opened = read(&pmd(), "made.pmd");
    let figure = &opened.figure;
    let skeleton = &figure.rig.skeleton;
    let joint = |name: &str| skeleton.find(name).unwrap_or_else(|error| panic!("{error}"));
    let maps = skeleton.forward(&skeleton.rest_pose());
    assert!(
        maps[joint("左ひざ")].translation.distance(Vec3::new(0.08, 0.44, 0.016)) < 1e-6,
        "{}",
        maps[joint("左ひざ")].translation
    );
    assert_eq!(figure.name, "図形");
    assert!(
        opened.warnings.iter().any(|warning| warning.contains("肌.png")),
        "{:?}",
        opened.warnings
    );
    let Some(Limit::Hinge(knee)) = &figure.rig.limits[joint("左ひざ")] else {
        panic!("a knee is a hinge")
    };
    assert!(knee.axis == Vec3::X && knee.min == 0.0 && knee.max > 2.5, "{knee:?}");
    let Some(Limit::Hinge(twist)) = &figure.rig.limits[joint("左捩")] else {
        panic!("a twist is a hinge")
    };
    assert!(twist.axis.normalize().y < -0.99, "{twist:?}");
    assert_eq!(figure.rig.limb_to(joint("左足首")).map(|limb| limb.base), Some(joint("左足")));
    let mut pose = skeleton.rest_pose();
    pose.locals[joint("左ひざ")].rotation = Quat::from_rotation_x(1.0);
    let posed = skeleton.forward(&pose);
    let found = figure.meshes[0].primitives[0]
        .posed_positions(&figure.placement(figure.meshes[0].attachment, &posed));
    for (index, of_thigh) in [0.0_f32, 0.25, 0.5].into_iter().enumerate() {
        let place = place_of(index) * Vec3::new(UNIT, UNIT, -UNIT);
        let knee = (Affine3A::from(posed[joint("左ひざ")])
            * Affine3A::from(maps[joint("左ひざ")]).inverse())
        .transform_point3(place);
        let expected = place * of_thigh + knee * (1.0 - of_thigh);
        assert!(
            found.iter().any(|found| found.distance(expected) < 1e-5),
            "vertex {index}: {found:?}, not {expected}"
        );
    }
}

#[test]
fn bones_that_hang_on_each_other_in_a_circle_are_refused_by_name() {
    let mut bytes = pmd();
    let first = bytes
        .windows(10)
        .position(|window| window == &field::<10>("センター")[..])
        .expect("its name")
        + 20;
    bytes[first..first + 2].copy_from_slice(&3_u16.to_le_bytes());
    let error = open(&bytes, "made.pmd", &|_| Err(String::new()))
        .map(drop)
        .expect_err("a circle")
        .to_string();
    assert!(error.starts_with("PMD, the bones: ") && error.contains("ancestor"), "{error}");
}

#[test]
fn a_motion_leads_the_legs_of_the_older_format_and_what_follows_does() {
    let mut opened = read(&pmd(), "made.pmd");
    opened
        .import_animation(&motion().write(), "motion.vmd")
        .unwrap_or_else(|error| panic!("{error}"));
    let figure = &opened.figure;
    let joint =
        |name: &str| figure.rig.skeleton.find(name).unwrap_or_else(|error| panic!("{error}"));
    for time in [0.0, 0.5, 1.0] {
        let mut pose = figure.rig.skeleton.rest_pose();
        figure.clips[0].sample(time, &mut pose);
        let maps = figure.rig.skeleton.forward(&pose);
        let apart = maps[joint("左足首")].translation.distance(maps[joint("左足ＩＫ")].translation);
        assert!(apart < 1e-3, "at {time} s the ankle is {apart} m from where it is led");
    }
    let Document::Mmd(model) = &opened.document else { panic!("no model") };
    let mut keyed = vec![Transform::IDENTITY; model.bones.len()];
    keyed[1].rotation = Quat::from_rotation_z(0.8);
    keyed[2].rotation = Quat::from_rotation_x(0.6);
    let pose = model.pose(&keyed, &[false; 8]);
    let turn = |name: &str| pose.locals[joint(name)].rotation;
    assert!((turn("左目") - Quat::from_rotation_z(0.8)).length() < 1e-6, "{}", turn("左目"));
    assert!((turn("左袖") - Quat::from_rotation_x(0.3)).length() < 1e-6, "{}", turn("左袖"));
}
