//! One damped least-squares step with an active set.
//!
//! With residual `e` (N rows), the step is `w = Jᵀ y`, `(J Jᵀ + λ I) y = e`: N × N however long the chain, and J is never
//! formed. A ball adds `|r|² I - r rᵀ`, a hinge the outer square of its column. When the wanted step of a freedom goes past
//! its bound, that direction is taken out of `J Jᵀ` and moves by just what is left to the bound instead (*locked*); when a
//! locked direction would rather stay inside, it is released. A few passes settle which ones are locked.
//!
//! Swing and twist of a ball, in the frame it turns in, with swing half-angle sine s and cosine c, unit swing axis n
//! across Z: `n` grows the swing, `g = c Z + s (n × Z)` changes the twist (by 1/c per radian) and slides the swing, and
//! `k = s Z - c (n × Z)` slides the swing with the twist unchanged. They are orthonormal. In m = tan(swing/4) n a step moves
//! conformally, by (1 + m²)/4 per radian: that gives an ellipse's normal without trigonometry.

use glam::Vec3;

use super::{
    linear::{Symmetric, add_outer, dot, solve},
    link::{Ball, Freedom},
    links::Link,
};

/// A direction that a bound holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock<const N: usize> {
    link: usize,
    bound: Bound,
    /// The direction in model axes, and its column of J.
    direction: Vec3,
    column: [f32; N],
    /// How far it moves: what is left to the bound.
    amount: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Hinge,
    Twist,
    Swing,
}

/// How often the active set is looked at again.
const PASSES: usize = 8;

/// Locks at most; a chain with more bounds in the way leaves the rest to the projection after the step.
const LOCKS: usize = 24;

/// The locked directions of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Locks<const N: usize> {
    locks: [Lock<N>; LOCKS],
    count: usize,
}

impl<const N: usize> Locks<N> {
    fn new() -> Self {
        let lock = Lock { link: 0, bound: Bound::Hinge, direction: Vec3::ZERO, column: [0.0; N], amount: 0.0 };
        Self { locks: [lock; LOCKS], count: 0 }
    }

    fn find(&self, link: usize, bound: Bound) -> Option<usize> {
        self.locks[..self.count].iter().position(|lock| lock.link == link && lock.bound == bound)
    }

    fn push(&mut self, lock: Lock<N>) -> bool {
        if self.count == LOCKS {
            return false;
        }
        self.locks[self.count] = lock;
        self.count += 1;
        true
    }

    fn remove(&mut self, index: usize) -> Lock<N> {
        let lock = self.locks[index];
        self.count -= 1;
        self.locks[index] = self.locks[self.count];
        lock
    }
}

/// The system before damping: `J Jᵀ` and the residual.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System<const N: usize> {
    pub(crate) matrix: Symmetric<N>,
    pub(crate) residual: [f32; N],
    /// Metres (in chain lengths) per radian for the orientation rows.
    pub(crate) lever: f32,
}

/// The column of J for a turn about `direction` with the tip at `r` from the joint.
#[inline]
pub(crate) fn column<const N: usize>(direction: Vec3, r: Vec3, lever: f32) -> [f32; N] {
    let moved = direction.cross(r);
    let mut column = [0.0; N];
    column[..3].copy_from_slice(&moved.to_array());
    if N == 6 {
        column[3..].copy_from_slice(&(direction * lever).to_array());
    }
    column
}

/// `Jᵀ y` for one joint: the turn that `y` wants of it.
#[inline]
fn wanted<const N: usize>(y: &[f32; N], r: Vec3, lever: f32) -> Vec3 {
    let turn = r.cross(Vec3::new(y[0], y[1], y[2]));
    if N == 6 { turn + Vec3::new(y[3], y[4], y[5]) * lever } else { turn }
}

impl<const N: usize> System<N> {
    /// Sums `J Jᵀ` over all links.
    #[inline]
    pub(crate) fn new(links: &[Link], residual: [f32; N], lever: f32) -> Self {
        let mut matrix = [[0.0; N]; N];
        let (mut squares, mut sum, mut balls) = (Vec3::ZERO, Vec3::ZERO, 0.0_f32);
        let mut mixed = Vec3::ZERO;
        for link in links {
            match link.freedom {
                Freedom::Held | Freedom::Fixed => {}
                Freedom::Hinge { .. } => add_outer(&mut matrix, &column(link.axis, link.r, lever), 1.0),
                Freedom::Free | Freedom::Ball(_) => {
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
        Self { matrix, residual, lever }
    }

    pub(crate) fn trace(&self) -> f32 {
        (0..N).map(|row| self.matrix[row][row]).sum()
    }

    /// Finds the step of every link: [`Link::step`].
    pub(crate) fn solve(&self, links: &mut [Link], damping: f32) {
        let mut active = Active { matrix: self.matrix, residual: self.residual, locks: Locks::new(), changed: false };
        let mut y = solve(&active.matrix, damping, &active.residual);
        for _ in 0..PASSES {
            self.update_locks(links, &y, &mut active);
            if !active.changed {
                break;
            }
            y = solve(&active.matrix, damping, &active.residual);
        }
        for link in links.iter_mut() {
            link.step = match link.freedom {
                Freedom::Held | Freedom::Fixed => Vec3::ZERO,
                Freedom::Hinge { .. } => link.axis * wanted(&y, link.r, self.lever).dot(link.axis),
                _ => wanted(&y, link.r, self.lever),
            };
        }
        for lock in &active.locks.locks[..active.locks.count] {
            let step = &mut links[lock.link].step;
            *step += lock.direction * (lock.amount - step.dot(lock.direction));
        }
    }

    /// Locks what goes past a bound and releases what does not want to any more.
    #[inline]
    fn update_locks(&self, links: &[Link], y: &[f32; N], active: &mut Active<N>) {
        active.changed = false;
        for (index, link) in links.iter().enumerate() {
            match link.freedom {
                Freedom::Held | Freedom::Fixed | Freedom::Free => {}
                Freedom::Hinge { reach } => {
                    if reach < std::f32::consts::PI {
                        active.settle(index, Bound::Hinge, self.hinge_lock(index, link, y, reach));
                    }
                }
                Freedom::Ball(ball) => {
                    let [twist, swing] = self.ball_locks(index, link, y, &ball);
                    active.settle(index, Bound::Twist, twist);
                    active.settle(index, Bound::Swing, swing);
                }
            }
        }
    }

    #[inline]
    fn hinge_lock(&self, index: usize, link: &Link, y: &[f32; N], reach: f32) -> Option<Lock<N>> {
        let column = column(link.axis, link.r, self.lever);
        let step = dot(&column, y);
        let amount = if step > reach - link.angle {
            reach - link.angle
        } else if step < -reach - link.angle {
            -reach - link.angle
        } else {
            return None;
        };
        Some(Lock { link: index, bound: Bound::Hinge, direction: link.axis, column, amount })
    }

    /// The twist's and the swing's lock, where the wanted step needs one.
    fn ball_locks(&self, index: usize, link: &Link, y: &[f32; N], ball: &Ball) -> [Option<Lock<N>>; 2] {
        let turn = wanted(y, link.r, self.lever);
        let size = turn.length();
        let (swing, [tz, tw]) = Ball::split(link.q);
        let sin = (swing.sin[0] * swing.sin[0] + swing.sin[1] * swing.sin[1]).sqrt();
        let (nx, ny) = if sin > 1e-6 { (swing.sin[0] / sin, swing.sin[1] / sin) } else { (1.0, 0.0) };
        let cos = swing.cos.max(1e-3);
        let lock = |bound: Bound, direction_in_parent: Vec3, amount: f32| {
            let direction = link.parent.rotate(direction_in_parent);
            Lock { link: index, bound, direction, column: column(direction, link.r, self.lever), amount }
        };
        let mut local = None;
        let mut local = || *local.get_or_insert_with(|| link.parent.inverse().rotate(turn));

        let g = Vec3::new(sin * ny, -sin * nx, cos);
        let twist = ball.twist.and_then(|[limit_sin, limit_cos]| {
            // Twice the sine of half of what is left: the angle itself to third order, and never more than it.
            let above = 2.0 * (limit_sin * tw - limit_cos * tz);
            let below = 2.0 * (limit_sin * tw + limit_cos * tz);
            if size < above.min(below) * cos {
                return None;
            }
            let step = local().dot(g);
            if step > above * cos {
                Some(lock(Bound::Twist, g, above * cos))
            } else if step < -below * cos {
                Some(lock(Bound::Twist, g, -below * cos))
            } else {
                None
            }
        });

        let [ia, ib] = ball.inverse_radii;
        let [mx, my] = swing.m;
        let ratio = ball.swing_size(swing.m).sqrt();
        let m_squared = mx * mx + my * my;
        // Not nearer to the bound than the shorter radius leaves.
        if size < 4.0 * (1.0 - ratio) * cos / (ia.max(ib) * (1.0 + m_squared)) {
            return [twist, None];
        }
        let (gx, gy) = if ratio > 1e-4 { (mx * ia * ia, my * ib * ib) } else { (nx * ia * ia, ny * ib * ib) };
        let length = (gx * gx + gy * gy).sqrt().max(1e-12);
        let (gx, gy) = (gx / length, gy / length);
        let (along_n, along_k) = (gx * nx + gy * ny, gy * nx - gx * ny);
        let n = Vec3::new(nx, ny, 0.0);
        let k = Vec3::new(-cos * ny, cos * nx, sin);
        let mut normal = n * along_n + k * along_k;
        let mut stretch = 1.0;
        if twist.is_none() {
            let full = normal + g * (along_k * sin / cos);
            stretch = 1.0 / full.length();
            normal = full * stretch;
        }
        // The rate of sqrt(size) along its gradient is |gradient| = length / ratio in m, and m moves by (1 + m²)/4 per radian.
        let rate = if ratio > 1e-4 { length / ratio } else { ia.max(ib) };
        let left = (1.0 - ratio) / rate * 4.0 / (1.0 + m_squared) * stretch;
        let swing_lock = (local().dot(normal) > left).then(|| lock(Bound::Swing, normal, left));
        [twist, swing_lock]
    }
}

/// The system without the directions that are locked.
struct Active<const N: usize> {
    matrix: Symmetric<N>,
    residual: [f32; N],
    locks: Locks<N>,
    changed: bool,
}

impl<const N: usize> Active<N> {
    /// Makes `found` the lock of this bound.
    #[inline]
    fn settle(&mut self, link: usize, bound: Bound, found: Option<Lock<N>>) {
        let present = self.locks.find(link, bound);
        if let (Some(index), Some(lock)) = (present, &found) {
            let old = &self.locks.locks[index];
            if (old.amount > 0.0) == (lock.amount > 0.0) && old.direction == lock.direction {
                return;
            }
        }
        if let Some(index) = present {
            let old = self.locks.remove(index);
            self.exchange(&old, 1.0);
        }
        if let Some(lock) = found.filter(|lock| self.locks.push(*lock)) {
            self.exchange(&lock, -1.0);
        }
    }

    /// Takes a locked direction out of the system (`sign` -1) or puts it back (1).
    #[inline]
    fn exchange(&mut self, lock: &Lock<N>, sign: f32) {
        add_outer(&mut self.matrix, &lock.column, sign);
        for row in 0..N {
            self.residual[row] += sign * lock.amount * lock.column[row];
        }
        self.changed = true;
    }
}
