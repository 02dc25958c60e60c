//! The machine of the measurements.

/// The processor's name, as the system reports it.
#[must_use]
pub fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| {
        line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned())
    });
    name.unwrap_or_else(|| {
        format!("a processor that does not tell its name ({})", std::env::consts::ARCH)
    })
}

/// The compiler's version.
#[must_use]
pub const fn compiler() -> &'static str {
    env!("KANSETSU_COMPILER")
}

/// The number of cores that the program may use.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
