//! The colours of overlays.

pub(super) const BONE: u32 = 0x1B_78E6;
pub(super) const TARGET: u32 = 0xF2_5C05;
pub(super) const POLE: u32 = 0x8A_3FD1;
pub(super) const NEUTRAL: u32 = 0x6A_7686;
pub(super) const SWING: u32 = 0x0E_9F8E;
pub(super) const HINGE: u32 = 0xE8_9A0C;
pub(super) const AXES: [u32; 3] = [0xE0_3A3E, 0x3F_A535, 0x2E_6BE6];
pub(super) const HALO: u32 = 0xFF_FFFF;
