//! Taking the moving part of a body out of a pose.

use glam::{Vec3, Vec4};

use super::{
    Root,
    node::Node,
    nodes::{NONE, Nodes, Place, Reserve},
    tree::Body,
};
use crate::{
    Error,
    d3::{
        Goal, Pose,
        solve::{
            dls::{link::Freedom, split},
            work::{Folded, LARGEST},
        },
    },
    math::{Rot, lanes},
};

/// What it costs a free root, or a joint that slides, to go by the body's size, beside turning by a radian. In a reserve going by the body's
/// size counts as much as turning by a radian.
const SLIDE: f32 = 4.0;

impl Default for Place {
    fn default() -> Self {
        Self { node: NONE, number: 1.0, turn: Rot::IDENTITY, path: 0.0, stretch: None }
    }
}

impl Nodes {
    /// Takes what moves the goals out of the pose.
    pub(crate) fn load(&mut self, body: &Body, goals: &[Goal], pose: &Pose, (root, ease): (Root, Option<&Pose>)) -> Result<(), Error> {
        self.mark(body, goals);
        self.nodes.clear();
        self.is_stretched = false;
        self.stretches.clear();
        self.places.clear();
        self.places.resize(body.joints.len(), Place::default());
        let first = goals.first().map_or(0, |goal| self.root_of(body, goal.joint));
        self.origin = pose.locals[first].translation;
        for joint in 0..body.joints.len() {
            if self.needed[joint] {
                self.push_joint(body, joint, pose, (root, ease))?;
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
            node.ease_place = if ease.is_some() { node.ease_place * unit } else { node.to_here };
        }
        self.load_stretch(body, pose)?;
        if let Some(ease) = ease {
            self.ease_slides(body, ease);
        }
        self.load_limbs(body);
        let reserve = |&price: &f32| Reserve { price, length: 0.0, factor: 1.0 };
        self.reserves.clear();
        self.reserves.extend(body.recruitment_costs.iter().map(reserve));
        Ok(())
    }

    pub(super) fn root_of(&self, body: &Body, joint: usize) -> usize {
        let mut root = joint;
        while let Some(parent) = body.joints[root].parent {
            root = parent;
        }
        root
    }

    fn mark(&mut self, body: &Body, goals: &[Goal]) {
        self.needed.clear();
        self.needed.resize(body.joints.len(), false);
        let reach = goals.iter().flat_map(|goal| [Some(goal.joint), goal.relative_to]).flatten();
        for joint in reach.chain(body.weights(goals).iter().map(|mass| mass.joint)) {
            let mut next = Some(joint);
            while let Some(joint) = next.filter(|&joint| !self.needed[joint]) {
                self.needed[joint] = true;
                next = body.joints[joint].parent;
            }
        }
    }

    fn push_joint(&mut self, body: &Body, joint: usize, pose: &Pose, (root, ease): (Root, Option<&Pose>)) -> Result<(), Error> {
        let known = &body.joints[joint];
        let local = &pose.locals[joint];
        if let Some(what) = local.fault() {
            return Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what });
        }
        let (parent_place, after, base) = match known.parent {
            Some(parent) => {
                let place = self.places[parent];
                let after = body.links[self.nodes[place.node].spec].after;
                (place, after, turned(after, turned(place.turn, local.translation)) * place.number)
            }
            None => (Place::default(), Rot::IDENTITY, local.translation - self.origin),
        };
        let is_root = known.parent.is_none();
        let first_node = self.nodes.len();
        for index in 0..known.link_count {
            let spec = &body.links[known.first_link + index];
            let pre = if index == 0 {
                times(times(after, parent_place.turn), spec.before)
            } else {
                times(body.links[known.first_link + index - 1].after, spec.before)
            };
            let slides = index == 0 && (known.translates || is_root && root == Root::Free);
            let node = Node {
                joint,
                spec: known.first_link + index,
                parent: if index == 0 { parent_place.node } else { self.nodes.len() - 1 },
                freedom: if is_root && root == Root::Fixed { Freedom::Held } else { spec.freedom },
                stiffness: known.stiffness,
                reserve: known.recruitment_group,
                slide_stiffness: if slides { SLIDE } else { 0.0 },
                pre: lanes::of(pre),
                to_here: if index == 0 { base.extend(0.0) } else { Vec4::ZERO },
                ..Node::NEW
            };
            self.nodes.push(node);
        }
        if let Some(ease) = ease.map(|ease| &ease.locals[joint]) {
            self.take_local(body, joint, first_node, Rot::from(ease.rotation).normalized());
            if is_root {
                self.nodes[first_node].ease_place = (ease.translation - self.origin).extend(0.0);
            }
        }
        self.nodes[first_node..].iter_mut().for_each(|node| node.ease = (node.q, node.angle));
        self.take_local(body, joint, first_node, Rot::from(local.rotation).normalized());
        if ease.is_none() {
            self.nodes[first_node..].iter_mut().for_each(|node| node.ease = (node.q, node.angle));
        }
        let scale = Folded::new(local.scale);
        self.is_stretched |= !scale.is_uniform;
        self.places[joint] = Place {
            node: self.nodes.len() - 1,
            number: parent_place.number * scale.number,
            turn: scale.turn,
            stretch: None,
            path: if is_root || known.translates { 0.0 } else { parent_place.path + base.length() },
        };
        Ok(())
    }

    /// Where joints below others are at ease that may move as a whole; everything else of them is known.
    fn ease_slides(&mut self, body: &Body, ease: &Pose) {
        for (joint, known) in body.joints.iter().enumerate().filter(|(joint, known)| known.translates && self.places[*joint].node != NONE) {
            if let Some(parent) = known.parent {
                let place = self.to_node(body, parent) * ease.locals[joint].translation / self.size;
                let first = self.first_of(body, joint);
                self.nodes[first].ease_place = place.extend(0.0);
            }
        }
    }

    fn take_local(&mut self, body: &Body, joint: usize, first: usize, local: Rot) {
        let known = &body.joints[joint];
        let specs = &body.links[known.first_link..known.first_link + known.link_count];
        if let [spec] = specs {
            let node = &mut self.nodes[first];
            node.set_rotation(times(times(spec.before.inverse(), local), spec.after.inverse()).normalized(), body);
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
}

/// `a · b`; most that stands between joints is the identity.
#[inline]
pub(super) fn times(a: Rot, b: Rot) -> Rot {
    if b == Rot::IDENTITY {
        a
    } else if a == Rot::IDENTITY {
        b
    } else {
        a * b
    }
}

/// The image of a vector under a rotation that most often is the identity.
#[inline]
fn turned(turn: Rot, v: Vec3) -> Vec3 {
    if turn == Rot::IDENTITY { v } else { turn.rotate(v) }
}
