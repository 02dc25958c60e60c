//! A drag of a joint, between the pointer and the document.

use kansetsu::{
    classic::FrameAxis,
    d3::{Humanoid, solve::Solver},
    glam::Vec3,
};

use super::{
    handle::{Handle, manipulator},
    moving::Moving,
    touchable::place_all,
};
use crate::{
    document::{Actor, Axes, Document, Refusal, Tool},
    posing::{
        About, Classic, Drag, Grip, Hindrance, Method, Obstacle, Pointer, Posed, RootMotion,
        Settings, Snap, Space, Subject, is_trunk,
    },
    viewport::{Part, View},
};

/// A drag that is going on.
pub struct JointDrag {
    /// The joint that is dragged.
    pub joint: usize,
    /// How it works; the wheel and the axis keys change it.
    pub settings: Settings,
    /// What came of the pointer's last place.
    pub posed: Option<Posed>,
    /// What was in the way when it ended, the worst first.
    pub hindrances: Vec<Hindrance>,
    kind: Kind,
    pointer: Pointer,
}

/// What the drag is for.
enum Kind {
    /// The joint reaches, turns or swings.
    Drag(Box<Drag>),
    /// The joint leaves its place.
    Move(Box<Moving>),
}

/// What was grabbed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grabbed {
    /// A joint of the selected figure.
    pub joint: usize,
    /// What was grabbed instead of the joint itself.
    pub handle: Option<Handle>,
}

/// Metres above the floor within which a joint sticks to it.
const FLOOR_BAND: f32 = 0.04;

/// How far before full reach a limb slows down, as a fraction of its length.
const SOFT: f32 = 0.02;

/// How a drag of this joint works, from what is set.
#[must_use]
pub fn drag_settings(document: &Document, joint: usize) -> Settings {
    let chosen = &document.settings;
    let Some(actor) = document.actor() else { return Settings::default() };
    let is_automatic = matches!(chosen.solver, Solver::Auto(_));
    let levels = match (chosen.whole_body, chosen.levels) {
        (true, None) => 0,
        (_, Some(levels)) => levels,
        // The legs carry the trunk: it follows as far as they let it.
        (false, None) if is_automatic && is_trunk(&actor.figure.rig, joint) => 0,
        (false, None) => limb_levels(actor, joint),
    };
    let snapping = &chosen.snapping;
    Settings {
        method: match &chosen.solver {
            Solver::Auto(_) => Method::WholeBody,
            // What is no limb of two bones has no such answer.
            Solver::TwoBone(_) if chain_above(actor, joint, levels).len() != 2 => Method::WholeBody,
            solver => Method::Solver(solver.clone()),
        },
        levels,
        heels: true,
        root: RootMotion::Auto,
        soft: if chosen.soft_reach { SOFT } else { 0.0 },
        mirrored: chosen.live_mirror,
        limited: chosen.limits,
        keeps_turn: chosen.keep_turn,
        contact: chosen.contact,
        natural: chosen.natural,
        space: match chosen.axes {
            Axes::Local => Space::Local,
            Axes::Parent => Space::Parent,
            Axes::World => Space::World,
        },
        snap: Snap {
            step: snapping.steps.then_some(snapping.distance),
            angle: snapping.steps.then(|| snapping.angle_deg.to_radians()),
            floor: snapping.floor.then_some(FLOOR_BAND),
        },
        ..Settings::default()
    }
}

/// Whether a drag of this joint swings it about the line from shoulder to hand: an elbow or knee,
/// while the IK chain length is automatic.
#[must_use]
pub fn swings(document: &Document, joint: usize) -> bool {
    let chosen = &document.settings;
    let is_middle = |actor: &Actor| actor.figure.rig.limbs.iter().any(|limb| limb.middle == joint);
    let is_free = chosen.levels.is_none() && !chosen.whole_body && !chosen.classic;
    is_free && document.actor().is_some_and(|actor| is_middle(actor))
}

fn reach_grip(document: &Document, actor: &Actor, joint: usize) -> Grip {
    let limb = actor.figure.rig.limbs.iter().position(|limb| limb.middle == joint);
    limb.filter(|_| swings(document, joint)).map_or(Grip::Joint(joint), Grip::Middle)
}

/// The axes of the gizmo, in world space.
fn manipulator_axes(document: &Document, view: &View) -> [Vec3; 3] {
    let placed = place_all(document.content(), view, None);
    manipulator(document, view, &placed).map_or(Vec3::AXES, |manipulator| manipulator.axes)
}

/// The published editor's drag for what was grabbed.
fn classic(tool: Tool, part: Option<Part>) -> Classic {
    let axis = match part {
        Some(Part::Axis(axis)) => Some([FrameAxis::X, FrameAxis::Y, FrameAxis::Z][axis.index()]),
        _ => None,
    };
    match (tool, axis) {
        (Tool::Move, None) => Classic::Move,
        (Tool::Move, Some(axis)) => Classic::MoveAlong(axis),
        (_, None) => Classic::Rotate,
        (_, Some(axis)) => Classic::RotateAbout(axis),
    }
}

impl Kind {
    fn begin(
        document: &Document,
        actor: &Actor,
        Grabbed { joint, handle }: Grabbed,
        (view, press): (View, Pointer),
    ) -> Result<Self, Refusal> {
        let subject = Subject::from(actor);
        let chosen = &document.settings;
        let part = match handle {
            Some(Handle::Part(part)) => Some(part),
            _ => None,
        };
        let about = match part {
            Some(Part::Axis(axis)) => About::Axis(axis),
            Some(Part::Sight) => About::Sight,
            Some(Part::Centre) | None => About::Free,
        };
        let grip = match (chosen.tool, handle) {
            (_, Some(Handle::Pole(limb))) => Grip::Pole(limb),
            (tool, _) if chosen.classic && tool != Tool::Rotate => {
                Grip::Classic(joint, classic(tool, part))
            }
            (Tool::Move, _) => {
                let axes = manipulator_axes(document, &view);
                let axis = match part {
                    Some(Part::Axis(axis)) => Some(axes[axis.index()]),
                    _ => None,
                };
                return Ok(Self::Move(Box::new(Moving::begin(
                    subject,
                    (joint, axis, axes),
                    view,
                    press,
                ))));
            }
            (Tool::Reach, Some(Handle::Part(Part::Axis(axis)))) => Grip::Along(joint, axis),
            (Tool::Reach, _) => reach_grip(document, actor, joint),
            (Tool::Rotate, _) if chosen.whole_body => Grip::Orient(joint, about),
            (Tool::Rotate, _) => Grip::Turn(joint, about),
        };
        Ok(Self::Drag(Box::new(Drag::begin(subject, grip, view, press)?)))
    }

    fn joint(&self) -> Option<usize> {
        match self {
            Self::Drag(drag) => Some(drag.joint()),
            Self::Move(_) => None,
        }
    }
}

impl JointDrag {
    /// A drag of what was grabbed at `press`, pixels of the view.
    ///
    /// # Errors
    /// As [`Drag::begin`].
    pub(super) fn begin(
        document: &Document,
        actor: &Actor,
        grabbed: Grabbed,
        (view, press): (View, Pointer),
    ) -> Result<Self, Refusal> {
        let settings = drag_settings(document, grabbed.joint);
        let mut kind = Kind::begin(document, actor, grabbed, (view, press))?;
        if let Kind::Drag(drag) = &mut kind {
            drag.prepare(&settings);
        }
        // A pole swings the limb's middle, whichever joint of it was selected.
        let joint = kind.joint().unwrap_or(grabbed.joint);
        Ok(Self { joint, settings, posed: None, hindrances: Vec::new(), kind, pointer: press })
    }

    /// Shows the drag with the pointer here.
    pub(super) fn to(&mut self, pointer: Pointer) -> Result<Posed, Refusal> {
        self.pointer = pointer;
        self.at(pointer)
    }

    /// Whether the pointer is not where it was, or keys are held that were not, or the figure is
    /// still on its way.
    #[must_use]
    pub(super) fn has_changed(&self, pointer: Pointer) -> bool {
        self.posed.is_none() || self.pointer != pointer || self.glides()
    }

    /// What was grabbed; `None` for a joint that leaves its place.
    #[must_use]
    pub fn grip(&self) -> Option<Grip> {
        match &self.kind {
            Kind::Drag(drag) => Some(drag.grip()),
            Kind::Move(_) => None,
        }
    }

    /// Where the pointer was last.
    #[must_use]
    pub const fn pointer(&self) -> Pointer {
        self.pointer
    }

    /// Whether other joints follow the dragged one.
    #[must_use]
    pub fn reaches(&self) -> bool {
        matches!(&self.kind, Kind::Drag(drag) if matches!(drag.grip(), Grip::Joint(_) | Grip::Along(..) | Grip::Orient(..) | Grip::Classic(..)))
    }

    /// Whether the figure still moves while the pointer rests.
    #[must_use]
    pub fn glides(&self) -> bool {
        matches!(&self.kind, Kind::Drag(drag) if drag.glides())
    }

    /// The pose that the drag would have come to without an obstacle.
    ///
    /// # Errors
    /// As [`Drag::at`].
    pub fn without(&self, obstacle: Obstacle) -> Result<Option<Posed>, Refusal> {
        match &self.kind {
            Kind::Drag(drag) => Ok(Some(drag.without(obstacle, self.pointer, &self.settings)?)),
            Kind::Move(_) => Ok(None),
        }
    }

    /// Finds out what kept the joint from where it was wanted.
    pub(super) fn find_hindrances(&mut self) {
        if let Kind::Drag(drag) = &mut self.kind {
            // On an error, no obstacles are shown.
            self.hindrances = drag.obstacles(self.pointer, &self.settings).unwrap_or_default();
        }
    }

    /// The result of the drag when the pointer rests.
    pub(super) fn at_rest(&mut self) -> Result<Posed, Refusal> {
        let mut posed = self.at(self.pointer)?;
        while self.glides() {
            posed = self.at(self.pointer)?;
        }
        Ok(posed)
    }

    fn at(&mut self, pointer: Pointer) -> Result<Posed, Refusal> {
        match &mut self.kind {
            Kind::Drag(drag) => Ok(drag.at(pointer, &self.settings)?),
            Kind::Move(drag) => drag.at(pointer, &self.settings),
        }
    }
}

/// The automatic IK chain length above this joint: the joints of its limb, or those up to where
/// the body branches. Where neck and clavicles begin, the trunk bends: nothing else moves them.
#[must_use]
pub fn limb_levels(actor: &Actor, joint: usize) -> usize {
    let rig = &actor.figure.rig;
    let above: Vec<usize> = rig.skeleton.ancestors(joint).skip(1).collect();
    let limbs = rig.limbs.iter().filter(|limb| limb.tip == joint || limb.middle == joint);
    if let Some(levels) =
        limbs.filter_map(|limb| above.iter().position(|&joint| joint == limb.base)).max()
    {
        return levels + 1;
    }
    if let Some(spine) = actor
        .figure
        .rig
        .humanoid()
        .filter(|body| begins_on_trunk(body, joint))
        .and_then(|body| body.spine.first().copied())
        && let Some(levels) = above.iter().position(|&joint| joint == spine)
    {
        return levels + 1;
    }
    let branches = |joint: &usize| rig.skeleton.children(*joint).len() > 1;
    above.iter().position(branches).unwrap_or(above.len()).max(1)
}

/// Whether neck or a clavicle begins here, or the arm where there is no clavicle.
fn begins_on_trunk(body: &Humanoid, joint: usize) -> bool {
    body.neck.first() == Some(&joint)
        || body.arms.iter().any(|arm| arm.clavicle.unwrap_or(arm.upper) == joint)
}

/// The joints that turn when this one is dragged with so many levels (0 is all), nearest first, as
/// far as a stop joint.
#[must_use]
pub fn chain_above(actor: &Actor, joint: usize, levels: usize) -> Vec<usize> {
    let mut chain = Vec::new();
    for above in actor.figure.rig.skeleton.ancestors(joint).skip(1) {
        chain.push(above);
        if chain.len() == levels || actor.constraints.stops.contains(&above) {
            break;
        }
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Opened;

    #[test]
    fn limbs_are_known_and_fingers_end_at_the_hand() {
        let actor = Actor::new(Opened::embedded("mannequin").expect("an embedded figure"));
        let joint = |name: &str| actor.figure.find_joint(name).expect("a joint of the mannequin");
        let base_of = |name: &str| {
            chain_above(&actor, joint(name), limb_levels(&actor, joint(name)))
                .last()
                .map(|&joint| actor.joint_name(joint))
        };
        assert_eq!(base_of("LeftHand").as_deref(), Some("LeftUpperArm"));
        assert_eq!(base_of("leftIndexDistal").as_deref(), Some("LeftIndexProximal"));
        assert_eq!(base_of("RightFoot").as_deref(), Some("RightUpperLeg"));
        assert_eq!(base_of("Head").as_deref(), Some("Neck"));
        assert_eq!(base_of("LeftUpperArm").as_deref(), Some("LeftShoulder"));
        assert_eq!(base_of("Neck").as_deref(), Some("Spine"));
        assert_eq!(base_of("RightShoulder").as_deref(), Some("Spine"));
    }
}
