//! The bones of a new file: triangles, and lines between them.

use std::collections::{BTreeMap, BTreeSet};

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Affine3, Vec3};

use crate::Figure;
use crate::skinned::written_joints;

/// How far the third corner is from the beginning of a bone, bone lengths. The longest edge is then
/// 4 % longer than the bone, and no reader doubts which is which (2 % is where
/// [`Triangle`](super::Triangle) begins to).
const ASIDE: f32 = 0.3;

/// How long a bone is on which nothing hangs, as a fraction of the one above, and of the figure
/// where there is none above.
const LAST: [f32; 2] = [0.5, 0.1];

/// Joints nearer to each other than this fraction of the figure's size make no bone.
const NEAR: f32 = 1e-4;

/// Joints nearer than this have the same position.
const SAME: f32 = 1e-6;

/// Where bones begin and end.
pub(super) struct Bones {
    pub(super) vertices: Vec<Vec3>,
    /// Where they are.
    pub(super) taken: BTreeSet<[u32; 3]>,
    /// Joint, and the corners of its triangle: beginning, end, third.
    pub(super) triangles: Vec<(usize, [usize; 3])>,
    /// Bones that float.
    pub(super) lines: Vec<[usize; 2]>,
    /// For each joint, the name of its bone.
    pub(super) names: BTreeMap<usize, String>,
    pub(super) warnings: Vec<String>,
}

impl Bones {
    pub(super) fn of(figure: &Figure, maps: &[Affine3]) -> Self {
        let skeleton = &figure.rig.skeleton;
        let size = skeleton.size().max(1e-6);
        let (kept, left_out) = bones_of(figure);
        let mut bones = Self {
            vertices: Vec::new(),
            taken: BTreeSet::new(),
            triangles: Vec::new(),
            lines: Vec::new(),
            names: BTreeMap::new(),
            warnings: Vec::new(),
        };
        if left_out > 0 {
            bones.warnings.push(format!("{left_out} joints that only carry meshes, place the figure or end other bones are not written as bones"));
        }
        let mut head_of: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut roots, mut names): (Vec<usize>, BTreeSet<String>) = Default::default();
        let mut moved = 0;
        let place = |joint: usize| maps[joint].translation;
        let below = children(skeleton, &kept);
        let none = Vec::new();
        for &joint in kept.iter().filter(|&&joint| !floats(skeleton, joint)) {
            let children = below.get(&joint).unwrap_or(&none);
            // Bones without a parent may start at one position.
            let shared = |bones: &Self| {
                roots
                    .iter()
                    .copied()
                    .find(|&root| bones.vertices[root].distance(place(joint)) < size * SAME)
            };
            let known = head_of.get(&joint).copied().or_else(|| shared(&bones));
            let head = known.unwrap_or_else(|| bones.vertex(place(joint), size * NEAR, &mut moved));
            if !head_of.contains_key(&joint) {
                roots.push(head);
            }
            let start = bones.vertices[head];
            let far = |child: &usize| place(*child).distance(start) > size * NEAR;
            let end = match children.iter().copied().find(far) {
                Some(main) => place(main),
                None => start + last(skeleton, joint, &kept, maps, size),
            };
            let tail = bones.vertex(end, size * NEAR, &mut moved);
            let third = third(&maps[joint], start, bones.vertices[tail]);
            let third = bones.vertex(third, size * NEAR, &mut moved);
            bones.triangles.push((joint, [head, tail, third]));
            bones.names.insert(joint, unique(&skeleton.joints()[joint].name, joint, &mut names));
            let children = children.iter().flat_map(|child| over_lines(skeleton, child, &below));
            let places = children.map(|&child| (child, place(child)));
            head_of.extend(bones.lead_on(tail, places, size, &mut moved));
        }
        if moved > 0 {
            bones.warnings.push(format!(
                "{moved} ends of bones coincided with others; they are moved aside by up to {:.1e}",
                size * NEAR * 3.0
            ));
        }
        bones
    }

    /// The corners where the children of a bone begin: its tail, or the end of a line from it.
    fn lead_on(
        &mut self,
        tail: usize,
        children: impl Iterator<Item = (usize, Vec3)>,
        size: f32,
        moved: &mut usize,
    ) -> Vec<(usize, usize)> {
        let mut ends = vec![tail];
        let heads = children.map(|(child, place)| {
            let mut ends_here = ends.iter().copied();
            let shared = ends_here.find(|&end| self.vertices[end].distance(place) < size * SAME);
            let to = shared.unwrap_or_else(|| {
                let to = self.vertex(place, size * NEAR, moved);
                self.lines.push([tail, to]);
                ends.push(to);
                to
            });
            (child, to)
        });
        heads.collect()
    }

    /// A corner here, or just beside an existing one: coincident corners would be merged.
    fn vertex(&mut self, place: Vec3, aside: f32, moved: &mut usize) -> usize {
        let mut free = place;
        // A place that is not finite has no neighbour; the writer refuses it.
        while !self.taken.insert(bits(free)) && free.x.is_finite() {
            // Far from the origin the nearest number is further aside.
            free.x = (free.x + aside).max(free.x.next_up());
            *moved += 1;
        }
        self.vertices.push(free);
        self.vertices.len() - 1
    }
}

/// The joints that become bones, parents first, and the number of other ones. Those only carry
/// meshes or place the figure, or are at the end of a bone because a file stated its end.
fn bones_of(figure: &Figure) -> (BTreeSet<usize>, usize) {
    let skeleton = &figure.rig.skeleton;
    let written = written_joints(figure);
    let is_end = |joint: usize| {
        let name = skeleton.joints()[joint].name.to_lowercase();
        let ends = name.ends_with("_end") || name.ends_with("end site") || name.ends_with("_nub");
        let only = |parent: usize| skeleton.children(parent).len() == 1;
        ends && skeleton.children(joint).is_empty()
            && skeleton.joints()[joint].parent.is_some_and(only)
    };
    // If surfaces have skins, an ancestor of all their joints places the figure and is not a bone.
    let moves = |joint: usize| {
        figure.is_skinned[joint] || figure.rig.roles.values().any(|&other| other == joint)
    };
    let is_below =
        |joint: usize| !figure.is_skinned.contains(&true) || skeleton.ancestors(joint).any(moves);
    let kept: BTreeSet<usize> =
        written.into_iter().filter(|&joint| !is_end(joint) && is_below(joint)).collect();
    let left_out = skeleton.len() - kept.len();
    (kept, left_out)
}

/// Whether a joint was a floating bone in its original file.
fn floats(skeleton: &Skeleton, joint: usize) -> bool {
    skeleton.joints()[joint].name.starts_with("FLOAT_") && skeleton.joints()[joint].parent.is_some()
}

/// The joint itself, or for a floating one its children: its line is added again.
fn over_lines<'a>(
    skeleton: &Skeleton,
    joint: &'a usize,
    below: &'a BTreeMap<usize, Vec<usize>>,
) -> &'a [usize] {
    if floats(skeleton, *joint) {
        below.get(joint).map_or(&[], Vec::as_slice)
    } else {
        std::slice::from_ref(joint)
    }
}

/// The children of each joint, across joints that are not bones.
fn children(skeleton: &Skeleton, kept: &BTreeSet<usize>) -> BTreeMap<usize, Vec<usize>> {
    let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &joint in kept {
        if let Some(above) = skeleton.ancestors(joint).skip(1).find(|above| kept.contains(above)) {
            below.entry(above).or_default().push(joint);
        }
    }
    below
}

/// The direction of a bone without a child: to an end joint, if the skeleton has one, else that of
/// its parent.
fn last(
    skeleton: &Skeleton,
    joint: usize,
    kept: &BTreeSet<usize>,
    maps: &[Affine3],
    size: f32,
) -> Vec3 {
    let place = |joint: usize| maps[joint].translation;
    let ends = skeleton
        .children(joint)
        .iter()
        .filter(|child| !kept.contains(child))
        .map(|&end| place(end) - place(joint));
    if let Some(way) = ends.into_iter().find(|way| way.length() > size * NEAR) {
        return way;
    }
    let above = skeleton
        .ancestors(joint)
        .skip(1)
        .map(|above| place(joint) - place(above))
        .find(|way| way.length() > size * NEAR);
    above.map_or(Vec3::Y * size * LAST[1], |way| way * LAST[0])
}

/// The third corner: perpendicular to the bone, in the direction of the joint's z axis, or its x
/// axis.
fn third(map: &Affine3, start: Vec3, end: Vec3) -> Vec3 {
    let way = end - start;
    let along = way.normalize_or(Vec3::Y);
    let across = [map.matrix3.z_axis, map.matrix3.x_axis, map.matrix3.y_axis, Vec3::Z, Vec3::X];
    let across = across
        .into_iter()
        .filter_map(Vec3::try_normalize)
        .map(|axis| axis.reject_from_normalized(along));
    let across = across.into_iter().find(|axis| axis.length() > 0.5).unwrap_or(Vec3::Z);
    start + across.normalize_or(Vec3::Z) * way.length() * ASIDE
}

/// A position as a key for equality; adding zero turns -0 into 0.
pub(super) fn bits(place: Vec3) -> [u32; 3] {
    place.to_array().map(|number| (number + 0.0).to_bits())
}

/// A unique name for this bone.
fn unique(name: &str, joint: usize, taken: &mut BTreeSet<String>) -> String {
    let name = plain(name);
    let mut name = if name.is_empty() { format!("bone{joint}") } else { name };
    if !taken.insert(name.clone()) {
        name = format!("{name}_{joint}");
    }
    name
}

/// Without characters that would end a name in the text.
pub(super) fn plain(name: &str) -> String {
    name.replace(['"', '\n', '\r'], "_").trim().to_owned()
}
