//! MQO files: saving changes only what a pose moves, and other formats can be converted to it.

use kansetsu::d3::{Rig, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Document, Figure, Opened, gltf, mqo, open};

use crate::{corpus, skip::test_data};

fn read(bytes: &[u8]) -> Opened {
    open(bytes, "test.mqo", &|_| Err("not here".to_owned())).expect("read")
}

fn document(opened: &Opened) -> &mqo::Document {
    let Document::Mqo(document) = &opened.document else { panic!("no MQO") };
    document
}

fn angle(a: Quat, b: Quat) -> f32 {
    let turn = a.conjugate() * b;
    (2.0 * turn.xyz().length().atan2(turn.w.abs())).to_degrees()
}

/// Every joint of `found` has the transform of the joint of the same name of `wanted`.
fn stand_alike(wanted: &Figure, pose: &kansetsu::d3::Pose, found: &Figure) -> (f32, f32) {
    let [wanted_at, found_at] = [(wanted, pose), (found, &found.rig.skeleton.rest_pose())]
        .map(|(figure, pose)| figure.rig.skeleton.forward(pose));
    let (mut way, mut turn) = (0.0_f32, 0.0_f32);
    for (index, joint) in wanted.rig.skeleton.joints().iter().enumerate() {
        let other = found
            .rig
            .skeleton
            .find(&joint.name)
            .unwrap_or_else(|error| panic!("{}: {error}", joint.name));
        way = way.max(
            wanted_at[index].translation.distance(found_at[other].translation)
                / wanted.rig.skeleton.size(),
        );
        turn = turn.max(angle(rotation_of(&wanted_at[index]), rotation_of(&found_at[other])));
        let above = |figure: &Figure, joint: usize| {
            let joints = figure.rig.skeleton.joints();
            joints[joint].parent.map(|parent| joints[parent].name.clone())
        };
        assert_eq!(above(wanted, index), above(found, other), "the parent of \"{}\"", joint.name);
    }
    (way, turn)
}

#[test]
fn without_a_pose_the_bytes_are_those_that_were_read() {
    let Some(folder) = test_data("mqo") else { return };
    for path in corpus::files(&folder, &["mqo"]) {
        let bytes = std::fs::read(&path).expect("read");
        let opened = read(&bytes);
        let rest = opened.figure.rig.skeleton.rest_pose();
        for pose in [None, Some(&rest)] {
            assert_eq!(
                document(&opened).save(&opened.figure, pose).expect("saved").bytes,
                bytes,
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn a_pose_moves_bones_surfaces_and_anchors_and_nothing_else() {
    let Some(folder) = test_data("mqo") else { return };
    let bytes = std::fs::read(folder.join("yuri_nii.mqo")).expect("read");
    let opened = read(&bytes);
    let figure = &opened.figure;
    let mut pose = figure.rig.skeleton.rest_pose();
    let arm = figure.rig.skeleton.find("腕[L]").expect("there");
    pose.locals[arm].rotation *= Quat::from_rotation_x(0.6);
    let saved = document(&opened).save(figure, Some(&pose)).expect("saved").bytes;
    let [before, after]: [Vec<&[u8]>; 2] =
        [&bytes, &saved].map(|bytes| bytes.split(|&byte| byte == b'\n').collect());
    assert_eq!(before.len(), after.len());
    let changed: Vec<&&[u8]> = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before != after)
        .map(|(before, _)| before)
        .collect();
    let is_vertex = |line: &[u8]| {
        String::from_utf8_lossy(line)
            .split_whitespace()
            .filter(|word| word.parse::<f32>().is_ok())
            .count()
            == 3
    };
    assert!(
        changed.len() > 20 && changed.len() < before.len() / 4,
        "{} of {} lines",
        changed.len(),
        before.len()
    );
    assert!(changed.iter().all(|line| is_vertex(line)), "only vertices change");
    let again = read(&saved);
    let (way, turn) = stand_alike(figure, &pose, &again.figure);
    println!("posed and saved: places {way:.1e} of the size, turns {turn:.1e} degrees");
    assert!(way < 1e-5 && turn < 0.01, "{way} of the size, {turn} degrees");
    // The surface is where skinning puts it.
    let maps = figure.rig.skeleton.forward(&pose);
    let rest = again.figure.rig.skeleton.forward(&again.figure.rig.skeleton.rest_pose());
    let (mut moved, mut worst) = (0, 0.0_f32);
    for (mesh, other) in figure.meshes.iter().zip(&again.figure.meshes) {
        let places = |figure: &Figure,
                      mesh: &kansetsu_formats::Mesh,
                      maps: &[kansetsu::glam::Affine3]|
         -> Vec<_> {
            let placement = figure.placement(mesh.attachment, maps);
            mesh.primitives.iter().flat_map(|part| part.posed_positions(&placement)).collect()
        };
        let [wanted, found] = [places(figure, mesh, &maps), places(&again.figure, other, &rest)];
        for place in &wanted {
            let nearest =
                found.iter().map(|other| other.distance(*place)).fold(f32::INFINITY, f32::min);
            worst = worst.max(nearest);
            moved += 1;
        }
    }
    assert!(
        moved > 1000 && worst < 1e-3 * figure.rig.skeleton.size(),
        "{worst} off of {moved} vertices"
    );
}

#[test]
fn bones_go_over_glb_and_back_to_triangles() {
    let Some(folder) = test_data("mqo") else { return };
    let opened = read(&std::fs::read(folder.join("yuri_nii.mqo")).expect("read"));
    let rest = opened.figure.rig.skeleton.rest_pose();
    let glb = gltf::write_new(&opened.figure, None).expect("written");
    let figure = gltf::read(&glb, &|_| Err(String::new())).expect("read").figure;
    let written = mqo::write(&figure, None).expect("written");
    let again = read(&written.bytes);
    let (way, turn) = stand_alike(&opened.figure, &rest, &again.figure);
    println!(
        "MQO to GLB to MQO: places {way:.1e} of the size, turns {turn:.1e} degrees; {:?}",
        written.warnings
    );
    assert!(way < 1e-5 && turn < 0.01, "{way} of the size, {turn} degrees");
    assert_eq!(again.figure.rig.skeleton.len(), opened.figure.rig.skeleton.len());
    assert_eq!(
        again.figure.rig.ik_stops.len(),
        opened.figure.rig.ik_stops.len(),
        "lines are lines again"
    );
    let faces = |figure: &Figure| {
        figure
            .meshes
            .iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|part| part.indices.len())
            .sum::<usize>()
    };
    assert_eq!(faces(&again.figure), faces(&opened.figure));
    assert!(
        !again.warnings.iter().any(|warning| warning.contains("ambiguous")),
        "{:?}",
        again.warnings
    );
}

#[test]
fn skeletons_of_other_formats_become_triangles_with_their_tree() {
    for (folder, name) in [
        ("vrm", "unity_example_vrm1.vrm"),
        ("bvh", "cmu_12_01_walk.bvh"),
        ("mmd", "Gene_light.pmx"),
        ("urdf", "panda.urdf"),
    ] {
        let Some(folder) = test_data(folder) else { return };
        let bytes = std::fs::read(folder.join(name)).expect("read");
        let source = open(&bytes, name, &|_| Err("not here".to_owned())).expect("read").figure;
        let written = mqo::write(&source, None).expect("written");
        let found = read(&written.bytes);
        let (skeleton, figure) = (&source.rig.skeleton, &found.figure);
        let at = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let wanted = skeleton.forward(&skeleton.rest_pose());
        let mut compared = 0;
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let Ok(other) = figure.rig.skeleton.find(&joint.name) else { continue };
            let way = at[other].translation.distance(wanted[index].translation) / skeleton.size();
            assert!(way < 1e-3, "{name}, {}: {way} of the size", joint.name);
            // The parent is the same joint, across lines and joints that are not bones.
            let above: Vec<&str> = figure
                .rig
                .skeleton
                .ancestors(other)
                .skip(1)
                .map(|above| figure.rig.skeleton.joints()[above].name.as_str())
                .collect();
            let above = above.into_iter().find(|name| !name.starts_with("FLOAT_"));
            let mut tree = skeleton
                .ancestors(index)
                .skip(1)
                .map(|above| skeleton.joints()[above].name.as_str());
            assert!(
                above.is_none_or(|above| tree.any(|name| name == above)),
                "{name}, {}: {above:?}",
                joint.name
            );
            compared += 1;
        }
        println!("{name}: {compared} of {} joints are bones", skeleton.len());
        assert!(compared * 10 >= skeleton.len() * 7, "{name}: {compared} of {}", skeleton.len());
    }
}

/// Joints at one place, this far from the origin: single precision has no number a little beside
/// it.
fn far_away(distance: f32) -> Figure {
    let mut builder = Skeleton::builder();
    let place = Transform::from_translation(Vec3::X * distance);
    let mut joint = builder.root("0", place);
    for name in ["1", "2", "3"] {
        joint = builder.child(joint, name, Transform::from_translation(Vec3::Y * 1e-3));
    }
    Figure::new("far", Rig::new(builder.build().unwrap()))
}

#[test]
fn bones_far_from_the_origin_are_written_and_bones_beyond_all_numbers_are_refused() {
    for distance in [1e3, 1e7, 1e12, 1e19] {
        let written = mqo::write(&far_away(distance), None).expect("written");
        assert!(written.bytes.starts_with(b"Metasequoia"), "{distance}");
    }
    for distance in [1e30, 3e38] {
        let error = mqo::write(&far_away(distance), None).expect_err("too far").to_string();
        assert!(error.contains("too large") && error.contains("\"0\""), "{error}");
    }
}

#[test]
fn a_vertex_beyond_what_the_format_has_is_refused_with_its_mesh() {
    let mut figure = kansetsu_formats::Figure::new("one", far_away(0.0).rig);
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y * 1e31];
    figure.meshes = vec![kansetsu_formats::Mesh {
        name: "cloth".to_owned(),
        primitives: vec![kansetsu_formats::Primitive {
            positions,
            indices: vec![0, 1, 2],
            ..Default::default()
        }],
        ..Default::default()
    }];
    let error = mqo::write(&figure, None).expect_err("too far").to_string();
    assert!(error.contains("too large") && error.contains("cloth"), "{error}");
}
