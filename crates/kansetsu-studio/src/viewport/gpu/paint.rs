//! A scene in the app window.

use std::{collections::HashMap, sync::Arc};

use eframe::{
    egui::{self, PaintCallbackInfo, Rect},
    egui_wgpu::{CallbackResources, CallbackTrait, ScreenDescriptor},
    wgpu,
};

use super::{
    card::{Gpu, Recording},
    frame::Extent,
    recipe,
    renderer::Renderer,
    view::View,
};
use crate::viewport::scene::Scene;

/// Shows scenes in a window: what the application keeps.
#[derive(Clone, Debug)]
pub struct Screen {
    format: wgpu::TextureFormat,
    context: Option<egui::Context>,
}

impl Screen {
    /// For the app window that egui draws into.
    #[must_use]
    pub fn new(state: &eframe::egui_wgpu::RenderState) -> Self {
        Self { format: state.target_format, context: None }
    }

    /// Asks for another picture by itself when there is more to show: a figure's images are
    /// unpacked one in each picture.
    #[must_use]
    pub fn repainting(self, context: &egui::Context) -> Self {
        Self { context: Some(context.clone()), ..self }
    }

    /// A shape that shows a scene in a rectangle of the app window, points. Views that are to be
    /// seen at the same time need different keys; the same key in the next picture means: the same
    /// view.
    pub fn show(&self, scene: Arc<Scene>, rect: Rect, key: u64) -> egui::Shape {
        let painted =
            PaintedScene { scene, rect, key, format: self.format, context: self.context.clone() };
        eframe::egui_wgpu::Callback::new_paint_callback(rect, painted).into()
    }
}

struct PaintedScene {
    scene: Arc<Scene>,
    rect: Rect,
    key: u64,
    format: wgpu::TextureFormat,
    context: Option<egui::Context>,
}

/// Puts finished pictures into the app window.
#[derive(Debug)]
struct Blit {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

/// What egui keeps for us.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) renderer: Renderer,
    blit: Blit,
    /// The finished picture of each view, ready to be put into the app window.
    ready: HashMap<u64, wgpu::BindGroup>,
}

impl Kept {
    /// What egui keeps; made when it is first asked for.
    pub(super) fn of<'a>(
        resources: &'a mut CallbackResources,
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
    ) -> &'a mut Self {
        resources.entry().or_insert_with(|| Self {
            renderer: Renderer::new(device),
            blit: Blit::new(device, format),
            ready: HashMap::new(),
        })
    }
}

impl CallbackTrait for PaintedScene {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let Some(extent) = extent_of(self.rect, screen, device.limits().max_texture_dimension_2d)
        else {
            return Vec::new();
        };
        let kept = Kept::of(resources, device, self.format);
        let mut recording = Recording { gpu: Gpu { device, queue }, encoder };
        kept.renderer.draw(&mut recording, self.key, &self.scene, extent);
        if let Some(context) = self.context.as_ref().filter(|_| kept.renderer.is_unfinished()) {
            context.request_repaint();
        }
        kept.ready.retain(|key, _| kept.renderer.view(*key).is_some());
        if let Some(view) = kept.renderer.view(self.key) {
            kept.ready.insert(self.key, kept.blit.bind(device, view));
        }
        Vec::new()
    }

    fn paint(
        &self,
        _info: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(kept) = resources.get::<Kept>() else { return };
        if let Some(group) = kept.ready.get(&self.key) {
            pass.set_pipeline(&kept.blit.pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}

/// The pixels of a rectangle, rounded as egui rounds them; `None` when there are none.
fn extent_of(rect: Rect, screen: &ScreenDescriptor, most: u32) -> Option<Extent> {
    let pixels = |points: f32, limit: u32| {
        (points * screen.pixels_per_point).round().clamp(0.0, limit as f32) as u32
    };
    let [width, height] = screen.size_in_pixels;
    let width = pixels(rect.max.x, width).saturating_sub(pixels(rect.min.x, width)).min(most);
    let height = pixels(rect.max.y, height).saturating_sub(pixels(rect.min.y, height)).min(most);
    (width > 0 && height > 0).then_some(Extent {
        width,
        height,
        pixels_per_point: screen.pixels_per_point,
    })
}

impl Blit {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let picture = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("blit"),
            entries: &[
                entry(0, picture),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
            ],
        });
        let sampler = device
            .create_sampler(&wgpu::SamplerDescriptor { label: Some("blit"), ..Default::default() });
        Self { pipeline: blit_pipeline(device, &layout, format), layout, sampler }
    }

    fn bind(&self, device: &wgpu::Device, view: &View) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("blit"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&view.target.finished_view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&self.sampler),
                },
            ],
        })
    }
}

fn blit_pipeline(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let module = recipe::module(device, "blit", include_str!("shader/blit.wgsl"));
    let entry_point = if format.is_srgb() { "blit_light" } else { "blit_numbers" };
    let blend = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("blit"),
        layout: Some(&recipe::layout(device, "blit", &[Some(layout)])),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("cover"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
