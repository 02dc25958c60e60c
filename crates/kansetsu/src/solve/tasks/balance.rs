//! The center of mass above the support polygon.
//!
//! At rest the zero-moment point is the projection of the center of mass to the ground (M.
//! Vukobratović, B. Borovac, "Zero-moment point: thirty five years of its life", Int. J. Humanoid
//! Robotics 1(1), 2004). A corner of a sole that lifts carries less and less, so the polygon
//! changes continuously.

use glam::{DVec3, Vec2, Vec3};

use crate::{
    d3::{
        Balance, Goal, Priority, Sole,
        balance::hull::{hull, nearest_edge},
    },
    kinematics::{Point, Tree},
    math::so3,
    solve::{
        constants::{ACTIVATION_DISTANCE, LIFTED, SUPPORT_MARGIN},
        rows::Rows,
    },
};

/// A position that a node carries, or that is fixed in model space.
type Carried = Result<Point, DVec3>;

/// The masses of the body and the soles that can carry them.
#[derive(Clone, Debug, Default)]
pub(in crate::solve) struct Support {
    up: Vec3,
    /// Two directions perpendicular to `up`.
    across: [Vec3; 2],
    /// The masses that nodes carry, as fractions of the total.
    pub(in crate::solve) masses: Vec<(Point, f64)>,
    /// The sum of the positions of all others, times their fractions.
    fixed: DVec3,
    /// The corners of each sole, and the end index of each sole; the pinned ones first.
    corners: Vec<Carried>,
    soles: Vec<usize>,
    pinned: usize,
    heights: Vec<Vec3>,
    points: Vec<Vec2>,
    polygon: Vec<Vec2>,
}

impl Support {
    /// Loads the masses and soles of a body; `false` if no pinned sole carries it.
    pub(in crate::solve) fn load(
        &mut self,
        balance: &Balance,
        goals: &[Goal],
        attached: impl Fn(usize, Vec3) -> Carried,
    ) -> bool {
        let whole: f64 = balance.masses.iter().map(|mass| f64::from(mass.mass)).sum();
        let pinned = || balance.soles.iter().filter(|sole| is_pinned(sole, goals));
        self.pinned = pinned().count();
        if self.pinned == 0 || whole <= 0.0 {
            return false;
        }
        self.corners.clear();
        self.soles.clear();
        for sole in pinned().chain(balance.soles.iter().filter(|sole| !is_pinned(sole, goals))) {
            self.corners.extend(sole.corners.iter().map(|&(joint, place)| attached(joint, place)));
            self.soles.push(self.corners.len());
        }
        self.masses.clear();
        self.fixed = DVec3::ZERO;
        for mass in &balance.masses {
            let part = f64::from(mass.mass) / whole;
            match attached(mass.joint, mass.center) {
                Ok(point) => self.masses.push((point, part)),
                Err(place) => self.fixed += place * part,
            }
        }
        self.up = so3::narrow(so3::direction(balance.up));
        let side = so3::narrow(so3::direction(self.up.cross(if self.up.x.abs() < 0.6 {
            Vec3::X
        } else {
            Vec3::Y
        })));
        self.across = [side, self.up.cross(side)];
        true
    }

    /// The one row: the center of mass inwards, if it is near the edge or outside.
    pub(in crate::solve) fn rows(&mut self, tree: &Tree) -> Rows {
        let center = self
            .masses
            .iter()
            .fold(self.fixed, |sum, (point, part)| sum + tree.place(point) * *part);
        let longest = self.support_points(tree);
        hull(&mut self.points, &mut self.polygon);
        let Some(edge) = nearest_edge(&self.polygon, flat(self.across, so3::narrow(center))) else {
            return Rows::NONE;
        };
        let outside = f64::from(edge.outside + SUPPORT_MARGIN * longest);
        let inwards = self.across[0] * edge.inwards.x + self.across[1] * edge.inwards.y;
        let rows = Rows::at_least(so3::direction(inwards), outside);
        Rows { count: usize::from(outside > -ACTIVATION_DISTANCE), ..rows }
    }

    /// The supporting points, projected along `up`; returns the length of the longest sole.
    fn support_points(&mut self, tree: &Tree) -> f32 {
        let up = self.up;
        let height = |place: &Vec3| up.dot(*place);
        self.points.clear();
        let (mut first, mut longest, mut ground) = (0, 0.0_f32, Vec3::ZERO);
        for (index, &end) in self.soles.iter().enumerate() {
            self.heights.clear();
            let place = |corner: &Carried| {
                so3::narrow(corner.map_or_else(|place| place, |point| tree.place(&point)))
            };
            self.heights.extend(self.corners[first..end].iter().map(place));
            first = end;
            let lowest = self
                .heights
                .iter()
                .copied()
                .min_by(|a, b| height(a).total_cmp(&height(b)))
                .unwrap_or_default();
            let length =
                self.heights.iter().map(|place| place.distance(lowest)).fold(0.0, f32::max);
            let carries = |place: &Vec3, on: &Vec3| {
                let lifted = (height(place) - height(on)).abs() / length.max(1e-20);
                ((LIFTED[1] - lifted) / (LIFTED[1] - LIFTED[0])).clamp(0.0, 1.0)
            };
            longest = longest.max(length);
            if index == 0 || index < self.pinned && height(&lowest) < height(&ground) {
                ground = lowest;
            }
            let part = if index < self.pinned { 1.0 } else { carries(&lowest, &ground) };
            let across = self.across;
            let moved = |place: &Vec3| {
                flat(across, ground.lerp(lowest.lerp(*place, carries(place, &lowest)), part))
            };
            self.points.extend(self.heights.iter().map(moved));
        }
        longest
    }
}

/// Whether a pin holds one of the joints of a sole.
pub(in crate::solve) fn is_pinned(sole: &Sole, goals: &[Goal]) -> bool {
    let mut pins = goals.iter().filter(|goal| {
        goal.priority == Priority::Pin && goal.position.is_some() && goal.relative_to.is_none()
    });
    pins.any(|pin| sole.corners.iter().any(|&(joint, _)| joint == pin.joint))
}

fn flat([x, y]: [Vec3; 2], place: Vec3) -> Vec2 {
    Vec2::new(x.dot(place), y.dot(place))
}
