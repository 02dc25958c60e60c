//! Solves everyday poses with a session and its default options.

use kansetsu::{
    Budget, Error, IkSession, Options, Pose, Target,
    d3::Priority,
    session::{Balance, Feet, Report, Root},
};
use kansetsu_formats::Figure;

use super::Everyday;

/// A pose and the results of its goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The pose.
    pub pose: Pose,
    /// The session's report.
    pub report: Report,
}

/// The pose from which everyday poses are solved: the relaxed stance.
#[must_use]
pub fn stance(figure: &Figure) -> Pose {
    figure.rig.posture().reference
}

/// The budget of `kansetsu solve`.
const BUDGET: Budget = Budget::steps(800);

/// Solves an everyday pose for the mannequin, from [`stance`].
///
/// # Errors
/// As [`IkSession::solve`]: none for an embedded figure and its poses.
pub fn solve(figure: &Figure, everyday: &Everyday) -> Result<Solved, Error> {
    solve_from(figure, everyday, stance(figure))
}

/// Solves an everyday pose from another pose.
pub(in crate::scenes) fn solve_from(
    figure: &Figure,
    everyday: &Everyday,
    mut pose: Pose,
) -> Result<Solved, Error> {
    let report = session(figure, everyday).solve(&mut pose, BUDGET)?;
    Ok(Solved { pose, report })
}

/// The session of an everyday pose. Its pins define the feet, and whether another support carries
/// the body.
fn session(figure: &Figure, everyday: &Everyday) -> IkSession {
    let feet = figure.rig.humanoid().map_or(Vec::new(), |humanoid| {
        humanoid.legs.iter().flat_map(|leg| [Some(leg.foot), leg.toes]).collect()
    });
    let stands = everyday.stands.iter().flatten().all(|&joint| feet.contains(&Some(joint)));
    let balance = if stands { Balance::On } else { Balance::Off };
    let mut session = IkSession::new(
        &figure.rig,
        Options { root: Root::Free, feet: Feet::Free, balance, ..Options::default() },
    );
    for goal in &everyday.goals {
        let (joint, target) =
            (figure.rig.skeleton.id(goal.joint), Target::from_goal(&figure.rig.skeleton, goal));
        match goal.priority {
            Priority::Pin => session.pin_to(joint, target),
            Priority::Normal => session.set_target(joint, target),
        }
    }
    session
}
