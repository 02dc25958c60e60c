//! How chains are solved.

use anyhow::bail;
use kansetsu::d3::solve::{Auto, Ccd, Dls, Fabrik, Solver, TwoBone};

use super::MethodArgs;

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
                set_restarts(dls, args);
            }
            Solver::TwoBone(two_bone) => set_limb(two_bone, args),
            Solver::Dls(dls) => set_restarts(dls, args),
            Solver::Ccd(Ccd { .. }) | Solver::Fabrik(Fabrik { .. }) => {}
        }
        Ok(Self { held, ..Self::new(solver, args.limits, args.iterations, args.tolerance)? })
    }
}

impl Method {
    /// Whether something was said about limbs that auto would not do by itself.
    pub(super) fn is_tuned_for_limbs(&self) -> bool {
        matches!(self.solver, Solver::Auto(Auto { two_bone, .. }) if two_bone != TwoBone::default())
    }
}

/// A tolerance that is one.
pub(super) fn checked(tolerance: Option<f32>) -> anyhow::Result<Option<f32>> {
    match tolerance {
        Some(tolerance) if !(tolerance > 0.0 && tolerance <= 1.0) => {
            bail!("--tolerance {tolerance} is not in (0, 1]; it is a part of the chain's length, for example 0.0001")
        }
        fine => Ok(fine),
    }
}

fn set_limb(two_bone: &mut TwoBone, args: &MethodArgs) {
    two_bone.soft = args.soft.unwrap_or(two_bone.soft);
    two_bone.twist = args.twist.map_or(two_bone.twist, f32::to_radians);
    two_bone.weight = args.blend.unwrap_or(two_bone.weight);
}

fn set_restarts(dls: &mut Dls, args: &MethodArgs) {
    dls.max_restarts = args.restarts.unwrap_or(dls.max_restarts);
}
