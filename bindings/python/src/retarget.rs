//! Retargeting: the motion of one body applied to another.

use kansetsu::{Pose, animation};
use kansetsu_formats::Document;
use kansetsu_humanoid::retarget::Retarget;
use numpy::PyUntypedArray;
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

use crate::{
    array::{self, described},
    error::{KansetsuError, OrRaise, detached},
    model::Model,
};

/// A retargeted motion.
#[pyclass(frozen, get_all, module = "kansetsu")]
pub(crate) struct Retargeted {
    /// The poses of the target, shape (frames, joints, 10).
    poses: Py<PyAny>,
    /// Frames per second.
    fps: f32,
    /// The report on feet, hands and limits.
    report: Py<PyDict>,
}

#[pymethods]
impl Retargeted {
    fn __repr__(&self) -> String {
        format!("<Retargeted at {} frames/s>", self.fps)
    }
}

/// Retargets a motion of `source` to `target`: a clip's name or index, or poses of shape (frames,
/// joints, 10) with `fps`.
#[pyfunction]
#[pyo3(signature = (source, clip, target, fps = None))]
pub(crate) fn retarget<'py>(
    py: Python<'py>,
    source: &Bound<'py, Model>,
    clip: &Bound<'py, PyAny>,
    target: &Bound<'py, Model>,
    fps: Option<f32>,
) -> PyResult<Retargeted> {
    let (source, target) = (source.get(), target.get());
    let clip = motion(source, clip, fps)?;
    let run = || {
        let retarget = Retarget { rate: fps, ..Retarget::default() };
        let mut done = retarget.run(&source.figure, &clip, &target.figure)?;
        if let Document::Mmd(model) = &target.document {
            let rest = target.figure.rig.skeleton.rest_pose();
            done.poses.iter_mut().for_each(|pose| model.apply_append(&rest, pose));
        }
        Ok::<_, kansetsu_humanoid::retarget::RetargetError>(done)
    };
    let done = detached(py, run)?.or_raise()?;
    let report = PyDict::new(py);
    report.set_item("frames", done.report.frames)?;
    report.set_item("planted", done.report.planted)?;
    report.set_item("foot_slide", done.report.foot_slide)?;
    report.set_item("limit_violation", done.report.limit_violation)?;
    report.set_item("hand_error", done.report.hand_error)?;
    report.set_item("mean_hand_error", done.report.mean_hand_error)?;
    report.set_item("far_hands", done.report.far_hands)?;
    let poses = array::of_poses(py, &done.poses, target.figure.rig.skeleton.len())?;
    Ok(Retargeted { poses: poses.unbind(), fps: done.rate, report: report.unbind() })
}

/// A clip of the model, or poses as a clip.
fn motion(source: &Model, clip: &Bound<'_, PyAny>, fps: Option<f32>) -> PyResult<animation::Clip> {
    if clip.cast::<PyUntypedArray>().is_err() {
        return Ok(source.figure.clips[source.clip_index(Some(clip))?].clone());
    }
    let poses: Vec<Pose> = array::poses("clip", clip, source.figure.rig.skeleton.len())?;
    let fps = fps.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "fps: expected the frame rate of the clip, {}",
            described(clip)
        ))
    })?;
    if !(0.1..=1000.0).contains(&fps) || poses.is_empty() {
        return Err(KansetsuError::new_err(format!(
            "clip: expected frames at 0.1 to 1000 per second, got {} at {fps}",
            poses.len()
        )));
    }
    Ok(animation::Clip::from_poses("clip", &source.figure.saved_pose(), &poses, fps))
}
