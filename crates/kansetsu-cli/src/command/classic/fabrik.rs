//! FABRIK on a chain of rigid segments.

use kansetsu::{
    classic::{FabrikLimb, LimbFabrik},
    glam::Vec3,
};

use super::{
    output::Output,
    trace::{Handle, State, Trace},
};
use crate::argument::{between, point};

const AFTER: &str = "\
Examples:
  kansetsu classic fabrik
  kansetsu classic fabrik --limbs 12 --length 0.3 --goal -1,2,0.4 --tolerance 0.0001 \\
    --steps 30 --picture limbs.svg";

/// Run FABRIK on rigid segments: one backward and one forward pass per step
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub(super) struct Args {
    /// The number of segments
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000), allow_hyphen_values = true)]
    limbs: u32,
    /// The length of each segment, metres; they form a line along +Y from 0,0,0
    #[arg(long, value_name = "M", default_value_t = 1.0, value_parser = between(0.0, 1e6), allow_hyphen_values = true)]
    length: f32,
    /// The target of the end of the last segment, metres
    #[arg(long, value_name = "X,Y,Z", default_value = "1.5,2,0.5", value_parser = point::<3>, allow_hyphen_values = true)]
    goal: [f32; 3],
    /// The tolerance, metres; the method stops when the end is this close to the goal
    #[arg(long, value_name = "M", default_value_t = 0.001, value_parser = between(0.0, 1e6), allow_hyphen_values = true)]
    tolerance: f32,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Runs the method.
pub(super) fn trace(args: &Args) -> anyhow::Result<Trace> {
    let goal = Vec3::from_array(args.goal);
    let places: Vec<Vec3> =
        (0..=args.limbs).map(|limb| Vec3::Y * (limb as f32 * args.length)).collect();
    let mut limbs = FabrikLimb::between_points(&places);
    let mut steps = vec![state(0, &limbs, goal, "start".to_owned())];
    for step in args.output.numbers() {
        if steps[step - 1].distances[0] <= args.tolerance {
            break;
        }
        LimbFabrik::iterate(&mut limbs, Vec3::ZERO, goal)?;
        let next = state(step, &limbs, goal, String::new());
        let is_done = next.distances[0] <= args.tolerance;
        steps.push(State {
            note: if is_done { "reached" } else { "backward and forward pass" }.to_owned(),
            ..next
        });
    }
    let tip = limbs.len();
    let goals = vec![Handle { joint: "end".to_owned(), index: tip, target: args.goal.to_vec() }];
    Ok(Trace {
        method: "fabrik",
        unit: "m",
        goals,
        bones: (0..tip).map(|limb| [limb, limb + 1]).collect(),
        steps,
    })
}

fn state(step: usize, limbs: &[FabrikLimb], goal: Vec3, note: String) -> State {
    let end = limbs[limbs.len() - 1].outboard();
    let joints: Vec<Vec3> = limbs.iter().map(|limb| limb.inboard).chain([end]).collect();
    State::in_space(step, &joints, vec![end.distance(goal)], note)
}
