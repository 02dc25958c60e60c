//! What pulls at a border: the balance, parts that keep apart, goals with a radius.
//!
//! Who is inside a border asks for nothing, and a step that knows nothing of the border goes far over it; who was once outside would be drawn to the border
//! ever after. So whether a border pulls is found within the step, as the bounds of joints are: what the step brings over it pulls, what would push lets go,
//! and the step is found again.

use glam::{Vec4, Vec4Swizzles};

use super::{
    nodes::{NONE, Nodes},
    system::System,
};
use crate::math::lanes::cross;

impl System {
    /// Lets what a step would bring over a border pull, and what holds together by itself go. Gives whether anything has changed.
    pub(super) fn engage(&mut self, nodes: &Nodes) -> bool {
        let Self { blocks, ends, .. } = self;
        let mut changed = false;
        for (index, block) in blocks.iter_mut().enumerate() {
            let parted = || ends.iter().filter(|end| end.block == index).map(|end| moved(nodes, end.mover, end.place) * end.weight);
            let Some(pulls) = block.is_at_border(|| parted().sum::<Vec4>().xyz()) else { continue };
            if pulls != block.is_engaged() {
                block.engage(pulls);
                changed = true;
            }
        }
        if changed {
            self.changed = u64::MAX;
        }
        changed
    }
}

/// How far a step brings a place that a mover carries.
fn moved(nodes: &Nodes, mut mover: usize, place: Vec4) -> Vec4 {
    let mut way = Vec4::ZERO;
    while mover != NONE {
        let node = &nodes.nodes[nodes.movers[mover].node];
        way += cross(node.step, place - node.pivot);
        if node.slide > 0.0 {
            way += node.way;
        }
        mover = nodes.movers[mover].up;
    }
    way
}
