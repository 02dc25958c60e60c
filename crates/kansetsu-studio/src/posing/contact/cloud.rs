//! Points of a figure's surfaces, each on the joint that moves it most.

use std::collections::HashSet;

use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::{Attachment, Figure, Primitive};

/// The distance between points, as a fraction of the skeleton's size: 1.6 cm on a person in a
/// T-pose. Half of it costs four times as much for each event of the pointer.
pub(super) const APART: f32 = 0.007;

/// The most places: enough for 30 m² of skin on a person. A stage that is a child of a figure
/// counts in part.
const MOST: usize = 200_000;

/// A point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// The joint that moves it.
    pub(super) joint: usize,
    /// Where it is in that joint's space.
    pub(super) in_joint: Vec3,
    /// Where it was in model space at the press.
    pub(super) at_press: Vec3,
}

impl Spot {
    /// Where it is in model space.
    pub(super) fn place(&self, model_from_joint: &[Affine3]) -> Vec3 {
        model_from_joint[self.joint].transform_point3(self.in_joint)
    }
}

/// Points of all surfaces of the figure where they are now, at most one in a cube of edge `apart`
/// and so near to each other everywhere.
pub(super) fn spots(figure: &Figure, model_from_joint: &[Affine3], apart: f32) -> Vec<Spot> {
    let mut cloud = Cloud { apart, taken: HashSet::new(), spots: Vec::new(), left: MOST };
    let joint_from_model: Vec<Affine3> = model_from_joint.iter().map(Affine3::inverse).collect();
    for mesh in figure.visible_meshes() {
        let placement = figure.placement(mesh.attachment, model_from_joint);
        for part in &mesh.primitives {
            let places = part.posed_positions(&placement);
            let joints: Vec<usize> = (0..places.len())
                .map(|vertex| mover(figure, mesh.attachment, part, vertex))
                .collect();
            let mut is_covered = vec![false; places.len()];
            for corners in part.indices.chunks_exact(3) {
                let corners = [corners[0], corners[1], corners[2]].map(|corner| corner as usize);
                if corners
                    .iter()
                    .all(|&corner| corner < places.len() && joints[corner] < joint_from_model.len())
                {
                    let is_new =
                        corners.map(|corner| !std::mem::replace(&mut is_covered[corner], true));
                    cloud.cover(
                        (corners.map(|corner| places[corner]), is_new),
                        corners.map(|corner| joints[corner]),
                        &joint_from_model,
                    );
                }
            }
        }
    }
    cloud.spots
}

struct Cloud {
    apart: f32,
    taken: HashSet<(i32, i32, i32)>,
    spots: Vec<Spot>,
    left: usize,
}

impl Cloud {
    /// Takes points of a triangle, of its corners those that are new.
    fn cover(
        &mut self,
        ([a, b, c], is_new): ([Vec3; 3], [bool; 3]),
        joints: [usize; 3],
        joint_from_model: &[Affine3],
    ) {
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let steps = (longest / self.apart).ceil().clamp(1.0, 256.0) as usize;
        for i in 0..=steps {
            for j in 0..=steps - i {
                if self.left == 0 {
                    return;
                }
                self.left -= 1;
                let corner =
                    [(0, 0), (steps, 0), (0, steps)].iter().position(|&corner| corner == (i, j));
                if corner.is_some_and(|corner| !is_new[corner]) {
                    continue;
                }
                let (u, v) = (i as f32 / steps as f32, j as f32 / steps as f32);
                let nearest = if u + v < 0.5 { 0 } else { 1 + usize::from(v > u) };
                self.add(a + (b - a) * u + (c - a) * v, joints[nearest], joint_from_model);
            }
        }
    }

    fn add(&mut self, place: Vec3, joint: usize, joint_from_model: &[Affine3]) {
        let cell = (place / self.apart).floor();
        let in_joint = joint_from_model[joint].transform_point3(place);
        if in_joint.is_finite() && self.taken.insert((cell.x as i32, cell.y as i32, cell.z as i32))
        {
            self.spots.push(Spot { joint, in_joint, at_press: place });
        }
    }
}

/// The joint that moves a vertex most.
fn mover(figure: &Figure, attachment: Attachment, part: &Primitive, vertex: usize) -> usize {
    let skin = match attachment {
        Attachment::Joint(joint) => return joint,
        Attachment::Skin(skin) => skin,
    };
    let start = vertex * part.influences_per_vertex;
    let influences =
        part.influences.get(start..start + part.influences_per_vertex).unwrap_or_default();
    let most = influences.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
    let joints = figure.skins.get(skin).map(|skin| skin.joints.as_slice()).unwrap_or_default();
    most.and_then(|influence| joints.get(influence.joint as usize)).copied().unwrap_or(0)
}
