//! How far a goal is from being met, by forward kinematics alone.

use kansetsu::{
    d3::{Goal, Orientation, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

/// What is missing to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gap {
    /// Where the goal's point should be, world space; where it is, when its place does not matter.
    pub(super) target: Vec3,
    /// Where it is.
    pub(super) reached: Vec3,
    /// Between the two, metres.
    pub(super) distance: f32,
    /// Between the wanted orientation and the present one, radians; 0 when it does not matter.
    pub(super) angle: f32,
}

impl Gap {
    /// The gap that remains when joints stand as `world_from_joint` says.
    pub(super) fn of(goal: &Goal, world_from_joint: &[Affine3]) -> Self {
        let own = &world_from_joint[goal.joint];
        let world_from_frame = goal.relative_to.map_or(Affine3::IDENTITY, |frame| world_from_joint[frame]);
        let reached = own.transform_point3(goal.offset);
        let wanted = |position| goal.region.nearest(world_from_frame.transform_point3(position), reached);
        let target = goal.position.map_or(reached, wanted);
        let (turn, under) = (rotation_of(own), rotation_of(&world_from_frame));
        let angle = match goal.orientation {
            None => 0.0,
            Some(Orientation::Full(wanted)) => angle_between(under * wanted, turn),
            Some(Orientation::Axis { axis, direction }) => (turn * axis).angle_between(under * direction),
            Some(Orientation::LookAt { axis, target }) => (turn * axis).angle_between(target - reached),
        };
        Self { target, reached, distance: target.distance(reached), angle: if angle.is_finite() { angle } else { 0.0 } }
    }
}

/// What forward kinematics may differ from the solver's own measure, radians.
pub(super) const ANGLE_SLACK: f32 = 2e-3;

/// The angle of the rotation between two, in [0, π]; by the vector part, which keeps its digits near zero.
pub(crate) fn angle_between(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

#[cfg(test)]
mod tests {
    use kansetsu::d3::Region;

    use super::*;

    #[test]
    fn every_kind_of_goal_is_measured() {
        let maps = [
            Affine3::from_rotation_translation(Quat::from_rotation_z(0.5), Vec3::new(1.0, 2.0, 0.0)),
            Affine3::from_rotation_translation(Quat::from_rotation_z(0.25), Vec3::X),
        ];
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
        near(Gap::of(&Goal::position(0, Vec3::new(1.0, 2.0, 3.0)), &maps).distance, 3.0);
        near(Gap::of(&Goal::position(0, Vec3::ZERO).with_region(Region::Plane(Vec3::X)), &maps).distance, 1.0);
        near(Gap::of(&Goal::orientation(0, Quat::from_rotation_z(-0.25)), &maps).angle, 0.75);
        near(Gap::of(&Goal::orientation(0, -Quat::from_rotation_z(0.5)), &maps).angle, 0.0);
        near(Gap::of(&Goal::look_at(0, Vec3::X, Vec3::new(5.0, 2.0, 0.0)), &maps).angle, 0.5);
        let eye = Goal::look_at(0, Vec3::X, Vec3::new(5.0, 2.0, 1.0)).with_offset(Vec3::Z);
        near(Gap::of(&eye, &maps).angle, 0.5);
        near(Gap::of(&Goal::position(0, Vec3::Y).with_axis(Vec3::Z, Vec3::X), &maps).angle, std::f32::consts::FRAC_PI_2);
        let hung = Goal::position(0, Vec3::new(0.0, 1.0, 0.0)).with_orientation(Quat::IDENTITY).with_relative_to(1);
        near(Gap::of(&hung, &maps).angle, 0.25);
        near(Gap::of(&hung, &maps).target.distance(Vec3::new(1.0 - 0.25_f32.sin(), 0.25_f32.cos(), 0.0)), 0.0);
    }
}
