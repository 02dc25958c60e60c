//! The most likely pose that meets the goals.
//!
//! The description assumes mean body lengths, and the conditional mean is linear: a body's own
//! hands are 5 to 10 cm off there. From there the minimum of
//!
//! ```text
//! (x - μ)ᵀ Σ⁻¹ (x - μ)  +  Σ (residual / tolerance)²
//! ```
//!
//! is computed by the Gauss-Newton method, in a few full steps, so that it depends continuously on
//! the goals. `x` are the pelvis' tilt and the segments' rotations, `Σ` is the whole covariance,
//! and the residuals are those of the body's own joints. The mode of the posterior is the maximum a
//! posteriori estimate of any textbook. Rotations are updated on the right, each in its own frame,
//! and described by two columns of their matrices; so the derivative of a segment's numbers
//! consists of three known columns.

use kansetsu::glam::{Mat3, Vec3};

use super::{
    body::PriorBody,
    information::{BLOCKS, numbers},
    layout::{PARTS, SEEN_SEGMENTS, SEGMENTS},
    pelvis::{LOOK, Pelvis, Said, WALK},
    table::Prior,
};
use crate::least_squares::NormalEquations;
use kansetsu::{d3::Pose, math::Rot};

/// Number of steps. With 2 inner joints are up to 15 % further off before the solver (people who
/// climb and hop), with 6 up to 2 % closer.
const STEPS: usize = 4;
/// The standard deviation of a position, in body lengths, and of a rotation, radians: the solver
/// that follows meets goals exactly. At ×2 of both inner joints are up to 4 % further off before
/// it.
const SLACK: [f32; 2] = [1.5e-3, 5e-3];
/// The largest rotation in a step, radians: for a goal far out of reach. ×0.5 changes no row of
/// `results/natural.md` by more than 1 %, ×2 none by more than 2 %.
const FARTHEST: f32 = 1.0;

const PLACE: usize = 3 * BLOCKS;
const HEADING: usize = PLACE + 3;
const FREE: usize = HEADING + 1;

/// The current estimate of a body.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    pub(super) pelvis: Pelvis,
    pub(super) tilt: Rot,
    pub(super) turns: [Rot; SEGMENTS],
}

/// The degrees of freedom of a pelvis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) tilt: bool,
    pub(super) place: bool,
    pub(super) heading: bool,
}

/// The goals of a body, and its start.
pub(super) struct Meeting<'a> {
    pub(super) body: &'a PriorBody,
    pub(super) prior: &'a Prior,
    pub(super) said: &'a Said,
    pub(super) open: Open,
    /// The start from which the pelvis moves no further than necessary.
    pub(super) start: Pelvis,
    pub(super) base: &'a Pose,
}

impl PriorBody {
    pub(super) fn posed(&self, sought: &Sought, base: &Pose) -> Pose {
        let Sought { pelvis, tilt, turns } = sought;
        let turn = (pelvis.heading * *tilt).normalized();
        self.pose(turns, turn, self.model_from_body.rotate(pelvis.place * self.length), base)
    }
}

impl Meeting<'_> {
    /// Starts at the conditional mean.
    pub(super) fn meet(&self, mut sought: Sought) -> Sought {
        for _ in 0..STEPS {
            let Some(step) = self.equations(&sought).solved() else { break };
            let most = step[..PLACE].iter().fold(0.0_f32, |most, step| most.max(step.abs()));
            let part = if most > FARTHEST { FARTHEST / most } else { 1.0 };
            let three = |at: usize| Vec3::new(step[at], step[at + 1], step[at + 2]) * part;
            sought.tilt = (sought.tilt * Rot::from_rotation_vector(three(0))).normalized();
            for (index, turn) in sought.turns.iter_mut().enumerate() {
                *turn = (*turn * Rot::from_rotation_vector(three(3 * (index + 1)))).normalized();
            }
            sought.pelvis.place += three(PLACE);
            sought.pelvis.heading = (sought.pelvis.heading
                * Rot::from_axis_angle(Vec3::Y, step[HEADING] * part))
            .normalized();
        }
        sought
    }

    fn equations(&self, sought: &Sought) -> NormalEquations {
        let mut equations = NormalEquations::new(FREE);
        self.add_prior(sought, &mut equations);
        let gone = sought.pelvis.place - self.start.place;
        let turned = (self.start.heading.inverse() * sought.pelvis.heading).twist_angle(Vec3::Y);
        for (at, (gone, far)) in
            [(gone.x, WALK), (gone.y, WALK), (gone.z, WALK), (turned, LOOK)].into_iter().enumerate()
        {
            let stays = 1.0 / (far * far);
            equations.add(PLACE + at, PLACE + at, stays.into());
            equations.pull(PLACE + at, (-stays * gone).into());
        }
        self.add_goals(sought, &mut equations);
        let Open { tilt, place, heading } = self.open;
        let held = (0..3)
            .filter(|_| !tilt)
            .chain((PLACE..HEADING).filter(|_| !place))
            .chain((HEADING..FREE).filter(|_| !heading));
        held.for_each(|at| equations.hold(at));
        equations
    }

    /// The prior's term.
    fn add_prior(&self, sought: &Sought, equations: &mut NormalEquations) {
        let turns: [Mat3; BLOCKS] = std::array::from_fn(|block| {
            block.checked_sub(1).map_or(sought.tilt, |own| sought.turns[own]).to_matrix()
        });
        let mean = |at: usize| {
            Vec3::new(self.prior.means[at], self.prior.means[at + 1], self.prior.means[at + 2])
        };
        let off: [[Vec3; 2]; BLOCKS] = std::array::from_fn(|block| {
            let first = numbers(block).start;
            [turns[block].x_axis - mean(first), turns[block].y_axis - mean(first + 3)]
        });
        // The derivative of two columns by three unknowns: the segment's x and y change with its
        // rotation about its own axes.
        let drawn = |turn: &Mat3, [x, y]: [Vec3; 2]| {
            Vec3::new(
                turn.z_axis.dot(y),
                -turn.z_axis.dot(x),
                turn.y_axis.dot(x) - turn.x_axis.dot(y),
            )
        };
        let mut pulls = [[Vec3::ZERO; 2]; BLOCKS];
        let mut at = 0;
        for a in 0..BLOCKS {
            for b in 0..=a {
                let [xx, xy, yx, yy] = &self.prior.information[at];
                at += 1;
                let [x, y] = off[b];
                pulls[a][0] += *xx * x + *xy * y;
                pulls[a][1] += *yx * x + *yy * y;
                if b < a {
                    let [x, y] = off[a];
                    pulls[b][0] += xx.transpose_mul_vec3(x) + yx.transpose_mul_vec3(y);
                    pulls[b][1] += xy.transpose_mul_vec3(x) + yy.transpose_mul_vec3(y);
                }
                let own = &turns[b];
                let changes = [
                    [*xy * own.z_axis, *yy * own.z_axis],
                    [*xx * -own.z_axis, *yx * -own.z_axis],
                    [*xx * own.y_axis - *xy * own.x_axis, *yx * own.y_axis - *yy * own.x_axis],
                ];
                let [x, y, z] = changes.map(|change| drawn(&turns[a], change));
                equations.add_block([a, b], &Mat3::from_cols(x, y, z));
            }
        }
        for (block, pull) in pulls.into_iter().enumerate() {
            let pull = drawn(&turns[block], pull);
            (0..3).for_each(|axis| equations.pull(3 * block + axis, (-pull[axis]).into()));
        }
    }

    /// The goals' terms.
    fn add_goals(&self, sought: &Sought, equations: &mut NormalEquations) {
        let (body, pelvis) = (self.body, sought.pelvis.heading * sought.tilt);
        let pose = body.pose(
            &sought.turns,
            pelvis,
            body.model_from_body.rotate(sought.pelvis.place * body.length),
            self.base,
        );
        let maps = body.skeleton.forward(&pose);
        let at = |joint: usize| body.in_body(maps[joint].translation);
        let turned = body.together(pelvis, &sought.turns);
        let axes: [Mat3; BLOCKS] = std::array::from_fn(|block| {
            block.checked_sub(1).map_or(pelvis, |own| turned[own]).to_matrix()
        });
        let mut rows: Vec<(usize, Mat3)> = Vec::with_capacity(BLOCKS);
        for part in 0..PARTS {
            if let Some(wanted) = self.said.places[part] {
                let place = at(body.parts[part]);
                rows.clear();
                for lever in &body.levers[part] {
                    let block = lever.segment.map_or(0, |segment| segment + 1);
                    let arm = (at(lever.until) - at(lever.joint)) * lever.share;
                    let [x, y, z] = [axes[block].x_axis, axes[block].y_axis, axes[block].z_axis]
                        .map(|axis| axis.cross(arm));
                    let change = Mat3::from_cols(x, y, z);
                    match rows.iter_mut().find(|(other, _)| *other == block) {
                        Some((_, sum)) => *sum += change,
                        None => rows.push((block, change)),
                    }
                }
                rows.push((PLACE / 3, Mat3::IDENTITY));
                let heading = Vec3::Y.cross(place - sought.pelvis.place);
                add_rows(equations, (&rows, heading), (wanted - place, SLACK[0]));
            }
            if let Some(wanted) = self.said.turns[part] {
                let own = SEEN_SEGMENTS[part];
                rows.clear();
                let chain = std::iter::successors(Some(own), |&index| body.segments[index].on);
                rows.extend(
                    chain
                        .filter(|&index| body.segments[index].joint.is_some())
                        .map(|index| (index + 1, axes[index + 1])),
                );
                rows.push((0, axes[0]));
                let miss = (wanted * turned[own].inverse()).normalized().rotation_vector();
                add_rows(equations, (&rows, Vec3::Y), (miss, SLACK[1]));
            }
        }
    }
}

/// Three rows: their derivatives by blocks of three unknowns and by the pelvis' heading, the
/// residuals, and the standard deviation.
fn add_rows(
    equations: &mut NormalEquations,
    (rows, heading): (&[(usize, Mat3)], Vec3),
    (miss, slack): (Vec3, f32),
) {
    let weight = 1.0 / (slack * slack);
    for (a, by_a) in rows {
        let pulled = by_a.transpose_mul_vec3(miss) * weight;
        let turned = by_a.transpose_mul_vec3(heading) * weight;
        for axis in 0..3 {
            equations.pull(3 * a + axis, pulled[axis].into());
            equations.add(HEADING, 3 * a + axis, turned[axis].into());
        }
        for (b, by_b) in rows.iter().filter(|(b, _)| b >= a) {
            equations.add_block([*b, *a], &(by_b.transpose() * *by_a * weight));
        }
    }
    equations.pull(HEADING, (weight * heading.dot(miss)).into());
    equations.add(HEADING, HEADING, (weight * heading.length_squared()).into());
}
