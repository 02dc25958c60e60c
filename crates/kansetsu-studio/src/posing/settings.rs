//! How a drag works.

use kansetsu::{
    Options,
    d3::solve::Solver,
    glam::Vec3,
    session::{Balance, Feet, Limits, Posture, Root, SelfCollision},
};
use serde::{Deserialize, Serialize};

use super::{Subject, is_trunk};
use crate::viewport::Axis;

/// How a drag works. May change while it goes on: the wheel changes the levels, a key locks an
/// axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What finds the pose.
    pub method: Method,
    /// How many joints above the dragged one follow; 0 is all, up to the root or an IK stop.
    pub levels: usize,
    /// How the joint that carries the body moves.
    pub root: RootMotion,
    /// How far before full reach a limb slows down, as a fraction of its length; 0 is not at all.
    /// Default 0.02.
    pub soft: f32,
    /// Whether the dragged joint keeps the turn that it has in space.
    pub keeps_turn: bool,
    /// Whether the other side of the body does the same, mirrored.
    pub mirrored: bool,
    /// Whether limits hold.
    pub limited: bool,
    /// Whether hands and feet stop at the body's own surface and on the floor, and arms keep out of
    /// trunk and head.
    pub contact: bool,
    /// Whether a human body moves as a person does: collar bones, trunk and pelvis wait until they
    /// are needed, and legs give way easily. Otherwise all joints are equally stiff.
    pub natural: bool,
    /// Whether the heel of a foot that is pinned with its rotation may rise when the body cannot
    /// follow otherwise. Its toes stay.
    pub heels: bool,
    /// The axes that locks and rings speak of.
    pub space: Space,
    /// The one axis along which the target moves.
    pub lock: Option<Axis>,
    /// What targets and angles snap to.
    pub snap: Snap,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::WholeBody,
            levels: 0,
            root: RootMotion::Auto,
            soft: 0.02,
            keeps_turn: false,
            mirrored: false,
            limited: true,
            contact: false,
            natural: true,
            heels: false,
            space: Space::World,
            lock: None,
            snap: Snap::default(),
        }
    }
}

/// Pull of a target against the posture: five times the default of the library. A dragged hand
/// should be where the pointer is, and a straight leg should bend when its foot is lifted; with 20
/// its knee stays straight.
pub(super) const STRENGTH: f32 = 50.0;

/// Other starts of a solver of the user's choice: what more of them gain in reach they lose in
/// jumps and time.
const RESTARTS: u32 = 2;

impl Settings {
    /// How a session poses the figure while `joint` is dragged.
    #[must_use]
    pub fn options(&self, subject: &Subject, joint: usize) -> Options {
        let (skeleton, base) = (subject.skeleton(), subject.carrier());
        let parent = skeleton.joints().get(joint).and_then(|joint| joint.parent);
        // The body stays where it is until it or its trunk is dragged, or pins carry it. It does
        // not lean back while it is dragged: who drags it decides where it goes.
        let leads_base = joint == base || parent == Some(base);
        let carries_body = leads_base || is_trunk(subject.rig(), joint);
        let has_chain = parent.is_some()
            && !leads_base
            && !skeleton.ancestors(base).any(|above| above == joint);
        let options = Options {
            limits: if self.limited { Limits::On } else { Limits::Off },
            chain_length: u32::try_from(self.levels).ok().filter(|&levels| levels > 0),
            posture: if self.natural { Posture::Given } else { Posture::Uniform },
            ..Options::default()
        };
        let solver = match &self.method {
            Method::Solver(solver) if brings_positions(solver) && has_chain => solver.clone(),
            _ => {
                return Options {
                    root: self.root.into(),
                    self_collision: if self.contact {
                        SelfCollision::On
                    } else {
                        SelfCollision::Off
                    },
                    strength: STRENGTH,
                    restarts: 0,
                    feet: if carries_body { Feet::Planted } else { Feet::Free },
                    balance: Balance::Off,
                    ..options
                };
            }
        };
        let restarts = match &solver {
            Solver::Auto(auto) => {
                RESTARTS.min(u32::try_from(auto.dls.max_restarts).unwrap_or(RESTARTS))
            }
            Solver::Dls(dls) => RESTARTS.min(u32::try_from(dls.max_restarts).unwrap_or(RESTARTS)),
            _ => options.restarts,
        };
        Options { solver: Some(solver), restarts, ..options }
    }
}

/// Whether a solver brings a joint to a position; where one is selected that does something else,
/// the session's own does.
const fn brings_positions(solver: &Solver) -> bool {
    use Solver::{Auto, Ccd, Dls, Fabrik, FabrikTree, TwoBone};
    matches!(solver, Auto(_) | TwoBone(_) | Ccd(_) | Fabrik(_) | Dls(_) | FabrikTree(_))
}

impl From<RootMotion> for Root {
    fn from(motion: RootMotion) -> Self {
        match motion {
            RootMotion::Auto => Self::Auto,
            RootMotion::Held => Self::Fixed,
            RootMotion::Free => Self::Free,
        }
    }
}

/// What finds the pose of a dragged joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// All joints that can follow, together with the pins.
    #[default]
    WholeBody,
    /// By a solver of one's choice. One for chains turns those from the dragged joint upwards, and
    /// pins of other joints do not hold; one for bodies rotates all joints that can follow, and
    /// they do.
    Solver(Solver),
}

/// How the joint that carries the body moves while another one is dragged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootMotion {
    /// It moves when it is dragged itself, or when the place of some other joint is pinned.
    #[default]
    Auto,
    /// It stays, unless it is dragged itself.
    Held,
    /// It moves.
    Free,
}

/// Whose axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// The joint's bone frame: Z along the bone.
    Local,
    /// The frame of the joint's parent.
    Parent,
    /// The world's.
    #[default]
    World,
}

/// What targets and angles snap to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snap {
    /// Targets snap to multiples of this in world space, metres, along the locked axis from where
    /// the joint was.
    pub step: Option<f32>,
    /// Angles are multiples of this, radians, counted from the press.
    pub angle: Option<f32>,
    /// Targets do not go below the floor (y = 0 in world space), and stick to it when they are less
    /// than this above, metres.
    pub floor: Option<f32>,
}

impl Snap {
    /// The target in world space, snapped; `axis` is the locked one, `start` where the joint was.
    #[must_use]
    pub fn target(&self, target: Vec3, start: Vec3, axis: Option<Vec3>) -> Vec3 {
        let to_step = |value: f32| {
            self.step
                .filter(|step| *step > 1e-6)
                .map_or(value, |step| (value / step).round() * step)
        };
        let mut snapped = match axis {
            Some(axis) => start + axis * to_step((target - start).dot(axis)),
            None => Vec3::from_array(target.to_array().map(to_step)),
        };
        if let Some(band) = self.floor
            && snapped.y < band.max(0.0)
        {
            snapped.y = 0.0;
        }
        snapped
    }

    /// The angle, snapped.
    #[must_use]
    pub fn angle(&self, angle: f32) -> f32 {
        self.angle.filter(|step| *step > 1e-6).map_or(angle, |step| (angle / step).round() * step)
    }
}
