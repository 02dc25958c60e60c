//! A chain taken out of its skeleton: rigid segments, in the space that the base hangs in.
//!
//! Whatever stands above the base (translations, turns, scales, mirrors, shear) is one affine map, through which
//! the goal is brought down to the base. Inside the chain a scale is folded into the segments: a scale by
//! `s · diag(±1, ±1, ±1)` is the number `±s` times a half turn or no turn, numbers commute with rotations, and half
//! turns are fixed rotations between the joints. So a uniformly scaled or mirrored chain is an ordinary rigid
//! chain. Only a scale that stretches one axis more than another *inside* the chain is not; see
//! [`Work::is_rigid`] and [`Work::stretch`].

use glam::{Affine3, Mat3, Vec3};

use crate::{
    Error,
    d3::{
        ActiveLimit, Chain, Goal, GoalReport, Orientation, Outcome, Pose, Region, Report,
        limit::PreparedLimit,
        solve::{
            sight,
            turn::{self, Turn},
        },
        transform::{mean_scale, rotation_of, rotation_part},
    },
    math::{Rot, vector},
};

/// One joint of the chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkJoint {
    /// A fixed rotation between the parent joint's frame and this joint's parent frame: identity, or a half turn
    /// of a mirrored parent.
    pub(crate) pre: Rot,
    /// The joint's local rotation: what solvers change.
    pub(crate) local: Rot,
    /// From this joint to the next one, in this joint's frame, with all scales of the chain.
    pub(crate) offset: Vec3,
    /// The same as the joint's own space has it, and the joint's scale.
    pub(crate) to_next: Vec3,
    pub(crate) scale: Vec3,
}

/// What model space makes of a frame of a chain that is not rigid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    model_from_base: Mat3,
    base_turn: Rot,
    /// The goal's orientation, in model space.
    wanted: Orientation,
}

impl Seen {
    /// The turn for the tip's frame that brings the tip to its orientation, judged from its present pose: `map` takes the tip's axes to the
    /// base's space. `turn` is any such turn before.
    pub(crate) fn turn(&self, turn: Turn, frame: Rot, map: &Mat3) -> Turn {
        let axis_here = |axis: Vec3| frame.inverse().rotate(vector::unit(*map * axis).unwrap_or(Vec3::X));
        match (turn, self.wanted) {
            (Turn::Full(_), Orientation::Full(wanted)) => {
                let seen = rotation_of(&Affine3 { matrix3: self.model_from_base * *map, translation: Vec3::ZERO });
                Turn::Full(self.base_turn.inverse() * Rot::from(wanted).normalized() * Rot::from(seen).inverse() * self.base_turn * frame)
            }
            (Turn::Axis { direction, .. }, Orientation::Axis { axis, .. }) => Turn::Axis { axis: axis_here(axis), direction },
            (Turn::LookAt { target, .. }, Orientation::LookAt { axis, .. }) => Turn::LookAt { axis: axis_here(axis), target },
            (other, _) => other,
        }
    }
}

/// A chain ready for work, and its goal, in the base's space.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) joints: Vec<WorkJoint>,
    pub(crate) base: Vec3,
    pub(crate) target: Option<Vec3>,
    /// What part of a miss counts: all of it, or what leads off a line or a plane.
    pub(crate) rows: Option<Mat3>,
    /// How the tip's frame (product of all `pre` and `local`) should be turned.
    pub(crate) orientation: Option<Turn>,
    pub(crate) pole: Option<Vec3>,
    /// The sum of the segments' lengths.
    pub(crate) length: f32,
    pub(crate) is_rigid: bool,
    /// For a chain that is not rigid and a goal with an orientation.
    pub(crate) seen: Option<Seen>,
    /// How far the tip can be from the base at most, however the joints turn.
    longest: f32,
    model_from_base: Affine3,
    /// The target before [`Self::simplify`] changed it.
    given_target: Option<Vec3>,
    /// What the tip's axes become in model space, where the chain is not rigid.
    model_from_tip: Mat3,
    /// The rotation and the mirror that stand after the tip's rotation.
    after_tip: Rot,
    /// What turns and mirrors an axis of the tip joint into the tip's frame.
    axis_after_tip: (Rot, f32),
    /// What [`Self::simplify`] took off, and what it made the last segment longer by.
    tip_offset: Vec3,
    lengthened: Vec3,
}

impl Work {
    /// Takes the chain out of the pose and the goal into the base's space.
    pub(crate) fn load(&mut self, chain: &Chain, goal: &Goal, pose: &Pose) -> Result<(), Error> {
        check(chain, goal, pose)?;
        self.model_from_base = chain.model_from_base(pose);
        self.take_joints(chain, goal, pose);
        self.is_rigid &= goal.orientation.is_none() || is_similarity(&self.model_from_base.matrix3);
        let base_turn = rotation_part(&self.model_from_base.matrix3);
        let model_from_base = self.model_from_base.matrix3;
        self.seen = goal.orientation.filter(|_| !self.is_rigid).map(|wanted| Seen { model_from_base, base_turn, wanted });
        let inverse = if chain.ancestors.is_empty() { Affine3::IDENTITY } else { inverse_of(&self.model_from_base) };
        let down = |point: Vec3| inverse.matrix3 * point + inverse.translation;
        self.target = goal.position.map(down);
        self.given_target = self.target;
        self.pole = goal.pole.map(down);
        self.rows = match goal.region {
            Region::Point => None,
            Region::Line(direction) => vector::unit(inverse.matrix3 * direction).map(turn::across),
            Region::Plane(normal) => vector::unit(self.model_from_base.matrix3.transpose() * normal).map(turn::along),
        };
        self.orientation = goal.orientation.map(|wanted| match wanted {
            Orientation::Full(wanted) => Turn::Full(base_turn.inverse() * Rot::from(wanted).normalized() * self.after_tip.inverse()),
            Orientation::Axis { axis, direction } => {
                Turn::Axis { axis: self.tip_axis(axis), direction: vector::unit(inverse.matrix3 * direction).unwrap_or(Vec3::X) }
            }
            Orientation::LookAt { axis, target } => Turn::LookAt { axis: self.tip_axis(axis), target: down(target) },
        });
        let linear = &self.model_from_base.matrix3;
        let scale = linear.x_axis.abs().max(linear.y_axis.abs()).max(linear.z_axis.abs()).max_element();
        let extent = scale * (self.base.abs().max_element() + self.length) + self.model_from_base.translation.abs().max_element();
        self.longest = if self.is_rigid { self.length } else { longest_stretched(chain, goal, pose) };
        let extent = extent.max(scale * self.longest);
        if extent.is_nan() || extent > LARGEST {
            return Err(Error::InvalidNumber { what: "the size of the chain in model space", value: extent });
        }
        let all_finite = self.target.is_none_or(Vec3::is_finite) && self.pole.is_none_or(Vec3::is_finite);
        if all_finite && self.length.is_finite() {
            Ok(())
        } else {
            Err(Error::InvalidNumber { what: "the goal seen from the chain's base", value: f32::INFINITY })
        }
    }

    fn take_joints(&mut self, chain: &Chain, goal: &Goal, pose: &Pose) {
        self.joints.clear();
        self.is_rigid = true;
        let (mut number, mut pre) = (1.0_f32, Rot::IDENTITY);
        let mut mirrored = self.model_from_base.matrix3.determinant() < 0.0;
        for (index, entry) in chain.joints.iter().enumerate() {
            let local = &pose.locals[entry.joint];
            if index == 0 {
                self.base = local.translation;
            }
            let scale = Folded::new(local.scale);
            let next = chain.joints.get(index + 1);
            self.is_rigid &= scale.is_uniform || next.is_none() && goal.offset == Vec3::ZERO;
            number *= scale.number;
            mirrored ^= scale.number < 0.0;
            let to_next = next.map_or(goal.offset, |next| pose.locals[next.joint].translation);
            let offset = if to_next == Vec3::ZERO { to_next } else { scale.turn.rotate(to_next) * number };
            let local_turn = Rot::from(local.rotation).normalized();
            self.joints.push(WorkJoint { pre, local: local_turn, offset, to_next, scale: local.scale });
            pre = scale.turn;
        }
        self.after_tip = if mirrored { pre * Rot::new(1.0, 0.0, 0.0, 0.0) } else { pre };
        self.axis_after_tip = (pre, 1.0_f32.copysign(number));
        self.length = self.joints.iter().map(|joint| joint.offset.length()).sum();
    }

    /// An axis of the tip joint in the tip's frame here.
    fn tip_axis(&self, axis: Vec3) -> Vec3 {
        let (turn, sign) = self.axis_after_tip;
        turn.rotate(vector::unit(axis).unwrap_or(Vec3::X) * sign)
    }

    /// Makes the goal one for the tip joint itself, so that a solver need not know of offsets, lines and planes: with a
    /// wanted rotation the offset is taken off the target, else the tip keeps its turn and the offset lengthens the last
    /// segment; of a line or a plane the point nearest to the tip is the target.
    pub(crate) fn simplify(&mut self) {
        let (position, frame) = self.tip();
        if let (Some(target), Some(rows)) = (&mut self.target, self.rows) {
            *target = position + rows * (*target - position);
        }
        let last = self.joints.len() - 1;
        let tip = self.joints[last];
        if tip.offset == Vec3::ZERO {
            return;
        }
        match (&mut self.target, self.orientation) {
            (Some(target), Some(orientation)) => *target -= orientation.wanted(frame, position).rotate(tip.offset),
            _ => self.lengthened = (tip.pre * tip.local).rotate(tip.offset),
        }
        self.joints[last - 1].offset += self.lengthened;
        self.tip_offset = tip.offset;
        self.joints[last].offset = Vec3::ZERO;
    }

    /// Undoes [`Self::simplify`] as far as the joints are concerned.
    pub(crate) fn restore_offset(&mut self) {
        let last = self.joints.len() - 1;
        if self.tip_offset != Vec3::ZERO {
            self.joints[last - 1].offset -= std::mem::take(&mut self.lengthened);
            self.joints[last].offset = self.tip_offset;
            self.tip_offset = Vec3::ZERO;
        }
    }

    /// How many joints turn to bring the tip somewhere: all but the tip.
    pub(crate) fn segment_count(&self) -> usize {
        self.joints.len() - 1
    }

    /// The tip's position and rotation.
    pub(crate) fn tip(&self) -> (Vec3, Rot) {
        let (mut position, mut frame) = (self.base, Rot::IDENTITY);
        for joint in &self.joints {
            frame = frame * joint.pre * joint.local;
            position += frame.rotate(joint.offset);
        }
        (position, frame)
    }

    /// The joint's turn from rest.
    pub(crate) fn turn(&self, chain: &Chain, index: usize) -> Rot {
        chain.joints[index].rest.inverse() * self.joints[index].local
    }

    /// Brings every joint that turns inside its limit.
    pub(crate) fn project(&mut self, chain: &Chain) {
        for (entry, joint) in chain.joints.iter().zip(&mut self.joints) {
            if let Some(limit) = entry.prepared.as_ref().filter(|_| !entry.held) {
                joint.local = projected(limit, entry.rest, joint.local);
            }
        }
    }

    /// Writes the rotations into the pose and what became of the goal, by forward kinematics of that pose, into the report.
    pub(crate) fn store(&mut self, chain: &Chain, goal: &Goal, pose: &mut Pose, report: &mut Report) {
        for (entry, joint) in chain.joints.iter().zip(&self.joints) {
            let stored = &mut pose.locals[entry.joint].rotation;
            // What has not moved keeps its bits, also when they are not of unit length.
            if !entry.held && Rot::from(*stored) != joint.local && Rot::from(*stored).normalized() != joint.local {
                *stored = joint.local.into();
            }
        }
        self.stretch();
        self.measure(chain, goal, report);
    }

    /// Whether solving the chain as it stands may change what there is to solve: see [`crate::d3::solve::again`].
    pub(crate) fn changes(&self, goal: &Goal) -> bool {
        let turns_freely = matches!(goal.orientation, Some(Orientation::Axis { .. } | Orientation::LookAt { .. }));
        !self.is_rigid || turns_freely && goal.offset != Vec3::ZERO
    }

    /// Makes segments as long, and makes them lie so in their joints' frames, as the true forward kinematics of a stretched chain has
    /// them as it stands; the tip too. A rigid chain only gets the target back that [`Self::simplify`] changed.
    pub(crate) fn stretch(&mut self) {
        self.target = self.given_target;
        if self.is_rigid {
            return;
        }
        let (mut map, mut frame) = (Mat3::IDENTITY, Rot::IDENTITY);
        for joint in &mut self.joints {
            map *= joint.local.to_matrix() * Mat3::from_diagonal(joint.scale);
            frame = frame * joint.pre * joint.local;
            joint.offset = frame.inverse().rotate(map * joint.to_next);
        }
        self.length = self.joints.iter().map(|joint| joint.offset.length()).sum();
        self.model_from_tip = self.model_from_base.matrix3 * map;
        if let (Some(seen), Some(turn)) = (&self.seen, &mut self.orientation) {
            *turn = seen.turn(*turn, frame, &map);
        }
    }

    /// How far the tip is from its place, in the base's space.
    pub(crate) fn distance(&self) -> f32 {
        let way = self.target.map_or(Vec3::ZERO, |target| target - self.tip().0);
        self.rows.map_or(way, |rows| rows * way).length()
    }

    /// How far the tip is from its turn, radians, in model space.
    pub(crate) fn angle(&self, goal: &Goal) -> f32 {
        let (tip, frame) = self.tip();
        let (axis, to) = match goal.orientation {
            Some(Orientation::Axis { axis, direction }) if !self.is_rigid => (axis, direction),
            Some(Orientation::LookAt { axis, target }) if !self.is_rigid => (axis, target - self.to_model(tip)),
            _ => return self.orientation.map_or(0.0, |wanted| wanted.missing(frame, tip).length()),
        };
        match (vector::unit(self.model_from_tip * axis), vector::unit(to)) {
            (Some(axis), Some(to)) => sight::angle_between(axis, to),
            _ => 0.0,
        }
    }

    /// Fills the report's goal and active limits.
    pub(crate) fn measure(&self, chain: &Chain, goal: &Goal, report: &mut Report) {
        let tip = self.tip().0;
        let reached = self.to_model(tip);
        let target = goal.position.map_or(reached, |target| goal.region.nearest(target, reached));
        let angle = self.angle(goal);
        report.goals.push(GoalReport { joint: goal.joint, target, reached, distance: vector::length_told(target - reached), angle });
        for (index, entry) in chain.joints.iter().enumerate() {
            if let Some(limit) = entry.prepared.as_ref().filter(|_| !entry.held) {
                let bounds = limit.active_bounds(self.turn(chain, index).into(), ACTIVE_TOLERANCE);
                report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint: entry.joint, bound }));
            }
        }
    }

    /// How far from the base the tip can come at least and at most, by the lengths of rigid segments.
    pub(crate) fn reach(&self) -> [f32; 2] {
        let longest = self.joints.iter().fold(0.0_f32, |longest, joint| longest.max(joint.offset.length()));
        [2.0 * longest - self.length, self.length]
    }

    /// A place in the space that the base hangs in, in model space.
    pub(crate) fn to_model(&self, place: Vec3) -> Vec3 {
        self.model_from_base.matrix3 * place + self.model_from_base.translation
    }

    /// Why the target was missed, judged from where it lies and what holds the chain.
    pub(crate) fn why_missed(&self, report: &Report) -> Outcome {
        let Some(target) = self.target else { return if report.active_limits.is_empty() { Outcome::Stalled } else { Outcome::Limited } };
        let distance = target.distance(self.base);
        let slack = 1e-5 * self.length;
        if distance > self.longest + slack {
            Outcome::OutOfReach
        } else if self.is_rigid && distance < self.reach()[0] - slack {
            Outcome::TooClose
        } else if report.active_limits.is_empty() {
            Outcome::Stalled
        } else {
            Outcome::Limited
        }
    }
}

/// Whether a map scales all ways alike: then angles are the same before and after it.
fn is_similarity(linear: &Mat3) -> bool {
    let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
    let mean = (x.length_squared() + y.length_squared() + z.length_squared()) / 3.0;
    let across = [x.dot(y), y.dot(z), z.dot(x)];
    let along = [x, y, z].map(|axis| axis.length_squared() - mean);
    along.into_iter().chain(across).all(|off| off.abs() <= 2e-5 * mean)
}

/// The largest extent that can be worked with, metres: squares of larger numbers overflow.
pub(crate) const LARGEST: f32 = 1e17;

/// How near to a bound counts as on it, radians: a solver leaves a joint that a limit holds within this.
pub(crate) const ACTIVE_TOLERANCE: f32 = 2e-4;

/// The local rotation that is nearest to `local` inside `limit`.
pub(crate) fn projected(limit: &PreparedLimit, rest: Rot, local: Rot) -> Rot {
    let turn = rest.inverse() * local;
    let allowed = limit.project_rot(turn);
    if allowed == turn { local } else { (rest * allowed).normalized() }
}

pub(crate) fn check(chain: &Chain, goal: &Goal, pose: &Pose) -> Result<(), Error> {
    if pose.locals.len() != chain.joint_count {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: chain.joint_count });
    }
    if goal.joint != chain.tip() {
        return Err(Error::GoalOutsideChain { joint: goal.joint, tip: chain.tip() });
    }
    goal.check()?;
    for joint in chain.ancestors.iter().copied().chain(chain.joints()) {
        if let Some(what) = pose.locals[joint].fault() {
            return Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what });
        }
    }
    Ok(())
}

/// How far the tip of a stretched chain can be from its base at most, as if every joint turned its longest side to the tip.
fn longest_stretched(chain: &Chain, goal: &Goal, pose: &Pose) -> f32 {
    let (mut most, mut length) = (1.0, 0.0);
    for (index, entry) in chain.joints.iter().enumerate() {
        most *= pose.locals[entry.joint].scale.abs().max_element();
        let to_next = chain.joints.get(index + 1).map_or(goal.offset, |next| pose.locals[next.joint].translation);
        length += most * to_next.length();
    }
    if length.is_nan() { f32::INFINITY } else { length }
}

/// A scale as a number times a half turn.
pub(crate) struct Folded {
    pub(crate) number: f32,
    pub(crate) turn: Rot,
    pub(crate) is_uniform: bool,
}

impl Folded {
    pub(crate) fn new(scale: Vec3) -> Self {
        if scale == Vec3::ONE {
            return Self { number: 1.0, turn: Rot::IDENTITY, is_uniform: true };
        }
        let (mean, is_uniform) = mean_scale(scale);
        let negative = scale.cmplt(Vec3::ZERO);
        // diag(-1, 1, 1) = -1 · (half turn about x); diag(1, -1, -1) = half turn about x; and so on.
        let (odd, axis) = match [negative.x, negative.y, negative.z] {
            [false, false, false] => (false, None),
            [true, true, true] => (true, None),
            [true, false, false] => (true, Some(0)),
            [false, true, false] => (true, Some(1)),
            [false, false, true] => (true, Some(2)),
            [false, true, true] => (false, Some(0)),
            [true, false, true] => (false, Some(1)),
            [true, true, false] => (false, Some(2)),
        };
        let turn = axis.map_or(Rot::IDENTITY, |axis: usize| Rot::from_parts(Vec3::AXES[axis], 0.0));
        Self { number: if odd { -mean } else { mean }, turn, is_uniform }
    }
}

/// The inverse; for a map that flattens space, of its translation alone.
pub(crate) fn inverse_of(map: &Affine3) -> Affine3 {
    let determinant = map.matrix3.determinant();
    let size = map.matrix3.x_axis.length() * map.matrix3.y_axis.length() * map.matrix3.z_axis.length();
    if determinant.abs() <= 1e-9 * size || !determinant.is_normal() {
        return Affine3 { matrix3: Mat3::IDENTITY, translation: -map.translation };
    }
    let matrix3 = map.matrix3.inverse();
    Affine3 { matrix3, translation: -(matrix3 * map.translation) }
}
