//! A figure written from scratch is the same figure when it is read.

use kansetsu::{
    d3::{Rig, Skeleton, Transform},
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_formats::{Attachment, Figure, Primitive, Skin, gltf};

use crate::{corpus, skip::test_data, validator};

fn figures() -> Vec<(String, Figure)> {
    let folders = [("gltf", &["glb", "gltf"][..]), ("vrm", &["vrm", "vrma"][..])];
    let files = folders
        .iter()
        .filter_map(|(folder, extensions)| Some(corpus::files(&test_data(folder)?, extensions)));
    files
        .flatten()
        .filter_map(|path| Some((corpus::name(&path), corpus::load(&path).ok()?.figure)))
        .collect()
}

fn reread(figure: &Figure) -> gltf::Loaded {
    let bytes = gltf::write_new(figure, None).unwrap();
    gltf::read(&bytes, &|name| Err(format!("{name} is not to be asked for"))).unwrap()
}

/// All primitives with their attachment, rigid ones by joint: meshes of one joint are merged.
fn parts(figure: &Figure) -> Vec<(Attachment, &Primitive)> {
    let shown = |part: &&Primitive| part.triangle_count() > 0;
    let all = figure
        .meshes
        .iter()
        .flat_map(|mesh| mesh.primitives.iter().filter(shown).map(|part| (mesh.attachment, part)));
    let mut parts: Vec<_> = all.collect();
    parts.sort_by_key(|(attachment, _)| match attachment {
        Attachment::Joint(joint) => (0, *joint),
        Attachment::Skin(_) => (1, 0),
    });
    parts
}

#[test]
fn joints_skins_and_clips_come_back() {
    for (name, figure) in figures() {
        let back = reread(&figure).figure;
        let count = figure.rig.skeleton.len();
        for (a, b) in figure.rig.skeleton.joints().iter().zip(&back.rig.skeleton.joints()[..count])
        {
            assert_eq!(
                (&a.name, a.parent, a.rest.translation, a.rest.scale),
                (&b.name, b.parent, b.rest.translation, b.rest.scale),
                "{name}"
            );
            // Skeletons normalize their rotations again: the last digit may differ.
            assert!((a.rest.rotation - b.rest.rotation).length() < 1e-6, "{name}");
        }
        if !figure.skins.is_empty() || !figure.meshes.is_empty() {
            assert_eq!(back.skins, figure.skins, "{name}");
        }
        assert_eq!(back.rig.roles, figure.rig.roles, "{name}");
        let moving: Vec<_> = figure.clips.iter().filter(|clip| !clip.tracks.is_empty()).collect();
        assert_eq!(back.clips.len(), moving.len(), "{name}");
        for (a, b) in back.clips.iter().zip(moving) {
            assert_eq!(a.tracks.len(), b.tracks.len(), "{name}");
            let (mut x, mut y) = (figure.rig.skeleton.rest_pose(), figure.rig.skeleton.rest_pose());
            a.sample(0.4 * a.duration, &mut x);
            b.sample(0.4 * a.duration, &mut y);
            for (x, y) in
                figure.rig.skeleton.forward(&x).iter().zip(figure.rig.skeleton.forward(&y))
            {
                assert!(
                    (x.translation - y.translation).length()
                        <= 1e-5 * figure.rig.skeleton.size() + 1e-6,
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn a_skeleton_without_a_surface_has_skins_of_all_joints() {
    let mut builder = Skeleton::builder();
    let at = |x, y| Transform {
        rotation: Quat::from_rotation_z(y),
        scale: Vec3::splat(2.0),
        translation: Vec3::new(x, y, 0.5),
    };
    let body = builder.root("body", at(0.0, 1.0));
    let prop = builder.root("prop", at(3.0, 0.0));
    let arm = builder.child(body, "arm", at(0.5, 0.25));
    builder.child(arm, "hand", at(0.25, -0.5));
    builder.child(prop, "lid", at(0.0, 0.75));
    let figure = Figure::new("bones", Rig::new(builder.build().unwrap()));
    let back = reread(&figure).figure;
    let names = |skin: &Skin| -> Vec<String> {
        let joints = back.rig.skeleton.joints();
        skin.joints.iter().map(|&joint| joints[joint].name.clone()).collect()
    };
    let skins: Vec<_> = back.skins.iter().map(names).collect();
    assert_eq!(skins, [&["body", "arm", "hand"][..], &["prop", "lid"]]);
    let rest = back.rig.skeleton.forward(&back.rig.skeleton.rest_pose());
    for skin in &back.skins {
        for (&joint, bind) in skin.joints.iter().zip(&skin.inverse_bind) {
            assert!((rest[joint] * *bind).abs_diff_eq(Affine3::IDENTITY, 1e-5), "{joint}");
        }
    }
    assert_eq!(reread(&back).figure.skins, back.skins);
}

#[test]
fn surfaces_stand_where_they_stood() {
    for (name, figure) in figures() {
        let back = reread(&figure).figure;
        let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let (before, after) = (parts(&figure), parts(&back));
        assert_eq!(before.len(), after.len(), "{name}");
        for ((attachment, a), (other, b)) in before.into_iter().zip(after) {
            let (x, y) = (
                a.posed_positions(&figure.placement(attachment, &rest)),
                b.posed_positions(&back.placement(other, &rest)),
            );
            let tolerance = 1e-5 * figure.rig.skeleton.size() + 1e-6;
            assert!(x.iter().zip(&y).all(|(x, y)| (*x - *y).length() <= tolerance), "{name}");
            assert_eq!(
                (&a.indices, a.material, a.normals.len()),
                (&b.indices, b.material, b.normals.len()),
                "{name}"
            );
        }
    }
}

#[test]
fn the_validator_finds_no_error() {
    let folder = std::env::temp_dir().join(format!("kansetsu-new-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    for (name, figure) in figures() {
        let file = folder.join(format!("{name}.glb"));
        std::fs::write(&file, gltf::write_new(&figure, None).unwrap()).unwrap();
        files.push(file);
    }
    for report in validator::validate(&files).into_iter().flatten() {
        assert_eq!(report["errors"], 0, "{report}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
