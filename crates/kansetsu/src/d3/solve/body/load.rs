//! Taking the moving part of a body out of a pose.

use glam::{Vec3, Vec4};

use super::{
    Root,
    node::Node,
    nodes::{NONE, Nodes, Place},
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

/// How freely a free root slides compared to turning joints, in body sizes per radian.
const SLIDE: f32 = 0.3;

impl Default for Place {
    fn default() -> Self {
        Self { node: NONE, number: 1.0, turn: Rot::IDENTITY, path: 0.0, stretch: None }
    }
}

impl Nodes {
    /// Takes what moves the goals out of the pose.
    pub(crate) fn load(&mut self, body: &Body, goals: &[Goal], pose: &Pose, root: Root) -> Result<(), Error> {
        self.mark(body, goals);
        self.nodes.clear();
        (self.has_posture, self.is_stretched) = (false, false);
        self.stretches.clear();
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
        self.load_stretch(body, pose)
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
        self.is_stretched |= !scale.is_uniform;
        self.places[joint] = Place {
            node: self.nodes.len() - 1,
            number: parent_place.number * scale.number,
            turn: scale.turn,
            stretch: None,
            path: parent_place.path + base.length() * f32::from(!is_root),
        };
        Ok(())
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
