//! Targets, pins and options of a session as plain data, for pickling and requests.

use kansetsu::{
    Error, IkSession, JointId, Options, Rig, Target,
    session::{Request, RequestTarget},
};
use kansetsu_humanoid::prior::set_default_prior;
use pyo3::{PyResult, exceptions::PyValueError};
use serde::{Deserialize, Serialize};

/// The quantity that a pin keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// The position and rotation in the pose.
    Placement,
    /// The position in the pose.
    Position,
    /// A target.
    To,
}

/// A pin, as the caller set it.
pub(crate) struct Pinned {
    pub(crate) joint: JointId,
    pub(crate) kind: Kind,
    pub(crate) target: Option<Target>,
}

impl Pinned {
    pub(crate) fn apply(&self, session: &mut IkSession) {
        match (self.kind, self.target) {
            (Kind::To, Some(target)) => session.pin_to(self.joint, target),
            (Kind::Position, _) => session.pin_position(self.joint),
            (Kind::Placement | Kind::To, _) => session.pin(self.joint),
        }
    }

    /// The pins of a request, in the order in which [`Request::session`] sets them.
    pub(crate) fn of_request(rig: &Rig, request: &Request) -> Result<Vec<Self>, Error> {
        let mut pins: Vec<Self> = Vec::new();
        let mut add = |pin: Self| {
            pins.retain(|other| other.joint != pin.joint);
            pins.push(pin);
        };
        for RequestTarget { joint, relative_to, target } in &request.pin_targets {
            let relative_to = relative_to.as_deref().map(|name| rig.joint(name)).transpose()?;
            add(Self {
                joint: rig.joint(joint)?,
                kind: Kind::To,
                target: Some(Target { relative_to, ..*target }),
            });
        }
        for (names, kind) in
            [(&request.pins, Kind::Placement), (&request.position_pins, Kind::Position)]
        {
            for name in names {
                add(Self { joint: rig.joint(name)?, kind, target: None });
            }
        }
        Ok(pins)
    }
}

/// A target with the indices of its joints.
#[derive(Serialize, Deserialize)]
struct Placed {
    joint: u32,
    relative_to: Option<u32>,
    target: Target,
}

/// All data of a session except its rig and its tracking state.
#[derive(Serialize, Deserialize)]
pub(crate) struct SessionState {
    options: Options,
    locked: Vec<u32>,
    stiffness: Vec<(u32, f32)>,
    targets: Vec<Placed>,
    pins: Vec<(u32, Kind, Option<Placed>)>,
}

impl Placed {
    fn of(joint: JointId, target: &Target) -> Self {
        Self {
            joint: joint.index(),
            relative_to: target.relative_to.map(JointId::index),
            target: *target,
        }
    }

    fn target(&self, rig: &Rig) -> PyResult<Target> {
        let relative_to = self.relative_to.map(|index| id(rig, index)).transpose()?;
        Ok(Target { relative_to, ..self.target })
    }

    fn request(self) -> RequestTarget {
        let named = |index: u32| format!("#{index}");
        RequestTarget {
            joint: named(self.joint),
            relative_to: self.relative_to.map(named),
            target: self.target,
        }
    }
}

impl SessionState {
    pub(crate) fn of(session: &IkSession, pins: &[Pinned]) -> Self {
        let options = session.options();
        Self {
            options: options.clone(),
            locked: options.locked.iter().map(|joint| joint.index()).collect(),
            stiffness: options
                .stiffness
                .iter()
                .map(|(joint, factor)| (joint.index(), *factor))
                .collect(),
            targets: session
                .targets()
                .iter()
                .map(|(joint, target)| Placed::of(*joint, target))
                .collect(),
            pins: pins
                .iter()
                .map(|pin| {
                    (
                        pin.joint.index(),
                        pin.kind,
                        pin.target.map(|target| Placed::of(pin.joint, &target)),
                    )
                })
                .collect(),
        }
    }

    pub(crate) fn session(self, rig: &Rig) -> PyResult<(IkSession, Vec<Pinned>)> {
        let mut options = self.options;
        options.locked =
            self.locked.iter().map(|&joint| id(rig, joint)).collect::<PyResult<_>>()?;
        options.stiffness = self
            .stiffness
            .iter()
            .map(|&(joint, factor)| Ok((id(rig, joint)?, factor)))
            .collect::<PyResult<_>>()?;
        set_default_prior(&mut options);
        let mut session = IkSession::new(rig, options);
        for placed in &self.targets {
            session.set_target(id(rig, placed.joint)?, placed.target(rig)?);
        }
        let mut pins = Vec::new();
        for (joint, kind, placed) in &self.pins {
            let target = placed.as_ref().map(|placed| placed.target(rig)).transpose()?;
            let pin = Pinned { joint: id(rig, *joint)?, kind: *kind, target };
            pin.apply(&mut session);
            pins.push(pin);
        }
        Ok((session, pins))
    }

    /// The request with joints as indices.
    pub(crate) fn request(self) -> Request {
        let named = |index: &u32| format!("#{index}");
        let pinned = |kind: Kind| {
            self.pins.iter().filter(move |pin| pin.1 == kind).map(|pin| named(&pin.0)).collect()
        };
        let (pins, position_pins) = (pinned(Kind::Placement), pinned(Kind::Position));
        Request {
            pins,
            position_pins,
            targets: self.targets.into_iter().map(Placed::request).collect(),
            pin_targets: self
                .pins
                .into_iter()
                .filter_map(|pin| pin.2)
                .map(Placed::request)
                .collect(),
            locked: self.locked.iter().map(named).collect(),
            stiffness: self
                .stiffness
                .iter()
                .map(|(joint, factor)| (named(joint), *factor))
                .collect(),
            options: self.options,
        }
    }
}

fn id(rig: &Rig, index: u32) -> PyResult<JointId> {
    match index as usize {
        index if index < rig.skeleton.len() => Ok(rig.skeleton.id(index)),
        index => Err(PyValueError::new_err(format!("state: joint {index} does not exist"))),
    }
}
