//! A body of 24 joints with five goals: head, hands and feet.

use std::f32::consts::FRAC_PI_2;

use glam::Vec3;
use kansetsu::d3::{
    Limit, Skeleton, SkeletonBuilder, Transform,
    limit::{Hinge, SwingTwist},
};

/// The names of the joints with goals.
pub const GOALS: [&str; 5] = ["head", "left hand", "right hand", "left foot", "right foot"];

/// A standing body, arms to the sides, without rotations at rest; metres.
pub struct Humanoid {
    /// The joints.
    pub skeleton: Skeleton,
    /// The limit of each joint.
    pub limits: Vec<Option<Limit>>,
    /// The joints of [`GOALS`].
    pub ends: [usize; 5],
}

/// A humanoid under construction: a skeleton and its limits.
#[derive(Default)]
struct Draft {
    builder: SkeletonBuilder,
    limits: Vec<Option<Limit>>,
}

impl Draft {
    fn add(&mut self, parent: usize, name: &str, offset: [f32; 3], limit: Option<Limit>) -> usize {
        self.limits.push(limit);
        self.builder.child(parent, name, Transform::from_translation(Vec3::from_array(offset)))
    }
}

impl Humanoid {
    /// With the limits of a person.
    ///
    /// # Panics
    /// Never: its joints form a tree.
    #[must_use]
    pub fn limited() -> Self {
        let mut draft = Draft::default();
        draft.limits.push(None);
        let hips = draft.builder.root("hips", Transform::from_translation(Vec3::Y * 0.95));
        let up = Vec3::Y;
        let spine = draft.add(hips, "spine 1", [0.0, 0.10, 0.0], ball(up, 20.0, 20.0));
        let spine = draft.add(spine, "spine 2", [0.0, 0.12, 0.0], ball(up, 20.0, 20.0));
        let spine = draft.add(spine, "spine 3", [0.0, 0.12, 0.0], ball(up, 20.0, 20.0));
        let chest = draft.add(spine, "chest", [0.0, 0.12, 0.0], ball(up, 20.0, 20.0));
        let neck = draft.add(chest, "neck", [0.0, 0.12, 0.0], ball(up, 40.0, 45.0));
        draft.add(neck, "head", [0.0, 0.12, 0.0], None);
        for (side, sign) in [("left", 1.0), ("right", -1.0)] {
            draft.arm(chest, side, sign);
            draft.leg(hips, side, sign);
        }
        // Three joints that move no goal.
        draft.add(neck, "jaw", [0.0, 0.02, 0.05], None);
        let skeleton = draft.builder.build().expect("a tree");
        let ends = GOALS.map(|name| skeleton.find(name).expect("a joint of the humanoid"));
        Self { skeleton, limits: draft.limits, ends }
    }

    /// The same without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        let body = Self::limited();
        Self { limits: vec![None; body.skeleton.len()], ..body }
    }
}

impl Draft {
    fn arm(&mut self, chest: usize, side: &str, sign: f32) {
        let out = Vec3::X * sign;
        let name = |joint: &str| format!("{side} {joint}");
        let collar =
            self.add(chest, &name("collar"), [0.03 * sign, 0.08, 0.0], ball(out, 20.0, 10.0));
        let upper =
            self.add(collar, &name("upper arm"), [0.14 * sign, 0.0, 0.0], ball(out, 90.0, 70.0));
        let lower = self.add(
            upper,
            &name("forearm"),
            [0.28 * sign, 0.0, 0.0],
            hinge(Vec3::NEG_Y * sign, 0.0, 145.0),
        );
        self.add(lower, &name("hand"), [0.26 * sign, 0.0, 0.0], ball(out, 60.0, 80.0));
    }

    fn leg(&mut self, hips: usize, side: &str, sign: f32) {
        let down = Vec3::NEG_Y;
        let name = |joint: &str| format!("{side} {joint}");
        let thigh =
            self.add(hips, &name("thigh"), [0.10 * sign, -0.05, 0.0], ball(down, 70.0, 40.0));
        let shin = self.add(thigh, &name("shin"), [0.0, -0.42, 0.0], hinge(Vec3::X, 0.0, 140.0));
        let foot = self.add(shin, &name("foot"), [0.0, -0.42, 0.0], ball(Vec3::Z, 35.0, 20.0));
        self.add(foot, &name("toes"), [0.0, -0.06, 0.14], None);
    }
}

/// A swing by this number of degrees from the bone, and a twist about it to both sides.
fn ball(along: Vec3, swing_deg: f32, twist_deg: f32) -> Option<Limit> {
    let turn = twist_deg.to_radians();
    debug_assert!(swing_deg.to_radians() <= FRAC_PI_2);
    Some(Limit::SwingTwist(SwingTwist::cone(along, swing_deg.to_radians(), -turn, turn)))
}

fn hinge(axis: Vec3, min_deg: f32, max_deg: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge { axis, min: min_deg.to_radians(), max: max_deg.to_radians() }))
}
