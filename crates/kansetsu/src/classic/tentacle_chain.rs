//! Converts chains in the plane to tentacles and back.
//!
//! A tentacle's angle is that between two links; a joint's is that between two frames. They differ
//! by the constant angles between links and frames: `angle = rotation + direction(next) -
//! direction(own)`, where a direction is that of a joint's translation from its parent.

use glam::{DVec2, Vec2};

use super::{Tentacle, TentacleJoint};
use crate::{
    Error,
    d2::{Chain, Pose, angle_of},
    math::angle::{bounds, wrap_angle},
    ops,
};

impl Tentacle {
    /// The chain in `pose`, from its base to its tip, with its limits; locked joints cannot rotate.
    ///
    /// ```
    /// use kansetsu::{classic::{SteppedCcd, Tentacle}, d2::{Chain, Interval, Skeleton, Transform}, glam::{DVec2, Vec2}};
    ///
    /// let mut builder = Skeleton::builder();
    /// let mut joint = builder.root("0", Transform::IDENTITY);
    /// for index in 1..=6 {
    ///     joint = builder.child(joint, index.to_string(), Transform::from_translation(Vec2::X * 0.2));
    /// }
    /// let skeleton = builder.build()?;
    /// let chain = Chain::new(&skeleton, 0, joint)?.with_limits(&vec![Some(Interval::new(-0.6, 0.6)); 7])?;
    ///
    /// let mut pose = skeleton.rest_pose();
    /// let mut tentacle = Tentacle::of_chain(&chain, &pose)?;
    /// for _frame in 0..100 {
    ///     SteppedCcd::default().step(&mut tentacle, DVec2::new(0.6, 0.7))?;
    /// }
    /// tentacle.pose_chain(&chain, &mut pose)?;
    /// assert!(skeleton.forward(&pose)[joint].translation.distance(Vec2::new(0.6, 0.7)) < 1e-3);
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] if a joint mirrors or has a non-uniform scale,
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`], and as [`Tentacle::new`].
    pub fn of_chain(chain: &Chain, pose: &Pose) -> Result<Self, Error> {
        let directions = directions(chain, pose)?;
        let mut model = chain.model_from_base(pose);
        let first = angle_of(&model) + directions[0];
        let mut links = Vec::with_capacity(chain.segment_count());
        let mut root = DVec2::ZERO;
        for (index, pair) in chain.joints.windows(2).enumerate() {
            let (entry, next) = (&pair[0], &pair[1]);
            model *= pose.locals[entry.joint].to_affine();
            if index == 0 {
                root = model.translation.as_dvec2();
            }
            let length = (model.matrix2 * pose.locals[next.joint].translation).as_dvec2().length();
            let rotation = pose.locals[entry.joint].rotation;
            let fixed = f64::from(directions[index + 1]) - f64::from(directions[index])
                + if index == 0 { f64::from(first) } else { 0.0 };
            // The angle relative to rest, as the limit counts it: full turns are added so that an
            // allowed one lies between the bounds.
            let turn = rotation - entry.rest;
            let [min, max] = match bounds(entry.limit.min, entry.limit.max) {
                _ if entry.held => [turn; 2],
                None => [f32::NEG_INFINITY, f32::INFINITY],
                Some([min, max]) => {
                    let middle = 0.5 * min + 0.5 * max;
                    let whole = turn - (middle + wrap_angle(turn - middle));
                    [min + whole, max + whole]
                }
            };
            let angle = |turn: f32| f64::from(turn) + f64::from(entry.rest) + fixed;
            links.push(TentacleJoint {
                length,
                angle: f64::from(rotation) + fixed,
                min: angle(min),
                max: angle(max),
            });
        }
        Self::new(root, &links)
    }

    /// Rotates the chain's joints as the joints of the tentacle have rotated since it was made. A
    /// joint that has not rotated stays unchanged, bit for bit.
    ///
    /// # Errors
    /// As [`Self::of_chain`]; [`Error::ChainLength`] for a tentacle of another length. The pose is
    /// then untouched.
    pub fn pose_chain(&self, chain: &Chain, pose: &mut Pose) -> Result<(), Error> {
        let before = Self::of_chain(chain, pose)?;
        if before.joints().len() != self.joints().len() {
            return Err(Error::ChainLength {
                solver: "stepped-ccd",
                needs: "as many as the tentacle has",
                found: chain.segment_count(),
            });
        }
        for ((entry, old), new) in chain.joints.iter().zip(before.joints()).zip(self.joints()) {
            let turned = new.angle - old.angle;
            if turned != 0.0 {
                let local = &mut pose.locals[entry.joint];
                local.rotation = entry.allowed((f64::from(local.rotation) + turned) as f32);
            }
        }
        Ok(())
    }
}

/// The direction of each joint's translation from its parent, radians. The base's is that of +X.
fn directions(chain: &Chain, pose: &Pose) -> Result<Vec<f32>, Error> {
    if pose.locals.len() != chain.joint_count {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: chain.joint_count });
    }
    for joint in chain.ancestors.iter().copied().chain(chain.joints()) {
        let local = &pose.locals[joint];
        if let Some(what) = local.fault() {
            return Err(Error::InvalidTransform {
                joint: format!("number {joint} of the pose"),
                what,
            });
        }
        if !(local.scale.x == local.scale.y && local.scale.x > 0.0) {
            return Err(Error::Unsupported {
                solver: "stepped-ccd",
                what: "a chain that mirrors or stretches",
            });
        }
    }
    let mut last = 0.0;
    let places = chain.joints.iter().skip(1).map(|entry| pose.locals[entry.joint].translation);
    // A link of zero length has the direction of the previous one.
    let direction = |place: Vec2| {
        if place != Vec2::ZERO {
            last = ops::atan2(place.y, place.x);
        }
        last
    };
    Ok(std::iter::once(0.0).chain(places.map(direction)).collect())
}
