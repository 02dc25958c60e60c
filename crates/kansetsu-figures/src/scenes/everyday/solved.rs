//! From what is asked for to a pose.

use kansetsu::{
    Error,
    d3::{
        Pose, Report,
        solve::{Body, Root, WholeBody},
    },
};
use kansetsu_formats::Figure;

use super::Everyday;

/// A pose and what became of its goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The pose.
    pub pose: Pose,
    /// What the solver says of it.
    pub report: Report,
}

/// The figure's body as everyday poses are solved with it: its limits, the sides to which its limbs bend, its ease, what of it keeps
/// apart, its balance.
///
/// # Errors
/// As [`Body::with_limits`] and [`Body::with_limbs`]: none for an embedded figure.
pub fn prepared(figure: &Figure) -> Result<Body, Error> {
    let body = unbalanced(figure)?;
    match figure.rig.balance() {
        Some(balance) => body.with_balance(&balance),
        None => Ok(body),
    }
}

fn unbalanced(figure: &Figure) -> Result<Body, Error> {
    let rig = &figure.rig;
    Body::new(&rig.skeleton)
        .with_limits(&rig.limits)?
        .with_limbs(&rig.skeleton, &rig.limbs)?
        .with_posture(&figure.rig.posture())?
        .with_apart(&figure.rig.collision_pairs())
}

/// The pose from which everyday poses are solved: upright, with hanging arms.
#[must_use]
pub fn stance(figure: &Figure) -> Pose {
    figure.rig.posture().ease
}

/// Steps at most, and other poses to begin from: a hand on one's back is on the other side of the shoulder's limits.
const STEPS: usize = 800;
const RESTARTS: usize = 12;

/// Solves an everyday pose for the mannequin, from [`stance`], with the root free.
///
/// # Errors
/// As [`WholeBody::solve`]: none for an embedded figure and its poses.
pub fn solve(figure: &Figure, everyday: &Everyday) -> Result<Solved, Error> {
    let mut pose = stance(figure);
    let solver = WholeBody { root: Root::Free, max_steps: STEPS, max_restarts: RESTARTS, ..WholeBody::default() };
    // Who sits, kneels or climbs is carried by more than soles.
    let feet =
        figure.rig.humanoid().map_or(Vec::new(), |humanoid| humanoid.legs.iter().flat_map(|leg| [Some(leg.foot), leg.toes]).collect());
    let stands = everyday.stands.iter().flatten().all(|&joint| feet.contains(&Some(joint)));
    let body = if stands { prepared(figure)? } else { unbalanced(figure)? };
    let report = solver.solve(&body, &everyday.goals, &mut pose)?;
    Ok(Solved { pose, report })
}
