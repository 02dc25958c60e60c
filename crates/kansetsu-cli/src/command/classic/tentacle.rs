//! Stepped CCD in 2D.

use kansetsu::{
    classic::{SteppedCcd, SteppedMode, Tentacle, TentacleJoint},
    glam::{DVec2, Vec2},
};

use super::{
    output::Output,
    trace::{Handle, State, Trace},
};
use crate::argument::{between, point};

const AFTER: &str = "\
Examples:
  kansetsu classic tentacle --steps 60 --picture tentacle.svg
  kansetsu classic tentacle --joints 8 --length 40 --target -150,100 --step-deg 5 --mode smooth";

/// Run stepped CCD in 2D: every joint rotates by a fixed step, or not at all
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub(super) struct Args {
    /// The number of joints
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000), allow_hyphen_values = true)]
    joints: u32,
    /// The length of a link, pixels
    #[arg(long, value_name = "PX", default_value_t = 20.0, value_parser = between(0.0, 1e6), allow_hyphen_values = true)]
    length: f32,
    /// The limit of each joint to either side, degrees
    #[arg(long, value_name = "DEG", default_value_t = 30.0, value_parser = between(0.0, 3600.0), allow_hyphen_values = true)]
    limit_deg: f32,
    /// The rotation of a joint in one step, degrees
    #[arg(long, value_name = "DEG", default_value_t = 2.864_789, value_parser = between(1e-3, 180.0), allow_hyphen_values = true)]
    step_deg: f32,
    /// The target of the tip, pixels; the root is at 0,0 and the tentacle lies along +X
    #[arg(long, value_name = "X,Y", default_value = "200,250", value_parser = point::<2>, allow_hyphen_values = true)]
    target: [f32; 2],
    /// classic: the whole step or none, as published; smooth: the exact angle, up to the step
    #[arg(long, value_enum, default_value_t = Mode::Classic)]
    mode: Mode,
    #[command(flatten)]
    pub(super) output: Output,
}

/// The rule for a joint's rotation.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Mode {
    Classic,
    Smooth,
}

/// Runs the method.
pub(super) fn trace(args: &Args) -> anyhow::Result<Trace> {
    let joint = TentacleJoint::new(f64::from(args.length), f64::from(args.limit_deg).to_radians());
    let mut tentacle = Tentacle::new(DVec2::ZERO, &vec![joint; args.joints as usize])?;
    let mode = match args.mode {
        Mode::Classic => SteppedMode::Classic,
        Mode::Smooth => SteppedMode::Smooth,
    };
    let ccd = SteppedCcd { step: f64::from(args.step_deg).to_radians(), mode };
    let target = Vec2::from_array(args.target);
    let first = state(0, &tentacle, tentacle.tip().distance(target.as_dvec2()), "start".to_owned());
    let mut steps = vec![first];
    for step in args.output.numbers() {
        let report = ccd.step(&mut tentacle, target.as_dvec2())?;
        steps.push(state(
            step,
            &tentacle,
            report.distance,
            format!("{} joints rotated", report.turned),
        ));
    }
    let tip = args.joints as usize;
    let goals = vec![Handle { joint: "tip".to_owned(), index: tip, target: args.target.to_vec() }];
    Ok(Trace {
        method: "tentacle",
        unit: "px",
        goals,
        bones: (0..tip).map(|joint| [joint, joint + 1]).collect(),
        steps,
    })
}

fn state(step: usize, tentacle: &Tentacle, distance: f64, note: String) -> State {
    let joints: Vec<Option<Vec2>> =
        tentacle.positions().iter().map(|position| Some(position.as_vec2())).collect();
    State::in_plane(step, &joints, distance as f32, note)
}
