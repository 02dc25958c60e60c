//! Reports of a session.

use std::sync::Arc;

use kansetsu::{
    Rig,
    d3::Outcome,
    session::{self},
};
use pyo3::{prelude::*, types::PyDict};

/// All outcomes, from the best to the worst.
pub(crate) const OUTCOMES: [Outcome; 6] = [
    Outcome::Reached,
    Outcome::SoftReached,
    Outcome::OutOfReach,
    Outcome::TooClose,
    Outcome::Limited,
    Outcome::Stalled,
];

/// The outcome's name in files.
pub(crate) const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reached => "reached",
        Outcome::SoftReached => "soft_reached",
        Outcome::OutOfReach => "out_of_reach",
        Outcome::TooClose => "too_close",
        Outcome::Limited => "limited",
        Outcome::Stalled => "stalled",
    }
}

/// The report of a solve or a step, measured by forward kinematics.
#[pyclass(frozen, module = "kansetsu")]
pub(crate) struct Report {
    rig: Arc<Rig>,
    report: session::Report,
    /// The array that the call changed, shape (joints, 10).
    #[pyo3(get)]
    pose: Py<PyAny>,
}

impl Report {
    pub(crate) fn new(rig: &Arc<Rig>, report: session::Report, pose: Bound<'_, PyAny>) -> Self {
        Self { rig: rig.clone(), report, pose: pose.unbind() }
    }

    fn entries(&self, entries: &[session::TargetReport]) -> Vec<TargetReport> {
        entries.iter().map(|entry| TargetReport::new(&self.rig, entry)).collect()
    }
}

#[pymethods]
impl Report {
    /// The worst outcome of all targets and pins, one of `OUTCOMES`.
    #[getter]
    fn outcome(&self) -> &'static str {
        outcome_name(self.report.outcome)
    }

    /// Whether all targets and pins are reached.
    #[getter]
    fn is_reached(&self) -> bool {
        self.report.outcome == Outcome::Reached
    }

    /// The largest position error of all targets, metres.
    #[getter]
    fn distance(&self) -> f32 {
        self.report.distance()
    }

    /// One entry per target, in the order in which joints received their first target.
    #[getter]
    fn targets(&self) -> Vec<TargetReport> {
        self.entries(&self.report.targets)
    }

    /// One entry for each pin and each planted foot.
    #[getter]
    fn pins(&self) -> Vec<TargetReport> {
        self.entries(&self.report.pins)
    }

    /// The active bounds of limits: pairs of a joint's name and the bound.
    #[getter]
    fn active_limits(&self) -> Vec<(String, &'static str)> {
        let active = self.report.active_limits.iter();
        active
            .map(|active| (self.rig.skeleton.joints()[active.joint].name.clone(), active.bound))
            .collect()
    }

    /// Solver steps taken.
    #[getter]
    fn steps(&self) -> u32 {
        self.report.steps
    }

    /// The number of restarts.
    #[getter]
    fn restarts(&self) -> u32 {
        self.report.restarts
    }

    /// Whether another step with the same targets changes nothing.
    #[getter]
    fn is_settled(&self) -> bool {
        self.report.is_settled
    }

    /// The report as plain data, without the pose.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("outcome", self.outcome())?;
        dict.set_item("distance", self.distance())?;
        let plain = |entries: Vec<TargetReport>| {
            entries.iter().map(|entry| entry.to_dict(py)).collect::<PyResult<Vec<_>>>()
        };
        dict.set_item("targets", plain(self.targets())?)?;
        dict.set_item("pins", plain(self.pins())?)?;
        dict.set_item("active_limits", self.active_limits())?;
        dict.set_item("steps", self.steps())?;
        dict.set_item("restarts", self.restarts())?;
        dict.set_item("is_settled", self.is_settled())?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<Report {}, {:.6} m, {} steps>", self.outcome(), self.distance(), self.steps())
    }
}

/// The result of a target or a pin.
#[pyclass(frozen, get_all, module = "kansetsu")]
pub(crate) struct TargetReport {
    /// The joint's name.
    joint: String,
    /// The joint's index.
    index: u32,
    /// Whether position and rotation are within their tolerances.
    is_reached: bool,
    /// The outcome of this target, one of `OUTCOMES`.
    outcome: &'static str,
    /// The position of the target in model space, metres.
    target: [f32; 3],
    /// The position of the joint's point in model space, metres.
    reached: [f32; 3],
    /// Position error, metres.
    distance: f32,
    /// Rotation error, radians.
    angle: f32,
}

impl TargetReport {
    fn new(rig: &Rig, entry: &session::TargetReport) -> Self {
        Self {
            joint: rig.skeleton.joints()[entry.joint.index() as usize].name.clone(),
            index: entry.joint.index(),
            is_reached: entry.is_reached,
            outcome: outcome_name(entry.outcome),
            target: entry.target,
            reached: entry.reached,
            distance: entry.distance,
            angle: entry.angle,
        }
    }
}

#[pymethods]
impl TargetReport {
    /// The entry as plain data.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("joint", &self.joint)?;
        dict.set_item("index", self.index)?;
        dict.set_item("is_reached", self.is_reached)?;
        dict.set_item("outcome", self.outcome)?;
        dict.set_item("target", self.target)?;
        dict.set_item("reached", self.reached)?;
        dict.set_item("distance", self.distance)?;
        dict.set_item("angle", self.angle)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!(
            "<TargetReport {}: {}, {:.6} m, {:.4} rad>",
            self.joint, self.outcome, self.distance, self.angle
        )
    }
}
