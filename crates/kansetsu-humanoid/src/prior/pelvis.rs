//! Where the pelvis most likely is when no goal says so.
//!
//! What is seen of a part is its place less the pelvis', as who looks ahead sees it: from another
//! place and heading of the pelvis the same goals are seen otherwise, and are more or less likely.
//! The likeliest place and heading are found by Gauss and Newton's method in these four numbers;
//! whom nobody asks to walk stays near.

use kansetsu::glam::{Mat4, Vec3, Vec4};

use super::{
    known::Known,
    layout::{PARTS, SEEN, TURN, part},
    table::Prior,
};
use kansetsu::math::Rot;

/// Steps at most, and the step that is none: in lengths of the body, and radians. Half of the steps
/// are 2 % nearer to recorded people where only places are known, twice 1 % farther: it is there
/// before.
const STEPS: usize = 8;
const SMALL: f32 = 1e-5;

/// How far a pelvis goes without a reason, in lengths of the body, and how far it turns, radians: a
/// step, a look over the shoulder. Half or twice of the first change rows of `results/natural.md`
/// by 1 %; half of the second brings bodies of which only places are known, and no heading, nearer
/// by 7 and 3 %, twice takes them farther off by 3 and 2 %.
pub(super) const WALK: f32 = 0.5;
pub(super) const LOOK: f32 = 0.7;

/// A pelvis: its place in lengths of the body, and its heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pelvis {
    pub(super) place: Vec3,
    pub(super) heading: Rot,
}

/// What goals say of the parts that are seen and of the pelvis' turn, in the body's axes and
/// lengths.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) places: [Option<Vec3>; PARTS],
    pub(super) turns: [Option<Rot>; PARTS],
    pub(super) pelvis: Option<Rot>,
}

impl Said {
    /// Which numbers are known.
    pub(super) fn numbers(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..TURN).filter(|_| self.pelvis.is_some()).collect();
        for index in 0..PARTS {
            numbers.extend(part(index).take(SEEN - TURN).filter(|_| self.places[index].is_some()));
            numbers.extend(part(index).skip(SEEN - TURN).filter(|_| self.turns[index].is_some()));
        }
        numbers
    }

    /// The known numbers, seen from a pelvis; and how each changes with the pelvis' place and with
    /// its heading.
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

    /// The pelvis that `start` becomes where what is known is likeliest. Its place and its heading
    /// may change where these are true.
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
                // What is held changes nothing, and so stays.
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
