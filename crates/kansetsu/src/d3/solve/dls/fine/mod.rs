//! An answer that misses its goal, brought to the last digits.
//!
//! Steps of damped least squares gain less and less where something of the error stays: what they leave out, the curvature of
//! the ways times the error, is then as large as what they know. So rounding would decide where they end, and the same problem
//! turned or moved would end elsewhere. Here the nearest place is found in double precision by Newton's method with an active set (J.
//! Nocedal, S. Wright, "Numerical optimization", 2nd ed., Springer 2006, chapters 4 and 16): with the bounds that hold the
//! answer taken as they are, the turns that the error still asks of the links are brought to nothing. Second derivatives are
//! found by moving a little along each way and asking again; where they lead uphill or too far, something is added to them.
//!
//! Cost: about ten steps of as many passes over the chain as it has freedoms. Only answers that
//! miss pay for it, and first attempts that stall near.

mod dense;
mod part;

use glam::{DMat3, DQuat, DVec3};

use self::dense::Matrix;
use self::part::{Part, double};
use super::{LEVER, Links, Task};
use crate::{d3::solve::turn::Turn, ops};

/// Off a bound that holds a hinge with next to nothing the hinge is turned so far, radians: a limb that is straight on its bound is asked
/// for no turn, whether one would lead nearer or not, so that rounding would decide whether the bound holds it.
const OFF_BOUND: f64 = 0.01;

/// Newton's steps at most.
const STEPS: usize = 160;

/// More ways to move are left alone: the system would be too large.
const MOST_WAYS: usize = 192;

/// The answer is found where the links are asked for no more than this, squared (parts of the chain's length per radian).
const FOUND: f64 = 1e-23;

/// So far is moved to see how the wanted turns change, radians: the middle between rounding and curvature.
const PROBE: f64 = 1e-8;

/// All links together turn no farther in a step, radians.
const CAP: f64 = 0.5;

/// A step that gains nothing is damped so much more, so often.
const MORE_SHIFT: f64 = 16.0;
const TRIES: usize = 12;

/// A step that comes nearer than is wanted is halved so often, to end just near enough.
const HALVINGS: usize = 30;

/// Bounds that a step goes past hold it from the next round on, so often.
const ROUNDS: usize = 12;

/// What is added to the second derivatives, as a part of the largest: where they are nothing, where they lead uphill or too far at
/// first, and how often it is made larger.
const FLAT: f64 = 1e-13;
const LEAST_SHIFT: f64 = 1e-9;
const SHIFTS: usize = 24;

/// What is worked with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fine {
    parts: Vec<Part>,
    /// What is asked along each way that is left, and what was where a step begins.
    asked: Vec<f64>,
    before: Vec<f64>,
    step: Vec<f64>,
    /// How a turn along each way changes what is asked, with the sign turned.
    changes: Matrix,
}

/// The goal in double precision.
struct Aim {
    base: DVec3,
    target: Option<DVec3>,
    rows: Option<DMat3>,
    orientation: Option<Facing>,
}

enum Facing {
    Full(DQuat),
    Axis { axis: DVec3, direction: DVec3 },
}

impl Fine {
    /// Brings the links to the nearest place around where they stand, or as near as is enough, in chain lengths. Leaves goals alone that look
    /// at something. Gives how many steps it took.
    pub(super) fn settle(&mut self, task: &Task<'_>, links: &mut Links, enough: f64) -> usize {
        let Some(aim) = Aim::new(task, links).filter(|_| task.is_rigid) else { return 0 };
        self.parts.clear();
        self.parts.extend(links.links.iter().map(Part::new));
        let next_to_nothing = OFF_BOUND * (2.0 * self.ask(&aim)).sqrt();
        self.parts.iter_mut().for_each(|part| part.leave_bound(next_to_nothing, OFF_BOUND));
        let (mut steps, enough) = (0, 0.5 * enough * enough);
        while steps < STEPS && self.advance(&aim, enough) {
            steps += 1;
        }
        if self.parts.iter().all(Part::is_finite) {
            self.parts.iter().zip(&mut links.links).for_each(|(part, link)| part.store(link));
            links.forward();
        }
        steps
    }

    /// One step of Newton's, as long as it gains and half the squared error is not small enough. Gives whether another may follow.
    fn advance(&mut self, aim: &Aim, enough: f64) -> bool {
        self.ask(aim);
        self.parts.iter_mut().for_each(Part::hold);
        let (mut error, mut shift) = (self.ask(aim), 0.0);
        for round in 1.. {
            if self.asked.len() > MOST_WAYS || !(error.is_finite() && dot(&self.asked, &self.asked) > FOUND) {
                return false;
            }
            self.before.clone_from(&self.asked);
            self.find_changes(aim);
            shift = self.find_step(0.0);
            if round == ROUNDS || !self.hold_against_step() {
                break;
            }
            error = self.ask(aim);
        }
        for _ in 0..TRIES {
            each_with_its_part(&mut self.parts, &self.step, Part::step);
            let end = self.ask(aim);
            if end <= error {
                if end < enough {
                    self.end_just(enough, aim);
                }
                self.parts.iter_mut().for_each(Part::stay);
                return end >= enough;
            }
            shift = self.find_step(shift * MORE_SHIFT);
        }
        false
    }

    /// Of a step that ends with half the squared error below what is enough, tries the part that ends just there: where a valley is flat, the
    /// rest would lead far along it.
    fn end_just(&mut self, enough: f64, aim: &Aim) {
        let (mut part, mut size) = (1.0, 1.0);
        for _ in 0..HALVINGS {
            size *= 0.5;
            self.step_partly(part - size);
            if self.ask(aim) < enough {
                part -= size;
            }
        }
        self.step_partly(part);
    }

    /// Tries a part of the step.
    fn step_partly(&mut self, part: f64) {
        each_with_its_part(&mut self.parts, &self.step, |link, step| {
            let mut partly = [0.0; 3];
            partly.iter_mut().zip(step).for_each(|(partly, step)| *partly = step * part);
            link.step(&partly[..step.len()]);
        });
    }

    /// How a turn along each way changes what is asked, with the sign turned: the squared error's second derivatives.
    fn find_changes(&mut self, aim: &Aim) {
        self.changes.clear(self.before.len());
        self.parts.iter_mut().for_each(Part::stand_still);
        let mut row = 0;
        for part in 0..self.parts.len() {
            for way in 0..self.parts[part].ways {
                self.parts[part].probe(way, PROBE);
                self.ask(aim);
                self.changes.add_row(row, self.before.iter().zip(&self.asked).map(|(before, asked)| (before - asked) / PROBE));
                row += 1;
            }
            self.parts[part].stand_still();
        }
    }

    /// Solves for the step that brings what is asked to nothing; where that leads uphill or too far, for one that is damped. Gives the
    /// damping, at least what was asked for.
    fn find_step(&mut self, least: f64) -> f64 {
        let largest = self.changes.largest().max(f64::MIN_POSITIVE);
        let mut shift = least.max(FLAT * largest);
        for _ in 0..SHIFTS {
            self.step.clone_from(&self.before);
            if self.changes.solve(shift, &mut self.step) && self.step.iter().map(|part| part.abs()).sum::<f64>() <= CAP {
                break;
            }
            shift = (shift * 4.0).max(LEAST_SHIFT * largest);
        }
        shift
    }

    /// Holds the links on the bounds that the step goes past. Gives whether there are any.
    fn hold_against_step(&mut self) -> bool {
        let mut is_more = false;
        each_with_its_part(&mut self.parts, &self.step, |part, step| is_more |= part.hold_against(step));
        is_more
    }

    /// Asks what the error wants along each way that is left, where the links are tried to stand. Gives half the squared error.
    fn ask(&mut self, aim: &Aim) -> f64 {
        let (mut position, mut frame) = (aim.base, DQuat::IDENTITY);
        for part in &mut self.parts {
            part.parent = frame * part.pre;
            part.position = position;
            frame = part.parent * part.q();
            position += frame * part.offset;
        }
        let (force, torque, error) = aim.pull(position, frame);
        self.asked.clear();
        for part in &mut self.parts {
            part.asked = part.parent.conjugate() * ((position - part.position).cross(force) + torque);
            self.asked.extend(part.turns().iter().take(part.ways).map(|turn| turn.dot(part.asked)));
        }
        error
    }
}

/// Gives each part what is its own of a list of numbers, one for each way.
fn each_with_its_part(parts: &mut [Part], numbers: &[f64], mut give: impl FnMut(&mut Part, &[f64])) {
    let mut rest = numbers;
    for part in parts {
        let (own, others) = rest.split_at(part.ways.min(rest.len()));
        rest = others;
        give(part, own);
    }
}

impl Aim {
    /// `None` where the direction that is wanted depends on the place.
    fn new(task: &Task<'_>, links: &Links) -> Option<Self> {
        let orientation = match task.orientation {
            None => None,
            Some(Turn::Full(wanted)) => Some(Facing::Full(double(wanted))),
            Some(Turn::Axis { axis, direction }) => {
                Some(Facing::Axis { axis: axis.as_dvec3().normalize_or(DVec3::X), direction: direction.as_dvec3().normalize_or(DVec3::X) })
            }
            Some(Turn::LookAt { .. }) => return None,
        };
        let (target, rows) = (task.target.map(|target| target.as_dvec3()), task.rows.map(|rows| rows.as_dmat3()));
        Some(Self { base: links.base.as_dvec3(), target, rows, orientation })
    }

    /// The force on the tip and the torque, and half the squared error.
    fn pull(&self, tip: DVec3, frame: DQuat) -> (DVec3, DVec3, f64) {
        let mut force = self.target.map_or(DVec3::ZERO, |target| target - tip);
        if let Some(rows) = self.rows {
            force = rows * force;
        }
        let turn = match self.orientation {
            None => DVec3::ZERO,
            Some(Facing::Full(wanted)) => rotation_vector(wanted * frame.conjugate()),
            Some(Facing::Axis { axis, direction }) => between(frame * axis, direction),
        };
        let lever = f64::from(LEVER) * f64::from(LEVER);
        (force, turn * lever, 0.5 * (force.length_squared() + turn.length_squared() * lever))
    }
}

/// Axis times angle.
fn rotation_vector(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = DVec3::new(q.x, q.y, q.z);
    let sin = v.length();
    if sin < 1e-12 { v * 2.0 } else { v * (2.0 * ops::atan2_f64(sin, q.w) / sin) }
}

/// The least turn from one unit vector to another, axis times angle.
fn between(from: DVec3, to: DVec3) -> DVec3 {
    let cross = from.cross(to);
    let sin = cross.length();
    if sin < 1e-12 { cross } else { cross * (ops::atan2_f64(sin, from.dot(to)) / sin) }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
