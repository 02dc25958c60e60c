//! A limb whose tip is held, and the circle on which its middle joint can be.

use kansetsu::{
    Budget, Error, IkSession, Options, Target,
    d3::{
        Chain, Goal, Limb, Pose, Posture,
        solve::{Root, TwoBone},
    },
    glam::Vec3,
    session::{self, Balance, Feet, SelfCollision},
};
use kansetsu_formats::{Figure, Role};
use kansetsu_humanoid::prior::{Prior, PriorBody};

/// A limb whose tip is held at a place.
#[derive(Clone, Debug)]
pub struct HeldLimb<'a> {
    figure: &'a Figure,
    limb: &'a Limb,
    /// The base turns freely, the middle bends as its limit says.
    chain: Chain,
    posture: Posture,
    target: Vec3,
    /// Where the middle joint can be.
    pub circle: Circle,
}

/// The circle of the middle joint. Angles on it go from up towards `across`, radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Its middle, on the line from base to tip.
    pub center: Vec3,
    /// Its radius; 0 for a straight limb.
    pub radius: f32,
    /// Along the line from base to tip.
    pub line: Vec3,
    /// Up, projected onto the plane across the line.
    pub up: Vec3,
    /// Across both: `line × up`.
    pub across: Vec3,
    /// Where the limb begins.
    pub base: Vec3,
    /// Where its tip is.
    pub tip: Vec3,
}

/// The limb with its middle at one place of the circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The figure's pose.
    pub pose: Pose,
    /// Where the middle joint is, radians.
    pub angle: f32,
    /// What the limb's turns cost: the sum of `k a² / 2` over its joints, `k` a joint's stiffness
    /// and `a` its angle from the reference pose.
    pub cost: f32,
    /// How far the joint that is farthest outside its limit is outside, radians.
    pub outside: f32,
}

/// What says where the middle joint goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// To the side that the limb's pole says.
    Pole,
    /// By the least turn from rest: what two bones do without a pole.
    Rest,
    /// Away from the head, so that bending the elbow brings the palm to it.
    PalmToHead,
    /// By the hand's place beside the body.
    Parger,
    /// Ours: least comfort cost about a relaxed stance, inside the limits.
    Ease,
    /// Ours: the same about the pose that people most likely take.
    Prior,
}

impl Rule {
    /// All of them, in the order of their colours.
    pub const ALL: [Self; 6] =
        [Self::Pole, Self::Rest, Self::PalmToHead, Self::Parger, Self::Ease, Self::Prior];
}

impl<'a> HeldLimb<'a> {
    /// The limb with its tip at a place, or as near as it gets.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn new(figure: &'a Figure, limb: &'a Limb, target: Vec3) -> Result<Self, Error> {
        let rig = &figure.rig;
        let mut limits = vec![None; rig.limits.len()];
        limits[limb.middle].clone_from(&rig.limits[limb.middle]);
        let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)?
            .with_pole(&rig.skeleton, limb.pole)
            .with_limits(&limits)?;
        let circle = Circle {
            center: target,
            radius: 0.0,
            line: Vec3::X,
            up: Vec3::Y,
            across: Vec3::Z,
            base: target,
            tip: target,
        };
        let mut held = Self { figure, limb, chain, posture: figure.rig.posture(), target, circle };
        let pose = held.bent(Goal::position(limb.tip, target))?;
        held.circle = held.circle_of(&pose);
        Ok(held)
    }

    /// The limb with its middle at an angle.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn stand(&self, angle: f32) -> Result<Stand, Error> {
        let Circle { base, .. } = self.circle;
        let pole = base + self.circle.toward(angle);
        let pose = self.bent(Goal::position(self.limb.tip, self.target).with_pole(pole))?;
        Ok(self.judged(pose))
    }

    /// What a rule says; `None` where it has nothing to say of this limb.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn by(&self, rule: Rule) -> Result<Option<Stand>, Error> {
        let goal = Goal::position(self.limb.tip, self.target);
        Ok(match rule {
            Rule::Pole => Some(self.stand(self.circle.angle_toward(self.limb.pole))?),
            Rule::Rest => Some(self.judged(self.bent(goal)?)),
            Rule::PalmToHead => match self.away_from_head() {
                Some(angle) => Some(self.stand(angle)?),
                None => None,
            },
            Rule::Parger => match self.parger() {
                Some(angle) => Some(self.stand(angle)?),
                None => None,
            },
            Rule::Ease => Some(self.judged(self.solved(&self.posture.reference)?)),
            Rule::Prior => match self.likely()? {
                Some(likely) => Some(self.judged(self.solved(&likely)?)),
                None => None,
            },
        })
    }

    fn bent(&self, goal: Goal) -> Result<Pose, Error> {
        let mut pose = self.figure.rig.skeleton.rest_pose();
        TwoBone::default().solve(&self.chain, &goal, &mut pose)?;
        Ok(pose)
    }

    /// What the session does with this limb from a reference pose. All other joints stay at rest.
    fn solved(&self, reference: &Pose) -> Result<Pose, Error> {
        let rig = &self.figure.rig;
        let moves = [self.limb.base, self.limb.middle];
        let others = (0..rig.skeleton.len()).filter(|joint| !moves.contains(joint));
        let options = Options {
            posture: session::Posture::Given,
            feet: Feet::Free,
            balance: Balance::Off,
            self_collision: SelfCollision::Off,
            locked: others.map(|joint| rig.skeleton.id(joint)).collect(),
            ..Options::default()
        };
        let mut ik = IkSession::new(rig, options);
        let mut pose = rig.rest_pose();
        for joint in moves {
            pose.locals[joint].rotation = reference.locals[joint].rotation;
        }
        ik.set_target(rig.skeleton.id(self.limb.tip), Target::position(self.target));
        ik.solve(&mut pose, Budget::steps(200))?;
        Ok(pose)
    }

    /// The pose that people most likely take of whom this tip, the other limbs' ends and the head
    /// are known; `None` for what is not human.
    fn likely(&self) -> Result<Option<Pose>, Error> {
        let Some(humanoid) = self.figure.rig.humanoid() else { return Ok(None) };
        let skeleton = &self.figure.rig.skeleton;
        let ease = &self.posture.reference;
        let places = skeleton.forward(ease);
        let known =
            self.figure.rig.limbs.iter().map(|limb| limb.tip).chain(humanoid.neck.last().copied());
        let known = known
            .filter(|&joint| joint != self.limb.tip)
            .map(|joint| Goal::position(joint, places[joint].translation));
        let goals: Vec<Goal> =
            std::iter::once(Goal::position(self.limb.tip, self.target)).chain(known).collect();
        let body = PriorBody::new(skeleton, &humanoid)?;
        Ok(Some(body.pose_prior(Prior::people()).map_estimate(&goals, ease, Root::Fixed)?))
    }

    /// H. Kim et al. 2012: the plane of the arm holds the head, and the elbow is on the far side of
    /// it.
    fn away_from_head(&self) -> Option<f32> {
        let arms = self.figure.rig.humanoid()?.arms;
        arms.iter().find(|arm| arm.hand == self.limb.tip)?;
        let head = self.place(*self.figure.rig.roles.get(&Role::Head)?);
        Some(self.circle.angle_toward(self.circle.tip - head))
    }

    /// M. Parger et al. 2018.
    fn parger(&self) -> Option<f32> {
        let humanoid = self.figure.rig.humanoid()?;
        let side = humanoid.arms.iter().position(|arm| arm.hand == self.limb.tip)?;
        let [left, right] = humanoid.arms.map(|arm| self.place(arm.upper));
        let left = (left - right).normalize_or_zero();
        let inward = if side == 0 { -left } else { left };
        let length = self.chain.length(&self.figure.rig.skeleton.rest_pose());
        let hand = (self.circle.tip - self.circle.base) / length.max(1e-6);
        let angle = parger([hand.dot(inward), hand.y, hand.dot(left.cross(Vec3::Y))]).to_radians();
        // From up to the outside: the other way round on the other side.
        Some(if side == 0 { -angle } else { angle })
    }

    fn place(&self, joint: usize) -> Vec3 {
        let skeleton = &self.figure.rig.skeleton;
        skeleton.forward(&skeleton.rest_pose())[joint].translation
    }

    fn circle_of(&self, pose: &Pose) -> Circle {
        let maps = self.figure.rig.skeleton.forward(pose);
        let [base, middle, tip] =
            [self.limb.base, self.limb.middle, self.limb.tip].map(|joint| maps[joint].translation);
        let line = (tip - base).try_normalize().unwrap_or(Vec3::X);
        let center = base + line * (middle - base).dot(line);
        let up = (Vec3::Y - line * line.y)
            .try_normalize()
            .unwrap_or_else(|| (Vec3::Z - line * line.z).normalize_or(Vec3::X));
        Circle {
            center,
            radius: middle.distance(center),
            line,
            up,
            across: line.cross(up),
            base,
            tip,
        }
    }

    fn judged(&self, pose: Pose) -> Stand {
        let rig = &self.figure.rig;
        let joints = [self.limb.base, self.limb.middle];
        let off = |joint: usize| {
            pose.locals[joint].rotation.angle_between(self.posture.reference.locals[joint].rotation)
        };
        let cost = joints
            .iter()
            .map(|&joint| 0.5 * self.posture.stiffness[joint] * off(joint) * off(joint))
            .sum();
        let turn = |joint: usize| {
            rig.skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation
        };
        let outside = |joint: &usize| {
            rig.limits[*joint].as_ref().map_or(0.0, |limit| limit.violation(turn(*joint)))
        };
        let outside = joints.iter().map(outside).fold(0.0, f32::max);
        let middle = rig.skeleton.forward(&pose)[self.limb.middle].translation;
        Stand { angle: self.circle.angle_toward(middle - self.circle.center), cost, outside, pose }
    }
}

impl Circle {
    /// The direction of an angle from the line, unit length.
    #[must_use]
    pub fn toward(&self, angle: f32) -> Vec3 {
        let (sin, cos) = libm::sincosf(angle);
        self.up * cos + self.across * sin
    }

    /// The angle of a direction, in [-π, π].
    #[must_use]
    pub fn angle_toward(&self, direction: Vec3) -> f32 {
        libm::atan2f(direction.dot(self.across), direction.dot(self.up))
    }

    /// The place of an angle.
    #[must_use]
    pub fn place(&self, angle: f32) -> Vec3 {
        self.center + self.toward(angle) * self.radius
    }
}

/// The elbow's angle from up to the outside, degrees, of a hand at (inward, up, forward) from its
/// shoulder, in lengths of the arm. The constants are those of the published program; what it adds
/// for the turn of the wrist is left out, and the angle is held inside its 13° to 175°.
#[must_use]
pub fn parger([inward, up, forward]: [f32; 3]) -> f32 {
    let behind = (0.6 - forward).max(0.0);
    let depth = if up > 0.0 { 260.0 * behind * up } else { 100.0 * behind * up };
    (135.0 - 60.0 * up + depth - 50.0 * (inward + 0.1).max(0.0)).clamp(13.0, 175.0)
}
