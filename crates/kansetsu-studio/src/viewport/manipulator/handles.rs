//! The gizmo's handles: their places, and which of them can be grabbed.

use kansetsu::glam::{Mat3, Quat, Vec3};

use super::{Axis, Part, Tool};
use crate::viewport::View;

/// The handles at their place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manipulator {
    /// What it is for.
    pub tool: Tool,
    /// Its origin in world space, metres.
    pub origin: Vec3,
    /// Its axes in world space, unit vectors.
    pub axes: [Vec3; 3],
    /// How long its arrows are, metres.
    pub size: f32,
}

/// Length of the arrows as a fraction of the picture's width, and its maximum as a fraction of the
/// height.
const SIZE: [f32; 2] = [0.1, 0.16];

/// Cosines of the angle between an axis and the line of sight: from the first on the arrow fades,
/// from the second on it is gone.
const FADE: [f32; 2] = [0.93, 0.985];

/// Fainter parts cannot be grabbed.
const GRASPABLE: f32 = 0.3;

impl Manipulator {
    /// A gizmo at `origin` with the axes of the frame `world_from_frame`; `None` when the
    /// place is not seen.
    #[must_use]
    pub fn new(view: &View, tool: Tool, origin: Vec3, world_from_frame: Quat) -> Option<Self> {
        let depth = view.project(origin)?.depth;
        let frame = Mat3::from_quat(world_from_frame.normalize());
        let pixels = (SIZE[0] * view.size.x).min(SIZE[1] * view.size.y);
        Some(Self {
            tool,
            origin,
            axes: [frame.x_axis, frame.y_axis, frame.z_axis],
            size: pixels * view.metres_per_pixel(depth),
        })
    }

    /// An axis in world space.
    #[must_use]
    pub fn axis(&self, axis: Axis) -> Vec3 {
        self.axes[axis.index()]
    }

    /// The parts that there are, whether they are seen or not.
    #[must_use]
    pub fn parts(&self) -> &'static [Part] {
        const MOVE: [Part; 4] =
            [Part::Axis(Axis::X), Part::Axis(Axis::Y), Part::Axis(Axis::Z), Part::Centre];
        const ROTATE: [Part; 5] = [
            Part::Axis(Axis::X),
            Part::Axis(Axis::Y),
            Part::Axis(Axis::Z),
            Part::Sight,
            Part::Centre,
        ];
        match self.tool {
            Tool::Move => &MOVE,
            Tool::Rotate => &ROTATE,
        }
    }

    /// How clearly a part is seen, 0 to 1: an arrow that points at the viewer, or away, fades; a
    /// drag along it would go nowhere.
    #[must_use]
    pub fn opacity(&self, view: &View, part: Part) -> f32 {
        match (self.tool, part) {
            (Tool::Move, Part::Axis(axis)) => {
                let along = self.axis(axis).dot(view.sight(self.origin)).abs();
                ((FADE[1] - along) / (FADE[1] - FADE[0])).clamp(0.0, 1.0)
            }
            _ => 1.0,
        }
    }

    /// Whether a part can be grabbed.
    #[must_use]
    pub fn is_graspable(&self, view: &View, part: Part) -> bool {
        self.opacity(view, part) >= GRASPABLE
    }
}
