//! The links that can move a goal, as a tree; lengths as parts of the body's size.

use glam::{Vec3, Vec4, Vec4Swizzles};

use super::{Kept, Root, tree::Body};
use crate::{
    Error,
    d3::{
        Goal, Pose,
        solve::{
            dls::{
                link::{Ball, Freedom, Polygons},
                split,
            },
            work::Folded,
            work::LARGEST,
        },
    },
    math::{
        Rot,
        lanes::{self, product, rotate},
    },
    ops,
};

/// No parent.
pub(crate) const NONE: usize = usize::MAX;

/// One link, where it stands, and what one step does to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) joint: usize,
    /// Its place in [`Body::links`].
    pub(crate) spec: usize,
    pub(crate) parent: usize,
    pub(crate) freedom: Freedom,
    pub(crate) mobility: f32,
    /// How freely it moves as a whole; 0 for all but a free root.
    pub(crate) slide: f32,
    /// From the parent's frame: a fixed turn and a fixed offset. Here and below vectors and rotations are [`lanes`].
    pre: Vec4,
    pub(crate) to_here: Vec4,
    pub(crate) q: Vec4,
    pub(crate) angle: f32,
    /// Where it was at the start, to which posture draws it.
    pub(crate) start: (Vec4, f32),
    /// Frames before and after its own rotation, and where it is.
    pub(crate) before: Vec4,
    pub(crate) frame: Vec4,
    pub(crate) axis: Vec4,
    pub(crate) position: Vec4,
    /// The wanted turn, in model axes, and for a free root the wanted way.
    pub(crate) step: Vec4,
    pub(crate) way: Vec4,
    /// Whether it only turns goals about themselves, which are asked for places alone.
    is_still: bool,
    /// How far a limited ball can turn at least before it meets a bound, radians.
    pub(crate) room: f32,
    /// What posture asks for.
    pub(crate) posture: Vec4,
    /// Which blocks of rows are below it, and which of them it can move.
    pub(crate) blocks: u64,
    moves: u64,
    /// The last mover at or above it, its place in [`Nodes::movers`].
    pub(crate) mover: usize,
}

/// A node that moves a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) node: usize,
    /// The mover above it, its place in [`Nodes::movers`].
    pub(crate) up: usize,
    /// The system that its goals are in.
    pub(crate) group: usize,
    /// Sums over the goals below it.
    pub(crate) force: Vec4,
    pub(crate) torque: Vec4,
}

/// What a joint is in the tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its last node; `NONE` when it moves no goal.
    node: usize,
    /// What its scale does to what hangs on it.
    number: f32,
    turn: Rot,
    /// From the root, along the joints.
    path: f32,
}

/// The moving part of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Node>,
    pub(crate) movers: Vec<Mover>,
    places: Vec<Place>,
    needed: Vec<bool>,
    /// Metres per unit.
    pub(crate) size: f32,
    pub(crate) origin: Vec3,
    /// Whether some node's posture is not zero.
    pub(crate) has_posture: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { node: NONE, number: 1.0, turn: Rot::IDENTITY, path: 0.0 }
    }
}

/// A point fixed in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) node: usize,
    pub(crate) local: Vec3,
}

impl Nodes {
    /// Takes what moves the goals out of the pose.
    pub(crate) fn load(&mut self, body: &Body, goals: &[Goal], pose: &Pose, root: Root) -> Result<(), Error> {
        self.mark(body, goals);
        self.nodes.clear();
        self.has_posture = false;
        self.places.clear();
        self.places.resize(body.joints.len(), Place::default());
        let first = goals.iter().map(|goal| self.root_of(body, goal.joint)).next().unwrap_or(0);
        self.origin = pose.locals[first].translation;
        for joint in 0..body.joints.len() {
            if self.needed[joint] {
                self.push_joint(body, joint, pose, root)?;
            }
        }
        // `f32::max` would pass over a way whose length is no number.
        let longer = |most: f32, path: f32| if most.is_nan() || path <= most { most } else { path };
        self.size = goals.iter().map(|goal| self.path_to(body, goal.joint, pose)).fold(0.0, longer);
        let extent = self.size + self.origin.abs().max_element();
        if extent.is_nan() || extent > LARGEST {
            return Err(Error::InvalidNumber { what: "the size of the body in model space", value: extent });
        }
        if self.size < 1e-30 {
            self.size = 1.0;
        }
        let unit = 1.0 / self.size;
        for node in &mut self.nodes {
            node.to_here *= unit;
        }
        Ok(())
    }

    fn root_of(&self, body: &Body, joint: usize) -> usize {
        let mut root = joint;
        while let Some(parent) = body.joints[root].parent {
            root = parent;
        }
        root
    }

    fn mark(&mut self, body: &Body, goals: &[Goal]) {
        self.needed.clear();
        self.needed.resize(body.joints.len(), false);
        for goal in goals {
            let mut next = Some(goal.joint);
            while let Some(joint) = next.filter(|&joint| !self.needed[joint]) {
                self.needed[joint] = true;
                next = body.joints[joint].parent;
            }
        }
    }

    fn push_joint(&mut self, body: &Body, joint: usize, pose: &Pose, root: Root) -> Result<(), Error> {
        let known = &body.joints[joint];
        let local = &pose.locals[joint];
        if let Some(what) = local.fault() {
            return Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what });
        }
        let (parent_place, after, base) = match known.parent {
            Some(parent) => {
                let place = self.places[parent];
                let after = body.links[self.nodes[place.node].spec].after;
                (place, after, after.rotate(place.turn.rotate(local.translation)) * place.number)
            }
            None => (Place::default(), Rot::IDENTITY, local.translation - self.origin),
        };
        let is_root = known.parent.is_none();
        let first_node = self.nodes.len();
        for index in 0..known.link_count {
            let spec = &body.links[known.first_link + index];
            let pre = if index == 0 {
                after * parent_place.turn * spec.before
            } else {
                body.links[known.first_link + index - 1].after * spec.before
            };
            let node = Node {
                joint,
                spec: known.first_link + index,
                parent: if index == 0 { parent_place.node } else { self.nodes.len() - 1 },
                freedom: if is_root && root == Root::Held { Freedom::Held } else { spec.freedom },
                mobility: known.mobility,
                slide: if is_root && index == 0 && root == Root::Free { SLIDE } else { 0.0 },
                pre: lanes::of(pre),
                to_here: if index == 0 { base.extend(0.0) } else { Vec4::ZERO },
                ..Node::NEW
            };
            self.nodes.push(node);
        }
        self.take_local(body, joint, first_node, Rot::from(local.rotation).normalized());
        let scale = Folded::new(local.scale);
        self.places[joint] = Place {
            node: self.nodes.len() - 1,
            number: parent_place.number * scale.number,
            turn: scale.turn,
            path: parent_place.path + base.length() * f32::from(!is_root),
        };
        Ok(())
    }

    fn take_local(&mut self, body: &Body, joint: usize, first: usize, local: Rot) {
        let known = &body.joints[joint];
        let specs = &body.links[known.first_link..known.first_link + known.link_count];
        if let [spec] = specs {
            let node = &mut self.nodes[first];
            node.set_rotation((spec.before.inverse() * local * spec.after.inverse()).normalized(), body);
        } else if self.nodes[first].freedom == Freedom::Held {
            // Held as a whole: all of it in the first link.
            let tail = specs[1..].iter().fold(specs[0].after, |tail, spec| tail * spec.before * spec.after);
            self.nodes[first].q = lanes::of((specs[0].before.inverse() * local * tail.inverse()).normalized());
        } else {
            for (node, angle) in self.nodes[first..].iter_mut().zip(split::angles(specs, local)) {
                if let Freedom::Hinge { reach } = node.freedom {
                    node.set_angle(angle.clamp(-reach, reach));
                }
            }
        }
    }

    fn path_to(&self, body: &Body, joint: usize, pose: &Pose) -> f32 {
        if self.places[joint].node != NONE {
            return self.places[joint].path;
        }
        let parent = body.joints[joint].parent.map_or(Place::default(), |parent| self.places[parent]);
        parent.path + (pose.locals[joint].translation * parent.number).length()
    }

    /// Where a point of a joint is fixed: `offset` in the joint's own frame, metres.
    pub(crate) fn point(&self, body: &Body, joint: usize, offset: Vec3) -> Point {
        let place = self.places[joint];
        let after = body.links[self.nodes[place.node].spec].after;
        Point { node: place.node, local: after.rotate(place.turn.rotate(offset)) * (place.number / self.size) }
    }

    /// An axis of a joint, in its last node's frame, mirrors included.
    pub(crate) fn axis(&self, body: &Body, joint: usize, axis: Vec3) -> Vec3 {
        let place = self.places[joint];
        let after = body.links[self.nodes[place.node].spec].after;
        after.rotate(place.turn.rotate(axis)) * 1.0_f32.copysign(place.number)
    }

    /// What stands between a joint's last node and the joint's frame in model space, mirrors included.
    pub(crate) fn after(&self, body: &Body, joint: usize) -> Rot {
        let place = self.places[joint];
        let after = body.links[self.nodes[place.node].spec].after * place.turn;
        if place.number < 0.0 { after * Rot::new(1.0, 0.0, 0.0, 0.0) } else { after }
    }

    /// Says that a block with this bit is below the node, and that all nodes above move it: the node itself (with all of its joint)
    /// only unless it `is_still`.
    pub(crate) fn mark_movers(&mut self, node: usize, bit: u64, is_still: bool) {
        let joint = self.nodes[node].joint;
        let mut next = node;
        while next != NONE {
            let node = &mut self.nodes[next];
            node.blocks |= bit;
            if !is_still || node.joint != joint || node.slide > 0.0 {
                node.moves |= bit;
            }
            next = node.parent;
        }
    }

    /// Lists the movers; what only turns its goals about themselves stays as it is.
    pub(crate) fn list_movers(&mut self) {
        self.movers.clear();
        for index in 0..self.nodes.len() {
            let parent = self.nodes[index].parent;
            let up = if parent == NONE { NONE } else { self.nodes[parent].mover };
            let node = &mut self.nodes[index];
            if node.moves == 0 && node.blocks != 0 {
                node.freedom = if node.freedom.moves() { Freedom::Fixed } else { node.freedom };
                node.is_still = true;
            }
            node.mover = up;
            if node.freedom.moves() && node.moves != 0 || node.slide > 0.0 && node.blocks != 0 {
                node.mover = self.movers.len();
                self.movers.push(Mover { node: index, up, group: 0, force: Vec4::ZERO, torque: Vec4::ZERO });
            }
        }
    }

    /// Forward kinematics.
    #[inline]
    pub(crate) fn forward(&mut self) {
        for index in 0..self.nodes.len() {
            let (frame, position) = match self.nodes[index].parent {
                NONE => (Vec4::W, Vec4::ZERO),
                parent => (self.nodes[parent].frame, self.nodes[parent].position),
            };
            let node = &mut self.nodes[index];
            node.position = position + rotate(frame, node.to_here);
            if node.is_still {
                continue;
            }
            node.before = if node.pre == Vec4::W { frame } else { product(frame, node.pre) };
            match node.freedom {
                Freedom::Hinge { .. } => node.axis = rotate(node.before, Vec4::Z),
                Freedom::Ball(ball) => node.room = room(&ball, node.q),
                _ => {}
            }
            node.frame = product(node.before, node.q);
        }
    }

    #[inline]
    pub(crate) fn place_of(&self, point: Point) -> Vec4 {
        let node = &self.nodes[point.node];
        if point.local == Vec3::ZERO { node.position } else { node.position + rotate(node.frame, point.local.extend(0.0)) }
    }

    /// A joint's local rotation; the joint must be one that was taken out of the pose.
    pub(crate) fn local(&self, body: &Body, joint: usize) -> Rot {
        let known = &body.joints[joint];
        let first = self.places[joint].node + 1 - known.link_count;
        let specs = &body.links[known.first_link..known.first_link + known.link_count];
        let turns = specs.iter().zip(&self.nodes[first..]);
        turns.fold(Rot::IDENTITY, |local, (spec, node)| local * spec.before * lanes::rot(node.q) * spec.after).normalized()
    }

    /// Gives the rotations (and a free root's place) back to the pose; what has turned by less than twice `unmoved` radians keeps
    /// its bits.
    pub(crate) fn store(&self, body: &Body, pose: &mut Pose, unmoved: f32) {
        for joint in self.joints() {
            let first = &self.nodes[self.places[joint].node + 1 - body.joints[joint].link_count];
            let stored = &mut pose.locals[joint];
            let local = self.local(body, joint);
            if first.freedom != Freedom::Held
                && (Rot::from(stored.rotation).normalized().inverse() * local).vector().length_squared() > unmoved * unmoved
            {
                stored.rotation = local.into();
            }
            let place = self.origin + first.to_here.xyz() * self.size;
            if first.slide > 0.0 && place.distance(stored.translation) > 1e-7 * self.size {
                stored.translation = place;
            }
        }
    }
}

/// How far a limited ball can turn at least before it meets a bound, radians.
///
/// A turn changes the swing by itself at most, and half angles differ by more than their sines; it changes the twist by
/// itself over the cosine of half the swing, which cancels.
#[inline]
fn room(ball: &Ball, q: Vec4) -> f32 {
    let swing = (1.0 - ball.inside).sqrt() - (q.x * q.x + q.y * q.y).sqrt();
    let twist = ball.twist.map_or(f32::INFINITY, |[sin, cos]| sin * q.w.abs() - cos * q.z.abs());
    (2.0 * swing.min(twist)).max(0.0)
}

/// How far beyond a limb, as a part of the body's size, is too far: less the trunk may still give from another pose.
const BEYOND: f32 = 0.06;

/// How freely a free root slides compared to turning joints, in body sizes per radian.
const SLIDE: f32 = 0.3;

impl Node {
    const NEW: Self = Self {
        joint: 0,
        spec: 0,
        parent: NONE,
        freedom: Freedom::Fixed,
        mobility: 1.0,
        slide: 0.0,
        pre: Vec4::W,
        to_here: Vec4::ZERO,
        q: Vec4::W,
        angle: 0.0,
        start: (Vec4::W, 0.0),
        before: Vec4::W,
        frame: Vec4::W,
        axis: Vec4::Z,
        position: Vec4::ZERO,
        step: Vec4::ZERO,
        way: Vec4::ZERO,
        room: 0.0,
        posture: Vec4::ZERO,
        is_still: false,
        blocks: 0,
        moves: 0,
        mover: NONE,
    };

    pub(crate) fn set_angle(&mut self, angle: f32) {
        self.angle = angle;
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        self.q = Vec4::new(0.0, 0.0, sin, cos);
    }

    fn set_rotation(&mut self, q: Rot, polygons: &impl Polygons) {
        match self.freedom {
            Freedom::Fixed => {}
            Freedom::Held | Freedom::Free => self.q = lanes::of(q),
            Freedom::Hinge { reach } => self.set_angle(q.twist_angle(Vec3::Z).clamp(-reach, reach)),
            Freedom::Ball(ball) => self.q = lanes::of(ball.project(q)),
            Freedom::Polygon => self.q = lanes::of(polygons.project(self.joint, q)),
        }
    }

    /// Makes the step, times `scale`, and brings the link inside its limit.
    #[inline]
    pub(crate) fn advance(&mut self, scale: f32, polygons: &impl Polygons) {
        if self.slide > 0.0 {
            self.to_here += self.way * scale;
        }
        match self.freedom {
            Freedom::Held | Freedom::Fixed => {}
            Freedom::Hinge { reach } => {
                let angle = self.angle + lanes::dot(self.step, self.axis).x * scale;
                self.set_angle(if reach < std::f32::consts::PI { angle.clamp(-reach, reach) } else { crate::d3::limit::wrap_angle(angle) });
            }
            Freedom::Free => self.q = self.turned(scale),
            Freedom::Ball(ball) => self.q = lanes::of(ball.project(lanes::rot(self.turned(scale)))),
            Freedom::Polygon => self.q = lanes::of(polygons.project(self.joint, lanes::rot(self.turned(scale)))),
        }
    }

    #[inline]
    fn turned(&self, scale: f32) -> Vec4 {
        let half = lanes::rotate_back(self.before, self.step) * (0.5 * scale);
        lanes::normalized(product(half + Vec4::W, self.q))
    }
}

impl Nodes {
    /// The first node of a joint that was taken out of the pose.
    pub(crate) fn first_of(&self, body: &Body, joint: usize) -> usize {
        self.places[joint].node + 1 - body.joints[joint].link_count
    }

    /// The joints that were taken out of the pose.
    pub(crate) fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        self.places.iter().enumerate().filter(|(_, place)| place.node != NONE).map(|(joint, _)| joint)
    }

    /// Keeps how the nodes stand.
    pub(crate) fn keep(&self, kept: &mut Kept) {
        kept.clear();
        kept.extend(self.nodes.iter().map(|node| (node.q, node.angle, node.to_here)));
    }

    /// Takes back how the nodes stood.
    pub(crate) fn recall(&mut self, kept: &Kept) {
        for (node, &(q, angle, to_here)) in self.nodes.iter_mut().zip(kept) {
            (node.q, node.angle, node.to_here) = (q, angle, to_here);
        }
        self.forward();
    }

    /// Whether a place is farther from the last joint that this point shares with other goals (whose blocks are not among `own`)
    /// (and a little) than the limb from there on is long.
    pub(crate) fn is_beyond_limb(&self, point: Point, place: Vec3, own: u64) -> bool {
        let mut length = point.local.length();
        let mut node = &self.nodes[point.node];
        while node.parent != NONE && node.blocks & !own == 0 {
            length += node.to_here.length();
            node = &self.nodes[node.parent];
        }
        node.position.xyz().distance(place) > length + BEYOND
    }

    /// Whether some goal lies farther from the root than its joint can be.
    pub(crate) fn is_out_of_reach(&self, body: &Body, goals: &[Goal]) -> bool {
        goals.iter().any(|goal| {
            let Some(target) = goal.position else { return false };
            let path: f32 = {
                let mut length = 0.0;
                let mut node = self.places[goal.joint].node;
                while self.nodes[node].parent != NONE {
                    length += self.nodes[node].to_here.length() * self.size;
                    node = self.nodes[node].parent;
                }
                length
            };
            let root = self.root_of(body, goal.joint);
            let base = self.place_of(self.point(body, root, Vec3::ZERO)).xyz() * self.size + self.origin;
            base.distance(target) > path * (1.0 + 1e-5)
        })
    }
}
