//! The joints that lead to goals, as rigid pieces; lengths as fractions of the body's size.

use glam::Vec3;

use super::pull::{Place, Pull, TreeGoal};
use crate::{
    d3::{
        Goal, Pose, Transform,
        limit::limit_axis,
        solve::{Body, Root},
        transform::Folded,
    },
    math::{Rot, vector},
    solve::BodyJoint,
};

/// No parent.
pub(super) const NONE: usize = usize::MAX;

/// The lever arm that weighs orientation errors, radians, against position errors, as a fraction of
/// the body's size.
const LEVER: f32 = 0.2;

/// The largest extent that can be computed, metres: squares of larger numbers overflow.
const LARGEST: f32 = 1e17;

/// The bend of a joint that resolves a deadlock, radians.
const KICK: f32 = 0.1;

/// One joint: its current frame, and the result of the inward pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) joint: usize,
    pub(super) parent: usize,
    /// Whether it rotates, and whether it translates.
    pub(super) turns: bool,
    pub(super) slides: bool,
    /// From the parent's frame: a fixed rotation and a fixed translation.
    pub(super) pre: Rot,
    pub(super) to_here: Vec3,
    pub(super) local: Rot,
    pub(super) frame: Rot,
    pub(super) position: Vec3,
    pub(super) wanted_frame: Rot,
    pub(super) wanted_position: Vec3,
    /// Its requests: its children, then its goals.
    pub(super) first_pull: usize,
    pub(super) pull_count: usize,
    /// The weight of the goals on it and its descendants.
    pub(super) weight: f32,
    /// The goal with its target orientation.
    pub(super) turn_goal: Option<usize>,
    /// Whether its orientation matters: it has a child at an offset, or an orientation goal.
    pub(super) has_say: bool,
    /// Its scale, which applies to its children.
    number: f32,
    scale_turn: Rot,
    /// The distance from the root, along the joints, metres.
    path: f32,
    /// The axis that resolves a deadlock, in its parent's frame.
    bend_axis: Vec3,
}

/// The residuals of the goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeMiss {
    pub(super) squared: f32,
    pub(super) is_met: bool,
}

/// The joints that lead to goals, parents first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(super) pieces: Vec<Piece>,
    pub(super) pulls: Vec<Pull>,
    pub(super) goals: Vec<TreeGoal>,
    /// The piece of each joint of the skeleton.
    places: Vec<usize>,
    best: Vec<(Rot, Vec3)>,
    /// The original pose.
    pub(super) given: Vec<Transform>,
    size: f32,
    origin: Vec3,
}

impl Tree {
    /// Loads the joints that lead to goals from the pose, which must have been checked.
    pub(crate) fn load(&mut self, body: &Body, goals: &[Goal], pose: &Pose, root: Root) {
        self.mark(body, goals);
        self.pieces.clear();
        self.origin = goals
            .first()
            .map_or(Vec3::ZERO, |goal| pose.locals[root_of(body, goal.joint)].translation);
        for joint in 0..body.joints.len() {
            if self.places[joint] != NONE {
                self.push_joint(&body.joints[joint], joint, pose, root);
            }
        }
        self.scale(goals);
        self.take_goals(goals);
        self.push_pulls();
        self.forward();
    }

    fn mark(&mut self, body: &Body, goals: &[Goal]) {
        self.places.clear();
        self.places.resize(body.joints.len(), NONE);
        for goal in goals {
            let mut next = Some(goal.joint);
            while let Some(joint) = next.filter(|&joint| self.places[joint] == NONE) {
                self.places[joint] = 0;
                next = body.joints[joint].parent;
            }
        }
    }

    fn push_joint(&mut self, known: &BodyJoint, joint: usize, pose: &Pose, root: Root) {
        let stored = &pose.locals[joint];
        let scale = Folded::new(stored.scale);
        let is_root = known.parent.is_none();
        let local = Rot::from(stored.rotation).normalized();
        let turns = !(known.locked || is_root && root == Root::Fixed);
        let mut piece = Piece {
            joint,
            parent: NONE,
            turns,
            slides: is_root && root == Root::Free,
            local: if turns { known.projected(local) } else { local },
            to_here: stored.translation - self.origin,
            number: scale.number,
            scale_turn: scale.turn,
            bend_axis: known
                .limit
                .as_ref()
                .and_then(limit_axis)
                .map_or(Vec3::ZERO, |axis| known.rest.rotate(axis)),
            ..Piece::NEW
        };
        if let Some(parent) = known.parent {
            let above = &self.pieces[self.places[parent]];
            piece.parent = self.places[parent];
            piece.pre = above.scale_turn;
            piece.to_here = above.scale_turn.rotate(stored.translation) * above.number;
            piece.number *= above.number;
            piece.path = above.path + piece.to_here.length();
        }
        self.places[joint] = self.pieces.len();
        self.pieces.push(piece);
    }

    /// Scales the longest path from the root to a goal to 1.
    fn scale(&mut self, goals: &[Goal]) {
        let reach = |goal: &Goal| {
            let piece = &self.pieces[self.places[goal.joint]];
            piece.path + (goal.offset * piece.number).length()
        };
        self.size = goals.iter().map(reach).fold(0.0, f32::max);
        if !(self.size.is_finite() && self.size > 1e-30) {
            self.size = 1.0;
        }
        let unit = 1.0 / self.size;
        for piece in &mut self.pieces {
            piece.to_here *= unit;
        }
    }

    fn take_goals(&mut self, goals: &[Goal]) {
        self.goals.clear();
        for goal in goals {
            let piece = self.places[goal.joint];
            let Piece { number, scale_turn, .. } = self.pieces[piece];
            let place = Place { piece, number, scale_turn, origin: self.origin, size: self.size };
            self.goals.push(TreeGoal::new(goal, place));
        }
    }

    /// Sets the requests of every piece, and the weight of the goals on it and its descendants.
    fn push_pulls(&mut self) {
        for goal in self.goals.iter().filter(|goal| goal.is_wanted()) {
            self.pieces[goal.piece].weight += goal.weight;
        }
        for index in (0..self.pieces.len()).rev() {
            let Piece { parent, weight, .. } = self.pieces[index];
            if parent != NONE {
                self.pieces[parent].weight += weight;
            }
        }
        self.pulls.clear();
        for index in 0..self.pieces.len() {
            let first = self.pulls.len();
            for (child, piece) in self
                .pieces
                .iter()
                .enumerate()
                .skip(index + 1)
                .filter(|(_, piece)| piece.parent == index)
            {
                if piece.weight > 0.0 {
                    self.pulls.push(Pull {
                        point: piece.to_here,
                        weight: piece.weight,
                        child: Some(child),
                        goal: NONE,
                    });
                }
            }
            for (number, goal) in
                self.goals.iter().enumerate().filter(|(_, goal)| goal.piece == index)
            {
                if goal.target.is_some() {
                    self.pulls.push(Pull {
                        point: goal.point,
                        weight: goal.weight,
                        child: None,
                        goal: number,
                    });
                }
                if goal.turn.is_some() {
                    self.pieces[index].turn_goal = Some(number);
                }
            }
            self.finish_piece(index, first);
        }
    }

    fn finish_piece(&mut self, index: usize, first: usize) {
        let piece = &mut self.pieces[index];
        piece.first_pull = first;
        piece.pull_count = self.pulls.len() - first;
        let far =
            self.pulls[first..].iter().map(|pull| pull.point).find(|&point| point != Vec3::ZERO);
        piece.has_say = far.is_some() || piece.turn_goal.is_some();
        if piece.bend_axis == Vec3::ZERO {
            let along = piece.local.rotate(far.and_then(vector::unit).unwrap_or(Vec3::Y));
            piece.bend_axis = vector::perpendicular(along, Vec3::X);
        }
    }

    /// Forward kinematics.
    pub(super) fn forward(&mut self) {
        for index in 0..self.pieces.len() {
            let (frame, position) = self.frame_of_parent(index);
            let piece = &mut self.pieces[index];
            piece.position = position + frame.rotate(piece.to_here);
            piece.frame = (frame * piece.pre * piece.local).normalized();
        }
    }

    /// The frame of a piece's parent: the model's axes for a root.
    pub(super) fn frame_of_parent(&self, index: usize) -> (Rot, Vec3) {
        match self.pieces[index].parent {
            NONE => (Rot::IDENTITY, Vec3::ZERO),
            parent => (self.pieces[parent].frame, self.pieces[parent].position),
        }
    }

    pub(super) fn pulls_of(&self, index: usize) -> &[Pull] {
        let piece = &self.pieces[index];
        &self.pulls[piece.first_pull..piece.first_pull + piece.pull_count]
    }

    /// The requested position of a point.
    pub(super) fn place_of(&self, pull: &Pull) -> Vec3 {
        if let Some(child) = pull.child {
            return self.pieces[child].wanted_position;
        }
        let goal = &self.goals[pull.goal];
        let piece = &self.pieces[goal.piece];
        let point = piece.position + piece.frame.rotate(goal.point);
        goal.nearest(point).unwrap_or(point)
    }

    /// Measures the goals in the current pose of the pieces.
    pub(super) fn miss(&self, [tolerance, angle_tolerance]: [f32; 2]) -> TreeMiss {
        let mut miss = TreeMiss { squared: 0.0, is_met: true };
        for goal in &self.goals {
            let piece = &self.pieces[goal.piece];
            let place = piece.position + piece.frame.rotate(goal.point);
            let distance = goal.nearest(place).map_or(0.0, |target| target.distance(place));
            let angle = goal.turn.map_or(0.0, |turn| turn.residual(piece.frame, place).length());
            miss.is_met &= distance <= tolerance && angle <= angle_tolerance;
            let size = (distance * distance + angle * angle * LEVER * LEVER).sqrt() * goal.weight;
            miss.squared += size * size;
        }
        miss
    }

    pub(super) fn keep(&mut self) {
        self.best.clear();
        self.best.extend(self.pieces.iter().map(|piece| (piece.local, piece.to_here)));
    }

    pub(super) fn recall(&mut self) {
        for (piece, &(local, to_here)) in self.pieces.iter_mut().zip(&self.best) {
            (piece.local, piece.to_here) = (local, to_here);
        }
    }

    /// Rotates every joint about its bend axis: out of a straight line on which no piece would
    /// move.
    pub(super) fn bend_a_little(&mut self, body: &Body) {
        for piece in self.pieces.iter_mut().filter(|piece| piece.turns && piece.has_say) {
            let known = &body.joints[piece.joint];
            let local = (Rot::from_axis_angle(piece.bend_axis, KICK) * piece.local).normalized();
            piece.local = known.projected(local);
        }
        self.forward();
    }

    /// Writes the rotations (and a free root's position) to the pose; unmoved joints stay
    /// unchanged, bit for bit.
    pub(crate) fn store(&self, pose: &mut Pose) {
        for piece in &self.pieces {
            let stored = &mut pose.locals[piece.joint];
            if piece.turns && Rot::from(stored.rotation).normalized() != piece.local {
                stored.rotation = piece.local.into();
            }
            let place = self.origin + piece.to_here * self.size;
            // A root is not moved beyond the range in which solvers work.
            let is_near = place.abs().max_element() <= LARGEST;
            if piece.slides && is_near && place.distance(stored.translation) > 1e-7 * self.size {
                stored.translation = place;
            }
        }
    }
}

impl Piece {
    const NEW: Self = Self {
        joint: 0,
        parent: NONE,
        turns: true,
        slides: false,
        pre: Rot::IDENTITY,
        to_here: Vec3::ZERO,
        local: Rot::IDENTITY,
        frame: Rot::IDENTITY,
        position: Vec3::ZERO,
        wanted_frame: Rot::IDENTITY,
        wanted_position: Vec3::ZERO,
        first_pull: 0,
        pull_count: 0,
        weight: 0.0,
        turn_goal: None,
        has_say: false,
        number: 1.0,
        scale_turn: Rot::IDENTITY,
        path: 0.0,
        bend_axis: Vec3::ZERO,
    };
}

fn root_of(body: &Body, mut joint: usize) -> usize {
    while let Some(parent) = body.joints[joint].parent {
        joint = parent;
    }
    joint
}
