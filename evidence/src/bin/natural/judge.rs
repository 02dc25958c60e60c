//! Poses that are solved from a few goals, against the recorded ones.

use std::{fmt::Write as _, path::Path, sync::Arc};

use kansetsu::{
    d3::{
        Goal, Pose,
        prior::Prior,
        rotation_of,
        solve::{Body, Root, Scratch, WholeBody},
    },
    glam::Affine3,
};

use crate::{
    given::{GIVEN, Given},
    learnt,
    recorded::{Clip, clips},
    seen, tracked,
};

/// Bodies are compared at this height, metres.
const HEIGHT: f32 = 1.75;
/// Poses of a group that are judged, spread evenly.
const JUDGED: usize = 600;

/// Who is judged: clips whose names begin so. What is learnt is learnt from the others.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("subject 01: climbing, hopping", &["cmu_01"]),
    ("subject 02: walking, bending, sword", &["cmu_02"]),
    ("eight actions, another skeleton", &["cmu8"]),
    ("dance", &["acrnn_indian"]),
    ("martial arts", &["acrnn_martial"]),
];

/// Another subject's take that is also among these: never learnt from while those are judged.
pub(crate) const SAME: [(&str, &str); 2] = [("cmu_02", "cmu8_train_walking_1"), ("cmu8", "cmu_02_01")];

/// A pose is judged half a second after another one.
const LATER: usize = 5;

/// A foot that goes no farther than this in that time stands, metres.
const STANDS: f32 = 0.03;

/// The head of each table.
const HEAD: &str = "| who | how | inner joints | all joints | turns, ° | elbows | shoulders | spine | goals off | refused |\n\
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

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

impl Given {
    /// The null row, and the likely pose as it is, stand once. Of a pose that is dragged more is known than where its ends are: there the likely
    /// pose is no nearer than the one before.
    fn is_judged(self, way: Way) -> bool {
        match way {
            Way::Null | Way::Likely => self == Self::SixPoses,
            Way::Rest | Way::Stance => true,
            Way::Full => self != Self::Drag,
        }
    }
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
    turn: f64,
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
    let mut tables = [const { String::new() }; GIVEN.len()];
    let (mut followed, mut pictured) = (String::new(), String::new());
    for (who, names) in GROUPS {
        let (prior, judged) = split(&clips, names);
        if judged.is_empty() {
            return Err(format!("{} holds none of {names:?}", folder.display()));
        }
        for (table, &(given, what)) in tables.iter_mut().zip(&GIVEN) {
            for (way, how) in WAYS.into_iter().filter(|(way, _)| given.is_judged(*way)) {
                let row = judge(&judged, &prior, (given, way))?.row(who, how);
                println!("{what} {row}");
                writeln!(table, "{row}").map_err(|problem| problem.to_string())?;
            }
        }
        for row in seen::rows(who, &judged, &prior).map_err(|problem| problem.to_string())? {
            println!("keypoints {row}");
            writeln!(pictured, "{row}").map_err(|problem| problem.to_string())?;
        }
        let row = tracked::row(who, &judged, &Arc::new(prior)).map_err(|problem| problem.to_string())?;
        println!("over time {row}");
        writeln!(followed, "{row}").map_err(|problem| problem.to_string())?;
    }
    let rows: String = GIVEN.iter().zip(tables).map(|((_, what), table)| format!("\n### {what}\n\n{HEAD}{table}")).collect();
    let text = format!(
        "{}{rows}\n### three poses over time\n\n{}{followed}\n### points of a picture\n\n{}{pictured}{}",
        include_str!("before.md"),
        tracked::HEAD,
        seen::HEAD,
        include_str!("after.md")
    );
    std::fs::write(out, text).map_err(|problem| format!("{}: {problem}", out.display()))
}

/// What is learnt from the clips that no judged person's name begins, and the judged ones.
pub(crate) fn split<'a>(clips: &'a [Clip], names: &[&str]) -> (Prior, Vec<&'a Clip>) {
    let own = |clip: &&Clip| names.iter().any(|name| clip.name.starts_with(name));
    let same = |clip: &&Clip| SAME.iter().any(|(judged, same)| names.contains(judged) && clip.name == *same);
    (learnt(clips.iter().filter(|clip| !own(clip) && !same(clip))), clips.iter().filter(own).collect())
}

impl Errors {
    fn row(&self, who: &str, words: &str) -> String {
        let means = [self.inner, self.all, self.turn, self.elbows, self.shoulders, self.spine, self.goals]
            .map(|sum| format!("{:.2}", sum / self.count));
        format!("| {who} | {words} | {} | {} |", means.join(" | "), self.refused)
    }
}

fn judge(clips: &[&Clip], prior: &Prior, (given, way): (Given, Way)) -> Result<Errors, String> {
    let total: usize = clips.iter().map(|clip| clip.poses.len()).sum();
    let every = total.div_ceil(JUDGED).max(1);
    let mut errors = Errors::default();
    let mut number = 0;
    for clip in clips {
        let mut judge = Judge::new(clip, given, way).map_err(|problem| problem.to_string())?;
        for pair in clip.poses.windows(LATER + 1) {
            if number % every == 0 {
                judge.add(prior, [&pair[0], &pair[LATER]], &mut errors).map_err(|problem| problem.to_string())?;
            }
            number += 1;
        }
    }
    Ok(errors)
}

struct Judge<'a> {
    clip: &'a Clip,
    given: Given,
    way: Way,
    body: Body,
    likely: kansetsu::d3::prior::PriorBody,
    scale: f32,
    scratch: Scratch,
}

impl<'a> Judge<'a> {
    fn new(clip: &'a Clip, given: Given, way: Way) -> Result<Self, kansetsu::Error> {
        let rig = &clip.figure.rig;
        let mut body = Body::new(&rig.skeleton).with_limits(&rig.limits)?.with_limbs(&rig.skeleton, &rig.limbs)?;
        if matches!(way, Way::Stance | Way::Full) {
            body = body.with_posture(&clip.figure.posture())?;
        }
        let heights = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let ends = heights.iter().map(|map| map.translation.y);
        let height = ends.clone().fold(f32::MIN, f32::max) - ends.fold(f32::MAX, f32::min);
        Ok(Self { clip, given, way, body, likely: clip.body.clone(), scale: HEIGHT / height, scratch: Scratch::default() })
    }

    /// Solves for the pose `truth`, half a second after `before`.
    fn add(&mut self, prior: &Prior, [before, truth]: [&Pose; 2], errors: &mut Errors) -> Result<(), kansetsu::Error> {
        let skeleton = &self.clip.figure.rig.skeleton;
        let at = skeleton.forward(truth);
        if self.given == Given::Drag && self.walks([&skeleton.forward(before), &at]) {
            return Ok(());
        }
        let goals = self.given.goals(self.clip, [before, truth]);
        let start = self.given.start(self.clip, [before, truth]);
        let mut pose = match self.way {
            Way::Null | Way::Rest => start.clone(),
            Way::Stance => self.stance(&start),
            Way::Likely | Way::Full => self.likely.guess(prior).likely(&goals, &start, Root::Free)?,
        };
        if self.way == Way::Full || self.way == Way::Stance && self.given == Given::Drag {
            self.body = self.body.clone().with_ease(&pose)?;
        }
        if !matches!(self.way, Way::Null | Way::Likely) {
            let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
            if solver.solve_with(&self.body, &goals, &mut pose, &mut self.scratch).is_err() {
                errors.refused += 1;
                return Ok(());
            }
        }
        self.count(&goals, [&at, &skeleton.forward(&pose)], errors);
        Ok(())
    }

    /// Whether a foot is elsewhere than it was.
    fn walks(&self, [was, at]: [&[Affine3]; 2]) -> bool {
        self.clip.humanoid.legs.iter().any(|leg| self.scale * off(was, at, leg.foot) > STANDS)
    }

    /// A relaxed stance where somebody stands; who is dragged is at ease as he is.
    fn stance(&self, start: &Pose) -> Pose {
        let mut stance = self.clip.figure.posture().ease;
        let hips = self.clip.humanoid.hips;
        stance.locals[hips] = start.locals[hips];
        if self.given == Given::Drag { start.clone() } else { stance }
    }

    fn count(&self, goals: &[Goal], [at, found]: [&[Affine3]; 2], errors: &mut Errors) {
        let human = &self.clip.humanoid;
        let ends: Vec<usize> = goals.iter().map(|goal| goal.joint).collect();
        let off = |joint: usize| f64::from(100.0 * self.scale * off(at, found, joint));
        let arms = || human.arms.iter();
        let elbows: Vec<usize> = arms().map(|arm| arm.lower).collect();
        let shoulders: Vec<usize> = arms().map(|arm| arm.upper).collect();
        let inner: Vec<usize> = human.joints().filter(|joint| !ends.contains(joint) && !toes(self.clip).contains(joint)).collect();
        let all: Vec<usize> = inner.iter().copied().chain(ends.iter().copied()).collect();
        let mean = |joints: &[usize]| joints.iter().map(|&joint| off(joint)).sum::<f64>() / joints.len().max(1) as f64;
        let turn = |joint: usize| f64::from(rotation_of(&at[joint]).angle_between(rotation_of(&found[joint])).to_degrees());
        errors.inner += mean(&inner);
        errors.all += mean(&all);
        errors.turn += all.iter().map(|&joint| turn(joint)).sum::<f64>() / all.len() as f64;
        errors.elbows += mean(&elbows);
        errors.shoulders += mean(&shoulders);
        errors.spine += mean(&human.spine);
        errors.goals += mean(&ends);
        errors.count += 1.0;
    }
}

pub(crate) fn toes(clip: &Clip) -> Vec<usize> {
    clip.humanoid.legs.iter().filter_map(|leg| leg.toes).collect()
}

fn off(at: &[Affine3], found: &[Affine3], joint: usize) -> f32 {
    at[joint].translation.distance(found[joint].translation)
}
