//! Files in another format.

use std::path::{Path, PathBuf};

use kansetsu_formats::{Converted, read_resource, to_glb};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::error::{OrRaise, detached};

/// Writes a file of any supported format as GLB and returns the warnings. Roles, limits and clips
/// are included.
#[pyfunction]
#[pyo3(signature = (input, output))]
pub(crate) fn convert(py: Python<'_>, input: PathBuf, output: PathBuf) -> PyResult<Vec<String>> {
    if !output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
        return Err(PyValueError::new_err(format!(
            "output: expected a file that ends in .glb, got {}",
            output.display()
        )));
    }
    let bytes = std::fs::read(&input)?;
    let folder = input.parent().unwrap_or(Path::new(""));
    let name = input.to_string_lossy();
    let Converted { bytes, warnings } =
        detached(py, || to_glb(&bytes, &name, &|path| read_resource(folder, path)))?.or_raise()?;
    write(&output, &bytes)?;
    Ok(warnings)
}

/// Writes a temporary file and renames it: a failure leaves the old file unchanged.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
