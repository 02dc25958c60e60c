//! The paths of feet and hips.
//!
//! A foot in contact in the recording is in contact here. Between the first and the last frame of a
//! contact it rolls: from frame to frame the point on the ground, heel or toes, stays, and the foot
//! rotates about it as recorded. The position of that path is the mean of the scaled recording.
//! Between two contacts the foot follows its scaled path plus the offset of the first contact at
//! its start and of the second at its end, with a smooth step between.
//!
//! Feet that are flat on the ground in the recording are flat here: the soles of skeletons do not
//! follow from their toe joints, and a flat foot in contact shows their rotation.

use kansetsu::glam::{Quat, Vec3};
use kansetsu::math::smoothstep;

use super::blend::{angle, level, mean, slerp};
use super::cast::{Cast, FootShape};
use super::contact::{Contact, Levels, contacts};
use super::recording::Recording;
use super::{Retarget, speed_limit};
use crate::anatomy::frame::{product, rotate};
use kansetsu::d3::Role;

/// The feet and hips in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The middle of the hip joints.
    pub(super) hips: Vec3,
    pub(super) feet: [FootAt; 2],
    /// Whether it is the first frame after a leap, which ends all contacts.
    pub(super) begins: bool,
}

/// The placement of a foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootAt {
    pub(super) ankle: Vec3,
    /// The rotation of its segment.
    pub(super) turn: Quat,
    /// The rotation of the toes' segment.
    pub(super) toes_turn: Quat,
    pub(super) contact: Contact,
}

/// A recorded foot in contact with a larger tilt was not flat, radians: 35 degrees.
const MOST_TILTED: f32 = 0.6;
/// The time by which hips start to descend before a leg must reach, seconds.
const AHEAD: f32 = 0.2;
/// The largest angular velocity of knees beyond the recorded one, radians per second: 6 degrees per
/// 1/30 s.
const KNEE: f32 = 3.2;
/// The number of rounds in which hips descend, as one knee's bend affects the other.
const ROUNDS: usize = 3;
/// The time in which toes become flat, seconds.
const TOES: f32 = 0.2;

/// The steps of a section of a recording, frame by frame.
pub(super) fn plan(
    options: &Retarget,
    recording: &Recording,
    (cast, levels): (&Cast, Levels),
) -> Vec<Step> {
    let feet = [0, 1].map(|side| foot(options, recording, cast, (side, levels)));
    let scale = cast.leg / recording.leg;
    let height = 0.5 * (cast.feet[0].ankle + cast.feet[1].ankle);
    let middle = |frame: usize| {
        let [left, right] = recording.frames[frame].legs;
        let p = 0.5 * (left.hip + right.hip);
        Vec3::new(p.x * scale, (p.y - levels.ankle) * scale + height, p.z * scale)
    };
    let mut steps: Vec<Step> = (0..recording.frames.len())
        .map(|frame| Step {
            hips: middle(frame),
            feet: [feet[0][frame], feet[1][frame]],
            begins: frame == 0,
        })
        .collect();
    for _ in 0..ROUNDS {
        bring_down(recording, cast, &mut steps);
    }
    pull_up(recording, cast, &mut steps);
    steps
}

/// Lowers the hips if a leg in contact would be too short or its knee too fast.
fn bring_down(recording: &Recording, cast: &Cast, steps: &mut [Step]) {
    let spans = [0, 1].map(|side| spans(recording, cast, steps, side));
    let down = |frame: usize, side: usize| {
        let way = leg(recording, cast, steps, (frame, side));
        let (level, reach) =
            (way.x * way.x + way.z * way.z, spans[side][frame] * cast.feet[side].leg);
        let is_short =
            steps[frame].feet[side].contact.stands() && level + way.y * way.y > reach * reach;
        if is_short { (way.y - (reach * reach - level).max(0.0).sqrt()).max(0.0) } else { 0.0 }
    };
    let lowering: Vec<f32> =
        (0..steps.len()).map(|frame| down(frame, 0).max(down(frame, 1))).collect();
    let window = (AHEAD / recording.step).ceil() as usize;
    for (step, down) in steps.iter_mut().zip(smoothed_above(&lowering, window)) {
        step.hips.y -= down;
    }
}

/// Pulls feet in the air towards the hips if the leg would be too short or its knee too fast.
fn pull_up(recording: &Recording, cast: &Cast, steps: &mut [Step]) {
    for side in [0, 1] {
        for (frame, span) in spans(recording, cast, steps, side).into_iter().enumerate() {
            let way = leg(recording, cast, steps, (frame, side));
            let part = span * cast.feet[side].leg / way.length();
            let foot = &mut steps[frame].feet[side];
            if !foot.contact.stands() && part < 1.0 {
                foot.ankle += way * (1.0 - part);
            }
        }
    }
}

/// The displacement from an ankle to its hip joint.
fn leg(recording: &Recording, cast: &Cast, steps: &[Step], (frame, side): (usize, usize)) -> Vec3 {
    let (turn, place) = cast.hips(&recording.frames[frame], steps[frame].hips);
    place + rotate(turn, cast.feet[side].hip) - steps[frame].feet[side].ankle
}

/// The largest span of a leg in each frame.
fn spans(recording: &Recording, cast: &Cast, steps: &[Step], side: usize) -> Vec<f32> {
    let recorded = recording
        .frames
        .iter()
        .map(|moment| moment.legs[side].hip.distance(moment.legs[side].ankle) / recording.leg);
    let planned = (0..steps.len())
        .map(|frame| leg(recording, cast, steps, (frame, side)).length() / cast.feet[side].leg);
    speed_limit::spans(recorded, planned, KNEE * recording.step)
}

/// A smooth curve that is nowhere below the given one: the moving mean of the moving maximum.
fn smoothed_above(values: &[f32], window: usize) -> Vec<f32> {
    let over = |values: &[f32], join: fn(&[f32]) -> f32| -> Vec<f32> {
        (0..values.len())
            .map(|at| join(&values[at.saturating_sub(window)..(at + window + 1).min(values.len())]))
            .collect()
    };
    if values.iter().all(|&value| value == 0.0) {
        return values.to_vec();
    }
    let highest = over(values, |part| part.iter().copied().fold(0.0, f32::max));
    over(&highest, |part| part.iter().sum::<f32>() / part.len() as f32)
}

fn foot(
    options: &Retarget,
    recording: &Recording,
    cast: &Cast,
    (side, levels): (usize, Levels),
) -> Vec<FootAt> {
    let shape = &cast.feet[side];
    let contacts = contacts(options, recording, levels, side);
    let [foot, toes] = [[Role::LeftFoot, Role::LeftToes], [Role::RightFoot, Role::RightToes]][side]
        .map(|role| recording.part(role));
    let turns = |part: usize| {
        recording.frames.iter().map(|moment| moment.turns[part]).collect::<Vec<Quat>>()
    };
    let mut turned = foot.map(turns).unwrap_or_default();
    lie_flat(&mut turned, &contacts, Contact::is_flat);
    let ease = (options.plant_blend / recording.step).max(1.0);
    stand_flat(&mut turned, &contacts, ease);
    let mut toes_turned = toes.map_or_else(|| turned.clone(), turns);
    lie_flat(&mut toes_turned, &contacts, |contact| contact.toes && contact.is_low);
    let fade = (TOES / recording.step).max(1.0);
    let weights = near(&contacts, fade, |contact| contact.toes && contact.is_low);
    for ((toes, &foot), weight) in toes_turned.iter_mut().zip(&turned).zip(weights) {
        *toes = slerp(*toes, level(foot), smoothstep(weight));
    }
    let scale = cast.leg / recording.leg;
    let base = recording.frames.iter().map(|moment| {
        let p = moment.legs[side].ankle;
        Vec3::new(p.x * scale, (p.y - levels.ankle) * scale + shape.ankle, p.z * scale)
    });
    let ankles = walked(base.collect(), &turned, (&contacts, ease), shape);
    let at = |frame: usize| FootAt {
        ankle: ankles[frame],
        turn: turned[frame],
        toes_turn: toes_turned[frame],
        contact: contacts[frame],
    };
    (0..contacts.len()).map(at).collect()
}

/// Removes from all rotations the common rotation of the frames in which the foot is flat.
fn lie_flat(turns: &mut [Quat], contacts: &[Contact], is_flat: fn(Contact) -> bool) {
    let flat = turns.iter().zip(contacts).filter(|(_, contact)| is_flat(**contact));
    let Some(tilt) = mean(flat.map(|(&turn, _)| product(level(turn).conjugate(), turn))) else {
        return;
    };
    if angle(tilt) < MOST_TILTED {
        turns.iter_mut().for_each(|turn| *turn = product(*turn, tilt.conjugate()));
    }
}

/// Keeps the foot still while heel and toes are in contact, and level if that is on the ground;
/// before and after it blends there over this number of frames.
fn stand_flat(turns: &mut [Quat], contacts: &[Contact], ease: f32) {
    let given = turns.to_vec();
    let runs = runs(contacts, |contact| contact.heel && contact.toes);
    let mut corrections = vec![Quat::IDENTITY; turns.len()];
    for (index, &(start, end)) in runs.iter().enumerate() {
        let is_flat = contacts[start..end].iter().all(|contact| contact.is_low);
        let Some(still) =
            mean(given[start..end].iter().map(|&turn| if is_flat { level(turn) } else { turn }))
        else {
            continue;
        };
        for frame in start..end {
            corrections[frame] = product(given[frame].conjugate(), still);
        }
        let before = index.checked_sub(1).map_or(0, |index| runs[index].1);
        let after = runs.get(index + 1).map_or(turns.len(), |next| next.0);
        let [room_before, room_after] =
            [start - before, after - end].map(|gap| (0.5 * gap as f32).min(ease));
        for frame in before..start {
            let weight = smoothstep(1.0 - (start - frame) as f32 / (room_before + 1.0));
            corrections[frame] = slerp(corrections[frame], corrections[start], weight);
        }
        for frame in end..after {
            corrections[frame] = slerp(
                Quat::IDENTITY,
                corrections[end - 1],
                smoothstep(1.0 - (frame + 1 - end) as f32 / (room_after + 1.0)),
            );
        }
    }
    for (turn, correction) in turns.iter_mut().zip(corrections) {
        *turn = product(*turn, correction);
    }
}

/// From 1 in the marked frames down to 0 at this distance in frames.
fn near(contacts: &[Contact], frames: f32, is_so: fn(Contact) -> bool) -> Vec<f32> {
    let mut weights: Vec<f32> =
        contacts.iter().map(|&contact| f32::from(u8::from(is_so(contact)))).collect();
    for frame in 1..weights.len() {
        weights[frame] = weights[frame].max(weights[frame - 1] - 1.0 / frames);
    }
    for frame in (1..weights.len()).rev() {
        weights[frame - 1] = weights[frame - 1].max(weights[frame] - 1.0 / frames);
    }
    weights
}

/// A half-open range.
fn runs(contacts: &[Contact], is_so: impl Fn(&Contact) -> bool) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = None;
    for (frame, contact) in contacts.iter().map(Some).chain([None]).enumerate() {
        match (start, contact.is_some_and(&is_so)) {
            (None, true) => start = Some(frame),
            (Some(first), false) => {
                runs.push((first, frame));
                start = None;
            }
            _ => {}
        }
    }
    runs
}

/// The path of the ankle without sliding.
fn walked(
    base: Vec<Vec3>,
    turns: &[Quat],
    (contacts, ease): (&[Contact], f32),
    shape: &FootShape,
) -> Vec<Vec3> {
    let runs = runs(contacts, |contact| contact.stands());
    let mut moved = vec![Vec3::ZERO; base.len()];
    for &(start, end) in &runs {
        let rolled = rolled(&turns[start..end], &contacts[start..end], shape);
        let count = (end - start) as f32;
        let mut off = rolled
            .iter()
            .zip(&base[start..end])
            .map(|(rolled, base)| *base - *rolled)
            .sum::<Vec3>()
            / count;
        if let Some(height) = height(&turns[start..end], &contacts[start..end], (&rolled, shape)) {
            off.y = height;
        }
        for frame in start..end {
            moved[frame] = rolled[frame - start] + off - base[frame];
        }
    }
    for (index, gap) in gaps(&runs, base.len()).into_iter().enumerate() {
        let from = index.checked_sub(1).map(|before| moved[runs[before].1 - 1]);
        let to = runs.get(index).map(|run| moved[run.0]);
        let (Some(first), Some(last)) = (from.or(to), to.or(from)) else { continue };
        for frame in gap.0..gap.1 {
            moved[frame] = first
                .lerp(last, smoothstep((frame + 1 - gap.0) as f32 / (gap.1 - gap.0 + 1) as f32));
        }
    }
    let standing = near(contacts, ease, Contact::stands);
    let above = |frame: usize| {
        let ankle = base[frame] + moved[frame];
        let toes = ankle + rotate(turns[frame], shape.way);
        // A foot without contact stays above the ground.
        let sunk = (shape.ball - toes.y).max(shape.ankle - ankle.y).max(0.0);
        ankle + Vec3::Y * (sunk * smoothstep(1.0 - standing[frame]))
    };
    (0..base.len()).map(above).collect()
}

/// The gaps between the runs: one more than runs, the first and the last may be empty.
fn gaps(runs: &[(usize, usize)], count: usize) -> Vec<(usize, usize)> {
    let starts = [0].into_iter().chain(runs.iter().map(|run| run.1));
    starts.zip(runs.iter().map(|run| run.0).chain([count])).collect()
}

/// The ankle's path of a foot that rolls over its contact points, starting at zero.
fn rolled(turns: &[Quat], contacts: &[Contact], shape: &FootShape) -> Vec<Vec3> {
    let ball = |frame: usize| rotate(turns[frame], shape.way);
    let mut path = vec![Vec3::ZERO];
    for frame in 1..turns.len() {
        let ankle = path[frame - 1];
        let on_toes = contacts[frame].toes && (contacts[frame - 1].toes || !contacts[frame].heel);
        path.push(if on_toes { ankle + ball(frame - 1) - ball(frame) } else { ankle });
    }
    path
}

/// The lift of the rolled path with which contact points on the ground have their height at rest.
fn height(
    turns: &[Quat],
    contacts: &[Contact],
    (rolled, shape): (&[Vec3], &FootShape),
) -> Option<f32> {
    let of = |is_so: fn(&Contact) -> bool, is_ball: bool| {
        let frame = contacts.iter().position(|contact| contact.is_low && is_so(contact))?;
        let ball = rolled[frame].y + rotate(turns[frame], shape.way).y;
        Some(if is_ball { shape.ball - ball } else { shape.ankle - rolled[frame].y })
    };
    of(|contact| contact.is_flat(), false)
        .or_else(|| of(|contact| contact.toes, true))
        .or_else(|| of(|contact| contact.heel, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_smoothed_above_is_nowhere_below() {
        let values: Vec<f32> =
            (0..60).map(|i| if i % 17 == 3 { 0.1 * (i % 5) as f32 } else { 0.0 }).collect();
        let smooth = smoothed_above(&values, 4);
        assert!(values.iter().zip(&smooth).all(|(value, smooth)| smooth + 1e-6 >= *value));
        assert!(smooth.windows(2).all(|pair| (pair[1] - pair[0]).abs() <= 0.4 / 9.0 + 1e-6));
    }

    #[test]
    fn a_foot_rolls_over_its_toes_without_sliding() {
        let shape = FootShape {
            ankle: 0.1,
            ball: 0.02,
            way: Vec3::new(0.0, -0.08, 0.15),
            way_in_joint: Vec3::ZERO,
            leg: 0.8,
            hip: Vec3::ZERO,
        };
        let turns: Vec<Quat> = (0..20)
            .map(|frame| {
                crate::anatomy::frame::turn(Vec3::X, 0.05 * (frame as f32 - 10.0).max(0.0))
            })
            .collect();
        let contacts: Vec<Contact> =
            (0..20).map(|frame| Contact { heel: frame < 10, toes: true, is_low: true }).collect();
        let base: Vec<Vec3> =
            (0..20).map(|frame| Vec3::new(0.003 * frame as f32, 0.12, 0.2)).collect();
        let path = walked(base, &turns, (&contacts, 5.0), &shape);
        let toes: Vec<Vec3> = path
            .iter()
            .zip(&turns)
            .map(|(ankle, turn)| *ankle + rotate(*turn, shape.way))
            .collect();
        assert!(toes.windows(2).all(|pair| pair[0].distance(pair[1]) < 1e-6), "{toes:?}");
        assert!((path[0].y - 0.1).abs() < 1e-6 && (toes[19].y - 0.02).abs() < 1e-6);
    }
}
