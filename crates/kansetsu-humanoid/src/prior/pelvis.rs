//! The most likely placement of the pelvis if no goal defines it.
//!
//! The observation of a part is its position relative to the pelvis, in the axes of the pelvis'
//! heading. For another position and heading of the pelvis the same goals have other observations,
//! of another likelihood. The Gauss-Newton method finds the likeliest position and heading, four
//! numbers; a term keeps the pelvis near its start.

use kansetsu::glam::Vec3;

use super::{
    known::Known,
    layout::{PARTS, SEEN, TURN, part},
    table::Prior,
};
use crate::least_squares::NormalEquations;
use kansetsu::math::Rot;

/// Maximum number of steps, and the smallest step: in body lengths, and radians. At ×0.5 steps are
/// 2 % closer to recorded people if only positions are known, at ×2 1 % further off: the method has
/// converged before.
const STEPS: usize = 8;
const SMALL: f32 = 1e-5;

/// The standard deviation of the pelvis' motion, in body lengths, and of its rotation, radians: a
/// step, a look over the shoulder. ×0.5 or ×2 of the first change rows of `results/natural.md` by 1
/// %. ×0.5 of the second moves bodies of which only positions are known, and no heading, closer by
/// 7 and 3 %, ×2 further off by 3 and 2 %.
pub(super) const WALK: f32 = 0.5;
pub(super) const LOOK: f32 = 0.7;

/// A pelvis: its position in body lengths, and its heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pelvis {
    pub(super) place: Vec3,
    pub(super) heading: Rot,
}

/// The observations from goals: of the observed parts and of the pelvis' rotation, in the body's
/// axes and lengths.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) places: [Option<Vec3>; PARTS],
    pub(super) turns: [Option<Rot>; PARTS],
    pub(super) pelvis: Option<Rot>,
}

impl Said {
    /// The indices of the known numbers.
    pub(super) fn numbers(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..TURN).filter(|_| self.pelvis.is_some()).collect();
        for index in 0..PARTS {
            numbers.extend(part(index).take(SEEN - TURN).filter(|_| self.places[index].is_some()));
            numbers.extend(part(index).skip(SEEN - TURN).filter(|_| self.turns[index].is_some()));
        }
        numbers
    }

    /// The known numbers relative to a pelvis, and their derivatives by the pelvis' position and
    /// heading.
    pub(super) fn seen_from(&self, pelvis: Pelvis) -> (Vec<f32>, [Vec<f32>; 4]) {
        let back = pelvis.heading.inverse();
        let (mut values, mut changes) = (Vec::new(), [const { Vec::new() }; 4]);
        let mut see = |seen: Vec3, is_place: bool| {
            values.extend(seen.to_array());
            for (change, axis) in changes.iter_mut().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
                change.extend(if is_place { -back.rotate(axis) } else { Vec3::ZERO }.to_array());
            }
            changes[3].extend((-Vec3::Y.cross(seen)).to_array());
        };
        let turn = |turn: Rot, see: &mut dyn FnMut(Vec3, bool)| {
            let turn = (back * turn).to_matrix();
            see(turn.x_axis, false);
            see(turn.y_axis, false);
        };
        self.pelvis.into_iter().for_each(|own| turn(own, &mut see));
        for (place, own) in self.places.iter().zip(&self.turns) {
            place.iter().for_each(|&place| see(back.rotate(place - pelvis.place), true));
            own.iter().for_each(|&own| turn(own, &mut see));
        }
        (values, changes)
    }

    /// The likeliest pelvis, started at `start`. Its position and its heading may change if these
    /// are true.
    pub(super) fn likeliest(
        &self,
        prior: &Prior,
        known: &Known,
        start: Pelvis,
        [moves, turns]: [bool; 2],
    ) -> Pelvis {
        if !moves && !turns {
            return start;
        }
        let [walk, look] = [WALK, LOOK].map(|far| 1.0 / (far * far));
        let stays = [walk, walk, walk, look];
        let (mut pelvis, mut gone) = (start, [0.0_f32; 4]);
        for _ in 0..STEPS {
            let (values, changes) = self.seen_from(pelvis);
            let changes =
                changes.map(|change| known.whitened(change.into_iter().map(f64::from).collect()));
            let off = known.whitened(known.off(&prior.means, &values));
            let mut equations = NormalEquations::of(&changes, &off);
            for (at, (stays, gone)) in stays.into_iter().zip(gone).enumerate() {
                equations.add(at, at, stays.into());
                equations.pull(at, (-stays * gone).into());
                if !(if at < 3 { moves } else { turns }) {
                    equations.hold(at);
                }
            }
            let Some(step) = equations.solved() else { break };
            gone.iter_mut().zip(&step).for_each(|(gone, step)| *gone += step);
            pelvis.place += Vec3::new(step[0], step[1], step[2]);
            pelvis.heading = (pelvis.heading * Rot::from_axis_angle(Vec3::Y, step[3])).normalized();
            if step.iter().all(|step| step.abs() < SMALL) {
                break;
            }
        }
        pelvis
    }
}
