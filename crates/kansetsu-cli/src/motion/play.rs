//! A scene, solved frame by frame.

use anyhow::anyhow;
use kansetsu::d3::{Rig, solve::Scratch};
use kansetsu_figures::scenes::{Frame, Scene};

use crate::reach::{Method, Solved, Wish, solve_in_turn};

/// The solved pose of every frame. Each frame is solved from its own pose, not from the frame before: the motion is
/// smooth because the solvers are, not because they remember.
pub(crate) fn play(scene: &Scene, rig: &Rig, method: &Method) -> anyhow::Result<Vec<Solved>> {
    let mut scratch = Scratch::default();
    scene.frames.iter().map(|frame| solve(frame, rig, method, &mut scratch)).collect()
}

fn solve(frame: &Frame, rig: &Rig, method: &Method, scratch: &mut Scratch) -> anyhow::Result<Solved> {
    let wish = |goal: &kansetsu::d3::Goal| {
        let limb = rig.limb_to(goal.joint).ok_or_else(|| anyhow!("no limb of the figure ends at joint {}", goal.joint))?;
        Ok(Wish { goal: *goal, base: limb.base })
    };
    let wishes = frame.goals.iter().map(wish).collect::<anyhow::Result<Vec<Wish>>>()?;
    solve_in_turn(rig, &wishes, method, frame.pose(&rig.skeleton), scratch)
}
