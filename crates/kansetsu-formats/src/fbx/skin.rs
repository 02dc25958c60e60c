//! Skins: the joints that move each point.

use kansetsu::glam::{Affine3, DVec3};

use super::nodes::Node;
use super::scene::Object;
use super::surfaces::Surfaces;
use crate::{Figure, Influence, Skin};

/// The skin of a surface.
pub(super) struct Binding {
    /// The index of the skin.
    pub(super) skin: usize,
    /// Influences for each point.
    pub(super) width: usize,
    influences: Vec<Influence>,
}

/// The most influences of a point; those of least weight are dropped.
const MOST: usize = 8;

impl Binding {
    /// `None` for a surface without a skin, or whose skin already moves another surface.
    pub(super) fn new(
        surfaces: &mut Surfaces<'_, '_>,
        node: &Node<'_>,
        geometry: &Object<'_>,
        points: usize,
        figure: &mut Figure,
    ) -> Option<Self> {
        let mut skin = Skin::default();
        let mut weights: Vec<Vec<Influence>> = Vec::new();
        let is_skin = |(object, _): &(Object<'_>, &str)| {
            object.record.name == "Deformer" && object.class() == "Skin"
        };
        for (deformer, _) in surfaces.scene.below(geometry.id).filter(is_skin) {
            if !surfaces.used.insert(deformer.id) && points > MANY {
                surfaces.warnings.push(format!(
                    "{}: a skin of {points} points is used by a second surface; only the first is skinned",
                    deformer.place()
                ));
                continue;
            }
            for (cluster, _) in
                surfaces.scene.below(deformer.id).filter(|(object, _)| object.class() == "Cluster")
            {
                add_cluster(surfaces, &cluster, points, &mut skin, &mut weights);
            }
        }
        if skin.joints.is_empty() {
            return None;
        }
        weights.resize(points, Vec::new());
        // Points without a joint stay with the surface's own node.
        if weights.iter().any(Vec::is_empty) {
            let own = Influence { joint: skin.joints.len() as u32, weight: 1.0 };
            skin.joints.push(node.joint);
            skin.inverse_bind.push(Affine3::IDENTITY);
            weights.iter_mut().filter(|list| list.is_empty()).for_each(|list| list.push(own));
        }
        surfaces.trimmed += weights.iter().filter(|list| list.len() > MOST).count();
        Some(Self::packed(skin, weights, figure))
    }

    fn packed(skin: Skin, mut weights: Vec<Vec<Influence>>, figure: &mut Figure) -> Self {
        let width = weights.iter().map(Vec::len).max().unwrap_or(1).min(MOST).next_multiple_of(4);
        let mut influences = Vec::with_capacity(width * weights.len());
        for list in &mut weights {
            list.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            list.truncate(width);
            let total: f32 = list.iter().map(|influence| influence.weight).sum();
            influences.extend(
                list.iter()
                    .map(|influence| Influence { weight: influence.weight / total, ..*influence }),
            );
            influences.resize(influences.len() + width - list.len(), Influence::default());
        }
        for influence in influences.iter().filter(|influence| influence.weight > 0.0) {
            figure.is_skinned[skin.joints[influence.joint as usize]] = true;
        }
        figure.skins.push(skin);
        Self { skin: figure.skins.len() - 1, width, influences }
    }

    pub(super) fn influences(&self, point: usize) -> &[Influence] {
        &self.influences[point * self.width..(point + 1) * self.width]
    }
}

/// A skin with more points than this is read for one surface only: many surfaces could name it.
const MANY: usize = 1000;

fn add_cluster(
    surfaces: &Surfaces<'_, '_>,
    cluster: &Object<'_>,
    points: usize,
    skin: &mut Skin,
    weights: &mut Vec<Vec<Influence>>,
) {
    let bone =
        surfaces.scene.below(cluster.id).find_map(|(bone, _)| surfaces.nodes.by_id.get(&bone.id));
    let (Some(&bone), [x, y, z, origin]) = (bone, columns(&cluster.record.floats("Transform")))
    else {
        return;
    };
    let joint = skin.joints.len() as u32;
    skin.joints.push(surfaces.nodes.list[bone].joint);
    skin.inverse_bind.push(surfaces.nodes.space.map([x, y, z, origin]));
    weights.resize(points, Vec::new());
    for (index, weight) in
        cluster.record.integers("Indexes").into_iter().zip(cluster.record.floats("Weights"))
    {
        let point = usize::try_from(index).ok().and_then(|index| weights.get_mut(index));
        if let Some(point) = point.filter(|_| weight > 0.0) {
            point.push(Influence { joint, weight: weight as f32 });
        }
    }
}

/// The columns of a matrix of 16 numbers; of the identity if it is missing.
fn columns(numbers: &[f64]) -> [DVec3; 4] {
    let column = |i: usize| numbers.get(4 * i..4 * i + 3).map(DVec3::from_slice);
    match [column(0), column(1), column(2), column(3)] {
        [Some(x), Some(y), Some(z), Some(origin)] => [x, y, z, origin],
        _ => [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ZERO],
    }
}
