//! One view of a scene: its resources on the graphics card, and how its picture is drawn.

use eframe::wgpu;

use super::{
    card::{Gpu, Recording},
    draw_list::{DrawCall, DrawList, Stage},
    frame::{self, Extent, FRAME_BYTES},
    kit::Kit,
    layouts::DRAW_BYTES,
    lens::Lens,
    library::Library,
    palette::Palette,
    shadow_box::ShadowBox,
    shadow_map::SHADOW_TEXELS,
    strokes::{LAYERS, Strokes},
    target::Target,
};
use crate::viewport::scene::Scene;

/// The textures and buffers of a view.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) target: Target,
    frame: wgpu::Buffer,
    frame_alone: wgpu::BindGroup,
    lit_frame: wgpu::BindGroup,
    palette: Palette,
    draws: wgpu::Buffer,
    skin: wgpu::BindGroup,
    strokes: Strokes,
    list: DrawList,
}

impl View {
    pub(crate) fn new(device: &wgpu::Device, kit: &Kit, extent: Extent) -> Self {
        let frame = uniform_buffer(device, "frame", FRAME_BYTES);
        let (palette, draws) =
            (Palette::new(device, 1), uniform_buffer(device, "draws", DRAW_BYTES));
        Self {
            target: Target::new(device, extent),
            frame_alone: bind(device, "frame", &kit.layouts.frame, &[frame.as_entire_binding()]),
            lit_frame: bind(
                device,
                "lit frame",
                &kit.layouts.lit_frame,
                &[
                    frame.as_entire_binding(),
                    wgpu::BindingResource::TextureView(&kit.shadow_map.view),
                    wgpu::BindingResource::Sampler(&kit.shadow_map.sampler),
                ],
            ),
            frame,
            skin: bind_skin(device, kit, &palette, &draws),
            palette,
            draws,
            strokes: Strokes::new(device),
            list: DrawList::default(),
        }
    }

    /// Draws a scene. Its figures must be in the library.
    pub(crate) fn draw(
        &mut self,
        recording: &mut Recording<'_>,
        kit: &Kit,
        library: &Library,
        scene: &Scene,
    ) {
        let Recording { gpu, encoder } = recording;
        let lens = Lens::new(&scene.camera, self.target.extent.aspect());
        let step = (gpu.device.limits().min_uniform_buffer_offset_alignment as usize)
            .max(DRAW_BYTES as usize);
        self.list.collect(scene, library, lens.back, step.next_power_of_two());
        let bodies =
            scene.bodies.iter().enumerate().filter(|(index, _)| self.throws_shadow(*index));
        let balls =
            bodies.filter_map(|(_, body)| Some(library.get(&body.figure)?.balls(body))).flatten();
        let shadow = ShadowBox::around(balls, frame::to_key(&lens, &scene.light));
        self.send(*gpu, kit, scene, (&lens, shadow.as_ref()));
        if shadow.is_some() {
            self.draw_shadows(kit, library, encoder);
        }
        self.draw_picture(kit, library, scene, encoder);
    }

    fn throws_shadow(&self, body: usize) -> bool {
        self.list.calls.iter().any(|call| call.stage == Stage::Solid && call.body == body)
    }

    fn send(
        &mut self,
        gpu: Gpu<'_>,
        kit: &Kit,
        scene: &Scene,
        (lens, shadow): (&Lens, Option<&ShadowBox>),
    ) {
        let Gpu { device, queue } = gpu;
        let numbers = frame::numbers(scene, lens, shadow, self.target.extent, SHADOW_TEXELS);
        queue.write_buffer(&self.frame, 0, bytemuck::cast_slice(&numbers));
        self.strokes.write(device, queue, scene, lens.back);
        let fits = self.palette.holds(self.list.palette.len())
            && self.list.uniforms.len() as u64 <= self.draws.size();
        if !fits {
            self.palette = Palette::new(device, self.list.palette.len());
            self.draws = uniform_buffer(
                device,
                "draws",
                (self.list.uniforms.len() as u64).next_power_of_two(),
            );
            self.skin = bind_skin(device, kit, &self.palette, &self.draws);
        }
        self.palette.write(queue, &mut self.list.palette);
        if !self.list.uniforms.is_empty() {
            queue.write_buffer(&self.draws, 0, &self.list.uniforms);
        }
    }

    fn draw_shadows(&self, kit: &Kit, library: &Library, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadows"),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &kit.shadow_map.view,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&kit.pipelines.shadow);
        pass.set_bind_group(0, &self.frame_alone, &[]);
        for call in self.list.calls.iter().filter(|call| call.stage == Stage::Solid) {
            self.draw_call(&mut pass, library, call, Images::Without);
        }
    }

    fn draw_picture(
        &self,
        kit: &Kit,
        library: &Library,
        scene: &Scene,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.target.samples,
                depth_slice: None,
                resolve_target: Some(&self.target.finished_view),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.target.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_bind_group(0, &self.lit_frame, &[]);
        for (index, (_, depth_range)) in LAYERS.into_iter().enumerate() {
            let Extent { width, height, .. } = self.target.extent;
            pass.set_viewport(
                0.0,
                0.0,
                width as f32,
                height as f32,
                depth_range[0],
                depth_range[1],
            );
            if index == 0 {
                self.draw_world(&mut pass, kit, library, scene);
            }
            self.draw_strokes(&mut pass, kit, index);
            if index == 0 {
                self.draw_ghosts(&mut pass, kit, library);
            }
        }
    }

    fn draw_world(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        kit: &Kit,
        library: &Library,
        scene: &Scene,
    ) {
        if scene.background[3] > 0.0 {
            pass.set_pipeline(&kit.pipelines.backdrop);
            pass.draw(0..3, 0..1);
        }
        pass.set_pipeline(&kit.pipelines.solid);
        for call in self.list.calls.iter().filter(|call| call.stage == Stage::Solid) {
            self.draw_call(pass, library, call, Images::With);
        }
        if scene.grid {
            pass.set_pipeline(&kit.pipelines.grid);
            pass.draw(0..4, 0..1);
        }
        pass.set_pipeline(&kit.pipelines.blended);
        for call in self.list.calls.iter().filter(|call| call.stage == Stage::Blended) {
            self.draw_call(pass, library, call, Images::With);
        }
    }

    /// Bodies that one sees through, the farthest first: first all depth of a body, then what is
    /// left to be seen of it.
    fn draw_ghosts(&self, pass: &mut wgpu::RenderPass<'_>, kit: &Kit, library: &Library) {
        let ghosts: Vec<&DrawCall> =
            self.list.calls.iter().filter(|call| call.stage == Stage::Ghost).collect();
        for body in ghosts.chunk_by(|a, b| a.body == b.body) {
            for pipeline in [&kit.pipelines.cut, &kit.pipelines.ghost] {
                pass.set_pipeline(pipeline);
                for call in body {
                    self.draw_call(pass, library, call, Images::With);
                }
            }
        }
    }

    fn draw_call(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        library: &Library,
        call: &DrawCall,
        images: Images,
    ) {
        let Some((model, part)) = call.part(library) else { return };
        pass.set_bind_group(1, &self.skin, &[call.offset]);
        if images == Images::With {
            pass.set_bind_group(2, model.images.get(part.surface.image), &[]);
        }
        let moved = call.face.as_ref().and_then(|face| library.faces.shape(face, part.source));
        pass.set_vertex_buffer(0, moved.unwrap_or(&part.shape).slice(..));
        pass.set_vertex_buffer(1, part.skin.slice(..));
        pass.set_index_buffer(part.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..part.index_count, 0, 0..1);
    }

    fn draw_strokes(&self, pass: &mut wgpu::RenderPass<'_>, kit: &Kit, layer: usize) {
        let ranges = &self.strokes.layers[layer];
        for (pipeline, corners) in [
            (&kit.pipelines.solid_faces, &ranges.solid),
            (&kit.pipelines.clear_faces, &ranges.clear),
        ] {
            if !corners.is_empty() {
                pass.set_pipeline(pipeline);
                pass.set_vertex_buffer(0, self.strokes.faces.buffer().slice(..));
                pass.draw(corners.clone(), 0..1);
            }
        }
        if ranges.line_count > 0 {
            pass.set_pipeline(&kit.pipelines.lines);
            // WebGL2 has no first instance, but a first byte.
            pass.set_vertex_buffer(0, self.strokes.lines.buffer().slice(ranges.lines.clone()));
            pass.draw(0..4, 0..ranges.line_count);
        }
    }
}

/// Whether a pass looks at images.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Images {
    With,
    Without,
}

fn uniform_buffer(device: &wgpu::Device, label: &str, size: u64) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

fn bind_skin(
    device: &wgpu::Device,
    kit: &Kit,
    palette: &Palette,
    draws: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let one = wgpu::BufferBinding {
        buffer: draws,
        offset: 0,
        size: std::num::NonZeroU64::new(DRAW_BYTES),
    };
    let resources =
        [wgpu::BindingResource::TextureView(&palette.view()), wgpu::BindingResource::Buffer(one)];
    bind(device, "skin", &kit.layouts.skin, &resources)
}

/// A group whose bindings are numbered from 0.
fn bind(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entry = |(index, resource): (usize, &_)| wgpu::BindGroupEntry {
        binding: index as u32,
        resource: Clone::clone(resource),
    };
    let entries: Vec<_> = resources.iter().enumerate().map(entry).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}
