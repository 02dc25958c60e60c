//! Writes the table of requests (`requests.txt`), the expected output of clients (`expected.txt`)
//! and the time of the library (`native.txt`) into a folder.

mod native_time;
mod request_lines;
#[path = "../../../../crates/kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
#[path = "../../../../crates/kansetsu-formats/tests/it/skip.rs"]
mod skip;

use std::{env, fs, io, path::PathBuf};

use native_time::native_time;
use request_lines::RequestLines;
use request_table::{Case, cases};

#[expect(clippy::print_stdout, reason = "an example reports its result")]
fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| ".".into()));
    let cases = cases();
    let lines = RequestLines::new(&cases);
    fs::write(folder.join("requests.txt"), lines.table)?;
    fs::write(folder.join("expected.txt"), lines.expected)?;
    fs::write(folder.join("native.txt"), format!("{:.1}\n", native_time(&cases)))?;
    let posed = cases.iter().filter(|Case { frame, .. }| frame.is_some()).count();
    let last = cases.last().map_or("none", |case| case.name.as_str());
    println!(
        "{} requests, {posed} of them from a frame of a clip; the last is {last}",
        cases.len()
    );
    Ok(())
}
