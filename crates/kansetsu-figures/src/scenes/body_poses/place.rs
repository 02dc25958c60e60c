//! Where the second figure of a pair stands.

use glam::{Quat, Vec3};
use kansetsu::d3::Pose;
use kansetsu_humanoid::anatomy::frame;

/// A turn to the left, then a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Degrees.
    pub yaw: f32,
    /// Metres.
    pub by: Vec3,
}

impl Place {
    /// Puts a pose of the mannequin there, whose first joint is its root.
    pub fn apply(&self, pose: &mut Pose) {
        let turn = self.turn();
        let hips = &mut pose.locals[0];
        hips.translation = frame::rotate(turn, hips.translation) + self.by;
        hips.rotation = frame::product(turn, hips.rotation);
    }

    /// Takes a pose back from there.
    pub fn undo(&self, pose: &mut Pose) {
        let back = self.turn().conjugate();
        let hips = &mut pose.locals[0];
        hips.translation = frame::rotate(back, hips.translation - self.by);
        hips.rotation = frame::product(back, hips.rotation);
    }

    fn turn(self) -> Quat {
        frame::turn(Vec3::Y, self.yaw.to_radians())
    }
}
