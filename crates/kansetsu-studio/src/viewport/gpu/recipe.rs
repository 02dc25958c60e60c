//! How a pipeline differs from the others.

use eframe::wgpu;

use super::target::{COLOR, DEPTH, SAMPLES};

/// What a pass does with depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Drawn everywhere, and nothing is hidden by it.
    Ignored,
    /// Hidden by nearer surfaces, and hides nothing.
    Tested,
    /// Hidden by nearer surfaces, and hides those behind.
    Written,
}

/// Where a pass draws, in depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Where things are.
    Exact,
    /// A hair behind: anything else at the same depth hides it.
    Behind,
}

/// What a pass does with colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    /// Covers what is behind.
    Replaced,
    /// Laid over what is behind; colours come multiplied by alpha.
    Blended,
    /// Unchanged.
    Kept,
}

/// A pipeline of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe<'a> {
    pub(crate) label: &'static str,
    /// Shared by all pipelines of the same source: on WebGL those with the same entry points share
    /// their program too.
    pub(crate) module: &'a wgpu::ShaderModule,
    pub(crate) vertex: &'static str,
    pub(crate) fragment: &'static str,
    pub(crate) groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    pub(crate) buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub(crate) topology: wgpu::PrimitiveTopology,
    pub(crate) depth: Depth,
    pub(crate) place: Place,
    pub(crate) color: Color,
}

impl Recipe<'_> {
    /// Makes a pipeline that draws into a [`Target`](super::target::Target).
    pub(crate) fn pipeline(&self, device: &wgpu::Device) -> wgpu::RenderPipeline {
        let compare = if self.depth == Depth::Ignored {
            wgpu::CompareFunction::Always
        } else {
            wgpu::CompareFunction::GreaterEqual
        };
        let target = wgpu::ColorTargetState {
            format: COLOR,
            blend: (self.color == Color::Blended)
                .then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            write_mask: if self.color == Color::Kept {
                wgpu::ColorWrites::empty()
            } else {
                wgpu::ColorWrites::ALL
            },
        };
        let bias = match self.place {
            Place::Exact => wgpu::DepthBiasState::default(),
            // Depth is reversed. About a third of a millimetre at three metres, more where a
            // surface is viewed from its edge.
            Place::Behind => {
                wgpu::DepthBiasState { constant: -1024, slope_scale: -1.5, clamp: 0.0 }
            }
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout(device, self.label, self.groups)),
            vertex: vertex(self.module, self.vertex, self.buffers),
            primitive: self.primitive(),
            depth_stencil: Some(wgpu::DepthStencilState {
                bias,
                ..depth_state(compare, self.depth == Depth::Written)
            }),
            multisample: wgpu::MultisampleState {
                count: SAMPLES,
                ..wgpu::MultisampleState::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.fragment),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    /// Makes a pipeline that draws depth alone into a shadow map, where smaller is nearer.
    pub(crate) fn shadow_pipeline(&self, device: &wgpu::Device) -> wgpu::RenderPipeline {
        let bias = wgpu::DepthBiasState { constant: 0, slope_scale: 1.5, clamp: 0.0 };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout(device, self.label, self.groups)),
            vertex: vertex(self.module, self.vertex, self.buffers),
            primitive: self.primitive(),
            depth_stencil: Some(wgpu::DepthStencilState {
                bias,
                ..depth_state(wgpu::CompareFunction::LessEqual, true)
            }),
            multisample: wgpu::MultisampleState::default(),
            fragment: None,
            multiview_mask: None,
            cache: None,
        })
    }

    fn primitive(&self) -> wgpu::PrimitiveState {
        wgpu::PrimitiveState { topology: self.topology, ..wgpu::PrimitiveState::default() }
    }
}

pub(crate) fn module(device: &wgpu::Device, label: &str, source: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

pub(crate) fn layout(
    device: &wgpu::Device,
    label: &str,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    let descriptor = wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: groups,
        immediate_size: 0,
    };
    device.create_pipeline_layout(&descriptor)
}

fn vertex<'a>(
    module: &'a wgpu::ShaderModule,
    entry_point: &'static str,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
) -> wgpu::VertexState<'a> {
    let compilation_options = wgpu::PipelineCompilationOptions::default();
    wgpu::VertexState { module, entry_point: Some(entry_point), compilation_options, buffers }
}

fn depth_state(compare: wgpu::CompareFunction, writes: bool) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(writes),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}
