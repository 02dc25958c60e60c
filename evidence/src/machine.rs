//! What the numbers were measured on.

use std::process::Command;

/// The processor's name, as the system tells it.
pub fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned()));
    name.unwrap_or_else(|| format!("a processor that does not tell its name ({})", std::env::consts::ARCH))
}

/// The compiler's version.
pub fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    told.ok().and_then(|told| String::from_utf8(told.stdout).ok()).map_or_else(|| "unknown".into(), |told| told.trim().to_owned())
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
