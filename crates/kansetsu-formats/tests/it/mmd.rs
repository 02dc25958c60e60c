//! MikuMikuDance: models have the right pose, legs follow, motions are saved byte for byte.

use kansetsu::d3::{Limit, Pose, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::mmd::{self, BoneKey, IkState, Vmd};
use kansetsu_formats::{Attachment, Document, Figure, Opened, Placement, gltf, open};

use crate::skip::test_data;

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("{path} is not here"))
}

/// A PMX writer with one byte for every index.
struct Pmx {
    bytes: Vec<u8>,
}

impl Pmx {
    fn new() -> Self {
        let mut file = Self { bytes: b"PMX \0\0\0\x40\x08\x01\0\x01\x01\x01\x01\x01\x01".to_vec() };
        for text in ["figure", "", "", ""] {
            file.text(text);
        }
        file
    }

    fn int(&mut self, number: i32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn floats(&mut self, numbers: &[f32]) {
        self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn text(&mut self, text: &str) {
        self.int(text.len() as i32);
        self.bytes.extend(text.as_bytes());
    }

    /// One triangle at x 0, 1 and 2 that bone 1 moves, without its own material count.
    fn surface(&mut self) {
        self.int(3);
        for x in 0..3u8 {
            self.floats(&[x.into(), 10.0, f32::from(x) * 2.0, 0.0, 0.0, -1.0, 0.25, 0.75]);
            self.bytes.extend([0, 1]);
            self.floats(&[1.0]);
        }
        self.int(3);
        self.bytes.extend([0, 1, 2]);
        self.int(1);
        self.text("..\\secret.png");
        self.int(1);
        self.text("skin");
        self.text("");
        self.floats(&[0.5, 0.5, 0.5, 1.0, 0.0, 0.0, 0.0, 5.0, 0.4, 0.4, 0.4]);
        self.bytes.push(1);
        self.floats(&[0.0; 5]);
        self.bytes.extend([0, 0xFF, 0, 1, 0]);
        self.text("");
        self.int(3);
    }

    fn bone(&mut self, name: &str, place: [f32; 3], parent: i8, flags: u16) {
        self.text(name);
        self.text("");
        self.floats(&place);
        self.bytes.push(parent as u8);
        self.int(0);
        self.bytes.extend(flags.to_le_bytes());
        self.floats(&[0.0; 3]);
    }
}

/// Hips, a leg with a knee that bends one way, and an IK bone.
pub(crate) fn legged() -> Vec<u8> {
    let mut file = Pmx::new();
    file.surface();
    file.int(6);
    file.bone("センター", [0.0, 10.0, 0.0], -1, 0x1e);
    file.bone("左足", [1.0, 10.0, 0.0], 0, 0x1a);
    file.bone("左ひざ", [1.0, 5.5, -0.2], 1, 0x1a);
    file.bone("左足首", [1.0, 1.0, 0.0], 2, 0x1a);
    file.bone("左足ＩＫ", [1.0, 1.0, 0.0], -1, 0x3e);
    file.bytes.push(3);
    file.int(40);
    file.floats(&[2.0]);
    file.int(2);
    file.bytes.extend([2, 1]);
    file.floats(&[-3.0, 0.0, 0.0, -0.01, 0.0, 0.0]);
    file.bytes.extend([1, 0]);
    file.bone("左捩", [1.0, 8.0, 0.0], 1, 0x051a);
    file.bytes.push(2);
    file.floats(&[0.5]);
    file.floats(&[0.0, 1.0, 0.0]);
    file.int(0);
    file.bytes
}

fn place(figure: &Figure, pose: &Pose, name: &str) -> Vec3 {
    figure.rig.skeleton.forward(pose)[figure.rig.skeleton.find(name).unwrap()].translation
}

#[test]
fn models_become_right_handed_and_metric() {
    let loaded = mmd::read(&legged(), &absent).unwrap();
    let figure = &loaded.figure;
    let rest = figure.rig.skeleton.rest_pose();
    assert!(place(figure, &rest, "左ひざ").distance(Vec3::new(0.08, 0.44, 0.016)) < 1e-6);
    let Some(Limit::Hinge(knee)) = &figure.rig.limits[figure.rig.skeleton.find("左ひざ").unwrap()]
    else {
        panic!("no hinge")
    };
    assert_eq!(
        (knee.axis, knee.min, knee.max),
        (Vec3::X, 0.0, 3.0),
        "the rest pose is allowed, and knees bend backwards"
    );
    let limb = figure.rig.limb_to(figure.rig.skeleton.find("左足首").unwrap()).unwrap();
    assert!(limb.pole.z > 0.9, "{}", limb.pole);
    let Some(Limit::Hinge(twist)) = &figure.rig.limits[figure.rig.skeleton.find("左捩").unwrap()]
    else {
        panic!("no hinge")
    };
    assert!(twist.axis.normalize().y > 0.99 && twist.max == f32::INFINITY);
    let part = &figure.meshes[0].primitives[0];
    let expected =
        [Vec3::new(0.0, 0.8, 0.0), Vec3::new(0.16, 0.8, -0.32), Vec3::new(0.08, 0.8, -0.16)];
    let apart = part
        .positions
        .iter()
        .zip(expected)
        .map(|(found, place)| found.distance(place))
        .fold(0.0, f32::max);
    assert!(apart < 1e-6 && part.positions.len() == 3, "turned round: {:?}", part.positions);
    let map = figure.placement(Attachment::Skin(0), &figure.rig.skeleton.forward(&rest));
    let Placement::Skinned(_) = map else { panic!("no skin") };
    assert!(
        part.posed_positions(&map)[1].distance(part.positions[1]) < 1e-6,
        "at rest nothing moves"
    );
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains("secret.png")
            && warning.contains("outside the document's folder")),
        "{:?}",
        loaded.warnings
    );
    let skin = figure.materials[0].base_color;
    assert!(figure.materials[0].double_sided && skin[0] > 0.4 && skin[3] == 1.0, "{skin:?}");
}

pub(crate) fn motion() -> Vmd {
    let mut vmd = Vmd::new("figure");
    let key = |name: &str, frame, place: Vec3, turn| {
        BoneKey::new(name, frame, &Transform::from_translation_rotation(place, turn))
    };
    vmd.bones.push(key("左足ＩＫ", 30, Vec3::new(0.05, 0.2, 0.1), Quat::IDENTITY));
    vmd.bones.push(key("左足ＩＫ", 0, Vec3::ZERO, Quat::IDENTITY));
    vmd.bones.push(key("センター", 0, Vec3::ZERO, Quat::from_rotation_y(0.3)));
    vmd.bones.push(key("知らない骨", 0, Vec3::ZERO, Quat::IDENTITY));
    vmd.ik.push(IkState { frame: 45, is_shown: 1, states: vec![(named("左足ＩＫ"), 0)] });
    vmd.bones.push(key("センター", 60, Vec3::ZERO, Quat::from_rotation_y(0.3)));
    vmd
}

fn named(name: &str) -> [u8; 20] {
    let key = BoneKey::new(name, 0, &Transform::IDENTITY);
    std::array::from_fn(|i| key.name.get(i).copied().unwrap_or(0))
}

#[test]
fn legs_follow_the_bones_that_lead_them_while_they_are_on() {
    let mut opened = open(&legged(), "figure.pmx", &absent).unwrap();
    opened.import_animation(&motion().write(), "motion.vmd").unwrap();
    assert!(
        opened.warnings.iter().any(|warning| warning
            .contains("keys are of bones that the figure does not have: \"知らない骨\"")),
        "{:?}",
        opened.warnings
    );
    let figure = &opened.figure;
    let clip = &figure.clips[0];
    assert_eq!(clip.duration, 2.0);
    for (time, led) in [(0.0, true), (0.5, true), (1.0, true), (1.4, true), (1.6, false)] {
        let mut pose = figure.rig.skeleton.rest_pose();
        clip.sample(time, &mut pose);
        let apart = place(figure, &pose, "左足首").distance(place(figure, &pose, "左足ＩＫ"));
        assert!((apart < 1e-3) == led, "at {time} s: {apart}");
        let knee = pose.locals[figure.rig.skeleton.find("左ひざ").unwrap()].rotation;
        assert!(knee.x >= 0.0 && knee.y.abs() < 1e-6, "{knee}");
        let twist = pose.locals[figure.rig.skeleton.find("左捩").unwrap()].rotation;
        let (half, full) = (2.0 * twist.x.atan2(twist.w), 2.0 * knee.x.atan2(knee.w));
        assert!((half * 2.0 - full).abs() < 1e-4, "what follows by a half does: {half} {full}");
    }
}

#[test]
fn a_motion_without_an_edit_is_the_same_bytes() {
    let bytes = motion().write();
    let mut warnings = Vec::new();
    let vmd = Vmd::read(&bytes, &mut warnings).unwrap();
    assert!(vmd.write() == bytes && warnings.is_empty() && vmd == motion());
    assert_eq!((vmd.model_name().as_str(), vmd.bones[0].frame), ("figure", 30));
    for end in [50 + 4 + 5 * 111, bytes.len() - 3] {
        let mut warnings = Vec::new();
        let cut = Vmd::read(&bytes[..end], &mut warnings).unwrap();
        assert_eq!(cut.bones.len(), 5, "the end may be missing");
    }
    let Some(folder) = test_data("mmd") else { return };
    let bytes = std::fs::read(folder.join("gene_happy.vmd")).unwrap();
    let vmd = Vmd::read(&bytes, &mut warnings).unwrap();
    assert!(vmd.write() == bytes && warnings.is_empty(), "{warnings:?}");
}

fn gene() -> Option<Opened> {
    let folder = test_data("mmd")?;
    let mut opened =
        open(&std::fs::read(folder.join("Gene_light.pmx")).unwrap(), "Gene_light.pmx", &absent)
            .unwrap();
    opened
        .import_animation(&std::fs::read(folder.join("gene_happy.vmd")).unwrap(), "gene_happy.vmd")
        .unwrap();
    Some(opened)
}

#[test]
fn a_whole_character_stands_on_its_feet() {
    let Some(opened) = gene() else { return };
    let figure = &opened.figure;
    assert_eq!(figure.rig.skeleton.len(), 224);
    let vertices: usize = figure.meshes[0].primitives.iter().map(|part| part.positions.len()).sum();
    assert!((28_646..29_500).contains(&vertices), "{vertices} vertices");
    let rest = figure.rig.skeleton.rest_pose();
    let (head, left) = (place(figure, &rest, "頭"), place(figure, &rest, "左手首"));
    assert!((1.2..1.8).contains(&head.y) && left.x > 0.2, "{head} {left}");
    let toes = place(figure, &rest, "左つま先ＩＫ") - place(figure, &rest, "左足首");
    assert!(toes.z > 0.05, "it faces +z: {toes}");
    let highest = figure.meshes[0]
        .primitives
        .iter()
        .flat_map(|part| &part.positions)
        .fold(0.0, |most: f32, place| most.max(place.y));
    assert!((1.4..2.1).contains(&highest), "{highest} m tall");
    let mut pose = rest;
    figure.clips[0].sample(0.0, &mut pose);
    for (ankle, leader) in [("左足首", "左足ＩＫ"), ("右足首", "右足ＩＫ")] {
        let apart = place(figure, &pose, ankle).distance(place(figure, &pose, leader));
        assert!(apart < 2e-3, "{ankle} is {apart} m from where it is led");
    }
}

#[test]
fn a_model_and_its_motion_go_to_glb() {
    let Some(opened) = gene() else { return };
    let glb = gltf::read(&gltf::write_new(&opened.figure, None).unwrap(), &absent).unwrap().figure;
    let (mut a, mut b) = (opened.figure.rig.skeleton.rest_pose(), glb.rig.skeleton.rest_pose());
    opened.figure.clips[0].sample(0.0, &mut a);
    glb.clips[0].sample(0.0, &mut b);
    for (joint, entry) in opened.figure.rig.skeleton.joints().iter().enumerate() {
        let other = (0..glb.rig.skeleton.len())
            .find(|&other| glb.rig.skeleton.joints()[other].name == entry.name)
            .unwrap();
        let (one, two) = (a.locals[joint].rotation, b.locals[other].rotation);
        assert!((one - two).length().min((one + two).length()) < 1e-5, "{}", entry.name);
    }
}

#[test]
fn a_written_motion_moves_the_model_alike() {
    let mut opened = open(&legged(), "figure.pmx", &absent).unwrap();
    opened.import_animation(&motion().write(), "motion.vmd").unwrap();
    let Document::Mmd(model) = &opened.document else { panic!("no model") };
    let pose_at = |figure: &Figure, clip: usize, frame: usize| {
        let mut pose = figure.rig.skeleton.rest_pose();
        figure.clips[clip].sample(frame as f32 / 30.0, &mut pose);
        pose
    };
    let poses: Vec<Pose> = (0..=60).map(|frame| pose_at(&opened.figure, 0, frame)).collect();
    let written = mmd::write(&opened.figure, &poses, &[], Some(model)).unwrap();
    opened.import_animation(&written, "again.vmd").unwrap();
    for frame in [0, 7, 30, 44, 59] {
        let (one, two) = (pose_at(&opened.figure, 0, frame), pose_at(&opened.figure, 1, frame));
        for name in ["左足首", "左ひざ", "左捩", "センター"] {
            let (a, b) = (place(&opened.figure, &one, name), place(&opened.figure, &two, name));
            assert!(a.distance(b) < 1e-5, "{name} in frame {frame}: {a} {b}");
        }
    }
}

#[test]
fn other_motions_move_joints_of_the_same_names() {
    let mut opened = open(&legged(), "figure.pmx", &absent).unwrap();
    let text = "HIERARCHY\nROOT センター {\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site { OFFSET 0 1 0 } }\nMOTION\nFrames: 1\nFrame Time: 0.04\n90 0 0\n";
    opened.import_animation(text.as_bytes(), "walk.bvh").unwrap();
    let mut pose = opened.figure.rig.skeleton.rest_pose();
    opened.figure.clips[0].sample(0.0, &mut pose);
    let root = opened.figure.rig.skeleton.find("センター").unwrap();
    assert!(
        (pose.locals[root].rotation - Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)).length()
            < 1e-6
    );
}

#[test]
fn errors_name_the_byte() {
    let whole = legged();
    for (bytes, expected) in [
        (b"PMX \0\0\x80\x3F".to_vec(), "PMX, byte 4: version 1"),
        (whole[..100].to_vec(), "PMX, byte"),
        (
            b"Pmd\0\0\x80\x3F".to_vec(),
            "PMD, byte 7: the file ends inside the model's name: expected 20 bytes, 0 are left; it seems truncated",
        ),
        (b"Vocaloid Motion Data 0002".to_vec(), "VMD, byte 0: the file ends inside the head"),
    ] {
        let error = open(&bytes, "", &absent).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
    let mut huge = whole;
    huge[17 + 4 * 4 + 6..][..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = open(&huge, "", &absent).unwrap_err().to_string();
    assert!(error.contains("4294967295 vertices do not fit into the"), "{error}");
}
