//! The centre of mass above what carries the body.
//!
//! The centre's moves are sums over everything that weighs: a joint moves what it carries, so a unit turn `a` about P moves the centre by
//! `a × Σ m (c - P)`. That is what one point would do that lies at the centre of what the joint carries and counts as much as that weighs,
//! so each joint's part of `J W Jᵀ` is that of such a point ([`System::add_balance`]).
//!
//! Source for the rule: M. Vukobratović, B. Borovac, "Zero-moment point: thirty five years of its life", Int. J. Humanoid Robotics 1(1),
//! 2004: at rest the point is the centre of mass' foot point.

use glam::{Vec2, Vec3, Vec4, Vec4Swizzles};

use super::{
    nodes::{NONE, Nodes, Point},
    system::{End, System, pair},
    tree::Body,
};
use crate::{
    d3::{
        Goal, Mass, Pose, Priority, Sole,
        balance::hull::{hull, nearest_edge},
    },
    math::{lanes::rotate, vector},
};

/// So far inside the hull the centre of mass is to stay, as a part of the longest sole: 2 cm of a foot of 25.
const MARGIN: f32 = 0.08;

/// A corner of a sole that is higher than its lowest by the first part of the sole's length begins to lift off, and carries nothing from the
/// second on. So does a sole that is not pinned and higher than those that are.
const LIFTS: [f32; 2] = [0.1, 0.3];

/// What carries the body now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footing {
    up: Vec3,
    /// Two directions across `up`.
    across: [Vec3; 2],
    corners: Vec<Corner>,
    /// Where each sole's corners end; first those of the pinned soles, so many.
    soles: Vec<usize>,
    pinned: usize,
    /// Memory.
    places: Vec<Vec3>,
    points: Vec<Vec2>,
    hull: Vec<Vec2>,
}

/// A corner of a sole, fixed in a node or in model space.
#[derive(Clone, Copy, Debug)]
enum Corner {
    Carried(Point),
    Fixed(Vec3),
}

impl Footing {
    /// The soles that stand, and whether there are any.
    pub(super) fn load(&mut self, body: &Body, goals: &[Goal], pose: &Pose, nodes: &mut Nodes) -> bool {
        self.corners.clear();
        self.soles.clear();
        nodes.weighs = false;
        let Some(balance) = &body.balance else { return false };
        let is_pinned = |sole: &&Sole| sole.is_pinned(goals);
        self.pinned = balance.soles.iter().filter(is_pinned).count();
        for sole in balance.soles.iter().filter(is_pinned).chain(balance.soles.iter().filter(|sole| !is_pinned(sole))) {
            self.corners.extend(sole.corners.iter().map(|&(joint, place)| match nodes.attached(body, pose, joint, place) {
                (Some(joint), place) => Corner::Carried(nodes.point(body, joint, place)),
                (None, place) => Corner::Fixed((place - nodes.origin) / nodes.size),
            }));
            self.soles.push(self.corners.len());
        }
        let all: f32 = balance.masses.iter().map(|mass| mass.mass).sum();
        if self.pinned == 0 || all <= 0.0 {
            return false;
        }
        self.up = vector::unit(balance.up).unwrap_or(Vec3::Y);
        let side = vector::unit(self.up.cross(if self.up.x.abs() < 0.6 { Vec3::X } else { Vec3::Y })).unwrap_or(Vec3::Z);
        self.across = [side, self.up.cross(side)];
        nodes.weighs = true;
        nodes.fixed_mass = Vec4::ZERO;
        for mass in &balance.masses {
            let part = mass.mass / all;
            match nodes.attached(body, pose, mass.joint, mass.center) {
                (Some(joint), centre) => {
                    let point = nodes.point(body, joint, centre);
                    nodes.nodes[point.node].mass += (point.local * part).extend(part);
                }
                (None, place) => nodes.fixed_mass += ((place - nodes.origin) / nodes.size * part).extend(part),
            }
        }
        true
    }

    /// How far the centre of mass is outside of where it should be, negative inside, and the way in.
    pub(super) fn missing(&mut self, nodes: &Nodes, centre: Vec3) -> (f32, Vec3) {
        let flat = |place: Vec3| Vec2::new(self.across[0].dot(place), self.across[1].dot(place));
        self.points.clear();
        let height = |place: &Vec3| self.up.dot(*place);
        let (mut first, mut longest, mut ground) = (0, 0.0_f32, Vec3::ZERO);
        for (index, &end) in self.soles.iter().enumerate() {
            self.places.clear();
            self.places.extend(self.corners[first..end].iter().map(|corner| match corner {
                Corner::Carried(point) => nodes.place_of(*point).xyz(),
                Corner::Fixed(place) => *place,
            }));
            first = end;
            let lowest = self.places.iter().copied().min_by(|a, b| height(a).total_cmp(&height(b))).unwrap_or_default();
            let length = self.places.iter().map(|place| place.distance(lowest)).fold(0.0, f32::max);
            let stands = |place: &Vec3, on: &Vec3| {
                let lifted = (height(place) - height(on)).abs() / length.max(1e-20);
                ((LIFTS[1] - lifted) / (LIFTS[1] - LIFTS[0])).clamp(0.0, 1.0)
            };
            longest = longest.max(length);
            if index == 0 || index < self.pinned && height(&lowest) < height(&ground) {
                ground = lowest;
            }
            let part = if index < self.pinned { 1.0 } else { stands(&lowest, &ground) };
            self.points.extend(self.places.iter().map(|place| flat(ground.lerp(lowest.lerp(*place, stands(place, &lowest)), part))));
        }
        hull(&mut self.points, &mut self.hull);
        let centre = flat(centre);
        let Some(edge) = nearest_edge(&self.hull, centre) else { return (0.0, Vec3::X) };
        (edge.outside + MARGIN * longest, self.across[0] * edge.inwards.x + self.across[1] * edge.inwards.y)
    }
}

impl Sole {
    /// Whether a goal that is pinned holds one of its joints.
    fn is_pinned(&self, goals: &[Goal]) -> bool {
        let mut pins = goals.iter().filter(|goal| goal.priority == Priority::Pin && goal.position.is_some() && goal.relative_to.is_none());
        pins.any(|pin| self.corners.iter().any(|&(joint, _)| joint == pin.joint))
    }
}

impl Body {
    /// What weighs, if a pinned sole carries it.
    pub(super) fn weights(&self, goals: &[Goal]) -> &[Mass] {
        let balance = self.balance.as_ref().filter(|balance| balance.soles.iter().any(|sole| sole.is_pinned(goals)));
        balance.map_or(&[], |balance| &balance.masses)
    }
}

impl Nodes {
    /// Sums what every node carries.
    pub(super) fn weigh(&mut self) {
        for node in &mut self.nodes {
            let weight = node.mass.w;
            let own = node.position * weight + rotate(node.frame, node.mass.with_w(0.0));
            node.carried = if weight > 0.0 { own.with_w(weight) } else { Vec4::ZERO };
        }
        for index in (0..self.nodes.len()).rev() {
            let (parent, carried) = (self.nodes[index].parent, self.nodes[index].carried);
            if parent != NONE {
                self.nodes[parent].carried += carried;
            }
        }
    }

    /// The centre of mass.
    pub(super) fn centre_of_mass(&self) -> Vec4 {
        let roots = self.nodes.iter().filter(|node| node.parent == NONE);
        roots.fold(self.fixed_mass, |sum, node| sum + node.carried).with_w(0.0)
    }

    /// What weighs, as ends of the balance.
    pub(super) fn heavy(&self) -> impl Iterator<Item = (usize, Vec4, f32)> + '_ {
        let heavy = self.nodes.iter().filter(|node| node.mass.w > 0.0 && node.mover != NONE);
        heavy.map(|node| {
            let weight = node.mass.w;
            (node.mover, node.position + rotate(node.frame, node.mass.with_w(0.0)) / weight, weight)
        })
    }

    /// The joint at or above `joint` that was loaded, and where a place in the joint's frame is in that of this one; in model space if there is
    /// none. What lies between stays as it is in the pose.
    pub(super) fn attached(&self, body: &Body, pose: &Pose, joint: usize, place: Vec3) -> (Option<usize>, Vec3) {
        let (mut next, mut place) = (Some(joint), place);
        while let Some(joint) = next.filter(|&joint| self.places[joint].node == NONE) {
            let local = &pose.locals[joint];
            place = local.translation + local.rotation * (local.scale * place);
            next = body.joints[joint].parent;
        }
        (next, place)
    }
}

impl System {
    /// Adds what every mover does to the balance; hinges are counted elsewhere.
    pub(super) fn add_balance(&mut self, nodes: &Nodes) {
        let Some(last) = self.blocks.iter().position(|block| block.is_balance()) else { return };
        for mover in &nodes.movers {
            let node = &nodes.nodes[mover.node];
            if node.carried.w <= 0.0 {
                continue;
            }
            let moments = super::moments::Moments::of(node);
            let carried = End { block: last, mover: node.mover, place: node.carried / node.carried.w, weight: node.carried.w };
            let own = [&carried, &carried];
            self.equations[self.blocks[last].group].add(
                self.blocks[last].row,
                self.blocks[last].row,
                pair([&self.blocks[last]; 2], own, &moments),
            );
            let carries = |end: &&End| if end.weight < 0.0 { node.anchors } else { node.points } >> end.block & 1 == 1;
            for end in self.ends.iter().filter(|end| end.block != last).filter(carries) {
                let block = &self.blocks[end.block];
                self.equations[block.group].add(
                    block.row,
                    self.blocks[last].row,
                    pair([block, &self.blocks[last]], [end, &carried], &moments),
                );
            }
        }
    }
}
