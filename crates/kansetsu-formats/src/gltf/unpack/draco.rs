//! `KHR_draco_mesh_compression`: compressed primitives.

use draco_core::{
    DataType, DecodeLimits, DecoderBuffer, Mesh, MeshDecoder, PointAttribute, PointIndex,
};
use serde_json::{Value, json};

use super::patch::{Patch, remove_extensions};
use crate::Error;
use crate::gltf::accessor::{Store, width};
use crate::gltf::at::At;
use crate::gltf::component::{Component, Number};
use crate::gltf::save::number::numbers;

/// The extension.
pub(super) const NAME: &str = "KHR_draco_mesh_compression";

/// Decodes all primitives without a plain form.
pub(super) fn unpack(root: &At<'_>, store: &Store<'_>, patch: &mut Patch) -> Result<(), Error> {
    for (mesh, at) in root.objects("meshes")?.iter().enumerate() {
        for (index, primitive) in at.objects("primitives")?.iter().enumerate() {
            let Some(block) = primitive.extension(NAME) else { continue };
            let attributes = primitive.need_child("attributes")?;
            let positions = attributes.index("POSITION", store.count(), "accessors")?;
            if positions.is_some_and(|positions| !store.has_data(positions)) {
                let decoded = Decoded::new(&block, store, patch)?;
                let plain = decoded.primitive(primitive, store, patch)?;
                patch.json["meshes"][mesh]["primitives"][index] = plain;
            }
            remove_extensions(&mut patch.json["meshes"][mesh]["primitives"][index], &[NAME]);
        }
    }
    Ok(())
}

/// A decoded primitive.
struct Decoded<'a> {
    block: &'a At<'a>,
    mesh: Mesh,
}

impl<'a> Decoded<'a> {
    fn new(block: &'a At<'a>, store: &Store<'_>, patch: &mut Patch) -> Result<Self, Error> {
        let stream = store.view_bytes(block, "bufferView")?;
        let limit = patch.left as u64;
        let limits = DecodeLimits::default()
            .with_max_points(limit / 4)
            .with_max_faces(limit / 12)
            .with_max_decoded_bytes(limit);
        let mut mesh = Mesh::new();
        MeshDecoder::new()
            .decode(&mut DecoderBuffer::new(stream).with_limits(limits), &mut mesh)
            .map_err(|error| block.wrong(format!("the Draco data is damaged: {error}")))?;
        Ok(Self { block, mesh })
    }

    /// The primitive with accessors of the decoded data.
    fn primitive(&self, at: &At<'_>, store: &Store<'_>, patch: &mut Patch) -> Result<Value, Error> {
        let mut plain = at.value().clone();
        let ids = self.block.need_child("attributes")?;
        let declared = at.need_child("attributes")?;
        for name in ids.object()?.keys() {
            let Some(accessor) = declared.index(name, store.count(), "accessors")? else {
                continue;
            };
            let id = ids.need_integer(name)?;
            let attribute = u32::try_from(id)
                .ok()
                .and_then(|id| self.mesh.attribute_by_unique_id(id))
                .ok_or_else(|| ids.wrong_at(name, format!("{id} is not among the attributes")))?;
            plain["attributes"][name.as_str()] =
                self.accessor(attribute, store.accessor(accessor), patch)?.into();
        }
        let indices: Vec<u8> = self
            .mesh
            .faces()
            .iter()
            .flatten()
            .flat_map(|&PointIndex(index)| index.to_le_bytes())
            .collect();
        patch.spend(Some(indices.len()), self.block)?;
        let count = indices.len() / 4;
        let (length, buffer) = (indices.len(), patch.buffer(indices));
        let view = patch.push("bufferViews", json!({"buffer": buffer, "byteLength": length}));
        plain["indices"] = patch
            .push(
                "accessors",
                json!({"bufferView": view, "componentType": 5125, "count": count, "type": "SCALAR"}),
            )
            .into();
        plain["mode"] = 4.into();
        Ok(plain)
    }

    /// Adds an accessor like the declared one, with the values of an attribute.
    fn accessor(
        &self,
        attribute: &PointAttribute,
        declared: &At<'_>,
        patch: &mut Patch,
    ) -> Result<usize, Error> {
        let code = declared.need_integer("componentType")?;
        let component = Component::from_code(code).ok_or_else(|| {
            declared.wrong_at("componentType", format!("the code {code} is unknown"))
        })?;
        let width = width(declared)?;
        if usize::from(attribute.num_components()) != width {
            return Err(declared.wrong_at(
                "type",
                format!(
                    "expected {width} numbers, the Draco data has {}",
                    attribute.num_components()
                ),
            ));
        }
        let points = self.mesh.num_points();
        // Vertex attributes are aligned to 4 bytes.
        let stride = (width * component.size()).next_multiple_of(4);
        let size = patch.spend(points.checked_mul(stride), self.block)?;
        let mut bytes = vec![0; size];
        for (point, element) in bytes.chunks_exact_mut(stride).enumerate() {
            element_of(attribute, point, component, &mut element[..width * component.size()])
                .ok_or_else(|| self.block.wrong("the Draco data lacks values"))?;
        }
        let mut accessor = declared.value().clone();
        // The declared bounds are those before quantization.
        for (key, pick) in [("min", f32::min as fn(f32, f32) -> f32), ("max", f32::max)] {
            if let Some(bounds) = accessor.get_mut(key) {
                let element = |bytes: &[u8], index: usize| {
                    f32::read(component, &bytes[index * component.size()..], false)
                };
                let bound = |index| {
                    bytes.chunks_exact(stride).map(|bytes| element(bytes, index)).reduce(pick)
                };
                let list: Vec<f32> = (0..width).filter_map(bound).collect();
                *bounds = numbers(&list);
            }
        }
        let buffer = patch.buffer(bytes);
        let view = patch.push(
            "bufferViews",
            json!({"buffer": buffer, "byteLength": size, "byteStride": stride, "target": 34962}),
        );
        accessor["bufferView"] = view.into();
        accessor["count"] = points.into();
        if let Some(accessor) = accessor.as_object_mut() {
            accessor.shift_remove("byteOffset");
        }
        Ok(patch.push("accessors", accessor))
    }
}

/// Writes the value of a point; `None` if the attribute lacks it.
fn element_of(
    attribute: &PointAttribute,
    point: usize,
    component: Component,
    element: &mut [u8],
) -> Option<()> {
    let point = PointIndex(u32::try_from(point).ok()?);
    let stored = Stored::of(attribute.data_type())?;
    let length = usize::from(attribute.num_components()) * stored.size;
    let start = (attribute.mapped_index(point).0 as usize)
        .checked_mul(usize::try_from(attribute.byte_stride()).ok()?)?;
    let bytes = attribute.buffer().data().get(start..)?.get(..length)?;
    let values = bytes.chunks_exact(stored.size).zip(element.chunks_exact_mut(component.size()));
    for (bytes, number) in values {
        number.copy_from_slice(&component.bytes_of((stored.read)(bytes))[..component.size()]);
    }
    Some(())
}

/// The reading of a stored number. Each 32-bit number is exact in 64 bits.
struct Stored {
    size: usize,
    read: fn(&[u8]) -> f64,
}

impl Stored {
    fn of(kind: DataType) -> Option<Self> {
        let (size, read): (usize, fn(&[u8]) -> f64) = match kind {
            DataType::Int8 => (1, |b| b[0].cast_signed().into()),
            DataType::Uint8 | DataType::Bool => (1, |b| b[0].into()),
            DataType::Int16 => (2, |b| i16::from_le_bytes([b[0], b[1]]).into()),
            DataType::Uint16 => (2, |b| u16::from_le_bytes([b[0], b[1]]).into()),
            DataType::Int32 => (4, |b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()),
            DataType::Uint32 => (4, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()),
            DataType::Float32 => (4, |b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()),
            _ => return None,
        };
        Some(Self { size, read })
    }
}
