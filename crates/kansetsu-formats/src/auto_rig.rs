//! Detection of the human body in a figure, and everything derived from it: roles, limits, mirror
//! pairs, limbs, twist joints.

use std::collections::BTreeMap;

use kansetsu::d3::{Limb, Limit, Role, Twist};
use kansetsu_humanoid::{
    anatomy::{self, RigKind},
    detect,
};

use crate::Figure;

impl Figure {
    /// Detects humanoid roles, mirror pairs, and arms and legs with their bend direction, and sets
    /// them in `roles` and the rig. Known roles stay, and then no others are searched. Mirror pairs
    /// and limbs are detected from scratch.
    ///
    /// A body without limits gets those of a human body ([`anatomy::limits`]).
    ///
    /// It recognizes the joint names of common programs (VRM, Blender, Rigify, MakeHuman, Mixamo,
    /// Unreal, 3ds Max Biped, DAZ, MikuMikuDance, motion capture), but only if the tree agrees.
    /// What names do not say comes from the shape of the body, except for robots.
    pub fn detect_humanoid(&mut self) {
        let states_roles = !self.rig.roles.is_empty();
        if !states_roles {
            self.rig.roles = if self.robot.is_some() {
                // A machine in the shape of a person moves as its file says.
                detect::roles_by_name(&self.rig.skeleton, &self.is_skinned)
            } else {
                detect::roles(&self.rig.skeleton, &self.is_skinned)
            };
        }
        self.auto_rig(states_roles);
    }

    /// The figure with other roles, and what follows from them: mirror pairs, limbs, twist joints,
    /// limits of a human body. What its file states otherwise stays.
    ///
    /// # Errors
    /// [`kansetsu::Error::JointOutOfRange`].
    pub fn with_roles(&self, roles: BTreeMap<Role, usize>) -> Result<Self, kansetsu::Error> {
        let count = self.rig.skeleton.len();
        if let Some(&joint) = roles.values().find(|&&joint| joint >= count) {
            return Err(kansetsu::Error::JointOutOfRange { joint, count });
        }
        let [before, after] = [&self.rig.roles, &roles].map(|roles| self.derived(roles, true));
        let mut figure = self.clone();
        follow(&mut figure.rig.limits, &before.limits, &after.limits);
        follow(&mut figure.rig.mirrors, &before.mirrors, &after.mirrors);
        if figure.twists == before.twists {
            figure.twists = after.twists;
        }
        let is_in = |limb: &Limb, limbs: &[Limb]| {
            let joints = |limb: &Limb| [limb.base, limb.middle, limb.tip];
            limbs.iter().any(|other| joints(other) == joints(limb))
        };
        let limbs = &mut figure.rig.limbs;
        limbs.retain(|limb| !is_in(limb, &before.limbs) || is_in(limb, &after.limbs));
        for limb in after.limbs {
            if !is_in(&limb, limbs) {
                limbs.push(limb);
            }
        }
        figure.rig.roles = roles;
        figure.score_reference();
        Ok(figure)
    }

    /// Like `auto_rig`, for a file that limits only a few joints. These limits stay; all other
    /// joints of a body get those of a human body. A joint without a parent is free, like hips: it
    /// places its descendants.
    pub(crate) fn recognize_body_beside_limits(&mut self) {
        let free = vec![None; self.rig.limits.len()];
        let stated = std::mem::replace(&mut self.rig.limits, free);
        self.detect_humanoid();
        for ((limit, stated), joint) in
            self.rig.limits.iter_mut().zip(stated).zip(self.rig.skeleton.joints())
        {
            if stated.is_some() || joint.parent.is_none() {
                *limit = stated;
            }
        }
    }

    /// The first joint from the root on that branches or deforms a mesh, below the scene and
    /// armature nodes of the file. `None` without a deformed mesh: a machine.
    fn first_body_joint(&self) -> Option<usize> {
        let skeleton = &self.rig.skeleton;
        let mut joint = skeleton.roots().find(|&root| !skeleton.children(root).is_empty())?;
        if !self.is_skinned.contains(&true) {
            return None;
        }
        while let [only] = *skeleton.children(joint)
            && self.is_skinned.get(joint) != Some(&true)
            && self.nodes.get(joint).is_some_and(Option::is_some)
        {
            joint = only;
        }
        Some(joint)
    }

    /// Everything derived from the roles, whether the file states them or not. A body without
    /// motion is posable, with or without a surface.
    pub(crate) fn auto_rig(&mut self, states_roles: bool) {
        let derived = self.derived(&self.rig.roles, states_roles);
        self.rig.mirrors = derived.mirrors;
        self.rig.limbs = derived.limbs;
        self.rig.base = self.first_body_joint();
        self.twists = derived.twists;
        if self.rig.limits.iter().all(Option::is_none) {
            self.rig.limits = derived.limits;
        }
        self.score_reference();
    }

    fn derived(&self, roles: &BTreeMap<Role, usize>, states_roles: bool) -> Derived {
        let skeleton = &self.rig.skeleton;
        let is_character = !self.meshes.is_empty() || states_roles && self.clips.is_empty();
        let build = if is_character { RigKind::Character } else { RigKind::Recorded };
        Derived {
            mirrors: detect::mirrors(skeleton, roles, &self.is_skinned),
            limbs: detect::limbs(skeleton, roles),
            twists: anatomy::twists(skeleton, roles),
            limits: anatomy::limits(skeleton, roles, build),
        }
    }
}

/// What follows from the roles of a skeleton.
struct Derived {
    mirrors: Vec<Option<usize>>,
    limbs: Vec<Limb>,
    twists: Vec<Twist>,
    limits: Vec<Option<Limit>>,
}

/// Replaces the values that were derived before.
fn follow<T: Clone + PartialEq>(values: &mut [T], before: &[T], after: &[T]) {
    for (value, (before, after)) in values.iter_mut().zip(before.iter().zip(after)) {
        if value == before {
            value.clone_from(after);
        }
    }
}
