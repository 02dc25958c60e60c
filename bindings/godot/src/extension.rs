//! The entry point of the library.

#![expect(unsafe_code, reason = "the engine calls a C function")]

use godot::prelude::*;

struct KansetsuExtension;

// SAFETY: the library uses no function of the engine before the engine has initialized it.
#[gdextension]
unsafe impl ExtensionLibrary for KansetsuExtension {}
