//! Many independent solves of one rig, by [`kansetsu::batch`] on threads.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
};

use kansetsu::{
    Budget, Error, IkSession, InvalidInstance, JointId, Pose, Rig, Target,
    batch::{self, Poses},
    d3::Outcome,
    session::{Report, Rotation},
};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    array::{self, Expected, FLAT, from_flat},
    error::{KansetsuError, OrRaise, detached, panic_text},
    rig,
    target::joint,
};

/// Numbers of a position, and of a position with a rotation.
const PLACED: usize = 3;
const POSED: usize = 7;
/// The most threads.
const MOST_THREADS: usize = 256;

/// The poses of a batch, and the result of each row.
#[pyclass(frozen, get_all, module = "kansetsu")]
pub(crate) struct Batch {
    /// Shape (n, joints, 10).
    poses: Py<PyAny>,
    /// Shape (n,), uint8: indices into `OUTCOMES`.
    outcome: Py<PyAny>,
    /// The largest position error of each row's targets, metres. Shape (n,).
    distance: Py<PyAny>,
    /// The largest rotation error of each row's targets, radians. Shape (n,).
    angle: Py<PyAny>,
    /// Solver steps of each row. Shape (n,), uint32.
    steps: Py<PyAny>,
    /// The error of each row that could not be solved, whose pose is its start.
    errors: BTreeMap<usize, String>,
}

#[pymethods]
impl Batch {
    fn __repr__(&self) -> String {
        format!("<Batch, {} errors>", self.errors.len())
    }
}

/// The numbers of one joint's targets.
struct Column<'a> {
    joint: JointId,
    /// 3 for positions, 7 for positions and rotations.
    width: usize,
    numbers: &'a [f32],
}

/// The result of a row.
#[derive(Clone, Default)]
struct Row {
    report: Report,
    error: Option<String>,
}

/// A batch without Python objects.
struct Work<'a> {
    session: IkSession,
    columns: &'a [Column<'a>],
    steps: u32,
}

/// Solves many independent rows of targets for one rig.
#[pyfunction]
#[pyo3(signature = (rig, targets, start = None, threads = 0, *, pins = None, steps = 200, errors = "raise", options = None, **keywords))]
#[pyo3(
    text_signature = "(rig, targets, start=None, threads=0, *, pins=None, steps=200, errors='raise', options=None, **keywords)"
)]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solve_batch<'py>(
    py: Python<'py>,
    rig: &Bound<'py, rig::Rig>,
    targets: &Bound<'py, PyDict>,
    start: Option<&Bound<'py, PyAny>>,
    threads: usize,
    pins: Option<&Bound<'py, PyAny>>,
    steps: u32,
    errors: &str,
    options: Option<&Bound<'py, PyDict>>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Batch> {
    let is_strict = match errors {
        "raise" => true,
        "keep" => false,
        other => {
            return Err(KansetsuError::new_err(format!(
                "errors: expected \"raise\" or \"keep\", got \"{other}\""
            )));
        }
    };
    let rig = &rig.get().0;
    let arrays = Arrays::of(rig, targets)?;
    let rows = arrays.rows;
    let mut poses = starts(rig, start, rows)?;
    let mut session = IkSession::new(rig, crate::options::options(rig, [options, keywords])?);
    for joint in
        pins.map(|pins| crate::options::joints("pins", rig, pins)).transpose()?.unwrap_or_default()
    {
        session.pin(joint);
    }
    let columns = arrays.columns()?;
    let work = Work { session, columns: &columns, steps };
    let done = detached(py, || work.run(&mut poses, threads))??;
    let failed: BTreeMap<usize, String> = done
        .iter()
        .enumerate()
        .filter_map(|(row, done)| Some((row, done.error.clone()?)))
        .collect();
    if let (true, Some((row, error))) = (is_strict, failed.first_key_value()) {
        return Err(KansetsuError::new_err(format!("targets, row {row}: {error}")));
    }
    let mut flat = vec![0.0; rows * FLAT * rig.skeleton.len()];
    poses.copy_to_flat(&mut flat).or_raise()?;
    Batch::new(py, rig, (flat, &done), failed)
}

impl Batch {
    fn new(
        py: Python<'_>,
        rig: &Rig,
        (flat, done): (Vec<f32>, &[Row]),
        errors: BTreeMap<usize, String>,
    ) -> PyResult<Self> {
        let rows = done.len();
        let angle = |row: &Row| {
            row.report.targets.iter().fold(0.0, |worst: f32, target| worst.max(target.angle))
        };
        let outcome = |row: &Row| match row.error {
            Some(_) => Outcome::Stalled as u8,
            None => row.report.outcome as u8,
        };
        let distances = done.iter().map(|row| row.report.distance()).collect();
        let steps = done.iter().map(|row| row.report.steps).collect();
        Ok(Self {
            poses: array::shaped(py, flat, vec![rows, rig.skeleton.len(), FLAT])?.unbind(),
            outcome: array::shaped(py, done.iter().map(outcome).collect(), vec![rows])?.unbind(),
            distance: array::shaped(py, distances, vec![rows])?.unbind(),
            angle: array::shaped(py, done.iter().map(angle).collect(), vec![rows])?.unbind(),
            steps: array::shaped(py, steps, vec![rows])?.unbind(),
            errors,
        })
    }
}

/// The arrays of the targets, borrowed.
struct Arrays<'py> {
    rows: usize,
    arrays: Vec<(JointId, PyReadonlyArrayDyn<'py, f32>)>,
}

impl<'py> Arrays<'py> {
    fn of(rig: &Rig, targets: &Bound<'py, PyDict>) -> PyResult<Self> {
        let mut found = Self { rows: 0, arrays: Vec::new() };
        for (key, value) in targets {
            let joint = joint("targets", rig, &key)?;
            let name = format!("targets[{}]", key.repr()?);
            let width = if last_length(&value) == Some(POSED) { POSED } else { PLACED };
            let rows = (!found.arrays.is_empty()).then_some(found.rows);
            let array = Expected { name: &name, shape: &[rows, Some(width)] }.readonly(&value)?;
            if !array.is_c_contiguous() {
                return Err(KansetsuError::new_err(format!(
                    "{name}: expected a C-contiguous array; use numpy.ascontiguousarray"
                )));
            }
            if found.arrays.iter().any(|(other, _)| *other == joint) {
                return Err(KansetsuError::new_err(format!("{name}: the joint has two targets")));
            }
            found.rows = array.shape()[0];
            found.arrays.push((joint, array));
        }
        match found.arrays.is_empty() {
            true => Err(KansetsuError::new_err(
                "targets: expected at least one joint with an array of positions",
            )),
            false => Ok(found),
        }
    }

    fn columns(&self) -> PyResult<Vec<Column<'_>>> {
        let mut columns = Vec::new();
        for (joint, array) in &self.arrays {
            columns.push(Column {
                joint: *joint,
                width: array.shape()[1],
                numbers: array.as_slice()?,
            });
        }
        Ok(columns)
    }
}

fn last_length(array: &Bound<'_, PyAny>) -> Option<usize> {
    array.getattr("shape").ok()?.get_item(1).ok()?.extract().ok()
}

/// The start poses: one for all rows, or one for each.
fn starts(rig: &Rig, start: Option<&Bound<'_, PyAny>>, rows: usize) -> PyResult<Poses> {
    let joints = rig.skeleton.len();
    let Some(start) = start else {
        return Ok(Poses::new(&rig.rest_pose(), rows));
    };
    let is_shared = start.getattr("ndim").is_ok_and(|dimensions| dimensions.eq(2).unwrap_or(false));
    let each = [Some(rows), Some(joints), Some(FLAT)];
    let shape = if is_shared { &each[1..] } else { &each };
    let flat = Expected { name: "start", shape }.numbers(start)?;
    if is_shared {
        return Ok(Poses::new(&from_flat(&flat), rows));
    }
    let mut poses = Poses::new(&rig.rest_pose(), rows);
    poses.copy_from_flat(&flat).or_raise()?;
    Ok(poses)
}

impl Work<'_> {
    /// Solves all rows on this number of threads; 0 for all cores. The threads end with the
    /// call, so that a process may fork afterwards.
    fn run(&self, poses: &mut Poses, threads: usize) -> PyResult<Vec<Row>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(MOST_THREADS)).build();
        let pool = pool.map_err(|error| KansetsuError::new_err(format!("threads: {error}")))?;
        let mut done = Vec::new();
        let solved = pool.install(|| {
            let solve = |session: &mut _, row, pose: &mut _| self.row(row, session, pose);
            batch::solve_each(poses, &mut done, || self.session.clone(), solve)
        });
        match solved {
            Err(Error::Instances(refused)) => {
                for InvalidInstance { instance, error } in refused {
                    done[instance] = Row { error: Some(error.to_string()), ..Row::default() };
                }
            }
            other => other.or_raise()?,
        }
        Ok(done)
    }

    /// Solves a row. A panic becomes an error of the row, and its pose stays.
    fn row(&self, row: usize, session: &mut IkSession, pose: &mut Pose) -> Result<Row, Error> {
        let start = pose.clone();
        let solve = || self.solve(row, session, pose);
        let report = match catch_unwind(AssertUnwindSafe(solve)) {
            Ok(solved) => solved?,
            Err(panic) => {
                (*session, *pose) = (self.session.clone(), start);
                return Ok(Row { error: Some(panic_text(&*panic)), ..Row::default() });
            }
        };
        Ok(Row { report, error: None })
    }

    fn solve(&self, row: usize, session: &mut IkSession, pose: &mut Pose) -> Result<Report, Error> {
        for column in self.columns {
            let numbers = &column.numbers[row * column.width..(row + 1) * column.width];
            let rotation = (column.width == POSED)
                .then(|| Rotation::Orientation(std::array::from_fn(|axis| numbers[3 + axis])));
            let target = Target {
                position: Some([numbers[0], numbers[1], numbers[2]]),
                rotation,
                ..Target::default()
            };
            session.set_target(column.joint, target);
        }
        session.solve(pose, Budget::steps(self.steps))
    }
}
