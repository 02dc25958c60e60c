//! Models: the contents of files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use kansetsu::{Pose, animation};
use kansetsu_formats::{Document, Figure, Opened};
use pyo3::{
    exceptions::{PyFileNotFoundError, PyIndexError, PyKeyError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyString, PyTuple},
};

use crate::{
    array::{self, described},
    error::{KansetsuError, OrRaise, detached},
    picture,
    rig::Rig,
};

/// The frame rate of a clip without a fixed frame time, frames per second.
const USUAL_FPS: f32 = 30.0;
/// The most frames of a clip: an hour and a half at 60 frames per second.
const MOST_FRAMES: f64 = 324_000.0;

/// The contents of a file: a rig, meshes and clips.
#[pyclass(frozen, module = "kansetsu")]
pub(crate) struct Model {
    pub(crate) figure: Figure,
    pub(crate) document: Document,
    format: &'static str,
    warnings: Vec<String>,
    notes: Vec<String>,
    rig: Arc<kansetsu::Rig>,
    source: Source,
}

/// The source of a model, which a pickle stores.
enum Source {
    Embedded(String),
    Path { path: PathBuf, motion: Option<PathBuf> },
}

/// A motion of a model.
#[pyclass(frozen, get_all, module = "kansetsu")]
pub(crate) struct Clip {
    /// Its name; may be empty.
    name: String,
    /// Seconds from 0 to the last key.
    duration: f32,
    /// Frames per second, if all keys have a fixed frame time.
    fps: Option<f32>,
}

#[pymethods]
impl Clip {
    fn __repr__(&self) -> String {
        format!("<Clip \"{}\", {:.3} s>", self.name, self.duration)
    }
}

/// Opens a file of any supported format, the files it refers to, and the rig file beside it.
/// `motion` adds the clips of another file.
#[pyfunction]
#[pyo3(signature = (path, motion = None))]
pub(crate) fn open(py: Python<'_>, path: PathBuf, motion: Option<PathBuf>) -> PyResult<Model> {
    for path in std::iter::once(&path).chain(&motion) {
        exists(path)?;
    }
    let bytes = motion.as_ref().map(std::fs::read).transpose()?;
    let read = || {
        let mut opened = kansetsu_formats::open_path(&path)?;
        if let (Some(bytes), Some(name)) = (&bytes, &motion) {
            opened.import_animation(bytes, &name.to_string_lossy())?;
        }
        Ok::<Opened, kansetsu_formats::Error>(opened)
    };
    let opened = detached(py, read)?.or_raise()?;
    let path = std::path::absolute(&path)?;
    let motion = motion.map(std::path::absolute).transpose()?;
    Ok(Model::of(opened, Source::Path { path, motion }))
}

fn exists(path: &Path) -> PyResult<()> {
    if path.exists() {
        Ok(())
    } else {
        Err(PyFileNotFoundError::new_err((2, "No such file or directory", path.to_path_buf())))
    }
}

/// The embedded figure of a name, one of `FIGURES`.
#[pyfunction]
pub(crate) fn figure(name: &str) -> PyResult<Model> {
    let known = || kansetsu_figures::NAMES.join(", ");
    let figure = kansetsu_figures::figure(name).ok_or_else(|| {
        KansetsuError::new_err(format!(
            "name: there is no figure \"{name}\"; expected one of {}",
            known()
        ))
    })?;
    let opened = Opened {
        figure,
        format: "embedded",
        warnings: Vec::new(),
        notes: Vec::new(),
        document: Document::None,
    };
    Ok(Model::of(opened, Source::Embedded(name.to_owned())))
}

impl Model {
    fn of(opened: Opened, source: Source) -> Self {
        let Opened { figure, format, warnings, notes, document } = opened;
        Self {
            rig: Arc::new(figure.rig.clone()),
            figure,
            document,
            format,
            warnings,
            notes,
            source,
        }
    }

    /// The index of a clip with this name or index; without either the first one.
    pub(crate) fn clip_index(&self, clip: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let clips = &self.figure.clips;
        let Some(clip) = clip else {
            return if clips.is_empty() {
                Err(PyIndexError::new_err("clip: the model has no clips"))
            } else {
                Ok(0)
            };
        };
        if let Ok(name) = clip.cast::<PyString>() {
            let name = name.to_cow()?;
            return self.figure.find_clip(&name).ok_or_else(|| {
                let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
                PyKeyError::new_err(format!(
                    "clip: there is no clip \"{name}\"; the clips are {names:?}"
                ))
            });
        }
        let expected = || {
            PyTypeError::new_err(format!(
                "clip: expected a name or an index, got {}",
                described(clip)
            ))
        };
        let index: i64 = clip
            .call_method0("__index__")
            .map_err(|_| expected())?
            .extract()
            .map_err(|_| expected())?;
        let index = usize::try_from(index).ok().filter(|index| *index < clips.len());
        index.ok_or_else(|| {
            PyIndexError::new_err(format!(
                "clip: there is no clip {clip}; there are {}, counted from 0",
                clips.len()
            ))
        })
    }

    /// The poses of a clip at a fixed frame time.
    pub(crate) fn frames(&self, clip: &animation::Clip, fps: Option<f32>) -> PyResult<Vec<Pose>> {
        let frame_time = frame_time(clip, fps)?;
        let last = (f64::from(clip.duration) / frame_time + 1e-3).floor();
        if !(0.0..MOST_FRAMES).contains(&last) {
            return Err(PyValueError::new_err(format!(
                "fps: the clip of {} s has too many frames of {frame_time} s",
                clip.duration
            )));
        }
        let standing = self.figure.saved_pose();
        let pose = |frame: usize| {
            let mut pose = standing.clone();
            clip.sample((frame as f64 * frame_time) as f32, &mut pose);
            pose
        };
        Ok((0..=last as usize).map(pose).collect())
    }
}

/// The frame time, seconds.
fn frame_time(clip: &animation::Clip, fps: Option<f32>) -> PyResult<f64> {
    match fps {
        Some(fps) if (0.1..=1000.0).contains(&fps) => Ok(1.0 / f64::from(fps)),
        Some(fps) => Err(PyValueError::new_err(format!(
            "fps: expected 0.1 to 1000 frames per second, got {fps}"
        ))),
        None => Ok(clip.frame_time().unwrap_or(1.0 / f64::from(USUAL_FPS))),
    }
}

#[pymethods]
impl Model {
    /// The model's name.
    #[getter]
    fn name(&self) -> &str {
        &self.figure.name
    }

    /// The format's name, for example "GLB".
    #[getter]
    fn format(&self) -> &str {
        self.format
    }

    /// The rig, for sessions.
    #[getter]
    fn rig(&self) -> Rig {
        Rig(self.rig.clone())
    }

    /// The motions.
    #[getter]
    fn clips(&self) -> Vec<Clip> {
        let fps = |clip: &animation::Clip| clip.frame_time().map(|time| (1.0 / time) as f32);
        self.figure
            .clips
            .iter()
            .map(|clip| Clip { name: clip.name.clone(), duration: clip.duration, fps: fps(clip) })
            .collect()
    }

    /// Warnings about the file, and its data that is not imported.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// Data in the file that does not affect posing.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The pose that the file was saved in, a new array of shape (joints, 10).
    fn saved_pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::of_pose(py, &self.figure.saved_pose())
    }

    /// The frames of a clip, a new array of shape (frames, joints, 10). Without `fps` at the clip's
    /// frame rate, or 30 per second.
    #[pyo3(signature = (clip = None, fps = None))]
    fn clip<'py>(
        &self,
        py: Python<'py>,
        clip: Option<&Bound<'py, PyAny>>,
        fps: Option<f32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let clip = &self.figure.clips[self.clip_index(clip)?];
        let poses = detached(py, || self.frames(clip, fps))??;
        array::of_poses(py, &poses, self.rig.skeleton.len())
    }

    /// The pose at a time of a clip, seconds: a new array of shape (joints, 10).
    #[pyo3(signature = (time, clip = None))]
    fn pose_at<'py>(
        &self,
        py: Python<'py>,
        time: f32,
        clip: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut pose = self.figure.saved_pose();
        self.figure.clips[self.clip_index(clip)?].sample(time, &mut pose);
        array::of_pose(py, &pose)
    }

    /// A PNG picture of a pose; without one of the saved pose. `view`: front, back, left, right,
    /// top, three-quarter, or "AZ,EL" in degrees.
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (pose = None, *, width = 640, height = 640, view = "three-quarter", skeleton = false))]
    fn _render(
        &self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        width: u32,
        height: u32,
        view: &str,
        skeleton: bool,
    ) -> PyResult<Vec<u8>> {
        let pose =
            pose.map(|pose| array::pose("pose", pose, self.rig.skeleton.len())).transpose()?;
        let pose = pose.unwrap_or_else(|| self.figure.saved_pose());
        let wish = picture::Wish { width, height, view, skeleton };
        detached(py, || picture::png(&self.figure, &pose, &wish))?
    }

    fn __repr__(&self) -> String {
        let Figure { name, clips, .. } = &self.figure;
        format!(
            "<Model \"{name}\" ({}), {} joints, {} clips>",
            self.format,
            self.rig.skeleton.len(),
            clips.len()
        )
    }

    /// The path, or the name of the embedded figure. Unpickling reads the file again; it must have
    /// the same skeleton.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let reopen = py.get_type::<Self>().getattr("_reopen")?;
        let fingerprint = self.rig.skeleton.fingerprint();
        let arguments = match &self.source {
            Source::Embedded(name) => {
                (Some(name.as_str()), None::<&PathBuf>, None::<&PathBuf>, fingerprint)
                    .into_pyobject(py)?
            }
            Source::Path { path, motion } => {
                (None::<&str>, Some(path), motion.as_ref(), fingerprint).into_pyobject(py)?
            }
        };
        PyTuple::new(py, [reopen, arguments.into_any()])
    }

    #[staticmethod]
    fn _reopen(
        py: Python<'_>,
        name: Option<&str>,
        path: Option<PathBuf>,
        motion: Option<PathBuf>,
        fingerprint: u32,
    ) -> PyResult<Self> {
        let model = match (name, path) {
            (Some(name), _) => figure(name)?,
            (None, Some(path)) => open(py, path, motion)?,
            (None, None) => {
                return Err(PyValueError::new_err("state: neither a figure nor a path"));
            }
        };
        if model.rig.skeleton.fingerprint() != fingerprint {
            return Err(KansetsuError::new_err(format!(
                "the file of \"{}\" has other joints than when the model was pickled",
                model.figure.name
            )));
        }
        Ok(model)
    }
}
