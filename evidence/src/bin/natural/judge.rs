//! Poses that are solved from a few goals, against the recorded ones.

use std::path::Path;

use kansetsu::{
    d3::{
        Goal, Pose, Posture,
        prior::Prior,
        rotation_of,
        solve::{Body, Root, Scratch, WholeBody},
    },
    glam::Affine3,
};

use crate::{
    learnt,
    recorded::{Clip, clips},
};

/// Bodies are compared at this height, metres.
const HEIGHT: f32 = 1.75;
/// Poses of a group that are judged, spread evenly.
const JUDGED: usize = 600;

/// Who is judged: clips whose names begin so. What is learnt is learnt from the others.
const GROUPS: [(&str, &[&str]); 5] = [
    ("subject 01: climbing, hopping", &["cmu_01"]),
    ("subject 02: walking, bending, sword", &["cmu_02"]),
    ("eight actions, another skeleton", &["cmu8"]),
    ("dance", &["acrnn_indian"]),
    ("martial arts", &["acrnn_martial"]),
];

/// Another subject's take that is also among these: never learnt from while those are judged.
const SAME: [(&str, &str); 2] = [("cmu_02", "cmu8_train_walking_1"), ("cmu8", "cmu_02_01")];

/// How a pose is found.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// The rest pose.
    Null,
    /// The solver, from the rest pose.
    Rest,
    /// The solver with a relaxed stance and reserves.
    Stance,
    /// The likely pose, as it is.
    Likely,
    /// The likely pose, and the solver from there.
    Full,
}

const WAYS: [(Way, &str); 5] = [
    (Way::Null, "rest pose"),
    (Way::Rest, "solver from the rest pose"),
    (Way::Stance, "solver with a relaxed stance"),
    (Way::Likely, "likely pose alone"),
    (Way::Full, "likely pose and solver"),
];

/// Sums of errors, centimetres.
#[derive(Clone, Copy, Default)]
struct Errors {
    inner: f64,
    all: f64,
    elbows: f64,
    shoulders: f64,
    spine: f64,
    goals: f64,
    count: f64,
    /// Poses that the solver refused.
    refused: usize,
}

/// Judges every group and writes the tables.
pub(crate) fn run(folder: &Path, out: &Path) -> Result<(), String> {
    let clips = clips(folder)?;
    let mut rows = String::new();
    for (who, names) in GROUPS {
        let own = |clip: &&Clip| names.iter().any(|name| clip.name.starts_with(name));
        let same = |clip: &&Clip| SAME.iter().any(|(judged, same)| names.contains(judged) && clip.name == *same);
        let prior = learnt(clips.iter().filter(|clip| !own(clip) && !same(clip)));
        let judged: Vec<&Clip> = clips.iter().filter(own).collect();
        if judged.is_empty() {
            return Err(format!("{} holds none of {names:?}", folder.display()));
        }
        for (way, words) in WAYS {
            let row = judge(&judged, &prior, way)?.row(who, words);
            println!("{row}");
            rows.push_str(&row);
            rows.push('\n');
        }
    }
    let text = format!("{}{rows}{}", include_str!("before.md"), include_str!("after.md"));
    std::fs::write(out, text).map_err(|problem| format!("{}: {problem}", out.display()))
}

impl Errors {
    fn row(&self, who: &str, words: &str) -> String {
        let means =
            [self.inner, self.all, self.elbows, self.shoulders, self.spine, self.goals].map(|sum| format!("{:.2}", sum / self.count));
        format!("| {who} | {words} | {} | {} |", means.join(" | "), self.refused)
    }
}

fn judge(clips: &[&Clip], prior: &Prior, way: Way) -> Result<Errors, String> {
    let total: usize = clips.iter().map(|clip| clip.poses.len()).sum();
    let every = total.div_ceil(JUDGED).max(1);
    let mut errors = Errors::default();
    let mut number = 0;
    for clip in clips {
        let mut judge = Judge::new(clip, way).map_err(|problem| problem.to_string())?;
        for pose in &clip.poses {
            if number % every == 0 {
                judge.add(prior, pose, &mut errors).map_err(|problem| problem.to_string())?;
            }
            number += 1;
        }
    }
    Ok(errors)
}

struct Judge<'a> {
    clip: &'a Clip,
    way: Way,
    body: Body,
    likely: kansetsu::d3::prior::PriorBody,
    scale: f32,
    scratch: Scratch,
}

impl<'a> Judge<'a> {
    fn new(clip: &'a Clip, way: Way) -> Result<Self, kansetsu::Error> {
        let rig = &clip.figure.rig;
        let mut body = Body::new(&rig.skeleton).with_limits(&rig.limits)?.with_limbs(&rig.skeleton, &rig.limbs)?;
        if matches!(way, Way::Stance | Way::Full) {
            body = body.with_posture(&clip.figure.posture())?;
        }
        let heights = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let ends = heights.iter().map(|map| map.translation.y);
        let height = ends.clone().fold(f32::MIN, f32::max) - ends.fold(f32::MAX, f32::min);
        Ok(Self { clip, way, body, likely: clip.body.clone(), scale: HEIGHT / height, scratch: Scratch::default() })
    }

    fn add(&mut self, prior: &Prior, truth: &Pose, errors: &mut Errors) -> Result<(), kansetsu::Error> {
        let (skeleton, human) = (&self.clip.figure.rig.skeleton, &self.clip.humanoid);
        let at = skeleton.forward(truth);
        let ends = self.ends();
        let goals: Vec<Goal> =
            ends.iter().map(|&joint| Goal::position(joint, at[joint].translation).with_orientation(rotation_of(&at[joint]))).collect();
        let rest = skeleton.rest_pose();
        let mut pose = match self.way {
            Way::Null | Way::Rest => rest,
            Way::Stance => self.clip.figure.posture().ease,
            Way::Likely | Way::Full => self.likely.likely(prior, &goals, &rest)?,
        };
        if self.way == Way::Full {
            let posture: Posture = self.clip.figure.posture().about(pose.clone());
            self.body = self.body.clone().with_ease(&posture.ease)?;
        }
        if !matches!(self.way, Way::Null | Way::Likely) {
            let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
            if solver.solve_with(&self.body, &goals, &mut pose, &mut self.scratch).is_err() {
                errors.refused += 1;
                return Ok(());
            }
        }
        let found = skeleton.forward(&pose);
        let off = |joint: usize| f64::from(100.0 * self.scale * off(&at, &found, joint));
        let arms = || human.arms.iter();
        let elbows: Vec<usize> = arms().map(|arm| arm.lower).collect();
        let shoulders: Vec<usize> = arms().map(|arm| arm.upper).collect();
        let inner: Vec<usize> = human.joints().filter(|joint| !ends.contains(joint) && !toes(self.clip).contains(joint)).collect();
        let all: Vec<usize> = inner.iter().copied().chain(ends.iter().copied()).collect();
        let mean = |joints: &[usize]| joints.iter().map(|&joint| off(joint)).sum::<f64>() / joints.len().max(1) as f64;
        errors.inner += mean(&inner);
        errors.all += mean(&all);
        errors.elbows += mean(&elbows);
        errors.shoulders += mean(&shoulders);
        errors.spine += mean(&human.spine);
        errors.goals += mean(&ends);
        errors.count += 1.0;
        Ok(())
    }

    /// Hips, head, hands and feet.
    fn ends(&self) -> Vec<usize> {
        let human = &self.clip.humanoid;
        let head = human.neck.last().copied();
        let limbs = human.arms.iter().map(|arm| arm.hand).chain(human.legs.iter().map(|leg| leg.foot));
        [human.hips].into_iter().chain(head).chain(limbs).collect()
    }
}

fn toes(clip: &Clip) -> Vec<usize> {
    clip.humanoid.legs.iter().filter_map(|leg| leg.toes).collect()
}

fn off(at: &[Affine3], found: &[Affine3], joint: usize) -> f32 {
    at[joint].translation.distance(found[joint].translation)
}
