//! The rules that turn targets into a problem for the solver: the joints that follow, the motion of
//! the root, the planted feet.

use glam::{Affine3, Vec3};

use super::{
    measure::{FORWARD_ROUNDING, measure},
    options::{self, Feet, Limits, Options, SelfCollision},
    pin::pinned,
};
use crate::{
    Error,
    d3::{
        Balance, Capsule, Goal, Humanoid, Leg, Pose, Posture, Priority, Region, Rig, Skeleton,
        rotation_of,
        solve::{Body, Root},
    },
    error::in_range,
};

/// A foot is planted if its ankle is above the floor by at most this fraction of the leg's length.
/// A foot on its toes is at about 0.2; the ankle of a standing adult at 0.08 to 0.11. Of 200
/// requests and 84 gestures ×0.5 changes none by 0.5°, ×2 one.
const PLANTED_HEIGHT: f32 = 0.15;

/// A target whose height above the lowest ankle is less than this fraction of the leg is on the
/// floor. Of 200 requests and 84 gestures ×0.5 changes none by 0.5°; ×2 changes 8, and kneeling
/// misses its targets.
const STEP_HEIGHT: f32 = 0.02;

/// The largest tilt of a foot on the floor, radians: 20°, so that a heel may start to rise. Of 200
/// requests and 84 gestures ×0.5 changes 8 by 0.5°, ×2 four; all are met.
const LEVEL: f32 = 0.35;

/// Properties of a rig, derived once.
#[derive(Clone, Debug)]
pub(super) struct Anatomy {
    pub(super) humanoid: Option<Humanoid>,
    pub(super) posture: Posture,
    balance: Option<Balance>,
    collision_pairs: Vec<[Capsule; 2]>,
    /// The joint that carries the whole body: [`Rig::base_joint`].
    pub(super) base: usize,
}

impl Anatomy {
    pub(super) fn new(rig: &Rig) -> Self {
        let humanoid = rig.humanoid();
        let base = rig.base_joint();
        Self {
            posture: rig.posture(),
            balance: rig.balance(),
            collision_pairs: rig.collision_pairs(),
            base,
            humanoid,
        }
    }

    /// The pose from which a solve starts: joints that are still in the rest pose take the relaxed
    /// stance.
    pub(super) fn relaxed(&self, rig: &Rig, pose: &Pose) -> Pose {
        let mut start = pose.clone();
        let stances = self.posture.reference.locals.iter().zip(rig.skeleton.joints());
        for (local, (stance, joint)) in start.locals.iter_mut().zip(stances) {
            if local.rotation == joint.rest.rotation {
                local.rotation = stance.rotation;
            }
        }
        start
    }

    /// A foot whose target is on the floor and has no rotation keeps its rotation in the pose,
    /// within [`LEVEL`].
    pub(super) fn keep_level(
        &self,
        options: &Options,
        goal: &mut Goal,
        model_from_joint: &[Affine3],
    ) {
        let Some(humanoid) = self
            .humanoid
            .as_ref()
            .filter(|_| options.feet == Feet::Planted && options.solver.is_none())
        else {
            return;
        };
        let Some(leg) = humanoid.legs.iter().find(|leg| leg.foot == goal.joint) else { return };
        let (Some(position), None, None) = (goal.position, goal.orientation, goal.relative_to)
        else {
            return;
        };
        let up = self.balance.as_ref().map_or(Vec3::Y, |balance| balance.up);
        let at = |joint: usize| model_from_joint[joint].translation;
        let floor =
            humanoid.legs.iter().map(|leg| at(leg.foot).dot(up)).fold(f32::INFINITY, f32::min);
        let length = at(leg.upper).distance(at(leg.lower)) + at(leg.lower).distance(at(leg.foot));
        if position.dot(up) - floor < STEP_HEIGHT * length {
            *goal = Goal {
                angle: LEVEL,
                ..goal.with_orientation(rotation_of(&model_from_joint[leg.foot]))
            };
        }
    }

    /// Pins for the feet of a standing humanoid, if a target moves the base. In a motion, feet in
    /// the air keep its placement as well. Feet that `known` pins stay pinned there.
    pub(super) fn planted(
        &self,
        rig: &Rig,
        options: &Options,
        (goals, model_from_joint): (&[Goal], &[Affine3]),
        (is_in_motion, known): (bool, &[Goal]),
    ) -> Vec<Goal> {
        let plants = options.feet == Feet::Planted
            && matches!(options.root, options::Root::Auto | options::Root::Free);
        let Some(humanoid) =
            self.humanoid.as_ref().filter(|_| plants && self.is_base_reached(rig, options, goals))
        else {
            return Vec::new();
        };
        let up = self.balance.as_ref().map_or(Vec3::Y, |balance| balance.up);
        let at = |joint: usize| model_from_joint[joint].translation;
        let has_target = |leg: &&Leg| {
            goals
                .iter()
                .any(|goal| rig.skeleton.ancestors(goal.joint).any(|joint| joint == leg.upper))
        };
        let legs = || humanoid.legs.iter().filter(|leg| !has_target(leg));
        let floor = legs().map(|leg| at(leg.foot).dot(up)).fold(f32::INFINITY, f32::min);
        // Heels may rise, which the posture's toe joints resist.
        let sole = |leg: &Leg| if is_in_motion { leg.foot } else { leg.toes.unwrap_or(leg.foot) };
        let is_on_floor = |leg: &&Leg| {
            let length =
                at(leg.upper).distance(at(leg.lower)) + at(leg.lower).distance(at(leg.foot));
            is_in_motion || at(leg.foot).dot(up) - floor < PLANTED_HEIGHT * length
        };
        let pin_of = |leg: &Leg| known.iter().find(|known| known.joint == sole(leg)).copied();
        let planted = legs().filter(|leg| pin_of(leg).is_some() || is_on_floor(leg));
        planted
            .map(|leg| {
                pin_of(leg).unwrap_or_else(|| pinned(sole(leg), &model_from_joint[sole(leg)]))
            })
            .collect()
    }

    /// The body with these moving joints, and its root motion.
    pub(super) fn body(
        &self,
        rig: &Rig,
        options: &Options,
        moves: &Moves,
    ) -> Result<(Body, Root), Error> {
        let skeleton = &rig.skeleton;
        let mut body = Body::new(skeleton).with_limbs(skeleton, &rig.limbs)?;
        if options.limits == Limits::On {
            body = body.with_limits(&rig.limits)?;
        }
        body = body.with_stiffness(&self.stiffness(rig, options)?)?;
        if options.posture != options::Posture::Uniform {
            let reserves = &self.posture.recruitment;
            body = reserves.iter().try_fold(body, |body, reserve| {
                body.with_recruitment_group(&reserve.joints, reserve.cost)
            })?;
        }
        if options.self_collision == SelfCollision::On {
            body = body.with_collision_pairs(&self.collision_pairs)?;
        }
        if let Some(balance) =
            self.balance.as_ref().filter(|_| options.balance == options::Balance::On)
        {
            body = body.with_balance(balance)?;
        }
        body = (0..skeleton.len())
            .filter(|&joint| !moves.follows[joint])
            .fold(body, Body::with_locked);
        let is_free =
            moves.slides.contains(&self.base) && skeleton.joints()[self.base].parent.is_none();
        let others = moves.slides.iter().copied().filter(|&joint| !(is_free && joint == self.base));
        Ok((
            others.fold(body, Body::with_free_translation),
            if is_free { Root::Free } else { Root::Rotates },
        ))
    }

    /// The stiffness of every joint.
    fn stiffness(&self, rig: &Rig, options: &Options) -> Result<Vec<f32>, Error> {
        let mut stiffness = match options.posture {
            options::Posture::Uniform => vec![1.0; rig.skeleton.len()],
            _ => self.posture.stiffness.clone(),
        };
        for (joint, factor) in &options.stiffness {
            let of_joint = &mut stiffness[rig.skeleton.index_of(*joint)?];
            in_range("the stiffness of a joint", *factor, Options::STIFFNESS)?;
            *of_joint = (*of_joint * factor).clamp(Options::STIFFNESS[0], Options::STIFFNESS[1]);
        }
        Ok(stiffness)
    }

    /// The motion of the root. It stays fixed if no target's chain ends at it.
    fn root_motion(&self, rig: &Rig, options: &Options, goals: &[Goal]) -> options::Root {
        let is_carried =
            || goals.iter().any(|goal| goal.priority == Priority::Pin && goal.joint != self.base);
        let has_target = || normal(goals).any(|goal| leads(rig, options, goal, self.base));
        match options.root {
            options::Root::Auto
                if has_target() || is_carried() && self.is_base_reached(rig, options, goals) =>
            {
                options::Root::Free
            }
            options::Root::Auto if self.is_single_chain(rig, options, goals) => {
                options::Root::Rotates
            }
            options::Root::Auto => options::Root::Fixed,
            chosen => chosen,
        }
    }

    /// Whether the base is the first joint of a limb, or of a chain to a target without branches:
    /// an arm, a tail, a rope.
    ///
    /// The base of a machine does not count: it has no limit, and its children have.
    fn is_single_chain(&self, rig: &Rig, options: &Options, goals: &[Goal]) -> bool {
        let is_machine = rig.limits[self.base].is_none() && rig.limits.iter().any(Option::is_some);
        let is_limb = rig.limbs.iter().any(|limb| limb.base == self.base);
        let is_chain = |goal: &Goal| {
            chain(rig, options, goal.joint).all(|joint| rig.skeleton.children(joint).len() == 1)
        };
        !is_machine
            && normal(goals).any(|goal| {
                (is_limb || is_chain(goal))
                    && chain(rig, options, goal.joint).any(|joint| joint == self.base)
            })
    }

    /// Whether the chain of a target ends at the base, and not before it.
    fn is_base_reached(&self, rig: &Rig, options: &Options, goals: &[Goal]) -> bool {
        normal(goals).any(|goal| {
            goal.joint == self.base
                || chain(rig, options, goal.joint).any(|joint| joint == self.base)
        })
    }

    /// Whether the distance of a target from a fixed joint exceeds the length of the joints between
    /// them: from the end of its chain, or from a pinned joint while the root is free.
    pub(super) fn is_out_of_reach(
        &self,
        rig: &Rig,
        options: &Options,
        goal: &Goal,
        (goals, model_from_joint): (&[Goal], &[Affine3]),
    ) -> bool {
        let (Some(position), Region::Point, None) = (goal.position, goal.region, goal.relative_to)
        else {
            return false;
        };
        let skeleton = &rig.skeleton;
        let is_beyond = |end: usize| {
            let shared = skeleton
                .ancestors(goal.joint)
                .find(|&joint| skeleton.ancestors(end).any(|above| above == joint));
            let [to_joint, to_end, to_shared] = [Some(goal.joint), Some(end), shared]
                .map(|of| of.map_or(0.0, |of| skeleton.path_length(of)));
            let length = to_joint + to_end - 2.0 * to_shared + goal.offset.length() + goal.radius;
            model_from_joint[end].translation.distance(position) > length * (1.0 + FORWARD_ROUNDING)
        };
        let ends_at_base = goal.joint == self.base
            || chain(rig, options, goal.joint).any(|joint| joint == self.base);
        if ends_at_base && self.root_motion(rig, options, goals) == options::Root::Free {
            let mut pins = goals
                .iter()
                .filter(|other| other.priority == Priority::Pin && other.position.is_some());
            return pins.any(|pin| is_beyond(pin.joint));
        }
        let end =
            if ends_at_base { Some(self.base) } else { chain(rig, options, goal.joint).last() };
        end.is_some_and(is_beyond)
    }

    /// The joints that move: the chain of each goal below the base, or up to the root of another
    /// tree, and the joint that carries a target on itself.
    pub(super) fn moves(&self, rig: &Rig, options: &Options, goals: &[Goal]) -> Moves {
        let skeleton = &rig.skeleton;
        let motion = self.root_motion(rig, options, goals);
        let mut moves = Moves { follows: vec![false; skeleton.len()], slides: Vec::new() };
        // Pins hold only if all of their joints compensate for a root that moves.
        let is_whole =
            |goal: &Goal| goal.priority == Priority::Pin && motion == options::Root::Free;
        let levels = |goal: &Goal| options.chain_length.filter(|_| !is_whole(goal));
        for goal in goals {
            // Joints above the base place the figure in the world.
            for end in [Some(goal.joint), goal.relative_to].into_iter().flatten() {
                let carrier = self.carrier_of(skeleton, end);
                let chain = chain_of(rig, levels(goal), end)
                    .take_while(|&joint| end != carrier && joint != self.base);
                chain.for_each(|joint| moves.follows[joint] = true);
            }
            // A target in the frame of a joint may move that joint.
            goal.relative_to
                .into_iter()
                .filter(|&frame| frame != self.base)
                .for_each(|frame| moves.follows[frame] = true);
            moves.follows[goal.joint] |= rotates_tip(goal);
            let carrier = self.carrier_of(skeleton, goal.joint);
            let is_other = carrier != self.base && goal.priority == Priority::Normal;
            let may_slide = matches!(options.root, options::Root::Auto | options::Root::Free);
            if is_other && may_slide && goal.joint == carrier {
                moves.follows[carrier] = true;
                moves.slides.push(carrier);
            }
        }
        if matches!(motion, options::Root::Free | options::Root::Rotates) {
            moves.follows[self.base] = true;
        }
        if motion == options::Root::Free {
            moves.slides.push(self.base);
            let balances = options.balance == options::Balance::On;
            for humanoid in self.humanoid.iter().filter(|_| balances) {
                let arms = humanoid.arms.iter().flat_map(|arm| [arm.upper, arm.lower]);
                humanoid
                    .spine
                    .iter()
                    .copied()
                    .chain(arms)
                    .for_each(|joint| moves.follows[joint] = true);
            }
        }
        for joint in &options.locked {
            moves.follows[joint.index() as usize] = false;
        }
        moves
    }

    /// The joint that carries another one: the base for its descendants, the joint itself for an
    /// ancestor of the base, otherwise the root of its tree.
    fn carrier_of(&self, skeleton: &Skeleton, joint: usize) -> usize {
        let is_above =
            |above: usize, joint: usize| skeleton.ancestors(joint).any(|other| other == above);
        match joint {
            _ if is_above(self.base, joint) => self.base,
            _ if is_above(joint, self.base) => joint,
            _ => skeleton.ancestors(joint).last().unwrap_or(joint),
        }
    }
}

/// The joints that move for the targets of a body.
pub(super) struct Moves {
    /// Whether each joint may rotate.
    pub(super) follows: Vec<bool>,
    /// Joints that may translate.
    pub(super) slides: Vec<usize>,
}

impl Moves {
    /// Rejects a target that is missed and that no joint can move.
    pub(super) fn check(
        &self,
        rig: &Rig,
        (goals, model_from_joint): (&[Goal], &[Affine3]),
    ) -> Result<(), Error> {
        for goal in normal(goals).filter(|goal| goal.relative_to.is_none()) {
            let above = || rig.skeleton.ancestors(goal.joint);
            let rotates =
                above().skip(usize::from(!rotates_tip(goal))).any(|joint| self.follows[joint]);
            let off = measure(goal, model_from_joint);
            if !rotates
                && !above().any(|joint| self.slides.contains(&joint))
                && (off.distance > 0.0 || off.angle > 0.0)
            {
                let joint = rig.skeleton.joints()[goal.joint].name.clone();
                let what = "cannot be met: every joint that leads to it is locked, fixed as the root, or above the base or an IK stop";
                return Err(Error::InvalidTarget { joint, what });
            }
        }
        Ok(())
    }
}

/// The targets, without pins.
fn normal(goals: &[Goal]) -> impl Iterator<Item = &Goal> {
    goals.iter().filter(|goal| goal.priority == Priority::Normal)
}

/// Whether a goal rotates its own joint.
pub(super) fn rotates_tip(goal: &Goal) -> bool {
    goal.orientation.is_some() || goal.offset != Vec3::ZERO
}

/// Whether a goal moves `carrier` itself: it is the goal's joint, or the only ancestor that can
/// move it.
fn leads(rig: &Rig, options: &Options, goal: &Goal, carrier: usize) -> bool {
    goal.joint == carrier
        || goal.position.is_some() && chain(rig, options, goal.joint).next() == Some(carrier)
}

/// The ancestors of `joint` that follow it, nearest first: up to the chain length, an IK stop or
/// the root.
pub(super) fn chain<'a>(
    rig: &'a Rig,
    options: &Options,
    joint: usize,
) -> impl Iterator<Item = usize> + 'a {
    chain_of(rig, options.chain_length, joint)
}

fn chain_of(rig: &Rig, levels: Option<u32>, joint: usize) -> impl Iterator<Item = usize> + '_ {
    let levels = levels.map_or(usize::MAX, |levels| levels as usize);
    let mut is_over = false;
    rig.skeleton.ancestors(joint).skip(1).take(levels).take_while(move |above| {
        let was_over = is_over;
        is_over |= rig.ik_stops.contains(above);
        !was_over
    })
}
