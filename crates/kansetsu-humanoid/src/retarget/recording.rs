//! The recorded body: the rotations of its parts and the positions of its hands and feet, in the
//! space of a person who faces +Z.

use kansetsu::d3::{Pose, Skeleton, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::bend::Hinge;
use super::blend::angle;
use super::character::Character;
use super::error::RetargetError;
use crate::anatomy::Segments;
use crate::anatomy::frame::{product, rotate};
use kansetsu::animation::Clip;
use kansetsu::d3::Role;

/// A recorded motion.
pub(super) struct Recording {
    /// Seconds between frames.
    pub(super) step: f32,
    /// The number of parts, after the hips, in the trunk and in the neck. The parts of [`ROLES`]
    /// follow.
    pub(super) trunk: usize,
    pub(super) neck: usize,
    /// The part of each of [`ROLES`].
    parts: Vec<Option<usize>>,
    /// The lengths from hip over knee to ankle, and from shoulder over elbow to wrist, at rest, the
    /// means of left and right.
    pub(super) leg: f32,
    pub(super) arm: f32,
    /// Whether there are enough fingers to define the shape of the hands.
    pub(super) has_fingers: bool,
    pub(super) frames: Vec<Moment>,
}

/// One frame.
pub(super) struct Moment {
    /// The rotation of each part relative to a T-pose.
    pub(super) turns: Vec<Quat>,
    /// The left and the right leg.
    pub(super) legs: [LegAt; 2],
    pub(super) arms: [ArmAt; 2],
}

/// The joints of a leg.
#[derive(Clone, Copy)]
pub(super) struct LegAt {
    pub(super) hip: Vec3,
    pub(super) ankle: Vec3,
    /// The ball of the foot.
    pub(super) toes: Vec3,
}

/// The joints of an arm.
#[derive(Clone, Copy)]
pub(super) struct ArmAt {
    pub(super) shoulder: Vec3,
    pub(super) hand: Vec3,
}

/// The assumed ball of a foot without toes, relative to the ankle, leg lengths, in the foot's
/// frame.
const BALL: Vec3 = Vec3::new(0.0, -0.07, 0.16);

/// The parts whose rotation detects a leap, and their least mean angular velocity, radians per
/// second: 20 degrees per 1/30 s.
const LIMBS: [Role; 8] = [
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
];
const LEAP: f32 = 10.5;

/// The joints that a body must have, and those of its limbs.
pub(super) struct Limbs {
    pub(super) hips: usize,
    /// Hip, knee, ankle, toes.
    pub(super) legs: [(usize, usize, usize, Option<usize>); 2],
    /// Shoulder, elbow, wrist.
    pub(super) arms: [(usize, usize, usize); 2],
}

impl Limbs {
    /// `who` is "source" or "target", for errors.
    pub(super) fn of(figure: &Character<'_>, who: &str) -> Result<Self, RetargetError> {
        let refused = |what: &str| RetargetError::Unsupported {
            place: format!("the {who} \"{}\"", figure.name),
            what: what.to_owned(),
        };
        let human = figure
            .rig
            .humanoid()
            .ok_or_else(|| refused("a figure in which hips, arms and legs are not all known (a rig file can name them)"))?;
        let skeleton = &figure.rig.skeleton;
        let hangs = |joint: usize, above: usize| {
            skeleton.ancestors(joint).skip(1).any(|other| other == above)
        };
        let is_chain = |chain: &[usize]| chain.windows(2).all(|pair| hangs(pair[1], pair[0]));
        let arms = human.arms.map(|arm| (arm.upper, arm.lower, arm.hand));
        let legs = human.legs.map(|leg| (leg.upper, leg.lower, leg.foot, leg.toes));
        let sound = arms.iter().all(|&(a, b, c)| is_chain(&[human.hips, a, b, c]))
            && legs.iter().all(|&(a, b, c, d)| {
                is_chain(&[human.hips, a, b, c]) && d.is_none_or(|d| hangs(d, c))
            });
        if sound {
            Ok(Self { hips: human.hips, legs, arms })
        } else {
            Err(refused("a figure whose arms and legs are not below its hips"))
        }
    }

    /// The mean length of the legs and of the arms at rest.
    pub(super) fn lengths(&self, rest: &[Affine3]) -> [f32; 2] {
        let way = |a: usize, b: usize| rest[a].translation.distance(rest[b].translation);
        let leg: f32 = self.legs.iter().map(|&(a, b, c, _)| way(a, b) + way(b, c)).sum();
        let arm: f32 = self.arms.iter().map(|&(a, b, c)| way(a, b) + way(b, c)).sum();
        [0.5 * leg, 0.5 * arm]
    }

    /// The ball of a foot in the frame of the ankle's joint.
    pub(super) fn ball(&self, side: usize, rest: &[Affine3], frame: Quat) -> Vec3 {
        let (_, _, foot, toes) = self.legs[side];
        match toes {
            Some(toes) => rest[foot].inverse().transform_point3(rest[toes].translation),
            None => {
                let place = rest[foot].translation + rotate(frame, BALL) * self.lengths(rest)[0];
                rest[foot].inverse().transform_point3(place)
            }
        }
    }
}

/// The roles that are transferred individually: all but hips, trunk and neck.
pub(super) fn roles() -> impl Iterator<Item = Role> {
    let others = [Role::Hips, Role::Spine, Role::Chest, Role::UpperChest, Role::Neck, Role::Head];
    Role::ALL.into_iter().filter(move |role| !others.contains(role))
}

impl Recording {
    /// Reads the motion frame by frame.
    pub(super) fn of(
        figure: &Character<'_>,
        clip: &Clip,
        rate: f32,
    ) -> Result<Self, RetargetError> {
        let skeleton = &figure.rig.skeleton;
        let limbs = Limbs::of(figure, "source")?;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let segments =
            Segments::of(skeleton, &figure.rig.roles).ok_or_else(|| unknown("source", figure))?;
        let [leg, arm] = limbs.lengths(&rest);
        if !(leg > 0.0 && arm > 0.0 && leg.is_finite() && arm.is_finite()) {
            return Err(unknown("source", figure));
        }
        let mut joints = vec![limbs.hips];
        joints.extend(segments.trunk.iter().chain(&segments.neck));
        let mut parts = Vec::new();
        for role in roles() {
            let joint = figure
                .rig
                .roles
                .get(&role)
                .copied()
                .filter(|&joint| segments.frames[joint].is_some());
            parts.push(joint.map(|_| joints.len()));
            joints.extend(joint);
        }
        let person_from_model = segments.model_from_person.conjugate();
        let seats = joints.iter().map(|&joint| {
            let frame = segments.frames[joint].unwrap_or(segments.model_from_person);
            (joint, product(rotation_of(&rest[joint]).conjugate(), frame))
        });
        let reader = Reader {
            skeleton,
            person_from_model,
            seats: seats.collect(),
            balls: [0, 1].map(|side| {
                let foot = limbs.legs[side].2;
                limbs.ball(side, &rest, segments.frames[foot].unwrap_or(segments.model_from_person))
            }),
            limbs,
        };
        let mut recording = Self {
            step: 1.0 / rate,
            trunk: segments.trunk.len(),
            neck: segments.neck.len(),
            parts,
            leg,
            arm,
            has_fingers: has_fingers(figure),
            frames: Vec::new(),
        };
        recording.read_frames(&reader, figure.pose.clone(), clip, rate)?;
        Ok(recording)
    }

    /// Samples the clip from its start to its end, elbows and knees as hinges.
    fn read_frames(
        &mut self,
        reader: &Reader<'_>,
        mut pose: Pose,
        clip: &Clip,
        rate: f32,
    ) -> Result<(), RetargetError> {
        let hinges = self.hinges();
        let count = (clip.duration * rate + 1e-3).floor() as usize + 1;
        let mut maps = Vec::new();
        for frame in 0..count {
            clip.sample(frame as f32 / rate, &mut pose);
            reader.skeleton.forward_into(&pose, &mut maps);
            let mut moment = reader.moment(&maps, frame)?;
            for (hinge, [upper, lower]) in &hinges {
                let [above, below] = hinge.hinged(moment.turns[*upper], moment.turns[*lower]);
                (moment.turns[*upper], moment.turns[*lower]) = (above, below);
            }
            self.frames.push(moment);
        }
        Ok(())
    }

    /// The parts of arms and legs that a hinge connects.
    fn hinges(&self) -> Vec<(Hinge, [usize; 2])> {
        let [left, right] = Hinge::arms();
        let limbs = [
            (left, [Role::LeftUpperArm, Role::LeftLowerArm]),
            (right, [Role::RightUpperArm, Role::RightLowerArm]),
            (Hinge::leg(), [Role::LeftUpperLeg, Role::LeftLowerLeg]),
            (Hinge::leg(), [Role::RightUpperLeg, Role::RightLowerLeg]),
        ];
        limbs
            .into_iter()
            .filter_map(|(hinge, [upper, lower])| {
                Some((hinge, [self.part(upper)?, self.part(lower)?]))
            })
            .collect()
    }

    /// Processes each section between leaps separately: nothing is blended across a leap, or
    /// counted as a speed.
    pub(super) fn piece_by_piece<T>(
        mut self,
        mut make: impl FnMut(&Self) -> Vec<T>,
    ) -> (Self, Vec<T>) {
        let mut made = Vec::with_capacity(self.frames.len());
        let mut rest = std::mem::take(&mut self.frames);
        let mut frames = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            let end = (1..rest.len())
                .find(|&frame| self.leaps(&rest[frame - 1], &rest[frame]))
                .unwrap_or(rest.len());
            let behind = rest.split_off(end);
            self.frames = std::mem::replace(&mut rest, behind);
            made.extend(make(&self));
            frames.append(&mut self.frames);
        }
        self.frames = frames;
        (self, made)
    }

    /// Whether arms and legs rotate so much at once relative to the hips that it is not a motion:
    /// many recordings start with a frame in a T-pose.
    fn leaps(&self, before: &Moment, after: &Moment) -> bool {
        let limbs = LIMBS.iter().filter_map(|&role| self.part(role));
        let turned = limbs.map(|part| {
            let [a, b] = [before, after]
                .map(|moment| product(moment.turns[0].conjugate(), moment.turns[part]));
            angle(product(a.conjugate(), b))
        });
        turned.sum::<f32>() > LEAP * self.step * LIMBS.len() as f32
    }

    /// The part of a role.
    pub(super) fn part(&self, role: Role) -> Option<usize> {
        roles().zip(&self.parts).find(|(other, _)| *other == role).and_then(|(_, part)| *part)
    }
}

/// A figure whose shape cannot be measured.
pub(super) fn unknown(who: &str, figure: &Character<'_>) -> RetargetError {
    let what = "a figure whose facing direction and limb lengths cannot be determined".to_owned();
    RetargetError::Unsupported { place: format!("the {who} \"{}\"", figure.name), what }
}

/// Whether two fingers or more are known.
fn has_fingers(figure: &Character<'_>) -> bool {
    let knuckles = [
        Role::LeftIndexProximal,
        Role::LeftMiddleProximal,
        Role::LeftRingProximal,
        Role::LeftLittleProximal,
    ];
    knuckles.iter().filter(|role| figure.rig.roles.contains_key(role)).count() >= 2
}

struct Reader<'a> {
    skeleton: &'a Skeleton,
    person_from_model: Quat,
    /// The joint of each part, and its segment's frame relative to that joint.
    seats: Vec<(usize, Quat)>,
    balls: [Vec3; 2],
    limbs: Limbs,
}

impl Reader<'_> {
    fn moment(&self, maps: &[Affine3], frame: usize) -> Result<Moment, RetargetError> {
        let place = |v: Vec3| rotate(self.person_from_model, v);
        let at = |joint: usize| place(maps[joint].translation);
        let turns = self.seats.iter().map(|&(joint, seat)| {
            product(product(self.person_from_model, rotation_of(&maps[joint])), seat)
        });
        let legs = [0, 1].map(|side| {
            let (hip, _, foot, _) = self.limbs.legs[side];
            LegAt {
                hip: at(hip),
                ankle: at(foot),
                toes: place(maps[foot].transform_point3(self.balls[side])),
            }
        });
        let arms = self
            .limbs
            .arms
            .map(|(shoulder, _, hand)| ArmAt { shoulder: at(shoulder), hand: at(hand) });
        let moment = Moment { turns: turns.collect(), legs, arms };
        let is_finite = moment.turns.iter().all(|q| q.is_finite())
            && legs
                .iter()
                .all(|leg| leg.hip.is_finite() && leg.ankle.is_finite() && leg.toes.is_finite())
            && arms.iter().all(|arm| arm.shoulder.is_finite() && arm.hand.is_finite());
        if is_finite {
            return Ok(moment);
        }
        let problem = format!(
            "a position or rotation that is not finite, among {} joints",
            self.skeleton.len()
        );
        Err(RetargetError::Malformed { place: format!("frame {frame} of the motion"), problem })
    }
}
