//! The chains of a tree, and pairs of chains that mirror each other.

use kansetsu::glam::Vec3;

use super::tree::Tree;
use super::words::is_end_name;

/// The largest deviation of mirrored chains, as a fraction of their length.
const SYMMETRIC: f32 = 0.08;
/// The smallest distance of mirrored chains, as a fraction of their length.
const APART: f32 = 0.02;
/// The most children of a joint that are compared: hair and skirts have many.
const MOST_CHILDREN: usize = 48;

/// The most joints of a compared chain; limbs with helper bones have about 15.
const LONGEST: usize = 40;
/// The most pairs: the longest ones, among which legs and arms are.
const MOST_PAIRS: usize = 256;

/// The longest chain below each joint. Joints that only mark the end of a bone are left out.
pub(super) struct Chains {
    is_end: Vec<bool>,
    /// The length of the longest chain below each joint.
    reach: Vec<f32>,
    /// The child on that chain.
    next: Vec<Option<usize>>,
}

/// Two children of a joint whose chains mirror each other.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) parent: usize,
    /// The joints of each chain from its root to its tip, equally many.
    pub(super) chains: [Vec<usize>; 2],
    /// The unit normal of the plane between them, towards the first.
    pub(super) across: Vec3,
    /// The length of a chain.
    pub(super) reach: f32,
}

impl Chains {
    pub(super) fn new(tree: &Tree<'_>) -> Self {
        let joints = tree.skeleton.joints();
        let is_leaf = |joint: usize| tree.skeleton.children(joint).is_empty();
        let is_end: Vec<bool> = joints
            .iter()
            .enumerate()
            .map(|(joint, data)| is_leaf(joint) && is_end_name(&data.name))
            .collect();
        let mut chains =
            Self { is_end, reach: vec![0.0; joints.len()], next: vec![None; joints.len()] };
        // Children come after their parents.
        for (joint, data) in joints.iter().enumerate().rev() {
            let Some(parent) = data.parent.filter(|_| !chains.is_end[joint]) else { continue };
            let length = tree.place(joint).distance(tree.place(parent)) + chains.reach[joint];
            if chains.next[parent].is_none() || length > chains.reach[parent] {
                (chains.reach[parent], chains.next[parent]) = (length, Some(joint));
            }
        }
        chains
    }

    /// The children of a joint that do not only mark its end.
    pub(super) fn children(&self, tree: &Tree<'_>, joint: usize) -> Vec<usize> {
        let children = tree.skeleton.children(joint).iter().copied();
        children.filter(|&child| !self.is_end[child]).collect()
    }

    /// The joints of the longest chain from a joint on.
    pub(super) fn longest(&self, joint: usize) -> Vec<usize> {
        std::iter::successors(Some(joint), |&joint| self.next[joint]).take(LONGEST).collect()
    }

    /// The longest pairs of mirrored chains of at least three joints.
    pub(super) fn pairs(&self, tree: &Tree<'_>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for parent in 0..self.next.len() {
            let mut children = self.children(tree, parent);
            children.truncate(MOST_CHILDREN);
            for (index, &first) in children.iter().enumerate() {
                for &second in &children[index + 1..] {
                    pairs.extend(self.pair(tree, parent, [first, second]));
                }
            }
        }
        pairs.sort_by(|a: &Pair, b: &Pair| b.reach.total_cmp(&a.reach));
        pairs.truncate(MOST_PAIRS);
        pairs
    }

    fn pair(&self, tree: &Tree<'_>, parent: usize, roots: [usize; 2]) -> Option<Pair> {
        let reaches = roots.map(|root| self.reach[root]);
        let reach = reaches[0].max(reaches[1]);
        if !(reach > 0.0 && (reaches[0] - reaches[1]).abs() <= 2.0 * SYMMETRIC * reach) {
            return None;
        }
        let mut chains = roots.map(|root| self.longest(root));
        let count = chains[0].len().min(chains[1].len());
        if count < 3 || chains[0].len().abs_diff(chains[1].len()) > 1 {
            return None;
        }
        chains.iter_mut().for_each(|chain| chain.truncate(count));
        let places = |index: usize| [0, 1].map(|side: usize| tree.place(chains[side][index]));
        let way = |index: usize| {
            let [first, second] = places(index);
            first - second
        };
        let widest = (0..count).max_by(|&a, &b| way(a).length().total_cmp(&way(b).length()))?;
        let across = way(widest).try_normalize()?;
        if way(widest).length() < APART * reach {
            return None;
        }
        let middle = |index: usize| {
            let [first, second] = places(index);
            first.midpoint(second)
        };
        let is_mirrored = (0..count).all(|index| {
            way(index).reject_from_normalized(across).length() <= SYMMETRIC * reach
                && (middle(index) - middle(widest)).dot(across).abs() <= SYMMETRIC * reach
        });
        is_mirrored.then_some(Pair { parent, chains, across, reach })
    }
}
