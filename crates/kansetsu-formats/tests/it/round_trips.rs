//! Conversions from one format to another and back, and saving and opening of poses: rotations,
//! limits, rest poses and roles are unchanged. On files made here, and on every real one.

use std::collections::BTreeSet;

use kansetsu::d3::{Pose, rotation_of};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::gltf::{Bake, Changes, Container};
use kansetsu_formats::{Document, Figure, Opened, bvh, gltf, mmd, mqo, open};

use crate::random::Random;
use crate::{bvh_made, corpus, fbx_made, mmd_made, skip::test_data, validator};

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("{path} is not here"))
}

fn read(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &absent).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Files of every format with a figure, made here.
pub(crate) fn made() -> Vec<(String, Opened)> {
    let mut led = read(&crate::mmd::legged(), "legged.pmx");
    led.import_animation(&crate::mmd::motion().write(), "motion.vmd").expect("added");
    let mut old = read(&mmd_made::pmd(), "made.pmd");
    old.import_animation(&crate::mmd::motion().write(), "motion.vmd").expect("added");
    let rest = [
        ("made.fbx", read(&fbx_made::moving_file(), "made.fbx")),
        ("made.mqo", read(crate::mqo::triangles().as_bytes(), "made.mqo")),
        ("made.bvh", read(bvh_made::moving_text().as_bytes(), "made.bvh")),
        ("made.urdf", read(crate::urdf::arm().as_bytes(), "made.urdf")),
        ("made.asf", read(crate::asf::SKELETON.as_bytes(), "made.asf")),
        ("legged.pmx", led),
        ("made.pmd", old),
    ];
    rest.into_iter().map(|(name, opened)| (name.to_owned(), opened)).collect()
}

/// The same from the corpus.
pub(crate) fn real() -> Vec<(String, Opened)> {
    let mut list = Vec::new();
    for (folder, endings) in [
        ("vrm", &["vrm"][..]),
        ("gltf", &["glb", "gltf"]),
        ("fbx", &["fbx"]),
        ("mqo", &["mqo"]),
        ("bvh", &["bvh"]),
        ("urdf", &["urdf"]),
        ("mmd", &["pmx"]),
    ] {
        let Some(folder) = test_data(folder) else { continue };
        for path in corpus::files(&folder, endings) {
            let bytes = std::fs::read(&path).expect("read");
            let beside =
                |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
            if let Ok(opened) = open(&bytes, &corpus::name(&path), &beside) {
                list.push((corpus::name(&path), opened));
            }
        }
    }
    list
}

/// Rotates every limited joint slightly, as far as its limit allows.
fn posed(figure: &Figure, seed: u64) -> Pose {
    let mut random = Random::new(seed);
    let mut pose = figure.saved_pose();
    let joints = figure.rig.skeleton.joints();
    for (joint, local) in pose.locals.iter_mut().enumerate() {
        let turn = Quat::from_scaled_axis(Vec3::from_array([0; 3].map(|_| 0.3 * random.signed())));
        let rest = joints[joint].rest.rotation;
        let turn = rest.conjugate() * local.rotation * turn;
        local.rotation = (rest
            * figure.rig.limits[joint].as_ref().map_or(turn, |limit| limit.project(turn)))
        .normalize();
    }
    pose
}

fn degrees(a: Quat, b: Quat) -> f32 {
    let turn = a.conjugate() * b;
    (2.0 * turn.xyz().length().atan2(turn.w.abs())).to_degrees()
}

/// For each joint of the first figure the one of the second: the first, second, ... with the same
/// name and a parent of the same name.
fn matched(name: &str, a: &Figure, b: &Figure) -> Vec<usize> {
    let key = |figure: &Figure, joint: usize| {
        let joints = figure.rig.skeleton.joints();
        (joints[joint].name.clone(), joints[joint].parent.map(|parent| joints[parent].name.clone()))
    };
    let mut left: Vec<usize> = (0..b.rig.skeleton.len()).collect();
    let take = |joint: usize| {
        let wanted = key(a, joint);
        // A file whose skin has several roots gets a root above them.
        let fits = |&other: &usize| {
            let (found, above) = key(b, other);
            found == wanted.0
                && (above == wanted.1
                    || (wanted.1.is_none()
                        && above.is_some_and(|above| above.trim_end_matches('_') == "root")))
        };
        let at = left.iter().position(fits).unwrap_or_else(|| panic!("{name}: {wanted:?} is gone"));
        left.remove(at)
    };
    (0..a.rig.skeleton.len()).map(take).collect()
}

/// The data for posing is equal; the second figure may have further joints, which carry meshes, in
/// another order.
fn assert_same(name: &str, a: &Figure, b: &Figure) {
    let to = matched(name, a, b);
    let mut mirrors = vec![None; b.rig.skeleton.len()];
    for (joint, &other) in to.iter().enumerate() {
        let [rest, found] =
            [&a.rig.skeleton.joints()[joint].rest, &b.rig.skeleton.joints()[other].rest];
        assert!(
            rest.translation == found.translation && rest.scale == found.scale,
            "{name}, joint {joint}: {rest:?}, not {found:?}"
        );
        assert!(
            degrees(rest.rotation, found.rotation) < 1e-3,
            "{name}, joint {joint}: {rest:?}, not {found:?}"
        );
        assert_eq!(a.rig.limits[joint], b.rig.limits[other], "{name}, joint {joint}");
        mirrors[other] = a.rig.mirrors[joint].map(|joint| to[joint]);
    }
    assert_eq!(mirrors, b.rig.mirrors, "{name}: mirrors");
    let limbs = a.rig.limbs.iter().map(|limb| {
        (limb.name.as_str(), [limb.base, limb.middle, limb.tip].map(|joint| to[joint]), limb.pole)
    });
    let found = b
        .rig
        .limbs
        .iter()
        .map(|limb| (limb.name.as_str(), [limb.base, limb.middle, limb.tip], limb.pole));
    assert_eq!(limbs.collect::<Vec<_>>(), found.collect::<Vec<_>>(), "{name}: limbs");
    assert!(
        a.rig.roles.iter().map(|(role, &joint)| (role, to[joint])).eq(b
            .rig
            .roles
            .iter()
            .map(|(role, &joint)| (role, joint))),
        "{name}: roles"
    );
    let twists = a.twists.iter().map(|twist| {
        (twist.from.map(|joint| to[joint]), to[twist.to], twist.axis, twist.joints.len())
    });
    assert!(
        twists.eq(b.twists.iter().map(|twist| (
            twist.from,
            twist.to,
            twist.axis,
            twist.joints.len()
        ))),
        "{name}: twists"
    );
    let stops: BTreeSet<usize> = a.rig.ik_stops.iter().map(|&joint| to[joint]).collect();
    assert_eq!(stops, b.rig.ik_stops.iter().copied().collect(), "{name}: stops");
    assert_eq!(a.triangles.len(), b.triangles.len(), "{name}: triangles");
    let robot = |figure: &Figure, to: &dyn Fn(usize) -> usize| {
        figure.robot.as_ref().map(|robot| {
            robot
                .joints
                .iter()
                .map(|joint| (joint.name.clone(), to(joint.joint), joint.limits))
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(robot(a, &|joint| to[joint]), robot(b, &|joint| joint), "{name}: the robot");
}

/// The second figure has the first one's pose.
fn assert_stands(name: &str, figure: &Figure, pose: &Pose, found: &Figure) {
    let standing = found.saved_pose();
    for (index, other) in matched(name, figure, found).into_iter().enumerate() {
        let [a, b] = [&pose.locals[index], &standing.locals[other]];
        assert!(
            degrees(a.rotation, b.rotation) < 0.01 && a.translation == b.translation,
            "{name}, joint {index}: {a:?}, not {b:?}"
        );
    }
}

#[test]
fn a_figure_of_any_format_that_was_posed_and_saved_as_glb_is_posed_on() {
    for (name, opened) in made().into_iter().chain(real()) {
        let (figure, pose) = (&opened.figure, posed(&opened.figure, 3));
        let once = gltf::read(&gltf::write_new(figure, Some(&pose)).expect("written"), &absent)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_same(&name, figure, &once.figure);
        assert_stands(&name, figure, &pose, &once.figure);
        let again = posed(&once.figure, 4);
        let changes = Changes { pose: Some(&again), rig: Some(&once.figure), ..Changes::default() };
        let twice = gltf::read(
            &once.document.save(&changes, Container::Glb).expect("saved").bytes,
            &absent,
        )
        .expect("read");
        assert_same(&name, figure, &twice.figure);
        assert_stands(&name, &once.figure, &again, &twice.figure);
    }
}

#[test]
fn the_validator_finds_no_error_in_a_glb_of_any_format() {
    let folder = std::env::temp_dir().join(format!("kansetsu-formats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut files = Vec::new();
    for (name, opened) in made().into_iter().chain(real()) {
        for (what, pose) in [("rest", None), ("posed", Some(posed(&opened.figure, 5)))] {
            let file = folder.join(format!("{name}.{what}.glb"));
            std::fs::write(&file, gltf::write_new(&opened.figure, pose.as_ref()).expect("written"))
                .expect("saved");
            files.push(file);
        }
    }
    for report in validator::validate(&files).into_iter().flatten() {
        assert_eq!(report["errors"], 0, "{report}");
    }
    println!("{} files validated", files.len());
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// Poses of a clip, at `rate` frames per second.
fn frames(figure: &Figure, clip: usize, rate: f32) -> Vec<Pose> {
    let clip = &figure.clips[clip];
    let count = (clip.duration * rate).floor() as usize + 1;
    let sample = |frame: usize| {
        let mut pose = figure.saved_pose();
        clip.sample(frame as f32 / rate, &mut pose);
        pose
    };
    (0..count.min(200)).map(sample).collect()
}

/// The differences over joints of the same name: of rotations from the file's pose in model space,
/// degrees, of positions, in sizes of the figure, and the number of joints.
fn apart(a: (&Figure, &[Pose]), b: (&Figure, &[Pose])) -> (f32, f32, usize) {
    let joints = a.0.rig.skeleton.joints().iter().enumerate();
    let is_only = |name: &str| {
        a.0.rig.skeleton.joints().iter().filter(|joint| joint.name == name).count() == 1
    };
    let joints = joints.filter(|(_, joint)| is_only(&joint.name));
    let pairs: Vec<(usize, usize)> = joints
        .filter_map(|(index, joint)| Some((index, b.0.rig.skeleton.find(&joint.name).ok()?)))
        .collect();
    let rests = [a.0, b.0].map(|figure| figure.rig.skeleton.forward(&figure.saved_pose()));
    let size = a.0.rig.skeleton.size().max(0.1);
    let (mut turn, mut way) = (0.0_f32, 0.0_f32);
    assert_eq!(a.1.len(), b.1.len());
    for (one, other) in a.1.iter().zip(b.1) {
        let maps = [a.0.rig.skeleton.forward(one), b.0.rig.skeleton.forward(other)];
        for &(i, j) in &pairs {
            let from_rest = |side: usize, joint: usize| {
                rotation_of(&maps[side][joint]) * rotation_of(&rests[side][joint]).conjugate()
            };
            turn = turn.max(degrees(from_rest(0, i), from_rest(1, j)));
            way = way.max(maps[0][i].translation.distance(maps[1][j].translation) / size);
        }
    }
    (turn, way, pairs.len())
}

#[test]
fn a_motion_goes_from_glb_to_bvh_and_to_glb_again() {
    let figures =
        made().into_iter().chain(real()).filter(|(_, opened)| !opened.figure.clips.is_empty());
    let mut compared = 0;
    for (name, opened) in figures {
        let glb = gltf::read(&gltf::write_new(&opened.figure, None).expect("written"), &absent)
            .expect("read")
            .figure;
        let Some(clip) = glb.clips.iter().position(|clip| clip.duration > 0.0) else { continue };
        let poses = frames(&glb, clip, 30.0);
        let take = bvh::Take { poses: &poses, frame_time: 1.0 / 30.0 };
        let text =
            bvh::read(&bvh::write(&glb, &take, None).expect("written").bytes).expect("read").figure;
        let back = gltf::read(
            &gltf::write_new(&text, Some(&text.saved_pose())).expect("written"),
            &absent,
        )
        .expect("read")
        .figure;
        let again: Vec<Pose> = match back.clips.is_empty() {
            true => vec![back.saved_pose(); poses.len()],
            false => frames(&back, 0, 30.0),
        };
        let count = again.len().min(poses.len());
        assert!(count + 1 >= poses.len(), "{name}: {} of {} frames", again.len(), poses.len());
        let (turn, way, pairs) = apart((&glb, &poses[..count]), (&back, &again[..count]));
        println!(
            "{name}: {turn:.5} degrees, {way:.1e} of the size, {pairs} of {} joints, {count} frames",
            glb.rig.skeleton.len()
        );
        assert!(turn < 0.01 && way < 2e-4, "{name}: {turn} degrees, {way} of the size");
        compared += pairs;
    }
    assert!(compared > 15, "{compared} joints");
}

#[test]
fn a_model_and_its_motion_go_to_glb_with_every_turn() {
    let mut models: Vec<_> = made()
        .into_iter()
        .filter(|(name, _)| name.ends_with("pmx") || name.ends_with("pmd"))
        .collect();
    if let Some(folder) = test_data("mmd") {
        let file = |name: &str| std::fs::read(folder.join(name)).expect("read");
        let mut gene = read(&file("Gene_light.pmx"), "Gene_light.pmx");
        gene.import_animation(&file("gene_happy.vmd"), "gene_happy.vmd").expect("added");
        // Its own motion is one pose; this one moves it.
        gene.import_animation(&crate::mmd::motion().write(), "motion.vmd").expect("added");
        models.push(("Gene_light.pmx".to_owned(), gene));
    }
    for (name, opened) in models {
        let glb = gltf::read(&gltf::write_new(&opened.figure, None).expect("written"), &absent)
            .expect("read")
            .figure;
        assert_eq!(glb.clips.len(), opened.figure.clips.len(), "{name}");
        for clip in 0..glb.clips.len() {
            let [before, after] = [&opened.figure, &glb].map(|figure| frames(figure, clip, 60.0));
            let to = matched(&name, &opened.figure, &glb);
            for (before, after) in before.iter().zip(&after) {
                for (joint, (a, b)) in before
                    .locals
                    .iter()
                    .zip(to.iter().map(|&other| &after.locals[other]))
                    .enumerate()
                {
                    let turn = degrees(a.rotation, b.rotation);
                    assert!(
                        turn < 0.01 && a.translation.distance(b.translation) < 1e-6,
                        "{name}, joint {joint}: {turn} degrees"
                    );
                }
            }
        }
    }
}

#[test]
fn triangles_that_were_made_here_go_over_glb_and_back() {
    let opened = read(crate::mqo::triangles().as_bytes(), "made.mqo");
    for pose in [opened.figure.rig.skeleton.rest_pose(), posed(&opened.figure, 6)] {
        let glb =
            gltf::read(&gltf::write_new(&opened.figure, Some(&pose)).expect("written"), &absent)
                .expect("read")
                .figure;
        let stands = glb.saved_pose();
        let back =
            read(&mqo::write(&glb, Some(&stands)).expect("written").bytes, "back.mqo").figure;
        let [a, b] = [(&glb, &stands), (&back, &back.rig.skeleton.rest_pose())]
            .map(|(figure, pose)| figure.rig.skeleton.forward(pose));
        let mut compared = 0;
        for (index, joint) in glb.rig.skeleton.joints().iter().enumerate() {
            // An end is only a position.
            let Ok(other) = back.rig.skeleton.find(&joint.name) else { continue };
            if joint.name.ends_with("_end") {
                continue;
            }
            let turn = degrees(rotation_of(&a[index]), rotation_of(&b[other]));
            let way = a[index].translation.distance(b[other].translation) / glb.rig.skeleton.size();
            assert!(turn < 0.01 && way < 1e-5, "{}: {turn} degrees, {way} of the size", joint.name);
            compared += 1;
        }
        assert!(compared >= 6, "{compared} joints");
        assert_eq!(back.rig.ik_stops.len(), opened.figure.rig.ik_stops.len());
    }
}

#[test]
fn a_text_of_triangles_keeps_every_byte_and_an_edit_changes_vertices_alone() {
    let text = crate::mqo::triangles();
    for bytes in [
        text.clone().into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        text.replace("tip", "先").into_bytes(),
    ] {
        let opened = read(&bytes, "made.mqo");
        let Document::Mqo(document) = &opened.document else { panic!("no MQO") };
        let rest = opened.figure.rig.skeleton.rest_pose();
        for pose in [None, Some(&rest)] {
            assert!(document.save(&opened.figure, pose).expect("saved").bytes == bytes);
        }
        let mut pose = rest.clone();
        let tip = opened.figure.rig.skeleton.find("arm[L]").expect("there");
        pose.locals[tip].rotation *= Quat::from_rotation_x(0.5);
        let saved = document.save(&opened.figure, Some(&pose)).expect("saved").bytes;
        let [before, after]: [Vec<&[u8]>; 2] =
            [&bytes, &saved].map(|bytes| bytes.split(|&byte| byte == b'\n').collect());
        assert_eq!(before.len(), after.len());
        let changed: Vec<String> = before
            .iter()
            .zip(&after)
            .filter(|(a, b)| a != b)
            .map(|(line, _)| String::from_utf8_lossy(line).trim().to_owned())
            .collect();
        // The arm's free corners and those of its bone; the trunk and the other arm are unchanged.
        assert!((2..=6).contains(&changed.len()), "{changed:?}");
        assert!(
            changed.iter().all(|line| line
                .split(' ')
                .filter(|word| word.parse::<f32>().is_ok())
                .count()
                == 3),
            "{changed:?}"
        );
    }
}

#[test]
fn a_motion_with_one_key_changed_is_the_same_bytes_but_for_that_key() {
    let bytes = crate::mmd::motion().write();
    let mut warnings = Vec::new();
    let mut vmd = mmd::Vmd::read(&bytes, &mut warnings).expect("read");
    vmd.bones[2].rotation = [0.0, 0.6, 0.0, 0.8];
    let changed = vmd.write();
    assert_eq!(changed.len(), bytes.len());
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != changed[at]).collect();
    let key = 54 + 2 * 111..54 + 3 * 111;
    assert!(!places.is_empty() && places.iter().all(|at| key.contains(at)), "{places:?}");
    // In another order the keys are equal: after sorting, so are the bytes.
    let sorted = |vmd: &mmd::Vmd| {
        let mut vmd = vmd.clone();
        vmd.bones.sort_by_key(|key| (key.name, key.frame));
        vmd.write()
    };
    let mut turned = vmd.clone();
    turned.bones.reverse();
    assert!(sorted(&turned) == sorted(&vmd) && turned.write() != vmd.write());
}

/// A VRM of each version whose valid text is as unusual as possible: white space, escapes, digits,
/// unknown keys and extensions.
fn odd_vrms() -> [String; 2] {
    let joints = [
        "hips",
        "spine",
        "head",
        "leftUpperLeg",
        "leftLowerLeg",
        "leftFoot",
        "rightUpperLeg",
        "rightLowerLeg",
        "rightFoot",
    ];
    let nodes: Vec<String> = joints
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let below = ["1, 3, 6", "2", "", "4", "5", "", "7", "8", ""][index];
            let children = if below.is_empty() { String::new() } else { format!(", \"children\" : [{below}]") };
            format!("\t{{\"name\":\"{name}\",\"translation\":[0.10,-2.50e-1,1E-3]{children}, \"extras\":{{\"n\":12345678901234567890,\"π\":3.141592653589793238}} }}")
        })
        .collect();
    let meta = r#""title": "\u30a2\/\"ヤ\"", "allowedUserName":"Everyone", "unknown": [1.0, 1.00, -0, 0.1e+01, null, {"a":{"b":[[]]}}]"#;
    let (bones, human): (Vec<String>, Vec<String>) = joints
        .iter()
        .enumerate()
        .map(|(index, name)| {
            (
                format!("{{\"bone\":\"{name}\",\"node\":{index},\"useDefaultValues\":true}}"),
                format!("\"{name}\":{{\"node\":{index}}}"),
            )
        })
        .unzip();
    let old = format!(
        "\"VRM\":{{\"exporterVersion\":\"x\", \"meta\":{{{meta}}}, \"humanoid\":{{\"humanBones\":[{}]}}, \"blendShapeMaster\":{{\"blendShapeGroups\":[ ]}}, \"secondaryAnimation\":{{\"boneGroups\":[{{\"stiffiness\":0.70}}]}} }}",
        bones.join(",")
    );
    let new = format!(
        "\"VRMC_vrm\":{{\"specVersion\":\"1.0\",\"meta\":{{\"name\":\"a\",\"authors\":[\"b\"],\"licenseUrl\":\"https:\\/\\/vrm.dev\\/licenses\\/1.0\\/\"}},\"humanoid\":{{\"humanBones\":{{{}}}}},\"expressions\":{{\"preset\":{{\"happy\":{{ }} }} }} }},\n\"VRMC_springBone\":{{\"specVersion\":\"1.0\",\"springs\":[{{\"joints\":[{{\"node\":2,\"stiffness\":1.0,\"extensions\":{{\"VRMC_springBone_limit\":{{\"limit\":{{\"cone\":{{\"angle\":0.50}} }} }} }} }}]}}]}},\n\"EXT_of_nobody\":[{{ }},[],\"\\ud83d\\ude00\"]",
        human.join(", ")
    );
    let used = r#"["VRM","VRMC_vrm","VRMC_springBone","VRMC_node_constraint","EXT_of_nobody"]"#;
    [old, new].map(|extension| {
        format!(
            "{{ \"extensionsUsed\":{used},\r\n\"asset\":{{\"version\":\"2.0\",\"generator\":\"odd \\u0041\"}},\n\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\n\"nodes\":[\n{}],\n \"extensions\" :{{{extension}}} , \"extras\":{{\"kept\":[ 1 , 2 ]}} }}\n",
            nodes.join(",\n")
        )
    })
}

#[test]
fn odd_vrms_keep_every_byte_and_a_pose_changes_one_number_list() {
    for text in odd_vrms() {
        let loaded = gltf::read(text.as_bytes(), &absent).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.figure.rig.roles.len(), 9, "{:?}", loaded.warnings);
        let saved = loaded.document.save(&Changes::default(), Container::Text).expect("saved");
        assert!(saved.bytes == text.as_bytes(), "every byte");
        let glb = loaded.document.save(&Changes::default(), Container::Glb).expect("saved").bytes;
        let length = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
        assert_eq!(
            String::from_utf8_lossy(&glb[20..20 + length]).trim_end(),
            text.trim_end(),
            "the JSON chunk"
        );
        let mut pose = loaded.figure.rig.skeleton.rest_pose();
        let knee = loaded.figure.rig.skeleton.find("leftLowerLeg").expect("there");
        pose.locals[knee].rotation = Quat::from_xyzw(0.6, 0.0, 0.0, 0.8);
        let changes = Changes { pose: Some(&pose), bake: Bake::Always, ..Changes::default() };
        let saved = loaded.document.save(&changes, Container::Text).expect("saved").bytes;
        let saved = String::from_utf8(saved).expect("text");
        let [before, after] = [&text, &saved].map(|text| text.lines().collect::<Vec<_>>());
        let changed: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).collect();
        assert!(
            before.len() == after.len()
                && changed.len() == 1
                && changed[0].0.contains("leftLowerLeg"),
            "{changed:?}"
        );
        let changes =
            Changes { pose: Some(&pose), rig: Some(&loaded.figure), ..Changes::default() };
        let kept = loaded.document.save(&changes, Container::Glb).expect("saved").bytes;
        let kept = gltf::read(&kept, &absent).expect("read");
        assert_same("odd", &loaded.figure, &kept.figure);
        assert_eq!(
            kept.document.json()["extras"]["kept"],
            loaded.document.json()["extras"]["kept"]
        );
        assert_eq!(kept.document.json()["extensions"], loaded.document.json()["extensions"]);
    }
}
