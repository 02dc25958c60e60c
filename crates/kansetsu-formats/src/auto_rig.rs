//! What in a figure is a body, and everything that follows from it: roles, limits, mirror pairs,
//! limbs, twist joints.

use kansetsu_humanoid::{
    anatomy::{self, RigKind},
    detect,
};

use crate::Figure;

impl Figure {
    /// Finds out which joints play which humanoid roles, which joints mirror each other, and the
    /// arms and legs with the way they bend, and puts all that into `roles` and the rig. Roles that
    /// are known already stay, and then no others are looked for; mirror pairs and limbs are found
    /// anew.
    ///
    /// A body that has no limits gets those of a human body ([`anatomy::limits`]).
    ///
    /// Names of the usual programs are understood (VRM, Blender, Rigify, MakeHuman, Mixamo, Unreal,
    /// 3ds Max Biped, DAZ, MikuMikuDance, motion capture), but only where the tree agrees.
    pub fn detect_humanoid(&mut self) {
        let states_roles = !self.rig.roles.is_empty();
        if !states_roles {
            self.rig.roles = detect::roles(&self.rig.skeleton, &self.is_skinned);
        }
        self.auto_rig(states_roles);
    }

    /// The same where the file states limits for a few joints alone, which stay: all others of a
    /// body get those of a human body. A joint without parent is free, as hips are: it places what
    /// hangs on it.
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

    /// All that follows from the roles, which the file states or not: what says who it is and does
    /// not move yet is there to be posed, with a surface or without.
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
