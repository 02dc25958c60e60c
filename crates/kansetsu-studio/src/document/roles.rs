//! Which joints are the parts of the body of an actor.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu_formats::Role;

use super::{Actor, Refusal};

impl Actor {
    /// Sets the joint that is a body part, or none. A joint is only one part.
    ///
    /// # Errors
    /// A sentence, for a joint that the figure does not have.
    pub fn set_role(&mut self, role: Role, joint: Option<usize>) -> Result<(), Refusal> {
        let mut roles = self.figure.rig.roles.clone();
        roles.retain(|&played, own| played != role && Some(*own) != joint);
        roles.extend(joint.map(|joint| (role, joint)));
        self.set_roles(roles)
    }

    /// Replaces the parts of the body. Limits that were changed by hand stay.
    ///
    /// # Errors
    /// As [`Self::set_role`].
    pub fn set_roles(&mut self, roles: BTreeMap<Role, usize>) -> Result<(), Refusal> {
        let figure = self.figure.with_roles(roles.clone())?;
        let files = self.figure.rig.limits.iter().zip(&figure.rig.limits);
        let limits = Arc::make_mut(&mut self.constraints.limits);
        for (own, (before, after)) in limits.iter_mut().zip(files) {
            if own == before {
                own.clone_from(after);
            }
        }
        (self.figure, self.roles) = (Arc::new(figure), Some(roles));
        Ok(())
    }

    /// The corrected parts, for files.
    pub(super) fn roles_by_name(&self) -> Option<BTreeMap<String, usize>> {
        let roles = self.roles.as_ref()?;
        Some(roles.iter().map(|(role, &joint)| (role.name().to_owned(), joint)).collect())
    }
}
