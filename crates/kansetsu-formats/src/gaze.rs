//! The gaze of a VRM avatar: eyes that look at a point.
//!
//! Source: VRM Consortium, "VRMC_vrm 1.0", "lookAt", and "VRM 0.0 specification", `firstPerson`.
//! The direction from the point between the eyes to the target has a yaw and a pitch in the rest
//! frame of the head. A range maps each of them to the rotation of an eye joint, or to the weight
//! of an expression.

use kansetsu::d3::rotation_of;
use kansetsu::glam::{Affine3, Vec3};
use kansetsu::{math::Rot, ops};

/// How the eyes of an avatar look at a point, as its file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Gaze {
    /// What the gaze moves.
    pub moves: GazeMoves,
    /// The point between the eyes, in the space of the head, metres.
    pub origin: Vec3,
    /// Toward the nose.
    pub inner: GazeRange,
    /// Away from the nose.
    pub outer: GazeRange,
    /// Down.
    pub down: GazeRange,
    /// Up.
    pub up: GazeRange,
}

/// What a gaze moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GazeMoves {
    /// The joints of the eyes; the output of ranges is radians.
    Eyes,
    /// The expressions lookLeft, lookRight, lookUp and lookDown; the output of ranges is a weight.
    Expressions,
}

/// The map from an angle of the gaze to an output.
#[derive(Clone, Debug, PartialEq)]
pub struct GazeRange {
    /// The angle from which the output is constant, radians.
    pub angle: f32,
    /// The output at this angle.
    pub output: f32,
    /// The keys of a curve from 0 to 1 that replaces the straight line: time, value, slope before
    /// and slope after. Fewer than two keys are a line.
    pub curve: Vec<[f32; 4]>,
}

impl GazeRange {
    fn map(&self, angle: f32) -> f32 {
        let share = if self.angle > 0.0 { (angle / self.angle).clamp(0.0, 1.0) } else { 1.0 };
        self.output * if self.curve.len() < 2 { share } else { self.on_curve(share) }
    }

    /// A cubic Hermite spline.
    fn on_curve(&self, time: f32) -> f32 {
        let after = self.curve.partition_point(|key| key[0] <= time).clamp(1, self.curve.len() - 1);
        let ([start, from, _, leave], [end, to, arrive, _]) =
            (self.curve[after - 1], self.curve[after]);
        let length = end - start;
        let t = if length > 0.0 { ((time - start) / length).clamp(0.0, 1.0) } else { 1.0 };
        let (t2, t3) = (t * t, t * t * t);
        let rise = 3.0 * t2 - 2.0 * t3;
        let slopes = leave * (t3 - 2.0 * t2 + t) + arrive * (t3 - t2);
        from * (1.0 - rise) + to * rise + slopes * length
    }
}

/// The direction of a gaze in the rest frame of the head, radians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    /// To the left of the avatar.
    left: f32,
    up: f32,
}

impl Gaze {
    pub(crate) fn direction(
        &self,
        [rest, now]: [&Affine3; 2],
        target: Vec3,
        front: Rot,
    ) -> Direction {
        let [rested, turned] = [rest, now].map(|place| Rot::from(rotation_of(place)));
        let sight = target - now.transform_point3(self.origin);
        let sight = (front.inverse() * rested * turned.inverse()).rotate(sight);
        let across = (sight.x * sight.x + sight.z * sight.z).sqrt();
        Direction { left: ops::atan2(sight.x, sight.z), up: ops::atan2(sight.y, across) }
    }

    /// The rotation of the left eye (`side` 1) or the right eye (-1) of an avatar that faces +Z.
    pub(crate) fn rotation(&self, Direction { left, up }: Direction, side: f32) -> Rot {
        let sideways = if left * side >= 0.0 { &self.outer } else { &self.inner };
        let upright = if up >= 0.0 { &self.up } else { &self.down };
        let yaw = sideways.map(left.abs()) * left.signum();
        let pitch = -upright.map(up.abs()) * up.signum();
        Rot::from_axis_angle(Vec3::Y, yaw) * Rot::from_axis_angle(Vec3::X, pitch)
    }

    /// The weights of all four expressions. The format uses the outer range for both sides.
    pub(crate) fn weights(&self, Direction { left, up }: Direction) -> Vec<(&'static str, f32)> {
        let weight =
            |range: &GazeRange, angle: f32| if angle > 0.0 { range.map(angle) } else { 0.0 };
        vec![
            ("lookLeft", weight(&self.outer, left)),
            ("lookRight", weight(&self.outer, -left)),
            ("lookUp", weight(&self.up, up)),
            ("lookDown", weight(&self.down, -up)),
        ]
    }
}
