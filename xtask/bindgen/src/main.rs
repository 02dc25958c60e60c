//! Generates the script with which a web page loads a WebAssembly file: `kansetsu-bindgen
//! INPUT.wasm FOLDER NAME`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let input = arguments.next().context("INPUT.wasm is missing")?;
    let folder = arguments.next().context("FOLDER is missing")?;
    let name = arguments.next().context("NAME is missing")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(&name.to_string_lossy()).typescript(false).omit_default_module_path(true);
    bindgen.web(true)?.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)
}
