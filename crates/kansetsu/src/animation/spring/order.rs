//! The order in which spring joints move, and the joints that each one carries.

use super::{Spring, SpringBones};
use crate::d3::Skeleton;

/// A spring joint in the order of the simulation.
pub(super) struct Place {
    /// The index of the spring.
    pub(super) spring: usize,
    /// The index in the joints of the spring.
    pub(super) index: usize,
    /// The joints below it that no other spring joint carries, parents first.
    pub(super) carried: Vec<usize>,
}

/// Spring joints after those above them and after those that carry their colliders. In a cycle of
/// such dependencies, a collider is where the step before left it.
pub(super) fn places(skeleton: &Skeleton, bones: &SpringBones) -> Vec<Place> {
    let mut at_joint: Vec<Option<usize>> = vec![None; skeleton.len()];
    let mut places = Vec::new();
    for (spring, one) in bones.springs.iter().enumerate() {
        for (index, joint) in one.joints.iter().enumerate() {
            let taken = &mut at_joint[joint.joint];
            if taken.is_none() {
                *taken = Some(places.len());
                places.push(Place { spring, index, carried: Vec::new() });
            }
        }
    }
    // For each joint, the spring joint that moves it: itself or the nearest above.
    let mut carrier: Vec<Option<usize>> = Vec::with_capacity(skeleton.len());
    for (joint, own) in at_joint.iter().enumerate() {
        let above = skeleton.joints()[joint].parent.and_then(|parent| carrier[parent]);
        if let (None, Some(place)) = (own, above) {
            places[place].carried.push(joint);
        }
        carrier.push(own.or(above));
    }
    let order = order(&places, |place| {
        let spring = &bones.springs[place.spring];
        let parent = skeleton.joints()[spring.joints[place.index].joint].parent;
        needs(bones, spring, parent).filter_map(|joint| carrier[joint]).collect()
    });
    let mut places: Vec<Option<Place>> = places.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| places[index].take()).collect()
}

/// The joints that must be in place before a joint of the spring moves.
fn needs<'a>(
    bones: &'a SpringBones,
    spring: &'a Spring,
    parent: Option<usize>,
) -> impl Iterator<Item = usize> + 'a {
    let colliders = bones.colliders_of(spring).map(|collider| collider.joint);
    parent.into_iter().chain(spring.center).chain(colliders)
}

/// Places in an order in which each follows those that it needs, else the given one.
fn order(places: &[Place], needs: impl Fn(&Place) -> Vec<usize>) -> Vec<usize> {
    let mut is_seen = vec![false; places.len()];
    let mut order = Vec::with_capacity(places.len());
    for start in 0..places.len() {
        let mut open = vec![(start, false)];
        while let Some((place, has_needs)) = open.pop() {
            if has_needs {
                order.push(place);
            } else if !std::mem::replace(&mut is_seen[place], true) {
                open.push((place, true));
                open.extend(needs(&places[place]).into_iter().rev().map(|need| (need, false)));
            }
        }
    }
    order
}
