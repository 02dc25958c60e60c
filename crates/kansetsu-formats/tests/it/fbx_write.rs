//! A figure written as FBX is the same figure when it is read.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_formats::{
    AlphaMode, Attachment, Clip, Error, Figure, Image, Influence, Interpolation, Material, Mesh,
    Morph, Primitive, Skin, Track, Values, Written, fbx,
};

use crate::{corpus, random::Random, round_trips, skip::test_data};

/// Positions that differ by less, in sizes of the figure, are equal.
const NEAR: f32 = 1e-5;

fn read(name: &str, bytes: &[u8]) -> fbx::Loaded {
    fbx::read(bytes, &|path| Err(format!("{path} is not here")))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn written(name: &str, figure: &Figure, pose: Option<&Pose>) -> Written {
    fbx::write(figure, pose, None).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// For each joint of the second figure the joint of the first with the same names above it, in the
/// same order among equal ones; `None` for the models of skinned meshes, which come last.
fn matched(a: &Figure, b: &Figure) -> Vec<Option<usize>> {
    let paths = |figure: &Figure| -> Vec<String> {
        let joints = figure.rig.skeleton.joints();
        let path = |joint| {
            let names = figure.rig.skeleton.ancestors(joint);
            names.map(|above| joints[above].name.replace('\0', "")).collect::<Vec<_>>().join("/")
        };
        (0..joints.len()).map(path).collect()
    };
    let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    paths(a).into_iter().enumerate().rev().for_each(|(joint, path)| {
        known.entry(path).or_default().push(joint);
    });
    let skinned = |mesh: &&Mesh| matches!(mesh.attachment, Attachment::Skin(_));
    let joints = b.rig.skeleton.len() - b.meshes.iter().filter(skinned).count();
    let own = |path: &String| known.get_mut(path).and_then(Vec::pop);
    paths(b)[..joints].iter().map(own).collect()
}

/// Both figures have their joints at the same places.
fn assert_places(what: &str, (a, pose): (&Figure, &Pose), (b, other): (&Figure, &Pose)) {
    let [here, there] =
        [(a, pose), (b, other)].map(|(figure, pose)| figure.rig.skeleton.forward(pose));
    let farthest = here.iter().map(|map| map.translation.length()).fold(1e-3, f32::max);
    for (joint, own) in matched(a, b).into_iter().enumerate() {
        let Some(own) = own else { continue };
        let far = here[own].translation.distance(there[joint].translation);
        let name = &a.rig.skeleton.joints()[own].name;
        assert!(far <= NEAR * farthest, "{what}, {name}: off by {} of {farthest}", far);
    }
}

/// For each vertex of a triangle its place and its weights by joint name.
type Corner = (Vec3, BTreeMap<String, f32>);

fn corners(figure: &Figure, mesh: &Mesh, pose: &Pose) -> Vec<Corner> {
    let placement = figure.placement(mesh.attachment, &figure.rig.skeleton.forward(pose));
    let joints = figure.rig.skeleton.joints();
    let mut all = Vec::new();
    for part in &mesh.primitives {
        let places = part.posed_positions(&placement);
        for &corner in &part.indices {
            let mut weights = BTreeMap::new();
            if let Attachment::Skin(skin) = mesh.attachment {
                let width = part.influences_per_vertex;
                let own = &part.influences[corner as usize * width..][..width];
                let total: f32 = own.iter().map(|influence| influence.weight).sum();
                for influence in own.iter().filter(|influence| influence.weight > 0.0) {
                    let joint = figure.skins[skin].joints[influence.joint as usize];
                    *weights.entry(joints[joint].name.replace('\0', "")).or_default() +=
                        influence.weight / total;
                }
            }
            all.push((places[corner as usize], weights));
        }
    }
    all
}

/// Surfaces are the same triangles at the same places with the same weights.
fn assert_surfaces(what: &str, (a, pose): (&Figure, &Pose), (b, other): (&Figure, &Pose)) {
    let shown = |figure: &Figure| -> Vec<Mesh> {
        let is_shown = |mesh: &&Mesh| mesh.primitives.iter().any(|part| part.triangle_count() > 0);
        figure.meshes.iter().filter(is_shown).cloned().collect()
    };
    let [own, found] = [shown(a), shown(b)];
    assert_eq!(own.len(), found.len(), "{what}: surfaces");
    for (own, found) in own.iter().zip(&found) {
        // Parts of one material are joined and put in the order of materials.
        let [mut own, mut found] =
            [corners(a, own, pose), corners(b, found, other)].map(|list| list);
        assert_eq!(own.len(), found.len(), "{what}: corners");
        let size = own.iter().map(|(place, _)| place.length()).fold(1e-3, f32::max);
        let key = |corner: &Corner| corner.0.to_array().map(|x| (x / size * 1e3).round() as i64);
        if own.iter().zip(&found).any(|(a, b)| a.0.distance(b.0) > NEAR * size) {
            own.sort_by_key(key);
            found.sort_by_key(key);
        }
        let mut far = 0;
        for ((place, weights), (back, others)) in own.iter().zip(&found) {
            far += usize::from(place.distance(*back) > 3e-3 * size);
            if place.distance(*back) <= NEAR * size && weights.len() <= 8 {
                for (name, weight) in weights {
                    let other = others.get(name).copied().unwrap_or(0.0);
                    assert!((weight - other).abs() < 1e-6, "{what}: {name} {weight}, not {other}");
                }
            }
        }
        assert_eq!(far, 0, "{what}: corners at other places");
    }
}

#[test]
fn every_figure_is_read_back_with_its_joints_weights_and_motion() {
    for (name, opened) in round_trips::made().into_iter().chain(round_trips::real()) {
        let figure = &opened.figure;
        let back = read(&name, &written(&name, figure, None).bytes).figure;
        let [own, found] = [figure.saved_pose(), back.saved_pose()];
        assert_places(&name, (figure, &own), (&back, &found));
        assert_surfaces(&name, (figure, &own), (&back, &found));
        let moving: Vec<&Clip> =
            figure.clips.iter().filter(|clip| !clip.tracks.is_empty()).collect();
        let clips: Vec<&Clip> = back.clips.iter().filter(|clip| clip.duration > 0.0).collect();
        for (clip, other) in moving.iter().filter(|clip| clip.duration > 0.0).zip(clips) {
            let step = clip.frame_time().unwrap_or(1.0 / 30.0);
            let frames = (f64::from(clip.duration) / step) as usize;
            for frame in (0..=frames).step_by(1 + frames / 20) {
                let time = (frame as f64 * step) as f32;
                let [mut own, mut found] = [figure.saved_pose(), back.saved_pose()];
                clip.sample(time, &mut own);
                other.sample(time, &mut found);
                let what = format!("{name}, clip \"{}\", frame {frame}", clip.name);
                assert_places(&what, (figure, &own), (&back, &found));
            }
        }
    }
}

/// A chain of these joints, each a step above the one before.
fn chain(joints: &[(&str, Transform)]) -> Figure {
    let mut builder = Skeleton::builder();
    let mut above = None;
    for (name, local) in joints {
        above = Some(match above {
            None => builder.root(*name, *local),
            Some(parent) => builder.child(parent, *name, *local),
        });
    }
    Figure::new("chain", Rig::new(builder.build().unwrap()))
}

fn step(rotation: Quat, scale: Vec3) -> Transform {
    Transform { translation: Vec3::new(0.1, 0.5, 0.0), rotation, scale }
}

/// A triangle that a skin of these joints moves.
fn skinned(mut figure: Figure) -> Figure {
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let joints: Vec<usize> = (0..rest.len()).collect();
    let inverse_bind = rest.iter().map(Affine3::inverse).collect();
    let influence = |vertex: usize, at: usize| Influence {
        joint: ((vertex + at) % rest.len()) as u32,
        weight: [0.625, 0.375][at],
    };
    let primitive = Primitive {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        influences: (0..6).map(|at| influence(at / 2, at % 2)).collect(),
        influences_per_vertex: 2,
        indices: vec![0, 1, 2],
        ..Primitive::default()
    };
    figure.is_skinned = vec![true; rest.len()];
    figure.skins = vec![Skin { joints, inverse_bind }];
    figure.meshes = vec![Mesh {
        name: "body".to_owned(),
        attachment: Attachment::Skin(0),
        primitives: vec![primitive],
        ..Mesh::default()
    }];
    figure
}

#[test]
fn odd_figures_are_read_back() {
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let joint = |scale: Vec3| step(turn, scale);
    let plain = joint(Vec3::ONE);
    let figures = [
        ("one joint", chain(&[("alone", plain)])),
        ("equal names", chain(&[("a", plain), ("a", plain), ("a", plain)])),
        ("names of any script", chain(&[("頭", plain), ("Kopf é", plain), ("", plain)])),
        ("odd names", chain(&[("a::b", plain), ("a\0\u{1}b", plain), ("x\"y\n", plain)])),
        ("even scale", chain(&[("a", joint(Vec3::splat(100.0))), ("b", plain), ("c", plain)])),
        ("uneven scale", chain(&[("a", joint(Vec3::new(1.0, 2.0, 0.5))), ("b", plain)])),
        ("mirror", chain(&[("a", joint(Vec3::new(-1.0, 1.0, 1.0))), ("b", plain), ("c", plain)])),
        ("flat", chain(&[("a", plain), ("b", joint(Vec3::new(1.0, 0.0, 1.0))), ("c", plain)])),
    ];
    for (name, figure) in figures {
        for figure in [figure.clone(), skinned(figure)] {
            let written = written(name, &figure, None);
            let back = read(name, &written.bytes).figure;
            let kept = figure.rig.skeleton.len() + figure.meshes.len();
            assert_eq!(back.rig.skeleton.len(), kept, "{name}");
            let [own, found] = [figure.saved_pose(), back.saved_pose()];
            assert_places(name, (&figure, &own), (&back, &found));
            let is_flat = name == "flat" && !figure.skins.is_empty();
            if !is_flat {
                assert_surfaces(name, (&figure, &own), (&back, &found));
            }
            let tells = written.warnings.iter().any(|warning| warning.contains("bind matrices"));
            assert_eq!(tells, is_flat, "{name}: {:?}", written.warnings);
        }
    }
}

#[test]
fn angles_continue_over_full_turns_and_at_the_poles() {
    let mut figure = chain(&[("a", Transform::IDENTITY), ("b", step(Quat::IDENTITY, Vec3::ONE))]);
    let frames = 240;
    let turn = |frame: usize| {
        let part = frame as f32 / 24.0;
        Quat::from_rotation_y(1.3 * part) * Quat::from_rotation_x(part) * Quat::from_rotation_z(2.0)
    };
    figure.clips = vec![Clip {
        name: "spin".to_owned(),
        duration: (frames - 1) as f32 / 24.0,
        tracks: vec![Track {
            joint: 0,
            times: (0..frames).map(|frame| frame as f32 / 24.0).collect(),
            values: Values::Rotation((0..frames).map(turn).collect()),
            interpolation: Interpolation::Linear,
        }],
        ..Clip::default()
    }];
    let back = read("spin", &written("spin", &figure, None).bytes).figure;
    let [clip, other] = [&figure.clips[0], &back.clips[0]];
    assert_eq!(other.name, "spin");
    assert!((other.duration - clip.duration).abs() < 1e-5);
    for frame in 0..frames {
        let time = frame as f32 / 24.0;
        let [mut own, mut found] = [figure.saved_pose(), back.saved_pose()];
        clip.sample(time, &mut own);
        other.sample(time, &mut found);
        assert_places(&format!("frame {frame}"), (&figure, &own), (&back, &found));
    }
    // Between frames a jump of a full turn would show as a fast spin.
    for at in 0..(2 * frames - 2) {
        let time = at as f32 / 48.0;
        let [mut own, mut found] = [figure.saved_pose(), back.saved_pose()];
        clip.sample(time, &mut own);
        other.sample(time, &mut found);
        let angle = own.locals[0].rotation.angle_between(found.locals[0].rotation);
        assert!(angle < 0.05, "at {time} s: {angle} rad");
    }
}

#[test]
fn clips_keep_their_rate_their_end_and_the_pose_of_joints_without_keys() {
    let mut figure = chain(&[("a", Transform::IDENTITY), ("b", step(Quat::IDENTITY, Vec3::ONE))]);
    let track = |times: Vec<f32>| Track {
        joint: 1,
        values: Values::Translation(times.iter().map(|&time| Vec3::new(time, 1.0, 2.0)).collect()),
        times,
        interpolation: Interpolation::Linear,
    };
    let clip = |name: &str, times: &[f32]| Clip {
        name: name.to_owned(),
        duration: times.last().copied().unwrap_or(0.0),
        tracks: if times.is_empty() { Vec::new() } else { vec![track(times.to_vec())] },
        ..Clip::default()
    };
    figure.clips = vec![clip("even", &[0.0, 0.25, 0.5]), clip("odd", &[0.0, 0.31, 1.017])];
    figure.clips.extend([clip("still", &[0.0]), clip("empty", &[])]);
    let mut pose = figure.saved_pose();
    pose.locals[0].rotation = Quat::from_rotation_x(1.0);
    let file = written("clips", &figure, Some(&pose));
    let told = |part: &str, name: &str| {
        file.warnings.iter().any(|warning| warning.contains(part) && warning.contains(name))
    };
    assert!(told("without a fixed frame rate", "\"odd\""), "{:?}", file.warnings);
    assert!(told("without keys", "\"empty\""), "{:?}", file.warnings);
    let back = read("clips", &file.bytes).figure;
    let names: Vec<&str> = back.clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["even", "odd", "still"]);
    for (own, found) in figure.clips.iter().zip(&back.clips) {
        assert!((own.duration - found.duration).abs() < 1e-5, "{}", own.name);
        for part in [0.0, 0.5, 1.0] {
            let [mut here, mut there] = [pose.clone(), back.saved_pose()];
            own.sample(part * own.duration, &mut here);
            found.sample(part * own.duration, &mut there);
            assert_places(&own.name, (&figure, &here), (&back, &there));
        }
    }
    let fast = fbx::write(&figure, None, Some(100.0)).unwrap();
    let keys = |bytes: &[u8]| read("rate", bytes).figure.clips[1].tracks[0].times.len();
    assert!(keys(&fast.bytes) >= 2 && fast.bytes.len() > file.bytes.len());
}

#[test]
fn materials_and_pictures_come_back() {
    let mut figure = skinned(chain(&[("a", Transform::IDENTITY)]));
    let picture = b"\x89PNG\r\n\x1a\n of a test".to_vec();
    let color = [0.25, 0.5, 0.75, 0.5];
    figure.materials = vec![
        Material { name: "skin".to_owned(), base_color: color, ..Material::default() },
        Material { name: "cloth".to_owned(), base_color_image: Some(0), ..Material::default() },
    ];
    figure.images =
        vec![Image { name: "dots".to_owned(), bytes: picture.clone(), ..Image::default() }];
    let part = figure.meshes[0].primitives[0].clone();
    let uvs = vec![kansetsu::glam::Vec2::new(0.25, 0.125); 3];
    figure.meshes[0].primitives = vec![
        Primitive { material: Some(0), ..part.clone() },
        Primitive { material: Some(1), uvs, ..part.clone() },
        Primitive { material: None, ..part },
    ];
    let back = read("looks", &written("looks", &figure, None).bytes).figure;
    let names: Vec<&str> = back.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["skin", "cloth", "material"]);
    for (own, found) in color.iter().zip(back.materials[0].base_color) {
        assert!((own - found).abs() < 1e-4, "{color:?}, not {:?}", back.materials[0].base_color);
    }
    assert_eq!(back.materials[0].alpha, AlphaMode::Blend);
    assert_eq!(back.images[0].bytes, picture);
    assert_eq!(back.materials[1].base_color_image, Some(0));
    let parts = &back.meshes[0].primitives;
    assert_eq!(parts.len(), 3);
    let of = |material: usize| parts.iter().find(|part| part.material == Some(material)).unwrap();
    assert!(of(1).uvs.iter().all(|uv| uv.distance(kansetsu::glam::Vec2::new(0.25, 0.125)) < 1e-6));
    assert_eq!(of(1).positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
}

#[test]
fn hidden_and_rigid_surfaces_stay_with_their_joints() {
    let mut figure = chain(&[
        ("a", step(Quat::from_rotation_x(0.4), Vec3::ONE)),
        ("b", step(Quat::IDENTITY, Vec3::ONE)),
    ]);
    let primitive = Primitive {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        indices: vec![0, 1, 2],
        ..Primitive::default()
    };
    figure.meshes = vec![Mesh {
        name: "hat".to_owned(),
        attachment: Attachment::Joint(1),
        is_hidden: true,
        primitives: vec![primitive],
    }];
    let back = read("hat", &written("hat", &figure, None).bytes).figure;
    assert!(back.meshes[0].is_hidden);
    let [own, found] = [figure.saved_pose(), back.saved_pose()];
    assert_surfaces("hat", (&figure, &own), (&back, &found));
    assert!(
        back.meshes[0].primitives[0].normals.iter().all(|normal| normal.distance(Vec3::Z) < 1e-6)
    );
}

#[test]
fn data_that_is_left_out_is_named() {
    let mut figure =
        skinned(chain(&[("a", Transform::IDENTITY), ("b", step(Quat::IDENTITY, Vec3::ONE))]));
    figure.morphs = vec![Morph { name: "smile".to_owned(), ..Morph::default() }];
    figure.meshes[0].primitives[0].colors = vec![[1.0; 4]; 3];
    figure.materials =
        vec![Material { name: "flat".to_owned(), unlit: true, ..Material::default() }];
    figure.meshes.push(Mesh { name: "nothing".to_owned(), ..Mesh::default() });
    let warnings = written("losses", &figure, None).warnings;
    for (part, name) in [
        ("morph targets", "\"smile\""),
        ("colours of vertices", "\"body\""),
        ("looks of materials", "\"flat\""),
        ("without triangles", "\"nothing\""),
    ] {
        let tells = |warning: &String| warning.contains(part) && warning.contains(name);
        assert!(warnings.iter().any(tells), "{part} {name}: {warnings:?}");
    }
}

#[test]
fn invalid_figures_are_refused_with_their_place() {
    let sound =
        skinned(chain(&[("a", Transform::IDENTITY), ("b", step(Quat::IDENTITY, Vec3::ONE))]));
    let refused = |change: &dyn Fn(&mut Figure)| {
        let mut figure = sound.clone();
        change(&mut figure);
        match fbx::write(&figure, None, None) {
            Err(Error::Malformed { place, .. }) => place,
            other => panic!("{other:?}"),
        }
    };
    let body = "mesh \"body\"";
    assert_eq!(refused(&|figure| figure.meshes[0].primitives[0].indices[1] = 3), body);
    assert_eq!(refused(&|figure| figure.meshes[0].primitives[0].positions[1].x = f32::NAN), body);
    assert_eq!(refused(&|figure| figure.meshes[0].primitives[0].influences[0].joint = 2), body);
    assert_eq!(refused(&|figure| figure.meshes[0].primitives[0].material = Some(0)), body);
    assert_eq!(refused(&|figure| figure.meshes[0].attachment = Attachment::Skin(1)), body);
    assert_eq!(refused(&|figure| figure.meshes[0].attachment = Attachment::Joint(2)), body);
    let long = |figure: &mut Figure| {
        let times = vec![0.0, 1e9];
        let values = Values::Scale(vec![Vec3::ONE; 2]);
        let tracks = vec![Track { joint: 0, times, values, interpolation: Interpolation::Linear }];
        figure.clips =
            vec![Clip { name: "long".to_owned(), duration: 1e9, tracks, ..Clip::default() }];
    };
    let mut figure = sound.clone();
    long(&mut figure);
    assert!(matches!(
        fbx::write(&figure, None, Some(60.0)),
        Err(Error::Malformed { place, .. }) if place == "clip \"long\""
    ));
    let mut pose = sound.saved_pose();
    pose.locals[1].translation.y = f32::INFINITY;
    assert!(matches!(fbx::write(&sound, Some(&pose), None), Err(Error::Skeleton(_))));
    pose.locals.pop();
    assert!(matches!(fbx::write(&sound, Some(&pose), None), Err(Error::Skeleton(_))));
}

#[test]
fn a_written_file_is_deterministic_and_a_truncated_one_is_refused() {
    let figure =
        skinned(chain(&[("a", Transform::IDENTITY), ("b", step(Quat::IDENTITY, Vec3::ONE))]));
    let bytes = written("body", &figure, None).bytes;
    assert_eq!(bytes, written("body", &figure, None).bytes);
    // Without its last record, which names a take, and the footer, the file is still whole.
    let whole = bytes.windows(5).rposition(|name| name == b"Takes").unwrap() - 13;
    for end in (0..whole).step_by(7) {
        let read = fbx::read(&bytes[..end], &|path| Err(path.to_owned()));
        assert!(read.is_err(), "{end} of {} bytes are read", bytes.len());
    }
    let mut random = Random::new(5);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let at = random.below(damaged.len());
        damaged[at] ^= 1 << random.below(8);
        // It may be read or refused; it must not panic.
        let _ = fbx::read(&damaged, &|path| Err(path.to_owned()));
    }
}

#[test]
fn a_read_file_is_written_with_the_joints_that_move_its_skins() {
    let Some(folder) = test_data("fbx") else { return };
    let mut skins = 0;
    for path in corpus::files(&folder, &["fbx"]) {
        let Ok(loaded) = fbx::read(&std::fs::read(&path).unwrap(), &|path| Err(path.to_owned()))
        else {
            continue;
        };
        let name = corpus::name(&path);
        let back = read(&name, &written(&name, &loaded.figure, None).bytes).figure;
        let used = |figure: &Figure| figure.is_skinned.iter().filter(|used| **used).count();
        assert_eq!(used(&back), used(&loaded.figure), "{name}");
        assert_eq!(back.rig.roles.len(), loaded.figure.rig.roles.len(), "{name}");
        skins += loaded.figure.skins.len();
    }
    assert!(skins > 5, "{skins} skins");
}
