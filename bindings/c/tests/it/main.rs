//! Tests of the C interface: programs from the system's C compiler, linked with the shared library.

#![cfg(target_os = "linux")]

mod c_program;
mod drift;
mod misuse;
#[path = "../../examples/write_requests/request_lines.rs"]
mod request_lines;
#[path = "../../../../crates/kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
mod requests;
#[path = "../../../../crates/kansetsu-formats/tests/it/skip.rs"]
mod skip;
