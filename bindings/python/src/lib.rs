//! The extension module behind the Python package `kansetsu`.
//!
//! Each class wraps one type of the library and adds no behaviour. Poses are NumPy arrays of 10
//! numbers per joint. Solves release the interpreter's lock. Errors name the argument; a panic
//! becomes a `KansetsuError`.

mod array;
mod batch;
mod convert;
mod error;
mod json;
mod keypoints;
mod limits;
mod model;
mod options;
mod picture;
mod report;
mod retarget;
mod rig;
mod session;
mod session_state;
mod target;
mod track;

use pyo3::prelude::*;

#[pymodule]
fn _kansetsu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("KansetsuError", module.py().get_type::<error::KansetsuError>())?;
    module.add("FIGURES", kansetsu_figures::NAMES.to_vec())?;
    module.add("OUTCOMES", report::OUTCOMES.map(report::outcome_name).to_vec())?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<model::Clip>()?;
    module.add_class::<model::Model>()?;
    module.add_class::<report::Report>()?;
    module.add_class::<report::TargetReport>()?;
    module.add_class::<retarget::Retargeted>()?;
    module.add_class::<rig::Rig>()?;
    module.add_class::<session::Session>()?;
    module.add_function(wrap_pyfunction!(batch::solve_batch, module)?)?;
    module.add_function(wrap_pyfunction!(convert::convert, module)?)?;
    module.add_function(wrap_pyfunction!(error::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(keypoints::pose_from_keypoints, module)?)?;
    module.add_function(wrap_pyfunction!(limits::limits, module)?)?;
    module.add_function(wrap_pyfunction!(model::figure, module)?)?;
    module.add_function(wrap_pyfunction!(model::open, module)?)?;
    module.add_function(wrap_pyfunction!(retarget::retarget, module)?)?;
    module.add_function(wrap_pyfunction!(track::track, module)?)?;
    Ok(())
}
