//! What a drag or a typed position asks of the session, as plain data.

use kansetsu::{
    Options, Target,
    d3::{Rig, rotation_of, solve::Solver},
    glam::{Affine3, Quat, Vec3},
    session::{Request, RequestTarget, Rotation},
};

use crate::{
    document::Pin,
    posing::{Settings, Subject},
};

/// What is kept beside the pins while a joint is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::posing) enum Firm {
    Nothing,
    /// The joint's own place, as firmly as a pin: it turns.
    Place,
    /// The tip of the straight limb of which it is the middle, as long as that costs little.
    Tip(usize),
}

/// Weights of the middle of a straight limb while it is dragged, and of its tip, which stays near
/// its place. With the same weight for both a straight limb stays straight. Of 800 middles of
/// straight limbs, where no limit stops them, 93 % are within two pixels of where they can be (half
/// of the tips go less than 1.7 times as far). Middle ×0.5 and ×2: 92 and 93 %; tip ×0.5 96 %, ×2
/// 87 %.
const MIDDLE_AND_TIP: [f32; 2] = [20.0, 0.15];

impl Firm {
    /// The target of the dragged joint.
    pub(super) fn target(self, position: Vec3, turn: Option<Quat>) -> Target {
        let turn = turn.map(|turn| Rotation::Orientation(turn.into()));
        match self {
            Self::Place => Target { rotation: turn, ..Target::default() },
            Self::Nothing => Target { rotation: turn, ..Target::position(position) },
            Self::Tip(_) => Target {
                rotation: turn,
                ..Target::position(position).with_weight(MIDDLE_AND_TIP[0])
            },
        }
    }
}

/// The request of a drag: the options of the settings and the pins of the figure. The target of the
/// dragged joint comes later.
pub(in crate::posing) fn request(
    subject: &Subject,
    (joint, firm): (usize, Firm),
    settings: &Settings,
) -> Request {
    let rig = subject.rig();
    let (options, model) = (settings.options(subject, joint), subject.forward());
    let target = |joint: usize, target: Target| RequestTarget {
        joint: joint_name(rig, joint),
        relative_to: None,
        target,
    };
    let mut request = Request { options, ..Request::default() };
    if is_for_bodies(&request.options) {
        let own = |pin: &Pin| Pin {
            position: None,
            orientation: pin.orientation.filter(|_| !settings.keeps_turn),
            ..*pin
        };
        let pins = subject.pins.iter().filter(|pin| {
            pin.joint < rig.skeleton.len() && !(firm == Firm::Place && pin.joint == joint)
        });
        let pins = pins.map(|pin| if pin.joint == joint { own(pin) } else { *pin });
        for pin in pins {
            let toes = settings.heels.then(|| toes_below(subject, &pin, joint)).flatten();
            let pin = toes.unwrap_or(pin);
            request.pin_targets.extend(pinned(&pin).map(|placed| target(pin.joint, placed)));
        }
    }
    match firm {
        Firm::Tip(_) if !is_for_bodies(&request.options) => {}
        Firm::Nothing => {}
        Firm::Place => {
            request.pin_targets.push(target(joint, Target::position(model[joint].translation)))
        }
        Firm::Tip(tip) if subject.pins.iter().any(|pin| pin.joint == tip) => {}
        Firm::Tip(tip) => request.targets.push(target(
            tip,
            Target::position(model[tip].translation).with_weight(MIDDLE_AND_TIP[1]),
        )),
    }
    request
}

/// The pin that keeps the toes of a pinned foot on the floor while its heel may rise; `None` for
/// another pin, and where the toes are dragged or pinned themselves.
fn toes_below(subject: &Subject, pin: &Pin, dragged: usize) -> Option<Pin> {
    let foot = Affine3::from_rotation_translation(pin.orientation?, pin.position?);
    let body = subject.rig().humanoid()?;
    let toes = body.legs.iter().find(|leg| leg.foot == pin.joint)?.toes?;
    let is_own = toes == dragged || subject.pins.iter().any(|other| other.joint == toes);
    let chain = subject.skeleton().ancestors(toes).take_while(|&joint| joint != pin.joint);
    let toes_in_foot = chain
        .fold(Affine3::IDENTITY, |below, joint| subject.pose.locals[joint].to_affine() * below);
    let place = foot * toes_in_foot;
    (!is_own).then(|| Pin {
        joint: toes,
        position: Some(place.translation),
        orientation: Some(rotation_of(&place)),
    })
}

/// Whether all goals are solved together. The chain of a solver of the user's choice takes neither
/// pins nor weights.
pub(super) fn is_for_bodies(options: &Options) -> bool {
    options.solver.as_ref().is_none_or(|solver| matches!(solver, Solver::FabrikTree(_)))
}

/// The placement of a pin; `None` if it keeps nothing.
pub(super) fn pinned(pin: &Pin) -> Option<Target> {
    let rotation = pin.orientation.map(|turn| Rotation::Orientation(turn.into()));
    let target = Target { position: pin.position.map(Into::into), rotation, ..Target::default() };
    (target.position.is_some() || target.rotation.is_some()).then_some(target)
}

/// The name by which a request finds a joint: its own, or `#` and its index where others share it.
pub(in crate::posing) fn joint_name(rig: &Rig, joint: usize) -> String {
    let name = rig.skeleton.joints()[joint].name.as_str();
    let is_own = rig.joint(name).is_ok_and(|found| found.index() as usize == joint);
    if is_own { name.to_owned() } else { format!("#{joint}") }
}
