//! How chains are solved.

use anyhow::bail;
use kansetsu::d3::solve::{Aim, AimChain, Auto, Dls, Solver, TwoBone};

use super::MethodArgs;
use crate::argument::within;

/// How the chain to each goal is solved.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) solver: Solver,
    pub(crate) limits: Limits,
    /// When a goal counts as met, as a part of its chain's length.
    pub(crate) tolerance: f32,
    /// Joints that keep their turn.
    pub(crate) held: Vec<usize>,
}

/// Whether joints stay inside their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Limits {
    /// They do.
    #[default]
    On,
    /// They may turn anywhere.
    Off,
}

impl Method {
    /// The solver with what the command line says about it.
    pub(crate) fn new(mut solver: Solver, limits: Limits, iterations: Option<usize>, tolerance: Option<f32>) -> anyhow::Result<Self> {
        if let Some(tolerance) = checked(tolerance)? {
            solver = solver.with_tolerance(tolerance);
        }
        if let Some(iterations) = iterations {
            solver = solver.with_max_iterations(iterations);
        }
        Ok(Self { solver, limits, tolerance: tolerance.unwrap_or(Dls::default().tolerance), held: Vec::new() })
    }

    /// The solver with all that the arguments say; what it has no parameter for is left out of account.
    pub(crate) fn with(mut solver: Solver, args: &MethodArgs, held: Vec<usize>) -> anyhow::Result<Self> {
        match &mut solver {
            Solver::Auto(Auto { two_bone, dls }) => {
                set_limb(two_bone, args);
                set_dls(dls, args);
            }
            Solver::TwoBone(two_bone) => set_limb(two_bone, args),
            Solver::Dls(dls) => set_dls(dls, args),
            Solver::Aim(aim) => set_aim(aim, args),
            Solver::AimChain(aim) => set_aim_chain(aim, args),
            Solver::Ccd(_) | Solver::Fabrik(_) | Solver::FabrikTree(_) | Solver::WholeBody(_) => {}
        }
        Ok(Self { held, ..Self::new(solver, args.limits, args.iterations, args.tolerance)? })
    }
}

impl Method {
    /// Whether something was said about limbs that auto would not do by itself.
    pub(super) fn is_tuned_for_limbs(&self) -> bool {
        matches!(&self.solver, Solver::Auto(Auto { two_bone, .. }) if *two_bone != TwoBone::default())
    }
}

/// A tolerance that is one.
pub(super) fn checked(tolerance: Option<f32>) -> anyhow::Result<Option<f32>> {
    let Some(tolerance) = tolerance else { return Ok(None) };
    match within(tolerance, [0.0, 1.0]).filter(|&tolerance| tolerance > 0.0) {
        Some(tolerance) => Ok(Some(tolerance)),
        None => bail!("--tolerance {tolerance} is not in (0, 1]; it is a part of the chain's length, for example 0.0001"),
    }
}

fn set_limb(two_bone: &mut TwoBone, args: &MethodArgs) {
    two_bone.soft = args.soft.unwrap_or(two_bone.soft);
    two_bone.twist = args.twist.map_or(two_bone.twist, f32::to_radians);
}

fn set_aim(aim: &mut Aim, args: &MethodArgs) {
    aim.up = args.up.unwrap_or(aim.up);
    aim.twist = args.twist.map_or(aim.twist, f32::to_radians);
}

fn set_aim_chain(aim: &mut AimChain, args: &MethodArgs) {
    aim.up = args.up.unwrap_or(aim.up);
    aim.twist = args.twist.map_or(aim.twist, f32::to_radians);
    aim.shares.clone_from(&args.shares);
}

fn set_dls(dls: &mut Dls, args: &MethodArgs) {
    dls.angle_tolerance = args.angle_tolerance.map_or(dls.angle_tolerance, f32::to_radians);
    dls.max_restarts = args.restarts.unwrap_or(dls.max_restarts);
}
