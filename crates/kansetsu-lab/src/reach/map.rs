//! The cells of a cube, and which of them a tip reaches.

use kansetsu::glam::Vec3;

use super::plan::Plan;

/// A cube of cells around the base, asked for one by one.
#[derive(Clone, Debug)]
pub struct Map {
    home: Vec3,
    radius: f32,
    /// Cells along an edge.
    count: usize,
    cells: Vec<Cell>,
    asked: usize,
}

/// The result of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Cell {
    #[default]
    Unknown,
    Reached,
    Missed,
}

/// A cell on the surface of what is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its middle.
    pub place: Vec3,
    /// Away from what is reached; zero for a cell by itself.
    pub normal: Vec3,
}

/// A cell's place in the cube.
type Place = [i32; 3];

const SIDES: [Place; 6] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];

impl Map {
    /// An empty map with `count` cells along an edge.
    pub(super) fn new(plan: &Plan, count: usize) -> Self {
        Self {
            home: plan.home,
            radius: plan.length,
            count,
            cells: vec![Cell::Unknown; count.pow(3)],
            asked: 0,
        }
    }

    /// Whether everything is known.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.asked == self.cells.len()
    }

    /// How much of it is known, from 0 to 1.
    #[must_use]
    pub fn part(&self) -> f64 {
        self.asked as f64 / self.cells.len().max(1) as f64
    }

    /// How long the edge of a cell is.
    #[must_use]
    pub fn edge(&self) -> f32 {
        2.0 * self.radius / self.count as f32
    }

    /// The reached volume so far.
    #[must_use]
    pub fn volume(&self) -> f64 {
        let reached = self.cells.iter().filter(|cell| **cell == Cell::Reached).count();
        reached as f64 * f64::from(self.edge()).powi(3)
    }

    /// The middles of all cells that are reached.
    pub fn reached(&self) -> impl Iterator<Item = Vec3> + '_ {
        (0..self.cells.len())
            .filter(|&index| self.cells[index] == Cell::Reached)
            .map(|index| self.place(self.cell(index)))
    }

    /// The middles of all cells that are not.
    pub fn missed(&self) -> impl Iterator<Item = Vec3> + '_ {
        (0..self.cells.len())
            .filter(|&index| self.cells[index] == Cell::Missed)
            .map(|index| self.place(self.cell(index)))
    }

    /// Asks for so many cells more. They are taken all over the cube, so that the map fills evenly.
    pub(super) fn go_on(&mut self, plan: &mut Plan, most: usize) {
        let stride = stride(self.cells.len());
        let mut solved = 0;
        while !self.is_done() && solved < most {
            let index = (self.asked * stride) % self.cells.len();
            self.asked += 1;
            let place = self.place(self.cell(index));
            // Beyond the length of the bones: nothing has to be solved.
            let is_far = place.distance(self.home) > self.radius;
            self.cells[index] = if is_far {
                Cell::Missed
            } else {
                solved += 1;
                if plan.solve(place).is_ok_and(|reached| reached.is_met) {
                    Cell::Reached
                } else {
                    Cell::Missed
                }
            };
        }
    }

    /// The cells that are reached and have a neighbour that is not.
    #[must_use]
    pub fn surface(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for index in (0..self.cells.len()).filter(|&index| self.cells[index] == Cell::Reached) {
            let cell = self.cell(index);
            let open = SIDES
                .into_iter()
                .filter(|side| !self.is_reached([0, 1, 2].map(|axis| cell[axis] + side[axis])));
            let open: Vec<Place> = open.collect();
            if !open.is_empty() {
                let normal: Vec3 = open.into_iter().map(in_space).sum();
                points.push(Point { place: self.place(cell), normal: normal.normalize_or_zero() });
            }
        }
        points
    }

    fn is_reached(&self, cell: Place) -> bool {
        let count = self.count as i32;
        let is_inside = cell.iter().all(|along| (0..count).contains(along));
        is_inside
            && self.cells[((cell[2] * count + cell[1]) * count + cell[0]) as usize] == Cell::Reached
    }

    fn cell(&self, index: usize) -> Place {
        [1, self.count, self.count * self.count].map(|row| (index / row % self.count) as i32)
    }

    fn place(&self, cell: Place) -> Vec3 {
        self.home + ((in_space(cell) + 0.5) * (2.0 / self.count as f32) - 1.0) * self.radius
    }
}

fn in_space(cell: Place) -> Vec3 {
    Vec3::from(cell.map(|along| along as f32))
}

/// A step through all cells that meets each once: near the golden section, and without a common
/// factor.
fn stride(count: usize) -> usize {
    let is_coprime = |step: &usize| {
        let (mut a, mut b) = (count, *step);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    let golden = (count as f64 * 0.618_033_988_7) as usize;
    (golden.max(1)..=count.max(1)).find(is_coprime).unwrap_or(1)
}
