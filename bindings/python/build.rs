//! Linker arguments of an extension module: macOS looks its symbols up in the interpreter.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
