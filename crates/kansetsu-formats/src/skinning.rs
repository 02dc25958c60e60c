//! Surfaces in a pose.
//!
//! Linear blend skinning: a vertex moves to `sum w_i * model_from_joint_i * joint_from_mesh_i * p`.
//! The weights are normalized to a sum of 1, as in viewers (N. Magnenat-Thalmann et al.,
//! "Joint-Dependent Local Deformations for Hand Animation and Object Grasping", 1988). The
//! transform of the node with a skinned mesh is ignored. Normals use the inverse transpose of the
//! blended map, so that they stay perpendicular under scale and shear.

use kansetsu::glam::{Affine3, Mat3, Vec3};

use crate::{Attachment, Figure, Influence, Primitive, Skin};

/// The map from the vertices of a mesh to model space, in one pose.
#[derive(Clone, Debug, PartialEq)]
pub enum Placement {
    /// One map for all: `model_from_joint`.
    Rigid(Affine3),
    /// A blend by influences: `model_from_mesh` of every joint of the skin.
    Skinned(Vec<Affine3>),
}

impl Skin {
    /// For each joint of the skin, `model_from_joint * joint_from_mesh`. Joints missing in
    /// `model_from_joint` leave their vertices in the bind pose.
    #[must_use]
    pub fn model_from_mesh(&self, model_from_joint: &[Affine3]) -> Vec<Affine3> {
        let one = |(&joint, joint_from_mesh): (&usize, &Affine3)| {
            model_from_joint
                .get(joint)
                .map_or(Affine3::IDENTITY, |model_from_joint| *model_from_joint * *joint_from_mesh)
        };
        self.joints.iter().zip(&self.inverse_bind).map(one).collect()
    }
}

impl Figure {
    /// The placement of a mesh with this attachment; `model_from_joint` comes from forward
    /// kinematics.
    #[must_use]
    pub fn placement(&self, attachment: Attachment, model_from_joint: &[Affine3]) -> Placement {
        match attachment {
            Attachment::Joint(joint) => {
                Placement::Rigid(model_from_joint.get(joint).copied().unwrap_or(Affine3::IDENTITY))
            }
            Attachment::Skin(skin) => Placement::Skinned(
                self.skins
                    .get(skin)
                    .map(|skin| skin.model_from_mesh(model_from_joint))
                    .unwrap_or_default(),
            ),
        }
    }
}

impl Primitive {
    /// The vertices in model space.
    #[must_use]
    pub fn posed_positions(&self, placement: &Placement) -> Vec<Vec3> {
        let place = |(vertex, &position): (usize, &Vec3)| {
            self.model_from_vertex(vertex, placement).transform_point3(position)
        };
        self.positions.iter().enumerate().map(place).collect()
    }

    /// The unit normals in model space; empty if the primitive has none.
    #[must_use]
    pub fn posed_normals(&self, placement: &Placement) -> Vec<Vec3> {
        let turn = |(vertex, &normal): (usize, &Vec3)| {
            (normal_map(&self.model_from_vertex(vertex, placement).matrix3) * normal)
                .normalize_or_zero()
        };
        self.normals.iter().enumerate().map(turn).collect()
    }

    /// The map from a vertex to model space.
    #[must_use]
    pub fn model_from_vertex(&self, vertex: usize, placement: &Placement) -> Affine3 {
        match placement {
            Placement::Rigid(model_from_joint) => *model_from_joint,
            Placement::Skinned(model_from_mesh) => {
                let start = vertex * self.influences_per_vertex;
                let influences = self
                    .influences
                    .get(start..start + self.influences_per_vertex)
                    .unwrap_or_default();
                blend(influences, model_from_mesh)
            }
        }
    }
}

/// The weighted mean of the maps. A vertex whose weights are all zero follows its first joint.
fn blend(influences: &[Influence], model_from_mesh: &[Affine3]) -> Affine3 {
    let map_of = |influence: &Influence| {
        model_from_mesh.get(influence.joint as usize).copied().unwrap_or(Affine3::IDENTITY)
    };
    let total: f32 = influences.iter().map(|influence| influence.weight).sum();
    if !(total.is_finite() && total.abs() > 1e-12) {
        return influences.first().map_or(Affine3::IDENTITY, map_of);
    }
    let mut sum = Affine3 { matrix3: Mat3::ZERO, translation: Vec3::ZERO };
    for influence in influences.iter().filter(|influence| influence.weight != 0.0) {
        let weight = influence.weight / total;
        let map = map_of(influence);
        sum.matrix3 += map.matrix3 * weight;
        sum.translation += map.translation * weight;
    }
    sum
}

/// The inverse transpose of `m` up to a positive factor: the cofactors, negated if `m` mirrors.
/// Defined for singular maps too.
fn normal_map(m: &Mat3) -> Mat3 {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    Mat3::from_cols(y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_joint_figure() -> (Primitive, Placement) {
        let influence = |joint, weight| Influence { joint, weight };
        let primitive = Primitive {
            positions: vec![Vec3::X; 3],
            normals: vec![Vec3::Y; 3],
            influences: vec![
                influence(0, 0.5),
                influence(1, 0.5),
                influence(0, 3.0),
                influence(1, 1.0),
                influence(1, 0.0),
                influence(0, 0.0),
            ],
            influences_per_vertex: 2,
            ..Primitive::default()
        };
        (
            primitive,
            Placement::Skinned(vec![Affine3::IDENTITY, Affine3::from_translation(Vec3::Z * 4.0)]),
        )
    }

    #[test]
    fn weights_are_brought_to_a_sum_of_one() {
        let (primitive, placement) = two_joint_figure();
        let posed = primitive.posed_positions(&placement);
        assert_eq!(
            posed,
            [Vec3::new(1.0, 0.0, 2.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 4.0)]
        );
    }

    #[test]
    fn normals_stay_perpendicular_under_scale_and_mirror() {
        for scale in [Vec3::new(1.0, 5.0, 0.2), Vec3::new(-1.0, 2.0, 3.0)] {
            let map = Mat3::from_diagonal(scale);
            let (tangent, normal) = (Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0));
            let turned = normal_map(&map) * normal;
            assert!(turned.dot(map * tangent).abs() < 1e-5);
            assert!(turned.dot(map * normal) > 0.0, "the outside stays outside");
        }
    }
}
