//! The machine of the measurements: the processor's model and the compiler, nothing else.

use std::{fs, process::Command};

/// The processor's model name, if the system reports it.
pub fn processor() -> String {
    let known = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = known.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// The compiler's version.
pub fn compiler() -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed = Command::new(compiler)
        .arg("--version")
        .output()
        .map(|done| done.stdout)
        .unwrap_or_default();
    let version = String::from_utf8_lossy(&printed).trim().to_owned();
    if version.is_empty() { "an unknown rustc".to_owned() } else { version }
}
