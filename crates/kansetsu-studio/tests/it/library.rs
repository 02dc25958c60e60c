//! Kept poses: in part, by degree, mirrored, on other figures, as files.

use std::collections::BTreeSet;

use kansetsu::glam::Quat;
use kansetsu_figures::scenes::body_poses::PoseGroup;
use kansetsu_studio::{
    document::{Actor, Document, Opened, SavedPose},
    library::{Application, BodyPoseData, Group, body_poses, read_poses, write_poses},
    text::Language,
};

use crate::document::with;

fn posed() -> Document {
    let mut document = with("mannequin");
    let turns = [
        ("leftUpperArm", 0.7),
        ("leftIndexProximal", 0.9),
        ("rightIndexProximal", -0.4),
        ("spine", 0.3),
        ("leftLowerLeg", 0.5),
    ];
    document
        .edit("pose", |content| {
            let actor = content.actor_mut(0)?;
            for (name, angle) in turns {
                let joint = actor.figure.find_joint(name)?;
                actor.pose.locals[joint].rotation *= Quat::from_rotation_z(angle);
            }
            actor.pose.locals[0].translation.y -= 0.1;
            Ok(())
        })
        .expect("a sound pose");
    document
}

fn turned(actor: &Actor, pose: &kansetsu::d3::Pose, name: &str) -> f32 {
    let joint = actor.figure.find_joint(name).expect("a joint");
    let off = actor.rest_pose().locals[joint].rotation.inverse() * pose.locals[joint].rotation;
    2.0 * off.xyz().length().asin()
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

#[test]
fn a_pose_is_put_on_by_degree_the_shortest_way() {
    let document = posed();
    let pose = SavedPose::of(document.actor().unwrap(), &[]);
    let fresh = with("mannequin");
    let actor = fresh.actor().unwrap();
    for (weight, arm, hips) in
        [(0.0, 0.0, 0.0), (0.25, 0.175, -0.025), (0.5, 0.35, -0.05), (1.0, 0.7, -0.1)]
    {
        let put = pose.put_on(actor, &Application { weight, ..Application::default() }).unwrap();
        assert!(near(turned(actor, &put, "leftUpperArm"), arm), "{weight}");
        assert!(near(
            put.locals[0].translation.y - actor.rest_pose().locals[0].translation.y,
            hips
        ));
    }
    assert_eq!(
        pose.put_on(actor, &Application::default()).unwrap(),
        document.actor().unwrap().pose,
        "all of it, to the bit"
    );
    assert_eq!(
        pose.put_on(actor, &Application { weight: 0.0, ..Application::default() }).unwrap(),
        actor.pose
    );
    for weight in [-0.1, 1.1, f32::NAN] {
        assert!(pose.put_on(actor, &Application { weight, ..Application::default() }).is_err());
    }
}

#[test]
fn a_pose_is_put_on_the_hands_alone() {
    let document = posed();
    let pose = SavedPose::of(document.actor().unwrap(), &[]);
    let fresh = with("mannequin");
    let actor = fresh.actor().unwrap();
    let hands: BTreeSet<usize> = [Group::LeftFingers, Group::RightFingers]
        .into_iter()
        .flat_map(|group| group.joints(actor))
        .collect();
    let put =
        pose.put_on(actor, &Application { joints: Some(hands), ..Application::default() }).unwrap();
    assert!(
        near(turned(actor, &put, "leftIndexProximal"), 0.9)
            && near(turned(actor, &put, "rightIndexProximal"), 0.4)
    );
    for name in ["leftUpperArm", "spine", "leftLowerLeg"] {
        assert!(near(turned(actor, &put, name), 0.0), "{name}");
    }
}

#[test]
fn every_joint_of_a_humanoid_is_in_at_most_one_group() {
    let document = with("mannequin");
    let actor = document.actor().unwrap();
    let mut seen = BTreeSet::new();
    for group in Group::ALL {
        for joint in group.joints(actor) {
            assert!(seen.insert(joint), "{} twice", actor.joint_name(joint));
        }
    }
    assert_eq!(seen.len(), actor.joint_count(), "the mannequin has nothing else");
}

#[test]
fn a_pose_is_put_on_mirrored() {
    let document = posed();
    let pose = SavedPose::of(document.actor().unwrap(), &[]);
    let fresh = with("mannequin");
    let actor = fresh.actor().unwrap();
    let put =
        pose.put_on(actor, &Application { mirrored: true, ..Application::default() }).unwrap();
    assert!(
        near(turned(actor, &put, "rightUpperArm"), 0.7)
            && near(turned(actor, &put, "leftUpperArm"), 0.0)
    );
    assert!(
        near(turned(actor, &put, "leftIndexProximal"), 0.4)
            && near(turned(actor, &put, "rightIndexProximal"), 0.9)
    );
}

#[test]
fn a_pose_goes_to_figures_with_other_frames_and_sizes() {
    let document = posed();
    let pose = SavedPose::of(document.actor().unwrap(), &[]);
    // The same body, twice as large, every joint's frame turned: the same joints must turn by as
    // much, about the same axes of the model.
    let original = kansetsu_figures::figure("mannequin").unwrap();
    let mut builder = kansetsu::d3::Skeleton::builder();
    let frame = |joint: usize| {
        Quat::from_rotation_y(joint as f32) * Quat::from_rotation_x(0.3 * joint as f32)
    };
    for (index, joint) in original.rig.skeleton.joints().iter().enumerate() {
        let above = joint.parent.map_or(Quat::IDENTITY, frame);
        let mut rest = joint.rest;
        rest.rotation = above.inverse() * rest.rotation * frame(index);
        rest.translation = above.inverse() * (rest.translation * 2.0);
        match joint.parent {
            Some(parent) => builder.child(parent, format!("other {index}"), rest),
            None => builder.root(format!("other {index}"), rest),
        };
    }
    let rig = kansetsu::d3::Rig::new(builder.build().unwrap());
    let mut figure = kansetsu_formats::Figure::new("other", rig);
    figure.rig.roles = original.rig.roles.clone();
    let mut opened = Opened::embedded("mannequin").unwrap();
    opened.figure = figure;
    let other = Actor::new(opened);
    let put = pose.put_on(&other, &Application::default()).unwrap();
    let there = other.figure.rig.skeleton.forward(&put);
    let actor = document.actor().unwrap();
    let here = actor.figure.rig.skeleton.forward(&actor.pose);
    for (name, role) in [
        ("leftHand", "leftHand"),
        ("leftFoot", "leftFoot"),
        ("head", "head"),
        ("leftIndexDistal", "leftIndexDistal"),
    ] {
        let joint = actor.figure.find_joint(name).unwrap();
        let other = other.figure.find_joint(role).unwrap();
        let distance = (here[joint].translation * 2.0).distance(there[other].translation);
        assert!(distance < 1e-4, "{name}: {distance} m");
    }
}

#[test]
fn the_library_is_part_of_the_document() {
    let mut document = posed();
    let hash = document.content().hash();
    document
        .edit("save", |content| content.save_pose(0, " wave ", &[], Some(vec![1].into())).map(drop))
        .unwrap();
    document.edit("save", |content| content.save_pose(0, "wave", &[1, 2], None).map(drop)).unwrap();
    let names = |document: &Document| {
        document.content().poses.iter().map(|pose| pose.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&document), ["wave", "wave 2"]);
    assert_eq!(document.content().poses[1].joints.len(), 2);
    assert!(document.edit("rename", |content| content.rename_pose(1, "wave")).is_err());
    document.edit("rename", |content| content.rename_pose(1, "bow")).unwrap();
    document.edit("remove", |content| content.remove_pose(0)).unwrap();
    assert_eq!(names(&document), ["bow"]);
    assert!(document.edit("remove", |content| content.remove_pose(5)).is_err());
    while document.undo().is_some() {}
    assert_eq!(document.redo().map(|label| label.to_string()).as_deref(), Some("pose"));
    assert_eq!(document.content().hash(), hash);
}

#[test]
fn a_pose_is_a_file_of_its_own() {
    let document = posed();
    let mut pose = SavedPose::of(document.actor().unwrap(), &[]);
    (pose.name, pose.thumbnail) = ("手を振る".to_owned(), Some(vec![137, 80, 78, 71].into()));
    let text = pose.to_file().unwrap();
    assert_eq!(SavedPose::from_file(&text).unwrap(), pose);
    let wrong = [
        String::new(),
        "{}".to_owned(),
        text[..text.len() / 2].to_owned(),
        text.replace("\"kansetsu_pose\": 1", "\"kansetsu_pose\": 2"),
        text.replace("\"joints\"", "\"joint\""),
        text.replacen("\"frame\": [", "\"frame\": [1e99,", 1),
        text.replacen("\"size\":", "\"size\": 1e300, \"old\":", 1),
    ];
    for wrong in wrong {
        assert_ne!(wrong, text);
        assert!(SavedPose::from_file(&wrong).is_err(), "{}", &wrong[..wrong.len().min(80)]);
    }
}

/// The poses that come with the program are those that our solver finds: `cargo xtask bless` writes
/// them. They are kept as data, so that a better solver does not change what a user knows; what
/// they promise is measured.
#[test]
fn golden_body_poses_are_where_they_should_be() {
    use kansetsu_figures::scenes::{body_poses as scenes, everyday};
    let figure = kansetsu_figures::mannequin();
    let actor = Actor::new(Opened::embedded("mannequin").unwrap());
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        let lines = scenes::all().into_iter().map(|one| {
            let mut pose = scenes::solve(&figure, &one).expect("it is sound");
            one.place.apply(&mut pose);
            let posed = Actor { pose, ..actor.clone() };
            let names = [one.goals.name, one.japanese];
            let data = BodyPoseData::of(&posed, names, one.group, one.hands);
            serde_json::to_string(&data).expect("plain data")
        });
        let text = format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"));
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/library/body.json"), text)
            .expect("it can be written");
        return;
    }
    let usual = everyday::poses();
    let mut faults = Vec::new();
    for one in scenes::all() {
        let name = one.goals.name;
        let kept = body_poses().iter().find(|kept| kept.pose.name == name).expect("it is kept");
        assert_eq!((kept.group, kept.name.get(Language::Japanese)), (one.group, one.japanese));
        let mut pose = kept.pose.put_on(&actor, &Application::default()).unwrap();
        one.place.undo(&mut pose);
        let measures = everyday::measure(&figure, &one.goals, &pose);
        // Everyday poses touch things; the others are sketches.
        let is_exact = usual.iter().any(|pose| pose.goals == one.goals.goals);
        let [near, floor] = if is_exact { [0.02, -0.04] } else { [0.09, -0.05] };
        // Middles of limbs and the view have lower weights: they are only hints.
        let asked = one.goals.goals.iter().zip(&measures.distances);
        for (goal, distance) in asked.filter(|(goal, _)| goal.weight >= 1.0) {
            let pinned = goal.priority == kansetsu::d3::Priority::Pin;
            if *distance > if pinned { 0.02 } else { near } {
                let joint = &figure.rig.skeleton.joints()[goal.joint].name;
                faults.push(format!("{name}: {joint} is {:.0} mm off", 1e3 * distance));
            }
        }
        if measures.lowest < floor {
            faults.push(format!("{name}: {:.0} mm in the floor", -1e3 * measures.lowest));
        }
        let posed = Actor { pose, ..actor.clone() };
        let worst = (0..posed.joint_count()).map(|joint| posed.outside(joint)).fold(0.0, f32::max);
        if worst > 0.01 {
            faults.push(format!("{name}: {worst} rad outside a limit"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_hundred_body_poses_are_in_groups_and_found_by_words_of_both_languages() {
    assert!(body_poses().len() >= 100, "{}", body_poses().len());
    for group in PoseGroup::ALL {
        let count = body_poses().iter().filter(|one| one.group == group).count();
        assert!(count >= 8, "{count} in {}", group.name());
    }
    for language in Language::ALL {
        let names: BTreeSet<&str> = body_poses().iter().map(|one| one.name.get(language)).collect();
        assert_eq!(names.len(), body_poses().len(), "names are used twice");
    }
    let found = |sought: &str| -> Vec<&str> {
        let found = body_poses().iter().filter(|one| one.matches(sought));
        found.map(|one| one.name.get(Language::English)).collect()
    };
    assert_eq!(found("HIGH kick"), ["High kick"]);
    assert_eq!(found("正座"), ["Seiza"]);
    assert_eq!(found("戦う フック"), ["Hook"], "a group and a name");
    assert_eq!(found("fight フック"), ["Hook"], "words of two languages");
    assert_eq!(found("  ").len(), body_poses().len());
    assert!(found("submarine").is_empty());
}

/// A body that rests with hanging arms and faces the other way, as characters of other programs do.
fn resting_otherwise() -> Actor {
    let mut opened = Opened::embedded("mannequin").expect("it is sound");
    let original = opened.figure.clone();
    let mut hanging = original.rig.skeleton.rest_pose();
    for (arm, side) in [("leftUpperArm", -1.0), ("rightUpperArm", 1.0)] {
        let joint = original.find_joint(arm).expect("it is sound");
        hanging.locals[joint].rotation *= Quat::from_rotation_z(0.8 * side);
    }
    let around = Quat::from_rotation_y(std::f32::consts::PI);
    let mut builder = kansetsu::d3::Skeleton::builder();
    for (joint, local) in original.rig.skeleton.joints().iter().zip(&hanging.locals) {
        match joint.parent {
            Some(parent) => builder.child(parent, joint.name.clone(), *local),
            None => {
                let mut local = *local;
                (local.rotation, local.translation) =
                    (around * local.rotation, around * local.translation);
                builder.root(joint.name.clone(), local)
            }
        };
    }
    let mut figure = kansetsu_formats::Figure::new(
        "other",
        kansetsu::d3::Rig::new(builder.build().expect("it is sound")),
    );
    figure.rig.roles = original.rig.roles.clone();
    opened.figure = figure;
    Actor::new(opened)
}

#[test]
fn a_body_that_rests_otherwise_and_faces_away_stands_in_the_same_pose() {
    let other = resting_otherwise();
    let mannequin = Actor::new(Opened::embedded("mannequin").unwrap());
    let around = Quat::from_rotation_y(std::f32::consts::PI);
    for kept in body_poses() {
        let here = kept.pose.put_on(&mannequin, &Application::default()).unwrap();
        let there = kept.pose.put_on(&other, &Application::default()).unwrap();
        let (here, there) = (
            mannequin.figure.rig.skeleton.forward(&here),
            other.figure.rig.skeleton.forward(&there),
        );
        for role in ["leftHand", "rightHand", "leftFoot", "rightFoot", "head", "leftIndexDistal"] {
            let joint = mannequin.figure.find_joint(role).unwrap();
            let away = around * here[joint].translation;
            let distance = away.distance(there[joint].translation);
            assert!(distance < 5e-3, "{}: {role} {distance} m", kept.pose.name);
        }
    }
}

#[test]
fn poses_are_one_file_and_what_is_wrong_in_it_is_said() {
    let poses: Vec<&SavedPose> = body_poses().iter().take(3).map(|one| &*one.pose).collect();
    let text = write_poses(&poses).unwrap();
    let read = read_poses(&text).unwrap();
    assert!(read.iter().zip(&poses).all(|(read, pose)| read == *pose) && read.len() == 3);
    for wrong in [
        "",
        "{}",
        "[1]",
        &text.replace("\"kansetsu_poses\": 1", "\"kansetsu_poses\": 7"),
        &text[..text.len() / 2],
    ] {
        assert!(read_poses(wrong).is_err());
    }
}
