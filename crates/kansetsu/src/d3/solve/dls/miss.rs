//! How far the links are from their goal.

use glam::{Mat3, Vec3};

use super::{LEVER, Task, links::Links};

/// How far the links are from their goal.
#[derive(Clone, Copy)]
pub(super) struct Miss<const N: usize> {
    pub(super) residual: [f32; N],
    /// What part of the place's and the turn's rows counts.
    pub(super) rows: [Option<Mat3>; 2],
    pub(super) squared: f32,
    pub(super) is_met: bool,
}

impl<const N: usize> Miss<N> {
    /// How far the tip is from its place.
    pub(super) fn distance_squared(&self) -> f32 {
        self.residual[..3].iter().map(|part| part * part).sum()
    }
}

impl Task<'_> {
    /// Measures the links as they are.
    pub(super) fn miss<const N: usize>(&self, links: &Links) -> Miss<N> {
        let mut residual = [0.0; N];
        let mut offset = self.target.map_or(Vec3::ZERO, |target| target - links.tip);
        let mut rows = [self.rows, None];
        match rows[0] {
            _ if self.target.is_none() => rows[0] = Some(Mat3::ZERO),
            Some(place) => offset = place * offset,
            None => {}
        }
        residual[..3].copy_from_slice(&offset.to_array());
        let mut is_met = offset.length_squared() <= self.solver.tolerance * self.solver.tolerance;
        let mut squared = offset.length_squared();
        if let Some(wanted) = self.orientation.filter(|_| N == 6) {
            let wanted = self.seen.map_or(wanted, |seen| {
                let turn = wanted.before(links.after.inverse());
                seen.turn(turn, links.frame * links.after, &links.map).before(links.after)
            });
            let turn = wanted.missing(links.frame, links.tip);
            rows[1] = wanted.rows(links.frame);
            residual[3..].copy_from_slice(&(turn * LEVER).to_array());
            is_met &= turn.length_squared() <= self.solver.angle_tolerance * self.solver.angle_tolerance;
            squared += turn.length_squared() * LEVER * LEVER;
        }
        Miss { residual, rows, squared, is_met }
    }
}
