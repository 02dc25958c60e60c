//! The posture task: what it costs to leave the reference pose.
//!
//! A joint of stiffness `k` that is deflected by `φ` costs `½ k |φ|²`. The joints of a recruitment
//! group cost their activation cost times the length of all their deflections, so the group stays
//! at the reference pose until moving it saves more than that (a group lasso, solved by iteratively
//! reweighted least squares). The pulls of the tasks add their geometric stiffness, which keeps a
//! step near where its linearisation holds.

use super::{
    constants::{GEOMETRIC_STIFFNESS, GROUP_CORNER, LEVER},
    problem::{Mover, Problem},
    task::Kind,
};
use crate::kinematics::NONE;

impl Problem {
    /// The factors on the stiffness of the groups in the present pose.
    pub(super) fn recruit(&mut self, movers: &[Mover]) {
        let mut groups = std::mem::take(&mut self.groups);
        groups.iter_mut().for_each(|group| group.factor = 0.0);
        for mover in movers.iter().filter(|mover| mover.group != NONE) {
            groups[mover.group].factor += mover.stiffness * self.deflection(mover).length_squared();
        }
        groups
            .iter_mut()
            .for_each(|group| group.factor = group.cost / group.factor.sqrt().max(GROUP_CORNER));
        self.groups = groups;
    }

    /// The geometric stiffness of each node: the largest eigenvalue of the second derivative of the
    /// pulls' work, summed over the pulls.
    ///
    /// A pull `y` at the lever `r` has `½ (y · r + |y| |r|)`.
    pub(super) fn stiffen(&mut self) {
        let geometric = &mut self.equations.geometric;
        geometric.clear();
        geometric.resize(self.tree.nodes.len(), 0.0);
        for end in &self.ends {
            let task = &self.tasks[end.task];
            let pull = task.pull * (end.factor * GEOMETRIC_STIFFNESS);
            let length = pull.length();
            if length == 0.0 {
                continue;
            }
            let rotates = matches!(task.kind, Kind::Rotation(_));
            for node in self.tree.path(end.node) {
                let lever = end.place - self.tree.nodes[node].position;
                geometric[node] += if rotates {
                    0.5 * LEVER * length
                } else {
                    0.5 * (pull.dot(lever) + length * lever.length())
                };
            }
        }
    }
}
