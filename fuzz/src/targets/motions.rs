//! Motions and poses for a figure: VRMA, VMD, VPD, AMC, keypoints.

use std::sync::OnceLock;

use kansetsu_formats::{
    Opened, gltf,
    keypoints::{self, KeypointPoses},
    mmd, open,
    vrma::{self, RestConvention},
};

use crate::{Outcome, Target, checks, seeds};

const VRMA: [&str; 6] = [
    "\"VRMC_vrm_animation\"",
    "\"humanBones\":{\"hips\":{\"node\":0}}",
    "\"path\":\"rotation\"",
    "\"STEP\"",
    "\"expressions\":{",
    "null",
];
const AMC: [&str; 6] =
    [":FULLY-SPECIFIED\n", ":DEGREES\n", "root 1 17 2 0 90 0\n", "thigh 0 0 0\n", "2\n", "#"];
const VPD: [&str; 5] = ["Bone0{", "}\n", "0,0,0,1;\n", "Vocaloid Pose Data file\n", "Morph0{"];
const POINTS: [&str; 8] = [
    "\"people\":[",
    "\"pose_keypoints_2d\":[",
    "\"keypoints\":[",
    "\"canvas_width\":0",
    "null",
    "[]",
    "{}",
    "\"annotations\":[",
];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("vrma", |bytes| motion(person(), bytes, "fuzz.vrma"), vrma_seeds)
            .with_words(&VRMA)
            .with_files(&["vrma"]),
        Target::new("amc", |bytes| motion(skeleton(), bytes, "fuzz.amc"), Vec::new)
            .with_words(&AMC)
            .with_files(&["amc"]),
        Target::new("vmd", |bytes| motion(model(), bytes, "fuzz.vmd"), vmd_seeds)
            .with_files(&["vmd"]),
        Target::new("vpd", |bytes| motion(model(), bytes, "fuzz.vpd"), vpd_seeds)
            .with_words(&VPD)
            .with_files(&["vpd"]),
        // An estimate is a search over whole bodies.
        Target::new("keypoints", points, point_seeds)
            .with_words(&POINTS)
            .slow(10, std::time::Duration::from_secs(20)),
    ]
}

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("there is no {path}"))
}

/// Opens a figure of this crate's own; a failure is one of the crate.
fn base(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &absent).unwrap_or_else(|error| panic!("{name} is sound: {error}"))
}

fn person() -> &'static Opened {
    static FIGURE: OnceLock<Opened> = OnceLock::new();
    FIGURE.get_or_init(|| {
        let mut figure = seeds::small("mannequin");
        figure.meshes.clear();
        figure.clips.clear();
        base(&gltf::write_new(&figure, None).unwrap_or_default(), "person.glb")
    })
}

fn skeleton() -> &'static Opened {
    static FIGURE: OnceLock<Opened> = OnceLock::new();
    FIGURE.get_or_init(|| base(include_bytes!("../../corpus/asf/test.asf"), "test.asf"))
}

fn model() -> &'static Opened {
    static FIGURE: OnceLock<Opened> = OnceLock::new();
    FIGURE.get_or_init(|| base(include_bytes!("../../corpus/mmd/legged.pmx"), "legged.pmx"))
}

/// Adds a motion to a figure, whose clips then are sound.
fn motion(to: &Opened, bytes: &[u8], name: &str) -> Result<Outcome, String> {
    let mut opened = to.clone();
    let clips = opened.figure.clips.len();
    if let Err(error) = opened.import_animation(bytes, name) {
        checks::error(&error)?;
        checks::must(opened.figure.clips.len() == clips, || {
            "a motion that is refused leaves a clip".to_owned()
        })?;
        return Ok(Outcome::new(&error.to_string()));
    }
    checks::figure(&opened.figure)?;
    for clip in &opened.figure.clips {
        if let Ok(written) = vrma::write(&opened.figure, clip, RestConvention::of(&opened.document))
        {
            open(&written.bytes, "written.vrma", &absent)
                .map_err(|error| format!("a written VRMA file is not read: {error}"))?;
        }
    }
    Ok(Outcome::new(&opened.warnings.join("\n")))
}

/// The pose of the mannequin like the person in a picture.
fn points(bytes: &[u8]) -> Result<Outcome, String> {
    let figure = &person().figure;
    let people = match keypoints::read(bytes) {
        Ok(people) => people,
        Err(error) => {
            checks::error(&error)?;
            return Ok(Outcome::new(&error.to_string()));
        }
    };
    for person in &people {
        for seen in &person.points {
            let is_sound =
                seen.pixel.is_finite() && seen.confidence > 0.0 && seen.confidence <= 1.0;
            checks::must(is_sound, || format!("{seen:?} is not as documented"))?;
        }
    }
    match KeypointPoses::of(figure, bytes) {
        Ok(poses) => {
            for estimate in &poses.estimates {
                checks::pose(&figure.rig.skeleton, &estimate.pose)?;
            }
            Ok(Outcome::new(&format!(
                "{} people, {} estimates",
                people.len().min(2),
                poses.estimates.len()
            )))
        }
        Err(error) => Ok(Outcome::new(&error.to_string())),
    }
}

fn vrma_seeds() -> Vec<Vec<u8>> {
    let figure = seeds::small("mannequin");
    let written = vrma::write(&figure, &figure.clips[0], RestConvention::Unknown);
    written.map(|written| written.bytes).into_iter().collect()
}

fn vmd_seeds() -> Vec<Vec<u8>> {
    let figure = &model().figure;
    let rest = figure.rig.skeleton.rest_pose();
    mmd::write(figure, &[rest.clone(), rest], &[], None).into_iter().collect()
}

fn vpd_seeds() -> Vec<Vec<u8>> {
    let figure = &model().figure;
    let written = mmd::write_pose(figure, &figure.rig.skeleton.rest_pose(), None, &[]);
    written.map(|pose| pose.write().bytes).into_iter().collect()
}

/// One person as OpenPose and as COCO write it.
fn point_seeds() -> Vec<Vec<u8>> {
    let numbers = |count: usize| {
        let point = |index: usize| format!("{},{},0.9", 300 + 7 * (index % 5), 100 + 20 * index);
        (0..count).map(point).collect::<Vec<_>>().join(",")
    };
    let open_pose =
        format!("{{\"version\":1.3,\"people\":[{{\"pose_keypoints_2d\":[{}]}}]}}", numbers(25));
    let coco = format!(
        "[{{\"image_id\":1,\"category_id\":1,\"keypoints\":[{}],\"score\":0.9}}]",
        numbers(17)
    );
    vec![open_pose.into_bytes(), coco.into_bytes()]
}
