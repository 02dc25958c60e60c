//! The tracker of a body, and its state from frame to frame.

use std::sync::Arc;

use kansetsu::{
    Budget, Error, IkSession, Options, Pose, Rig, Target,
    d3::{
        Goal, Humanoid, Orientation, Priority, Skeleton, clamp_to_limits, ground::Foot,
        rotation_of, solve::Root,
    },
    glam::{Affine3, Quat, Vec3},
    math::Rot,
    session::{self, Balance, Feet, Posture, Report, SelfCollision},
};

use super::{
    calibration::{Calibration, TrackedPart, TrackerOffset},
    steps::{FootPlant, Footsteps, Sole, Wanted},
};
use crate::prior::{Prior, PriorBody};

/// The weight of an untracked foot: it leaves the floor with the body. The position and the
/// rotation of a foot have this weight each. At ×2 the head of a walking person is off by up to 29
/// mm before a foot steps.
const FOOT: f32 = 0.15;

/// Maximum number of solver steps per frame. Against recorded people with three trackers, at ×0.5
/// heads are 0.9 mm off on average instead of 0.7, at ×2 0.6; inner joints change by 0.1 cm at
/// most, and the median time of a frame by 4 %.
const FRAME: Budget = Budget::steps(100);

/// A body that follows trackers.
#[derive(Clone, Debug)]
pub struct BodyTracker {
    pub(super) humanoid: Humanoid,
    pub(super) session: IkSession,
    /// The relaxed stance.
    pub(super) stance: Pose,
    pub(super) prior: PriorBody,
    /// The ankles, the upper ends of the legs, and the feet at rest.
    pub(super) feet: [usize; 2],
    pub(super) hips: [usize; 2],
    pub(super) soles: [Sole; 2],
    /// The height of the floor at rest, metres in model space.
    pub(super) floor_at_rest: f32,
    /// A custom table instead of [`Prior::people`].
    people: Option<Arc<Prior>>,
}

/// The state between frames. Plain data: a saved and restored state continues bit-identically.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct BodyTrackerState {
    /// The last pose of the figure; `None` before the first frame.
    pub pose: Option<Pose>,
    /// The untracked feet; `None` before the first frame.
    pub steps: Option<Footsteps>,
    /// The last known pose of each tracker.
    #[cfg_attr(feature = "serde", serde(alias = "last"))]
    pub last_seen: Vec<Option<Affine3>>,
}

impl BodyTrackerState {
    /// Whether the left and the right foot are planted, if untracked.
    #[must_use]
    pub fn planted(&self) -> [bool; 2] {
        self.steps.map_or([false; 2], |steps| steps.feet.map(|foot| foot.is_planted()))
    }
}

impl BodyTracker {
    /// Prepares a humanoid that at rest stands on a floor at this height, metres in model space.
    ///
    /// # Errors
    /// [`Error::InvalidTrackers`] for a rig without the roles of a humanoid, or whose trunk or legs
    /// are not below the hips; as [`PriorBody::new`] and [`Foot::at_rest`].
    pub fn new(rig: &Rig, floor_at_rest: f32) -> Result<Self, Error> {
        let skeleton = &rig.skeleton;
        let refuse = |what: String| Err(Error::InvalidTrackers { what });
        let Some(humanoid) = rig.humanoid() else {
            return refuse("the figure needs hips, arms and legs".to_owned());
        };
        let prior = PriorBody::new(skeleton, &humanoid)?;
        let hangs = |joint: usize| skeleton.ancestors(joint).any(|above| above == humanoid.hips);
        if let Some(joint) = humanoid.joints().find(|&joint| !hangs(joint)) {
            let name = &skeleton.joints()[joint].name;
            return refuse(format!(
                "\"{name}\" is not below the hips; such a body cannot follow trackers"
            ));
        }
        let options = Options {
            root: session::Root::Free,
            posture: Posture::Given,
            feet: Feet::Free,
            balance: Balance::Off,
            self_collision: SelfCollision::Off,
            restarts: 0,
            ..Options::default()
        };
        let [left, right] =
            humanoid.legs.map(|leg| Foot::at_rest(skeleton, leg.upper, leg.foot, floor_at_rest));
        let rest = skeleton.forward(&skeleton.rest_pose());
        let sole = |foot: Foot| Sole {
            height: rest[foot.ankle].translation.y - floor_at_rest,
            at_rest: Rot::from(rotation_of(&rest[foot.ankle])),
            ball: rest[foot.ankle].inverse().transform_point3(foot.soles(&rest)[1]),
            leg: foot.length,
        };
        Ok(Self {
            session: IkSession::new(rig, options),
            stance: rig.posture().reference,
            prior,
            feet: humanoid.legs.map(|leg| leg.foot),
            hips: humanoid.legs.map(|leg| leg.upper),
            soles: [sole(left?), sole(right?)],
            floor_at_rest,
            people: None,
            humanoid,
        })
    }

    /// With a custom table instead of [`Prior::people`].
    #[must_use]
    pub fn with_prior(mut self, prior: Arc<Prior>) -> Self {
        self.people = Some(prior);
        self
    }

    /// The next frame: the poses of the calibrated trackers, in their order, `None` for lost ones,
    /// `seconds` after the previous frame. A lost tracker moves with the head, a lost head stays.
    /// `state` then holds the pose; the report contains the trackers' goals, in their order, and
    /// those of untracked feet.
    ///
    /// # Errors
    /// [`Error::InvalidTrackers`] for another number of trackers than calibrated, poses that are
    /// not finite, or none seen in the first frame; [`Error::InvalidNumber`] for a time that is not
    /// finite, and as [`IkSession::solve`]. The state is then untouched.
    pub fn step(
        &mut self,
        fitting: &Calibration,
        seen: &[Option<Affine3>],
        seconds: f32,
        state: &mut BodyTrackerState,
    ) -> Result<Report, Error> {
        let last = fitting.carried(seen, &state.last_seen)?;
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return Err(Error::InvalidNumber { what: "the time of a frame", value: seconds });
        }
        let mut goals = self.goals(fitting, &last);
        if goals.is_empty() {
            return Err(Error::InvalidTrackers {
                what: "none is seen in the first frame".to_owned(),
            });
        }
        let start = state.pose.clone().unwrap_or_else(|| self.begun(&goals));
        let mut guess =
            self.prior.pose_prior(self.people.as_deref().unwrap_or_else(|| Prior::people()));
        let likely = guess.conditional_mean(&goals, &start, Root::Free)?;
        let stands = self.skeleton().forward(&likely);
        // The guessed hips need not be those of a trunk that ends at the head.
        let head = goals.iter().find(|goal| Some(goal.joint) == self.joint(TrackedPart::Head));
        let hangs = head
            .and_then(|goal| Some(goal.position? - stands[goal.joint].translation))
            .unwrap_or_default();
        let was = self.skeleton().forward(&start);
        let is_free =
            [TrackedPart::LeftFoot, TrackedPart::RightFoot].map(|part| !fitting.has(part));
        let floor = fitting.figure_floor;
        let wanted = [0, 1].map(|side| {
            let (foot, hip) = (self.feet[side], self.hips[side]);
            let hip = Affine3 { translation: stands[hip].translation + hangs, ..stands[hip] };
            Wanted::of(
                [&stands[foot], &hip],
                (&self.soles[side], floor),
                Rot::from(rotation_of(&was[foot])),
            )
        });
        let mut steps = state.steps.unwrap_or_else(|| Footsteps::begin(&wanted));
        if state.steps.is_some() && seconds > 0.0 {
            steps.step(&wanted, (is_free, self.soles[0].leg), seconds);
        }
        let free = || (0..2).filter(|&side| is_free[side]);
        let tracked = goals.len();
        goals.extend(free().map(|side| self.foot_goal(side, &steps.feet[side], floor)));
        let mut pose = guess.conditional_mean(&goals, &start, Root::Free)?;
        clamp_to_limits(self.skeleton(), &self.session.rig().limits, &mut pose);
        goals.truncate(tracked);
        goals.extend(free().flat_map(|side| self.stand(side, &steps.feet[side], floor)));
        let report = self.solve(&goals, &mut pose)?;
        *state = BodyTrackerState { pose: Some(pose), steps: Some(steps), last_seen: last };
        Ok(report)
    }

    /// Meets goals from `pose`, as close to it as possible.
    pub(super) fn solve(&mut self, goals: &[Goal], pose: &mut Pose) -> Result<Report, Error> {
        self.session.clear();
        for goal in goals {
            let (joint, target) =
                (self.skeleton().id(goal.joint), Target::from_goal(self.skeleton(), goal));
            match goal.priority {
                Priority::Normal => self.session.add_target(joint, target),
                Priority::Pin => self.session.pin_to(joint, target),
            }
        }
        self.session.solve(pose, FRAME)
    }

    /// The position of the ball of the left (0) or the right (1) foot, with these joint transforms.
    ///
    /// # Panics
    /// For another side, or fewer joints than the skeleton's.
    #[must_use]
    pub fn ball(&self, side: usize, model_from_joint: &[Affine3]) -> Vec3 {
        model_from_joint[self.feet[side]].transform_point3(self.soles[side].ball)
    }

    /// The goals of the tracked joints.
    fn goals(&self, fitting: &Calibration, last: &[Option<Affine3>]) -> Vec<Goal> {
        let goal = |(worn, seen): (&TrackerOffset, &Option<Affine3>)| {
            let joint = self.joint(worn.part)?;
            let at = fitting.joint_at(worn, seen.as_ref()?);
            Some(Goal::position(joint, at.translation).with_orientation(rotation_of(&at)))
        };
        fitting.offsets.iter().zip(last).filter_map(goal).collect()
    }

    /// The ankle of a level foot, or of one in a step.
    fn foot_goal(&self, side: usize, hold: &FootPlant, floor: f32) -> Goal {
        let sole = &self.soles[side];
        let turn = Quat::from(hold.turn(sole.at_rest));
        let ankle =
            hold.position - (turn * sole.ball).with_y(0.0) + Vec3::Y * (floor + sole.height);
        Goal::position(self.feet[side], ankle).with_orientation(turn)
    }

    /// The goals of a foot: the ball of a planted one stays, and its heel may rise.
    fn stand(&self, side: usize, hold: &FootPlant, floor: f32) -> [Goal; 2] {
        let level = self.foot_goal(side, hold, floor);
        let turn = Goal { position: None, ..level }.with_weight(FOOT);
        if !hold.is_planted() {
            return [Goal { orientation: None, ..level }.with_weight(FOOT), turn];
        }
        let sole = &self.soles[side];
        let ball = hold.position + Vec3::Y * (floor + sole.ball_height());
        [Goal::position(level.joint, ball).with_offset(sole.ball).pinned(), turn]
    }

    /// The start of the first frame: the relaxed stance, moved and rotated to the trackers.
    fn begun(&self, goals: &[Goal]) -> Pose {
        let mut pose = self.stance.clone();
        let stands = self.skeleton().forward(&pose);
        // The tracker nearest to the pelvis best defines its position and heading.
        let trunk =
            [TrackedPart::Hips, TrackedPart::Chest, TrackedPart::Head].map(|part| self.joint(part));
        let nearest = |goal: &&Goal| {
            trunk.iter().position(|&joint| joint == Some(goal.joint)).unwrap_or(trunk.len())
        };
        let Some((goal, place)) =
            goals.iter().min_by_key(nearest).and_then(|goal| Some((goal, goal.position?)))
        else {
            return pose;
        };
        let Some(Orientation::Full(turn)) = goal.orientation else { return pose };
        let turned = Rot::from(turn) * Rot::from(rotation_of(&stands[goal.joint])).inverse();
        let heading = Rot::from_axis_angle(Vec3::Y, turned.twist_angle(Vec3::Y));
        self.turn_hips(&mut pose, heading);
        let way = place - self.skeleton().forward(&pose)[goal.joint].translation;
        self.move_hips(&mut pose, way);
        pose
    }

    pub(super) const fn skeleton(&self) -> &Skeleton {
        &self.session.rig().skeleton
    }

    fn parent_of_hips(&self, pose: &Pose) -> Affine3 {
        let parent = self.skeleton().joints()[self.humanoid.hips].parent;
        parent.map_or(Affine3::IDENTITY, |parent| self.skeleton().forward(pose)[parent])
    }

    pub(super) fn turn_hips(&self, pose: &mut Pose, turn: Rot) {
        let hips = self.humanoid.hips;
        let parent = Rot::from(rotation_of(&self.parent_of_hips(pose)));
        let local = &mut pose.locals[hips].rotation;
        *local = (parent.inverse() * turn * parent * Rot::from(*local)).normalized().into();
    }

    pub(super) fn move_hips(&self, pose: &mut Pose, way: Vec3) {
        let way = self.parent_of_hips(pose).inverse().transform_vector3(way);
        if way.is_finite() {
            pose.locals[self.humanoid.hips].translation += way;
        }
    }

    /// The joint of a tracked part.
    pub(super) fn joint(&self, part: TrackedPart) -> Option<usize> {
        let Humanoid { hips, spine, neck, arms, legs, .. } = &self.humanoid;
        match part {
            TrackedPart::Head => neck.last().copied(),
            TrackedPart::Chest => spine.last().copied(),
            TrackedPart::Hips => Some(*hips),
            TrackedPart::LeftHand => Some(arms[0].hand),
            TrackedPart::RightHand => Some(arms[1].hand),
            TrackedPart::LeftFoot => Some(legs[0].foot),
            TrackedPart::RightFoot => Some(legs[1].foot),
        }
    }
}
