//! Figures that are attached to others, and move with them.

use std::sync::Arc;

use kansetsu::{d3::Pose, glam::Affine3};

use super::{Actor, Content, Refusal, attachment::Attachment};

impl Content {
    /// Attaches a figure to a joint of another one, where both are now; `None` detaches it.
    ///
    /// # Errors
    /// When a figure or joint does not exist, the other figure is this one or attached to it, or
    /// the joint is scaled to nothing.
    pub fn attach(&mut self, index: usize, to: Option<(usize, usize)>) -> Result<(), Refusal> {
        self.actor(index)?;
        let Some((other, joint)) = to else {
            self.actor_mut(index)?.attachment = None;
            return Ok(());
        };
        let holder = self.actor(other)?;
        let Some(found) = holder.figure.rig.skeleton.joints().get(joint) else {
            return Err(Refusal::new("There is no such joint.", "そのボーンはありません。"));
        };
        let attachment = Attachment {
            figure: holder.id,
            joint,
            name: found.name.clone(),
            joint_from_model: Affine3::IDENTITY,
        };
        if other == index || self.carriers(other).any(|carrier| carrier == index) {
            return Err(Refusal::new(
                "A figure cannot be attached to itself, or to what it carries.",
                "自分自身や、自分に取り付けたモデルには取り付けられません。",
            ));
        }
        self.actor_mut(index)?.attachment = Some(attachment);
        self.measure(index)
    }

    /// Takes the present placement of an attached figure as where it is attached.
    ///
    /// # Errors
    /// When the joint is scaled to nothing.
    pub(super) fn measure(&mut self, index: usize) -> Result<(), Refusal> {
        let Some((other, joint)) = self.carrier(index) else { return Ok(()) };
        let holder = self.actor(other)?;
        let model_from_joint = holder.figure.rig.skeleton.forward(&holder.pose)[joint];
        let world_from_joint = holder.placement * model_from_joint;
        let joint_from_model = world_from_joint.inverse() * self.actor(index)?.placement;
        if !joint_from_model.is_finite() {
            return Err(Refusal::new(
                "The joint is scaled to nothing.",
                "ボーンの大きさが 0 のため、取り付けられません。",
            ));
        }
        if let Some(attachment) = &mut self.actor_mut(index)?.attachment {
            attachment.joint_from_model = joint_from_model;
        }
        Ok(())
    }

    /// The placements of all figures when they are in these poses, in their order.
    #[must_use]
    pub fn placements(&self, poses: &[Pose]) -> Vec<Affine3> {
        (0..self.actors.len()).map(|index| self.placement(index, poses)).collect()
    }

    fn placement(&self, index: usize, poses: &[Pose]) -> Affine3 {
        let own = self.actors[index].placement;
        // From the figure's model space to that of the figure that carries all others.
        let (mut carried, mut last) = (None, index);
        for _ in 0..self.actors.len() {
            let Some((carrier, joint)) = self.carrier(last) else { break };
            let (Some(pose), Some(attachment)) =
                (poses.get(carrier), &self.actors[last].attachment)
            else {
                break;
            };
            let model_from_joint = self.actors[carrier].figure.rig.skeleton.forward(pose)[joint];
            let map = model_from_joint * attachment.joint_from_model;
            carried = Some(carried.map_or(map, |before| map * before));
            last = carrier;
        }
        let placed = carried.map_or(own, |map| self.actors[last].placement * map);
        if placed.is_finite() { placed } else { own }
    }

    /// The figures that carry a figure: the one to which it is attached, the one to which that is
    /// attached, and so on.
    fn carriers(&self, index: usize) -> impl Iterator<Item = usize> {
        let next = |index: &usize| self.carrier(*index).map(|(carrier, _)| carrier);
        std::iter::successors(next(&index), next).take(self.actors.len())
    }

    /// The figure and the joint to which a figure is attached.
    fn carrier(&self, index: usize) -> Option<(usize, usize)> {
        let attachment = self.actors.get(index)?.attachment.as_ref()?;
        let other = self.actors.iter().position(|actor| actor.id == attachment.figure)?;
        (attachment.joint < self.actors[other].joint_count() && other != index)
            .then_some((other, attachment.joint))
    }

    /// Moves what is attached to where it is carried. What carries it no longer exists: it is
    /// detached.
    pub(super) fn follow(&mut self) {
        let is_attached = |actor: &Arc<Actor>| actor.attachment.is_some();
        if !self.actors.iter().any(is_attached) {
            return;
        }
        for index in 0..self.actors.len() {
            if is_attached(&self.actors[index]) && self.carrier(index).is_none() {
                Arc::make_mut(&mut self.actors[index]).attachment = None;
            }
        }
        let poses: Vec<Pose> = self.actors.iter().map(|actor| actor.pose.clone()).collect();
        for (index, placement) in self.placements(&poses).into_iter().enumerate() {
            if self.actors[index].placement != placement {
                Arc::make_mut(&mut self.actors[index]).placement = placement;
            }
        }
    }

    /// Finds the joints of all attachments again after loading; returns what could not be kept, in
    /// sentences.
    pub(super) fn find_attachments(&mut self) -> Vec<String> {
        let mut lost = Vec::new();
        for index in 0..self.actors.len() {
            let Some(mut attachment) = self.actors[index].attachment.clone() else { continue };
            let other = self.actors.iter().position(|actor| actor.id == attachment.figure);
            let joint = other.and_then(|other| {
                let joints = self.actors[other].figure.rig.skeleton.joints();
                let is_it = |joint: usize| {
                    joints.get(joint).is_some_and(|joint| joint.name == attachment.name)
                };
                Some(attachment.joint)
                    .filter(|&joint| is_it(joint))
                    .or_else(|| (0..joints.len()).find(|&joint| is_it(joint)))
            });
            let is_loop =
                other == Some(index) || self.carriers(index).any(|carrier| carrier == index);
            let name = &self.actors[index].name;
            let found = match joint {
                _ if is_loop => {
                    lost.push(format!(
                        "the figure \"{name}\" is attached to itself; now it is not"
                    ));
                    None
                }
                None => {
                    let joint = &attachment.name;
                    lost.push(format!(
                        "the figure \"{name}\" was attached to \"{joint}\", which is not there"
                    ));
                    None
                }
                Some(_) if !attachment.joint_from_model.is_finite() => {
                    lost.push(format!(
                        "the figure \"{name}\" was attached with an infinite number; now it is not"
                    ));
                    None
                }
                Some(joint) => {
                    attachment.joint = joint;
                    Some(attachment)
                }
            };
            Arc::make_mut(&mut self.actors[index]).attachment = found;
        }
        lost
    }
}
