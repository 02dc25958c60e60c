//! The steps of foot placement.

use glam::{Affine3, Vec3};

use super::{
    ClipFrame, Foot, FootPlacement, FootState, Ground, PlacementState, footing::ClipFoot,
    ground_plane::Probe, pelvis::Pelvis,
};
use crate::Error;

impl FootPlacement {
    /// One frame: advances `stance` to the targets of the feet and the pelvis. A new state,
    /// [`PlacementState::default`], starts with every low foot planted.
    ///
    /// The ground is queried at six points of each foot in the air, at none of a planted one. A
    /// foot without ground is never planted, and continues as in the clip, on the pelvis' level.
    ///
    /// About 1 µs per frame for two feet on a desktop, with a ground of a few sines.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a parameter out of range, a time or a floor that is not finite,
    /// a leg at a non-finite position, and a stance of another number of feet;
    /// [`Error::JointOutOfRange`]. The stance is then untouched.
    pub fn step<G: Ground + ?Sized>(
        &self,
        stance: &mut PlacementState,
        feet: &[Foot],
        frame: &ClipFrame<'_>,
        ground: &G,
    ) -> Result<(), Error> {
        self.check(feet, frame)?;
        if stance.feet.is_empty() {
            self.begin(stance, feet, frame, ground);
            return Ok(());
        }
        if stance.feet.len() != feet.len() {
            return Err(Error::InvalidNumber {
                what: "the number of feet, which differs from the stance's,",
                value: feet.len() as f32,
            });
        }
        if frame.seconds == 0.0 {
            return Ok(());
        }
        for (footing, foot) in stance.feet.iter_mut().zip(feet) {
            let probe = Probe::new(ground, self, foot.length, frame.floor);
            footing.step(&ClipFoot::new(foot, frame), &probe, self, stance.pelvis.level());
        }
        stance.pelvis.step(feet, &stance.feet, frame, self);
        Ok(())
    }

    /// Puts a pose on the ground: a stance in which the lowest point of the soles touches, each
    /// foot keeps its clearance above that point, and feet are aligned to the ground. For a single
    /// pose; `frame` has zero duration.
    ///
    /// The pose may float or be sunk. It is lowered or raised as a rigid body until a sole touches,
    /// and then every foot finds its own ground within [`Self::max_ground_distance`]. Without
    /// ground under any foot it stays.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn plant<G: Ground + ?Sized>(
        &self,
        feet: &[Foot],
        model_from_joint: &[Affine3],
        ground: &G,
    ) -> Result<PlacementState, Error> {
        let mut frame = ClipFrame { model_from_joint, floor: 0.0, seconds: 0.0 };
        self.check(feet, &frame)?;
        let soles = || feet.iter().flat_map(|foot| foot.soles(model_from_joint));
        frame.floor = soles().map(|sole| sole.y).reduce(f32::min).unwrap_or(0.0);
        let height = |sole: Vec3| {
            ground
                .surface_at(sole)
                .map(|surface| surface.height)
                .filter(|height| height.is_finite())
        };
        let up =
            soles().filter_map(|sole| Some(height(sole)? - sole.y)).reduce(f32::max).unwrap_or(0.0);
        let mut stance = PlacementState::default();
        let raised = |place: Vec3| {
            let surface = ground.surface_at(place + Vec3::Y * up)?;
            Some(super::Surface { height: surface.height - up, ..surface })
        };
        self.begin(&mut stance, feet, &frame, &raised);
        stance.raise(up);
        Ok(stance)
    }

    fn begin<G: Ground + ?Sized>(
        &self,
        stance: &mut PlacementState,
        feet: &[Foot],
        frame: &ClipFrame<'_>,
        ground: &G,
    ) {
        stance.feet.clear();
        stance.feet.extend(feet.iter().map(|foot| {
            let probe = Probe::new(ground, self, foot.length, frame.floor);
            FootState::begin(&ClipFoot::new(foot, frame), &probe, self)
        }));
        stance.pelvis = Pelvis::begin(feet, &stance.feet, frame, self);
    }

    fn check(&self, feet: &[Foot], frame: &ClipFrame<'_>) -> Result<(), Error> {
        let within = |what, value: f32, least: f32, most: f32| {
            if value >= least && value <= most {
                Ok(())
            } else {
                Err(Error::InvalidNumber { what, value })
            }
        };
        within("FootPlacement::plant_height", self.plant_height, 0.0, LARGEST)?;
        within("FootPlacement::plant_speed", self.plant_speed, 0.0, LARGEST)?;
        within("FootPlacement::plant_time", self.plant_time, 0.0, LARGEST)?;
        within("FootPlacement::release_time", self.release_time, 0.0, LARGEST)?;
        within("FootPlacement::max_slip", self.max_slip, 0.0, LARGEST)?;
        within("FootPlacement::max_turn", self.max_turn, 0.0, LARGEST)?;
        within("FootPlacement::max_tilt", self.max_tilt, 0.0, 1.5)?;
        within("FootPlacement::look_ahead", self.look_ahead, 0.0, LARGEST)?;
        within("FootPlacement::half_life", self.half_life, 0.0, LARGEST)?;
        within("FootPlacement::max_extension", self.max_extension, f32::MIN_POSITIVE, 1.0)?;
        within("FootPlacement::max_ground_distance", self.max_ground_distance, 0.0, LARGEST)?;
        within("the time of a frame", frame.seconds, 0.0, LARGEST)?;
        within("the clip's floor", frame.floor, -LARGEST, LARGEST)?;
        feet.iter().try_for_each(|foot| foot.check(frame.model_from_joint))
    }
}

/// Values up to here have finite squares.
const LARGEST: f32 = 1e12;
