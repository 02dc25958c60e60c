//! All pipelines of a picture, in the order in which they are used.

use eframe::wgpu::{self, PrimitiveTopology::TriangleList, PrimitiveTopology::TriangleStrip};

use super::{
    layouts::Layouts,
    model::vertex_layouts,
    recipe::{Color, Depth, Place, Recipe, module},
    strokes,
};

const BACKDROP: &str =
    concat!(include_str!("shader/frame.wgsl"), include_str!("shader/backdrop.wgsl"));
const GRID: &str = concat!(
    include_str!("shader/frame.wgsl"),
    include_str!("shader/shadow_lookup.wgsl"),
    include_str!("shader/grid.wgsl")
);
const FACE: &str = concat!(include_str!("shader/frame.wgsl"), include_str!("shader/face.wgsl"));
const LINE: &str = concat!(include_str!("shader/frame.wgsl"), include_str!("shader/line.wgsl"));
const SHADOW: &str = concat!(
    include_str!("shader/frame.wgsl"),
    include_str!("shader/skin.wgsl"),
    include_str!("shader/shadow.wgsl")
);
const BODY: &str = concat!(
    include_str!("shader/frame.wgsl"),
    include_str!("shader/shadow_lookup.wgsl"),
    include_str!("shader/skin.wgsl"),
    include_str!("shader/body.wgsl")
);

/// The pipelines.
#[derive(Debug)]
pub(crate) struct Pipelines {
    /// What throws shadows, into the shadow map.
    pub(crate) shadow: wgpu::RenderPipeline,
    pub(crate) backdrop: wgpu::RenderPipeline,
    /// Opaque surfaces.
    pub(crate) solid: wgpu::RenderPipeline,
    pub(crate) grid: wgpu::RenderPipeline,
    /// Surfaces that one sees through.
    pub(crate) blended: wgpu::RenderPipeline,
    /// Only the depth of a ghost.
    pub(crate) cut: wgpu::RenderPipeline,
    /// What is left to be seen of a ghost.
    pub(crate) ghost: wgpu::RenderPipeline,
    pub(crate) solid_faces: wgpu::RenderPipeline,
    pub(crate) clear_faces: wgpu::RenderPipeline,
    pub(crate) lines: wgpu::RenderPipeline,
}

impl Pipelines {
    pub(crate) fn new(device: &wgpu::Device, layouts: &Layouts) -> Self {
        let [backdrop, grid, face, line, shadow, body] = modules(device);
        let lit = [Some(&layouts.lit_frame)];
        let flat = flat(&backdrop, &lit);
        let grid = Recipe {
            label: "grid",
            module: &grid,
            vertex: "ground",
            fragment: "paint_ground",
            topology: TriangleStrip,
            ..flat
        };
        let face_buffers = [Some(strokes::face_layout())];
        let faces = faces(&face, &face_buffers, flat);
        let line_buffers = [Some(strokes::line_layout())];
        let lines = lines(&line, &line_buffers, flat);
        let skinned = [Some(&layouts.lit_frame), Some(&layouts.skin), Some(&layouts.image)];
        let buffers = vertex_layouts();
        let body = Recipe {
            label: "body",
            module: &body,
            vertex: "place",
            fragment: "paint",
            groups: &skinned,
            buffers: &buffers,
            ..flat
        };
        let shadow_groups = [Some(&layouts.frame), Some(&layouts.skin)];
        let shadow = Recipe {
            label: "shadow",
            module: &shadow,
            vertex: "cast_shadow",
            groups: &shadow_groups,
            ..body
        };
        let ghost = Recipe { label: "ghost", depth: Depth::Tested, place: Place::Behind, ..body };
        Self {
            shadow: shadow.shadow_pipeline(device),
            backdrop: flat.pipeline(device),
            grid: Recipe { depth: Depth::Tested, ..grid }.pipeline(device),
            blended: Recipe { label: "blended body", depth: Depth::Tested, ..body }
                .pipeline(device),
            cut: Recipe {
                label: "cut",
                fragment: "cut",
                depth: Depth::Written,
                color: Color::Kept,
                ..ghost
            }
            .pipeline(device),
            ghost: ghost.pipeline(device),
            solid: Recipe { depth: Depth::Written, color: Color::Replaced, ..body }
                .pipeline(device),
            solid_faces: Recipe { depth: Depth::Written, ..faces }.pipeline(device),
            clear_faces: Recipe { label: "clear faces", depth: Depth::Tested, ..faces }
                .pipeline(device),
            lines: Recipe { depth: Depth::Tested, topology: TriangleStrip, ..lines }
                .pipeline(device),
        }
    }
}

/// The shader modules of backdrop, grid, faces, lines, shadow and body.
fn modules(device: &wgpu::Device) -> [wgpu::ShaderModule; 6] {
    [
        ("backdrop", BACKDROP),
        ("grid", GRID),
        ("face", FACE),
        ("line", LINE),
        ("shadow", SHADOW),
        ("body", BODY),
    ]
    .map(|(label, source)| module(device, label, source))
}

/// The backdrop: the recipe that all others change.
fn flat<'a>(
    module: &'a wgpu::ShaderModule,
    groups: &'a [Option<&'a wgpu::BindGroupLayout>],
) -> Recipe<'a> {
    Recipe {
        label: "backdrop",
        module,
        vertex: "cover",
        fragment: "backdrop",
        groups,
        buffers: &[],
        topology: TriangleList,
        depth: Depth::Ignored,
        place: Place::Exact,
        color: Color::Blended,
    }
}

fn faces<'a>(
    module: &'a wgpu::ShaderModule,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    flat: Recipe<'a>,
) -> Recipe<'a> {
    Recipe { label: "faces", module, vertex: "place_face", fragment: "paint_face", buffers, ..flat }
}

fn lines<'a>(
    module: &'a wgpu::ShaderModule,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    flat: Recipe<'a>,
) -> Recipe<'a> {
    Recipe { label: "lines", module, vertex: "place_line", fragment: "paint_line", buffers, ..flat }
}
