//! Solves arms and legs: feet at their planned positions, hands at their targets, as close as
//! possible to the copied rotations.

use kansetsu::d3::Pose;
use kansetsu::glam::{Quat, Vec3};
use kansetsu::session::{Balance, Feet, Posture, Root, Rotation, SelfCollision};
use kansetsu::{Budget, IkSession, Options, Target};

use super::cast::{Cast, failed, slowed};
use super::error::RetargetError;
use super::feet::Step;
use super::recording::Recording;
use super::{copy, reach, speed_limit};
use crate::anatomy::frame::product;

/// The solved poses of the cast's joints.
pub(super) struct Solved {
    pub(super) poses: Vec<Pose>,
    /// The targets of the hands, relative to the joints of [`Cast::chests`]: the body may have to
    /// leave its path a little, and then the hands move with it.
    pub(super) hands: Vec<[Vec3; 2]>,
}

/// The weight of a hand's rotation; its position has 1. So hands whose rotation a limit forbids
/// rotate elbows less.
const HAND_ROTATION: f32 = 0.2;
/// The largest angular velocity of elbows beyond the recorded one, radians per second: 6 degrees
/// per 1/30 s.
const ELBOW: f32 = 3.2;
/// The largest angular velocity of toes relative to the foot, radians per second: 8 degrees per
/// 1/30 s.
const TOES: f32 = 4.2;
/// Maximum number of solver steps per frame.
const FRAME: Budget = Budget::steps(200);

pub(super) fn solve(
    recording: &Recording,
    cast: &Cast,
    plan: &[Step],
) -> Result<Solved, RetargetError> {
    let mut session = session(cast);
    let mut solved =
        Solved { poses: Vec::with_capacity(plan.len()), hands: Vec::with_capacity(plan.len()) };
    let mut before = copy::Before::default();
    let frames = recording.frames.iter().zip(plan);
    let copied: Vec<Pose> = frames
        .map(|(moment, step)| copy::pose(cast, moment, step, (&mut before, recording.step)))
        .collect();
    let reached = hands(recording, cast, &copied);
    for (((moment, step), copied), [hands, wanted]) in
        recording.frames.iter().zip(plan).zip(copied).zip(reached)
    {
        let turns = cast.limbs.arms.map(|(_, _, hand)| cast.wanted(hand, moment));
        if step.begins {
            session.reset();
        }
        set_targets(&mut session, (cast, step), (hands, turns));
        let mut pose = copied.clone();
        session.follow(&copied, &mut pose, FRAME).map_err(|problem| failed(&problem))?;
        lay_toes(cast, step, (&mut pose, solved.poses.last()), TOES * recording.step);
        solved.poses.push(pose);
        solved.hands.push(wanted);
    }
    Ok(solved)
}

/// The recording defines posture, foot contacts and balance.
fn session(cast: &Cast) -> IkSession {
    let options = Options {
        root: Root::Free,
        posture: Posture::Uniform,
        feet: Feet::Free,
        balance: Balance::Off,
        self_collision: SelfCollision::Off,
        locked: cast.held.iter().map(|&joint| cast.rig.skeleton.id(joint)).collect(),
        ..Options::default()
    };
    IkSession::new(&cast.rig, options)
}

/// The targets of the hands, and those relative to their parents, frame by frame.
fn hands(recording: &Recording, cast: &Cast, copied: &[Pose]) -> Vec<[[Vec3; 2]; 2]> {
    let mut maps = Vec::new();
    let mut places = Vec::with_capacity(copied.len());
    for (moment, pose) in recording.frames.iter().zip(copied) {
        cast.rig.skeleton.forward_into(pose, &mut maps);
        places.push([0, 1].map(|side| {
            let from_chest = maps[cast.chests[side]].inverse();
            let wanted =
                from_chest.transform_point3(reach::hand(recording, moment, (cast, &maps), side));
            (from_chest.transform_point3(maps[cast.limbs.arms[side].0].translation), wanted)
        }));
    }
    let spans = [0, 1].map(|side| {
        let recorded = recording.frames.iter().map(|moment| {
            moment.arms[side].shoulder.distance(moment.arms[side].hand) / recording.arm
        });
        let planned =
            places.iter().map(|places| places[side].0.distance(places[side].1) / cast.arm);
        speed_limit::spans(recorded, planned, ELBOW * recording.step)
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

/// Pins the feet to the plan, in the air as well, and sets the targets of the hands.
fn set_targets(
    session: &mut IkSession,
    (cast, step): (&Cast, &Step),
    (hands, turns): ([Vec3; 2], [Option<Quat>; 2]),
) {
    let id = |joint: usize| cast.rig.skeleton.id(joint);
    for ((foot, shape), &(_, _, joint, _)) in step.feet.iter().zip(&cast.feet).zip(&cast.limbs.legs)
    {
        // Ankle and ball are pinned; rotation about the line between them is left to the ankle's
        // limit.
        let direction = crate::anatomy::frame::rotate(foot.turn, shape.way);
        let has_length = direction.length() > 0.0;
        let line = Rotation::Align { axis: shape.way_in_joint.into(), direction: direction.into() };
        session.pin_to(
            id(joint),
            Target { rotation: has_length.then_some(line), ..Target::position(foot.ankle) },
        );
    }
    for (((place, turn), &(_, _, joint)), &chest) in
        hands.into_iter().zip(turns).zip(&cast.limbs.arms).zip(&cast.chests)
    {
        session.set_target(id(joint), Target::position(place).relative_to(id(chest)));
        turn.into_iter().for_each(|turn| {
            session.add_target(id(joint), Target::orientation(turn).with_weight(HAND_ROTATION))
        });
    }
}

/// Rotates toes relative to the ground, not to the foot, by at most `most` since the previous
/// frame.
fn lay_toes(cast: &Cast, step: &Step, (pose, before): (&mut Pose, Option<&Pose>), most: f32) {
    for (foot, &(.., ankle, toes)) in step.feet.iter().zip(&cast.limbs.legs) {
        let Some(toes) = toes else { continue };
        let Some(wanted) = cast.with_segment(toes, foot.toes_turn) else { continue };
        let between = cast.rig.skeleton.ancestors(toes).nth(1) == Some(ankle);
        if between {
            let turn = cast
                .rig
                .skeleton
                .ancestors(ankle)
                .fold(Quat::IDENTITY, |turn, joint| product(pose.locals[joint].rotation, turn));
            let local = copy::within(cast, toes, product(turn.conjugate(), wanted));
            let from = before.map_or(local, |before| before.locals[toes].rotation);
            pose.locals[toes].rotation = copy::within(cast, toes, slowed(from, local, most));
        }
    }
}
