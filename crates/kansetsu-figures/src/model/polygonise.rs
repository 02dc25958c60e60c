//! Converts a shape to triangles.
//!
//! Dual marching cubes (G. Nielson, "Dual marching cubes", IEEE Visualization 2004): every sheet of
//! the surface in a cell of a regular grid becomes one vertex, every grid edge that the surface
//! crosses one quad. Unlike with plain surface nets a cell with two sheets has two vertices, so the
//! mesh stays a manifold. Each vertex is then moved onto the surface along the gradient, which is
//! also its normal.
//!
//! The grid is halved recursively into blocks. A block further from the surface than its radius is
//! skipped; in the others only the relevant solids are evaluated. The cost is proportional to the
//! area.

use std::sync::LazyLock;

use glam::{UVec3, Vec3};

use super::{
    Shape, Surface,
    shape::{Change, Step},
    solid::Slope,
};

/// Cells along the side of the smallest blocks.
const BLOCK: u32 = 4;
/// Distances are trusted up to this factor: ellipsoids overestimate a little (see
/// [`super::Solid`]).
const TRUST: f32 = 1.3;
const NOTHING: u32 = u32::MAX;

/// The surface of `shape`, with cells of `cell` metres.
pub(crate) fn polygonise(shape: &Shape, cell: f32) -> Surface {
    let mut grid = Grid::around(shape, cell);
    let blocks = grid.fill(shape);
    let mut surface = Surface::default();
    let mut crossed = Vec::new();
    for block in &blocks {
        grid.place_vertices(block, &mut crossed, &mut surface);
    }
    for &cell in &crossed {
        grid.connect(cell, &mut surface);
    }
    surface
}

/// Samples on a regular grid, and the vertices of each cell.
struct Grid {
    origin: Vec3,
    cell: f32,
    /// Samples along each axis; a cell has the index of the sample at its low corner.
    size: UVec3,
    /// Distances; NaN where none was needed.
    samples: Vec<f32>,
    /// The corners of a cell that are inside, one bit each.
    corners_inside: Vec<u8>,
    /// The first vertex of each cell.
    first_vertex: Vec<u32>,
}

/// A block that the surface may cross, and the relevant steps in it.
struct Block<'a> {
    low: UVec3,
    high: UVec3,
    steps: Vec<&'a Step>,
    symmetric: bool,
}

impl Block<'_> {
    #[inline]
    fn distance(&self, p: Vec3) -> f32 {
        let p = self.fold(p);
        self.steps.iter().fold(1e3, |before, step| step.apply(before, p))
    }

    /// The index of `p` among the steps.
    #[inline]
    fn fold(&self, p: Vec3) -> Vec3 {
        if self.symmetric { Vec3::new(p.x.abs(), p.y, p.z) } else { p }
    }

    /// The distance and its gradient.
    fn slope(&self, p: Vec3) -> Slope {
        let folded = self.fold(p);
        let far = Slope { distance: 1e3, gradient: Vec3::Y };
        let mut slope =
            self.steps.iter().fold(far, |before, step| step.apply_slope(before, folded));
        if self.symmetric && p.x < 0.0 {
            slope.gradient.x = -slope.gradient.x;
        }
        slope
    }

    fn cells(&self) -> impl Iterator<Item = UVec3> + use<> {
        let (low, high) = (self.low, self.high);
        (low.z..high.z).flat_map(move |z| {
            (low.y..high.y).flat_map(move |y| (low.x..high.x).map(move |x| UVec3::new(x, y, z)))
        })
    }
}

impl Grid {
    fn around(shape: &Shape, cell: f32) -> Self {
        let (low, high) = shape.bounds();
        // Two empty cells on every side, and an even number of cells so that a symmetric shape has
        // one at x = 0.
        let cells = ((high - low) / cell).ceil() + 4.0;
        let cells = cells + Vec3::new(cells.x % 2.0, 0.0, 0.0);
        let origin = 0.5 * (low + high) - 0.5 * cell * cells;
        let size = cells.as_uvec3() + UVec3::ONE;
        let count = (size.x * size.y * size.z) as usize;
        Self {
            origin,
            cell,
            size,
            samples: vec![f32::NAN; count],
            corners_inside: vec![0; count],
            first_vertex: vec![NOTHING; count],
        }
    }

    fn index(&self, at: UVec3) -> usize {
        ((at.z * self.size.y + at.y) * self.size.x + at.x) as usize
    }

    fn point(&self, at: UVec3) -> Vec3 {
        self.origin + self.cell * at.as_vec3()
    }

    /// Samples the blocks near the surface and returns them.
    fn fill<'a>(&mut self, shape: &'a Shape) -> Vec<Block<'a>> {
        let steps: Vec<&Step> = shape.steps.iter().collect();
        let mut blocks = Vec::new();
        let whole = Block {
            low: UVec3::ZERO,
            high: self.size - UVec3::ONE,
            steps,
            symmetric: shape.symmetric,
        };
        self.divide(
            &whole,
            (whole.high - whole.low).max_element().next_power_of_two(),
            &mut blocks,
        );
        for block in &blocks {
            self.sample(block);
        }
        blocks
    }

    /// Halves `parent`, whose sides are at most `side`, until only small blocks near the surface
    /// are left.
    fn divide<'a>(&self, parent: &Block<'a>, side: u32, blocks: &mut Vec<Block<'a>>) {
        for octant in 0..8 {
            let low = parent.low + corner_offset(octant) * (side / 2);
            let high = (low + side / 2).min(parent.high);
            if low.cmpge(high).any() {
                continue;
            }
            if let Some(block) = self.block(parent, low, high) {
                if side / 2 > BLOCK {
                    self.divide(&block, side / 2, blocks)
                } else {
                    blocks.push(block)
                }
            }
        }
    }

    /// The block from `low` to `high`, unless the surface is too far away to cross it.
    fn block<'a>(&self, parent: &Block<'a>, low: UVec3, high: UVec3) -> Option<Block<'a>> {
        let (near, far) = (self.point(low), self.point(high));
        let center = parent.fold(0.5 * (near + far));
        let radius = TRUST * (0.5 * (far - near).length());
        let reach = radius + TRUST * self.cell;
        let mut steps = Vec::with_capacity(parent.steps.len());
        let mut distance = 1e3;
        for &step in &parent.steps {
            let solid = step.solid.distance(center);
            if step.matters(distance, solid, reach) {
                steps.push(step);
                distance = step.blend(distance, solid);
            }
        }
        let crossed =
            distance.abs() < radius && steps.iter().any(|step| step.change == Change::Add);
        crossed.then_some(Block { low, high, steps, symmetric: parent.symmetric })
    }

    fn sample(&mut self, block: &Block<'_>) {
        for z in block.low.z..=block.high.z {
            for y in block.low.y..=block.high.y {
                for x in block.low.x..=block.high.x {
                    let at = UVec3::new(x, y, z);
                    let index = self.index(at);
                    if self.samples[index].is_nan() {
                        let other = self.samples[self.index(self.mirrored(at, self.size.x - 1))];
                        let known = block.symmetric && !other.is_nan();
                        self.samples[index] =
                            if known { other } else { block.distance(self.point(at)) };
                    }
                }
            }
        }
    }

    /// Assigns vertices to each cell that the surface crosses, and lists these cells.
    fn place_vertices(
        &mut self,
        block: &Block<'_>,
        crossed: &mut Vec<UVec3>,
        surface: &mut Surface,
    ) {
        let offsets: [usize; 8] = std::array::from_fn(|corner| self.index(corner_offset(corner)));
        for cell in block.cells() {
            let index = self.index(cell);
            let values = offsets.map(|offset| self.samples[index + offset]);
            let inside =
                (0..8).fold(0u8, |bits, corner| bits | (u8::from(values[corner] < 0.0) << corner));
            if inside == 0 || inside == 255 {
                continue;
            }
            crossed.push(cell);
            self.corners_inside[index] = inside;
            self.first_vertex[index] = surface.positions.len() as u32;
            if block.symmetric && self.copy_mirrored(cell, inside, surface) {
                continue;
            }
            for point in sheet_points(&values, &SHEETS[usize::from(inside)]) {
                let start = self.point(cell) + self.cell * point;
                let position = self.drawn_onto_surface(block, start);
                surface.positions.push(position);
                surface
                    .normals
                    .push(block.slope(position).gradient.try_normalize().unwrap_or(Vec3::Y));
            }
        }
    }

    /// The sample or the cell on the other side of a symmetric grid, whose last one is `last`.
    fn mirrored(&self, at: UVec3, last: u32) -> UVec3 {
        UVec3::new(last - at.x, at.y, at.z)
    }

    /// Copies the vertex of a cell from the mirrored cell, if that already has exactly one.
    fn copy_mirrored(&self, cell: UVec3, inside: u8, surface: &mut Surface) -> bool {
        let other = self.mirrored(cell, self.size.x - 2);
        let first = self.first_vertex[self.index(other)];
        if other == cell || first == NOTHING || SHEETS[usize::from(inside)].count != 1 {
            return false;
        }
        let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
        surface.positions.push(mirror(surface.positions[first as usize]));
        surface.normals.push(mirror(surface.normals[first as usize]));
        true
    }

    /// One Newton step along the gradient, of at most half a cell so that triangles don't flip.
    fn drawn_onto_surface(&self, block: &Block<'_>, start: Vec3) -> Vec3 {
        let Slope { distance, gradient } = block.slope(start);
        let step = gradient * (-distance / gradient.length_squared().max(0.05));
        let longest = 0.5 * self.cell;
        start + if step.length() > longest { step * (longest / step.length()) } else { step }
    }

    /// Adds the quads around the edges of `cell` that start at its low corner.
    fn connect(&self, cell: UVec3, surface: &mut Surface) {
        let inside = self.corners_inside[self.index(cell)];
        for axis in 0..3 {
            let (low_inside, high_inside) = (inside & 1 != 0, inside >> (1 << axis) & 1 != 0);
            if low_inside != high_inside {
                self.push_quad(cell, axis, low_inside, surface);
            }
        }
    }

    /// The quad around the edge from the low corner of `cell` along `axis`.
    fn push_quad(&self, cell: UVec3, axis: usize, low_inside: bool, surface: &mut Surface) {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut quad = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(back_u, back_v)| {
            let neighbour = cell - back_u * unit(u) - back_v * unit(v);
            let corner = (back_u << u | back_v << v) as usize;
            let index = self.index(neighbour);
            let sheet =
                SHEETS[usize::from(self.corners_inside[index])].of_edge[edge_index(axis, corner)];
            self.first_vertex[index] + u32::from(sheet)
        });
        if !low_inside {
            quad.reverse();
        }
        let position = |i: usize| surface.positions[quad[i] as usize];
        let [a, b, c, d] = quad;
        // The shorter diagonal makes the rounder triangles.
        if position(0).distance_squared(position(2)) <= position(1).distance_squared(position(3)) {
            surface.indices.extend([a, b, c, a, c, d]);
        } else {
            surface.indices.extend([b, c, d, b, d, a]);
        }
    }
}

/// The assignment of a cell's crossed edges to sheets of the surface.
#[derive(Clone, Copy)]
struct Sheets {
    /// The sheet of each of the twelve edges; `u8::MAX` for an edge without a crossing.
    of_edge: [u8; 12],
    count: u8,
}

/// For each set of inside corners.
static SHEETS: LazyLock<Vec<Sheets>> = LazyLock::new(|| (0..=255u8).map(sheets).collect());

/// Follows the surface over the faces of a cell: two crossed edges of a face are connected; if all
/// four are crossed, each inside corner is separated, so that both cells at the face agree.
fn sheets(inside: u8) -> Sheets {
    let is_inside = |corner: usize| inside >> corner & 1 != 0;
    let mut sheet: [usize; 12] = std::array::from_fn(|edge| edge);
    let mut join = |a: usize, b: usize| {
        let (keep, drop) = (sheet[a].min(sheet[b]), sheet[a].max(sheet[b]));
        sheet.iter_mut().filter(|s| **s == drop).for_each(|s| *s = keep);
    };
    for face in 0..6 {
        let corners = face_corners(face);
        let edges: [usize; 4] =
            std::array::from_fn(|i| edge_between(corners[i], corners[(i + 1) % 4]));
        let crossed: Vec<usize> =
            (0..4).filter(|&i| is_inside(corners[i]) != is_inside(corners[(i + 1) % 4])).collect();
        match crossed[..] {
            [a, b] => join(edges[a], edges[b]),
            [_, _, _, _] => (0..4)
                .filter(|&i| is_inside(corners[i]))
                .for_each(|i| join(edges[i], edges[(i + 3) % 4])),
            _ => {}
        }
    }
    numbered(sheet, |edge| {
        let (a, b) = edge_corners(edge);
        is_inside(a) != is_inside(b)
    })
}

fn numbered(sheet: [usize; 12], crossed: impl Fn(usize) -> bool) -> Sheets {
    let mut numbers = [u8::MAX; 12];
    let mut result = Sheets { of_edge: [u8::MAX; 12], count: 0 };
    for edge in (0..12).filter(|&edge| crossed(edge)) {
        let number = &mut numbers[sheet[edge]];
        if *number == u8::MAX {
            *number = result.count;
            result.count += 1;
        }
        result.of_edge[edge] = *number;
    }
    result
}

/// The mean of the crossings of each sheet, in units of a cell.
fn sheet_points(values: &[f32; 8], sheets: &Sheets) -> impl Iterator<Item = Vec3> + use<> {
    let mut sums = [(Vec3::ZERO, 0.0f32); 4];
    for edge in (0..12).filter(|&edge| sheets.of_edge[edge] != u8::MAX) {
        let (a, b) = edge_corners(edge);
        let t = values[a] / (values[a] - values[b]);
        let crossing = corner_offset(a).as_vec3().lerp(corner_offset(b).as_vec3(), t);
        let (sum, count) = &mut sums[usize::from(sheets.of_edge[edge])];
        *sum += crossing;
        *count += 1.0;
    }
    (0..usize::from(sheets.count)).map(move |sheet| sums[sheet].0 / sums[sheet].1)
}

/// A corner's bits are its x, y and z.
fn corner_offset(corner: usize) -> UVec3 {
    UVec3::new(corner as u32 & 1, corner as u32 >> 1 & 1, corner as u32 >> 2 & 1)
}

fn unit(axis: usize) -> UVec3 {
    UVec3::AXES[axis]
}

/// The edge along `axis` from `corner`, whose bit for that axis is clear.
fn edge_index(axis: usize, corner: usize) -> usize {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    axis * 4 + (corner >> u & 1) + 2 * (corner >> v & 1)
}

fn edge_corners(edge: usize) -> (usize, usize) {
    let axis = edge / 4;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let low = (edge & 1) << u | (edge >> 1 & 1) << v;
    (low, low | 1 << axis)
}

fn edge_between(a: usize, b: usize) -> usize {
    edge_index((a ^ b).trailing_zeros() as usize, a & b)
}

/// The corners of a face in order around it.
fn face_corners(face: usize) -> [usize; 4] {
    let (axis, side) = (face / 2, face % 2);
    let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
    [0, u, u | v, v].map(|corner| corner | side << axis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Solid;

    #[test]
    fn edges_and_corners_agree() {
        for edge in 0..12 {
            let (a, b) = edge_corners(edge);
            assert_eq!(edge_between(a, b), edge);
            assert_eq!(edge_index(edge / 4, a), edge);
        }
    }

    #[test]
    fn a_ball_is_round_and_has_its_area() {
        let ball = Shape::new().add(0.0, Solid::ellipsoid(Vec3::ZERO, Vec3::splat(0.1)));
        let surface = polygonise(&ball, 0.01);
        for (position, normal) in surface.positions.iter().zip(&surface.normals) {
            assert!((position.length() - 0.1).abs() < 2e-4);
            assert!(normal.dot(position.normalize()) > 0.999);
        }
        let area: f32 = surface
            .indices
            .chunks_exact(3)
            .map(|t| {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| surface.positions[i as usize]);
                0.5 * (b - a).cross(c - a).dot((a + b + c).normalize())
            })
            .sum();
        assert!((area - 4.0 * std::f32::consts::PI * 0.01).abs() < 0.002);
    }
}
