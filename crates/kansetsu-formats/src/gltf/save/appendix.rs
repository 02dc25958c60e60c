//! Data that is added to a buffer, with the buffer views and accessors that describe it.

use serde_json::{Map, Value, json};

use super::number::numbers;

/// The target of vertex attributes, as glTF numbers it.
pub(in crate::gltf) const VERTICES: u32 = 34962;
/// The target of vertex indices.
pub(in crate::gltf) const INDICES: u32 = 34963;

/// Collects data for one buffer.
pub(in crate::gltf) struct Appendix {
    /// The index of the buffer that receives the data.
    buffer: usize,
    /// The whole contents of that buffer.
    pub(in crate::gltf) bytes: Vec<u8>,
    first_view: usize,
    first_accessor: usize,
    pub(in crate::gltf) views: Vec<Value>,
    pub(in crate::gltf) accessors: Vec<Value>,
}

/// The numbers of existing views and accessors.
#[derive(Clone, Copy, Default)]
pub(in crate::gltf) struct Counts {
    pub(in crate::gltf) views: usize,
    pub(in crate::gltf) accessors: usize,
}

impl Appendix {
    /// Continues after `bytes`, the existing contents of the buffer.
    pub(in crate::gltf) const fn new(buffer: usize, bytes: Vec<u8>, before: Counts) -> Self {
        Self {
            buffer,
            bytes,
            first_view: before.views,
            first_accessor: before.accessors,
            views: Vec::new(),
            accessors: Vec::new(),
        }
    }

    /// Adds bytes, aligned to 4; returns their offset.
    pub(in crate::gltf) fn push(&mut self, bytes: &[u8]) -> usize {
        let start = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(start, 0);
        self.bytes.extend_from_slice(bytes);
        start
    }

    /// Adds bytes with a buffer view; returns its index.
    pub(in crate::gltf) fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let offset = self.push(bytes);
        let mut view =
            json!({"buffer": self.buffer, "byteOffset": offset, "byteLength": bytes.len()});
        if let (Some(target), Some(view)) = (target, view.as_object_mut()) {
            view.insert("target".to_owned(), target.into());
        }
        self.views.push(view);
        self.first_view + self.views.len() - 1
    }

    /// Adds floats with an accessor; returns its index.
    pub(in crate::gltf) fn floats<const N: usize>(
        &mut self,
        list: &[[f32; N]],
        target: Option<u32>,
    ) -> usize {
        self.push_floats(list, target, Map::new())
    }

    /// Like `floats`, with the bounds that times and positions must have.
    pub(in crate::gltf) fn bounded_floats<const N: usize>(
        &mut self,
        list: &[[f32; N]],
        target: Option<u32>,
    ) -> usize {
        let bound = |pick: fn(f32, f32) -> f32, start: f32| {
            list.iter().fold([start; N], |so_far, element| {
                std::array::from_fn(|i| pick(so_far[i], element[i]))
            })
        };
        let mut bounds = Map::new();
        bounds.insert("min".to_owned(), numbers(&bound(f32::min, f32::INFINITY)));
        bounds.insert("max".to_owned(), numbers(&bound(f32::max, f32::NEG_INFINITY)));
        self.push_floats(list, target, bounds)
    }

    fn push_floats<const N: usize>(
        &mut self,
        list: &[[f32; N]],
        target: Option<u32>,
        bounds: Map<String, Value>,
    ) -> usize {
        let bytes: Vec<u8> =
            list.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&bytes, target);
        self.accessor(view, 5126, (list.len(), element_type(N)), bounds)
    }

    /// Adds offsets of some of `count` vertices, ascending; the others are zero. Returns the index
    /// of the accessor.
    pub(in crate::gltf) fn sparse(&mut self, count: usize, offsets: &[(u32, [f32; 3])]) -> usize {
        // The others have offset zero.
        let bound = |pick: fn(f32, f32) -> f32| -> [f32; 3] {
            let start = offsets.first().filter(|_| offsets.len() == count);
            let start = start.map_or([0.0; 3], |(_, offset)| *offset);
            offsets.iter().fold(start, |so_far, (_, offset)| {
                std::array::from_fn(|i| pick(so_far[i], offset[i]))
            })
        };
        let mut accessor = json!({
            "componentType": 5126, "count": count, "type": "VEC3",
            "min": numbers(&bound(f32::min)), "max": numbers(&bound(f32::max)),
        });
        if !offsets.is_empty() {
            let indices: Vec<u8> =
                offsets.iter().flat_map(|(vertex, _)| vertex.to_le_bytes()).collect();
            let values = offsets.iter().flat_map(|(_, offset)| offset);
            let values: Vec<u8> = values.flat_map(|number| number.to_le_bytes()).collect();
            accessor["sparse"] = json!({
                "count": offsets.len(),
                "indices": {"bufferView": self.view(&indices, None), "componentType": 5125},
                "values": {"bufferView": self.view(&values, None)},
            });
        }
        self.accessors.push(accessor);
        self.first_accessor + self.accessors.len() - 1
    }

    /// Adds 16-bit numbers with an accessor; returns its index.
    pub(in crate::gltf) fn shorts<const N: usize>(
        &mut self,
        list: &[[u16; N]],
        target: u32,
    ) -> usize {
        let bytes: Vec<u8> =
            list.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(target));
        self.accessor(view, 5123, (list.len(), element_type(N)), Map::new())
    }

    /// Adds vertex indices with an accessor; returns its index.
    pub(in crate::gltf) fn indices(&mut self, list: &[u32], vertex_count: usize) -> usize {
        // 65535 is the restart value and not an index.
        if vertex_count < 65535 {
            let short: Vec<[u16; 1]> = list.iter().map(|&index| [index as u16]).collect();
            return self.shorts(&short, INDICES);
        }
        let bytes: Vec<u8> = list.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(INDICES));
        self.accessor(view, 5125, (list.len(), element_type(1)), Map::new())
    }

    fn accessor(
        &mut self,
        view: usize,
        component: u32,
        (count, kind): (usize, &str),
        bounds: Map<String, Value>,
    ) -> usize {
        let mut accessor =
            json!({"bufferView": view, "componentType": component, "count": count, "type": kind});
        if let Some(accessor) = accessor.as_object_mut() {
            accessor.extend(bounds);
        }
        self.accessors.push(accessor);
        self.first_accessor + self.accessors.len() - 1
    }
}

const fn element_type(width: usize) -> &'static str {
    match width {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}
