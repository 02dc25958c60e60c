//! Queries on joints and the meanings of their names.

use kansetsu::d3::Skeleton;
use kansetsu::glam::Vec3;

use super::words::{Meaning, Part, Side, meanings};

/// A skeleton with parsed names.
pub(super) struct Tree<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// The meaning of each joint's name.
    pub(super) meanings: Vec<Option<Meaning>>,
    depths: Vec<usize>,
    /// The position of each joint in a depth-first walk, in which all descendants follow directly.
    walk: Vec<usize>,
    /// The number of joints in each joint's subtree.
    sizes: Vec<usize>,
    deforms: &'a [bool],
    places: Vec<Vec3>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, deforms: &'a [bool]) -> Self {
        let meanings = meanings(skeleton.joints().iter().map(|joint| joint.name.as_str()));
        let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            depths.push(joint.parent.map_or(0, |parent| depths[parent] + 1));
        }
        let sizes = subtree_sizes(skeleton);
        let walk = walk_order(skeleton, &sizes);
        let places =
            skeleton.forward(&skeleton.rest_pose()).iter().map(|map| map.translation).collect();
        Self { skeleton, meanings, depths, walk, sizes, deforms, places }
    }

    /// The position of the joint at rest, model space.
    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.places[joint]
    }

    /// Whether a skin uses the joint; without a skin, whether it is not a root.
    pub(super) fn is_bodily(&self, joint: usize) -> bool {
        if self.deforms.contains(&true) {
            self.deforms.get(joint) == Some(&true)
        } else {
            self.skeleton.joints()[joint].parent.is_some()
        }
    }

    /// Whether `joint` is a descendant of `ancestor`.
    pub(super) fn is_below(&self, joint: usize, ancestor: usize) -> bool {
        let start = self.walk[ancestor];
        (start + 1..start + self.sizes[ancestor]).contains(&self.walk[joint])
    }

    /// The joints of this part and side, in the skeleton's order.
    pub(super) fn all(&self, part: Part, side: Option<Side>) -> impl Iterator<Item = usize> + '_ {
        let wanted = Some(Meaning { part, side });
        (0..self.meanings.len()).filter(move |&joint| self.meanings[joint] == wanted)
    }

    /// The joints that have a descendant of this part and side, as a query that is fast to repeat.
    pub(super) fn carriers(&self, part: Part, side: Option<Side>) -> impl Fn(usize) -> bool + '_ {
        let mut places: Vec<usize> = self.all(part, side).map(|joint| self.walk[joint]).collect();
        places.sort_unstable();
        move |joint| {
            let next = places.partition_point(|&place| place <= self.walk[joint]);
            places.get(next).is_some_and(|&place| place < self.walk[joint] + self.sizes[joint])
        }
    }

    /// The part in the joint's name, if it is on this side.
    pub(super) fn part(&self, joint: usize, side: Option<Side>) -> Option<Part> {
        self.meanings[joint].filter(|meaning| meaning.side == side).map(|meaning| meaning.part)
    }

    /// The joint nearest to the root, preferring those that a skin uses; `None` if two are equally
    /// near.
    pub(super) fn first(&self, joints: impl Iterator<Item = usize>) -> Option<usize> {
        let all: Vec<usize> = joints.collect();
        let deforming: Vec<usize> =
            all.iter().copied().filter(|&joint| self.deforms.get(joint) == Some(&true)).collect();
        let among = if deforming.is_empty() { all } else { deforming };
        let depth = among.iter().map(|&joint| self.depths[joint]).min()?;
        let mut nearest = among.into_iter().filter(|&joint| self.depths[joint] == depth);
        let found = nearest.next();
        if nearest.next().is_some() { None } else { found }
    }

    /// The lowest common ancestor of both.
    pub(super) fn common(&self, a: usize, b: usize) -> Option<usize> {
        self.skeleton.ancestors(b).find(|&joint| joint == a || self.is_below(a, joint))
    }
}

fn subtree_sizes(skeleton: &Skeleton) -> Vec<usize> {
    let mut sizes = vec![1; skeleton.len()];
    // Children come after their parents.
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            sizes[parent] += sizes[index];
        }
    }
    sizes
}

fn walk_order(skeleton: &Skeleton, sizes: &[usize]) -> Vec<usize> {
    let mut walk: Vec<usize> = Vec::with_capacity(sizes.len());
    // The position of the next child of each joint, and of the next root.
    let (mut next_child, mut next_root) = (Vec::with_capacity(sizes.len()), 0);
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let next = joint.parent.map_or(&mut next_root, |parent| &mut next_child[parent]);
        let place = *next;
        *next += sizes[index];
        walk.push(place);
        next_child.push(place + 1);
    }
    walk
}
