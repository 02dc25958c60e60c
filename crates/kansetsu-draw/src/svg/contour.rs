//! Contours of a scalar field: marching squares (the 2D form of Lorensen and Cline, Marching Cubes,
//! SIGGRAPH 1987), linked to closed loops.

use kansetsu::glam::Vec2;

/// The closed loops around the region in which `values` ((cells + 1)² corners, row by row) exceed
/// `level`; the border of the field counts as below.
pub(super) fn loops(values: &[f32], cells: usize, level: f32) -> Vec<Vec<Vec2>> {
    let field = Field { values, side: cells + 1, level };
    let mut next = field.links(cells);
    let mut loops = Vec::new();
    for start in 0..next.len() {
        let (mut outline, mut edge) = (Vec::new(), start);
        while let Some(following) = next[edge].take() {
            outline.push(field.crossing(edge));
            edge = following;
        }
        if outline.len() > 2 {
            loops.push(outline);
        }
    }
    loops
}

struct Field<'a> {
    values: &'a [f32],
    side: usize,
    level: f32,
}

impl Field<'_> {
    /// The value of a corner above the level.
    fn over(&self, x: usize, y: usize) -> f32 {
        let border = x == 0 || y == 0 || x + 1 == self.side || y + 1 == self.side;
        if border { -1e-3 } else { self.values[y * self.side + x] - self.level }
    }

    /// The index of the edge from a corner to the right, or down.
    fn edge(&self, x: usize, y: usize, down: bool) -> usize {
        2 * (y * self.side + x) + usize::from(down)
    }

    /// The point on an edge where the level is crossed.
    fn crossing(&self, edge: usize) -> Vec2 {
        let (x, y) = (edge / 2 % self.side, edge / 2 / self.side);
        let step = if edge % 2 == 1 { [0, 1] } else { [1, 0] };
        let (a, b) = (self.over(x, y), self.over(x + step[0], y + step[1]));
        let part = (a / (a - b)).clamp(0.0, 1.0);
        Vec2::new(x as f32 + part * step[0] as f32, y as f32 + part * step[1] as f32)
    }

    /// For each crossed edge the next crossed edge, with the larger values on the same side.
    fn links(&self, cells: usize) -> Vec<Option<usize>> {
        let mut next = vec![None; 2 * self.side * self.side];
        for (x, y) in (0..cells).flat_map(|y| (0..cells).map(move |x| (x, y))) {
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                .map(|(x, y)| self.over(x, y) > 0.0);
            let edges = [
                self.edge(x, y, false),
                self.edge(x + 1, y, true),
                self.edge(x, y + 1, false),
                self.edge(x, y, true),
            ];
            // Around a cell, a contour enters at a rising edge and leaves at the next falling edge.
            for rise in (0..4).filter(|&side| !corners[side] && corners[(side + 1) % 4]) {
                let fall = (1..4)
                    .map(|turn| (rise + turn) % 4)
                    .find(|&side| corners[side] && !corners[(side + 1) % 4]);
                next[edges[rise]] = fall.map(|side| edges[side]);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hill_gives_one_loop_and_a_crater_two() {
        let field = |value: fn(f32) -> f32| -> Vec<f32> {
            (0..17 * 17)
                .map(|index| {
                    value(Vec2::new((index % 17) as f32 - 8.0, (index / 17) as f32 - 8.0).length())
                })
                .collect()
        };
        let hill = loops(&field(|away| 1.0 - away / 8.0), 16, 0.5);
        assert_eq!(hill.len(), 1);
        assert!(hill[0].iter().all(|point| (point.distance(Vec2::splat(8.0)) - 4.0).abs() < 0.1));
        assert_eq!(loops(&field(|away| 1.0 - (away - 5.0).abs() / 4.0), 16, 0.5).len(), 2);
    }
}
