//! Morph targets, and the expressions that combine them.

use kansetsu::{
    d3::Pose,
    glam::{Quat, Vec3},
    math::Rot,
};

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

/// The vertices that the morph targets of a file may still move.
pub(crate) struct OffsetBudget(usize);

/// The most vertices that the morph targets of a file may move in total; more are taken as damage.
const MOST_OFFSETS: usize = 20_000_000;

impl OffsetBudget {
    pub(crate) const fn new() -> Self {
        Self(MOST_OFFSETS)
    }

    /// Whether one more vertex may move.
    pub(crate) const fn take(&mut self) -> bool {
        let has_any = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        has_any
    }

    /// The warning after the last vertex.
    pub(crate) fn warning(&self) -> Option<String> {
        (self.0 == 0).then(|| {
            format!(
                "the morphs move more than {MOST_OFFSETS} vertices in total; the rest is ignored"
            )
        })
    }
}

/// An expression: a group of morph targets and joint offsets under one name, as VRM and
/// MikuMikuDance have them.
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
    /// The joints that it moves.
    pub joints: Vec<JointBind>,
    /// The number of its bindings of colours and textures, which are kept and not drawn.
    pub material_binds: usize,
}

/// The share of a morph target in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MorphBind {
    /// Index into [`Figure::morphs`](crate::Figure::morphs).
    pub morph: usize,
    /// The weight of the target when the expression has weight 1.
    pub weight: f32,
}

/// The offset of a joint in an expression, relative to its pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointBind {
    /// The index of the joint.
    pub joint: usize,
    /// The translation in the parent's space, metres.
    pub translation: Vec3,
    /// The rotation in the joint's space.
    pub rotation: Quat,
    /// The share of both when the expression has weight 1.
    pub weight: f32,
}

impl JointBind {
    /// Moves the joint from its pose by this share of the offset; a negative one moves it back.
    pub(crate) fn apply(&self, share: f32, pose: &mut Pose) {
        let Some(local) = pose.locals.get_mut(self.joint) else { return };
        let share = share * self.weight;
        local.translation += share * self.translation;
        local.rotation = (local.rotation * share_of(self.rotation, share)).normalize();
    }
}

/// The rotation about the same axis by a share of its angle.
pub(crate) fn share_of(rotation: Quat, share: f32) -> Quat {
    let vector = Rot::from(rotation).positive().rotation_vector();
    Rot::from_rotation_vector(vector * share).into()
}
