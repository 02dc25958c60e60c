//! Detection of the human body in a figure, and everything derived from it: roles, limits, mirror
//! pairs, limbs, twist joints.

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
        self.rig.mirrors = detect::mirrors(&self.rig.skeleton, &self.rig.roles, &self.is_skinned);
        self.rig.limbs = detect::limbs(&self.rig.skeleton, &self.rig.roles);
        self.rig.base = self.first_body_joint();
        self.twists = anatomy::twists(&self.rig.skeleton, &self.rig.roles);
        if self.rig.limits.iter().all(Option::is_none) {
            let is_character = !self.meshes.is_empty() || states_roles && self.clips.is_empty();
            let build = if is_character { RigKind::Character } else { RigKind::Recorded };
            self.rig.limits = anatomy::limits(&self.rig.skeleton, &self.rig.roles, build);
        }
        self.score_reference();
    }
}
