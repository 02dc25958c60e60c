//! What the gizmo looks like, in world space.

use std::f32::consts::TAU;

use kansetsu::glam::Vec3;

use super::{Axis, Manipulator, Part, Tool};
use crate::viewport::View;

/// How one part looks.
#[derive(Clone, Debug, PartialEq)]
pub struct PartShape {
    /// Which part.
    pub part: Part,
    /// Lines, each through its points, in world space, metres.
    pub lines: Vec<Vec<Vec3>>,
    /// Triangles, in world space, metres.
    pub faces: Vec<[Vec3; 3]>,
    /// How clearly it is seen, 0 to 1.
    pub opacity: f32,
}

/// Parts of the arrow's length: where it begins, where its head begins, how wide the head is, half
/// the centre's width.
const SHAFT: f32 = 0.18;
const HEAD: f32 = 0.82;
const HEAD_WIDTH: f32 = 0.06;
const CENTRE: f32 = 0.08;
/// How much larger the ring about the line of sight is.
const SIGHT_RING: f32 = 1.18;

/// Steps of a ring, and of an arrow's head.
const RING_STEPS: usize = 96;
const HEAD_STEPS: usize = 12;

impl Manipulator {
    /// How far out its arrows or rings go, metres.
    #[must_use]
    pub const fn reach(&self) -> f32 {
        match self.tool {
            Tool::Move => self.size,
            Tool::Rotate => SIGHT_RING * self.size,
        }
    }

    /// How every part looks, the farthest axis first; what has faded altogether is left out. Rings
    /// about axes show the half that is nearer to the viewer.
    #[must_use]
    pub fn shapes(&self, view: &View) -> Vec<PartShape> {
        let sight = view.sight(self.origin);
        let mut parts = self.parts().to_vec();
        let nearness = |part: &Part| match part {
            Part::Axis(axis) => -self.axis(*axis).dot(sight),
            Part::Sight => f32::NEG_INFINITY,
            Part::Centre => f32::INFINITY,
        };
        parts.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        parts
            .into_iter()
            .map(|part| self.shape(view, part))
            .filter(|shape| shape.opacity > 0.0)
            .collect()
    }

    fn shape(&self, view: &View, part: Part) -> PartShape {
        let faces = match (self.tool, part) {
            (_, Part::Centre) => self.centre(view),
            (Tool::Move, Part::Axis(axis)) => self.head(axis),
            _ => Vec::new(),
        };
        PartShape { part, lines: self.lines(view, part), faces, opacity: self.opacity(view, part) }
    }

    /// The lines of a part: what is drawn, and what is grabbed.
    pub(super) fn lines(&self, view: &View, part: Part) -> Vec<Vec<Vec3>> {
        match (self.tool, part) {
            (_, Part::Centre) => Vec::new(),
            (Tool::Move, Part::Axis(axis)) => {
                let at = |part: f32| self.origin + self.axis(axis) * (self.size * part);
                vec![vec![at(SHAFT), at(1.0)]]
            }
            (Tool::Rotate, Part::Axis(axis)) => vec![self.ring(view, axis)],
            (_, Part::Sight) => {
                let (u, v) = view.sight(self.origin).any_orthonormal_pair();
                vec![self.circle(u, v, SIGHT_RING).collect()]
            }
        }
    }

    /// The near half of the ring; the whole ring when it faces the viewer.
    fn ring(&self, view: &View, axis: Axis) -> Vec<Vec3> {
        let normal = self.axis(axis);
        let towards = -view.sight(self.origin);
        let facing = towards - normal * towards.dot(normal);
        let Some(near) = facing.try_normalize().filter(|_| facing.length() > 0.05) else {
            let (u, v) = normal.any_orthonormal_pair();
            return self.circle(u, v, 1.0).collect();
        };
        // From one end of the near half over its middle to the other.
        let side = normal.cross(near);
        let half = RING_STEPS / 4;
        let mut points: Vec<Vec3> =
            self.circle(near, side, 1.0).skip(RING_STEPS - half).take(half).collect();
        points.extend(self.circle(near, side, 1.0).take(half + 1));
        points
    }

    fn circle(&self, u: Vec3, v: Vec3, radius: f32) -> impl Iterator<Item = Vec3> + use<> {
        let (origin, radius) = (self.origin, self.size * radius);
        (0..=RING_STEPS).map(move |step| {
            let (sin, cos) = (TAU * step as f32 / RING_STEPS as f32).sin_cos();
            origin + (u * cos + v * sin) * radius
        })
    }

    fn head(&self, axis: Axis) -> Vec<[Vec3; 3]> {
        let along = self.axis(axis);
        let (u, v) = along.any_orthonormal_pair();
        let base = self.origin + along * (self.size * HEAD);
        let tip = self.origin + along * self.size;
        let rim = |step: usize| {
            let (sin, cos) = (TAU * step as f32 / HEAD_STEPS as f32).sin_cos();
            base + (u * cos + v * sin) * (self.size * HEAD_WIDTH)
        };
        (0..HEAD_STEPS)
            .flat_map(|step| [[rim(step), rim(step + 1), tip], [rim(step + 1), rim(step), base]])
            .collect()
    }

    /// A square that faces the viewer.
    fn centre(&self, view: &View) -> Vec<[Vec3; 3]> {
        let (right, up) =
            (view.camera.right() * (CENTRE * self.size), view.camera.up() * (CENTRE * self.size));
        let [a, b, c, d] =
            [-right - up, right - up, right + up, up - right].map(|corner| self.origin + corner);
        vec![[a, b, c], [a, c, d]]
    }
}
