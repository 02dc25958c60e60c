//! Lines and faces as the graphics card takes them, layer by layer.

use std::ops::Range;

use eframe::wgpu::{self, VertexStepMode};
use kansetsu::glam::Vec3;

use super::stream::Stream;
use crate::viewport::scene::{Face, Layer, Line, Scene};

/// The layers from the farthest to the nearest, and the parts of the depth range that keep them
/// apart.
pub(crate) const LAYERS: [(Layer, [f32; 2]); 3] =
    [(Layer::InDepth, [0.0, 0.8]), (Layer::OnTop, [0.8, 0.9]), (Layer::Handle, [0.9, 1.0])];

/// Faces at least so opaque hide what is behind them.
const OPAQUE: f32 = 0.995;

/// Numbers of a line: its start, its width, its end, its colour.
const LINE_FLOATS: usize = 11;
/// Numbers of a face's corner: its place, its colour.
const CORNER_FLOATS: usize = 7;

/// How the shader reads a line: one for each instance.
pub(crate) const fn line_layout() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 3] =
        wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x3, 2 => Float32x4];
    wgpu::VertexBufferLayout {
        array_stride: (4 * LINE_FLOATS) as u64,
        step_mode: VertexStepMode::Instance,
        attributes: &ATTRIBUTES,
    }
}

/// How the shader reads a corner of a face.
pub(crate) const fn face_layout() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 2] =
        wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4];
    wgpu::VertexBufferLayout {
        array_stride: (4 * CORNER_FLOATS) as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &ATTRIBUTES,
    }
}

/// What of the buffers belongs to a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerRanges {
    /// Corners of faces that hide what is behind them.
    pub(crate) solid: Range<u32>,
    /// Corners of faces that one sees through, the farthest first.
    pub(crate) clear: Range<u32>,
    /// Bytes of lines, and how many lines they are.
    pub(crate) lines: Range<u64>,
    pub(crate) line_count: u32,
}

/// The buffers of one view.
#[derive(Debug)]
pub(crate) struct Strokes {
    pub(crate) lines: Stream,
    pub(crate) faces: Stream,
    pub(crate) layers: [LayerRanges; 3],
    numbers: Vec<f32>,
}

impl Strokes {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let (lines, faces) = (Stream::new(device, "lines"), Stream::new(device, "faces"));
        Self { lines, faces, layers: Default::default(), numbers: Vec::new() }
    }

    /// Sends a scene's lines and faces; `back` points towards the viewer.
    pub(crate) fn write(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        scene: &Scene,
        back: Vec3,
    ) {
        self.write_lines(device, queue, &scene.lines);
        self.write_faces(device, queue, &scene.faces, back);
    }

    fn write_lines(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, lines: &[Line]) {
        self.numbers.clear();
        for (ranges, (layer, _)) in self.layers.iter_mut().zip(LAYERS) {
            let start = self.numbers.len();
            for line in lines.iter().filter(|line| line.layer == layer) {
                self.numbers.extend(line.ends[0].to_array());
                self.numbers.push(line.width);
                self.numbers.extend(line.ends[1].to_array());
                self.numbers.extend(line.color);
            }
            ranges.lines = 4 * start as u64..4 * self.numbers.len() as u64;
            ranges.line_count = ((self.numbers.len() - start) / LINE_FLOATS) as u32;
        }
        self.lines.write(device, queue, &self.numbers);
    }

    fn write_faces(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        faces: &[Face],
        back: Vec3,
    ) {
        self.numbers.clear();
        for (ranges, (layer, _)) in self.layers.iter_mut().zip(LAYERS) {
            let of_layer = || faces.iter().filter(|face| face.layer == layer);
            ranges.solid =
                push_faces(&mut self.numbers, of_layer().filter(|face| face.color[3] >= OPAQUE));
            let mut clear: Vec<&Face> = of_layer().filter(|face| face.color[3] < OPAQUE).collect();
            clear.sort_by(|a, b| nearness(a, back).total_cmp(&nearness(b, back)));
            ranges.clear = push_faces(&mut self.numbers, clear.into_iter());
        }
        self.faces.write(device, queue, &self.numbers);
    }
}

fn nearness(face: &Face, back: Vec3) -> f32 {
    face.corners.iter().map(|corner| corner.dot(back)).sum()
}

/// Appends the corners of faces and returns their range.
fn push_faces<'a>(numbers: &mut Vec<f32>, faces: impl Iterator<Item = &'a Face>) -> Range<u32> {
    let count = |numbers: &Vec<f32>| (numbers.len() / CORNER_FLOATS) as u32;
    let start = count(numbers);
    for face in faces {
        for corner in face.corners {
            numbers.extend(corner.to_array());
            numbers.extend(face.color);
        }
    }
    start..count(numbers)
}
