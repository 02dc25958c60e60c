//! The most likely placement of the pelvis if no goal defines it.
//!
//! The observation of a part is its position relative to the pelvis, in the axes of the pelvis'
//! heading. For another position and heading of the pelvis the same goals have other observations,
//! of another likelihood. The Gauss-Newton method finds the likeliest position and heading, four
//! numbers; a term keeps the pelvis near its start.

use kansetsu::glam::{Mat4, Vec3, Vec4};

use super::{
    known::Known,
    layout::{PARTS, SEEN, TURN, part},
    table::Prior,
};
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
        let stays = Vec4::new(walk, walk, walk, look);
        let is_open = [moves, moves, moves, turns];
        let (mut pelvis, mut gone) = (start, Vec4::ZERO);
        for _ in 0..STEPS {
            let (values, mut changes) = self.seen_from(pelvis);
            let mut off: Vec<f32> = known
                .places
                .iter()
                .zip(values)
                .map(|(&place, value)| value - prior.means[place])
                .collect();
            known.solve_down(&mut off);
            for (change, is_open) in changes.iter_mut().zip(is_open) {
                // Fixed unknowns have zero derivatives, and so stay.
                if is_open { known.solve_down(change) } else { change.fill(0.0) }
            }
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            let product =
                |a: usize| Vec4::from_array(std::array::from_fn(|b| dot(&changes[a], &changes[b])));
            let slopes = Mat4::from_cols(product(0), product(1), product(2), product(3))
                + Mat4::from_diagonal(stays);
            let wanted =
                Vec4::from_array(std::array::from_fn(|at| dot(&changes[at], &off))) + stays * gone;
            let step = slopes.inverse() * -wanted;
            if !step.is_finite() {
                break;
            }
            gone += step;
            pelvis.place += step.truncate();
            pelvis.heading = (pelvis.heading * Rot::from_axis_angle(Vec3::Y, step.w)).normalized();
            if step.abs().max_element() < SMALL {
                break;
            }
        }
        pelvis
    }
}
