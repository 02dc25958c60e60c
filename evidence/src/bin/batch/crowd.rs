//! The same chain in many instances.

use kansetsu::{
    Error,
    d3::{Chain, Limit, Pose, Skeleton, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_evidence::random::Random;

/// A chain, and the start and the target of each instance.
#[derive(Clone)]
pub(super) struct Crowd {
    pub(super) skeleton: Skeleton,
    pub(super) chain: Chain,
    pub(super) starts: Vec<Pose>,
    pub(super) targets: Vec<Vec3>,
}

/// The part of a chain's length within which free chains get their targets.
const REACH: f32 = 0.9;

impl Crowd {
    /// Chains of these segments at rest, with targets in 0.9 of their length.
    pub(super) fn in_reach(segments: &[Vec3], count: usize) -> Result<Self, Error> {
        Self::below(segments, 0, count)
    }

    /// The same under this number of joints, which are rotated at random.
    pub(super) fn below(segments: &[Vec3], above: usize, count: usize) -> Result<Self, Error> {
        let mut random = Random::scattered(count as u64 + above as u64);
        let mut builder = Skeleton::builder();
        let mut base = builder.root("root", Transform::IDENTITY);
        for _ in 0..above {
            base = builder.child(base, "above", Transform::from_translation(Vec3::Y * 0.1));
        }
        let tip = segments.iter().fold(base, |last, segment| {
            builder.child(last, "joint", Transform::from_translation(*segment))
        });
        let skeleton = builder.build()?;
        let chain = Chain::new(&skeleton, base, tip)?;
        let length: f32 = segments.iter().map(|segment| segment.length()).sum();
        let (mut starts, mut targets) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut start = skeleton.rest_pose();
            start.locals[..above].iter_mut().for_each(|local| local.rotation = random.rotation());
            let base_in_model = skeleton.forward(&start)[base].translation;
            let part = random.unit().cbrt();
            targets.push(base_in_model + random.direction() * part * REACH * length);
            starts.push(start);
        }
        Ok(Self { skeleton, chain, starts, targets })
    }

    /// Chains with this limit at each joint, at rest, with targets that poses inside them reach.
    pub(super) fn inside(segments: &[Vec3], limit: &Limit, count: usize) -> Result<Self, Error> {
        let mut crowd = Self::in_reach(segments, count)?;
        let mut limits = vec![Some(limit.clone()); crowd.skeleton.len()];
        let mut random = Random::scattered(7);
        for target in &mut crowd.targets {
            let mut pose = crowd.skeleton.rest_pose();
            for local in &mut pose.locals {
                local.rotation = limit.project(Quat::from_scaled_axis(
                    random.direction() * random.range(0.0, std::f32::consts::FRAC_PI_4),
                ));
            }
            *target = crowd.skeleton.forward(&pose)[crowd.chain.tip()].translation;
        }
        // The tip has no limit.
        limits[crowd.chain.tip()] = None;
        crowd.chain = crowd.chain.with_limits(&limits)?;
        Ok(crowd)
    }

    /// The same from random rotations.
    pub(super) fn bent(&self) -> Self {
        let (mut crowd, mut random) = (self.clone(), Random::scattered(3));
        let locals = crowd.starts.iter_mut().flat_map(|start| &mut start.locals);
        locals.for_each(|local| local.rotation = random.rotation());
        crowd
    }

    /// The same with every tenth target out of reach.
    pub(super) fn partly_out_of_reach(&self) -> Self {
        let mut crowd = self.clone();
        crowd.targets.iter_mut().step_by(10).for_each(|target| *target *= 10.0);
        crowd
    }
}
