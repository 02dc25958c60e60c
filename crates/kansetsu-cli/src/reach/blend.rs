//! `--blend`: part of the way to the solution.

use kansetsu::{
    JointId, Target,
    d3::{Pose, Rig, Transform},
    glam::Quat,
    session,
};

use crate::argument::{BlendBy, MethodArgs};

/// A joint further outside its limit than this was outside, radians.
const OUTSIDE: f32 = 1e-4;

impl MethodArgs {
    /// The target at this fraction of the way from the joint's transform in `start`.
    pub(super) fn blended_target(
        &self,
        rig: &Rig,
        (joint, target): (JointId, Target),
        start: &Pose,
    ) -> anyhow::Result<Target> {
        if self.blend >= 1.0 || self.blend_by == BlendBy::Pose {
            return Ok(target);
        }
        let goal = target.to_goal(&rig.skeleton, joint)?;
        if goal.relative_to.is_some() {
            let name = &rig.skeleton.joints()[goal.joint].name;
            anyhow::bail!(
                "the target of \"{name}\" is relative to a joint and has no world transform to blend; use --blend-by pose"
            );
        }
        let model_from_joint = rig.skeleton.forward(start);
        Ok(Target::from_goal(
            &rig.skeleton,
            &goal.blended(&model_from_joint[goal.joint], self.blend)?,
        ))
    }

    /// Blends `pose` back toward `start`; returns whether it changed.
    pub(super) fn blend_pose(
        &self,
        rig: &Rig,
        limits: session::Limits,
        start: &Pose,
        pose: &mut Pose,
    ) -> bool {
        if self.blend >= 1.0 || self.blend_by == BlendBy::Target {
            return false;
        }
        for (joint, local) in pose.locals.iter_mut().enumerate() {
            let ends: [Transform; 2] = [start.locals[joint], *local];
            *local = ends[0].blended(&ends[1], self.blend);
            if let Some(limit) = rig.limits[joint]
                .as_ref()
                .filter(|_| limits == session::Limits::On && ends[0] != ends[1])
            {
                // The path between two allowed rotations may leave the limit; then the blend
                // follows the bound.
                let rest = rig.skeleton.joints()[joint].rest.rotation;
                let from_rest = |rotation: Quat| rest.inverse() * rotation.normalize();
                let is_inside =
                    ends.iter().all(|end| limit.violation(from_rest(end.rotation)) < OUTSIDE);
                if is_inside && limit.violation(from_rest(local.rotation)) > OUTSIDE {
                    local.rotation = rest * limit.project(from_rest(local.rotation));
                }
            }
        }
        true
    }
}
