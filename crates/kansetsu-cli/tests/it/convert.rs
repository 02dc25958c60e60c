//! Conversion to other formats.

use crate::{
    command::{kansetsu, position},
    files::{Folder, is_valid},
    skip::test_data,
};

const WALK: &str = "HIERARCHY\nROOT hip\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
    \tJOINT knee\n\t{\n\t\tOFFSET 0 -40 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -38 0\n\t\t}\n\t}\n}\n\
    MOTION\nFrames: 3\nFrame Time: 0.04\n0 90 0 0 0 0 0 0 0\n0 90.5 1 0 0 0 0 45 0\n0.123456 91 2 10 20 30 0 90 0\n";

#[test]
fn bvh_opens_in_every_command() {
    let folder = Folder::new();
    let walk = folder.with("walk.bvh", WALK);
    let page = kansetsu(&["inspect", &walk]).done();
    assert!(
        page.out.contains("walk.bvh: BVH, \"walk\"")
            && page.out.contains("3 joints")
            && page.out.contains("\"motion\": 0.08 s"),
        "{}",
        page.out
    );
    let places = kansetsu(&["fk", &walk, "--clip", "0", "--time", "0.04", "--json"]).done().json();
    assert_eq!(position(&places, "hip"), [0.0, 90.5, 1.0]);
    let foot = position(&places, "knee_end");
    let half = 38.0 * 0.5f64.sqrt();
    assert!(
        (foot[1] - (50.5 - half)).abs() < 1e-4 && (foot[2] - (1.0 - half)).abs() < 1e-4,
        "{foot:?}"
    );
    kansetsu(&["solve", &walk, "--goal", "knee_end=0,40,30", "-o", &folder.path("posed.bvh")])
        .done();
    let posed = kansetsu(&["fk", &folder.path("posed.bvh"), "--clip", "0", "--json"]).done().json();
    let found = position(&posed, "knee_end");
    assert!(
        found.iter().zip([0.0, 40.0, 30.0]).all(|(a, b): (&f64, f64)| (a - b).abs() < 0.05),
        "{found:?}"
    );
    kansetsu(&["render", &walk, "--skeleton", "--size", "40x40", "-o", &folder.path("walk.png")])
        .done();
}

#[test]
fn bvh_goes_to_fbx_with_its_frames() {
    let folder = Folder::new();
    let walk = folder.with("walk.bvh", WALK);
    let out = folder.path("walk.fbx");
    kansetsu(&["convert", &walk, &out]).done();
    for (file, clip) in [(&walk, "motion"), (&out, "motion")] {
        let places =
            kansetsu(&["fk", file, "--clip", clip, "--time", "0.08", "--json"]).done().json();
        let hip = position(&places, "hip");
        assert!(
            hip.iter().zip([0.123456, 91.0, 2.0]).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-4),
            "{hip:?}"
        );
    }
    kansetsu(&["convert", &walk, &folder.path("slow.fbx"), "--rate", "5"]).done();
    kansetsu(&["convert", &walk, &folder.path("slow.glb"), "--rate", "5"])
        .refused(&["--rate", ".bvh, .fbx, .usda"]);
}

#[test]
fn a_pose_is_saved_as_fbx_and_usd_with_limits_beside_it() {
    let folder = Folder::new();
    let [fbx, usd] = ["posed.fbx", "posed.usda"].map(|name| folder.path(name));
    let goal = ["solve", "figure:mannequin", "--goal", "leftHand=0.3,1.2,0.3", "-o"];
    kansetsu(&[&goal[..], &[&fbx]].concat()).done();
    let rest = kansetsu(&["fk", &fbx, "--json"]).done().json();
    let hand = position(&rest, "LeftHand");
    assert!(
        hand.iter().zip([0.3, 1.2, 0.3]).all(|(a, b): (&f64, f64)| (a - b).abs() < 2e-3),
        "{hand:?}"
    );
    let limits = |file: &str| kansetsu(&["limits", file]).done().out.lines().count();
    assert_eq!(limits(&fbx), limits("figure:mannequin"));
    assert!(std::path::Path::new(&folder.path("posed.fbx.rig.json")).is_file());
    let told = kansetsu(&[&goal[..], &[&usd]].concat()).done().err;
    assert!(told.contains("USD stores no roles"), "{told}");
    assert!(std::fs::read_to_string(&usd).unwrap().contains("def Skeleton \"Skeleton\""));
}

#[test]
fn a_retargeted_motion_is_saved_as_fbx() {
    let folder = Folder::new();
    let [demo, out] = ["demo", "moved.fbx"].map(|name| folder.path(name));
    kansetsu(&["demo", "--out", &demo]).done();
    let glb = format!("{demo}/demo.glb");
    kansetsu(&["retarget", &glb, "figure:mannequin", "-o", &out]).done();
    let page = kansetsu(&["inspect", &out]).done().out;
    assert!(page.contains("FBX") && page.contains("\"demo\""), "{page}");
}

#[test]
fn without_an_edit_the_numbers_stay() {
    let folder = Folder::new();
    let walk = folder.with("walk.bvh", WALK);
    kansetsu(&["convert", &walk, &folder.path("again.bvh")]).done();
    assert_eq!(std::fs::read_to_string(folder.path("again.bvh")).unwrap(), WALK);
}

#[test]
fn bvh_goes_to_glb_and_back() {
    let folder = Folder::new();
    let walk = folder.with("walk.bvh", WALK);
    let (glb, back) = (folder.path("walk.glb"), folder.path("back.bvh"));
    kansetsu(&["convert", &walk, &glb, "--scale", "0.01"]).done();
    kansetsu(&["convert", &glb, &back, "--scale", "100"]).done();
    assert!(std::fs::read_to_string(&back).unwrap().contains("Frames: 3\nFrame Time: 0.04"));
    for time in ["0", "0.04", "0.08"] {
        let at = |file: &str| {
            kansetsu(&["fk", file, "--clip", "0", "--time", time, "--json"]).done().json()
        };
        let (first, last) = (at(&walk), at(&back));
        for joint in ["hip", "knee", "knee_end"] {
            let (a, b) = (position(&first, joint), position(&last, joint));
            assert!(
                a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-3),
                "{joint} at {time}: {a:?} {b:?}"
            );
        }
    }
    let run = kansetsu(&[
        "convert",
        &walk,
        &folder.path("slow.bvh"),
        "--clip",
        "motion",
        "--rate",
        "12.5",
    ])
    .done();
    assert!(run.out.contains("slow.bvh"), "{}", run.out);
    assert!(
        std::fs::read_to_string(folder.path("slow.bvh"))
            .unwrap()
            .contains("Frames: 2\nFrame Time: 0.08")
    );
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let folder = Folder::new();
    let run = kansetsu(&["convert", "figure:mannequin", &folder.path("m.bvh")]).done();
    assert!(run.err.contains("BVH does not store surfaces"), "{}", run.err);
    kansetsu(&["convert", "figure:mannequin", &folder.path("m.vrm")]).refused(&[
        "m.vrm",
        "licence",
        "use the extension .glb",
    ]);
    kansetsu(&["convert", "figure:mannequin", &folder.path("m.obj")])
        .refused(&["m.obj", ".glb, .vrm, .gltf, .fbx, .usda, .vrma, .bvh, .vmd, .vpd or .mqo"]);
    kansetsu(&["convert", "figure:mannequin", &folder.path("m.glb"), "--rate", "30"])
        .refused(&["--rate is for formats with frames"]);
}

#[test]
fn a_motion_goes_to_its_model() {
    let Some(data) = test_data("mmd") else { return };
    let folder = Folder::new();
    let file = |name: &str| data.join(name).display().to_string();
    let (model, motion, glb) =
        (file("Gene_light.pmx"), file("gene_happy.vmd"), folder.path("gene.glb"));
    let run = kansetsu(&["convert", &model, &glb, "--motion", &motion]).done();
    assert!(run.err.contains("morphs"), "{}", run.err);
    let at = |file: &str, more: &[&str]| {
        kansetsu(&[&["fk", file, "--clip", "gene_happy", "--json"], more].concat()).done().json()
    };
    let (a, b) = (at(&model, &["--motion", &motion]), at(&glb, &[]));
    for joint in ["左足首", "右手首", "頭"] {
        let (a, b) = (position(&a, joint), position(&b, joint));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-5), "{joint}: {a:?} {b:?}");
    }
    let again = folder.path("again.vmd");
    kansetsu(&["convert", &motion, &again]).done();
    assert!(
        std::fs::read(&again).unwrap() == std::fs::read(&motion).unwrap(),
        "without an edit the bytes are unchanged"
    );
    kansetsu(&["convert", &glb, &folder.path("baked.vmd")]).done();
    let page = kansetsu(&["inspect", &folder.path("baked.vmd")]).done();
    assert!(page.out.contains("VMD") && page.out.contains("左ひざ"), "{}", page.out);
}

#[test]
fn every_format_becomes_every_other_as_far_as_it_can_hold_it() {
    let folder = Folder::new();
    let mut sources = vec!["figure:mannequin".to_owned()];
    for path in [
        "vrm/unity_example_vrm1.vrm",
        "vrm/basic_armature_vrm0.vrm",
        "bvh/cmu_12_01_walk.bvh",
        "fbx/own_mixamo_like_7700_binary.fbx",
        "mqo/yuri_nii.mqo",
        "mmd/Gene_light.pmx",
        "urdf/panda.urdf",
    ] {
        let Some(file) = test_data(path) else { return };
        sources.push(file.to_str().expect("a path").to_owned());
    }
    for source in &sources {
        let joints = kansetsu(&["inspect", source, "--json"]).done().json()["joints"]
            .as_array()
            .expect("a list")
            .len();
        for ending in ["glb", "gltf", "vrm", "bvh", "vmd", "vrma", "mqo"] {
            let name = std::path::Path::new(source)
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .replace(':', "_");
            let out = folder.path(&format!("{name}-{ending}.{ending}"));
            let run = kansetsu(&["convert", source, &out]);
            if ending == "vrma" && source.ends_with("urdf") {
                run.refused(&["hips"]);
                continue;
            }
            if ending == "vrm" && !source.ends_with("vrm") {
                run.refused(&["licence", ".glb"]);
                continue;
            }
            assert_eq!(run.status, Some(0), "{source} to {ending}: {}", run.err);
            let again = kansetsu(&["inspect", &out, "--json"]).done().json();
            let found = again["joints"].as_array().expect("a list").len();
            assert!(found > 0, "{source} to {ending}: no joint");
            match ending {
                "glb" | "gltf" | "vrm" => {
                    assert!(found >= joints, "{source} to {ending}: {found} of {joints} joints");
                    is_valid(&out);
                }
                // A warning names data that the format cannot store.
                "bvh" | "mqo" => {
                    assert!(found * 3 > joints, "{source} to {ending}: {found} of {joints} joints")
                }
                _ => assert!(
                    ending == "vrma" || run.err.contains("warning"),
                    "{source} to {ending}: {}",
                    run.err
                ),
            }
        }
    }
}
