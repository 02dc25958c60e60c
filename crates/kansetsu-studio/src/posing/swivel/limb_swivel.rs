//! How a limb swivels within its limits.

use kansetsu::{
    d3::{ActiveLimit, Limb, Pose, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

use crate::posing::Subject;

/// How a limb can swivel.
#[derive(Clone, Debug, PartialEq)]
pub struct Swivel {
    limb: Limb,
    /// In model space: the middle of the circle, the line from base to tip, from the circle's
    /// middle to the limb's, and how far.
    pub(super) centre: Vec3,
    line: Vec3,
    side: Vec3,
    radius: f32,
    /// From base to tip and as far again as the middle stands out, metres.
    length: f32,
    /// How base and tip are rotated in model space.
    base: Quat,
    tip: Quat,
    model_from_base_parent: Affine3,
    /// The rotation of the tip's parent at the press: the tip counters the base's rotation in it.
    model_from_tip_parent: Quat,
    keeps_tip: bool,
    limited: bool,
}

/// A middle nearer to the line than this part of the limb's length has no side.
const STRAIGHT: f32 = 1e-3;

/// A circle smaller than this fraction of the limb's length is ignored: 3 cm for an arm.
const NOWHERE: f32 = 0.05;

/// What the limits are allowed to be overstepped by, radians.
const ALLOWED: f32 = 2e-5;

/// A bound counts as touched within this, radians.
const TOUCHED: f32 = 1e-3;

/// Steps in which a way round is looked at, radians, and how often its end is halved.
const LOOK: f32 = 0.05;
const HALVINGS: usize = 18;

impl Swivel {
    /// How limb number `limb` of the subject's rig can swivel. `None` when there is no such limb,
    /// or its ends are at one place.
    #[must_use]
    pub fn new(
        subject: &Subject,
        limb: usize,
        (keeps_tip, limited): (KeepsTip, Limited),
    ) -> Option<Self> {
        let limb = subject.rig().limbs.get(limb)?.clone();
        let model = subject.forward();
        let at = |joint: usize| model[joint].translation;
        let way = at(limb.tip) - at(limb.base);
        let line = way.try_normalize()?;
        let arm = at(limb.middle) - at(limb.base);
        let centre = at(limb.base) + line * arm.dot(line);
        let off = at(limb.middle) - centre;
        let base = rotation_of(&model[limb.base]);
        let rest =
            rotation_of(&subject.skeleton().forward(&subject.skeleton().rest_pose())[limb.base]);
        let pole = (base * rest.inverse() * limb.pole).reject_from_normalized(line);
        let length = way.length() + off.length();
        let side = if off.length() > STRAIGHT * length {
            off.normalize()
        } else {
            pole.try_normalize().unwrap_or_else(|| line.any_orthonormal_vector())
        };
        let parent = |joint: usize| subject.skeleton().joints()[joint].parent;
        Some(Self {
            centre,
            line,
            side,
            radius: off.length(),
            length,
            base,
            tip: rotation_of(&model[limb.tip]),
            model_from_base_parent: parent(limb.base)
                .map_or(Affine3::IDENTITY, |parent| model[parent]),
            model_from_tip_parent: parent(limb.tip)
                .map_or(Quat::IDENTITY, |parent| rotation_of(&model[parent])),
            keeps_tip: keeps_tip == KeepsTip::Yes,
            limited: limited == Limited::Yes,
            limb,
        })
    }

    /// The swivel that brings the middle to the side of a point of model space, in (-π, π]; 0 for a
    /// point on the line.
    #[must_use]
    pub fn angle_to(&self, point: Vec3) -> f32 {
        let towards = (point - self.centre).reject_from_normalized(self.line);
        self.line.dot(self.side.cross(towards)).atan2(self.side.dot(towards))
    }

    /// Where the middle is at this swivel, in model space; `out` times as far from the line.
    #[must_use]
    pub fn middle_at(&self, angle: f32, out: f32) -> Vec3 {
        self.centre + Quat::from_axis_angle(self.line, angle) * self.side * (self.radius * out)
    }

    /// The position of the handle of the limb's pole at this swivel: out from the line by the
    /// limb's length, in model space.
    #[must_use]
    pub fn pole_at(&self, angle: f32, distance: f32) -> Vec3 {
        self.centre + Quat::from_axis_angle(self.line, angle) * self.side * distance
    }

    /// The pose at this swivel.
    #[must_use]
    pub fn pose(&self, subject: &Subject, angle: f32) -> Pose {
        let mut pose = subject.pose.clone();
        let turn = Quat::from_axis_angle(self.line, angle);
        let parent = rotation_of(&self.model_from_base_parent);
        if angle != 0.0 {
            pose.locals[self.limb.base].rotation =
                (parent.inverse() * turn * self.base).normalize();
            if self.keeps_tip {
                pose.locals[self.limb.tip].rotation =
                    ((turn * self.model_from_tip_parent).inverse() * self.tip).normalize();
            }
        }
        pose
    }

    /// Whether the limits allow this swivel: each joint is inside its limit, or at most as far
    /// outside as at the press.
    #[must_use]
    pub fn is_allowed(&self, subject: &Subject, angle: f32) -> bool {
        let pose = self.pose(subject, angle);
        self.turning().all(|joint| {
            let Some(limit) = subject.limits.get(joint).and_then(Option::as_ref) else {
                return true;
            };
            let rest = subject.skeleton().joints()[joint].rest.rotation.normalize();
            let outside = |pose: &Pose| {
                limit.violation((rest.inverse() * pose.locals[joint].rotation).normalize())
            };
            outside(&pose) <= outside(&subject.pose).max(ALLOWED)
        })
    }

    /// The active bounds of the limb's limits at this swivel.
    #[must_use]
    pub fn active_limits(&self, subject: &Subject, angle: f32) -> Vec<ActiveLimit> {
        let pose = self.pose(subject, angle);
        let bounds = |joint: usize| {
            let turn = subject.skeleton().joints()[joint].rest.rotation.inverse()
                * pose.locals[joint].rotation;
            let limit = subject.limits.get(joint).and_then(Option::as_ref);
            limit
                .into_iter()
                .flat_map(move |limit| limit.active_bounds(turn, TOUCHED))
                .map(move |bound| ActiveLimit { joint, bound })
        };
        self.turning().flat_map(bounds).collect()
    }

    /// The joints that turn.
    fn turning(&self) -> impl Iterator<Item = usize> + use<> {
        [Some(self.limb.base), self.keeps_tip.then_some(self.limb.tip)].into_iter().flatten()
    }

    /// As far towards this swivel as the limits allow without a leap over what is forbidden.
    #[must_use]
    pub fn reach(&self, subject: &Subject, wanted: f32) -> f32 {
        if !self.limited {
            return wanted;
        }
        let steps = (wanted.abs() / LOOK).ceil().max(1.0) as usize;
        let at = |step: usize| wanted * step as f32 / steps as f32;
        let Some(blocked) = (1..=steps).find(|&step| !self.is_allowed(subject, at(step))) else {
            return wanted;
        };
        let (mut inside, mut outside) = (at(blocked - 1), at(blocked));
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            *(if self.is_allowed(subject, middle) { &mut inside } else { &mut outside }) = middle;
        }
        inside
    }

    /// Whether the limb is in this pose straight that going round would not lead its middle
    /// anywhere.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.radius < NOWHERE * self.length
    }

    /// The limb.
    #[must_use]
    pub fn limb(&self) -> &Limb {
        &self.limb
    }
}

/// Whether the hand or foot keeps its turn in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepsTip {
    /// It does, and its limit counts.
    Yes,
    /// It swings along.
    No,
}

/// Whether limits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// They do.
    Yes,
    /// They do not.
    No,
}
