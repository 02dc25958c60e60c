//! Saving and opening projects.

use std::sync::Arc;

use kansetsu::{
    d3::{Limit, Transform, limit::Hinge},
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_studio::{
    document::{
        Actor, Content, Document, Opened, Pin, SavedPose, Tool,
        project::{Embedding, ProjectError, Surroundings, load, save},
    },
    motion::Motion,
};
use serde_json::Value;

use crate::random::Random;

fn reloaded(text: &str) -> Document {
    let loaded = load(text, Surroundings::NONE).expect("a project that was saved");
    assert_eq!(loaded.warnings, Vec::<String>::new());
    loaded.document
}

fn saved(document: &Document) -> String {
    save(document, Embedding::Everything).expect("a document that can be saved")
}

/// A document in which everything that can be is something random.
pub fn random_document(random: &mut Random) -> Document {
    let mut document = Document::new(Content::default());
    for _ in 0..random.below(4) {
        // The small ones are built fast.
        let names = ["arm", "leg", "hand", "tentacle", "robot_arm", "mannequin"];
        let name = names[random.below(names.len())];
        let mut actor = Actor::new(Opened::embedded(name).expect("an embedded figure"));
        fill(&mut actor, random);
        let shown = actor.pose_at(0.0);
        actor.pose = shown;
        document
            .edit("add", |content| {
                let index = content.add(actor);
                let kept = SavedPose {
                    name: "手 \"quoted\"".to_owned(),
                    ..SavedPose::of(content.actor(index)?, &[])
                };
                content
                    .poses
                    .push(Arc::new(SavedPose { thumbnail: Some(vec![1, 2, 255].into()), ..kept }));
                Ok(())
            })
            .expect("sound actors");
    }
    document.settings.levels = [None, Some(0), Some(3)][random.below(3)];
    document.settings.tool = Tool::Rotate;
    document.view.camera.yaw = random.between(-3.0, 3.0);
    document.set_time(random.between(0.0, 2.0));
    let joints = (0..random.below(3)).collect();
    document.set_selection(random.below(3), joints);
    document.set_saved();
    document
}

fn turn(random: &mut Random) -> Quat {
    let axis = Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 1.0).normalize();
    Quat::from_axis_angle(axis, random.between(-3.0, 3.0))
}

fn local(random: &mut Random) -> Transform {
    let translation = Vec3::new(
        random.between(-1.0, 1.0),
        random.between(-1e-6, 1e-6),
        random.between(-1e6, 1e6),
    );
    Transform { translation, rotation: turn(random), scale: Vec3::splat(random.between(0.1, 2.0)) }
}

fn fill(actor: &mut Actor, random: &mut Random) {
    let count = actor.joint_count();
    let rest = actor.rest_pose();
    for _ in 0..random.below(5) {
        Arc::make_mut(&mut actor.base).locals[random.below(count)] = local(random);
        actor.constraints.stops.insert(random.below(count));
        let joint = random.below(count);
        if actor.pin(joint).is_none() {
            let orientation = (random.below(2) == 0).then(|| turn(random));
            actor.constraints.pins.push(Pin {
                joint,
                position: Some(local(random).translation),
                orientation,
            });
        }
        let hinge = Limit::Hinge(Hinge {
            axis: Vec3::X,
            min: f32::NEG_INFINITY,
            max: random.between(0.0, 1.0),
        });
        Arc::make_mut(&mut actor.constraints.limits)[random.below(count)] =
            [None, Some(hinge)][random.below(2)].clone();
    }
    for number in 0..random.below(3) {
        let mut motion = Motion::new(format!("動き {number}"));
        for _ in 0..random.below(6) {
            let mut pose = (*actor.base).clone();
            let joint = random.below(count);
            pose.locals[joint] = local(random);
            motion.set_keys(&[joint, random.below(count)], random.between(0.0, 3.0), &pose, &rest);
        }
        actor.motions.push(Arc::new(motion));
        actor.motion = Some(number);
    }
    if actor.motion.is_some() {
        let joint = random.below(count);
        actor.unkeyed.insert(joint, local(random));
    }
    actor.placement = Affine3::from_rotation_translation(turn(random), local(random).translation);
}

#[test]
fn random_documents_come_back_as_they_were() {
    for seed in 0..30 {
        let document = random_document(&mut Random::new(seed));
        let text = saved(&document);
        let again = reloaded(&text);
        assert_eq!(again.content().hash(), document.content().hash(), "seed {seed}");
        assert_eq!(again.content(), document.content(), "seed {seed}");
        assert_eq!((again.time(), &again.selection), (document.time(), &document.selection));
        assert_eq!((&again.settings, again.view), (&document.settings, document.view));
        for (now, before) in again.content().actors.iter().zip(&document.content().actors) {
            assert_eq!(now.pose, before.pose, "seed {seed}");
        }
        assert!(!again.is_modified());
        assert_eq!(saved(&again), text, "seed {seed}");
    }
}

/// Puts a field that nobody knows into every object.
fn sprinkle(value: &mut Value, count: &mut usize) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| sprinkle(item, count)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| sprinkle(value, count));
            fields.insert("from_the_future".to_owned(), format!("number {count}").into());
            *count += 1;
        }
        _ => {}
    }
}

fn futures(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(futures).sum(),
        Value::Object(fields) => {
            fields.values().map(futures).sum::<usize>()
                + usize::from(fields.contains_key("from_the_future"))
        }
        _ => 0,
    }
}

#[test]
fn unknown_fields_survive_at_every_level() {
    for seed in 0..10 {
        let document = random_document(&mut Random::new(seed));
        let mut value: Value = serde_json::from_str(&saved(&document)).unwrap();
        let mut count = 0;
        sprinkle(&mut value, &mut count);
        let again = reloaded(&value.to_string());
        assert_eq!(again.content(), document.content());
        let rewritten: Value = serde_json::from_str(&saved(&again)).unwrap();
        assert_eq!(rewritten, value, "seed {seed}: {} of {count}", futures(&rewritten));
    }
}

#[test]
fn unknown_fields_stay_with_what_they_belong_to() {
    let mut document = crate::document::with("arm");
    document
        .edit("pins", |content| {
            let pin = |joint| Pin { joint, position: Some(Vec3::Y), orientation: None };
            content.actor_mut(0)?.constraints.pins = vec![pin(1), pin(2), pin(3)];
            Ok(())
        })
        .unwrap();
    let mut value: Value = serde_json::from_str(&saved(&document)).unwrap();
    value["figures"][0]["pins"][2]["strength"] = 0.5.into();
    value["figures"][0]["pins"][0]["strength"] = 0.25.into();
    let mut again = reloaded(&value.to_string());
    again
        .edit("unpin", |content| {
            content.actor_mut(0)?.constraints.pins.remove(0);
            Ok(())
        })
        .unwrap();
    let rewritten: Value = serde_json::from_str(&saved(&again)).unwrap();
    let pins = &rewritten["figures"][0]["pins"];
    assert_eq!((&pins[0]["joint"], pins[0].get("strength")), (&2.into(), None));
    assert_eq!((&pins[1]["joint"], &pins[1]["strength"]), (&3.into(), &0.5.into()));
}

#[test]
fn broken_projects_are_refused_with_their_place() {
    let document = random_document(&mut Random::new(4));
    let good: Value = serde_json::from_str(&saved(&document)).unwrap();
    assert!(!good["figures"].as_array().unwrap().is_empty());
    let cases: [(&str, Value, &str); 14] = [
        ("/kansetsu_project", 2.into(), "version 2"),
        ("/kansetsu_project", "1".into(), "kansetsu_project"),
        ("/figures", 7.into(), "figures"),
        ("/figures/0/name", 7.into(), "figures[0].name"),
        ("/figures/0/source/kind", "nothing".into(), "figures[0].source"),
        ("/figures/0/source/figure", "nobody".into(), "figures[0].source.figure"),
        ("/figures/0/placement/0", 1e300.into(), "figures[0]"),
        ("/figures/0/stops", serde_json::json!([99_999_999]), "figures[0].stops"),
        ("/figures/0/stops", serde_json::json!([-1]), "figures[0].stops[0]"),
        ("/figures/0/motion", 99.into(), "figures[0]"),
        (
            "/figures/0/pins",
            serde_json::json!([{"joint": 1e9, "position": null, "orientation": null}]),
            "figures[0].pins",
        ),
        (
            "/figures/0/limits",
            serde_json::json!([{"joint": 0, "limit": {"kind": "hinge", "axis": [0, 0, "x"]}}]),
            "figures[0].limits[0].limit",
        ),
        ("/poses/0/joints/0/frame", serde_json::json!([0, 0, 0, 0]), "poses[0]"),
        ("/poses/0/thumbnail", "???".into(), "poses[0].thumbnail"),
    ];
    for (pointer, wrong, place) in cases {
        let mut value = good.clone();
        *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = wrong;
        let error = load(&value.to_string(), Surroundings::NONE).unwrap_err().to_string();
        assert!(error.contains(place), "{pointer}: {error}");
    }
}

#[test]
fn whatever_is_cut_or_changed_nothing_panics() {
    let text = saved(&random_document(&mut Random::new(4)));
    let mut random = Random::new(99);
    for _ in 0..300 {
        let mut end = random.below(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        assert!(matches!(
            load(&text[..end], Surroundings::NONE),
            Err(ProjectError::NotAProject(_))
        ));
    }
    let numbers = ["1e999", "-1", "99999999999", "null", "\"x\"", "[]", "{}", "1e38", "NaN"];
    let places: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    for _ in 0..400 {
        let at = places[random.below(places.len())];
        let changed =
            format!("{}{}{}", &text[..at], numbers[random.below(numbers.len())], &text[at + 1..]);
        if let Ok(loaded) = load(&changed, Surroundings::NONE) {
            saved(&loaded.document);
        }
    }
}

#[test]
fn strange_settings_cost_no_pose() {
    let document = crate::document::with("arm");
    let mut value: Value = serde_json::from_str(&saved(&document)).unwrap();
    value["settings"]["solver"] = serde_json::json!({"solver": "of-the-future"});
    value["view"]["camera"]["distance"] = (-3).into();
    let loaded = load(&value.to_string(), Surroundings::NONE).unwrap();
    assert_eq!(loaded.document.content(), document.content());
    assert_eq!(loaded.document.view.camera, document.view.camera);
    assert!(loaded.warnings[0].contains("settings.solver"), "{:?}", loaded.warnings);
}

#[test]
fn a_figure_that_changed_is_matched_by_names() {
    let mut document = crate::document::with("arm");
    crate::document::turn(&mut document, 2, 0.5).unwrap();
    let name = document.content().actors[0].joint_name(2);
    let turned = document.content().actors[0].pose.locals[2];
    let mut value: Value = serde_json::from_str(&saved(&document)).unwrap();
    // The project was made with a figure that had one more joint before the others.
    let joints = value["figures"][0]["joints"].as_array_mut().unwrap();
    joints.insert(0, "gone".into());
    value["figures"][0]["pose"][0]["joint"] = 3.into();
    value["figures"][0]["stops"] = serde_json::json!([0, 1]);
    let loaded = load(&value.to_string(), Surroundings::NONE).unwrap();
    let actor = &loaded.document.content().actors[0];
    assert_eq!(actor.pose.locals[actor.figure.find_joint(&name).unwrap()], turned);
    assert_eq!(actor.constraints.stops.iter().copied().collect::<Vec<_>>(), [0]);
    assert_eq!(loaded.warnings.len(), 1);
}

#[test]
fn figures_from_files_are_found_again_or_asked_for() {
    let glb =
        kansetsu_formats::gltf::write_new(&kansetsu_figures::figure("leg").unwrap(), None).unwrap();
    let none = |_: &str| Err("there is nothing".to_owned());
    let opened = Opened::file("/projects/aya/models/leg.glb", glb.clone().into(), &none).unwrap();
    let mut content = Content::default();
    content.add(Actor::new(opened));
    let document = Document::new(content);

    let text = save(&document, Embedding::Paths { folder: "/projects/aya" }).unwrap();
    assert!(text.contains("\"models/leg.glb\"") && text.len() < 20_000);
    let read = |path: &str| {
        if path == "/projects/aya/models/leg.glb" {
            Ok(glb.clone())
        } else {
            Err(format!("no {path}"))
        }
    };
    let found =
        load(&text, Surroundings { folder: "/projects/aya", read: &read, ..Surroundings::NONE })
            .unwrap();
    assert_eq!(found.document.content(), document.content());
    assert!(found.warnings.is_empty());

    let missing = load(&text, Surroundings::NONE).unwrap_err();
    assert!(
        matches!(&missing, ProjectError::Missing { path, .. } if path == "models/leg.glb"),
        "{missing}"
    );

    let other =
        kansetsu_formats::gltf::write_new(&kansetsu_figures::figure("arm").unwrap(), None).unwrap();
    let changed = load(
        &text,
        Surroundings { folder: "", read: &|_| Ok(other.clone()), ..Surroundings::NONE },
    )
    .unwrap();
    assert_eq!(changed.warnings.len(), 2, "{:?}", changed.warnings);

    let broken = load(
        &text,
        Surroundings { folder: "", read: &|_| Ok(b"no model".to_vec()), ..Surroundings::NONE },
    )
    .unwrap_err();
    assert!(broken.to_string().contains("figures[0].source"), "{broken}");

    assert_eq!(reloaded(&saved(&document)).content(), document.content());
}
