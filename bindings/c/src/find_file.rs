//! Files that the caller finds.

use std::ffi::{CString, c_char, c_void};

use crate::pointer::Array;

/// `ks_find_file`: see the header.
pub type FindFile = unsafe extern "C" fn(
    context: Context,
    path: *const c_char,
    bytes: &mut Array<u8>,
    length: &mut usize,
) -> i32;

/// A pointer of the caller's, which the library only hands back.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Context(*mut c_void);

/// A copy of the bytes that the caller finds for a path.
pub(crate) fn find_file(find: FindFile, context: Context, path: &str) -> Result<Vec<u8>, String> {
    let fault = |what: &str| format!("\"{path}\" {what}");
    let text = CString::new(path).map_err(|_| fault("has a zero byte"))?;
    let (mut bytes, mut length) = (Array::NONE, 0);
    // SAFETY: the header requires a function of this type. The text ends with a zero byte, and all
    // arguments live longer than the call.
    let is_found = unsafe { find(context, text.as_ptr(), &mut bytes, &mut length) };
    match is_found {
        0 => Err(fault("was not found by the caller")),
        1 => bytes
            .read(length, "its address in memory")
            .map(<[u8]>::to_vec)
            .map_err(|failure| fault(&format!("was found, but {}", failure.message))),
        other => {
            Err(fault(&format!("was not found: the caller returned {other}, neither 0 nor 1")))
        }
    }
}
