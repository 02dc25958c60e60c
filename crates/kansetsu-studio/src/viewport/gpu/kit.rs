//! What all views share.

use eframe::wgpu;

use super::{layouts::Layouts, pipelines::Pipelines, shadow_map::ShadowMap};

/// Layouts, pipelines and the shadow map.
#[derive(Debug)]
pub(crate) struct Kit {
    pub(crate) layouts: Layouts,
    pub(crate) pipelines: Pipelines,
    pub(crate) shadow_map: ShadowMap,
}

impl Kit {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let layouts = Layouts::new(device);
        Self {
            pipelines: Pipelines::new(device, &layouts),
            layouts,
            shadow_map: ShadowMap::new(device),
        }
    }
}
