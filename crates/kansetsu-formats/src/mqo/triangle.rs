//! A triangle as a bone.

use kansetsu::glam::Vec3;
use serde::{Deserialize, Serialize};

/// The interpretation of a triangle as a bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Triangle {
    /// The bone's name.
    pub bone: String,
    /// The joint of the skeleton at its start.
    pub joint: usize,
    /// The line of the file.
    pub line: usize,
    /// The vertices at the bone's start and its end, and the third one.
    pub corners: [u32; 3],
    /// The lengths of the edges: the shortest, at the start; the middle one, along the bone; the
    /// longest.
    pub edges: [f32; 3],
    /// The positions of those vertices, in the frame of the joint.
    pub positions: [[f32; 3]; 3],
}

/// Edges whose lengths differ by less than this fraction could swap after a small move of a vertex.
const AMBIGUOUS: f32 = 0.02;

/// The corners of a triangle by the lengths of its edges: start, end, third. Equal edges are
/// distinguished by their vertices, lower ones first.
pub(super) fn by_edges(corners: [u32; 3], places: [Vec3; 3]) -> ([u32; 3], [f32; 3]) {
    let mut edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b): (usize, usize)| {
        let ends = [corners[a].min(corners[b]), corners[a].max(corners[b])];
        (places[a].distance(places[b]), ends, [a, b])
    });
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let shared =
        |one: [usize; 2], other: [usize; 2]| if other.contains(&one[0]) { one[0] } else { one[1] };
    let [shortest, middle, longest] = edges.map(|edge| edge.2);
    let found = [shared(shortest, middle), shared(middle, longest), shared(longest, shortest)];
    (found.map(|corner| corners[corner]), edges.map(|edge| edge.0))
}

impl Triangle {
    /// A warning about its edges, if two of them are nearly equal.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let [shortest, middle, longest] = self.edges;
        let near = |a: f32, b: f32| b - a <= AMBIGUOUS * b;
        let what = match (near(shortest, middle), near(middle, longest)) {
            (true, true) => "all three edges are",
            (true, false) => "the edge at its start and the one along it are",
            (false, true) => "the edge along it and the longest one are",
            (false, false) => return None,
        };
        let way = if near(shortest, middle) {
            "shorten the one at its start"
        } else {
            "lengthen the longest one"
        };
        let edges = format!("{shortest}, {middle}, {longest}");
        Some(format!(
            "line {}: the bone \"{}\" is ambiguous: {what} nearly equal ({edges}); {way}",
            self.line, self.bone
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bone_runs_along_the_middle_edge_from_the_shortest_one() {
        let places = [Vec3::ZERO, Vec3::Y * 10.0, Vec3::Z * 2.0];
        let (corners, edges) = by_edges([7, 3, 5], places);
        assert_eq!(corners, [7, 3, 5]);
        assert_eq!((edges[0], edges[1]), (2.0, 10.0));
        for turned in [[2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            let (corners, _) = by_edges(turned.map(|i| [7, 3, 5][i]), turned.map(|i| places[i]));
            assert_eq!(corners, [7, 3, 5], "the order of the corners does not matter");
        }
    }

    #[test]
    fn triangles_of_two_or_three_equal_edges_are_doubtful() {
        let triangle = |places: [Vec3; 3]| {
            let (corners, edges) = by_edges([0, 1, 2], places);
            Triangle {
                bone: "b".to_owned(),
                joint: 0,
                line: 4,
                corners,
                edges,
                positions: [[0.0; 3]; 3],
            }
        };
        assert_eq!(triangle([Vec3::ZERO, Vec3::Y * 10.0, Vec3::Z * 3.0]).warning(), None);
        let doubt = triangle([Vec3::ZERO, Vec3::Y, Vec3::Z]).warning().unwrap();
        assert!(
            doubt.starts_with(
                "line 4: the bone \"b\" is ambiguous: the edge at its start and the one along it"
            ),
            "{doubt}"
        );
        assert!(
            triangle([Vec3::ZERO, Vec3::Y * 10.0, Vec3::Z])
                .warning()
                .unwrap()
                .contains("the edge along it and the longest one")
        );
    }
}
