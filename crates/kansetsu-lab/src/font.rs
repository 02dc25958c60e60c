//! The lab's font.

/// Noto Sans JP (SIL Open Font License, `font/OFL.txt`), cut down to what the pages say: `cargo
/// xtask font`. A page in a browser leaves it out: the browser draws what the interface's font
/// lacks.
pub const FONT: &[u8] = include_bytes!("../font/lab.ttf");
