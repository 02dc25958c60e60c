//! Where the chain begins that reaches for a goal.

use anyhow::bail;
use kansetsu::d3::Skeleton;
use kansetsu_formats::Figure;

use crate::argument::{joint_named, label};

/// What the user says about where chains begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum BaseChoice {
    /// Nothing.
    #[default]
    Auto,
    /// At this joint.
    Joint(String),
    /// So many joints above the one that reaches; 0 is all of them.
    Levels(usize),
}

/// The joint at which the chain to `tip` begins.
pub(crate) fn base_of(figure: &Figure, tip: usize, choice: &BaseChoice) -> anyhow::Result<usize> {
    let skeleton = &figure.rig.skeleton;
    if skeleton.joints()[tip].parent.is_none() {
        bail!(
            "\"{}\" hangs on nothing, so no chain can move it; give a goal to a joint below it, or let the root go with --root free",
            label(skeleton, tip)
        );
    }
    match choice {
        BaseChoice::Auto => Ok(figure.rig.limb_to(tip).map_or_else(|| branch_of(figure, tip), |limb| limb.base)),
        BaseChoice::Levels(levels) => Ok(levels_above(skeleton, tip, *levels)),
        BaseChoice::Joint(word) => {
            let base = joint_named(figure, word)?;
            if base == tip || !skeleton.ancestors(tip).any(|joint| joint == base) {
                let (base, tip) = (label(skeleton, base), label(skeleton, tip));
                bail!(
                    "\"{base}\" is no ancestor of \"{tip}\", so no chain leads from one to the other; leave out --base or name an ancestor"
                );
            }
            Ok(base)
        }
    }
}

/// `base`, or the first joint on the way to it that stops chains.
pub(super) fn stopped(skeleton: &Skeleton, tip: usize, base: usize, stops: &[usize]) -> usize {
    let way = skeleton.ancestors(tip).skip(1).take_while(|&joint| joint != base);
    way.into_iter().find(|joint| stops.contains(joint)).unwrap_or(base)
}

fn levels_above(skeleton: &Skeleton, tip: usize, levels: usize) -> usize {
    let count = if levels == 0 { usize::MAX } else { levels.saturating_add(1) };
    skeleton.ancestors(tip).take(count).last().unwrap_or(tip)
}

/// Up to, but without, the joint at which the body branches: an arm without the trunk. A chain of one segment cannot
/// bend: it goes on to a second one, unless that would turn most of the body. No joint above those that move the mesh,
/// so that nodes which only place the figure in the world stay.
fn branch_of(figure: &Figure, tip: usize) -> usize {
    let body = Body::of(figure);
    let path: Vec<usize> = figure.rig.skeleton.ancestors(tip).collect();
    let inside = path.iter().skip(1).take_while(|&&joint| body.has(joint)).count().max(1);
    let mut levels = path.iter().skip(1).take_while(|&&joint| !body.branches_at(joint)).count();
    while levels < 2 && path.get(levels + 1).is_some_and(|&joint| !body.branches_at(joint) || body.part_below(joint) <= MOST) {
        levels += 1;
    }
    path[levels.clamp(1, inside)]
}

/// The part of the body that a chain may turn for the sake of bending. Two thirds: the upper chest of a human carries
/// about half (head and arms), the hips all.
const MOST: f32 = 2.0 / 3.0;

/// The joints that count as the body: those that a skin uses and those that lead to them; all without a skin.
pub(super) struct Body<'a> {
    figure: &'a Figure,
    has_skin: bool,
    leads: Vec<bool>,
    /// For each joint, the length of all segments below it at rest, metres.
    lengths: Vec<f32>,
}

impl<'a> Body<'a> {
    pub(super) fn of(figure: &'a Figure) -> Self {
        let joints = figure.rig.skeleton.joints();
        let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let has_skin = figure.is_skinned.contains(&true);
        let mut leads: Vec<bool> = (0..joints.len()).map(|joint| !has_skin || figure.is_skinned.get(joint) == Some(&true)).collect();
        let mut lengths = vec![0.0; joints.len()];
        for joint in (0..joints.len()).rev() {
            if let Some(parent) = joints[joint].parent.filter(|_| leads[joint]) {
                leads[parent] = true;
                lengths[parent] += lengths[joint] + rest[joint].translation.distance(rest[parent].translation);
            }
        }
        Self { figure, has_skin, leads, lengths }
    }

    /// Whether the joint moves a mesh by a skin, in a figure with skins.
    pub(super) fn has(&self, joint: usize) -> bool {
        !self.has_skin || self.figure.is_skinned.get(joint) == Some(&true)
    }

    /// Whether the body goes on from this joint in more than one way.
    pub(super) fn branches_at(&self, joint: usize) -> bool {
        self.figure.rig.skeleton.children(joint).iter().filter(|&&child| self.leads[child]).count() > 1
    }

    /// How much of the body hangs on this joint, in [0, 1].
    fn part_below(&self, joint: usize) -> f32 {
        let whole: f32 = self.figure.rig.skeleton.roots().map(|root| self.lengths[root]).sum();
        if whole > 0.0 { self.lengths[joint] / whole } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::{
        d3::{Rig, Transform},
        glam::Vec3,
    };

    use super::*;

    /// hips - { thigh - knee, trunk - chest - { neck - head, shoulder - elbow - hand - { thumb, finger - fingertip } } }
    fn body() -> Figure {
        let mut builder = Skeleton::builder();
        let down = |length: f32| Transform::from_translation(Vec3::Y * length);
        let hips = builder.root("hips", Transform::IDENTITY);
        let thigh = builder.child(hips, "thigh", down(0.1));
        builder.child(thigh, "knee", down(0.9));
        let trunk = builder.child(hips, "trunk", down(0.2));
        let chest = builder.child(trunk, "chest", down(0.2));
        let neck = builder.child(chest, "neck", down(0.2));
        builder.child(neck, "head", down(0.1));
        let shoulder = builder.child(chest, "shoulder", down(0.2));
        let elbow = builder.child(shoulder, "elbow", down(0.3));
        let hand = builder.child(elbow, "hand", down(0.3));
        builder.child(hand, "thumb", down(0.1));
        let finger = builder.child(hand, "finger", down(0.1));
        builder.child(finger, "fingertip", down(0.05));
        Figure::new("body", Rig::new(builder.build().unwrap()))
    }

    fn base(figure: &Figure, tip: &str, choice: &BaseChoice) -> String {
        let tip = joint_named(figure, tip).unwrap();
        label(&figure.rig.skeleton, base_of(figure, tip, choice).unwrap())
    }

    #[test]
    fn a_limb_ends_where_the_body_branches() {
        assert_eq!(base(&body(), "hand", &BaseChoice::Auto), "shoulder");
        assert_eq!(base(&body(), "trunk", &BaseChoice::Auto), "hips");
    }

    #[test]
    fn a_short_chain_takes_one_more_joint_unless_it_turns_most_of_the_body() {
        assert_eq!(base(&body(), "fingertip", &BaseChoice::Auto), "hand");
        assert_eq!(base(&body(), "head", &BaseChoice::Auto), "chest");
        assert_eq!(base(&body(), "knee", &BaseChoice::Auto), "thigh");
    }

    #[test]
    fn joints_that_move_no_mesh_stay() {
        let mut figure = body();
        figure.is_skinned = vec![true; 13];
        let chest = joint_named(&figure, "chest").unwrap();
        figure.is_skinned[chest] = false;
        assert_eq!(base(&figure, "head", &BaseChoice::Auto), "neck");
    }

    #[test]
    fn levels_count_segments_and_end_at_the_root() {
        assert_eq!(base(&body(), "hand", &BaseChoice::Levels(1)), "elbow");
        assert_eq!(base(&body(), "hand", &BaseChoice::Levels(0)), "hips");
        assert_eq!(base(&body(), "hand", &BaseChoice::Levels(usize::MAX)), "hips");
    }

    #[test]
    fn a_chain_ends_at_the_first_stop_on_its_way() {
        let figure = body();
        let joint = |word: &str| joint_named(&figure, word).unwrap();
        let stopped = |stops: &[usize]| stopped(&figure.rig.skeleton, joint("hand"), joint("hips"), stops);
        assert_eq!(stopped(&[]), joint("hips"));
        assert_eq!(stopped(&[joint("trunk"), joint("shoulder"), joint("knee")]), joint("shoulder"));
        assert_eq!(stopped(&[joint("hand")]), joint("hips"));
    }

    #[test]
    fn a_base_must_be_an_ancestor() {
        let figure = body();
        let head = joint_named(&figure, "head").unwrap();
        for word in ["hand", "head"] {
            assert!(base_of(&figure, head, &BaseChoice::Joint(word.to_owned())).is_err());
        }
        assert!(base_of(&figure, 0, &BaseChoice::Auto).is_err());
    }
}
