//! A drag of a joint, between the pointer and the document.

use kansetsu::{
    classic::FrameAxis,
    d3::{Humanoid, solve::Solver},
    glam::Vec3,
};

use super::{Handle, Studio, moving::Moving, touchable::place_all};
use crate::{
    document::{Actor, Axes, Refusal, Tool},
    posing::{About, Classic, Drag, Grip, Hindrance, Method, Obstacle, Pointer, Posed, RootMotion, Settings, Snap, Space, Subject},
    text::Phrase,
    viewport::{Axis, Part, View},
};

/// A drag that is going on.
pub struct Session {
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
    /// A joint of the chosen figure.
    pub joint: usize,
    /// What was grabbed instead of the joint itself.
    pub handle: Option<Handle>,
}

/// Metres above the floor within which a joint sticks to it.
const FLOOR_BAND: f32 = 0.04;

/// How far before full reach a limb holds back, as a part of its length.
const SOFT: f32 = 0.02;

impl Studio {
    /// How a drag of this joint works, from what is set.
    #[must_use]
    pub fn drag_settings(&self, joint: usize) -> Settings {
        let chosen = &self.document.settings;
        let Some(actor) = self.actor() else { return Settings::default() };
        let levels = match (chosen.whole_body, chosen.levels) {
            (true, None) => 0,
            (_, Some(levels)) => levels,
            (false, None) => limb_levels(&actor, joint),
        };
        let snapping = &chosen.snapping;
        Settings {
            method: match &chosen.solver {
                Solver::Auto(_) => Method::WholeBody,
                // What is no limb of two bones has no such answer.
                Solver::TwoBone(_) if chain_above(&actor, joint, levels).len() != 2 => Method::WholeBody,
                solver => Method::Solver(solver.clone()),
            },
            levels,
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

    /// Begins to drag what was grabbed at `press`, pixels of the view.
    pub fn begin_drag(&mut self, grabbed: Grabbed, view: View, press: Pointer) {
        let Some(actor) = self.actor() else { return };
        let joint = grabbed.joint;
        let settings = self.drag_settings(joint);
        let mut kind = match self.kind(&actor, grabbed, view, press) {
            Ok(kind) => kind,
            Err(refusal) => return self.show_refusal(Err(refusal)),
        };
        if let Kind::Drag(drag) = &mut kind {
            drag.prepare(&settings);
        }
        // A pole swings the limb's middle, whichever joint of it was chosen.
        let joint = kind.joint().unwrap_or(joint);
        let name = actor.joint_name(joint);
        self.document.begin_drag(Phrase::made(format!("Drag {name}"), format!("{name} をドラッグ")));
        self.session = Some(Session { joint, settings, posed: None, hindrances: Vec::new(), kind, pointer: press });
    }

    fn kind(&self, actor: &Actor, Grabbed { joint, handle }: Grabbed, view: View, press: Pointer) -> Result<Kind, Refusal> {
        let subject = Subject::from(actor);
        let chosen = &self.document.settings;
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
            (tool, _) if chosen.classic && tool != Tool::Rotate => Grip::Classic(joint, classic(tool, part)),
            (Tool::Move, _) => {
                let axes = self.manipulator_axes(&view);
                let axis = match part {
                    Some(Part::Axis(axis)) => Some(axes[axis.index()]),
                    _ => None,
                };
                return Ok(Kind::Move(Box::new(Moving::begin(subject, (joint, axis, axes), view, press))));
            }
            (Tool::Reach, Some(Handle::Part(Part::Axis(axis)))) => Grip::Along(joint, axis),
            (Tool::Reach, _) => self.reach_grip(actor, joint),
            (Tool::Rotate, _) if chosen.whole_body => Grip::Orient(joint, about),
            (Tool::Rotate, _) => Grip::Turn(joint, about),
        };
        Ok(Kind::Drag(Box::new(Drag::begin(subject, grip, view, press)?)))
    }

    fn reach_grip(&self, actor: &Actor, joint: usize) -> Grip {
        let limb = actor.figure.rig.limbs.iter().position(|limb| limb.middle == joint);
        limb.filter(|_| self.swings(joint)).map_or(Grip::Joint(joint), Grip::Middle)
    }

    /// Whether a drag of this joint swings it about the line from shoulder to hand: an elbow or knee, as long as nobody says how many
    /// joints are to follow.
    #[must_use]
    pub fn swings(&self, joint: usize) -> bool {
        let chosen = &self.document.settings;
        let is_middle = |actor: &Actor| actor.figure.rig.limbs.iter().any(|limb| limb.middle == joint);
        let is_free = chosen.levels.is_none() && !chosen.whole_body && !chosen.classic;
        is_free && self.document.actor().is_some_and(|actor| is_middle(actor))
    }

    /// The axes of the manipulator, in world space.
    fn manipulator_axes(&self, view: &View) -> [Vec3; 3] {
        let placed = place_all(self.document.content(), view, None);
        self.manipulator(view, &placed).map_or(Vec3::AXES, |manipulator| manipulator.axes)
    }

    /// Shows the drag with the pointer here.
    pub fn drag_to(&mut self, pointer: Pointer) {
        let Some(session) = &mut self.session else { return };
        session.pointer = pointer;
        let posed = session.at(pointer);
        self.show_drag(posed);
    }

    fn show_drag(&mut self, posed: Result<Posed, Refusal>) {
        let Some(session) = &mut self.session else { return };
        let posed = match posed {
            Ok(posed) => posed,
            Err(refusal) => return self.show_refusal(Err(refusal)),
        };
        let index = self.document.selection.actor;
        let pose = posed.pose.clone();
        session.posed = Some(posed);
        let done = self.document.preview(|content| {
            content.actor_mut(index)?.pose = pose;
            Ok(())
        });
        self.show_refusal(done);
    }

    /// Changes how many joints above the dragged one turn.
    pub fn change_levels(&mut self, by: isize) {
        let Some(actor) = self.actor() else { return };
        let Some(session) = &mut self.session else { return };
        let most = actor.figure.rig.skeleton.ancestors(session.joint).count().saturating_sub(1);
        let now = if session.settings.levels == 0 { most } else { session.settings.levels };
        let next = now.saturating_add_signed(by).clamp(1, most.max(1));
        session.settings.levels = if next == most { 0 } else { next };
        let pointer = session.pointer;
        self.drag_to(pointer);
    }

    /// Locks the drag to an axis, or frees it when it is locked to this one.
    pub fn lock_axis(&mut self, axis: Axis) {
        let Some(session) = &mut self.session else { return };
        session.settings.lock = if session.settings.lock == Some(axis) { None } else { Some(axis) };
        let pointer = session.pointer;
        self.drag_to(pointer);
    }

    /// Takes over what was set while the drag goes on; a level count that the wheel has chosen stays. `before` is what
    /// [`Self::drag_settings`] said until then.
    pub(super) fn renew_drag(&mut self, before: &Settings) {
        let Some(session) = &self.session else { return };
        let (joint, pointer, now) = (session.joint, session.pointer, session.settings.clone());
        let fresh = self.drag_settings(joint);
        let levels = if now.levels == before.levels { fresh.levels } else { now.levels };
        if let Some(session) = &mut self.session {
            session.settings = Settings { levels, lock: now.lock, ..fresh };
        }
        self.drag_to(pointer);
    }

    /// Ends the drag and keeps what it did. A figure that is still on its way goes all of it: where the pointer is let go the joint is wanted,
    /// however quickly it came there.
    pub fn end_drag(&mut self) {
        if let Some(session) = self.session.as_mut().filter(|session| session.glides()) {
            let posed = session.at_rest();
            self.show_drag(posed);
        }
        let Some(mut session) = self.session.take() else { return };
        session.find_hindrances();
        self.last_drag = Some(session);
        if self.document.commit_drag() {
            self.preferences.knows_how = true;
            self.banners.settle();
        }
    }

    /// Ends the drag, of a joint or of a limit, and takes back what it did; gives whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        let was_dragging = self.session.take().is_some() | self.limit_session.take().is_some();
        if was_dragging {
            self.last_drag = None;
        }
        was_dragging && self.document.cancel_drag()
    }

    /// Whether a joint or a limit is dragged.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.session.is_some() || self.limit_session.is_some()
    }
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
    fn joint(&self) -> Option<usize> {
        match self {
            Self::Drag(drag) => Some(drag.joint()),
            Self::Move(_) => None,
        }
    }
}

impl Session {
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

    /// Whether the figure goes on while the pointer rests.
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
    fn find_hindrances(&mut self) {
        if let Kind::Drag(drag) = &mut self.kind {
            // What cannot be told is not told.
            self.hindrances = drag.obstacles(self.pointer, &self.settings).unwrap_or_default();
        }
    }

    /// What the drag comes to when the pointer rests.
    fn at_rest(&mut self) -> Result<Posed, Refusal> {
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

/// How many joints above this one turn when nobody says: those of its limb, or those up to where the body branches. Where neck and clavicles
/// begin, the trunk bends: nothing else moves them.
#[must_use]
pub fn limb_levels(actor: &Actor, joint: usize) -> usize {
    let rig = &actor.figure.rig;
    let above: Vec<usize> = rig.skeleton.ancestors(joint).skip(1).collect();
    let limbs = rig.limbs.iter().filter(|limb| limb.tip == joint || limb.middle == joint);
    if let Some(levels) = limbs.filter_map(|limb| above.iter().position(|&joint| joint == limb.base)).max() {
        return levels + 1;
    }
    if let Some(spine) =
        actor.figure.rig.humanoid().filter(|body| begins_on_trunk(body, joint)).and_then(|body| body.spine.first().copied())
        && let Some(levels) = above.iter().position(|&joint| joint == spine)
    {
        return levels + 1;
    }
    let branches = |joint: &usize| rig.skeleton.children(*joint).len() > 1;
    above.iter().position(branches).unwrap_or(above.len()).max(1)
}

/// Whether neck or a clavicle begins here, or the arm where there is no clavicle.
fn begins_on_trunk(body: &Humanoid, joint: usize) -> bool {
    body.neck.first() == Some(&joint) || body.arms.iter().any(|arm| arm.clavicle.unwrap_or(arm.upper) == joint)
}

/// The joints that turn when this one is dragged with so many levels (0 is all), nearest first, as far as a stop joint.
#[must_use]
pub fn chain_above(actor: &Actor, joint: usize, levels: usize) -> Vec<usize> {
    let mut chain = Vec::new();
    for above in actor.figure.rig.skeleton.ancestors(joint).skip(1) {
        chain.push(above);
        if chain.len() == levels || actor.stops.contains(&above) {
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
        let base_of =
            |name: &str| chain_above(&actor, joint(name), limb_levels(&actor, joint(name))).last().map(|&joint| actor.joint_name(joint));
        assert_eq!(base_of("LeftHand").as_deref(), Some("LeftUpperArm"));
        assert_eq!(base_of("leftIndexDistal").as_deref(), Some("LeftIndexProximal"));
        assert_eq!(base_of("RightFoot").as_deref(), Some("RightUpperLeg"));
        assert_eq!(base_of("Head").as_deref(), Some("Neck"));
        assert_eq!(base_of("LeftUpperArm").as_deref(), Some("LeftShoulder"));
        assert_eq!(base_of("Neck").as_deref(), Some("Spine"));
        assert_eq!(base_of("RightShoulder").as_deref(), Some("Spine"));
    }
}
