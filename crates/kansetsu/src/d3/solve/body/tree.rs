//! A skeleton ready for whole-body solving.

use crate::{
    Error,
    d3::{
        Limit, Skeleton,
        limit::PreparedLimit,
        solve::dls::link::{LinkSpec, Polygons, push_links},
    },
    math::Rot,
};

/// A skeleton with what limits, holds and stiffens its joints.
///
/// It holds what the solver needs to know, so it can be kept and used for any pose of that skeleton and any goals.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) joints: Vec<BodyJoint>,
    /// The joints' freedoms, in the joints' order.
    pub(crate) links: Vec<LinkSpec>,
}

/// What a body knows of one of its joints.
#[derive(Clone, Debug)]
pub(crate) struct BodyJoint {
    pub(crate) parent: Option<usize>,
    pub(crate) rest: Rot,
    pub(crate) limit: Option<Limit>,
    pub(crate) prepared: Option<PreparedLimit>,
    pub(crate) held: bool,
    pub(crate) mobility: f32,
    /// Its place in [`Body::links`], and how many links it has.
    pub(crate) first_link: usize,
    pub(crate) link_count: usize,
}

impl Polygons for Body {
    fn project(&self, joint: usize, turn: Rot) -> Rot {
        self.joints[joint].prepared.as_ref().map_or(turn, |limit| limit.project_rot(turn))
    }
}

impl Body {
    /// The whole skeleton, without limits.
    #[must_use]
    pub fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints().iter().map(|joint| BodyJoint {
            parent: joint.parent,
            rest: Rot::from(joint.rest.rotation),
            limit: None,
            prepared: None,
            held: false,
            mobility: 1.0,
            first_link: 0,
            link_count: 0,
        });
        let mut body = Self { joints: joints.collect(), links: Vec::new() };
        body.make_links();
        body
    }

    /// The same body with each joint's limit from `limits`, which is as long as the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] when it is not, [`Error::InvalidNumber`] for a malformed limit.
    pub fn with_limits(mut self, limits: &[Option<Limit>]) -> Result<Self, Error> {
        self.check_length(limits.len())?;
        for (joint, limit) in self.joints.iter_mut().zip(limits) {
            if let Some(limit) = limit {
                limit.check()?;
            }
            joint.prepared = limit.as_ref().map(Limit::prepare);
            joint.limit.clone_from(limit);
        }
        self.make_links();
        Ok(self)
    }

    /// The same body with `joint` kept as it is turned in the pose. A joint that does not exist is left out of account.
    #[must_use]
    pub fn with_held(mut self, joint: usize) -> Self {
        if let Some(joint) = self.joints.get_mut(joint) {
            joint.held = true;
        }
        self.make_links();
        self
    }

    /// The same body with a stiffness for each joint, as long as the skeleton: 1 is usual, larger values turn less,
    /// smaller ones more; in [0.01, 100].
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, [`Error::InvalidNumber`] outside the range.
    pub fn with_stiffness(mut self, stiffness: &[f32]) -> Result<Self, Error> {
        self.check_length(stiffness.len())?;
        for (joint, &stiffness) in self.joints.iter_mut().zip(stiffness) {
            super::super::check_number("a joint's stiffness", stiffness, 0.01, 100.0)?;
            joint.mobility = 1.0 / stiffness;
        }
        Ok(self)
    }

    /// The base and the middle of the limb of two bones that ends in `joint`.
    pub(crate) fn limb_above(&self, joint: usize) -> Option<(usize, usize)> {
        let middle = self.joints[joint].parent?;
        Some((self.joints[middle].parent?, middle))
    }

    fn check_length(&self, length: usize) -> Result<(), Error> {
        if length == self.joints.len() { Ok(()) } else { Err(Error::PoseMismatch { pose: length, skeleton: self.joints.len() }) }
    }

    fn make_links(&mut self) {
        self.links.clear();
        for (index, joint) in self.joints.iter_mut().enumerate() {
            joint.first_link = self.links.len();
            push_links(&mut self.links, index, joint.rest, joint.limit.as_ref(), joint.held);
            joint.link_count = self.links.len() - joint.first_link;
        }
    }
}
