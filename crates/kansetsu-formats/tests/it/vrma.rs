//! VRM animations move both versions of VRM like three-vrm, and keep that motion when written
//! again.

use std::path::Path;

use kansetsu::d3::rotation_of;
use kansetsu::glam::Vec3;
use kansetsu_formats::{Clip, Figure, Opened, Role, open, vrma};

use crate::validator;
use crate::{corpus, skip::test_data};

fn opened(path: &Path) -> Opened {
    let folder = path.parent().expect("a folder");
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
    open(&std::fs::read(path).expect("read"), &corpus::name(path), &beside).expect("opened")
}

#[test]
fn an_animation_moves_both_versions_as_the_reference_does() {
    let (Some(folder), Some(references)) = (test_data("vrm"), test_data("reference")) else {
        return;
    };
    for model in ["basic_armature_vrm0", "basic_armature_vrm1"] {
        let mut opened = opened(&folder.join(format!("{model}.vrm")));
        let before = opened.figure.clips.len();
        opened
            .import_animation(&std::fs::read(folder.join("test.vrma")).unwrap(), "test.vrma")
            .unwrap();
        let clip = &opened.figure.clips[before];
        let reference = corpus::json(&references.join(format!("vrma__test__on__{model}.json")));
        let skeleton = &opened.figure.rig.skeleton;
        let (mut worst, mut compared) = (0.0_f32, 0);
        for sample in reference["samples"].as_array().unwrap() {
            let mut pose = skeleton.rest_pose();
            clip.sample(sample["t"].as_f64().unwrap() as f32, &mut pose);
            let posed = skeleton.forward(&pose);
            for (role, place) in sample["world"].as_object().unwrap() {
                let joint = opened.figure.rig.roles[&Role::from_name(role).unwrap()];
                let place =
                    Vec3::from_array(std::array::from_fn(|i| place[i].as_f64().unwrap() as f32));
                worst = worst.max(posed[joint].translation.distance(place));
                compared += 1;
            }
        }
        println!("{model}: {compared} places, worst {worst:.2e} m");
        assert!(compared > 50 && worst <= 1e-4, "{model}: {worst} m off");
    }
}

/// The differences of the roles at times of two clips: positions in sizes of the figure, and
/// rotations, radians.
fn apart(figure: &Figure, clips: [&Clip; 2]) -> [f32; 2] {
    let skeleton = &figure.rig.skeleton;
    let mut worst = [0.0_f32; 2];
    for moment in 0..=20 {
        let time = clips[0].duration * moment as f32 / 20.0;
        let [one, other] = clips.map(|clip| {
            let mut pose = skeleton.rest_pose();
            clip.sample(time, &mut pose);
            skeleton.forward(&pose)
        });
        for (role, &joint) in figure
            .rig
            .roles
            .iter()
            .filter(|(role, _)| !matches!(role, Role::LeftEye | Role::RightEye))
        {
            let turn = rotation_of(&one[joint]).conjugate() * rotation_of(&other[joint]);
            let angle = 2.0 * turn.xyz_length().atan2(turn.w.abs());
            let way = one[joint].translation.distance(other[joint].translation) / skeleton.size();
            assert!(angle.is_finite() && way.is_finite(), "{role}");
            worst = [worst[0].max(way), worst[1].max(angle)];
        }
    }
    worst
}

trait Length {
    fn xyz_length(&self) -> f32;
}

impl Length for kansetsu::glam::Quat {
    fn xyz_length(&self) -> f32 {
        self.xyz().length()
    }
}

/// Writes a clip and reads it back onto the same figure.
fn there_and_back(opened: &Opened, clip: &Clip) -> (Vec<u8>, Clip) {
    let written = vrma::write(&opened.figure, clip, vrma::RestConvention::of(&opened.document))
        .expect("written");
    let mut again = opened.clone();
    again.figure.clips.clear();
    again.import_animation(&written.bytes, "out.vrma").expect("read back");
    (written.bytes, again.figure.clips.pop().expect("a motion"))
}

#[test]
fn what_is_written_reads_back_on_both_versions() {
    let Some(folder) = test_data("vrm") else { return };
    let mut files = Vec::new();
    let out = std::env::temp_dir().join(format!("kansetsu-vrma-{}", std::process::id()));
    std::fs::create_dir_all(&out).expect("a folder");
    for model in [
        "basic_armature_vrm0",
        "basic_armature_vrm1",
        "unity_example_vrm1",
        "rest_a_pose_t_position_rest",
    ] {
        let mut opened = opened(&folder.join(format!("{model}.vrm")));
        opened
            .import_animation(&std::fs::read(folder.join("test.vrma")).expect("read"), "test.vrma")
            .expect("added");
        let clip = opened.figure.clips.last().expect("a clip").clone();
        let (bytes, again) = there_and_back(&opened, &clip);
        let [way, turn] = apart(&opened.figure, [&clip, &again]);
        println!("{model}: places {way:.1e} of its size, turns {turn:.1e} rad");
        assert!(way <= 1e-5 && turn <= 1e-5, "{model}: {way} of its size, {turn} rad off");
        let path = out.join(format!("{model}.glb"));
        std::fs::write(&path, bytes).expect("saved");
        files.push(path);
    }
    for report in validator::validate(&files).into_iter().flatten() {
        assert_eq!(report["errors"], 0, "{report}");
    }
    std::fs::remove_dir_all(out).expect("removed");
}

#[test]
fn one_version_takes_what_was_written_for_the_other() {
    let Some(folder) = test_data("vrm") else { return };
    let [mut old, mut new] = ["basic_armature_vrm0", "basic_armature_vrm1"]
        .map(|model| opened(&folder.join(format!("{model}.vrm"))));
    let test = std::fs::read(folder.join("test.vrma")).expect("read");
    for opened in [&mut old, &mut new] {
        opened.figure.clips.clear();
        opened.import_animation(&test, "test.vrma").expect("added");
    }
    let written =
        vrma::write(&old.figure, &old.figure.clips[0], vrma::RestConvention::of(&old.document))
            .expect("written");
    new.import_animation(&written.bytes, "old.vrma").expect("added");
    let [_, turn] = apart(&new.figure, [&new.figure.clips[0], &new.figure.clips[1]]);
    assert!(turn <= 1e-5, "{turn} rad off");
}

#[test]
fn a_model_that_rests_with_hanging_arms_holds_them_so_on_one_in_a_t_pose() {
    let (Some(models), Some(folder)) = (test_data("mmd"), test_data("vrm")) else { return };
    let hanging = opened(&models.join("Gene_light.pmx"));
    let still = Clip { name: "still".to_owned(), ..Clip::default() };
    let (_, again) = there_and_back(&hanging, &still);
    let [_, turn] = apart(&hanging.figure, [&still, &again]);
    assert!(turn <= 1e-5, "on itself it rests: {turn} rad off");
    let written =
        vrma::write(&hanging.figure, &still, vrma::RestConvention::Unknown).expect("written");
    let mut target = opened(&folder.join("unity_example_vrm1.vrm"));
    target.import_animation(&written.bytes, "still.vrma").expect("added");
    let directions = |figure: &Figure, clip: &Clip| {
        let mut pose = figure.rig.skeleton.rest_pose();
        clip.sample(0.0, &mut pose);
        let maps = figure.rig.skeleton.forward(&pose);
        let way = |from: Role, to: Role| {
            (maps[figure.rig.roles[&to]].translation - maps[figure.rig.roles[&from]].translation)
                .normalize()
        };
        [way(Role::LeftUpperArm, Role::LeftLowerArm), way(Role::RightLowerArm, Role::RightHand)]
    };
    let [source, found] = [
        directions(&hanging.figure, &still),
        directions(&target.figure, target.figure.clips.last().expect("a clip")),
    ];
    for (source, found) in source.into_iter().zip(found) {
        assert!(source.y < -0.3, "the arms of this model hang at rest: {source}");
        let off = source.angle_between(found).to_degrees();
        assert!(off < 5.0, "{source} and {found}: {off} degrees apart");
    }
}

#[test]
fn what_no_animation_can_hold_is_said() {
    let figure =
        open(
            b"HIERARCHY\nROOT box { OFFSET 0 0 0 CHANNELS 0 }",
            "box.bvh",
            &|_| Err(String::new()),
        )
        .expect("read")
        .figure;
    let error = vrma::write(&figure, &Clip::default(), vrma::RestConvention::Unknown)
        .expect_err("no hips")
        .to_string();
    assert!(error.contains("hips"), "{error}");
}
