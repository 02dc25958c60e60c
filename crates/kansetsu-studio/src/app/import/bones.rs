//! The joints of a body that is open, for motions and points that are to move it.

use kansetsu_formats::Figure;

use crate::document::Actor;

/// The joints of a human figure, with the limits as they are now.
pub(in crate::app) fn joints_of(actor: &Actor) -> Option<Figure> {
    let figure = &actor.figure;
    figure.rig.humanoid()?;
    let mut joints = Figure::new(figure.name.clone(), figure.rig.clone());
    joints.rig.limits = (*actor.constraints.limits).clone();
    (joints.rig.roles, joints.twists) = (figure.rig.roles.clone(), figure.twists.clone());
    Some(joints)
}
