//! Poses on the ground: foot placement, then the legs, then the whole body.

use glam::Affine3;

use super::{ClipFrame, Foot, FootPlacement, Ground, PlacementState};
use crate::{
    Error,
    d3::{
        Chain, Goal, Pose, Rig, Skeleton,
        solve::{Auto, Body, Scratch, WholeBody},
    },
};

/// Poses one character on the ground, frame by frame.
///
/// Each frame has three steps: [`FootPlacement`] computes the targets of feet and pelvis, each leg
/// moves its ankle there ([`Auto`]), and [`WholeBody`] meets the contact points and the rotations
/// of the feet inside the limits. The legs come first, because a straight leg has no direction in
/// which a small rotation shortens it.
///
/// ```
/// use kansetsu::d3::{Limb, Rig, Skeleton, Transform, ground::{FootSolver, Plane}};
/// use kansetsu::glam::Vec3;
///
/// let mut builder = Skeleton::builder();
/// let hips = builder.root("hips", Transform::from_translation(Vec3::Y));
/// let base = builder.child(hips, "thigh", Transform::from_translation(Vec3::X * 0.1));
/// let middle = builder.child(base, "shin", Transform::from_translation(Vec3::new(0.0, -0.45, 0.0)));
/// let tip = builder.child(middle, "ankle", Transform::from_translation(Vec3::new(0.0, -0.45, 0.0)));
/// builder.child(tip, "toes", Transform::from_translation(Vec3::new(0.0, -0.07, 0.15)));
/// let mut rig = Rig::new(builder.build()?);
/// rig.limbs.push(Limb { name: "leg".to_owned(), base, middle, tip, pole: Vec3::Z });
///
/// let mut solver = FootSolver::new(&rig, 0.0)?;
/// let mut pose = rig.rest_pose(); // each frame: the pose of the clip
/// solver.step(&mut pose, (0.0, 1.0 / 60.0), &Plane::level(-0.05))?;
///
/// let [heel, ball, _] = solver.feet()[0].soles(&rig.skeleton.forward(&pose));
/// assert!((heel.y + 0.05).abs() < 1e-4 && (ball.y + 0.05).abs() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FootSolver {
    /// The parameters of foot placement.
    pub placement: FootPlacement,
    skeleton: Skeleton,
    feet: Vec<Foot>,
    legs: Vec<Chain>,
    body: Body,
    state: PlacementState,
    joints: Vec<Affine3>,
    goals: Vec<Goal>,
    posed: Pose,
    scratch: Scratch,
}

impl FootSolver {
    /// A solver for the legs of `rig`: the limbs that end near the level floor at height
    /// `floor_at_rest` in the rest pose, metres ([`Foot::from_rig`]). It may find none.
    ///
    /// # Errors
    /// As [`Foot::at_rest`]; [`Error::PoseMismatch`] for limits of another skeleton.
    pub fn new(rig: &Rig, floor_at_rest: f32) -> Result<Self, Error> {
        let feet = Foot::from_rig(rig, floor_at_rest)?;
        let limbs = feet.iter().filter_map(|foot| rig.limb_to(foot.ankle));
        let legs = limbs.map(|limb| limb.chain(rig)).collect::<Result<_, Error>>()?;
        Ok(Self {
            placement: FootPlacement::default(),
            skeleton: rig.skeleton.clone(),
            feet,
            legs,
            body: Body::new(&rig.skeleton).with_limits(&rig.limits)?,
            state: PlacementState::default(),
            joints: Vec::new(),
            goals: Vec::new(),
            posed: Pose::default(),
            scratch: Scratch::default(),
        })
    }

    /// The feet, in the order of the rig's limbs.
    #[must_use]
    pub fn feet(&self) -> &[Foot] {
        &self.feet
    }

    /// The state after the latest frame: phases, contact points, the pelvis.
    #[must_use]
    pub const fn state(&self) -> &PlacementState {
        &self.state
    }

    /// Forgets all frames: the next one is the first. For a teleport, or another clip.
    pub fn reset(&mut self) {
        self.state = PlacementState::default();
    }

    /// One frame of a clip: `pose` is the clip's pose and becomes the pose on the ground. The clip
    /// walks on a level floor at height `floor`, metres; `seconds` have passed since the previous
    /// frame. See [`FootPlacement::step`].
    ///
    /// # Errors
    /// As [`FootPlacement::step`] and [`WholeBody::solve`]. The pose is then untouched.
    pub fn step<G: Ground + ?Sized>(
        &mut self,
        pose: &mut Pose,
        (floor, seconds): (f32, f32),
        ground: &G,
    ) -> Result<(), Error> {
        self.skeleton.forward_into(pose, &mut self.joints);
        let frame = ClipFrame { model_from_joint: &self.joints, floor, seconds };
        self.placement.step(&mut self.state, &self.feet, &frame, ground)?;
        self.solve(pose)
    }

    /// One pose without a clip: it is lowered or raised until a sole touches the ground, and each
    /// foot finds its own ground. See [`FootPlacement::plant`].
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn plant<G: Ground + ?Sized>(&mut self, pose: &mut Pose, ground: &G) -> Result<(), Error> {
        self.skeleton.forward_into(pose, &mut self.joints);
        self.state = self.placement.plant(&self.feet, &self.joints, ground)?;
        self.solve(pose)
    }

    /// Moves the body to the targets of the present state.
    fn solve(&mut self, pose: &mut Pose) -> Result<(), Error> {
        let posed = &mut self.posed;
        posed.clone_from(pose);
        self.state.apply_pelvis_offset(&self.skeleton, posed);
        for ((leg, foot), state) in self.legs.iter().zip(&self.feet).zip(&self.state.feet) {
            let ankle = Goal::position(foot.ankle, state.ankle);
            Auto::default().solve_with(leg, &ankle, posed, &mut self.scratch)?;
        }
        self.goals.clear();
        self.goals.extend(self.state.goals(&self.feet));
        WholeBody::default().solve_with(&self.body, &self.goals, posed, &mut self.scratch)?;
        pose.clone_from(posed);
        Ok(())
    }
}
