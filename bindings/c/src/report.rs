//! Reports as plain data.

use std::ffi::c_char;

use kansetsu::{
    d3::{ActiveLimit, Outcome},
    session::{Report, TargetReport},
};

/// `ks_report`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsReport {
    /// Bytes of the struct.
    pub size: u32,
    /// The worst outcome of all targets and pins.
    pub outcome: i32,
    /// Whether the pose has converged.
    pub is_settled: i32,
    /// Solver steps.
    pub steps: u32,
    /// The number of restarts.
    pub restarts: u32,
    /// Largest position error of all targets, metres.
    pub distance: f32,
    /// The number of targets.
    pub target_count: u32,
    /// The number of pins and planted feet.
    pub pin_count: u32,
    /// The number of active bounds of limits.
    pub active_limit_count: u32,
}

/// `ks_target_report`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsTargetReport {
    /// Bytes of the struct.
    pub size: u32,
    /// The joint.
    pub joint: u32,
    /// The outcome of this target.
    pub outcome: i32,
    /// Whether position and rotation are within their tolerances.
    pub is_reached: i32,
    /// The position of the target, metres.
    pub target: [f32; 3],
    /// The position of the joint's point, metres.
    pub reached: [f32; 3],
    /// Position error, metres.
    pub distance: f32,
    /// Rotation error, radians.
    pub angle: f32,
}

/// Bytes of the name of a bound, with its final zero.
pub const BOUND: usize = 16;

/// `ks_active_limit`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsActiveLimit {
    /// Bytes of the struct.
    pub size: u32,
    /// The joint.
    pub joint: u32,
    /// The name of the bound.
    pub bound: [c_char; BOUND],
}

/// `ks_active_limit_default`: joint 0 without a bound, with its size.
#[unsafe(no_mangle)]
pub extern "C" fn ks_active_limit_default() -> KsActiveLimit {
    KsActiveLimit { size: size_of::<KsActiveLimit>() as u32, joint: 0, bound: [0; BOUND] }
}

impl From<&ActiveLimit> for KsActiveLimit {
    fn from(limit: &ActiveLimit) -> Self {
        let mut active = ks_active_limit_default();
        active.joint = u32::try_from(limit.joint).unwrap_or(u32::MAX);
        // The last byte stays zero. The longest name is `edge_31`.
        for (place, byte) in active.bound[..BOUND - 1].iter_mut().zip(limit.bound.bytes()) {
            *place = byte as c_char;
        }
        active
    }
}

/// `ks_report_default`: an empty report with its size.
#[unsafe(no_mangle)]
pub extern "C" fn ks_report_default() -> KsReport {
    KsReport::from(&Report::default())
}

/// `ks_target_report_default`: an empty report with its size.
#[unsafe(no_mangle)]
pub extern "C" fn ks_target_report_default() -> KsTargetReport {
    let size = size_of::<KsTargetReport>() as u32;
    KsTargetReport {
        size,
        joint: 0,
        outcome: 0,
        is_reached: 0,
        target: [0.0; 3],
        reached: [0.0; 3],
        distance: 0.0,
        angle: 0.0,
    }
}

impl From<&Report> for KsReport {
    fn from(report: &Report) -> Self {
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Self {
            size: size_of::<Self>() as u32,
            outcome: outcome(report.outcome),
            is_settled: i32::from(report.is_settled),
            steps: report.steps,
            restarts: report.restarts,
            distance: report.distance(),
            target_count: count(report.targets.len()),
            pin_count: count(report.pins.len()),
            active_limit_count: count(report.active_limits.len()),
        }
    }
}

impl From<&TargetReport> for KsTargetReport {
    fn from(report: &TargetReport) -> Self {
        Self {
            joint: report.joint.index(),
            outcome: outcome(report.outcome),
            is_reached: i32::from(report.is_reached),
            target: report.target,
            reached: report.reached,
            distance: report.distance,
            angle: report.angle,
            ..ks_target_report_default()
        }
    }
}

/// `KS_OUTCOME_*`: the number of an outcome.
#[must_use]
pub const fn outcome(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Reached => 0,
        Outcome::SoftReached => 1,
        Outcome::OutOfReach => 2,
        Outcome::TooClose => 3,
        Outcome::Limited => 4,
        Outcome::Stalled => 5,
    }
}
