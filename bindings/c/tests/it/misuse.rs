//! Misuse returns an error code, under the address and undefined-behaviour sanitizers.

use std::path::Path;

use crate::c_program::{CRATE, Workshop};

#[test]
fn misuse_is_an_error_and_never_a_crash() {
    let source = Path::new(CRATE).join("tests/clients/misuse.c");
    let printed = Workshop::new("misuse").run(
        &source,
        &["-D_POSIX_C_SOURCE=200809L", "-fsanitize=address,undefined", "-fno-sanitize-recover"],
        &[],
    );
    assert!(printed.contains(" 0 failures"), "{printed}");
}
