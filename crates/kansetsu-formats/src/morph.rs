//! Morph targets, and the expressions that combine them.

use kansetsu::glam::Vec3;

/// A morph target of a mesh: offsets of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Morph {
    /// Its name; may be empty.
    pub name: String,
    /// Index into [`Figure::meshes`](crate::Figure::meshes).
    pub mesh: usize,
    /// The glTF node with the mesh.
    pub node: Option<usize>,
    /// The index of the target in the file's mesh.
    pub index: usize,
    /// The weight that the positions of the mesh have; see
    /// [`Figure::set_morph`](crate::Figure::set_morph).
    pub weight: f32,
    /// The offsets of the primitives that it moves.
    pub parts: Vec<MorphOffsets>,
}

/// The offsets of the vertices of a primitive at weight 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphOffsets {
    /// Index into [`Mesh::primitives`](crate::Mesh::primitives).
    pub primitive: usize,
    /// The vertices that move.
    pub vertices: Vec<u32>,
    /// One offset for each of them, in the space of the positions.
    pub offsets: Vec<Vec3>,
}

/// An expression of a VRM avatar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expression {
    /// The name of VRM 1.0, such as "happy", for presets of both versions; else the name in the
    /// file.
    pub name: String,
    /// The name in the file, such as "Joy".
    pub label: String,
    /// Whether its weight is 0 or 1, whichever is nearer.
    pub is_binary: bool,
    /// The morph targets that it moves.
    pub binds: Vec<MorphBind>,
    /// The number of its bindings of colours and textures, which are kept and not drawn.
    pub material_binds: usize,
}

/// The share of a morph target in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MorphBind {
    /// The glTF node with the mesh.
    pub node: usize,
    /// The index of the target in the mesh.
    pub index: usize,
    /// The weight of the target when the expression has weight 1.
    pub weight: f32,
}

impl MorphBind {
    /// Whether it moves this target.
    pub(crate) fn moves(&self, morph: &Morph) -> bool {
        morph.node == Some(self.node) && morph.index == self.index
    }
}
