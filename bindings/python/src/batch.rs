//! Many independent solves of one rig, on threads.
//!
//! Each row is solved as a single session solves it, so the result does not depend on the number of
//! threads.

use std::{
    collections::BTreeMap,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
    thread::{available_parallelism, scope},
};

use kansetsu::{
    Budget, Error, IkSession, JointId, Pose, Rig, Target,
    d3::Outcome,
    session::{Report, Rotation},
};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    array::{self, Expected, FLAT, from_flat, to_flat},
    error::{KansetsuError, detached, panic_text},
    rig,
    target::joint,
};

/// The rows that a thread takes at a time.
const BLOCK: usize = 16;
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
    /// One pose for all rows, or one for each row.
    start: &'a [f32],
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
    let start = starts(rig, start, rows)?;
    let mut session = IkSession::new(rig, crate::options::options(rig, [options, keywords])?);
    for joint in
        pins.map(|pins| crate::options::joints("pins", rig, pins)).transpose()?.unwrap_or_default()
    {
        session.pin(joint);
    }
    let columns = arrays.columns()?;
    let work = Work { session, columns: &columns, start: &start, steps };
    let width = FLAT * rig.skeleton.len();
    let (mut flat, mut done) = (vec![0.0; rows * width], vec![Row::default(); rows]);
    detached(py, || work.run(width, threads, (&mut flat, &mut done)))?;
    let failed: BTreeMap<usize, String> =
        done.iter().enumerate().filter_map(|(row, of)| Some((row, of.error.clone()?))).collect();
    if let (true, Some((row, error))) = (is_strict, failed.first_key_value()) {
        return Err(KansetsuError::new_err(format!("targets, row {row}: {error}")));
    }
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
        let outcome = |row: &Row| {
            if row.error.is_some() { Outcome::Stalled as u8 } else { row.report.outcome as u8 }
        };
        Ok(Self {
            poses: array::shaped(py, flat, vec![rows, rig.skeleton.len(), FLAT])?.unbind(),
            outcome: array::shaped(py, done.iter().map(outcome).collect(), vec![rows])?.unbind(),
            distance: array::shaped(
                py,
                done.iter().map(|row| row.report.distance()).collect(),
                vec![rows],
            )?
            .unbind(),
            angle: array::shaped(py, done.iter().map(angle).collect(), vec![rows])?.unbind(),
            steps: array::shaped(
                py,
                done.iter().map(|row| row.report.steps).collect(),
                vec![rows],
            )?
            .unbind(),
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
fn starts(rig: &Rig, start: Option<&Bound<'_, PyAny>>, rows: usize) -> PyResult<Vec<f32>> {
    let joints = rig.skeleton.len();
    let Some(start) = start else {
        let mut flat = vec![0.0; joints * FLAT];
        to_flat(&rig.rest_pose(), &mut flat);
        return Ok(flat);
    };
    let is_shared = start.getattr("ndim").is_ok_and(|dimensions| dimensions.eq(2).unwrap_or(false));
    let each = [Some(rows), Some(joints), Some(FLAT)];
    Expected { name: "start", shape: if is_shared { &each[1..] } else { &each } }.numbers(start)
}

impl Work<'_> {
    /// Solves all rows into `flat`, `width` numbers each.
    fn run(&self, width: usize, threads: usize, (flat, done): (&mut [f32], &mut [Row])) {
        let threads = if threads == 0 {
            available_parallelism().map_or(1, NonZero::get)
        } else {
            threads.min(MOST_THREADS)
        };
        let threads = threads.min(done.len().div_ceil(BLOCK)).max(1);
        let blocks =
            flat.chunks_mut((BLOCK * width).max(1)).zip(done.chunks_mut(BLOCK)).enumerate();
        let blocks = Mutex::new(blocks);
        let next = || blocks.lock().ok().and_then(|mut blocks| blocks.next());
        let work = || {
            let mut session = self.session.clone();
            while let Some((block, (flat, done))) = next() {
                for (index, (flat, done)) in flat.chunks_mut(width).zip(done).enumerate() {
                    *done = self.row(BLOCK * block + index, &mut session, flat);
                }
            }
        };
        scope(|scope| {
            (1..threads).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
    }

    /// Solves a row. A panic becomes an error of the row.
    fn row(&self, row: usize, session: &mut IkSession, flat: &mut [f32]) -> Row {
        let from = if self.start.len() == flat.len() { 0 } else { row * flat.len() };
        let mut pose = from_flat(&self.start[from..from + flat.len()]);
        let solve = || self.solve(row, session, &mut pose);
        let done = match catch_unwind(AssertUnwindSafe(solve)) {
            Ok(Ok(report)) => Row { report, error: None },
            Ok(Err(error)) => Row { error: Some(error.to_string()), ..Row::default() },
            Err(panic) => {
                *session = self.session.clone();
                Row { error: Some(panic_text(&*panic)), ..Row::default() }
            }
        };
        to_flat(&pose, flat);
        done
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
