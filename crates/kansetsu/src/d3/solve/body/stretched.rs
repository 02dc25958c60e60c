//! Bodies in which a joint's scale stretches one axis more than another.
//!
//! Such a joint stretches what hangs on it, and shears what is turned: distances change as joints below it turn, and no body of
//! rigid segments is the same. But one is the same in the pose as it stands: that whose segments are as long, and lie so in
//! their joints' frames, as the true forward kinematics has them there. After each step the segments are made so: what is measured is true, and
//! only the direction of the next step is that of a rigid body. What hangs on a goal's joint (its offset, its orientation) is kept
//! for a whole solve, which is done again until the goals are met as the body stands then.

use glam::{Affine3, Mat3, Vec3};

use super::{
    nodes::{NONE, Nodes},
    tree::Body,
};
use crate::{
    Error,
    d3::{Pose, solve::work::LARGEST, transform::rotation_of},
    math::{Rot, lanes},
};

/// A joint of a stretched body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    joint: usize,
    /// Its first and its last node.
    nodes: [usize; 2],
    /// The place of its parent among these; `NONE` for a root.
    parent: usize,
    translation: Vec3,
    scale: Vec3,
    /// How long its scale and those above can make a metre at most.
    most: f32,
    /// From its last node's frame to its own, and what its scale turns.
    after: Rot,
    turn: Rot,
    /// What takes its vectors to model space.
    linear: Mat3,
    /// Whether its node knows where it is: it slides, and does not follow from its translation.
    slides: bool,
}

impl Nodes {
    /// Takes what stretches the body out of the pose, when something does.
    pub(super) fn load_stretch(&mut self, body: &Body, pose: &Pose) -> Result<(), Error> {
        self.stretches.clear();
        if !self.is_stretched {
            return Ok(());
        }
        for (joint, local) in pose.locals.iter().enumerate().filter(|&(joint, _)| self.places[joint].node != NONE) {
            let parent = body.joints[joint].parent;
            let parent = parent.map_or(NONE, |parent| self.stretches.iter().position(|other| other.joint == parent).unwrap_or(NONE));
            let above = self.stretches.get(parent).map_or(1.0, |parent| parent.most);
            let way = above * local.translation.length();
            if way.is_nan() || way > LARGEST {
                return Err(Error::InvalidNumber { what: "the size of the body in model space", value: way });
            }
            let last = self.places[joint].node;
            self.stretches.push(Stretch {
                joint,
                nodes: [self.first_of(body, joint), last],
                parent,
                translation: local.translation,
                scale: local.scale,
                most: above * local.scale.abs().max_element(),
                after: body.links[self.nodes[last].spec].after,
                turn: self.places[joint].turn,
                linear: Mat3::IDENTITY,
                slides: false,
            });
        }
        self.forward();
        for &mut Stretch { joint, nodes: [first, last], linear, ref mut slides, .. } in &mut self.stretches {
            *slides = self.nodes[first].slide_stiffness > 0.0;
            let position = self.nodes[last].position;
            if !(linear.is_finite() && position.is_finite()) {
                return Err(Error::InvalidNumber { what: "the size of the body in model space", value: f32::INFINITY });
            }
            // Of a sheared frame the turn that counts is that of `rotation_of` in model space.
            let back = lanes::rot(self.nodes[last].frame).inverse();
            let turn = Rot::from(rotation_of(&Affine3 { matrix3: linear, translation: Vec3::ZERO }));
            self.places[joint].stretch = Some((back.to_matrix() * linear, back * turn));
        }
        Ok(())
    }

    /// Puts the joints where they truly are, the nodes being turned as they are.
    pub(super) fn stretch(&mut self) {
        for index in 0..self.stretches.len() {
            let Stretch { nodes: [first, last], parent, translation, scale, after, slides, .. } = self.stretches[index];
            let frame = lanes::rot(self.nodes[last].frame) * after;
            let (above, turn) = match self.stretches.get(parent) {
                None => (Mat3::IDENTITY, frame),
                Some(parent) => {
                    let at = &self.nodes[parent.nodes[1]];
                    let known = || (parent.linear * translation / self.size).extend(0.0);
                    let way = if slides { lanes::rotate(at.frame, self.nodes[first].to_here) } else { known() };
                    let place = at.position;
                    let turn = (lanes::rot(at.frame) * parent.after * parent.turn).inverse() * frame;
                    let to_here = lanes::rotate_back(at.frame, way);
                    self.nodes[first].to_here = to_here;
                    self.nodes[first..=last].iter_mut().for_each(|node| (node.position, node.pivot) = (place + way, place + way));
                    (parent.linear, turn)
                }
            };
            let turn = turn.normalized().to_matrix();
            let scaled = Mat3::from_cols(turn.x_axis * scale.x, turn.y_axis * scale.y, turn.z_axis * scale.z);
            self.stretches[index].linear = above * scaled;
        }
    }
}
