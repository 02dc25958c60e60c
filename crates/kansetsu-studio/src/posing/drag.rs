//! A drag: from the press to the release.

use std::{cell::OnceCell, sync::Arc};

use kansetsu::{
    Error,
    d3::{Outcome, frame::bone_frames, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

use super::{
    Grip, Method, Pointer, Posed, Settings, Snap, Subject, classic_drag,
    contact::{Contact, Surface},
    dial::Dial,
    mirroring::mirrored,
    reach::{Firm, Reach, Reached, Wanted},
    swivel::{KeepsTip, Limited, Swivel},
    target::{Frames, Handle},
    travel::{Travel, Way},
    turn_joint::turned,
};
use crate::viewport::View;

/// A drag that has begun.
pub struct Drag {
    subject: Subject,
    grip: Grip,
    /// The joint that it is about.
    joint: usize,
    model_from_joint: Vec<Affine3>,
    handle: Handle,
    dial: Dial,
    frames: Frames,
    /// How the joint is rotated in model space at the press.
    turn: Quat,
    /// Whether it is about the middle of a straight limb: its circle is a point, so it is dragged
    /// as any other joint.
    is_straight: bool,
    travel: Travel,
    /// What solves.
    prepared: Option<Reach>,
    /// What it stops at, once that was asked for; `None` in it when it is no hand or foot.
    surface: OnceCell<Option<Arc<Surface>>>,
}

/// The distance of a pole's handle, as a fraction of the limb's length.
const POLE_DISTANCE: f32 = 0.6;

impl Drag {
    /// Begins a drag where the pointer is pressed.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a grip that the figure does not have, [`Error::PoseMismatch`]
    /// for a pose of another figure.
    pub fn begin(subject: Subject, grip: Grip, view: View, press: Pointer) -> Result<Self, Error> {
        let count = subject.skeleton().len();
        let joint = grip.joint(&subject.rig().limbs).unwrap_or(usize::MAX);
        if joint >= count {
            return Err(Error::JointOutOfRange { joint, count });
        }
        if subject.pose.locals.len() != count || subject.limits.len() != count {
            return Err(Error::PoseMismatch {
                pose: subject.pose.locals.len().min(subject.limits.len()),
                skeleton: count,
            });
        }
        let model_from_joint = subject.forward();
        let mut place = subject.placement.transform_point3(model_from_joint[joint].translation);
        if let Grip::Pole(limb) = grip {
            place = pole_place(&subject, limb).unwrap_or(place);
        }
        Ok(Self {
            joint,
            grip,
            handle: Handle::new(view, place),
            dial: Dial::new(view, place, press.pixel),
            frames: frames(&subject, joint, &model_from_joint),
            turn: rotation_of(&model_from_joint[joint]),
            is_straight: matches!(grip, Grip::Middle(limb) if is_straight(&subject, limb)),
            travel: Travel::new(press),
            prepared: None,
            surface: OnceCell::new(),
            model_from_joint,
            subject,
        })
    }

    /// The figure at the press.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The joint that the drag is about: a limb's middle for what swings it.
    #[must_use]
    pub fn joint(&self) -> usize {
        self.joint
    }

    /// The same drag of a changed figure.
    pub(super) fn restarted(&self, subject: Subject) -> Result<Self, Error> {
        Ok(Self {
            travel: self.travel,
            ..Self::begin(subject, self.grip, *self.handle.view(), Pointer::default())?
        })
        .map(|drag| Self { dial: self.dial, surface: self.surface.clone(), ..drag })
    }

    /// What was grabbed.
    #[must_use]
    pub fn grip(&self) -> Grip {
        self.grip
    }

    /// Prepares the solver, and the figure's surface where it will be in the way, so that the press
    /// takes that time and not the first motion of the pointer. A drag that cannot be solved is
    /// refused there.
    pub fn prepare(&mut self, settings: &Settings) {
        if !matches!(self.grip, Grip::Joint(_) | Grip::Along(..)) {
            return;
        }
        self.prepared = Reach::new(&self.subject, (self.joint, Firm::Nothing), settings).ok();
        if settings.contact {
            self.surface();
        }
    }

    fn surface(&self) -> Option<Arc<Surface>> {
        self.surface
            .get_or_init(|| {
                Surface::new(&self.subject, self.joint, self.handle.view()).map(Arc::new)
            })
            .clone()
    }

    /// The pose for where the pointer is now. It follows from the pose at the press and the way of
    /// the pointer since it was last there: at the pixel of the press it is the pose of the
    /// press, to the bit, and where a pointer comes from far away, it does not matter from where.
    ///
    /// # Errors
    /// Those of the solvers: [`Error::InvalidNumber`] for a pointer beyond all bounds,
    /// [`Error::Unsupported`] and [`Error::ChainLength`] for a solver that cannot serve the chain,
    /// [`Error::NotAChain`] for a classic drag of a root.
    pub fn at(&mut self, pointer: Pointer, settings: &Settings) -> Result<Posed, Error> {
        let way = self.travel.to(pointer);
        self.on_the_way(way, settings)
    }

    /// Whether the figure still moves to its target while the pointer rests: then
    /// [`Self::at`] takes it on, the same place given again.
    #[must_use]
    pub fn glides(&self) -> bool {
        self.prepared.as_ref().is_some_and(Reach::glides)
    }

    fn on_the_way(&mut self, way: Way, settings: &Settings) -> Result<Posed, Error> {
        if way == Way::NONE {
            if let Some(reach) = &mut self.prepared {
                reach.restart();
            }
            return Ok(self.at_press());
        }
        let mut target = self.handle.target(way, &self.locked(settings), &self.frames);
        // A pole's handle is no joint: where it comes to is its own affair.
        let mut place = None;
        let mut reached = match self.grip {
            Grip::Joint(_) | Grip::Along(..) => self.reach(Firm::Nothing, &mut target, settings)?,
            Grip::Middle(limb) if self.is_straight => {
                target = self.around_base(limb, (way, target), settings);
                self.reach(Firm::Tip(self.subject.rig().limbs[limb].tip), &mut target, settings)?
            }
            Grip::Turn(joint, about) => {
                let turn = self.dial.turn(about, way, settings, &self.frames);
                target = self.handle.start();
                moved_to(turned(
                    &self.subject,
                    &self.model_from_joint,
                    joint,
                    (turn, settings.limited),
                ))
            }
            Grip::Orient(_, about) => {
                target = self.handle.start();
                self.orient(self.dial.turn(about, way, settings, &self.frames), settings)?
            }
            Grip::Middle(limb) | Grip::Pole(limb) => {
                let swung = self.swing(limb, target, settings);
                target = swung.target;
                place = Some(swung.place);
                swung.reached
            }
            Grip::Classic(joint, form) => {
                let in_model = self.subject.placement.inverse().transform_point3(target);
                classic_drag::drag(&self.subject, (joint, form), (in_model, way), settings)?
            }
        };
        if settings.mirrored {
            reached.pose = mirrored(&self.subject, self.joint, reached.pose)?;
        }
        Ok(self.posed(reached, target, place))
    }

    /// The target of the middle of a straight limb: under the pointer, on the sphere around the
    /// limb's base. In the plane of the picture the middle could not be pushed along the limb.
    fn around_base(&self, limb: usize, (way, target): (Way, Vec3), settings: &Settings) -> Vec3 {
        let is_free = settings.lock.is_none() && settings.snap == Snap::default();
        let Some(pole) = pole_place(&self.subject, limb).filter(|_| is_free && way.depth == 0.0)
        else {
            return target;
        };
        let base = self.model_from_joint[self.subject.rig().limbs[limb].base].translation;
        let start = self.handle.start();
        self.handle.on_sphere(way, self.subject.placement.transform_point3(base), pole - start)
    }

    /// An arrow locks its axis.
    fn locked(&self, settings: &Settings) -> Settings {
        let lock = match self.grip {
            Grip::Along(_, axis) => Some(axis),
            _ => settings.lock,
        };
        Settings { lock, ..settings.clone() }
    }

    /// Where a surface is in the way, `target` is changed to where that lets the joint be wanted.
    fn reach(
        &mut self,
        firm: Firm,
        target: &mut Vec3,
        settings: &Settings,
    ) -> Result<Reached, Error> {
        let position = self.subject.placement.inverse().transform_point3(*target);
        let wanted = Wanted { position, turn: settings.keeps_turn.then_some(self.turn) };
        let reached = self.solve(firm, wanted, settings)?;
        if let Some(stopped) = reached.stopped {
            *target = self.subject.placement.transform_point3(stopped);
        }
        Ok(reached)
    }

    /// The joint turns where it is.
    fn orient(&mut self, turn: Quat, settings: &Settings) -> Result<Reached, Error> {
        let placed = rotation_of(&self.subject.placement);
        let position = self.model_from_joint[self.joint].translation;
        let wanted = Wanted { position, turn: Some(placed.inverse() * turn * placed * self.turn) };
        self.solve(Firm::Place, wanted, &Settings { method: Method::WholeBody, ..settings.clone() })
    }

    fn solve(&mut self, firm: Firm, wanted: Wanted, settings: &Settings) -> Result<Reached, Error> {
        let reach = match self.prepared.take() {
            Some(reach) if reach.serves(&self.subject, settings) => reach,
            _ => Reach::new(&self.subject, (self.joint, firm), settings)?,
        };
        let surface =
            if matches!(firm, Firm::Nothing) && settings.contact { self.surface() } else { None };
        let axis = self.locked(settings).lock.map(|axis| self.frames.axis(settings.space, axis));
        let contact =
            surface.as_deref().map(|surface| Contact { surface, view: self.handle.view(), axis });
        self.prepared.insert(reach).solve(&self.subject, (wanted, contact.as_ref()), settings)
    }

    /// The middle goes round as far as the handle has gone round since the press, or as far as
    /// limits let it. The target is a position on its circle: how far off the circle the pointer
    /// is does not matter.
    fn swing(&self, limb: usize, target: Vec3, settings: &Settings) -> Swung {
        let limited = if settings.limited { Limited::Yes } else { Limited::No };
        let Some(swivel) =
            Swivel::new(&self.subject, limb, (keeps_tip(&self.subject, limb), limited))
        else {
            return Swung {
                reached: moved_to(self.subject.pose.clone()),
                target,
                place: self.handle.start(),
            };
        };
        // The handle need not be where the limb points.
        let angle =
            |place: Vec3| swivel.angle_to(self.subject.placement.inverse().transform_point3(place));
        let wanted = settings.snap.angle(wrapped(angle(target) - angle(self.handle.start())));
        let allowed = swivel.reach(&self.subject, wanted);
        let stands = |angle: f32| match self.grip {
            Grip::Pole(_) => swivel.pole_at(angle, pole_distance(&self.subject, &swivel)),
            _ => swivel.middle_at(angle, 1.0),
        };
        let [target, place] =
            [wanted, allowed].map(|angle| self.subject.placement.transform_point3(stands(angle)));
        let mut reached = moved_to(swivel.pose(&self.subject, allowed));
        if allowed != wanted {
            reached.outcome = Outcome::Limited;
            reached.active_limits = swivel.active_limits(&self.subject, allowed);
        }
        Swung { reached, target, place }
    }

    fn at_press(&self) -> Posed {
        Posed::reached(self.subject.pose.clone(), self.handle.start(), Vec::new())
    }

    fn posed(&self, reached: Reached, target: Vec3, place: Option<Vec3>) -> Posed {
        let Reached { pose, outcome, active_limits, iterations, .. } = reached;
        let place = place.unwrap_or_else(|| self.subject.world_position_in(&pose, self.joint));
        let press = &self.subject.pose.locals;
        let moved = (0..press.len()).filter(|&joint| pose.locals[joint] != press[joint]).collect();
        Posed {
            pose,
            outcome,
            target,
            reached: place,
            distance: place.distance(target),
            active_limits,
            iterations,
            moved,
        }
    }
}

fn moved_to(pose: kansetsu::d3::Pose) -> Reached {
    Reached {
        pose,
        outcome: Outcome::Reached,
        active_limits: Vec::new(),
        iterations: 0,
        stopped: None,
    }
}

fn wrapped(angle: f32) -> f32 {
    angle - std::f32::consts::TAU * (angle / std::f32::consts::TAU).round()
}

/// The position of the handle of a limb's pole, in world space, metres: out from the limb to the
/// side to which its middle points. `None` for a limb that the figure does not have, or whose ends
/// are at one place.
#[must_use]
pub fn pole_place(subject: &Subject, limb: usize) -> Option<Vec3> {
    let swivel = Swivel::new(subject, limb, (KeepsTip::No, Limited::No))?;
    Some(subject.placement.transform_point3(swivel.pole_at(0.0, pole_distance(subject, &swivel))))
}

fn pole_distance(subject: &Subject, swivel: &Swivel) -> f32 {
    let model = subject.forward();
    let at = |joint: usize| model[joint].translation;
    let limb = swivel.limb();
    POLE_DISTANCE
        * (at(limb.base).distance(at(limb.middle)) + at(limb.middle).distance(at(limb.tip)))
}

/// Whether a limb is in this pose straight that its middle has nowhere to swing.
fn is_straight(subject: &Subject, limb: usize) -> bool {
    Swivel::new(subject, limb, (KeepsTip::No, Limited::No))
        .is_none_or(|swivel| swivel.is_straight())
}

/// Whether a limb's tip keeps its turn in space while the middle swings: when that is pinned.
#[must_use]
pub fn keeps_tip(subject: &Subject, limb: usize) -> KeepsTip {
    let tip = subject.rig().limbs.get(limb).map(|limb| limb.tip);
    let is_held =
        subject.pins.iter().any(|pin| pin.orientation.is_some() && Some(pin.joint) == tip);
    if is_held { KeepsTip::Yes } else { KeepsTip::No }
}

/// What became of a swing.
struct Swung {
    reached: Reached,
    /// In world space: the handle's target, and where it came to.
    target: Vec3,
    place: Vec3,
}

/// The frames whose axes a lock or a ring may mean.
pub(super) fn frames(subject: &Subject, joint: usize, model_from_joint: &[Affine3]) -> Frames {
    let world = |map: Affine3| rotation_of(&(subject.placement * map));
    let parent = subject.skeleton().joints()[joint].parent;
    Frames {
        world_from_bone: world(model_from_joint[joint])
            * bone_frames(subject.skeleton(), &[])[joint],
        world_from_parent: parent
            .map_or_else(|| world(Affine3::IDENTITY), |parent| world(model_from_joint[parent])),
    }
}
