//! The version of the library.

use std::ffi::c_char;

use crate::failure::Code;

/// `ks_version`: major, minor and patch version, 8 bits each.
#[unsafe(no_mangle)]
pub extern "C" fn ks_version() -> u32 {
    let part = |text: &str| text.parse::<u32>().unwrap_or(0);
    part(env!("CARGO_PKG_VERSION_MAJOR")) << 16
        | part(env!("CARGO_PKG_VERSION_MINOR")) << 8
        | part(env!("CARGO_PKG_VERSION_PATCH"))
}

/// `ks_code_name`: the name of an error code.
#[unsafe(no_mangle)]
pub extern "C" fn ks_code_name(code: i32) -> *const c_char {
    let known = Code::ALL.into_iter().find(|known| *known as i32 == code);
    known.map_or(c"KS_UNKNOWN_CODE", Code::name).as_ptr()
}
