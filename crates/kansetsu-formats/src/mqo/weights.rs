//! The bones and weights of a vertex.
//!
//! Each volume that contains the vertex adds its bone with the weight `1 / (d² + ε)`, where `d` is
//! the distance to the bone. Near the joint of two successive bones, each shares its weight with
//! the other: half at the joint, decreasing by a smooth step to nothing at a quarter of the bone's
//! length. So the weights are continuous wherever the volumes overlap around the joints, as
//! intended. They are normalized to a sum of 1.

use kansetsu::glam::Vec3;
use kansetsu::math::smoothstep;

use super::anchor::Volume;
use super::bone::Bone;
use super::object::Object;
use crate::Influence;

/// Segments of bones, in model space.
pub(super) struct Segments {
    ends: Vec<[Vec3; 2]>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    floats: Vec<bool>,
    /// Keeps weights finite on a bone: a thousandth of the mean length, squared.
    epsilon: f32,
}

/// The fraction of a bone's length within which it shares weight with the next.
const SHARED: f32 = 0.25;

impl Segments {
    pub(super) fn new(bones: &[Bone], object: &Object) -> Self {
        let ends: Vec<[Vec3; 2]> = bones
            .iter()
            .map(|bone| [bone.head, bone.tail].map(|vertex| object.vertices[vertex as usize]))
            .collect();
        let floats: Vec<bool> = bones.iter().map(Bone::floats).collect();
        let mut children = vec![Vec::new(); bones.len()];
        for (index, bone) in bones.iter().enumerate() {
            if let Some(parent) = bone.parent.filter(|_| !bone.floats()) {
                children[parent].push(index);
            }
        }
        let mean = ends.iter().map(|[head, tail]| head.distance(*tail)).sum::<f32>()
            / ends.len().max(1) as f32;
        let epsilon = (mean * 1e-3).powi(2).max(1e-12);
        Self {
            ends,
            parents: bones.iter().map(|bone| bone.parent).collect(),
            children,
            floats,
            epsilon,
        }
    }

    fn distance_squared(&self, bone: usize, point: Vec3) -> f32 {
        let [head, tail] = self.ends[bone];
        let along = self.along(bone, point).clamp(0.0, 1.0);
        point.distance_squared(head + (tail - head) * along)
    }

    /// The position of the point along the bone: 0 at its start, 1 at its end.
    fn along(&self, bone: usize, point: Vec3) -> f32 {
        let [head, tail] = self.ends[bone];
        let way = tail - head;
        (point - head).dot(way) / way.length_squared().max(1e-12)
    }

    /// The nearest bone; `None` if there is no bone.
    pub(super) fn nearest(&self, point: Vec3) -> Option<usize> {
        let solid = (0..self.ends.len()).filter(|&bone| !self.floats[bone]);
        solid.min_by(|&a, &b| {
            self.distance_squared(a, point).total_cmp(&self.distance_squared(b, point))
        })
    }

    /// Bones and weights at a point inside these volumes; at most four, with a sum of 1.
    pub(super) fn weigh<'v>(
        &self,
        point: Vec3,
        holding: impl Iterator<Item = &'v Volume>,
    ) -> Vec<(usize, f32)> {
        let mut weights: Vec<(usize, f32)> = Vec::new();
        let mut add =
            |bone: usize, weight: f32| match weights.iter_mut().find(|(other, _)| *other == bone) {
                Some((_, sum)) => *sum += weight,
                None => weights.push((bone, weight)),
            };
        for volume in holding {
            let weight = 1.0 / (self.distance_squared(volume.bone, point) + self.epsilon);
            let along = self.along(volume.bone, point);
            let parent = self.parents[volume.bone].filter(|&parent| !self.floats[parent]);
            let child = self.children[volume.bone].iter().copied().min_by(|&a, &b| {
                self.distance_squared(a, point).total_cmp(&self.distance_squared(b, point))
            });
            let (other, share) =
                if along < 0.5 { (parent, share(along)) } else { (child, share(1.0 - along)) };
            match other {
                Some(other) => {
                    add(volume.bone, weight * (1.0 - share));
                    add(other, weight * share);
                }
                None => add(volume.bone, weight),
            }
        }
        weights.sort_by(|a, b| b.1.total_cmp(&a.1));
        weights.truncate(4);
        let sum: f32 = weights.iter().map(|(_, weight)| weight).sum();
        weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
        weights
    }
}

/// Half at the joint and beyond it, nothing from a quarter of the way on.
fn share(along: f32) -> f32 {
    0.5 * (1.0 - smoothstep(along / SHARED))
}

/// As four influences of joints.
pub(super) fn influences(weights: &[(usize, f32)], joints: &[usize]) -> [Influence; 4] {
    let mut four = [Influence::default(); 4];
    for (influence, &(bone, weight)) in four.iter_mut().zip(weights) {
        *influence = Influence { joint: joints[bone] as u32, weight };
    }
    four
}
