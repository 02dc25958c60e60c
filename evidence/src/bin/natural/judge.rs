//! Poses solved from a few goals, compared with recorded ones.

use std::{fmt::Write as _, path::Path, sync::Arc, time::Instant};

use kansetsu::{
    Error,
    d3::{
        Goal, Pose, rotation_of,
        solve::{Body, Root, Scratch, WholeBody},
    },
    glam::Affine3,
};
use kansetsu_humanoid::prior::{PosePrior, Prior, PriorBody};

use crate::{
    given::{GIVEN, Given},
    learnt, promised,
    recorded::{Clip, clips},
    rules::{self, Rule},
    seen,
    sheet::{self, Shown},
    tracked,
};

/// The height of the compared bodies, metres.
const HEIGHT: f32 = 1.75;
/// Number of compared poses of a group, spread evenly.
const JUDGED: usize = 600;

/// The markdown of the picture.
const PICTURE: &str =
    "\n![Six poses given: the best, the median and the worst of each group](natural.svg)\n";

/// The judged clips by prefixes of their names. The prior is learned from the others.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("subject 01: climbing, hopping", &["cmu_01"]),
    ("subject 02: walking, bending, sword", &["cmu_02"]),
    ("eight actions, another skeleton", &["cmu8"]),
    ("dance", &["acrnn_indian"]),
    ("martial arts", &["acrnn_martial"]),
];

/// Another subject's takes that are also in a group: excluded from learning while that group is
/// judged.
pub(crate) const SAME: [(&str, &str); 2] =
    [("cmu_02", "cmu8_train_walking_1"), ("cmu8", "cmu_02_01")];

/// A pose is solved half a second after another one, in samples.
const LATER: usize = 5;

/// A foot that moves no further than this in that time is planted, metres.
const STANDS: f32 = 0.03;

/// The head of each table.
const HEAD: &str = "| who | how | inner joints | all joints | turns, ° | elbows | swivel, ° | shoulders | spine | goals off | refused |\n\
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

/// The method that finds a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Method {
    /// The rest pose.
    Null,
    /// The solver, from the rest pose.
    Rest,
    /// The solver with a relaxed stance and recruitment groups.
    Stance,
    /// The same, with elbows placed by a rule.
    Rule(Rule),
    /// The mean of all poses, and the solver from there.
    Mean,
    /// The likely pose alone.
    Likely,
    /// The likely pose, and the solver from there.
    Full,
    /// The same without limits.
    Unlimited,
    /// The same with equal stiffness and without recruitment groups.
    Even,
    /// The same with the center of mass above the support polygon.
    Balanced,
    /// The same, with self-collision avoidance.
    Apart,
}

impl Given {
    /// Ablations are judged once, and so are the rules of elbows, with recorded and with random
    /// hand rotations. For a dragged pose more is known than its goals: there the likely pose is no
    /// closer than the previous one.
    fn is_judged(self, method: Method) -> bool {
        match method {
            Method::Stance => true,
            Method::Rest => !matches!(self, Self::PosesWithoutHands | Self::PosesWithHandsTurned),
            Method::Rule(_) => matches!(
                self,
                Self::SixPoses | Self::PosesWithoutHands | Self::PosesWithHandsTurned
            ),
            Method::Full => self != Self::Drag,
            _ => self == Self::SixPoses,
        }
    }
}

const METHODS: [(Method, &str); 12] = [
    (Method::Null, "rest pose"),
    (Method::Rest, "solver from the rest pose"),
    (Method::Stance, "solver with a relaxed stance"),
    (Method::Rule(Rule::PalmToHead), "the same, elbows by palm to head"),
    (Method::Rule(Rule::Beside), "the same, elbows by the hand's place"),
    (Method::Mean, "mean pose and solver"),
    (Method::Likely, "likely pose alone"),
    (Method::Full, "likely pose and solver"),
    (Method::Unlimited, "the same without limits"),
    (Method::Even, "the same without reserves"),
    (Method::Balanced, "the same with balance"),
    (Method::Apart, "the same, arms kept out of the trunk"),
];

/// Sums of errors, centimetres.
#[derive(Clone, Copy, Default)]
pub(crate) struct Errors {
    pub(crate) inner: f64,
    pub(crate) all: f64,
    pub(crate) turn: f64,
    /// The swivel angles of bent elbows, degrees, and their number.
    swivel: [f64; 2],
    elbows: f64,
    shoulders: f64,
    spine: f64,
    pub(crate) goals: f64,
    count: f64,
    /// Poses with a solver error.
    refused: usize,
}

/// The results of a group.
pub(crate) struct Judged {
    pub(crate) who: &'static str,
    pub(crate) given: Given,
    pub(crate) method: Method,
    /// Means.
    pub(crate) errors: Errors,
    /// The median time of a likely pose and of a solve from there, of the mean if nothing is
    /// solved, microseconds.
    pub(crate) micros: [f32; 2],
}

/// Judges every group and writes the document. With `checks` it writes nothing, and a row that
/// falls short is an error.
pub(crate) fn run(folder: &Path, out: &Path, checks: bool) -> Result<(), String> {
    let clips = clips(folder)?;
    let (mut judged, mut followed, mut pictured) = (Vec::new(), String::new(), String::new());
    let (mut tracks, mut shown) = (Vec::new(), Vec::new());
    for (who, names) in GROUPS {
        let (prior, group) = split(&clips, names);
        if group.is_empty() {
            return Err(format!("{} holds none of {names:?}", folder.display()));
        }
        for (given, what) in GIVEN {
            for (method, how) in METHODS.into_iter().filter(|(method, _)| given.is_judged(*method))
            {
                let (errors, micros, poses) = judge(&group, &prior, (given, method))?;
                if (given, method) == (Given::SixPoses, Method::Full) {
                    shown.push((who, poses));
                }
                println!("{what} {}", errors.row(who, how));
                judged.push(Judged { who, given, method, errors, micros });
            }
        }
        for row in seen::rows(who, &group, &prior).map_err(|problem| problem.to_string())? {
            println!("keypoints {row}");
            writeln!(pictured, "{row}").map_err(|problem| problem.to_string())?;
        }
        let track =
            tracked::follow(&group, &Arc::new(prior)).map_err(|problem| problem.to_string())?;
        println!("over time {}", track.row(who));
        writeln!(followed, "{}", track.row(who)).map_err(|problem| problem.to_string())?;
        tracks.push(track);
    }
    let rows = |given: Given| -> String {
        let own = judged.iter().filter(|one| one.given == given);
        own.map(|one| format!("{}\n", one.errors.row(one.who, words(one.method)))).collect()
    };
    let tables: String = GIVEN
        .iter()
        .map(|&(given, what)| format!("\n### {what}\n\n{HEAD}{}", rows(given)))
        .collect();
    let promised = promised::rows(&judged, &tracks);
    let text = format!(
        "{}{PICTURE}{}{tables}\n### three poses over time\n\n{}{followed}\n### points of a picture\n\n{}{pictured}{}",
        include_str!("before.md"),
        promised::table(&promised),
        tracked::HEAD,
        seen::HEAD,
        include_str!("after.md")
    );
    println!("{}", promised::table(&promised));
    if checks {
        return promised::check(&promised);
    }
    let picture = out.with_extension("svg");
    std::fs::write(&picture, sheet::svg(&mut shown))
        .map_err(|problem| format!("{}: {problem}", picture.display()))?;
    std::fs::write(out, text).map_err(|problem| format!("{}: {problem}", out.display()))
}

fn words(method: Method) -> &'static str {
    METHODS.iter().find(|(other, _)| *other == method).map_or("", |(_, words)| words)
}

/// The prior learned from all clips without these name prefixes, and the judged clips.
pub(crate) fn split<'a>(clips: &'a [Clip], names: &[&str]) -> (Prior, Vec<&'a Clip>) {
    let own = |clip: &&Clip| names.iter().any(|name| clip.name.starts_with(name));
    let same = |clip: &&Clip| {
        SAME.iter().any(|(judged, same)| names.contains(judged) && clip.name == *same)
    };
    (
        learnt(clips.iter().filter(|clip| !own(clip) && !same(clip))),
        clips.iter().filter(own).collect(),
    )
}

impl Errors {
    fn row(&self, who: &str, words: &str) -> String {
        let means = [
            self.inner,
            self.all,
            self.turn,
            self.elbows,
            self.swivel(),
            self.shoulders,
            self.spine,
            self.goals,
        ];
        let words_of =
            |mean: f64| if mean.is_nan() { "-".to_owned() } else { format!("{mean:.2}") };
        format!("| {who} | {words} | {} | {} |", means.map(words_of).join(" | "), self.refused)
    }

    /// The mean rotation error of elbows about the line from shoulder to hand, degrees; NaN if all
    /// arms are straight.
    pub(crate) fn swivel(&self) -> f64 {
        self.swivel[0] / self.swivel[1]
    }

    /// Converts sums to means.
    fn means(mut self) -> Self {
        for sum in [
            &mut self.inner,
            &mut self.all,
            &mut self.turn,
            &mut self.elbows,
            &mut self.shoulders,
            &mut self.spine,
            &mut self.goals,
        ] {
            *sum /= self.count.max(1.0);
        }
        self
    }
}

/// The errors of a group, the median times, and the poses themselves.
fn judge(
    clips: &[&Clip],
    prior: &Prior,
    (given, method): (Given, Method),
) -> Result<(Errors, [f32; 2], Vec<Shown>), String> {
    let total: usize = clips.iter().map(|clip| clip.poses.len()).sum();
    let every = total.div_ceil(JUDGED).max(1);
    let (mut errors, mut micros) = (Errors::default(), [const { Vec::new() }; 2]);
    let (mut number, mut poses) = (0, Vec::new());
    for clip in clips {
        let mut judge = Judge::new(clip, given, method).map_err(|problem| problem.to_string())?;
        let mut guess = judge.likely.pose_prior(prior);
        if matches!(given, Given::SixPlaces | Given::FivePlaces) {
            guess = guess.with_heading();
        }
        for pair in clip.poses.windows(LATER + 1) {
            if number % every == 0 {
                judge
                    .add(&mut guess, number, [&pair[0], &pair[LATER]], &mut errors)
                    .map_err(|problem| problem.to_string())?;
            }
            number += 1;
        }
        poses.append(&mut judge.shown);
        micros.iter_mut().zip(judge.micros).for_each(|(all, own)| all.extend(own));
    }
    let median = |mut times: Vec<f32>| {
        times.sort_by(f32::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    Ok((errors.means(), micros.map(median), poses))
}

struct Judge<'a> {
    clip: &'a Clip,
    given: Given,
    method: Method,
    body: Body,
    likely: &'a PriorBody,
    scale: f32,
    scratch: Scratch,
    /// The times of likely poses and of the solves after them.
    micros: [Vec<f32>; 2],
    shown: Vec<Shown>,
}

impl<'a> Judge<'a> {
    fn new(clip: &'a Clip, given: Given, method: Method) -> Result<Self, Error> {
        let rig = &clip.figure.rig;
        let mut body = Body::new(&rig.skeleton).with_limbs(&rig.skeleton, &rig.limbs)?;
        if method != Method::Unlimited {
            body = body.with_limits(&rig.limits)?;
        }
        if !matches!(method, Method::Null | Method::Rest | Method::Even) {
            body = body.with_posture(&clip.figure.rig.posture())?;
        }
        if let Some(balance) = clip.figure.rig.balance().filter(|_| method == Method::Balanced) {
            body = body.with_balance(&balance)?;
        }
        if method == Method::Apart {
            body = body.with_collision_pairs(&clip.figure.rig.collision_pairs())?;
        }
        let heights = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let ends = heights.iter().map(|map| map.translation.y);
        let height = ends.clone().fold(f32::MIN, f32::max) - ends.fold(f32::MAX, f32::min);
        Ok(Self {
            clip,
            given,
            method,
            body,
            likely: &clip.body,
            scale: HEIGHT / height,
            scratch: Scratch::default(),
            micros: Default::default(),
            shown: Vec::new(),
        })
    }

    /// Solves for the pose `truth`, half a second after `before`, with this index in its group.
    fn add(
        &mut self,
        guess: &mut PosePrior,
        number: usize,
        [before, truth]: [&Pose; 2],
        errors: &mut Errors,
    ) -> Result<(), Error> {
        let skeleton = &self.clip.figure.rig.skeleton;
        let at = skeleton.forward(truth);
        if self.given == Given::Drag && self.walks([&skeleton.forward(before), &at]) {
            return Ok(());
        }
        let goals = self.given.goals(self.clip, [before, truth], number);
        let start = self.given.start(self.clip, [before, truth]);
        let began = Instant::now();
        let mut pose = match self.method {
            Method::Null | Method::Rest => start.clone(),
            Method::Stance | Method::Rule(_) => self.stance(&start),
            Method::Mean => guess.map_estimate(&[], &start, Root::Fixed)?,
            _ => guess.map_estimate(&goals, &start, Root::Free)?,
        };
        self.micros[0].push(began.elapsed().as_secs_f32() * 1e6);
        if self.method == Method::Likely {
            let began = Instant::now();
            guess.conditional_mean(&goals, &start, Root::Free)?;
            self.micros[1].push(began.elapsed().as_secs_f32() * 1e6);
        }
        let is_at_ease = !matches!(
            self.method,
            Method::Null | Method::Rest | Method::Stance | Method::Rule(_) | Method::Likely
        );
        if is_at_ease || self.method == Method::Stance && self.given == Given::Drag {
            self.body = self.body.clone().with_reference(&pose)?;
        }
        if !matches!(self.method, Method::Null | Method::Likely) {
            let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
            let began = Instant::now();
            if solver.solve_with(&self.body, &goals, &mut pose, &mut self.scratch).is_err() {
                errors.refused += 1;
                return Ok(());
            }
            self.micros[1].push(began.elapsed().as_secs_f32() * 1e6);
        }
        if let Method::Rule(rule) = self.method {
            rule.apply(skeleton, &self.clip.humanoid, &mut pose);
        }
        let found = skeleton.forward(&pose);
        let inner = self.count(&goals, [&at, &found], errors);
        self.shown.push(Shown::new(
            inner,
            (skeleton, &self.clip.humanoid, self.scale),
            [&at, &found],
        ));
        Ok(())
    }

    /// Whether a foot has moved.
    fn walks(&self, [was, at]: [&[Affine3]; 2]) -> bool {
        self.clip.humanoid.legs.iter().any(|leg| self.scale * off(was, at, leg.foot) > STANDS)
    }

    /// The reference pose at a person's placement: the relaxed stance, or for a drag the start
    /// pose.
    fn stance(&self, start: &Pose) -> Pose {
        let mut stance = self.clip.figure.rig.posture().reference;
        let hips = self.clip.humanoid.hips;
        stance.locals[hips] = start.locals[hips];
        if self.given == Given::Drag { start.clone() } else { stance }
    }

    /// Adds the errors of a pose; returns that of its inner joints.
    fn count(&self, goals: &[Goal], [at, found]: [&[Affine3]; 2], errors: &mut Errors) -> f64 {
        let human = &self.clip.humanoid;
        let ends: Vec<usize> = goals.iter().map(|goal| goal.joint).collect();
        let off = |joint: usize| f64::from(100.0 * self.scale * off(at, found, joint));
        let arms = || human.arms.iter();
        let elbows: Vec<usize> = arms().map(|arm| arm.lower).collect();
        let shoulders: Vec<usize> = arms().map(|arm| arm.upper).collect();
        let inner: Vec<usize> = human
            .joints()
            .filter(|joint| !ends.contains(joint) && !toes(self.clip).contains(joint))
            .collect();
        let all: Vec<usize> = inner.iter().copied().chain(ends.iter().copied()).collect();
        let mean = |joints: &[usize]| {
            joints.iter().map(|&joint| off(joint)).sum::<f64>() / joints.len().max(1) as f64
        };
        let turn = |joint: usize| {
            f64::from(
                rotation_of(&at[joint]).angle_between(rotation_of(&found[joint])).to_degrees(),
            )
        };
        let off_inner = mean(&inner);
        errors.inner += off_inner;
        errors.all += mean(&all);
        errors.turn += all.iter().map(|&joint| turn(joint)).sum::<f64>() / all.len() as f64;
        errors.elbows += mean(&elbows);
        for swivel in arms().filter_map(|arm| rules::swivel([at, found], arm)) {
            errors.swivel =
                [errors.swivel[0] + f64::from(swivel.to_degrees()), errors.swivel[1] + 1.0];
        }
        errors.shoulders += mean(&shoulders);
        errors.spine += mean(&human.spine);
        errors.goals += mean(&ends);
        errors.count += 1.0;
        off_inner
    }
}

pub(crate) fn toes(clip: &Clip) -> Vec<usize> {
    clip.humanoid.legs.iter().filter_map(|leg| leg.toes).collect()
}

fn off(at: &[Affine3], found: &[Affine3], joint: usize) -> f32 {
    at[joint].translation.distance(found[joint].translation)
}
