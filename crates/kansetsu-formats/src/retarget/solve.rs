//! Arms and legs, solved: feet where they are planned, hands where they reach, as near as can be to the copied turns.

use kansetsu::d3::solve::{Body, Root, Scratch, TrackingState, WholeBody};
use kansetsu::d3::{Goal, Pose};
use kansetsu::glam::{Quat, Vec3};

use super::cast::{Cast, calmed, failed};
use super::feet::Step;
use super::recording::Recording;
use super::{calm, copy, reach};
use crate::Error;
use crate::anatomy::frame::product;

/// What came of it: poses of the cast's joints alone.
pub(super) struct Solved {
    pub(super) poses: Vec<Pose>,
    /// Where the hands were to go, seen from the joints of [`Cast::chests`]: the body may have to go a little off its way, and takes its hands along.
    pub(super) hands: Vec<[Vec3; 2]>,
}

/// How much the turns of feet and hands count beside their places.
const FOOT_TURN: f32 = 0.5;
/// The same of a foot in the air, and of its ball: it has the copied turn anyway, and that has to turn no thigh.
const IN_AIR: f32 = 0.07;
const HAND_TURN: f32 = 0.2;
/// How much a foot in the air counts beside a hand, and its ball beside its ankle.
const SWING: f32 = 1.0;
const BALL: f32 = 0.3;
/// What it has to be worth that the hips leave their way.
const HIPS: f32 = 5.0;
/// Elbows turn no quicker than this beyond the recorded ones, radians a second: 6 degrees a thirtieth.
const ELBOW: f32 = 3.2;
/// How fast toes turn at most beside the foot, radians a second: 8 degrees a thirtieth.
const TOES: f32 = 4.2;
/// How fast collar bones, and the joints of legs in the air, turn at most beyond what is recorded, radians a second: 9.5 degrees a thirtieth.
const QUICK: f32 = 5.0;
/// Steps a frame at most.
const STEPS: usize = 16;
/// What hangs on joints that may not turn so quickly makes up for it in so many rounds, each of 2.3 degrees at most. Hands of recorded walks, runs, jumps and
/// basketball are within 9.3 mm then; 14.9 with half of it, 4.0 with twice, which brings nothing else and takes longer.
const MAKE_UP: usize = 4;
/// In the first frame the body comes to rest in so many rounds.
const FIRST: usize = 24;

pub(super) fn solve(recording: &Recording, cast: &Cast, plan: &[Step]) -> Result<Solved, Error> {
    let mut solving = Solving::new(cast).map_err(|problem| failed(&problem))?;
    let mut solved = Solved { poses: Vec::with_capacity(plan.len()), hands: Vec::with_capacity(plan.len()) };
    let (copied, turned): (Vec<Pose>, Vec<Vec<f32>>) = {
        let mut before = copy::Before::default();
        let frames = recording.frames.iter().zip(plan);
        let copy = |(moment, step)| (copy::pose(cast, moment, step, (&mut before, recording.step)), before.turned.clone());
        frames.map(copy).unzip()
    };
    let reached = hands(recording, cast, &copied);
    for ((((moment, step), copied), turned), [hands, wanted]) in recording.frames.iter().zip(plan).zip(copied).zip(turned).zip(reached) {
        let turns = cast.limbs.arms.map(|(_, _, hand)| cast.wanted(hand, moment));
        let goals = goals(cast, step, (hands, turns));
        let most = |joint: usize| turned[joint] + QUICK * recording.step;
        let mut pose =
            solving.go_on(copied, &goals, |joint| is_calmed(cast, step, joint).then(|| most(joint))).map_err(|problem| failed(&problem))?;
        lay_toes(cast, step, (&mut pose, solved.poses.last()), TOES * recording.step);
        solved.poses.push(pose);
        solved.hands.push(wanted);
    }
    Ok(solved)
}

/// Where the hands go and where they should, seen from what they hang on, frame by frame.
fn hands(recording: &Recording, cast: &Cast, copied: &[Pose]) -> Vec<[[Vec3; 2]; 2]> {
    let mut maps = Vec::new();
    let mut places = Vec::with_capacity(copied.len());
    for (moment, pose) in recording.frames.iter().zip(copied) {
        cast.skeleton.forward_into(pose, &mut maps);
        places.push([0, 1].map(|side| {
            let from_chest = maps[cast.chests[side]].inverse();
            let wanted = from_chest.transform_point3(reach::hand(recording, moment, (cast, &maps), side));
            (from_chest.transform_point3(maps[cast.limbs.arms[side].0].translation), wanted)
        }));
    }
    let spans = [0, 1].map(|side| {
        let recorded = recording.frames.iter().map(|moment| moment.arms[side].shoulder.distance(moment.arms[side].hand) / recording.arm);
        let planned = places.iter().map(|places| places[side].0.distance(places[side].1) / cast.arm);
        calm::spans(recorded, planned, ELBOW * recording.step)
    });
    let bent = |(frame, places): (usize, [(Vec3, Vec3); 2])| {
        let goes = [0, 1].map(|side| {
            let ((shoulder, wanted), longest) = (places[side], spans[side][frame] * cast.arm);
            let way = wanted - shoulder;
            if way.length() > longest { shoulder + way * (longest / way.length()) } else { wanted }
        });
        [goes, places.map(|(_, wanted)| wanted)]
    };
    places.into_iter().enumerate().map(bent).collect()
}

/// Always for the same joints in the same order.
fn goals(cast: &Cast, step: &Step, (hands, turns): ([Vec3; 2], [Option<Quat>; 2])) -> Vec<Goal> {
    let mut goals = Vec::with_capacity(10);
    for ((foot, shape), &(_, _, joint, _)) in step.feet.iter().zip(&cast.feet).zip(&cast.limbs.legs) {
        let ball = foot.ankle + crate::anatomy::frame::rotate(foot.turn, shape.way);
        let weight = |weight: f32| if foot.contact.stands() { weight } else { IN_AIR };
        let pin = |goal: Goal, is_pin: bool| if is_pin { goal.pinned() } else { goal };
        goals.push(pin(Goal::position(joint, foot.ankle).with_weight(SWING), foot.contact.heel));
        goals.push(pin(Goal::position(joint, ball).with_offset(shape.way_in_joint).with_weight(weight(BALL)), foot.contact.toes));
        goals.extend(cast.with_segment(joint, foot.turn).map(|turn| Goal::orientation(joint, turn).with_weight(weight(FOOT_TURN))));
    }
    for (((place, turn), &(_, _, joint)), &chest) in hands.into_iter().zip(turns).zip(&cast.limbs.arms).zip(&cast.chests) {
        goals.push(Goal::position(joint, place).with_relative_to(chest));
        goals.extend(turn.map(|turn| Goal::orientation(joint, turn).with_weight(HAND_TURN)));
    }
    goals
}

/// Whether a joint is a collar bone, or of a leg in the air: what hangs on it makes up for it where it may not turn so quickly.
fn is_calmed(cast: &Cast, step: &Step, joint: usize) -> bool {
    let mut flying = cast.limbs.legs.iter().zip(&step.feet).filter(|(_, foot)| !foot.contact.stands());
    is_collar(cast, joint) || flying.any(|(&(hip, knee, ankle, _), _)| [hip, knee, ankle].contains(&joint))
}

/// Whether a joint that moves is between the trunk and an arm.
fn is_collar(cast: &Cast, joint: usize) -> bool {
    let carries = |&(shoulder, ..): &(usize, usize, usize)| cast.skeleton.ancestors(shoulder).skip(1).any(|above| above == joint);
    joint != cast.limbs.hips && !cast.held.contains(&joint) && cast.limbs.arms.iter().any(carries)
}

/// Toes are turned beside the ground, not beside the foot, and no farther than `most` since the frame before.
fn lay_toes(cast: &Cast, step: &Step, (pose, before): (&mut Pose, Option<&Pose>), most: f32) {
    for (foot, &(.., ankle, toes)) in step.feet.iter().zip(&cast.limbs.legs) {
        let Some(toes) = toes else { continue };
        let Some(wanted) = cast.with_segment(toes, foot.toes_turn) else { continue };
        let between = cast.skeleton.ancestors(toes).nth(1) == Some(ankle);
        if between {
            let turn = cast.skeleton.ancestors(ankle).fold(Quat::IDENTITY, |turn, joint| product(pose.locals[joint].rotation, turn));
            let local = copy::within(cast, toes, product(turn.conjugate(), wanted));
            let from = before.map_or(local, |before| before.locals[toes].rotation);
            pose.locals[toes].rotation = copy::within(cast, toes, calmed(from, local, most));
        }
    }
}

/// The engine and what it remembers.
struct Solving<'a> {
    cast: &'a Cast,
    body: Option<Body>,
    /// The same with collar bones that stay as they are, for arms that make up for those that may not turn so quickly.
    stiff: Option<Body>,
    follow: TrackingState,
    scratch: Scratch,
    /// The copied and the solved turns of the frame before.
    before: Option<(Pose, Pose)>,
}

impl<'a> Solving<'a> {
    fn new(cast: &'a Cast) -> Result<Self, kansetsu::Error> {
        let body = Body::new(&cast.skeleton).with_limits(&cast.limits)?.with_limbs(&cast.skeleton, &cast.poles)?;
        let body = cast.held.iter().fold(body, |body, &joint| body.with_locked(joint));
        let body = body.with_recruitment_group(&[cast.limbs.hips], HIPS)?;
        let stiff = (0..cast.joints.len()).filter(|&joint| is_collar(cast, joint)).fold(body.clone(), Body::with_locked);
        Ok(Self { cast, body: Some(body), stiff: Some(stiff), follow: TrackingState::default(), scratch: Scratch::default(), before: None })
    }

    /// Goes on from where the solve turned the joints away from the copied turns in the frame before. No joint turns farther since then than `most` says.
    fn go_on(&mut self, copied: Pose, goals: &[Goal], most: impl Fn(usize) -> Option<f32>) -> Result<Pose, kansetsu::Error> {
        let mut pose = copied.clone();
        let Some(mut body) = self.body.take() else { return Ok(pose) };
        if let Some((copied_before, solved_before)) = &self.before {
            let turn = |joint: usize, away: Quat, local: Quat| copy::within(self.cast, joint, product(local, away));
            let hips = self.cast.limbs.hips;
            pose.locals[hips].translation += solved_before.locals[hips].translation - copied_before.locals[hips].translation;
            for (joint, local) in pose.locals.iter_mut().enumerate() {
                let away = product(copied_before.locals[joint].rotation.conjugate(), solved_before.locals[joint].rotation);
                local.rotation = turn(joint, away, local.rotation);
            }
        }
        body = body.with_reference(&copied)?;
        let engine = WholeBody { max_steps: STEPS, root: Root::Free, ..WholeBody::default() };
        if self.before.is_none() {
            engine.solve_with(&body, goals, &mut pose, &mut self.scratch)?;
        }
        let rounds = if self.before.is_none() { FIRST } else { 1 };
        for _ in 0..rounds {
            engine.track_with(&body, goals, (&mut pose, &mut self.follow), &mut self.scratch)?;
        }
        if self.calm(&mut pose, &most)
            && let Some(stiff) = self.stiff.take()
        {
            let stiff = stiff.with_reference(&copied)?;
            for _ in 0..MAKE_UP {
                engine.track_with(&stiff, goals, (&mut pose, &mut self.follow), &mut self.scratch)?;
                if !self.calm(&mut pose, &most) && self.follow.is_settled {
                    break;
                }
            }
            self.stiff = Some(stiff);
        }
        self.body = Some(body);
        self.before = Some((copied, pose.clone()));
        Ok(pose)
    }

    /// Turns no joint farther than `most` from the frame before; says whether one was to turn farther.
    fn calm(&self, pose: &mut Pose, most: &impl Fn(usize) -> Option<f32>) -> bool {
        let Some((_, before)) = &self.before else { return false };
        let mut calms = false;
        for (joint, (local, before)) in pose.locals.iter_mut().zip(&before.locals).enumerate() {
            let Some(most) = most(joint) else { continue };
            let calm = calmed(before.rotation, local.rotation, most);
            if calm != local.rotation {
                local.rotation = copy::within(self.cast, joint, calm);
                calms = true;
            }
        }
        calms
    }
}
