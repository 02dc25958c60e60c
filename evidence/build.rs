//! Embeds the compiler's version: the machine that runs the program may have no compiler.

use std::process::Command;

fn main() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    let version = told
        .ok()
        .and_then(|told| String::from_utf8(told.stdout).ok())
        .unwrap_or_else(|| "an unknown compiler".into());
    println!("cargo::rustc-env=KANSETSU_COMPILER={}", version.trim());
}
