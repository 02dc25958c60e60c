//! Accessors: typed lists of numbers in the buffers.
//!
//! glTF 2.0, section 3.6. An accessor without a buffer view is all zeros; a sparse one replaces
//! some of its elements. Sizes are checked against the data before any allocation, and all unpacked
//! data stays within a budget, so that a small file cannot ask for the whole memory.

use std::cell::Cell;

use super::at::At;
use super::component::{Component, Number};
use crate::Error;

/// Bytes that may be unpacked for a file of any size.
const BASE_BUDGET: usize = 64 << 20;
/// Bytes that may be unpacked for each byte of the file and its buffers. Bytes that become floats
/// grow by 4, and several nodes may share a mesh; real files stay far below.
const BUDGET_PER_BYTE: usize = 64;
/// Bytes that may be unpacked for each decoded byte of compressed geometry.
const BUDGET_PER_DECODED_BYTE: usize = 4;

/// The buffers of a document and their descriptions.
pub(super) struct Store<'a> {
    accessors: Vec<At<'a>>,
    views: Vec<At<'a>>,
    buffers: &'a [Option<Vec<u8>>],
    budget: Cell<usize>,
}

/// The bytes of a buffer view.
struct View<'a> {
    bytes: &'a [u8],
    stride: Option<usize>,
}

/// Elements in a buffer, checked to lie inside it.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    component: Component,
    normalized: bool,
    count: usize,
}

impl Elements<'_> {
    fn read<T: Number, const N: usize>(&self, index: usize) -> [T; N] {
        let start = index * self.stride;
        std::array::from_fn(|i| {
            T::read(
                self.component,
                &self.bytes[start + i * self.component.size()..],
                self.normalized,
            )
        })
    }
}

impl<'a> Store<'a> {
    /// `size` is the number of bytes of the file and its buffers, before these were decoded.
    pub(super) fn new(
        root: &At<'a>,
        buffers: &'a [Option<Vec<u8>>],
        size: usize,
    ) -> Result<Self, Error> {
        let decoded = buffers.iter().flatten().map(Vec::len).sum::<usize>().saturating_sub(size);
        let grown = size
            .saturating_mul(BUDGET_PER_BYTE)
            .saturating_add(decoded.saturating_mul(BUDGET_PER_DECODED_BYTE));
        let budget = Cell::new(BASE_BUDGET.saturating_add(grown));
        Ok(Self {
            accessors: root.objects("accessors")?,
            views: root.objects("bufferViews")?,
            buffers,
            budget,
        })
    }

    /// The number of accessors.
    pub(super) const fn count(&self) -> usize {
        self.accessors.len()
    }

    /// The description of an accessor. The index must have been checked.
    #[cfg(feature = "compressed")]
    pub(super) fn accessor(&self, accessor: usize) -> &At<'a> {
        &self.accessors[accessor]
    }

    /// Whether the accessor has stored data.
    pub(super) fn has_data(&self, accessor: usize) -> bool {
        self.accessors.get(accessor).is_some_and(|accessor| {
            accessor.get("bufferView").is_some() || accessor.get("sparse").is_some()
        })
    }

    /// An error of an accessor.
    pub(super) fn wrong(&self, accessor: usize, problem: impl Into<String>) -> Error {
        self.accessors[accessor].wrong(problem)
    }

    /// The length of one element of the accessor: 1 for `SCALAR`, 3 for `VEC3`.
    pub(super) fn width(&self, accessor: usize) -> Result<usize, Error> {
        width(&self.accessors[accessor])
    }

    /// The stated number of elements of the accessor.
    pub(super) fn length(&self, accessor: usize) -> Result<usize, Error> {
        self.accessors[accessor].need_integer("count")
    }

    /// The elements of an accessor whose numbers are all finite.
    pub(super) fn finite<const N: usize>(&self, accessor: usize) -> Result<Vec<[f32; N]>, Error> {
        let elements = self.elements::<f32, N>(accessor)?;
        match elements.iter().position(|element| element.iter().any(|number| !number.is_finite())) {
            Some(at) => Err(self.wrong(
                accessor,
                format!("element {at} is {:?}; every number must be finite", elements[at]),
            )),
            None => Ok(elements),
        }
    }

    /// The elements of an accessor. The index must have been checked.
    pub(super) fn elements<T: Number, const N: usize>(
        &self,
        accessor: usize,
    ) -> Result<Vec<[T; N]>, Error> {
        let at = &self.accessors[accessor];
        if width(at)? != N {
            return Err(at.wrong_at(
                "type",
                format!("expected {N} numbers per element, found {}", width(at)?),
            ));
        }
        let count = at.need_integer("count")?;
        let elements = match at.index("bufferView", self.views.len(), "buffer views")? {
            Some(view) => {
                let offset = at.integer("byteOffset")?.unwrap_or(0);
                let elements = self.locate::<T, N>(at, view, offset, count)?;
                self.spend::<T, N>(at, count)?;
                (0..elements.count).map(|i| elements.read(i)).collect()
            }
            None => {
                self.spend::<T, N>(at, count)?;
                vec![[T::default(); N]; count]
            }
        };
        match at.child("sparse")? {
            Some(sparse) => self.replace(elements, at, &sparse),
            None => Ok(elements),
        }
    }

    /// Takes the memory of `count` elements out of the budget.
    fn spend<T, const N: usize>(&self, at: &At<'a>, count: usize) -> Result<(), Error> {
        let left = count
            .checked_mul(N * size_of::<T>())
            .and_then(|size| self.budget.get().checked_sub(size));
        let Some(left) = left else {
            return Err(at.wrong_at(
                "count",
                format!("{count} elements are more than a file of this size can be trusted with"),
            ));
        };
        self.budget.set(left);
        Ok(())
    }

    /// Takes the memory of a copy out of the budget.
    pub(super) fn spend_bytes(&self, place: &At<'a>, bytes: usize) -> Result<(), Error> {
        let Some(left) = self.budget.get().checked_sub(bytes) else {
            return Err(place.wrong(
                "this file unpacks to more memory than a file of its size can be trusted with",
            ));
        };
        self.budget.set(left);
        Ok(())
    }

    /// Puts released memory back into the budget.
    pub(super) fn restore(&self, bytes: usize) {
        self.budget.set(self.budget.get() + bytes);
    }

    /// The elements that the numbers of `owner` (an accessor, or one of its sparse parts) describe.
    fn locate<T: Number, const N: usize>(
        &self,
        owner: &At<'a>,
        view: usize,
        offset: usize,
        count: usize,
    ) -> Result<Elements<'_>, Error> {
        let code = owner.need_integer("componentType")?;
        let component = Component::from_code(code)
            .filter(|&component| T::accepts(component))
            .ok_or_else(|| {
                owner.wrong_at(
                    "componentType",
                    format!("expected {}, found the code {code}", T::EXPECTED),
                )
            })?;
        let View { bytes, stride } = self.view(view)?;
        let size = N * component.size();
        let stride = stride.unwrap_or(size);
        if stride < size {
            return Err(self.views[view].wrong_at(
                "byteStride",
                format!("{stride} is less than an element's {size} bytes"),
            ));
        }
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(size));
        let bytes = bytes.get(offset..).unwrap_or_default();
        if needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(owner.wrong_at(
                "count",
                format!(
                    "{count} elements of {stride} bytes do not fit into the {} available bytes",
                    bytes.len()
                ),
            ));
        }
        Ok(Elements { bytes, stride, component, normalized: owner.flag("normalized")?, count })
    }

    /// Writes the elements of a sparse accessor.
    fn replace<T: Number, const N: usize>(
        &self,
        mut elements: Vec<[T; N]>,
        at: &At<'a>,
        sparse: &At<'a>,
    ) -> Result<Vec<[T; N]>, Error> {
        let count = sparse.need_integer("count")?;
        let part = |key: &str| -> Result<(At<'a>, usize, usize), Error> {
            let part = sparse.need_child(key)?;
            let view = part.need_index("bufferView", self.views.len(), "buffer views")?;
            let offset = part.integer("byteOffset")?.unwrap_or(0);
            Ok((part, view, offset))
        };
        let (place, view, offset) = part("indices")?;
        let indices = self.locate::<u32, 1>(&place, view, offset, count)?;
        let (_, view, offset) = part("values")?;
        let values = self.locate::<T, N>(at, view, offset, count)?;
        for i in 0..count {
            let [index] = indices.read::<u32, 1>(i);
            let target = elements.get_mut(index as usize);
            *target.ok_or_else(|| {
                place.wrong(format!("index {index} is not among the accessor's elements"))
            })? = values.read(i);
        }
        Ok(elements)
    }

    /// The bytes of a buffer view, whose index must have been checked.
    fn view(&self, view: usize) -> Result<View<'_>, Error> {
        let at = &self.views[view];
        let buffer = at.need_index("buffer", self.buffers.len(), "buffers")?;
        let Some(bytes) = &self.buffers[buffer] else {
            return Err(at.wrong_at("buffer", format!("buffers[{buffer}] has no data")));
        };
        let offset = at.integer("byteOffset")?.unwrap_or(0);
        let length = at.need_integer("byteLength")?;
        let end = offset.checked_add(length).filter(|&end| end <= bytes.len());
        let Some(end) = end else {
            return Err(at.wrong_at(
                "byteLength",
                format!(
                    "{offset} + {length} is beyond the {} bytes of buffers[{buffer}]",
                    bytes.len()
                ),
            ));
        };
        Ok(View { bytes: &bytes[offset..end], stride: at.integer("byteStride")? })
    }

    /// The bytes of the buffer view that a property of `owner` names.
    pub(super) fn view_bytes(&self, owner: &At<'a>, key: &str) -> Result<&[u8], Error> {
        let view = owner.need_index(key, self.views.len(), "buffer views")?;
        Ok(self.view(view)?.bytes)
    }
}

/// The numbers of an element.
pub(super) fn width(accessor: &At<'_>) -> Result<usize, Error> {
    match accessor.text("type")? {
        Some("SCALAR") => Ok(1),
        Some("VEC2") => Ok(2),
        Some("VEC3") => Ok(3),
        Some("VEC4") => Ok(4),
        Some("MAT4") => Ok(16),
        Some(other) => {
            Err(accessor.wrong_at("type", format!("\"{other}\" is not one that is read here")))
        }
        None => {
            Err(accessor
                .wrong_at("type", "expected \"SCALAR\", \"VEC3\" or the like, found nothing"))
        }
    }
}
