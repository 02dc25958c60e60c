//! Sessions.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use kansetsu::{Budget, Error, IkSession, Options, Pose, session};
use kansetsu_humanoid::prior::set_default_prior;
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyString, PyTuple, PyType},
};
use serde_json::Value;

use crate::{
    array::{self, PoseArray},
    error::{KansetsuError, OrRaise, detached, in_argument},
    json,
    report::Report,
    rig::Rig,
    session_state::{Kind, Pinned, SessionState},
    target,
};

/// Poses one body: targets and pins in, a pose and a report out. One thread at a time.
#[pyclass(frozen, module = "kansetsu")]
pub(crate) struct Session {
    rig: Arc<kansetsu::Rig>,
    state: Mutex<State>,
}

struct State {
    session: IkSession,
    /// The pins in order; the session does not expose them.
    pins: Vec<Pinned>,
}

impl Session {
    fn of(rig: &Arc<kansetsu::Rig>, options: Options) -> Self {
        Self::with(rig, IkSession::new(rig, options), Vec::new())
    }

    fn with(rig: &Arc<kansetsu::Rig>, session: IkSession, pins: Vec<Pinned>) -> Self {
        Self { rig: rig.clone(), state: Mutex::new(State { session, pins }) }
    }

    /// A busy session is an error, since waiting could block for ever: in a process forked during a
    /// solve.
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(KansetsuError::new_err(
                "the session is in use by another thread; make a session for each thread",
            )),
        }
    }

    /// Solves into `pose`, or into a new array that starts from the rest pose.
    fn run<'py>(
        &self,
        py: Python<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        solve: impl FnOnce(&mut IkSession, &mut Pose) -> Result<session::Report, Error> + Send,
    ) -> PyResult<Report> {
        let object = match pose {
            Some(given) => given.clone(),
            None => array::of_pose(py, &self.rig.rest_pose())?,
        };
        let mut array = PoseArray::of("pose", &object, self.rig.skeleton.len())?;
        let mut pose = array.pose()?;
        let mut state = self.lock()?;
        let (session, solved) = (&mut state.session, &mut pose);
        let report = detached(py, move || solve(session, solved))?.or_raise()?;
        array.put(&pose)?;
        drop(array);
        Ok(Report::new(&self.rig, report, object))
    }

    fn pin_as(
        &self,
        joint: &Bound<'_, PyAny>,
        kind: Kind,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let joint = target::joint("joint", &self.rig, joint)?;
        let placement = match kind {
            Kind::To => Some(target::target(&self.rig, joint, fields)?),
            Kind::Placement | Kind::Position => None,
        };
        let mut state = self.lock()?;
        let pinned = Pinned { joint, kind, target: placement };
        pinned.apply(&mut state.session);
        state.pins.retain(|other| other.joint != joint);
        state.pins.push(pinned);
        Ok(())
    }

    fn saved(&self) -> PyResult<SessionState> {
        let state = self.lock()?;
        Ok(SessionState::of(&state.session, &state.pins))
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (rig, options = None, **keywords), text_signature = "(rig, options=None, **options)")]
    fn new(
        rig: &Bound<'_, Rig>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rig = &rig.get().0;
        Ok(Self::of(rig, crate::options::options(rig, [options, keywords])?))
    }

    /// The session of a request: a dict, or JSON text, in the form of `kansetsu solve --request`.
    #[staticmethod]
    fn from_request(rig: &Bound<'_, Rig>, request: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rig = &rig.get().0;
        let value = match request.cast::<PyString>() {
            Ok(text) => serde_json::from_str::<Value>(&text.to_cow()?)
                .map_err(|error| PyValueError::new_err(format!("request: {error}")))?,
            Err(_) => json::value("request", request)?,
        };
        let mut request: session::Request = json::read("request", value)?;
        set_default_prior(&mut request.options);
        let raise = |error| in_argument("request", &error);
        let session = request.session(rig).map_err(raise)?;
        let pins = Pinned::of_request(rig, &request).map_err(raise)?;
        Ok(Self::with(rig, session, pins))
    }

    /// The rig that the session poses.
    #[getter]
    fn rig(&self) -> Rig {
        Rig(self.rig.clone())
    }

    /// Targets, pins and options as a request: a dict for `from_request` and, as JSON, for
    /// `kansetsu solve --request`.
    fn to_request<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.saved()?.request())
    }

    /// Sets the target of a joint, replacing its earlier one.
    #[pyo3(signature = (joint, **target), text_signature = "(self, joint, *, position=None, rotation=None, align=None, look_at=None, line=None, plane=None, point=None, relative_to=None, radius=0.0, angle=0.0, weight=1.0, pole=None)")]
    fn set_target(
        &self,
        joint: &Bound<'_, PyAny>,
        target: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let joint = target::joint("joint", &self.rig, joint)?;
        let target = target::target(&self.rig, joint, target)?;
        self.lock()?.session.set_target(joint, target);
        Ok(())
    }

    /// Pins a joint: it keeps the position and rotation that it has in the pose of the next solve
    /// or step.
    fn pin(&self, joint: &Bound<'_, PyAny>) -> PyResult<()> {
        self.pin_as(joint, Kind::Placement, None)
    }

    /// Pins the position of a joint; its rotation stays free.
    fn pin_position(&self, joint: &Bound<'_, PyAny>) -> PyResult<()> {
        self.pin_as(joint, Kind::Position, None)
    }

    /// Pins a joint to a target, which is met before all others.
    #[pyo3(signature = (joint, **target), text_signature = "(self, joint, *, position=None, rotation=None, align=None, look_at=None, line=None, plane=None, point=None, relative_to=None, radius=0.0, angle=0.0, pole=None)")]
    fn pin_to(&self, joint: &Bound<'_, PyAny>, target: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        self.pin_as(joint, Kind::To, target)
    }

    /// Removes the target and the pin of a joint.
    fn release(&self, joint: &Bound<'_, PyAny>) -> PyResult<()> {
        let joint = target::joint("joint", &self.rig, joint)?;
        let mut state = self.lock()?;
        state.session.release(joint);
        state.pins.retain(|pin| pin.joint != joint);
        Ok(())
    }

    /// Removes all targets and pins, and resets the tracking state.
    fn clear(&self) -> PyResult<()> {
        let mut state = self.lock()?;
        state.session.clear();
        state.pins.clear();
        Ok(())
    }

    /// Resets the tracking state. Targets and pins stay.
    fn reset(&self) -> PyResult<()> {
        self.lock()?.session.reset();
        Ok(())
    }

    /// Finds one pose that meets the targets. `pose` is changed in place; without it a new array
    /// starts from the rest pose.
    #[pyo3(signature = (pose = None, steps = 200))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        steps: u32,
    ) -> PyResult<Report> {
        self.run(py, pose, |session, pose| session.solve(pose, Budget::steps(steps)))
    }

    /// Continues from `pose` toward the targets: one frame of a game or of a drag. `pose` is
    /// changed in place.
    #[pyo3(signature = (pose, steps = 16))]
    fn step<'py>(&self, py: Python<'py>, pose: &Bound<'py, PyAny>, steps: u32) -> PyResult<Report> {
        self.run(py, Some(pose), |session, pose| session.step(pose, Budget::steps(steps)))
    }

    /// Poses the next frame of a motion: meets the targets as close as possible to `motion`. `pose`
    /// is an output.
    #[pyo3(signature = (motion, pose = None, steps = 16))]
    fn follow<'py>(
        &self,
        py: Python<'py>,
        motion: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        steps: u32,
    ) -> PyResult<Report> {
        let motion = array::pose("motion", motion, self.rig.skeleton.len())?;
        self.run(py, pose, move |session, pose| session.follow(&motion, pose, Budget::steps(steps)))
    }

    /// The residuals of targets and pins in a pose. Nothing is solved.
    fn measure(&self, pose: &Bound<'_, PyAny>) -> PyResult<Report> {
        let read = array::pose("pose", pose, self.rig.skeleton.len())?;
        let report = self.lock()?.session.measure(&read).or_raise()?;
        Ok(Report::new(&self.rig, report, pose.clone()))
    }

    fn __repr__(&self) -> String {
        match self.lock() {
            Ok(state) => format!(
                "<Session of {} targets, {} pins>",
                state.session.targets().len(),
                state.pins.len()
            ),
            Err(_) => "<Session in use>".to_owned(),
        }
    }

    /// Rig, options, targets and pins. A restored session starts a new motion.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = serde_json::to_vec(&self.saved()?).or_raise()?;
        let from_state = py.get_type::<Self>().getattr("_from_state")?;
        let arguments = (self.rig(), PyBytes::new(py, &state)).into_pyobject(py)?;
        PyTuple::new(py, [from_state, arguments.into_any()])
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, rig: &Bound<'_, Rig>, state: &[u8]) -> PyResult<Self> {
        let state: SessionState = serde_json::from_slice(state)
            .map_err(|error| PyValueError::new_err(format!("state: {error}")))?;
        let rig = &rig.get().0;
        let (session, pins) = state.session(rig)?;
        Ok(Self::with(rig, session, pins))
    }
}
