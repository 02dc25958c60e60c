//! Which joints turn for a dragged one, and what holds.

use kansetsu::{
    Error,
    d3::{
        Capsule, Goal, rotation_of,
        solve::{Body, Root},
    },
};

use super::stiffness::posture;
use crate::{
    document::Pin,
    posing::{RootMotion, Settings, Subject},
};

/// Which joints turn, and what they hang on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turning {
    /// The joint that everything hangs on.
    pub(super) base: usize,
    /// Above the dragged joint, nearest first: up to the level count, a stop joint or the base.
    pub(super) chain: Vec<usize>,
    /// Whether the base moves as a whole.
    pub(super) slides: bool,
    /// Whether each joint of the skeleton may turn.
    pub(super) turns: Vec<bool>,
    /// The pins that have to be solved: those of joints that something moves.
    pub(super) pins: Vec<Pin>,
    /// What else is wanted, as long as that costs nothing: the ankles of feet that stand stay where they are, until they end.
    pub(super) wishes: Vec<Goal>,
}

/// A pin that is missed by less than this, as a part of the body's size, and in radians, holds as it stands.
const HELD: [f32; 2] = [1e-6, 1e-4];

/// How much it counts that an ankle and the dragged pelvis' turn stay, beside what is dragged: heels rise as far as they must.
const STAYS: f32 = 0.1;

/// A foot stands on the floor when its ankle is not higher than this, as a part of the leg's length.
const STANDS: f32 = 0.15;

impl Turning {
    pub(super) fn new(subject: &Subject, joint: usize, settings: &Settings) -> Self {
        let skeleton = subject.skeleton();
        let base = subject.base_of(joint);
        let chain = chain(subject, joint, base, settings.levels);
        let is_below = |other: usize| skeleton.ancestors(other).any(|above| above == base);
        let known = subject.pins.iter().filter(|pin| pin.joint < skeleton.len() && is_below(pin.joint));
        let mut pins: Vec<Pin> = known.cloned().collect();
        let is_pinned = pins.iter().any(|pin| pin.joint != joint && pin.position.is_some());
        // What hangs on the base alone has nothing else to move it.
        let is_base = joint == base || chain == [base] && settings.root != RootMotion::Held;
        let slides = match settings.root {
            _ if is_base => true,
            RootMotion::Auto => is_pinned && chain.contains(&base),
            RootMotion::Held => false,
            RootMotion::Free => chain.contains(&base),
        };
        let mut wishes = Vec::new();
        if is_base && !is_pinned && settings.root == RootMotion::Auto {
            (pins, wishes) = planted(subject, joint, pins);
        }
        let mut turns = vec![false; skeleton.len()];
        for (index, entry) in skeleton.joints().iter().enumerate() {
            // What hangs on a joint that moves gives way too, so that pins can hold.
            let hangs = entry.parent.is_some_and(|parent| turns[parent] || slides && parent == base);
            let in_chain = chain.contains(&index) && (index != base || slides);
            turns[index] = in_chain || index == joint || hangs && index != base;
        }
        let mut turning = Self { base, chain, slides, turns, pins, wishes };
        turning.settle(subject, joint);
        turning
    }

    /// Everything that hangs on what carries the body, which moves as a whole.
    pub(super) fn whole(subject: &Subject) -> Self {
        let (skeleton, base) = (subject.skeleton(), subject.carrier());
        let turns = (0..skeleton.len()).map(|joint| skeleton.ancestors(joint).any(|above| above == base)).collect();
        Self { base, chain: Vec::new(), slides: true, turns, pins: subject.pins.clone(), wishes: Vec::new() }
    }

    /// What pins hold as it stands does not move, and need not be solved.
    fn settle(&mut self, subject: &Subject, joint: usize) {
        let (skeleton, model) = (subject.skeleton(), subject.forward());
        let near = HELD[0] * skeleton.size();
        let mut is_still = vec![true; skeleton.len()];
        for index in 0..skeleton.len() {
            let own = |pin: &Pin| pin.joint == index && index != joint;
            let is_here = |pin: &Pin| pin.position.is_some_and(|place| place.distance(model[index].translation) < near);
            let is_so = |pin: &Pin| pin.orientation.is_some_and(|turn| turn.angle_between(rotation_of(&model[index])) < HELD[1]);
            let place_holds = self.pins.iter().any(|pin| own(pin) && is_here(pin));
            let turn_holds = self.pins.iter().any(|pin| own(pin) && is_so(pin));
            let hangs_still = skeleton.joints()[index].parent.is_none_or(|parent| is_still[parent]);
            if hangs_still {
                self.slides &= index != self.base || !place_holds;
                self.turns[index] &= !turn_holds;
            }
            let stays = hangs_still && !(self.slides && index == self.base);
            is_still[index] = (stays || place_holds) && (stays && !self.turns[index] || turn_holds);
            for pin in self.pins.iter_mut().filter(|pin| own(pin) && stays) {
                pin.position = pin.position.filter(|_| !is_here(pin));
                pin.orientation = pin.orientation.filter(|_| self.turns[index] || !is_so(pin));
            }
        }
        self.pins.retain(|pin| pin.position.is_some() || pin.orientation.is_some());
    }

    /// What the pins of other joints want, and what else.
    pub(super) fn beside(&self, joint: usize) -> impl Iterator<Item = Goal> + '_ {
        self.pins.iter().filter(move |pin| pin.joint != joint).filter_map(Pin::goal).chain(self.wishes.iter().cloned())
    }

    /// The body that so many joints of turn, and what its root does.
    ///
    /// # Errors
    /// Those of [`Body`], for limits and limbs that are none.
    pub(super) fn body(&self, subject: &Subject, settings: &Settings) -> Result<(Body, Root), Error> {
        let skeleton = subject.skeleton();
        let mut body = Body::new(skeleton).with_limbs(skeleton, &subject.rig().limbs)?;
        let posture = posture(subject, settings.natural);
        body = body.with_stiffness(&posture.stiffness)?;
        body = posture.recruitment.iter().try_fold(body, |body, reserve| body.with_recruitment_group(&reserve.joints, reserve.cost))?;
        if let Some(humanoid) = subject.figure.rig.humanoid().filter(|_| settings.contact) {
            body = body.with_collision_pairs(&Capsule::humanoid_pairs(skeleton, &humanoid, &subject.pose)?)?;
        }
        if settings.limited {
            body = body.with_limits(&subject.limits)?;
        }
        for joint in (0..skeleton.len()).filter(|&joint| !self.turns[joint]) {
            body = body.with_locked(joint);
        }
        let is_root = skeleton.joints()[self.base].parent.is_none();
        Ok(match self.slides {
            true if is_root => (body, Root::Free),
            true => (body.with_free_translation(self.base), Root::Fixed),
            false => (body, Root::Fixed),
        })
    }
}

/// What the feet of a human body do that stand on the floor while its hips are dragged: their toes stay as they are, and so do their ankles as
/// long as these reach; then the heels rise. A pelvis keeps its turn.
fn planted(subject: &Subject, dragged: usize, mut pins: Vec<Pin>) -> (Vec<Pin>, Vec<Goal>) {
    let mut wishes = Vec::new();
    let Some(humanoid) = subject.figure.rig.humanoid() else { return (pins, wishes) };
    let model = subject.forward();
    let at = |joint: usize| subject.placement.transform_point3(model[joint].translation);
    let stands = humanoid.legs.iter().filter(|leg| {
        let length = at(leg.upper).distance(at(leg.lower)) + at(leg.lower).distance(at(leg.foot));
        at(leg.foot).y < STANDS * length
    });
    for leg in stands {
        let joint = leg.toes.unwrap_or(leg.foot);
        pins.push(Pin { joint, position: Some(model[joint].translation), orientation: Some(rotation_of(&model[joint])) });
        if leg.toes.is_some() {
            wishes.push(Goal::position(leg.foot, model[leg.foot].translation).with_weight(STAYS));
        }
    }
    if dragged == humanoid.hips && pins.iter().any(|pin| pin.position.is_some()) {
        wishes.push(Goal::orientation(dragged, rotation_of(&model[dragged])).with_weight(STAYS));
    }
    (pins, wishes)
}

fn chain(subject: &Subject, joint: usize, base: usize, levels: usize) -> Vec<usize> {
    if joint == base {
        return Vec::new();
    }
    let levels = if levels == 0 { usize::MAX } else { levels };
    let mut chain = Vec::new();
    for above in subject.skeleton().ancestors(joint).skip(1).take(levels) {
        chain.push(above);
        if above == base || subject.stops.contains(&above) {
            break;
        }
    }
    chain
}
