//! The scenes of the lab: plain data that its pages, the tests and the benchmarks share. The plane
//! is that of the published demo of two bones: 1280 by 700 pixels, right and up.

use glam::{DVec2, Vec2};
use kansetsu::{
    Error,
    classic::{Tentacle, TentacleJoint},
};

/// Two bones in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElbowScene {
    /// The length from the start to the middle joint, pixels.
    pub upper: f32,
    /// The length from the middle joint to the end, pixels.
    pub lower: f32,
    /// The position of the start.
    pub start: Vec2,
    /// The initial position of the end.
    pub end: Vec2,
    /// The motion of the end per frame with a key, pixels.
    pub step: f32,
}

/// The published scene.
pub const ELBOW: ElbowScene = ElbowScene {
    upper: 150.0,
    lower: 150.0,
    start: Vec2::new(640.0, 350.0),
    end: Vec2::new(940.0, 350.0),
    step: 2.5,
};

impl ElbowScene {
    /// The path of the end in a demonstration: within reach, out of it and near the start.
    #[must_use]
    pub fn path(&self, frame: usize) -> Vec2 {
        let turn = frame as f32 * std::f32::consts::TAU / 180.0;
        let radius = 205.0 + 125.0 * libm::cosf(2.0 * turn + 0.9);
        self.start + radius * Vec2::new(libm::cosf(turn + 0.5), libm::sinf(turn + 0.5))
    }
}

/// Tentacles that are fixed to the walls around the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TentacleScene {
    /// The number of tentacles. A single one is at the middle of the left wall, several are spread
    /// evenly over all walls.
    pub count: usize,
    /// The number of joints of each.
    pub joints: usize,
    /// The first link's length, pixels.
    pub length: f64,
    /// The ratio of the lengths of successive links.
    pub taper: f64,
    /// The limit of a joint to either side, radians.
    pub limit: f64,
    /// The step of a joint in a frame, radians.
    pub step: f64,
}

/// One tentacle to play with.
pub const TENTACLE: TentacleScene = TentacleScene {
    count: 1,
    joints: 16,
    length: 42.0,
    taper: 1.0,
    limit: 0.5235987755982988,
    step: 0.02617993877991494,
};

/// A hundred tentacles.
pub const MANY_TENTACLES: TentacleScene =
    TentacleScene { count: 100, joints: 32, length: 12.0, ..TENTACLE };

impl TentacleScene {
    /// The tentacles, straight.
    ///
    /// # Errors
    /// As [`Tentacle::new`].
    pub fn tentacles(&self) -> Result<Vec<Tentacle>, Error> {
        let place = |index: usize| {
            if self.count == 1 {
                (DVec2::new(0.0, 350.0), 0.0)
            } else {
                on_wall((index as f64 + 0.5) / self.count as f64)
            }
        };
        (0..self.count).map(|index| self.tentacle(place(index))).collect()
    }

    fn tentacle(&self, (root, away): (DVec2, f64)) -> Result<Tentacle, Error> {
        let mut length = self.length;
        let mut joints = Vec::with_capacity(self.joints);
        for _ in 0..self.joints {
            joints.push(TentacleJoint::new(length, self.limit));
            length *= self.taper;
        }
        if let Some(first) = joints.first_mut() {
            (first.angle, first.min, first.max) = (away, away - self.limit, away + self.limit);
        }
        Tentacle::new(root, &joints)
    }

    /// The path of the target in a demonstration.
    #[must_use]
    pub fn path(frame: usize) -> DVec2 {
        let turn = frame as f64 * std::f64::consts::TAU / 300.0;
        DVec2::new(600.0 + 380.0 * libm::cos(turn), 350.0 + 240.0 * libm::sin(2.0 * turn))
    }
}

/// A position on the walls, and the direction away from there, radians from +X; `part` goes once
/// around from the lower left corner.
fn on_wall(part: f64) -> (DVec2, f64) {
    const WIDTH: f64 = 1280.0;
    const HEIGHT: f64 = 700.0;
    let quarter = std::f64::consts::FRAC_PI_2;
    let way = part * 2.0 * (WIDTH + HEIGHT);
    if way < WIDTH {
        (DVec2::new(way, 0.0), quarter)
    } else if way < WIDTH + HEIGHT {
        (DVec2::new(WIDTH, way - WIDTH), 2.0 * quarter)
    } else if way < 2.0 * WIDTH + HEIGHT {
        (DVec2::new(2.0 * WIDTH + HEIGHT - way, HEIGHT), -quarter)
    } else {
        (DVec2::new(0.0, 2.0 * (WIDTH + HEIGHT) - way), 0.0)
    }
}

/// Rigid limbs of one length, end to end, from a root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbScene {
    /// The number of limbs.
    pub limbs: usize,
    /// The length of each, pixels.
    pub length: f32,
    /// The start of the first.
    pub root: Vec2,
    /// The goal of the last one's end.
    pub goal: Vec2,
    /// The goal of the second arm of the tree.
    pub other_goal: Vec2,
}

/// Six limbs on the floor.
pub const LIMBS: LimbScene = LimbScene {
    limbs: 6,
    length: 85.0,
    root: Vec2::new(640.0, 60.0),
    goal: Vec2::new(900.0, 330.0),
    other_goal: Vec2::new(470.0, 380.0),
};

impl LimbScene {
    /// The initial ends of the limbs: upright, each leaning a little to its own side, or straight.
    #[must_use]
    pub fn points(&self, lean: f32) -> Vec<Vec2> {
        let mut points = vec![self.root];
        for index in 0..self.limbs {
            let angle = if index % 2 == 0 { lean } else { -lean };
            points.push(
                points[index] + self.length * Vec2::new(libm::sinf(angle), libm::cosf(angle)),
            );
        }
        points
    }

    /// The path of the goal in a demonstration.
    #[must_use]
    pub fn path(&self, frame: usize) -> Vec2 {
        let turn = frame as f32 * std::f32::consts::TAU / 240.0;
        self.goal + Vec2::new(-260.0 + 260.0 * libm::cosf(turn), 120.0 * libm::sinf(2.0 * turn))
    }
}

/// One chain that several solvers move to one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LensScene {
    /// The number of links.
    pub links: usize,
    /// The length of each, pixels.
    pub length: f32,
    /// The limit of a joint from rest, radians.
    pub limit: f32,
    /// The position of the first joint; the chain is upright at rest.
    pub root: Vec2,
    /// The target of the tip.
    pub target: Vec2,
}

/// Five links with limits of 60°.
pub const LENS: LensScene = LensScene {
    links: 5,
    length: 90.0,
    limit: std::f32::consts::FRAC_PI_3,
    root: Vec2::new(430.0, 120.0),
    target: Vec2::new(640.0, 330.0),
};

impl LensScene {
    /// The path of the target in a demonstration.
    #[must_use]
    pub fn path(&self, frame: usize) -> Vec2 {
        let turn = frame as f32 * std::f32::consts::TAU / 240.0;
        self.target + Vec2::new(-190.0 + 190.0 * libm::cosf(turn), 110.0 * libm::sinf(turn))
    }
}
