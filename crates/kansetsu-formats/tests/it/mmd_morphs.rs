//! Morphs of models made here: vertices, bones and groups, their keys, and other formats.

use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::mmd::{
    BoneKey, MorphKey, MorphValue, Vmd, morph_values, read_pose, write, write_pose,
};
use kansetsu_formats::{
    Clip, Figure, Interpolation, Opened, Role, WeightTrack, gltf, open,
    vrma::{self, RestConvention},
};

use crate::mmd_made::{Form, Pmx, model, pmd};

const FORM: Form = Form { version: 2.0, is_utf16: true, more_uvs: 0, sizes: [2; 6] };
const UNIT: f32 = 0.08;
/// The offset of vertex 1 by the morph あ, in units of the file.
const WIDE: [f32; 3] = [0.0, -1.0, 0.5];

/// A model with the morphs あ (vertex 1), うなずき (the bone 左腕 by 0.4 rad about z and one unit up),
/// 全部 (half of あ and うなずき, and 頬), 頬 (a material) and 選択 (a choice).
pub(crate) fn face() -> Vec<u8> {
    let (mut bytes, _) = model(FORM);
    // No morphs.
    bytes.truncate(bytes.len() - 4);
    let mut file = Pmx { bytes, form: FORM };
    let head = |file: &mut Pmx, name: &str, kind: u8, count: i32| {
        file.text(name);
        file.text("");
        file.bytes.extend([1, kind]);
        file.int(count);
    };
    file.int(5);
    head(&mut file, "あ", 1, 1);
    file.index(0, 1);
    file.floats(&WIDE);
    head(&mut file, "うなずき", 2, 1);
    file.index(3, 1);
    file.floats(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.2_f32.sin(), 0.2_f32.cos()]);
    head(&mut file, "全部", 0, 3);
    for (morph, weight) in [(0, 0.5), (1, 0.5), (3, 1.0)] {
        file.index(4, morph);
        file.floats(&[weight]);
    }
    head(&mut file, "頬", 8, 1);
    file.index(2, 0);
    file.bytes.extend([0; 113]);
    head(&mut file, "選択", 9, 1);
    file.index(4, 0);
    file.floats(&[1.0]);
    (0..4).for_each(|_| file.int(0));
    file.bytes
}

fn opened(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &|path| Err(format!("{path} is not here")))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn wide() -> Vec3 {
    Vec3::new(WIDE[0], WIDE[1], -WIDE[2]) * UNIT
}

/// How far vertices moved in two figures of the same mesh, largest first.
fn moved(before: &Figure, after: &Figure) -> Vec<Vec3> {
    let positions = |figure: &Figure| figure.meshes[0].primitives[0].positions.clone();
    let pairs = positions(before).into_iter().zip(positions(after));
    let mut moved: Vec<Vec3> = pairs.map(|(was, is)| is - was).collect();
    moved.sort_by(|a, b| b.length().total_cmp(&a.length()));
    moved
}

#[test]
fn vertices_bones_and_groups_move() {
    let opened = opened(&face(), "face.pmx");
    let names = opened.figure.expression_names();
    assert_eq!(names, ["うなずき", "全部", "頬", "あ"]);
    let arm = opened.figure.rig.skeleton.find("左腕").unwrap();
    for (name, weight, vertex, turn) in [
        ("あ", 0.5, 0.5, 0.0),
        ("うなずき", 0.5, 0.0, 0.5),
        ("全部", 1.0, 0.5, 0.5),
        ("頬", 1.0, 0.0, 0.0),
    ] {
        let mut figure = opened.figure.clone();
        let mut pose = figure.saved_pose();
        let warnings = figure.apply_expressions(&[(name, weight)], &mut pose).unwrap();
        assert_eq!(!warnings.is_empty(), name == "頬" || name == "全部", "{name}: {warnings:?}");
        let moved = moved(&opened.figure, &figure);
        assert!(moved[0].distance(vertex * wide()) < 1e-6, "{name}: {moved:?}");
        assert!(moved[1] == Vec3::ZERO);
        let before = opened.figure.saved_pose().locals[arm];
        let up = pose.locals[arm].translation - before.translation;
        assert!(up.distance(Vec3::Y * UNIT * turn) < 1e-6, "{name}: {up}");
        let expected = before.rotation * Quat::from_rotation_z(0.4 * turn);
        assert!(pose.locals[arm].rotation.dot(expected).abs() > 1.0 - 1e-6, "{name}");
    }
    assert!(opened.warnings.iter().any(|told| told.contains("\"選択\"")), "{:?}", opened.warnings);
}

/// A model of the older format with the morph あ of its second vertex.
pub(crate) fn old_face() -> Vec<u8> {
    let mut file = pmd();
    file.truncate(file.len() - 8);
    let named = |name: &str| {
        let mut bytes = encoding_rs::SHIFT_JIS.encode(name).0.into_owned();
        bytes.resize(20, 0);
        bytes
    };
    let offset = |index: u32, by: [f32; 3]| -> Vec<u8> {
        index.to_le_bytes().into_iter().chain(by.into_iter().flat_map(f32::to_le_bytes)).collect()
    };
    file.extend(2_u16.to_le_bytes());
    file.extend(named("base"));
    file.extend(2_u32.to_le_bytes());
    file.push(0);
    file.extend([offset(2, [0.0; 3]), offset(1, [0.0; 3])].concat());
    file.extend(named("あ"));
    file.extend(1_u32.to_le_bytes());
    file.push(3);
    file.extend(offset(1, WIDE));
    file.extend([0; 6]);
    file
}

/// The model in GLB with its motion.
pub(crate) fn talking() -> Vec<u8> {
    let mut opened = opened(&face(), "face.pmx");
    opened.import_animation(&motion().write(), "talk.vmd").unwrap();
    gltf::write_new(&opened.figure, None).unwrap()
}

#[test]
fn older_models_name_the_vertices_of_their_morphs_in_a_first_one() {
    let opened = opened(&old_face(), "face.pmd");
    let mut figure = opened.figure.clone();
    let before = figure.meshes[0].primitives[0].positions.clone();
    figure.apply_expressions(&[("あ", 1.0)], &mut opened.figure.saved_pose()).unwrap();
    let after = &figure.meshes[0].primitives[0].positions;
    let moved: Vec<usize> = (0..3).filter(|&vertex| before[vertex] != after[vertex]).collect();
    assert_eq!(moved.len(), 1);
    // The second vertex of the list is the second of the file, at x 1.
    let at = moved[0];
    assert!((before[at].x - UNIT).abs() < 1e-6);
    assert!((after[at] - before[at]).distance(wide()) < 1e-6);
}

fn morph_key(name: &str, frame: u32, weight: f32) -> MorphKey {
    let bytes = encoding_rs::SHIFT_JIS.encode(name).0;
    let mut name = [0; 15];
    name[..bytes.len()].copy_from_slice(&bytes);
    MorphKey { name, frame, weight }
}

/// A motion of 30 frames: あ opens in half a second and closes, うなずき grows.
pub(crate) fn motion() -> Vmd {
    let mut vmd = Vmd::new("face");
    vmd.bones.push(BoneKey::new("センター", 0, &Transform::IDENTITY));
    vmd.morphs = vec![
        morph_key("あ", 15, 1.0),
        morph_key("あ", 0, 0.0),
        morph_key("あ", 30, 0.0),
        morph_key("うなずき", 0, 0.0),
        morph_key("うなずき", 30, 1.0),
    ];
    vmd
}

fn weight(clip: &Clip, name: &str, time: f32) -> f32 {
    let found = clip.weights_at(time).into_iter().find(|(own, _)| *own == name);
    found.unwrap_or_else(|| panic!("{name} is not among {:?}", clip.weights)).1
}

#[test]
fn keys_of_morphs_play_and_move_their_bones() {
    let mut opened = opened(&face(), "face.pmx");
    opened.warnings.clear();
    opened.import_animation(&motion().write(), "talk.vmd").unwrap();
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
    let clip = &opened.figure.clips[0];
    for (time, wide, nod) in [(0.0, 0.0, 0.0), (0.25, 0.5, 0.25), (0.5, 1.0, 0.5), (1.0, 0.0, 1.0)]
    {
        assert!((weight(clip, "あ", time) - wide).abs() < 1e-5, "{time}");
        let mut pose = opened.figure.saved_pose();
        clip.sample(time, &mut pose);
        let arm = opened.figure.rig.skeleton.find("左腕").unwrap();
        let expected = Quat::from_rotation_z(0.4 * nod);
        assert!(pose.locals[arm].rotation.dot(expected).abs() > 1.0 - 1e-5, "{time}");
    }
    assert_eq!(motion().write(), Vmd::read(&motion().write(), &mut Vec::new()).unwrap().write());
}

#[test]
fn a_motion_of_the_face_alone_leaves_the_pose() {
    let mut opened = opened(&face(), "face.pmx");
    let mut vmd = motion();
    vmd.bones.clear();
    vmd.morphs.retain(|key| key.name == morph_key("あ", 0, 0.0).name);
    opened.import_animation(&vmd.write(), "lips.vmd").unwrap();
    let clip = &opened.figure.clips[0];
    assert!(clip.tracks.is_empty());
    assert_eq!((clip.duration, weight(clip, "あ", 0.5)), (1.0, 1.0));
}

#[test]
fn weights_are_written_and_read_back() {
    let mut opened = opened(&face(), "face.pmx");
    opened.import_animation(&motion().write(), "talk.vmd").unwrap();
    let clip = opened.figure.clips[0].clone();
    let poses = vec![opened.figure.saved_pose(); 31];
    let kansetsu_formats::Document::Mmd(model) = &opened.document else { panic!("no model") };
    let bytes = write(&opened.figure, &poses, &clip.weights, Some(model)).unwrap();
    opened.import_animation(&bytes, "again.vmd").unwrap();
    let again = &opened.figure.clips[1];
    for frame in 0..=30 {
        let time = frame as f32 / 30.0;
        for name in ["あ", "うなずき"] {
            assert!((weight(again, name, time) - weight(&clip, name, time)).abs() < 1e-5);
        }
    }
    let values = morph_values(&clip.weights, None);
    assert_eq!(
        values.iter().map(|morph| morph.name.as_str()).collect::<Vec<_>>(),
        ["あ", "うなずき"]
    );
}

#[test]
fn morph_targets_and_their_keys_are_in_a_glb() {
    let mut opened = opened(&face(), "face.pmx");
    opened.import_animation(&motion().write(), "talk.vmd").unwrap();
    let mut pose = opened.figure.saved_pose();
    opened.figure.apply_expressions(&[("あ", 0.25)], &mut pose).unwrap();
    let bytes = gltf::write_new(&opened.figure, None).unwrap();
    let glb = gltf::read(&bytes, &|path| Err(path.to_owned())).unwrap();
    assert!(glb.warnings.is_empty(), "{:?}", glb.warnings);
    let mut figure = glb.figure;
    let arm = figure.rig.skeleton.find("左腕").unwrap();
    let mut nodding = figure.saved_pose();
    let before = nodding.locals[arm];
    figure.expressed(&[("全部", 1.0)]).unwrap().move_joints(&mut nodding);
    let up = nodding.locals[arm].translation - before.translation;
    assert!(up.distance(Vec3::Y * UNIT * 0.5) < 1e-6, "groups and bones are kept: {up}");
    assert_eq!((figure.morphs[0].name.as_str(), figure.morphs[0].weight), ("あ", 0.25));
    let all = |figure: &Figure| figure.meshes[0].primitives[0].positions.clone();
    for weight in [0.25, 1.0, 0.0] {
        for figure in [&mut figure, &mut opened.figure] {
            figure.apply_expressions(&[("あ", weight)], &mut pose).unwrap();
        }
        for (a, b) in all(&figure).into_iter().zip(all(&opened.figure)) {
            assert!(a.distance(b) < 1e-6, "{weight}: {a} {b}");
        }
    }
    for step in 0..=20 {
        let time = step as f32 / 20.0;
        let [ours, theirs] =
            [&opened.figure, &figure].map(|figure| weight(&figure.clips[0], "あ", time));
        assert!((ours - theirs).abs() < 1e-5, "{time}: {ours} {theirs}");
    }
}

#[test]
fn expressions_go_through_a_vrm_animation_under_their_usual_names() {
    let mut builder = Skeleton::builder();
    builder.root("hips", Transform::from_translation(Vec3::Y));
    let mut people = Figure::new("people", Rig::new(builder.build().unwrap()));
    people.rig.roles.insert(Role::Hips, 0);
    let track = |name: &str, end: f32| WeightTrack {
        name: name.to_owned(),
        times: vec![0.0, 1.0],
        values: vec![0.0, end],
        interpolation: Interpolation::Linear,
    };
    let clip = Clip {
        duration: 1.0,
        weights: vec![track("笑い", 0.5), track("wide eyes", 1.0), track("happy", 0.25)],
        ..Clip::from_poses("laugh", &people.saved_pose(), &[people.saved_pose()], 30.0)
    };
    let written = vrma::write(&people, &clip, RestConvention::Unknown).unwrap();
    let animation = opened(&written.bytes, "laugh.vrma");
    let read = &animation.figure.clips[0];
    assert_eq!(weight(read, "wide eyes", 0.5), 0.5);
    // Two expressions mean "happy"; one of them keeps its name.
    let mut names: Vec<&str> = read.weights.iter().map(|track| track.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names.len(), 3, "{names:?}");
    let mut model = opened(&face(), "face.pmx");
    model.warnings.clear();
    let mut lips = Clip { weights: vec![track("aa", 1.0), track("blink", 1.0)], ..Clip::default() };
    let lost = model.figure.adopt_weights(&mut lips);
    assert_eq!(lips.weights.iter().map(|track| track.name.as_str()).collect::<Vec<_>>(), ["あ"]);
    assert!(lost.is_some_and(|lost| lost.ends_with(": blink")));
}

#[test]
fn morphs_scale_with_the_figure() {
    let opened = opened(&face(), "face.pmx");
    let scaled = opened.figure.scaled(10.0).unwrap();
    let moved_by = |figure: &Figure| {
        let mut after = figure.clone();
        let mut pose = figure.saved_pose();
        after.apply_expressions(&[("全部", 1.0)], &mut pose).unwrap();
        let arm = figure.rig.skeleton.find("左腕").unwrap();
        let before = figure.saved_pose();
        (moved(figure, &after)[0], pose.locals[arm].translation - before.locals[arm].translation)
    };
    let (small, large) = (moved_by(&opened.figure), moved_by(&scaled));
    assert!(large.0.distance(10.0 * small.0) < 1e-5 && large.1.distance(10.0 * small.1) < 1e-5);
    assert!(small.0.length() > 0.01 && small.1.length() > 0.01);
}

#[test]
fn a_pose_file_moves_the_bones_of_its_morphs() {
    let opened = opened(&face(), "face.pmx");
    let kansetsu_formats::Document::Mmd(model) = &opened.document else { panic!("no model") };
    let morphs = [MorphValue { name: "うなずき".to_owned(), weight: 0.5 }];
    let at_rest = opened.figure.saved_pose();
    let file = write_pose(&opened.figure, &at_rest, Some(model), &morphs).unwrap().write();
    let read = read_pose(&file.bytes, &opened.figure, Some(model)).unwrap();
    assert_eq!(read.weights, [("うなずき".to_owned(), 0.5)]);
    let arm = opened.figure.rig.skeleton.find("左腕").unwrap();
    let expected = Quat::from_rotation_z(0.2);
    assert!(read.pose.locals[arm].rotation.dot(expected).abs() > 1.0 - 1e-6);
}

#[test]
fn keys_after_half_an_hour_are_counted() {
    let mut opened = opened(&face(), "face.pmx");
    let mut vmd = motion();
    vmd.morphs.push(morph_key("あ", 60_000, 1.0));
    opened.import_animation(&vmd.write(), "late.vmd").unwrap();
    let told = |warning: &String| warning.contains("1 keys after frame 54000");
    assert!(opened.warnings.iter().any(told), "{:?}", opened.warnings);
    assert_eq!(opened.figure.clips[0].duration, 1.0);
}
