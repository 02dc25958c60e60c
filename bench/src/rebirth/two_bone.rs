//! Two bones in closed form, and the rotations of both.

use std::hint::black_box;

use glam::{DQuat, DVec3};
use rebirth_ik as rival;

use super::convert::{vector, vector_f64};
use crate::{contender::Contender, ours::Target, shape::Shape, tolerance::Tolerance};

/// `two_bone` for the positions, `segment_rotation` for each bone, and the second in the frame of
/// the first.
pub struct TwoBone {
    /// Base, middle and tip at rest.
    rest: [rival::Vec3; 3],
    targets: Vec<DVec3>,
    aims: Vec<rival::Vec3>,
    tolerance: Tolerance,
    locals: [rival::Quat; 2],
}

impl TwoBone {
    pub fn new(shape: &Shape, targets: &[Target]) -> Self {
        let rest = shape.skeleton.forward(&shape.skeleton.rest_pose());
        Self {
            rest: [0, 1, 2].map(|joint| vector(rest[joint].translation)),
            targets: targets.iter().map(|target| target.position).collect(),
            aims: targets.iter().map(|target| vector(target.position.as_vec3())).collect(),
            tolerance: Tolerance::of_length(shape.length()),
            locals: [rival::Quat::IDENTITY; 2],
        }
    }
}

impl Contender for TwoBone {
    fn solve(&mut self, problem: usize) {
        let [base, middle, tip] = self.rest;
        let (new_middle, new_tip) = rival::two_bone(base, middle, tip, self.aims[problem], None);
        let upper = rival::segment_rotation(middle - base, new_middle - base);
        let lower = rival::segment_rotation(tip - middle, new_tip - new_middle);
        self.locals = [upper, upper.conjugate() * lower];
        black_box(&self.locals);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let [base, middle, tip] = self.rest.map(vector_f64);
        let [upper, lower] = self.locals.map(|q| {
            DQuat::from_xyzw(f64::from(q.x), f64::from(q.y), f64::from(q.z), f64::from(q.w))
                .normalize()
        });
        let reached = base + upper * ((middle - base) + lower * (tip - middle));
        reached.distance(self.targets[problem]) <= self.tolerance.distance
    }
}
