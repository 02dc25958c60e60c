//! Installs the library as system packages do: headers, libraries, pkg-config and CMake files below
//! one prefix.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// Installs what cargo built into `built` below `prefix`.
pub(super) fn install(root: &Path, built: &Path, prefix: &Path) -> Result<()> {
    let source = root.join("bindings/c");
    let version = env!("CARGO_PKG_VERSION");
    let [include, lib, pkgconfig, cmake] =
        ["include", "lib", "lib/pkgconfig", "lib/cmake/kansetsu"].map(|folder| prefix.join(folder));
    for folder in [&include, &pkgconfig, &cmake] {
        fs::create_dir_all(folder)?;
    }
    for header in ["kansetsu.h", "kansetsu.hpp"] {
        copy(&source.join("include").join(header), &include.join(header))?;
    }
    copy(&built.join("libkansetsu_c.a"), &lib.join("libkansetsu.a"))?;
    let shared = format!("libkansetsu.so.{version}");
    copy(&built.join("libkansetsu_c.so"), &lib.join(&shared))?;
    for link in ["libkansetsu.so.0", "libkansetsu.so"] {
        copy(&lib.join(&shared), &lib.join(link))?;
    }
    let filled = |name: &str| {
        fs::read_to_string(source.join("package").join(name))
            .map(|text| text.replace("@VERSION@", version))
    };
    fs::write(pkgconfig.join("kansetsu.pc"), filled("kansetsu.pc.in")?)?;
    fs::write(cmake.join("kansetsu-config.cmake"), filled("kansetsu-config.cmake")?)?;
    fs::write(
        cmake.join("kansetsu-config-version.cmake"),
        filled("kansetsu-config-version.cmake.in")?,
    )?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("could not copy {} to {}", from.display(), to.display()))
}
