//! The joints that a pull may move, and the goals that they move.

use kansetsu::{
    Error,
    d3::{Limb, Limit, Pose, Skeleton, rotation_of},
    glam::{Affine3, Mat3, Vec3},
};

use super::{
    goal::{LEVER, PullGoal, Want},
    node::{Node, exp, rotation_vector},
    straight::Straight,
};

/// What may move, and how.
#[derive(Clone, Debug)]
pub(in crate::posing) struct Plan<'a> {
    pub(in crate::posing) skeleton: &'a Skeleton,
    /// At the press.
    pub(in crate::posing) pose: &'a Pose,
    pub(in crate::posing) limits: &'a [Option<Limit>],
    /// The joint that everything hangs on; joints above it stay.
    pub(in crate::posing) base: usize,
    /// Whether the base slides.
    pub(in crate::posing) slides: bool,
    /// How stiff each joint is; `None` where it does not turn.
    pub(in crate::posing) stiffness: &'a [Option<f32>],
    /// The chains with a known bend.
    pub(in crate::posing) limbs: &'a [Limb],
}

/// Goals at most: each joint keeps those that it moves as the bits of a number.
const MOST_GOALS: usize = 128;

/// The moving part of a body.
#[derive(Clone, Debug, Default)]
pub(in crate::posing) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(in crate::posing) goals: Vec<PullGoal>,
    pub(super) limbs: Vec<Straight>,
    model_from_above: Affine3,
    /// Metres per unit.
    pub(super) size: f32,
}

impl Tree {
    /// The joints of the plan that move some goal; goals that nothing moves are left out.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for more goals than [`MOST_GOALS`]; [`Error::InvalidTransform`].
    pub(in crate::posing) fn new(plan: &Plan<'_>, goals: &[PullGoal]) -> Result<Self, Error> {
        if goals.len() > MOST_GOALS {
            return Err(Error::InvalidNumber { what: "the number of goals and pins of a drag (128 at most)", value: goals.len() as f32 });
        }
        let mut tree = Self { size: 1.0, ..Self::default() };
        let above: Vec<usize> = plan.skeleton.ancestors(plan.base).skip(1).collect();
        for &joint in above.iter().rev() {
            tree.model_from_above *= plan.pose.locals[joint].to_affine();
        }
        let mut node_of = vec![None; plan.skeleton.len()];
        let is_below_base = |joint: usize| plan.skeleton.ancestors(joint).any(|above| above == plan.base);
        let needed = needed(plan.skeleton, goals.iter().map(|goal| goal.joint).filter(|&joint| is_below_base(joint)), plan.base);
        for joint in (0..plan.skeleton.len()).filter(|&joint| needed[joint]) {
            let parent = plan.skeleton.joints()[joint].parent.and_then(|parent| node_of[parent]);
            node_of[joint] = Some(tree.nodes.len());
            tree.nodes.push(node(plan, joint, parent)?);
        }
        tree.limbs = Straight::all(plan.limbs, plan.skeleton, &node_of);
        for goal in goals {
            match node_of[goal.joint] {
                Some(node) => tree.add(PullGoal { node, ..*goal }),
                // It keeps its number, so that the caller can tell which is which.
                None => tree.goals.push(*goal),
            }
        }
        tree.forward();
        tree.size = tree.longest_way().max(1e-6);
        Ok(tree)
    }

    fn add(&mut self, goal: PullGoal) {
        let bit = 1_u128 << self.goals.len();
        let place = matches!(goal.want, Want::Place(_));
        let mut moves = false;
        let mut next = Some(goal.node);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            // A joint's own turn does not move it.
            if !(place && index == goal.node) || node.slides {
                node.goals |= bit;
                moves |= node.stiffness.is_some() || node.slides;
            }
            next = node.parent;
        }
        if !moves {
            self.nodes.iter_mut().for_each(|node| node.goals &= !bit);
        }
        self.goals.push(PullGoal { is_moved: moves, ..goal });
    }

    /// The longest way from the base to a goal, or to what carries the goal's chain, metres.
    fn longest_way(&self) -> f32 {
        let way = |goal: &PullGoal| {
            let (mut length, mut node) = (0.0, goal.node);
            while let Some(parent) = self.nodes[node].parent {
                let at = |node: usize| self.nodes[node].model_from_joint.translation;
                length += at(node).distance(at(parent));
                node = parent;
            }
            length
        };
        self.goals.iter().filter(|goal| goal.is_moved).map(way).fold(0.0, f32::max)
    }

    /// Back to the press.
    pub(in crate::posing) fn reset(&mut self) {
        for node in &mut self.nodes {
            (node.turn, node.translation) = (node.press_turn, node.press.translation);
        }
        self.forward();
    }

    /// Wants something else of the goal of this number.
    pub(in crate::posing) fn want(&mut self, goal: usize, want: Want) {
        if let Some(goal) = self.goals.get_mut(goal) {
            goal.want = want;
        }
    }

    /// Where a joint of the tree is, in model space, metres.
    pub(in crate::posing) fn place_of(&self, joint: usize) -> Option<Vec3> {
        self.nodes.iter().find(|node| node.joint == joint).map(|node| node.model_from_joint.translation)
    }

    /// Whether a joint is part of it.
    pub(in crate::posing) fn has(&self, joint: usize) -> bool {
        self.nodes.binary_search_by_key(&joint, |node| node.joint).is_ok()
    }

    /// Forward kinematics.
    pub(super) fn forward(&mut self) {
        for index in 0..self.nodes.len() {
            let model_from_parent = self.nodes[index].parent.map_or(self.model_from_above, |parent| self.nodes[parent].model_from_joint);
            self.nodes[index].place(model_from_parent);
        }
    }

    /// How far every goal is off, and what that costs in all, with turns since the press at `cost` each.
    pub(super) fn measure(&mut self, cost: f32) -> f64 {
        let mut energy = 0.0;
        for index in 0..self.goals.len() {
            let goal = &self.goals[index];
            if !goal.is_moved {
                continue;
            }
            let model_from_joint = &self.nodes[goal.node].model_from_joint;
            let miss = match goal.want {
                Want::Place(place) => (place - model_from_joint.translation) / self.size,
                Want::Turn(turn) => rotation_vector(turn * rotation_of(model_from_joint).inverse()) * LEVER,
            };
            self.goals[index].miss = miss;
            energy += f64::from(self.goals[index].cost());
        }
        for node in &self.nodes {
            if let Some(stiffness) = node.stiffness {
                energy += f64::from(cost * stiffness * node.since_press().length_squared());
            }
            if node.slides {
                energy += f64::from(cost * SLIDE * self.slid(node).length_squared());
            }
        }
        energy
    }

    /// How far a sliding node is from where it was at the press, in model space, in body sizes.
    pub(super) fn slid(&self, node: &Node) -> Vec3 {
        node.model_from_parent.transform_vector3(node.translation - node.press.translation) / self.size
    }

    /// Moves a node by a step: a rotation vector in its rest frame, and a way in model space in body sizes.
    pub(super) fn advance(&mut self, index: usize, [turn, way]: [Vec3; 2]) {
        let size = self.size;
        let node = &mut self.nodes[index];
        if node.stiffness.is_some() {
            node.turn = node.within(exp(turn) * node.turn);
        }
        if node.slides {
            node.translation += node.model_from_parent.inverse().transform_vector3(way * size);
        }
    }

    /// How far the joint is turned from the press that is turned farthest, radians.
    pub(super) fn farthest_turn(&self) -> f32 {
        self.nodes.iter().map(|node| node.since_press().length()).fold(0.0, f32::max)
    }

    /// Draws everything towards the press until no joint is turned farther from it.
    pub(super) fn draw_near(&mut self, most: f32) {
        let farthest = self.farthest_turn();
        if farthest <= most {
            return;
        }
        let part = most / farthest;
        for node in &mut self.nodes {
            node.turn = node.within(exp(node.since_press() * part) * node.press_turn);
            node.translation = node.press.translation.lerp(node.translation, part);
        }
        self.forward();
    }

    /// Gives the joints' transforms back to the pose; what has not changed keeps its bits.
    pub(in crate::posing) fn store(&self, pose: &mut Pose) {
        for node in &self.nodes {
            let stored = &mut pose.locals[node.joint];
            if node.stiffness.is_some() && node.since_press().length() > 1e-7 {
                stored.rotation = (node.rest * node.turn).normalize();
            }
            if node.slides {
                stored.translation = node.translation;
            }
        }
    }
}

/// What it costs to slide by the body's size, beside turning by a radian.
pub(super) const SLIDE: f32 = 8.0;

fn needed(skeleton: &Skeleton, joints: impl Iterator<Item = usize>, base: usize) -> Vec<bool> {
    let mut needed = vec![false; skeleton.len()];
    for joint in joints {
        for above in skeleton.ancestors(joint) {
            needed[above] = true;
            if above == base {
                break;
            }
        }
    }
    needed
}

fn node(plan: &Plan<'_>, joint: usize, parent: Option<usize>) -> Result<Node, Error> {
    let press = plan.pose.locals[joint];
    let rest = plan.skeleton.joints()[joint].rest.rotation.normalize();
    let turn = (rest.inverse() * press.rotation).normalize();
    if !(press.translation.is_finite() && turn.is_finite() && press.scale.is_finite()) {
        let what = "its transform is not finite".to_owned();
        return Err(Error::InvalidTransform { joint: plan.skeleton.joints()[joint].name.clone(), what });
    }
    let stiffness = plan.stiffness.get(joint).copied().flatten();
    let limit = plan.limits.get(joint).and_then(Option::as_ref).filter(|_| stiffness.is_some());
    if let Some(limit) = limit {
        limit.check()?;
    }
    let hinge = match limit {
        Some(Limit::Hinge(hinge)) => Some(hinge.axis.normalize_or(Vec3::X)),
        _ => None,
    };
    let limit = limit.map(Limit::prepare);
    let press_turn = limit.as_ref().map_or(turn, |limit| limit.project(turn));
    Ok(Node {
        joint,
        parent,
        rest,
        limit,
        hinge,
        stiffness,
        slides: plan.slides && joint == plan.base,
        press,
        press_turn,
        turn: press_turn,
        translation: press.translation,
        model_from_parent: Affine3::IDENTITY,
        model_from_joint: Affine3::IDENTITY,
        lean: Vec3::ZERO,
        model_from_rest: Mat3::IDENTITY,
        stretched: None,
        goals: 0,
    })
}
