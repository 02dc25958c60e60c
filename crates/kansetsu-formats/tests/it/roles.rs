//! Role detection: hips, hands, feet, mirror pairs and bend directions of limbs.

use std::collections::BTreeMap;

use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::Vec3;
use kansetsu_formats::{Figure, Role};

use crate::{corpus, skip::test_data};

fn figure(folder: &str, file: &str) -> Option<Figure> {
    Some(corpus::load(&test_data(folder)?.join(file)).unwrap().figure)
}

/// The names of the joints with roles.
fn names(figure: &Figure) -> BTreeMap<&str, &str> {
    figure
        .rig
        .roles
        .iter()
        .map(|(role, &joint)| (role.name(), figure.rig.skeleton.joints()[joint].name.as_str()))
        .collect()
}

/// A figure of joints named by lines; more leading spaces are deeper.
fn from_outline(outline: &str) -> Figure {
    let mut builder = Skeleton::builder();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for line in outline.lines().filter(|line| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        open.retain(|&(other, _)| other < depth);
        let rest = Transform::from_translation(Vec3::Y);
        let joint = match open.last() {
            Some(&(_, parent)) => builder.child(parent, line.trim(), rest),
            None => builder.root(line.trim(), rest),
        };
        open.push((depth, joint));
    }
    let mut figure = Figure::new("outline", Rig::new(builder.build().unwrap()));
    figure.detect_humanoid();
    figure
}

#[test]
fn names_alone_find_what_avatars_state() {
    for file in [
        "basic_armature_vrm0.vrm",
        "basic_armature_vrm1.vrm",
        "isBinary_Overridden.vrm",
        "rest_a_pose_t_position_rest.vrm",
        "unity_example_vrm1.vrm",
    ] {
        let Some(stated) = figure("vrm", file) else { return };
        let mut guessed = stated.clone();
        guessed.rig.roles.clear();
        guessed.detect_humanoid();
        assert!(stated.rig.roles.len() > 15, "{file}: {:?}", names(&stated));
        assert_eq!(names(&guessed), names(&stated), "{file}");
    }
}

#[test]
fn real_rigs_are_understood() {
    let Some(robot) = figure("gltf", "RobotExpressive.glb") else { return };
    let robot_names = names(&robot);
    for (role, joint) in [
        ("hips", "Body"),
        ("spine", "Abdomen"),
        ("chest", "Torso"),
        ("leftUpperArm", "UpperArm.L"),
        ("leftHand", "Palm2.L"),
        ("rightLowerLeg", "LowerLeg.R"),
    ] {
        assert_eq!(robot_names.get(role), Some(&joint), "{robot_names:?}");
    }
    assert!(
        robot.rig.roles.values().all(|&joint| robot.is_skinned[joint]),
        "meshes share names with joints, without effect"
    );
    assert!(!robot_names.contains_key("leftFoot"), "the feet are not children of the legs");
    let cesium = figure("gltf", "CesiumMan.glb").unwrap();
    let cesium_names = names(&cesium);
    for (role, joint) in [
        ("hips", "Skeleton_torso_joint_1"),
        ("head", "Skeleton_neck_joint_2"),
        ("leftUpperArm", "Skeleton_arm_joint_L__4_"),
        ("leftLowerArm", "Skeleton_arm_joint_L__3_"),
        ("leftHand", "Skeleton_arm_joint_L__2_"),
        ("rightHand", "Skeleton_arm_joint_R__3_"),
        ("leftFoot", "leg_joint_L_3"),
        ("leftToes", "leg_joint_L_5"),
    ] {
        assert_eq!(cesium_names.get(role), Some(&joint), "{cesium_names:?}");
    }
    let bevy = figure("gltf", "bevy_ik_skin.gltf").unwrap();
    let bevy_names = names(&bevy);
    for (role, joint) in [
        ("hips", "Pelvis"),
        ("leftUpperLeg", "Hip.L"),
        ("leftLowerLeg", "Shin.L"),
        ("rightShoulder", "Collar.R"),
        ("head", "Head"),
    ] {
        assert_eq!(bevy_names.get(role), Some(&joint), "{bevy_names:?}");
    }
}

fn assert_roles(figure: &Figure, expected: &[(&str, &str)]) {
    let found = names(figure);
    for (role, joint) in expected {
        assert_eq!(found.get(role), Some(joint), "{found:?}");
    }
}

#[test]
fn mixamo_is_understood() {
    let figure = from_outline(
        "Armature\n mixamorig:Hips\n  mixamorig:Spine\n   mixamorig:Spine1\n    mixamorig:Spine2\n     mixamorig:Neck\n      mixamorig:Head
       mixamorig:HeadTop_End\n     mixamorig:LeftShoulder\n      mixamorig:LeftArm\n       mixamorig:LeftForeArm\n        mixamorig:LeftHand
         mixamorig:LeftHandIndex1\n          mixamorig:LeftHandIndex2\n           mixamorig:LeftHandIndex3\n            mixamorig:LeftHandIndex4
  mixamorig:LeftUpLeg\n   mixamorig:LeftLeg\n    mixamorig:LeftFoot\n     mixamorig:LeftToeBase\n      mixamorig:LeftToe_End
  mixamorig:RightUpLeg\n   mixamorig:RightLeg\n    mixamorig:RightFoot",
    );
    let expected = [
        ("hips", "Hips"),
        ("spine", "Spine"),
        ("chest", "Spine1"),
        ("upperChest", "Spine2"),
        ("leftShoulder", "LeftShoulder"),
        ("leftUpperArm", "LeftArm"),
        ("leftLowerArm", "LeftForeArm"),
        ("leftHand", "LeftHand"),
        ("leftIndexDistal", "LeftHandIndex3"),
        ("leftUpperLeg", "LeftUpLeg"),
        ("leftLowerLeg", "LeftLeg"),
        ("leftFoot", "LeftFoot"),
        ("leftToes", "LeftToeBase"),
        ("rightLowerLeg", "RightLeg"),
    ];
    let expected = expected.map(|(role, joint)| (role, format!("mixamorig:{joint}")));
    assert_roles(&figure, &expected.each_ref().map(|(role, joint)| (*role, joint.as_str())));
}

#[test]
fn unreal_is_understood() {
    let figure = from_outline(
        "root\n pelvis\n  spine_01\n   spine_02\n    spine_03\n     neck_01\n      head\n     clavicle_l\n      upperarm_l
       upperarm_twist_01_l\n       lowerarm_l\n        hand_l\n         thumb_01_l\n          thumb_02_l\n           thumb_03_l
  thigh_l\n   calf_l\n    foot_l\n     ball_l\n  thigh_r\n ik_foot_root\n  ik_foot_l",
    );
    let expected = [
        ("hips", "pelvis"),
        ("neck", "neck_01"),
        ("leftHand", "hand_l"),
        ("leftThumbMetacarpal", "thumb_01_l"),
        ("leftToes", "ball_l"),
    ];
    assert_roles(&figure, &expected);
    assert_roles(
        &figure,
        &[
            ("leftFoot", "foot_l"),
            ("chest", "spine_02"),
            ("leftLowerArm", "lowerarm_l"),
            ("rightUpperLeg", "thigh_r"),
        ],
    );
}

#[test]
fn biped_is_understood() {
    let figure = from_outline(
        "Bip01\n Bip01 Pelvis\n  Bip01 Spine\n   Bip01 L Thigh\n    Bip01 L Calf\n     Bip01 L Foot\n      Bip01 L Toe0\n   Bip01 R Thigh
   Bip01 Spine1\n    Bip01 Neck\n     Bip01 L Clavicle\n      Bip01 L UpperArm\n       Bip01 L Forearm\n        Bip01 L Hand
         Bip01 L Finger0\n          Bip01 L Finger01\n           Bip01 L Finger02\n     Bip01 Head",
    );
    assert_roles(
        &figure,
        &[
            ("hips", "Bip01 Pelvis"),
            ("spine", "Bip01 Spine"),
            ("chest", "Bip01 Spine1"),
            ("leftThumbDistal", "Bip01 L Finger02"),
        ],
    );
    assert_roles(
        &figure,
        &[
            ("leftFoot", "Bip01 L Foot"),
            ("leftShoulder", "Bip01 L Clavicle"),
            ("head", "Bip01 Head"),
        ],
    );
}

#[test]
fn mikumikudance_is_understood() {
    let figure = from_outline(
        "全ての親\n センター\n  下半身\n   左足\n    左ひざ\n     左足首\n      左つま先\n   右足\n    右ひざ\n  上半身\n   上半身2\n    首\n     頭
      左目\n    左肩\n     左腕\n      左腕捩\n       左ひじ\n        左手捩\n         左手首\n          左人指１\n           左人指２\n            左人指３
左足ＩＫ",
    );
    assert_roles(
        &figure,
        &[
            ("hips", "センター"),
            ("spine", "上半身"),
            ("chest", "上半身2"),
            ("leftUpperArm", "左腕"),
            ("leftLowerArm", "左ひじ"),
        ],
    );
    assert_roles(
        &figure,
        &[
            ("leftHand", "左手首"),
            ("leftIndexDistal", "左人指３"),
            ("leftLowerLeg", "左ひざ"),
            ("leftToes", "左つま先"),
        ],
    );
    assert_roles(
        &figure,
        &[
            ("leftEye", "左目"),
            ("leftShoulder", "左肩"),
            ("leftFoot", "左足首"),
            ("rightUpperLeg", "右足"),
        ],
    );
}

#[test]
fn rigify_and_makehuman_are_understood() {
    let rigify = from_outline(
        "DEF-spine\n DEF-pelvis.L\n DEF-thigh.L\n  DEF-thigh.L.001\n   DEF-shin.L\n    DEF-foot.L\n     DEF-toe.L\n DEF-thigh.R\n  DEF-shin.R
 DEF-spine.001\n  DEF-spine.002\n   DEF-spine.003\n    DEF-spine.004\n     DEF-spine.006\n    DEF-shoulder.L\n     DEF-upper_arm.L
      DEF-forearm.L\n       DEF-hand.L\n        DEF-f_index.01.L\n    DEF-shoulder.R\n     DEF-upper_arm.R\n      DEF-forearm.R",
    );
    assert_roles(
        &rigify,
        &[
            ("spine", "DEF-spine.001"),
            ("neck", "DEF-spine.004"),
            ("head", "DEF-spine.006"),
            ("leftToes", "DEF-toe.L"),
        ],
    );
    assert_roles(
        &rigify,
        &[
            ("leftUpperLeg", "DEF-thigh.L"),
            ("leftIndexProximal", "DEF-f_index.01.L"),
            ("leftShoulder", "DEF-shoulder.L"),
        ],
    );
    let makehuman = from_outline(
        "human\n root\n  pelvis.L\n   upperleg01.L\n    upperleg02.L\n     lowerleg01.L\n      lowerleg02.L\n       foot.L\n        toe1-1.L
  pelvis.R\n   upperleg01.R\n    lowerleg01.R\n  spine05\n   spine04\n    spine03\n     spine02\n      spine01\n       neck01\n        neck02\n         head
       clavicle.L\n        shoulder01.L\n         upperarm01.L\n          upperarm02.L\n           lowerarm01.L\n            lowerarm02.L\n             wrist.L
              finger1-1.L\n               finger1-2.L\n                finger1-3.L\n              metacarpal1.L\n               finger2-1.L\n                finger2-2.L",
    );
    assert_roles(
        &makehuman,
        &[
            ("leftUpperLeg", "upperleg01.L"),
            ("leftLowerLeg", "lowerleg01.L"),
            ("leftShoulder", "clavicle.L"),
        ],
    );
    assert_roles(
        &makehuman,
        &[
            ("leftHand", "wrist.L"),
            ("leftThumbMetacarpal", "finger1-1.L"),
            ("leftIndexIntermediate", "finger2-2.L"),
        ],
    );
    assert_roles(
        &makehuman,
        &[("hips", "root"), ("spine", "spine05"), ("upperChest", "spine01"), ("head", "head")],
    );
}

#[test]
fn motion_capture_is_understood() {
    let cmu = from_outline(
        "Hips\n LHipJoint\n  LeftUpLeg\n   LeftLeg\n    LeftFoot\n     LeftToeBase\n RHipJoint\n  RightUpLeg\n   RightLeg\n LowerBack\n  Spine\n   Spine1
    Neck\n     Neck1\n      Head\n    LeftShoulder\n     LeftArm\n      LeftForeArm\n       LeftHand\n        LThumb\n    RightShoulder\n     RightArm",
    );
    assert_roles(
        &cmu,
        &[
            ("leftUpperLeg", "LeftUpLeg"),
            ("spine", "LowerBack"),
            ("upperChest", "Spine1"),
            ("leftThumbProximal", "LThumb"),
        ],
    );
    let acclaim = from_outline(
        "root\n lhipjoint\n  lfemur\n   ltibia\n    lfoot\n     ltoes\n rhipjoint\n  rfemur\n   rtibia\n lowerback\n  upperback\n   thorax\n    lowerneck
     upperneck\n      head\n    lclavicle\n     lhumerus\n      lradius\n       lwrist\n        lhand\n    rclavicle\n     rhumerus",
    );
    assert_roles(
        &acclaim,
        &[
            ("leftUpperLeg", "lfemur"),
            ("leftLowerArm", "lradius"),
            ("leftHand", "lwrist"),
            ("rightUpperArm", "rhumerus"),
        ],
    );
    assert_roles(
        &acclaim,
        &[("leftToes", "ltoes"), ("neck", "lowerneck"), ("leftShoulder", "lclavicle")],
    );
}

#[test]
fn body_models_and_biovision_are_understood() {
    let smpl = from_outline(
        "Pelvis\n L_Hip\n  L_Knee\n   L_Ankle\n    L_Foot\n R_Hip\n  R_Knee\n Spine1\n  Spine2\n   Spine3\n    Neck\n     Head\n    L_Collar\n     L_Shoulder
      L_Elbow\n       L_Wrist\n        L_Hand",
    );
    assert_roles(
        &smpl,
        &[
            ("leftUpperLeg", "L_Hip"),
            ("leftFoot", "L_Ankle"),
            ("leftToes", "L_Foot"),
            ("leftHand", "L_Wrist"),
        ],
    );
    assert_roles(
        &smpl,
        &[
            ("leftShoulder", "L_Collar"),
            ("leftUpperArm", "L_Shoulder"),
            ("leftLowerArm", "L_Elbow"),
            ("hips", "Pelvis"),
        ],
    );
    let biovision = from_outline(
        "Hips\n LeftHip\n  LeftKnee\n   LeftAnkle\n    LeftToe\n RightHip\n  RightKnee\n Chest\n  Chest2\n   Chest3\n    LeftCollar\n     LeftShoulder
      LeftElbow\n       LeftWrist\n    Neck\n     Head",
    );
    assert_roles(
        &biovision,
        &[
            ("leftUpperLeg", "LeftHip"),
            ("leftUpperArm", "LeftShoulder"),
            ("leftHand", "LeftWrist"),
            ("spine", "Chest"),
        ],
    );
}

#[test]
fn names_of_characters_before_names_of_joints_say_nothing() {
    let figure = from_outline(
        "Bob_Hip\n Bob_Ab\n  Bob_Chest\n   Bob_Neck\n    Bob_Head\n   Bob_LShoulder\n    Bob_LUArm\n     Bob_LFArm\n      Bob_LHand
   Bob_RShoulder\n    Bob_RUArm\n Bob_LThigh\n  Bob_LShin\n   Bob_LFoot\n Bob_RThigh\n  Bob_RShin\nsword",
    );
    assert_roles(
        &figure,
        &[
            ("hips", "Bob_Hip"),
            ("spine", "Bob_Ab"),
            ("chest", "Bob_Chest"),
            ("leftUpperArm", "Bob_LUArm"),
        ],
    );
    assert_roles(
        &figure,
        &[("leftLowerArm", "Bob_LFArm"), ("rightUpperLeg", "Bob_RThigh"), ("head", "Bob_Head")],
    );
    let scores = kansetsu_humanoid::detect::role_scores(&figure.rig.skeleton, &figure.rig.roles);
    assert!(scores[&Role::Hips] > 0.5 && scores[&Role::LeftLowerArm] > 0.5, "{scores:?}");
    let world = from_outline(
        "mPelvis\n mTorso\n  mChest\n   mNeck\n    mHead\n   mCollarLeft\n    mShoulderLeft\n     mElbowLeft\n      mWristLeft
   mCollarRight\n    mShoulderRight\n mHipLeft\n  mKneeLeft\n   mAnkleLeft\n    mFootLeft\n mHipRight\n  mKneeRight",
    );
    assert_roles(
        &world,
        &[
            ("hips", "mPelvis"),
            ("leftShoulder", "mCollarLeft"),
            ("leftHand", "mWristLeft"),
            ("leftToes", "mFootLeft"),
        ],
    );
}

#[test]
fn daz_and_auto_rig_are_understood() {
    let daz = from_outline(
        "hip\n pelvis\n  lThighBend\n   lThighTwist\n    lShin\n     lFoot\n      lMetatarsals\n       lToe\n  rThighBend\n   rShin\n abdomenLower
  abdomenUpper\n   chestLower\n    chestUpper\n     lCollar\n      lShldrBend\n       lShldrTwist\n        lForearmBend\n         lForearmTwist
          lHand\n           lThumb1\n            lThumb2\n             lThumb3\n     rCollar\n      rShldrBend\n     neckLower\n      neckUpper\n       head",
    );
    assert_roles(
        &daz,
        &[
            ("spine", "abdomenLower"),
            ("chest", "chestLower"),
            ("upperChest", "chestUpper"),
            ("neck", "neckLower"),
        ],
    );
    assert_roles(
        &daz,
        &[
            ("head", "head"),
            ("leftUpperLeg", "lThighBend"),
            ("leftLowerArm", "lForearmBend"),
            ("leftToes", "lToe"),
        ],
    );
    let auto = from_outline(
        "spine.x\n thigh_stretch.l\n  leg_stretch.l\n   foot.l\n    toes_01.l\n thigh_stretch.r\n  leg_stretch.r\n spine_01.x\n  spine_02.x
   shoulder.l\n    arm_stretch.l\n     forearm_stretch.l\n      hand.l\n   shoulder.r\n    arm_stretch.r\n   neck.x\n    head.x",
    );
    assert_roles(
        &auto,
        &[
            ("leftUpperLeg", "thigh_stretch.l"),
            ("leftLowerLeg", "leg_stretch.l"),
            ("leftFoot", "foot.l"),
            ("neck", "neck.x"),
        ],
    );
    assert_roles(
        &auto,
        &[
            ("leftUpperArm", "arm_stretch.l"),
            ("leftLowerArm", "forearm_stretch.l"),
            ("leftShoulder", "shoulder.l"),
        ],
    );
}

#[test]
fn rigs_of_maya_and_blender_are_understood() {
    let maya = from_outline(
        "Hip_M\n Hip_L\n  Knee_L\n   Ankle_L\n    Toes_L\n Hip_R\n  Knee_R\n Spine1_M\n  Chest_M\n   Scapula_L\n    Shoulder_L\n     Elbow_L\n      Wrist_L
   Scapula_R\n    Shoulder_R\n   Neck_M\n    Head_M",
    );
    assert_roles(
        &maya,
        &[
            ("leftShoulder", "Scapula_L"),
            ("leftUpperArm", "Shoulder_L"),
            ("chest", "Chest_M"),
            ("head", "Head_M"),
        ],
    );
    let metarig = from_outline(
        "hips\n spine.001\n  spine.002\n   spine.003\n    spine.004\n     spine.005\n      spine.006\n    upper_arm.L\n     forearm.L\n    upper_arm.R\n thigh.L\n  shin.L\n thigh.R",
    );
    assert_roles(
        &metarig,
        &[
            ("chest", "spine.002"),
            ("upperChest", "spine.003"),
            ("neck", "spine.004"),
            ("head", "spine.006"),
        ],
    );
}

#[test]
fn two_trees_of_one_body_are_understood() {
    let figure = from_outline(
        "腰\n モモ[L]\n  スネ[L]\n   足[L]\n モモ[R]\n  スネ[R]\n   足[R]\n胸\n 頭\n 肩[L]\n  腕[L]\n   手[L]\n    手[L] end\n 肩[R]\n  腕[R]\n   手[R]",
    );
    assert_roles(
        &figure,
        &[
            ("hips", "腰"),
            ("chest", "胸"),
            ("head", "頭"),
            ("leftFoot", "足[L]"),
            ("rightLowerLeg", "スネ[R]"),
        ],
    );
    // As long as the others, the shoulder is not a collar bone.
    assert_roles(
        &figure,
        &[("leftUpperArm", "肩[L]"), ("leftLowerArm", "腕[L]"), ("leftHand", "手[L]")],
    );
}

#[test]
fn scores_tell_the_sure_from_the_doubtful() {
    for file in ["basic_armature_vrm1.vrm", "unity_example_vrm1.vrm"] {
        let Some(figure) = figure("vrm", file) else { return };
        for (role, score) in
            kansetsu_humanoid::detect::role_scores(&figure.rig.skeleton, &figure.rig.roles)
        {
            assert!((0.7..=1.0).contains(&score), "{file}: {role} {score}");
        }
        // Hands and feet swapped, and left and right.
        let swapped = figure
            .rig
            .roles
            .iter()
            .map(|(role, &joint)| (role.other_side().unwrap_or(*role), joint))
            .collect();
        let scores = kansetsu_humanoid::detect::role_scores(&figure.rig.skeleton, &swapped);
        assert!(scores[&Role::LeftHand] < 0.6 && scores[&Role::Head] > 0.7, "{file}: {scores:?}");
    }
}

#[test]
fn what_is_no_body_gets_no_roles() {
    for file in [
        "RiggedSimple.gltf",
        "SimpleSkin.gltf",
        "box_animated.gltf",
        "InterpolationTest.gltf",
        "webxr_hand_left.glb",
    ] {
        let Some(figure) = figure("gltf", file) else { return };
        assert!(figure.rig.roles.is_empty(), "{file}: {:?}", names(&figure));
    }
    let props = from_outline("root\n Head\n Hand.L\n LowerLeg.L\n door\n  knob");
    assert!(
        !props.rig.roles.contains_key(&Role::LeftHand)
            && !props.rig.roles.contains_key(&Role::LeftLowerLeg),
        "{:?}",
        names(&props)
    );
}

#[test]
fn mirrors_are_pairs_across_the_body() {
    for (folder, file, least) in [
        ("gltf", "CesiumMan.glb", 14),
        ("gltf", "RobotExpressive.glb", 34),
        ("gltf", "bevy_ik_skin.gltf", 22),
        ("vrm", "basic_armature_vrm1.vrm", 46),
    ] {
        let Some(figure) = figure(folder, file) else { return };
        let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let mut pairs = 0;
        for (joint, other) in figure
            .rig
            .mirrors
            .iter()
            .enumerate()
            .filter_map(|(joint, other)| Some((joint, (*other)?)))
        {
            assert_eq!(figure.rig.mirrors[other], Some(joint));
            let (a, b) = (rest[joint].translation, rest[other].translation);
            let mirrored = Vec3::new(-b.x, b.y, b.z);
            assert!(
                a.distance(mirrored) < 0.02 * figure.rig.skeleton.size(),
                "{file}: {a} {b} {}",
                figure.rig.skeleton.joints()[joint].name
            );
            pairs += 1;
        }
        assert!(pairs >= least, "{file}: {pairs}");
    }
}

#[test]
fn elbows_point_back_and_knees_forward() {
    // VRM 0.x faces -Z, everything else here +Z.
    for (folder, file, forward, limbs) in [
        ("gltf", "CesiumMan.glb", Vec3::Z, 4),
        ("gltf", "RobotExpressive.glb", Vec3::Z, 2),
        ("gltf", "bevy_ik_skin.gltf", Vec3::Z, 2),
        ("vrm", "basic_armature_vrm0.vrm", Vec3::NEG_Z, 4),
        ("vrm", "basic_armature_vrm1.vrm", Vec3::Z, 4),
        ("vrm", "rest_a_pose_t_position_rest.vrm", Vec3::NEG_Z, 4),
        ("vrm", "unity_example_vrm1.vrm", Vec3::Z, 4),
    ] {
        let Some(figure) = figure(folder, file) else { return };
        assert_eq!(figure.rig.limbs.len(), limbs, "{file}");
        figure.rig.check().unwrap();
        for limb in &figure.rig.limbs {
            let way = if limb.name.ends_with("arm") { -1.0 } else { 1.0 };
            println!("{file} {}: pole {}", limb.name, limb.pole);
            assert!(limb.pole.dot(forward) * way > 0.3, "{file} {}: {}", limb.name, limb.pole);
            assert!((limb.pole.length() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn broken_statements_are_warnings() {
    let Some(folder) = test_data("vrm") else { return };
    let loaded = corpus::load(&folder.join("broken_human_bone.vrm")).unwrap();
    let warnings = loaded.warnings.join("\n");
    assert!(
        warnings.contains(
            "extensions.VRM.humanoid.humanBones[0].node: 12345 is not among the 20 nodes"
        ),
        "{warnings}"
    );
    assert!(
        warnings.contains(
            "extensions.VRM.humanoid.humanBones[1]: \"NOT FOUND\" is not a humanoid bone"
        ),
        "{warnings}"
    );
    assert_eq!(names(&loaded.figure).get("leftHand"), Some(&"hand.L"));
}

#[test]
fn joints_and_clips_are_found_by_what_people_call_them() {
    let Some(robot) = figure("gltf", "RobotExpressive.glb") else { return };
    let head = robot.find_joint("Head").unwrap();
    assert!(robot.is_skinned[head], "the mesh is called Head too");
    assert_eq!(robot.find_joint("leftUpperArm").unwrap(), robot.find_joint("UpperArm.L").unwrap());
    assert_eq!(robot.find_joint("#7").unwrap(), 7);
    assert!(robot.find_joint("#5000").unwrap_err().to_string().contains("5000"));
    let unknown = robot.find_joint("UperArm.L").unwrap_err().to_string();
    assert!(unknown.contains("UpperArm.L"), "{unknown}");
    let dance = robot.find_clip("Robot_Dance").unwrap();
    assert_eq!(robot.clips[dance].name, "Robot_Dance");
    assert_eq!(
        (robot.find_clip("#0"), robot.find_clip("#99"), robot.find_clip("none")),
        (Some(0), None, None)
    );
}

#[test]
fn a_long_chain_of_equal_names_is_read_quickly_enough_to_test() {
    let nodes: Vec<String> = (0..20_000)
        .map(|i| format!("{{\"name\": \"arm.L\", \"children\": [{}]}}", i + 1))
        .collect();
    let text =
        format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"nodes\": [{}, {{}}]}}", nodes.join(","));
    let loaded = kansetsu_formats::gltf::read(text.as_bytes(), &|_| Err(String::new())).unwrap();
    assert_eq!(loaded.figure.rig.skeleton.len(), 20_001);
}

/// The joints of a body without telling names: parent, position in centimetres (+Y up, facing +Z),
/// role. Helper bones have no role.
const SHAPE: [(usize, [f32; 3], Option<Role>); 39] = [
    (0, [0.0, 95.0, 0.0], Some(Role::Hips)),
    (0, [0.0, 105.0, 0.0], Some(Role::Spine)),
    (1, [0.0, 117.0, 0.0], Some(Role::Chest)),
    (2, [0.0, 141.0, 0.0], Some(Role::Neck)),
    (3, [0.0, 150.0, 2.0], Some(Role::Head)),
    (4, [3.0, 155.0, 8.0], None),
    (4, [-3.0, 155.0, 8.0], None),
    (4, [0.0, 152.0, -10.0], None),
    (7, [0.0, 130.0, -14.0], None),
    (2, [3.0, 137.0, 0.0], Some(Role::LeftShoulder)),
    (9, [15.0, 137.0, 0.0], Some(Role::LeftUpperArm)),
    (10, [28.0, 136.0, 0.0], None),
    (10, [41.0, 135.0, -1.0], Some(Role::LeftLowerArm)),
    (12, [54.0, 136.0, 0.0], None),
    (12, [66.0, 135.0, 0.0], Some(Role::LeftHand)),
    (14, [75.0, 135.0, 2.0], None),
    (15, [79.0, 135.0, 2.0], None),
    (14, [75.0, 135.0, -2.0], None),
    (17, [79.0, 135.0, -2.0], None),
    (14, [70.0, 135.0, 4.0], None),
    (19, [73.0, 135.0, 6.0], None),
    (2, [-3.0, 137.0, 0.0], Some(Role::RightShoulder)),
    (21, [-15.0, 137.0, 0.0], Some(Role::RightUpperArm)),
    (22, [-41.0, 135.0, -1.0], Some(Role::RightLowerArm)),
    (23, [-66.0, 135.0, 0.0], Some(Role::RightHand)),
    (24, [-75.0, 135.0, 2.0], None),
    (25, [-79.0, 135.0, 2.0], None),
    (24, [-75.0, 135.0, -2.0], None),
    (27, [-79.0, 135.0, -2.0], None),
    (24, [-70.0, 135.0, 4.0], None),
    (29, [-73.0, 135.0, 6.0], None),
    (0, [9.0, 91.0, 0.0], Some(Role::LeftUpperLeg)),
    (31, [9.0, 49.0, 1.0], Some(Role::LeftLowerLeg)),
    (32, [9.0, 8.0, -1.0], Some(Role::LeftFoot)),
    (33, [9.0, 2.0, 13.0], Some(Role::LeftToes)),
    (0, [-9.0, 91.0, 0.0], Some(Role::RightUpperLeg)),
    (35, [-9.0, 49.0, 1.0], Some(Role::RightLowerLeg)),
    (36, [-9.0, 8.0, -1.0], Some(Role::RightFoot)),
    (37, [-9.0, 2.0, 13.0], Some(Role::RightToes)),
];

#[test]
fn a_body_is_found_by_its_shape_in_any_axes() {
    use kansetsu::glam::Quat;
    use std::f32::consts::FRAC_PI_2;
    for (what, turn) in [
        ("as made", Quat::IDENTITY),
        ("facing -Z", Quat::from_rotation_y(2.0 * FRAC_PI_2)),
        ("facing +X", Quat::from_rotation_y(FRAC_PI_2)),
        ("+Z up", Quat::from_rotation_x(FRAC_PI_2)),
    ] {
        let mut builder = Skeleton::builder();
        for (index, (parent, at, _)) in SHAPE.iter().enumerate() {
            let at = Vec3::from_array(*at);
            let above = Vec3::from_array(SHAPE[*parent].1);
            // A salt keeps the names from being in order.
            let name = format!("bone_{}", (index * 17) % 41);
            if index == 0 {
                builder.root(name, Transform::from_translation(turn * at));
            } else {
                builder.child(*parent, name, Transform::from_translation(turn * (at - above)));
            }
        }
        let skeleton = builder.build().unwrap();
        let joint_of: Vec<usize> =
            (0..SHAPE.len()).map(|index| skeleton.index_of_added(index).unwrap()).collect();
        let mut figure = Figure::new("shape", Rig::new(skeleton));
        figure.detect_humanoid();
        for ((_, _, role), joint) in SHAPE.iter().zip(&joint_of) {
            if let Some(role) = role {
                assert_eq!(figure.rig.roles.get(role), Some(joint), "{what}: {role}");
            }
        }
    }
}

#[test]
fn an_animal_and_half_a_body_have_no_roles_by_shape() {
    // Four legs below a level spine.
    let animal = "root\n spine\n  chest_\n   fl1\n    fl2\n     fl3\n   fr1\n    fr2\n     fr3\n  bl1\n   bl2\n    bl3\n  br1\n   br2\n    br3";
    assert!(from_outline(animal).rig.roles.is_empty(), "all joints on one line");
    let mut builder = Skeleton::builder();
    let root = builder.root("a", Transform::from_translation(Vec3::new(0.0, 60.0, -30.0)));
    let mut chest = root;
    for _ in 0..3 {
        chest = builder.child(chest, "s", Transform::from_translation(Vec3::Z * 25.0));
    }
    for parent in [root, chest] {
        for side in [8.0, -8.0] {
            let hip = builder.child(parent, "h", Transform::from_translation(Vec3::X * side));
            let knee = builder.child(hip, "k", Transform::from_translation(Vec3::Y * -28.0));
            let foot = builder.child(knee, "f", Transform::from_translation(Vec3::Y * -28.0));
            builder.child(foot, "t", Transform::from_translation(Vec3::Z * 8.0));
        }
    }
    let neck = builder.child(chest, "n", Transform::from_translation(Vec3::new(0.0, 15.0, 15.0)));
    builder.child(neck, "e", Transform::from_translation(Vec3::new(0.0, 5.0, 20.0)));
    let mut figure = Figure::new("animal", Rig::new(builder.build().unwrap()));
    figure.detect_humanoid();
    assert!(figure.rig.roles.is_empty(), "{:?}", names(&figure));
}
