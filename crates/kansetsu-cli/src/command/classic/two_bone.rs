//! Two bones by the law of cosines.

use kansetsu::{
    classic::{LawOfCosines, MiddleJoint},
    d2::Side,
    glam::Vec2,
};

use super::{
    output::Output,
    trace::{Handle, State, Trace},
};
use crate::argument::{finite, point};

const AFTER: &str = "\
Examples:
  kansetsu classic two-bone
  kansetsu classic two-bone --upper 100 --lower 60 --end 150,20 --move -12,0 --side right \\
    --picture bones.svg";

/// Solve two bones in 2D by the law of cosines; the end moves in every step
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub(super) struct Args {
    /// The length from the start to the middle joint, pixels
    #[arg(long, value_name = "PX", default_value_t = 150.0, value_parser = finite, allow_hyphen_values = true)]
    upper: f32,
    /// The length from the middle joint to the end, pixels
    #[arg(long, value_name = "PX", default_value_t = 150.0, value_parser = finite, allow_hyphen_values = true)]
    lower: f32,
    /// The start of the first bone, pixels
    #[arg(long, value_name = "X,Y", default_value = "0,0", value_parser = point::<2>, allow_hyphen_values = true)]
    start: [f32; 2],
    /// The initial end of the second bone, pixels
    #[arg(long, value_name = "X,Y", default_value = "200,50", value_parser = point::<2>, allow_hyphen_values = true)]
    end: [f32; 2],
    /// The movement of the end in one step, pixels
    #[arg(long = "move", value_name = "X,Y", default_value = "2.5,2.5", value_parser = point::<2>, allow_hyphen_values = true)]
    motion: [f32; 2],
    /// The side of the middle joint, seen from the start to the end, +X to the right and +Y up
    #[arg(long, value_enum, default_value_t = Bend::Left)]
    side: Bend,
    #[command(flatten)]
    pub(super) output: Output,
}

/// The side of the middle joint.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Bend {
    Left,
    Right,
}

/// Runs the method.
pub(super) fn trace(args: &Args) -> anyhow::Result<Trace> {
    let side = match args.side {
        Bend::Left => Side::Left,
        Bend::Right => Side::Right,
    };
    let bones = LawOfCosines { upper: args.upper, lower: args.lower, side };
    let (start, motion) = (Vec2::from_array(args.start), Vec2::from_array(args.motion));
    let mut end = Vec2::from_array(args.end);
    let mut steps = vec![state(&bones, 0, start, end)?];
    for step in args.output.numbers() {
        end += motion;
        steps.push(state(&bones, step, start, end)?);
    }
    let goals = vec![Handle { joint: "end".to_owned(), index: 2, target: end.to_array().to_vec() }];
    Ok(Trace { method: "two-bone", unit: "px", goals, bones: vec![[0, 1], [1, 2]], steps })
}

fn state(bones: &LawOfCosines, step: usize, start: Vec2, end: Vec2) -> anyhow::Result<State> {
    let (middle, note) = match bones.middle(start, end)? {
        MiddleJoint::At(middle) => {
            (Some(middle), format!("middle at {:.4} {:.4}", middle.x, middle.y))
        }
        MiddleJoint::Anywhere => {
            (None, "start and end coincide: the middle is undefined".to_owned())
        }
        MiddleJoint::TooClose => (None, "too close: the formula has no solution".to_owned()),
        MiddleJoint::TooFar => (None, "too far: the formula has no solution".to_owned()),
    };
    let reached = middle.map_or(0.0, |middle| (end.distance(middle) - bones.lower).abs());
    Ok(State::in_plane(step, &[Some(start), middle, Some(end)], reached, note))
}
