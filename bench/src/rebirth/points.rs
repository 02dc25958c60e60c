//! A chain of points without limits: `solve_chain`. It has no rotations.

use std::hint::black_box;

use glam::DVec3;
use rebirth_ik as rival;

use super::convert::{ROUNDS, vector, vector_f64};
use crate::{contender::Contender, ours::Target, shape::Shape, tolerance::Tolerance};

/// The points of a chain.
pub struct Points {
    rest: Vec<rival::Vec3>,
    lengths: Vec<f32>,
    targets: Vec<DVec3>,
    aims: Vec<rival::Vec3>,
    tolerance: Tolerance,
    points: Vec<rival::Vec3>,
}

impl Points {
    pub fn new(shape: &Shape, targets: &[Target]) -> Self {
        let rest: Vec<_> = shape
            .skeleton
            .forward(&shape.skeleton.rest_pose())
            .iter()
            .map(|joint| vector(joint.translation))
            .collect();
        let mut lengths = vec![0.0; rest.len() - 1];
        rival::segment_lengths(&rest, &mut lengths);
        Self {
            points: rest.clone(),
            rest,
            lengths,
            targets: targets.iter().map(|target| target.position).collect(),
            aims: targets.iter().map(|target| vector(target.position.as_vec3())).collect(),
            tolerance: Tolerance::of_length(shape.length()),
        }
    }
}

impl Contender for Points {
    fn solve(&mut self, problem: usize) {
        self.points.copy_from_slice(&self.rest);
        let done = rival::solve_chain(
            &mut self.points,
            &self.lengths,
            self.aims[problem],
            ROUNDS,
            self.tolerance.distance as f32,
        );
        black_box(done);
        black_box(&self.points);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let points: Vec<DVec3> = self.points.iter().map(|&point| vector_f64(point)).collect();
        let stretched = points.windows(2).zip(&self.lengths).any(|(pair, &length)| {
            let length = f64::from(length);
            (pair[0].distance(pair[1]) - length).abs() > 1e-3 * length
        });
        let reached = points
            .last()
            .is_some_and(|tip| tip.distance(self.targets[problem]) <= self.tolerance.distance);
        reached && !stretched
    }
}
