//! The graphics card, and what is recorded for it.

use eframe::wgpu;

/// The graphics card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gpu<'a> {
    pub(crate) device: &'a wgpu::Device,
    pub(crate) queue: &'a wgpu::Queue,
}

/// Commands that are being collected for the graphics card.
#[derive(Debug)]
pub(crate) struct Recording<'a> {
    pub(crate) gpu: Gpu<'a>,
    pub(crate) encoder: &'a mut wgpu::CommandEncoder,
}
