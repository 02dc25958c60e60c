//! Seeded figures, poses, views and drags.

use std::sync::Arc;

use kansetsu::{
    d3::{Pose, rotation_of},
    glam::{Quat, Vec2, Vec3},
};
use kansetsu_formats::Figure;
use kansetsu_studio::{
    document::Pin,
    posing::{Pointer, Subject},
    viewport::{Camera, Projection, View},
};

/// A generator of numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    /// In [0, 1).
    pub fn unit(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// In [-1, 1).
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// Below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f32) as usize).min(count.saturating_sub(1))
    }

    /// In a cube of side 2.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    /// A pose inside the limits, with random rotations up to about `amount` radians per joint; at
    /// rest every third time.
    pub fn pose(&mut self, subject: &Subject, amount: f32) -> Pose {
        let mut pose = subject.skeleton().rest_pose();
        if self.below(3) == 0 {
            return pose;
        }
        for (joint, local) in pose.locals.iter_mut().enumerate() {
            if let Some(limit) = &subject.limits[joint] {
                let turn = Quat::from_scaled_axis(self.vector() * amount);
                local.rotation = (subject.skeleton().joints()[joint].rest.rotation
                    * limit.project(turn))
                .normalize();
            }
        }
        pose
    }

    /// A figure in a pose.
    pub fn subject(&mut self, figure: &Arc<Figure>) -> Subject {
        let mut subject = Subject::new(Arc::clone(figure), figure.rig.skeleton.rest_pose());
        subject.pose = self.pose(&subject, 0.6);
        subject
    }

    /// A view of the whole figure.
    pub fn view(&mut self, subject: &Subject) -> View {
        let projection =
            if self.below(4) == 0 { Projection::Orthographic } else { Projection::Perspective };
        let camera = Camera {
            yaw: 6.0 * self.unit(),
            pitch: 0.8 * self.signed(),
            projection,
            ..Camera::default()
        };
        let places = (0..subject.skeleton().len()).map(|joint| subject.world_position(joint));
        View::new(camera.framing(places, 1.6), Vec2::new(1280.0, 800.0))
    }

    /// A way of the pointer, pixels.
    pub fn way(&mut self, longest: f32) -> Vec2 {
        let direction = Vec2::new(self.signed(), self.signed()).normalize_or(Vec2::X);
        direction * (self.unit() * longest)
    }
}

/// Where drags begin.
pub const PRESS: Pointer = Pointer::at(Vec2::new(640.0, 400.0));

/// The pointer so far from the press.
pub fn after(way: Vec2) -> Pointer {
    Pointer::at(PRESS.pixel + way)
}

/// Holds these joints where they are, and as they are rotated.
pub fn pin(subject: &mut Subject, joints: &[&str]) {
    let model = subject.forward();
    for name in joints {
        let joint = subject.skeleton().find(name).expect("a joint of the figure");
        let (position, orientation) =
            (Some(model[joint].translation), Some(rotation_of(&model[joint])));
        subject.pins.push(Pin { joint, position, orientation });
    }
}

/// By how much the pose is outside the subject's limits, radians.
pub fn worst_violation(subject: &Subject, pose: &Pose) -> f32 {
    let one = |joint: usize| {
        let turn = subject.skeleton().joints()[joint].rest.rotation.inverse()
            * pose.locals[joint].rotation;
        subject.limits[joint].as_ref().map_or(0.0, |limit| limit.violation(turn))
    };
    (0..pose.locals.len()).map(one).fold(0.0, f32::max)
}

/// By which part of it the worst of all segments has changed its length.
pub fn worst_stretch(subject: &Subject, pose: &Pose) -> f32 {
    let one = |joint: usize| {
        let [before, now] =
            [&subject.pose, pose].map(|pose| pose.locals[joint].translation.length());
        if subject.skeleton().joints()[joint].parent.is_none() || before < 1e-6 {
            0.0
        } else {
            (now - before).abs() / before
        }
    };
    (0..pose.locals.len()).map(one).fold(0.0, f32::max)
}

/// How far the worst of all pins has come from its place, metres.
pub fn worst_pin(subject: &Subject, pose: &Pose) -> f32 {
    let model = subject.skeleton().forward(pose);
    let away =
        |pin: &Pin| pin.position.map_or(0.0, |place| place.distance(model[pin.joint].translation));
    subject.pins.iter().map(away).fold(0.0, f32::max)
}

/// The largest turn of a joint from one pose to the other, radians.
pub fn largest_turn(from: &Pose, to: &Pose) -> f32 {
    let one = |(a, b): (&kansetsu::d3::Transform, &kansetsu::d3::Transform)| {
        2.0 * (a.rotation.inverse() * b.rotation).xyz().length().min(1.0).asin()
    };
    from.locals.iter().zip(&to.locals).map(one).fold(0.0, f32::max)
}
