//! Rigs are saved: beside a file, and in it.

use kansetsu::d3::{Limit, Pose, limit::Hinge};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::gltf::{Changes, Container, Loaded};
use kansetsu_formats::{Error, Figure, Role, gltf, rig::RigFile};
use serde_json::Value;

use crate::{corpus, skip::test_data, validator};

/// The humanoids of the corpus.
fn humanoids() -> Vec<(String, Loaded)> {
    let folders = [("gltf", &["glb", "gltf"][..]), ("vrm", &["vrm"][..])];
    let files = folders
        .iter()
        .filter_map(|(folder, extensions)| Some(corpus::files(&test_data(folder)?, extensions)));
    let loaded =
        files.flatten().filter_map(|path| Some((corpus::name(&path), corpus::load(&path).ok()?)));
    loaded.filter(|(_, loaded)| loaded.figure.rig.humanoid().is_some()).collect()
}

fn reopened(bytes: &[u8]) -> Loaded {
    gltf::read(bytes, &|name| Err(format!("{name} is not to be asked for"))).unwrap()
}

/// An arm and a leg in other positions.
fn posed(figure: &Figure) -> Pose {
    let mut pose = figure.saved_pose();
    for (role, angle) in [
        (Role::LeftUpperArm, 0.5),
        (Role::RightLowerLeg, 0.8),
        (Role::Hips, 0.2),
        (Role::Spine, 0.3),
    ] {
        if let Some(&joint) = figure.rig.roles.get(&role) {
            let local = &mut pose.locals[joint];
            local.rotation = (local.rotation
                * Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), angle))
            .normalize();
        }
    }
    pose
}

fn assert_same(name: &str, a: &Figure, b: &Figure) {
    assert_eq!(a.rig.roles, b.rig.roles, "{name}");
    assert_eq!(a.rig.limits, b.rig.limits, "{name}");
    assert_eq!((&a.rig.limbs, &a.rig.mirrors), (&b.rig.limbs, &b.rig.mirrors), "{name}");
    assert_eq!(a.twists, b.twists, "{name}");
    let masses = |figure: &Figure| figure.rig.balance().map(|balance| balance.masses);
    assert_eq!(masses(a), masses(b), "{name}");
    for (a, b) in a.rig.skeleton.rest_pose().locals.iter().zip(&b.rig.skeleton.rest_pose().locals) {
        assert!(
            (a.translation - b.translation).length() == 0.0 && (a.scale - b.scale).length() == 0.0,
            "{name}"
        );
        assert!(
            a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6,
            "{name}: {} {}",
            a.rotation,
            b.rotation
        );
    }
}

fn assert_stands(name: &str, figure: &Figure, pose: &Pose) {
    for (a, b) in figure.saved_pose().locals.iter().zip(&pose.locals) {
        assert!(
            a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6 && a.translation == b.translation,
            "{name}"
        );
    }
}

#[test]
fn a_posed_file_opens_with_its_rest_pose_and_limits() {
    let folder = std::env::temp_dir().join(format!("kansetsu-rig-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    for (name, mut loaded) in humanoids() {
        // An edited limit counts as well.
        let elbow = loaded.figure.rig.roles[&Role::LeftLowerArm];
        loaded.figure.rig.limits[elbow] =
            Some(Limit::Hinge(Hinge::new(Vec3::Y, -0.25, f32::INFINITY)));
        let pose = posed(&loaded.figure);
        let changes =
            Changes { pose: Some(&pose), rig: Some(&loaded.figure), ..Changes::default() };
        let saved = loaded.document.save(&changes, Container::Glb).unwrap();
        let back = reopened(&saved.bytes);
        assert_same(&name, &loaded.figure, &back.figure);
        assert_stands(&name, &back.figure, &pose);
        assert_eq!(back.warnings, loaded.warnings, "{name}");
        // Once more, from there, and back to the start.
        let twice = posed(&back.figure);
        let changes = Changes { pose: Some(&twice), rig: Some(&back.figure), ..Changes::default() };
        let again = reopened(&back.document.save(&changes, Container::Glb).unwrap().bytes);
        assert_same(&name, &loaded.figure, &again.figure);
        assert_stands(&name, &again.figure, &twice);
        // From scratch too.
        let fresh = reopened(&gltf::write_new(&loaded.figure, Some(&pose)).unwrap());
        assert_eq!(fresh.figure.rig.roles, loaded.figure.rig.roles, "{name}");
        assert_eq!(
            fresh.figure.rig.limits[..loaded.figure.rig.limits.len()],
            loaded.figure.rig.limits,
            "{name}"
        );
        let file = folder.join(format!("{name}.glb"));
        std::fs::write(&file, &saved.bytes).unwrap();
        files.push(file);
    }
    for report in validator::validate(&files).into_iter().flatten() {
        let own = report["messages"].as_array().into_iter().flatten().filter(|message| {
            message["pointer"].as_str().is_some_and(|p| p.starts_with("/extras"))
        });
        assert_eq!(own.count(), 0, "{report}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn nothing_is_written_where_nothing_would_be_lost() {
    for (name, loaded) in humanoids() {
        let changes = Changes { rig: Some(&loaded.figure), ..Changes::default() };
        let saved = loaded.document.save(&changes, loaded.document.container()).unwrap();
        let plain = loaded.document.save(&Changes::default(), loaded.document.container()).unwrap();
        assert!(saved.bytes == plain.bytes, "{name}");
    }
}

#[test]
fn a_rig_file_holds_all_that_the_figure_knows() {
    for (name, loaded) in humanoids() {
        let mut figure = loaded.figure.clone();
        figure.pose = Some(posed(&figure));
        figure.rig.stance = Some(posed(&figure));
        let text = RigFile::from_figure(&figure).to_text();
        let rig = RigFile::read(&text).unwrap();
        assert_eq!(
            rig,
            RigFile { warnings: Vec::new(), ..RigFile::from_figure(&figure) },
            "{name}"
        );
        // On the same file, posed and without a rig.
        let mut bare = loaded.figure.clone();
        bare.rig.roles.clear();
        bare.rig = kansetsu::d3::Rig::new(bare.rig.skeleton.clone());
        assert_eq!(rig.apply(&mut bare), Vec::<String>::new(), "{name}");
        assert_same(&name, &figure, &bare);
        assert_eq!(bare.rig.stance.is_some(), figure.rig.stance.is_some());
    }
}

fn figure() -> Figure {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip", "children": [1, 2]}, {"name": "knee"}, {"name": "knee"}]}"#;
    reopened(text.as_bytes()).figure
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, words) in [
        ("{", "line 1 column 1"),
        ("[]", "expected an object"),
        (r#"{"limits": []}"#, "kansetsu_rig: expected the number of the format"),
        (r#"{"kansetsu_rig": 2}"#, "kansetsu_rig: version 2 is not supported"),
        (r#"{"kansetsu_rig": 1, "limits": {}}"#, "limits: expected an array"),
        (
            r#"{"kansetsu_rig": 1, "limits": [{"joint": "a", "limit": {"kind": "hinge", "min": 0}}]}"#,
            "limits[0]: missing field `axis`",
        ),
        (
            r#"{"kansetsu_rig": 1, "limits": [{"joint": "a", "limit": {"kind": "hinge", "axis": [0, 0, 0]}}]}"#,
            "limits[0].limit: ",
        ),
        (
            r#"{"kansetsu_rig": 1, "limits": [{"joint": "a", "limit": {"kind": "spring"}}]}"#,
            "limits[0]: unknown variant `spring`",
        ),
        (
            r#"{"kansetsu_rig": 1, "roles": {"leftArm": "a"}}"#,
            "roles.leftArm: expected a humanoid role",
        ),
        (
            r#"{"kansetsu_rig": 1, "limbs": [{"name": "a", "base": "a", "middle": "b", "tip": "c", "pole": [0, 0, 0]}]}"#,
            "limbs[0].pole",
        ),
        (
            r#"{"kansetsu_rig": 1, "rest": [{"joint": "a", "rotation": [0, 0, 0, 0]}]}"#,
            "rest[0].rotation",
        ),
        (
            r#"{"kansetsu_rig": 1, "rest": [{"joint": "a", "translation": [1e300, 0, 0]}]}"#,
            "rest[0]",
        ),
        (
            r#"{"kansetsu_rig": 1, "masses": [{"joint": "a", "mass": -2, "centre": [0, 0, 0]}]}"#,
            "masses[0].mass",
        ),
        (r#"{"kansetsu_rig": 1, "mirrors": [["a"]]}"#, "mirrors[0]: "),
        (
            r#"{"kansetsu_rig": 1, "stance": [{"joint": "a", "rotation": [0, 0, 0, 1], "scale": 2}]}"#,
            "stance[0]: unknown field `scale`",
        ),
    ] {
        let error = RigFile::read(text).unwrap_err();
        assert!(matches!(error, Error::Malformed { .. } | Error::Unsupported { .. }));
        let error = error.to_string();
        assert!(error.starts_with("rig, ") && error.contains(words), "{text}: {error}");
    }
}

#[test]
fn joints_that_are_not_there_are_left_out_and_named() {
    let hinge = r#"{"kind": "hinge", "axis": [1, 0, 0]}"#;
    let text = format!(
        r##"{{"kansetsu_rig": 1, "colour": "red", "limits": [{{"joint": "hipp", "limit": {hinge}}}, {{"joint": "knee", "limit": {hinge}}},
        {{"joint": "#2", "limit": {hinge}}}], "mirrors": [["#1", "#7"]]}}"##
    );
    let rig = RigFile::read(&text).unwrap();
    assert_eq!(rig.warnings, ["colour: this key is unknown; it is ignored"]);
    let mut figure = figure();
    let misfits = rig.apply(&mut figure).join("\n");
    for words in [
        "limits[0].joint: ",
        "hip",
        "limits[1].joint: several joints are named \"knee\"",
        "mirrors[0][1]: ",
    ] {
        assert!(misfits.contains(words), "{misfits}");
    }
    assert!(figure.rig.limits[2].is_some() && figure.rig.limits[..2].iter().all(Option::is_none));
}

/// The part of JSON Schema that our schema uses.
fn check(value: &Value, schema: &Value, root: &Value, place: &str) -> Result<(), String> {
    if let Some(path) = schema["$ref"].as_str() {
        return check(value, root.pointer(path.trim_start_matches('#')).unwrap(), root, place);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fitting =
            choices.iter().filter(|choice| check(value, choice, root, place).is_ok()).count();
        return if fitting == 1 {
            Ok(())
        } else {
            Err(format!("{place}: fits {fitting} of the choices"))
        };
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind)) {
        return Err(format!("{place}: is no {kinds:?}"));
    }
    if schema.get("const").is_some_and(|constant| constant != value)
        || schema["enum"].as_array().is_some_and(|all| !all.contains(value))
    {
        return Err(format!("{place}: is not what it must be"));
    }
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        value.get(key).ok_or_else(|| format!("{place}: lacks {key}"))?;
    }
    for (key, part) in value.as_object().into_iter().flatten() {
        match (schema["properties"].get(key), schema.get("additionalProperties")) {
            (Some(schema), _) => check(part, schema, root, &format!("{place}.{key}"))?,
            (None, Some(Value::Bool(false))) => return Err(format!("{place}: {key} is unknown")),
            (None, Some(schema)) if schema.is_object() => {
                check(part, schema, root, &format!("{place}.{key}"))?
            }
            _ => {}
        }
    }
    let elements = value.as_array().into_iter().flatten().enumerate();
    for (index, element) in elements {
        check(element, &schema["items"], root, &format!("{place}[{index}]"))?;
    }
    let count = value.as_array().map_or(0, Vec::len) as u64;
    let bounded = schema["minItems"].as_u64().is_none_or(|least| count >= least)
        && schema["maxItems"].as_u64().is_none_or(|most| count <= most);
    if bounded { Ok(()) } else { Err(format!("{place}: has {count} elements")) }
}

#[test]
fn the_published_schema_says_what_is_written() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/reference/rig.schema.json")).unwrap();
    for (name, loaded) in humanoids() {
        let mut figure = loaded.figure;
        figure.pose = Some(posed(&figure));
        figure.rig.stance = Some(posed(&figure));
        figure.rig.limits[0] = Some(Limit::Hinge(Hinge::free(Vec3::X)));
        let value: Value = serde_json::from_str(&RigFile::from_figure(&figure).to_text()).unwrap();
        check(&value, &schema, &schema, &name).unwrap();
    }
    for wrong in [
        r#"{"kansetsu_rig": 2}"#,
        r#"{"kansetsu_rig": 1, "limits": [{"joint": "a"}]}"#,
        r#"{"kansetsu_rig": 1, "roles": {"leftArm": "a"}}"#,
        r#"{"kansetsu_rig": 1, "limits": [{"joint": "a", "limit": {"kind": "spring"}}]}"#,
    ] {
        assert!(
            check(&serde_json::from_str(wrong).unwrap(), &schema, &schema, "").is_err(),
            "{wrong}"
        );
        assert!(RigFile::read(wrong).is_err(), "{wrong}");
    }
}

/// A posed figure that is saved and opened again with its rig file keeps the saved pose, and has
/// the same rest pose, limits and roles.
fn goes_on(name: &str, source: &Figure, pose: &Pose, bytes: &[u8]) -> Figure {
    let mut opened =
        kansetsu_formats::open(bytes, name, &|_| Err("not here".to_owned())).unwrap().figure;
    let file = opened.rig.skeleton.rest_pose();
    let rig = RigFile::sidecar(source, pose, &opened)
        .unwrap()
        .unwrap_or_else(|| panic!("{name}: a sidecar is expected"));
    let rig = RigFile::read(&rig.to_text()).unwrap();
    assert_eq!(rig.apply(&mut opened), Vec::<String>::new(), "{name}");
    let (here, there) = (&source.rig.skeleton, &opened.rig.skeleton);
    assert_eq!(opened.saved_pose(), file, "{name} keeps the saved pose");
    let [rest, rest_there] = [here, there].map(|skeleton| skeleton.forward(&skeleton.rest_pose()));
    let [standing, file] = [here.forward(pose), there.forward(&file)];
    let (mut compared, mut limited) = (0, 0);
    for (joint, entry) in here.joints().iter().enumerate() {
        let Ok(other) = there.find(&entry.name) else { continue };
        assert!(
            rest_there[other].translation.distance(rest[joint].translation) < 1e-3 * here.size(),
            "{name}, {} at rest",
            entry.name
        );
        compared += 1;
        let [Some(limit), Some(limit_there)] = [source, &opened].map(|figure| {
            let joint = figure.rig.skeleton.find(&entry.name).unwrap();
            figure.rig.limits[joint].clone()
        }) else {
            assert_eq!(
                source.rig.limits[joint].is_some(),
                opened.rig.limits[other].is_some(),
                "{name}, {}",
                entry.name
            );
            continue;
        };
        let across = kansetsu::d3::rotation_of(&file[other]).conjugate()
            * kansetsu::d3::rotation_of(&standing[joint]);
        let mut random = crate::random::Random::new(7);
        for _ in 0..20 {
            let turn =
                Quat::from_scaled_axis(Vec3::from_array([0; 3].map(|_| 1.5 * random.signed())));
            let [a, b] =
                [limit.violation(turn), limit_there.violation(across * turn * across.conjugate())];
            assert!((a - b).abs() < 2e-3, "{name}, {}: {a} and {b}", entry.name);
        }
        limited += 1;
    }
    assert!(
        compared * 3 > here.len() && limited >= 1,
        "{name}: {compared} joints, {limited} limits"
    );
    let roles = |figure: &Figure| -> Vec<String> {
        figure
            .rig
            .roles
            .iter()
            .map(|(role, joint)| format!("{role}: {}", figure.rig.skeleton.joints()[*joint].name))
            .collect()
    };
    assert_eq!(roles(&opened), roles(source), "{name}");
    opened
}

#[test]
fn what_a_format_cannot_hold_of_a_posed_figure_goes_into_a_rig_file_beside_it() {
    let (Some(mqo), Some(vrm)) = (test_data("mqo"), test_data("vrm")) else { return };
    let read = |path: std::path::PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        kansetsu_formats::open(&bytes, &path.to_string_lossy(), &|_| Err("not here".to_owned()))
            .unwrap()
    };
    // An MQO file, into its own text, twice.
    let opened = read(mqo.join("yuri_nii.mqo"));
    let kansetsu_formats::Document::Mqo(document) = &opened.document else { panic!("no MQO") };
    let mut pose = opened.figure.rig.skeleton.rest_pose();
    let arm = opened.figure.rig.skeleton.find("腕[L]").unwrap();
    pose.locals[arm].rotation *= Quat::from_rotation_x(0.6);
    let saved = document.save(&opened.figure, Some(&pose)).unwrap().bytes;
    let again = goes_on("posed.mqo", &opened.figure, &pose, &saved);
    let Ok(kansetsu_formats::Opened {
        document: kansetsu_formats::Document::Mqo(document), ..
    }) = kansetsu_formats::open(&saved, "posed.mqo", &|_| Err("not here".to_owned()))
    else {
        panic!("no MQO")
    };
    assert_eq!(document.save(&again, None).unwrap().bytes, saved, "unchanged");
    let back = document.save(&again, Some(&again.rig.skeleton.rest_pose())).unwrap().bytes;
    let back =
        kansetsu_formats::open(&back, "back.mqo", &|_| Err("not here".to_owned())).unwrap().figure;
    let [first, last] = [&opened.figure, &back]
        .map(|figure| figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose()));
    let far = first
        .iter()
        .zip(&last)
        .map(|(a, b)| a.translation.distance(b.translation))
        .fold(0.0, f32::max);
    assert!(
        far < 1e-4 * opened.figure.rig.skeleton.size(),
        "the rest pose differs from the first one by {far}"
    );
    // A file of another format.
    let figure = read(vrm.join("unity_example_vrm1.vrm")).figure;
    let mut pose = figure.rig.skeleton.rest_pose();
    let arm = figure.rig.roles[&Role::LeftUpperArm];
    pose.locals[arm].rotation *= Quat::from_rotation_z(-0.9);
    let written = kansetsu_formats::mqo::write(&figure, Some(&pose)).unwrap().bytes;
    goes_on("figure.mqo", &figure, &pose, &written);
    let take = kansetsu_formats::bvh::Take { poses: std::slice::from_ref(&pose), frame_time: 0.1 };
    let written = kansetsu_formats::bvh::write(&figure, &take, None).unwrap().bytes;
    goes_on("figure.bvh", &figure, &figure.rig.skeleton.rest_pose(), &written);
}

#[test]
fn where_nothing_is_lost_there_is_no_rig_file() {
    let Some(bvh) = test_data("bvh") else { return };
    let bytes = std::fs::read(bvh.join("cmu_12_01_walk.bvh")).unwrap();
    let read = || {
        kansetsu_formats::open(&bytes, "walk.bvh", &|_| Err("not here".to_owned())).unwrap().figure
    };
    let figure = read();
    assert_eq!(RigFile::sidecar(&figure, &figure.rig.skeleton.rest_pose(), &read()).unwrap(), None);
}

#[test]
fn a_table_of_people_is_as_its_schema_says() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/reference/posture.schema.json"))
            .unwrap();
    let own = kansetsu_humanoid::prior::Prior::people();
    let value = serde_json::to_value(own).unwrap();
    check(&value, &schema, &schema, "people").unwrap();
    assert_eq!(
        &serde_json::from_str::<kansetsu_humanoid::prior::Prior>(&value.to_string()).unwrap(),
        own
    );
    let mut broken = value;
    broken["means"][3] = Value::from("a");
    assert!(check(&broken, &schema, &schema, "people").is_err());
}
