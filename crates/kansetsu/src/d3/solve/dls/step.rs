//! One damped least-squares step with an active set.
//!
//! With residual `e` (N rows), the step is `w = Jᵀ y`, `(J Jᵀ + λ I) y = e`: N × N however long the chain, and J is never
//! formed. A ball adds `|r|² I - r rᵀ`, a hinge the outer square of its column. When the wanted step of a freedom goes past
//! its bound, that direction is taken out of `J Jᵀ` and moves by just what is left to the bound instead (*locked*); when a
//! locked direction would rather stay inside, it is released. A few passes settle which ones are locked.

use glam::{Mat3, Vec3};

use super::{
    bounds::{Edge, Stop, stop_by_trying},
    linear::{Symmetric, add_outer, dot, solve},
    link::{Freedom, Polygons},
    links::{Held, Link},
};

/// How often the active set is looked at again.
const PASSES: usize = 24;

/// A place is near enough to the lowest of a pass's way where it has no more than this part of the slope at the beginning.
const NEAR_LOWEST: f32 = 0.3;

/// Locks at most; a chain with more bounds in the way leaves the rest to the projection after the step.
const LOCKS: usize = 24;

/// The system before damping: `J Jᵀ` and the residual.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System<const N: usize> {
    pub(crate) matrix: Symmetric<N>,
    pub(crate) residual: [f32; N],
    /// Metres (in chain lengths) per radian for the orientation rows.
    pub(crate) lever: f32,
    /// What part of the place's and of the turn's rows counts.
    rows: [Option<Mat3>; 2],
}

/// The column of J for a turn of the link about `direction`.
#[inline]
pub(crate) fn column<const N: usize>(direction: Vec3, link: &Link, lever: f32) -> [f32; N] {
    let moved = direction.cross(link.r);
    let moved = link.stretch.map_or(moved, |stretch| stretch.above * moved);
    let mut column = [0.0; N];
    column[..3].copy_from_slice(&moved.to_array());
    if N == 6 {
        column[3..].copy_from_slice(&(direction * lever).to_array());
    }
    column
}

/// `Jᵀ y` for one link: the turn that `y` wants of it.
#[inline]
fn wanted<const N: usize>(y: &[f32; N], link: &Link, lever: f32) -> Vec3 {
    let pull = Vec3::new(y[0], y[1], y[2]);
    let turn = link.r.cross(link.stretch.map_or(pull, |stretch| stretch.above.transpose() * pull));
    if N == 6 { turn + Vec3::new(y[3], y[4], y[5]) * lever } else { turn }
}

impl<const N: usize> System<N> {
    /// Sums `J Jᵀ` over all links, and gives the hinges their columns.
    #[inline]
    pub(crate) fn new(links: &mut [Link], residual: [f32; N], lever: f32) -> Self {
        let mut matrix = [[0.0; N]; N];
        let (mut squares, mut sum, mut balls) = (Vec3::ZERO, Vec3::ZERO, 0.0_f32);
        let mut mixed = Vec3::ZERO;
        for link in links.iter_mut() {
            link.edge = None;
            match link.freedom {
                Freedom::Held | Freedom::Fixed => {}
                Freedom::Hinge { .. } => {
                    let column = column(link.axis, link, lever);
                    add_outer(&mut matrix, &column, 1.0);
                    link.column[..N].copy_from_slice(&column);
                }
                Freedom::Free | Freedom::Ball(_) | Freedom::Polygon if link.stretch.is_some() => {
                    Vec3::AXES.into_iter().for_each(|axis| add_outer(&mut matrix, &column(axis, link, lever), 1.0));
                }
                Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => {
                    let r = link.r;
                    squares += r * r;
                    mixed += Vec3::new(r.x * r.y, r.x * r.z, r.y * r.z);
                    sum += r;
                    balls += 1.0;
                }
            }
        }
        matrix[0][0] += squares.y + squares.z;
        matrix[1][1] += squares.x + squares.z;
        matrix[2][2] += squares.x + squares.y;
        matrix[1][0] -= mixed.x;
        matrix[2][0] -= mixed.y;
        matrix[2][1] -= mixed.z;
        if N == 6 {
            let s = sum * lever;
            // The lower left block is lever · [Σ r]ₓ.
            matrix[3][1] -= s.z;
            matrix[3][2] += s.y;
            matrix[4][0] += s.z;
            matrix[4][2] -= s.x;
            matrix[5][0] -= s.y;
            matrix[5][1] += s.x;
            for row in 3..N {
                matrix[row][row] += balls * lever * lever;
            }
        }
        Self { matrix, residual, lever, rows: [None; 2] }
    }

    /// Leaves only a part of the rows: `Π J` stands for `J`.
    pub(crate) fn keep_rows(&mut self, links: &mut [Link], rows: [Option<Mat3>; 2]) {
        self.rows = rows;
        if rows == [None; 2] {
            return;
        }
        let full = |row: usize, column: usize| if row >= column { self.matrix[row][column] } else { self.matrix[column][row] };
        let mut kept = self.matrix;
        for (e, row_block) in rows.iter().enumerate().take(N / 3) {
            for (f, column_block) in rows.iter().enumerate().take(e + 1) {
                let block = Mat3::from_cols_array_2d(&std::array::from_fn(|c| std::array::from_fn(|r| full(3 * e + r, 3 * f + c))));
                let block = row_block.unwrap_or(Mat3::IDENTITY) * block * column_block.unwrap_or(Mat3::IDENTITY);
                for c in 0..3 {
                    for r in 0..3 {
                        kept[3 * e + r][3 * f + c] = block.col(c)[r];
                    }
                }
            }
        }
        self.matrix = kept;
        links.iter_mut().for_each(|link| self.keep(&mut link.column[..N]));
    }

    /// The column of `Π J` for a turn of the link about `direction`.
    #[inline]
    fn column(&self, direction: Vec3, link: &Link) -> [f32; N] {
        let mut column = column(direction, link, self.lever);
        if self.rows != [None; 2] {
            self.keep(&mut column);
        }
        column
    }

    /// `(Π J)ᵀ y` for one link: the turn that `y` wants of it.
    #[inline]
    fn wanted(&self, y: &[f32; N], link: &Link) -> Vec3 {
        if self.rows == [None; 2] {
            return wanted(y, link, self.lever);
        }
        let mut y = *y;
        self.keep(&mut y);
        wanted(&y, link, self.lever)
    }

    fn keep(&self, values: &mut [f32]) {
        for (part, rows) in values.chunks_exact_mut(3).zip(self.rows) {
            if let Some(rows) = rows {
                let kept = rows * Vec3::new(part[0], part[1], part[2]);
                part.copy_from_slice(&kept.to_array());
            }
        }
    }

    pub(crate) fn trace(&self) -> f32 {
        (0..N).map(|row| self.matrix[row][row]).sum()
    }

    /// Finds the step of every link: [`Link::step`]. Gives what the residual loses by it at first.
    pub(crate) fn solve(&self, links: &mut [Link], polygons: &impl Polygons, damping: f32) -> [f32; N] {
        let mut active = Active { matrix: self.matrix, residual: self.residual, count: 0, changed: false };
        links.iter_mut().for_each(|link| link.held = [None; 2]);
        let mut y = solve(&active.matrix, damping, &active.residual);
        let mut line: Option<Line<N>> = None;
        let mut is_solved = true;
        for _ in 0..PASSES {
            self.update_locks(links, polygons, &y, &mut active);
            if is_solved && !active.changed {
                break;
            }
            let slope = active.slope(&y, damping);
            if let Some(shorter) = line.as_mut().and_then(|line| line.shorter(dot(&line.way, &slope))) {
                y = shorter;
                is_solved = false;
                continue;
            }
            let next = solve(&active.matrix, damping, &active.residual);
            line = Some(Line::new(y, &next, &slope));
            y = next;
            is_solved = true;
        }
        for link in links.iter_mut() {
            link.step = match link.freedom {
                Freedom::Held | Freedom::Fixed => Vec3::ZERO,
                Freedom::Hinge { .. } => link.axis * first_dot(&link.column, &y),
                _ => self.wanted(&y, link),
            };
            for held in link.held.iter().flatten() {
                link.step += held.direction * (held.amount - link.step.dot(held.direction));
            }
        }
        std::array::from_fn(|row| self.residual[row] - damping * y[row])
    }

    /// Locks what goes past a bound and releases what does not want to any more.
    #[inline]
    fn update_locks(&self, links: &mut [Link], polygons: &impl Polygons, y: &[f32; N], active: &mut Active<N>) {
        active.changed = false;
        for link in links {
            match link.freedom {
                Freedom::Held | Freedom::Fixed | Freedom::Free => {}
                Freedom::Hinge { reach } => {
                    if reach < std::f32::consts::PI {
                        let step = first_dot(&link.column, y);
                        active.settle_hinge(link, hinge_stop(step, link.angle, reach));
                    }
                }
                Freedom::Ball(ball) => {
                    let wanted = self.wanted(y, link);
                    let stops = link.edge.get_or_insert_with(|| Edge::new(&ball, link.q)).stops(&ball, link.parent, wanted);
                    for (place, stop) in stops.into_iter().enumerate() {
                        active.settle(self, link, place, stop);
                    }
                }
                Freedom::Polygon => {
                    let project = |turn| polygons.project(link.joint, turn);
                    let stop = stop_by_trying(project, link.q, link.parent, self.wanted(y, link));
                    active.settle(self, link, 1, stop);
                }
            }
        }
    }
}

/// What is left to the bound that a hinge's step goes past.
#[inline]
fn hinge_stop(step: f32, angle: f32, reach: f32) -> Option<f32> {
    if step > reach - angle {
        Some(reach - angle)
    } else if step < -reach - angle {
        Some(-reach - angle)
    } else {
        None
    }
}

/// The first N numbers of a column.
#[inline(always)]
fn first<const N: usize>(column: &[f32; 6]) -> [f32; N] {
    std::array::from_fn(|row| column[row])
}

#[inline(always)]
fn first_dot<const N: usize>(column: &[f32; 6], y: &[f32; N]) -> f32 {
    dot(&first(column), y)
}

/// The way of a pass. Where it leads too far, passes would go round in circles; somewhere on it is the lowest point.
struct Line<const N: usize> {
    from: [f32; N],
    way: [f32; N],
    /// How steeply it leads down at its beginning.
    steepness: f32,
    /// Between these parts of the way the lowest point is, with the slopes there.
    down: [f32; 2],
    up: [f32; 2],
    part: f32,
}

impl<const N: usize> Line<N> {
    fn new(from: [f32; N], to: &[f32; N], slope: &[f32; N]) -> Self {
        let way = std::array::from_fn(|row| to[row] - from[row]);
        let slope = dot(&way, slope);
        Self { from, way, steepness: slope.abs(), down: [0.0, slope], up: [1.0, 0.0], part: 1.0 }
    }

    /// Another place nearer to the lowest, unless this one, where the way has this slope, is near enough.
    fn shorter(&mut self, slope: f32) -> Option<[f32; N]> {
        if slope <= NEAR_LOWEST * self.steepness && (slope >= -NEAR_LOWEST * self.steepness || self.part >= 1.0) {
            return None;
        }
        // False position; the end that stays counts less each time (the Illinois rule).
        if slope > 0.0 {
            self.up = [self.part, slope];
            self.down[1] *= 0.5;
        } else {
            self.down = [self.part, slope];
            self.up[1] *= 0.5;
        }
        let [[low, down], [high, up]] = [self.down, self.up];
        self.part = low + (high - low) * down / (down - up);
        Some(std::array::from_fn(|row| self.from[row] + self.part * self.way[row]))
    }
}

/// The system without the directions that are locked.
struct Active<const N: usize> {
    matrix: Symmetric<N>,
    residual: [f32; N],
    /// How many directions are locked.
    count: usize,
    changed: bool,
}

impl<const N: usize> Active<N> {
    /// `(J Jᵀ + λ I) y - e` without what is locked: the slope, at `y`, of the convex function whose lowest point is sought.
    #[inline]
    fn slope(&self, y: &[f32; N], damping: f32) -> [f32; N] {
        std::array::from_fn(|row| {
            let product: f32 =
                (0..N).map(|column| if row >= column { self.matrix[row][column] } else { self.matrix[column][row] } * y[column]).sum();
            product + damping * y[row] - self.residual[row]
        })
    }

    /// Makes `found` what holds a hinge.
    #[inline]
    fn settle_hinge(&mut self, link: &mut Link, found: Option<f32>) {
        if link.held[0].map(|held| held.amount) != found {
            let held = found.map(|amount| Held { direction: link.axis, column: link.column, amount });
            self.replace(&mut link.held[0], held);
        }
    }

    /// Makes `found` what holds a ball's twist (0) or swing (1).
    #[inline]
    fn settle(&mut self, system: &System<N>, link: &mut Link, place: usize, found: Option<Stop>) {
        if found.is_none() && link.held[place].is_none() {
            return;
        }
        let parent = link.parent;
        let found = found.map(|stop| (parent.rotate(stop.direction), stop.amount));
        if link.held[place].map(|held| (held.direction, held.amount)) == found {
            return;
        }
        let held = found.map(|(direction, amount)| {
            let mut column = [0.0; 6];
            column[..N].copy_from_slice(&system.column(direction, link));
            Held { direction, column, amount }
        });
        self.replace(&mut link.held[place], held);
    }

    #[inline]
    fn replace(&mut self, present: &mut Option<Held>, held: Option<Held>) {
        if let Some(old) = present.take() {
            self.exchange(&old, 1.0);
            self.count -= 1;
        }
        if let Some(held) = held.filter(|_| self.count < LOCKS) {
            self.exchange(&held, -1.0);
            self.count += 1;
            *present = Some(held);
        }
    }

    /// Takes a locked direction out of the system (`sign` -1) or puts it back (1).
    #[inline]
    fn exchange(&mut self, held: &Held, sign: f32) {
        let column = first::<N>(&held.column);
        add_outer(&mut self.matrix, &column, sign);
        for row in 0..N {
            self.residual[row] += sign * held.amount * column[row];
        }
        self.changed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        d3::solve::dls::links::Links,
        d3::{Chain, Goal, Limit, Skeleton, Transform, limit::EulerBox, limit::EulerOrder, solve::work::Work},
        ops,
    };

    /// Smooth numbers that show no pattern, in [-1, 1].
    fn number(case: usize, which: usize) -> f32 {
        ops::sin((case * 7 + which) as f32 * 1.618 + (case % 31) as f32)
    }

    /// Four joints with three hinges each, many of them on a bound.
    fn chain() -> (Skeleton, Chain) {
        let mut builder = Skeleton::builder();
        let mut last = builder.root("0", Transform::IDENTITY);
        for name in ["1", "2", "3", "4"] {
            last = builder.child(last, name, Transform::from_translation(Vec3::Y * 0.1));
        }
        let skeleton = builder.build().expect("a path is a tree");
        let limit = EulerBox { frame: glam::Quat::IDENTITY, order: EulerOrder::Yxz, min: Vec3::splat(-0.35), max: Vec3::splat(0.35) };
        let limits = vec![Some(Limit::EulerBox(limit)); 5];
        let chain = Chain::new(&skeleton, 0, last).and_then(|chain| chain.with_limits(&limits)).expect("a path is a chain");
        (skeleton, chain)
    }

    /// The lowest point of a convex function: what the residual still wants of each hinge is its step, cut off at the bounds.
    #[test]
    fn a_step_is_the_best_inside_the_bounds() {
        let (skeleton, chain) = chain();
        let (mut work, mut links) = (Work::default(), Links::default());
        work.load(&chain, &Goal::position(4, Vec3::Y), &skeleton.rest_pose()).expect("well formed");
        links.load(&chain, &work, 5);
        for case in 0..500 {
            for (which, link) in links.links.iter_mut().enumerate() {
                link.set_angle((0.8 * number(case, which)).clamp(-0.35, 0.35));
            }
            links.forward();
            let residual: [f32; 6] = std::array::from_fn(|row| 0.4 * number(case, 50 + row));
            let (lever, damping) = (0.3, 0.02);
            System::new(&mut links.links, residual, lever).solve(&mut links.links, &chain, damping);
            let mut left = residual;
            for link in &links.links {
                let moved = column::<6>(link.step, link, lever);
                left.iter_mut().zip(moved).for_each(|(left, moved)| *left -= moved);
            }
            let y = left.map(|left| left / damping);
            for (which, link) in links.links.iter().enumerate() {
                let best = wanted(&y, link, lever).dot(link.axis).clamp(-0.35 - link.angle, 0.35 - link.angle);
                let step = link.step.dot(link.axis);
                assert!((step - best).abs() < 1e-3, "{case}: hinge {which} steps {step} instead of {best}");
            }
        }
    }
}
