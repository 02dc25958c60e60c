//! Bytes become rigs, limits, poses and goals.

use std::f32::consts::{FRAC_PI_2, PI};

use arbitrary::Unstructured;
use kansetsu::{
    d3::{
        Goal, Limit, Orientation, Pose, Region, Rig, Skeleton, Transform,
        limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist},
    },
    glam::{Quat, Vec3},
};

/// Values from an input. An input that is used up gives zeros.
pub(super) struct Values<'a> {
    bytes: Unstructured<'a>,
    /// Whether numbers may be of any size, infinite or NaN.
    pub(super) is_wild: bool,
}

/// Numbers where formulas change their case.
const SPECIAL: [f32; 12] =
    [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, FRAC_PI_2, -FRAC_PI_2, PI, -PI, 2.0 * PI, 1e-4];
/// Numbers at the edges of single precision.
const WILD: [f32; 12] = [
    1e-7,
    1e-20,
    1e-38,
    1e-45,
    1e5,
    1e10,
    1e20,
    -1e30,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

impl<'a> Values<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut values = Self { bytes: Unstructured::new(bytes), is_wild: false };
        values.is_wild = values.below(3) == 0;
        values
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or_default()
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// True `of` times in ten.
    pub(super) fn in_ten(&mut self, of: usize) -> bool {
        self.below(10) >= 10 - of
    }

    /// Mostly in [-1, 1].
    pub(super) fn number(&mut self) -> f32 {
        let kind = self.below(20);
        match kind {
            0..=2 => SPECIAL[self.below(SPECIAL.len())],
            3 if self.is_wild => WILD[self.below(WILD.len())],
            _ => f32::from(self.bytes.arbitrary::<i16>().unwrap_or_default()) / 32767.0,
        }
    }

    pub(super) fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number()) * size
    }

    pub(super) fn axis(&mut self) -> Vec3 {
        const AXES: [Vec3; 4] = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_Z];
        if self.in_ten(5) { AXES[self.below(4)] } else { self.vector(1.0) }
    }

    pub(super) fn rotation(&mut self) -> Quat {
        match self.below(4) {
            0 => Quat::IDENTITY,
            1 => Quat::from_axis_angle(
                [Vec3::X, Vec3::Y, Vec3::Z][self.below(3)],
                PI * self.number(),
            ),
            _ => {
                let parts = [self.number(), self.number(), self.number(), self.number()];
                let raw = Quat::from_array(parts);
                match (self.is_wild, raw.length() > 0.01) {
                    (true, _) => raw,
                    (false, true) => raw.normalize(),
                    (false, false) => Quat::IDENTITY,
                }
            }
        }
    }

    fn scale(&mut self) -> Vec3 {
        match self.below(12) {
            0 => Vec3::splat(0.1 + self.number().abs()),
            1 => Vec3::new(-1.0, 1.0, 1.0),
            2 => Vec3::new(1.0, 0.5 + self.number().abs(), 1.0),
            3 if self.is_wild => self.vector(1.0),
            _ => Vec3::ONE,
        }
    }

    fn transform(&mut self) -> Transform {
        Transform { translation: self.bone(), rotation: self.rotation(), scale: self.scale() }
    }

    fn bone(&mut self) -> Vec3 {
        match self.below(8) {
            0..=3 => [Vec3::X, Vec3::Y, Vec3::Z][self.below(3)] * (0.1 + self.number().abs()),
            4 => Vec3::ZERO,
            _ => self.vector(0.5),
        }
    }

    /// A tree of 2 to 9 joints; the parent of most is the one before.
    ///
    /// # Errors
    /// The outcome for a skeleton that the builder refuses.
    pub(super) fn rig(&mut self) -> Result<Rig, kansetsu::Error> {
        let mut builder = Skeleton::builder();
        builder.root("0", self.transform());
        for joint in 1..2 + self.below(8) {
            let parent = if self.in_ten(8) { joint - 1 } else { self.below(joint) };
            let rest = self.transform();
            builder.child(parent, joint.to_string(), rest);
        }
        let mut rig = Rig::new(builder.build()?);
        for joint in 0..rig.skeleton.len() {
            rig.limits[joint] = self.limit();
        }
        Ok(rig)
    }

    pub(super) fn limit(&mut self) -> Option<Limit> {
        let limit = match self.below(10) {
            0 | 1 => {
                Limit::Hinge(Hinge::new(self.axis(), 2.0 * self.number(), 3.0 * self.number()))
            }
            2 => Limit::Cone(Cone {
                axis: self.axis(),
                center: self.axis(),
                angle: 2.0 * self.number().abs(),
            }),
            3 | 4 => Limit::SwingTwist(SwingTwist {
                rest_from_limit: self.rotation(),
                joint_from_limit: self.rotation(),
                swing_x: 2.0 * self.number().abs(),
                swing_y: 2.0 * self.number().abs(),
                twist_min: 2.0 * self.number(),
                twist_max: 2.0 * self.number(),
            }),
            5 => {
                const ORDERS: [EulerOrder; 3] = [EulerOrder::Xyz, EulerOrder::Zxy, EulerOrder::Yxz];
                let order = ORDERS[self.below(3)];
                Limit::EulerBox(EulerBox {
                    frame: self.rotation(),
                    ..EulerBox::new(
                        order,
                        -2.0 * self.vector(1.0).abs(),
                        2.0 * self.vector(1.0).abs(),
                    )
                })
            }
            6 => {
                let axis = self.axis();
                let count = 3 + self.below(4);
                let vertices = (0..count).map(|_| self.vector(1.0) + axis).collect();
                Limit::ReachCone(
                    ReachCone::new(axis, vertices)
                        .with_twist(-self.number().abs(), self.number().abs()),
                )
            }
            _ => return None,
        };
        Some(limit)
    }

    /// A pose of a rig, inside its limits. Translations and scales are those of the rest pose.
    pub(super) fn pose(&mut self, rig: &Rig) -> Pose {
        let mut pose = rig.rest_pose();
        if self.in_ten(5) {
            return pose;
        }
        for (joint, local) in pose.locals.iter_mut().enumerate() {
            let turn = self.rotation();
            let turn = match &rig.limits[joint] {
                Some(limit) => limit.project(turn),
                None => turn,
            };
            local.rotation *= turn;
        }
        pose
    }

    pub(super) fn orientation(&mut self) -> Orientation {
        match self.below(3) {
            0 => Orientation::Full(self.rotation()),
            1 => Orientation::Axis { axis: self.axis(), direction: self.axis() },
            _ => Orientation::LookAt { axis: self.axis(), target: self.vector(2.0) },
        }
    }

    /// A goal of a joint. `is_simple` is for solvers of chains: without tolerance and frame.
    pub(super) fn goal(&mut self, joint: usize, count: usize, is_simple: bool) -> Goal {
        let mut goal = Goal::position(joint, self.vector(2.0));
        match self.below(6) {
            0 => {
                goal.position = None;
                goal.orientation = Some(self.orientation());
            }
            1 => goal.orientation = Some(self.orientation()),
            2 => goal.region = Region::Line(self.axis()),
            3 if self.in_ten(5) => goal.region = Region::Plane(self.axis()),
            _ => {}
        }
        if self.in_ten(2) {
            goal.pole = Some(self.vector(1.0));
        }
        if self.in_ten(2) {
            goal.offset = self.vector(0.3);
        }
        if is_simple {
            return goal;
        }
        if self.in_ten(2) {
            goal.radius = self.number().abs();
        }
        if self.in_ten(2) {
            goal.weight = self.number().abs();
        }
        if self.in_ten(1) {
            goal.relative_to = Some(self.below(count));
        }
        if self.in_ten(2) { goal.pinned() } else { goal }
    }
}

/// Random bytes: enough for a problem, and a few short ones.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut random = kansetsu_evidence::random::Random::new(17);
    (0..60).map(|index| (0..8 + 8 * index).map(|_| random.bits() as u8).collect()).collect()
}
