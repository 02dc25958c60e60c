//! Body poses of the [mannequin](crate::mannequin) in groups, for a library of poses.
//!
//! A pose is a sketch: where hips, hands, feet and the view should be. The solver finds the rest.
//! The [everyday poses](super::everyday) are among them.
//!
//! ```
//! use kansetsu_figures::scenes::{body_poses, everyday};
//!
//! let figure = kansetsu_figures::mannequin();
//! let bow = body_poses::all().into_iter().find(|pose| pose.goals.name == "Bow").expect("one of them");
//! let pose = body_poses::solve(&figure, &bow)?;
//! assert!(everyday::measure(&figure, &bow.goals, &pose).lean_deg > 20.0);
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod body_pose;
mod fight;
mod handling;
mod idle;
mod lie;
mod pairs;
mod place;
mod run;
mod sit;
mod sketch;
mod solve;
mod stand;
mod usual;
mod walk;

pub use body_pose::{BodyPose, PoseGroup};
pub use place::Place;
pub use solve::solve;

use super::everyday::cast::Cast;

/// The body poses, group after group.
#[must_use]
pub fn all() -> Vec<BodyPose> {
    let cast = Cast::new();
    let mut poses = usual::poses();
    for more in [
        stand::poses,
        sit::poses,
        lie::poses,
        walk::poses,
        run::poses,
        fight::poses,
        idle::poses,
        handling::poses,
        pairs::poses,
    ] {
        poses.extend(more(&cast));
    }
    poses.sort_by_key(|pose| pose.group);
    poses
}
