//! Damaged files of every format: truncated at 200 positions, and 1,000 times with changed bytes.
//! No panic, and errors name the place.

use std::panic::catch_unwind;
use std::path::PathBuf;

use kansetsu_formats::{Error, open};

use crate::fbx_writer::Form;
use crate::random::Random;
use crate::{corpus, skip::test_data};

/// Small real files of the formats, by folder and extension.
fn victims(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let Some(folder) = test_data(folder) else { return Vec::new() };
    let mut files = corpus::files(&folder, endings);
    files.sort_by_key(|path| std::fs::metadata(path).unwrap().len());
    files.truncate(3);
    files
}

fn check(bytes: &[u8], name: &str, what: &str) -> bool {
    let read = catch_unwind(|| open(bytes, name, &|_| Err("not here".to_owned())).map(drop));
    match read {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            let place = match &error {
                Error::Malformed { place, .. }
                | Error::Unsupported { place, .. }
                | Error::Resource { place, .. } => place.as_str(),
                _ => "the skeleton",
            };
            assert!(
                !place.is_empty() && !error.to_string().contains("NaN at"),
                "{name} {what}: {error}"
            );
            false
        }
        Err(_) => panic!("{name} {what}: a panic"),
    }
}

fn damage(path: &PathBuf) {
    damage_bytes(&std::fs::read(path).unwrap(), &corpus::name(path));
}

fn damage_bytes(bytes: &[u8], name: &str) {
    assert!(check(bytes, name, "whole"), "{name} is sound");
    let mut read = [0; 2];
    for cut in 0..200 {
        let end = bytes.len() * cut / 200;
        read[0] += usize::from(check(&bytes[..end], name, &format!("cut after {end} bytes")));
    }
    let mut random = Random::new(11);
    for flip in 0..1000 {
        let mut changed = bytes.to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        read[1] += usize::from(check(&changed, name, &format!("flip {flip}")));
    }
    println!("{name}: {} of 200 cut and {} of 1000 changed files are read", read[0], read[1]);
}

#[test]
fn damaged_bvh_files_do_no_harm() {
    victims("bvh", &["bvh"]).iter().for_each(damage);
}

#[test]
fn damaged_urdf_files_do_no_harm() {
    victims("urdf", &["urdf"]).iter().for_each(damage);
}

#[test]
fn damaged_mmd_files_do_no_harm() {
    victims("mmd", &["pmx", "vmd"]).iter().for_each(damage);
    damage_bytes(&crate::mmd::legged(), "legged.pmx");
    damage_bytes(&crate::mmd_made::pmd(), "made.pmd");
    damage_bytes(&crate::mmd::motion().write(), "motion.vmd");
    damage_bytes(&crate::mmd_morphs::face(), "face.pmx");
    damage_bytes(&crate::mmd_springs::example(), "skirt.pmx");
    damage_bytes(&crate::mmd_morphs::old_face(), "face.pmd");
    damage_bytes(&crate::mmd_morphs::motion().write(), "talk.vmd");
    damage_bytes(&crate::mmd_morphs::talking(), "talk.glb");
}

#[test]
fn damaged_mqo_files_do_no_harm() {
    victims("mqo", &["mqo"]).iter().for_each(damage);
    damage_bytes(&crate::mqo::archived(), "archived.mqoz");
    damage_bytes(&crate::elements::metasequoia::morphing(), "face.mqoz");
}

#[test]
fn damaged_mqo_files_are_saved_posed_and_anew_without_harm() {
    let Some(folder) = test_data("mqo") else { return };
    let bytes = std::fs::read(folder.join("yuri_nii.mqo")).unwrap();
    let mut random = Random::new(14);
    let mut saved = 0;
    for flip in 0..60 {
        let mut changed = bytes.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        let Ok(opened) = open(&changed, "test.mqo", &|_| Err(String::new())) else { continue };
        let kansetsu_formats::Document::Mqo(document) = &opened.document else { continue };
        let mut pose = opened.figure.rig.skeleton.rest_pose();
        pose.locals
            .iter_mut()
            .for_each(|local| local.rotation *= kansetsu::glam::Quat::from_rotation_x(0.3));
        let both = catch_unwind(std::panic::AssertUnwindSafe(|| {
            let posed = document.save(&opened.figure, Some(&pose)).map(drop);
            (posed.is_ok(), kansetsu_formats::mqo::write(&opened.figure, Some(&pose)).is_ok())
        }));
        saved +=
            usize::from(both.unwrap_or_else(|_| panic!("flip {flip}: a panic")) == (true, true));
    }
    // Most are refused: an invalid digit ends the reading.
    assert!(saved > 3, "{saved}");
}

#[test]
fn damaged_fbx_files_do_no_harm() {
    for form in [Form::Text(7300), Form::Binary(7400)] {
        damage_bytes(&crate::fbx_shapes::face(form), "face.fbx");
    }
    for start in [
        "own_mixamo_like",
        "ufbx__max_transformed_skin_7500",
        "ufbx__max_transformed_skin_6100",
        "ufbx__synthetic_pre_post",
    ] {
        let Some(folder) = test_data("fbx") else { return };
        corpus::files(&folder, &["fbx"])
            .iter()
            .filter(|path| corpus::name(path).starts_with(start))
            .for_each(damage);
    }
}

#[test]
fn damaged_vrm_animations_do_no_harm_alone_and_on_a_figure() {
    let Some(folder) = test_data("vrm") else { return };
    let motion = folder.join("test.vrma");
    damage(&motion);
    let model = std::fs::read(folder.join("basic_armature_vrm1.vrm")).unwrap();
    let figure = open(&model, "basic_armature_vrm1.vrm", &|_| Err(String::new())).unwrap();
    let bytes = std::fs::read(motion).unwrap();
    let mut random = Random::new(13);
    for flip in 0..1000 {
        let mut changed = bytes.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        let mut opened = figure.clone();
        let added = catch_unwind(std::panic::AssertUnwindSafe(|| {
            opened.import_animation(&changed, "test.vrma")
        }));
        assert!(added.is_ok(), "flip {flip}");
        for clip in &opened.figure.clips {
            let written = catch_unwind(std::panic::AssertUnwindSafe(|| {
                kansetsu_formats::vrma::write(
                    &opened.figure,
                    clip,
                    kansetsu_formats::vrma::RestConvention::Front,
                )
                .map(drop)
            }));
            assert!(written.is_ok(), "flip {flip}, written");
        }
    }
}

#[test]
fn damaged_asf_files_do_no_harm() {
    damage_bytes(crate::asf::SKELETON.as_bytes(), "test.asf");
    let skeleton =
        open(crate::asf::SKELETON.as_bytes(), "test.asf", &|_| Err(String::new())).unwrap();
    let motion = crate::asf::MOTION.as_bytes();
    let mut random = Random::new(12);
    for flip in 0..1000 {
        let mut changed = motion[..motion.len() - random.below(motion.len())].to_vec();
        let at = random.below(changed.len());
        changed[at] ^= 1 << random.below(8);
        let mut figure = skeleton.clone();
        let added = catch_unwind(std::panic::AssertUnwindSafe(|| {
            figure.import_animation(&changed, "test.amc")
        }));
        assert!(added.is_ok(), "flip {flip}");
    }
}
