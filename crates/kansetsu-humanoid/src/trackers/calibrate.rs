//! Calibration: which tracker is which, its offset, and the person's size, from one pose of a
//! standing person.

use kansetsu::{
    Error,
    d3::{Goal, Pose, rotation_of},
    glam::{Affine3, Mat3, Quat, Vec3},
    math::{Rot, vector},
};

use super::{
    body_tracker::BodyTracker,
    calibration::{Calibration, TrackedPart, TrackerOffset},
};

/// The height of the eyes above the joint that rotates the head, and their distance in front of it,
/// as fractions of that joint's height. Drillis & Contini, *Body Segment Parameters* (1966): eyes
/// at 0.936 of the stature, the top of the neck at 0.87. At ×0.5 of the first a figure is 3 % too
/// large for the person, at ×2 7 % too small; for the second, its head is 5 cm behind or 9 cm in
/// front.
const EYES: [f32; 2] = [0.07, 0.06];

/// The height below which trackers are on feet, and that above which one in the middle is on the
/// chest, as fractions of the head's height. The first is between an ankle's 0.06 and a hip's 0.6,
/// which include ×0.5 and ×2. The second is between a hip's and the middle of a chest's 0.8: at
/// ×0.5 hips are mistaken for the chest, at ×2 the chest for hips.
const FEET: f32 = 0.25;
const CHEST: f32 = 0.68;

/// The distance of the middle of a hand from the wrist, as a fraction of the forearm: 9 cm. At ×0.5
/// wrists are 4 cm too far forward, at ×2 9 cm too far back.
const PALM: f32 = 0.35;

impl BodyTracker {
    /// Fits the figure to a person who stands upright on a floor at this height (metres in the
    /// trackers' space, whose y is up) and faces this direction: arms anywhere below the head, as
    /// in a T-pose or hanging. Positions identify the trackers: the highest is on the head, the
    /// lowest are on feet, those furthest to the sides on hands, the rest on hips and chest.
    ///
    /// # Errors
    /// [`Error::InvalidTrackers`] for fewer than 3 or more than 7, for poses that are not finite,
    /// for a person who does not stand, and for trackers in positions that no standing person has.
    pub fn calibrate(
        &mut self,
        trackers: &[Affine3],
        person_floor: f32,
        facing: Vec3,
    ) -> Result<Calibration, Error> {
        let fault = |what: &str| Err(Error::InvalidTrackers { what: what.to_owned() });
        if !(3..=7).contains(&trackers.len()) {
            return fault("3 to 7 are required: head and hands, optionally hips, chest and feet");
        }
        if !(trackers.iter().all(|tracker| tracker.is_finite()) && person_floor.is_finite()) {
            return fault("a pose is not finite");
        }
        let Some(facing) = vector::unit(Vec3::new(facing.x, 0.0, facing.z)) else {
            return fault("the direction that the person faces is not level");
        };
        let parts = parts_of(trackers, person_floor, facing)?;
        let Some(head) = parts.iter().position(|&part| part == TrackedPart::Head) else {
            return fault("none is on the head");
        };
        let height = trackers[head].translation.y - person_floor;
        let stands = self.standing(facing);
        let Some(head_joint) = self.joint(TrackedPart::Head) else {
            return fault("the figure has no head");
        };
        let own = self.skeleton().forward(&stands)[head_joint].translation.y - self.floor_at_rest;
        if !(height > 1e-3 && own > 1e-3) {
            return fault("the head is not above the floor");
        }
        let worn = parts
            .iter()
            .map(|&part| TrackerOffset { part, tracker_from_joint: Affine3::IDENTITY })
            .collect();
        let scale = own * (1.0 + EYES[0]) / height;
        let mut fitting =
            Calibration { offsets: worn, scale, person_floor, figure_floor: self.floor_at_rest };
        let places: Vec<Affine3> = trackers.iter().map(|tracker| fitting.scaled(tracker)).collect();
        let eyes = Vec3::Y * (EYES[0] * own) + facing * (EYES[1] * own);
        let pose = self.as_worn(stands, (&parts, &places), eyes)?;
        let joints = self.skeleton().forward(&pose);
        for ((worn, place), &part) in fitting.offsets.iter_mut().zip(&places).zip(&parts) {
            let Some(joint) = self.joint(part) else {
                return fault("the figure lacks a joint that is tracked");
            };
            let there = Affine3::from_rotation_translation(
                rotation_of(&joints[joint]),
                joints[joint].translation,
            );
            worn.tracker_from_joint = place.inverse() * there;
            if let Some(palm) = self.palm(part) {
                // A hand holds its tracker, for any length of the arm.
                worn.tracker_from_joint.translation =
                    -worn.tracker_from_joint.transform_vector3(palm);
            }
        }
        Ok(fitting)
    }

    /// The rest pose with this heading.
    fn standing(&self, facing: Vec3) -> Pose {
        let mut pose = self.skeleton().rest_pose();
        let [left, right] =
            self.humanoid.legs.map(|leg| self.skeleton().forward(&pose)[leg.upper].translation);
        let own =
            vector::unit((left - right).with_y(0.0)).map_or(Vec3::Z, |left| left.cross(Vec3::Y));
        let [now, then] = [own, facing]
            .map(|way| Rot::from_matrix(&Mat3::from_cols(Vec3::Y.cross(way), Vec3::Y, way)));
        self.turn_hips(&mut pose, (then * now.inverse()).normalized());
        pose
    }

    /// The figure in the person's pose: feet on the floor below the head, hands and the other parts
    /// at their trackers.
    fn as_worn(
        &mut self,
        mut pose: Pose,
        (parts, places): (&[TrackedPart], &[Affine3]),
        eyes: Vec3,
    ) -> Result<Pose, Error> {
        let of = |wanted: TrackedPart| {
            parts.iter().position(|&part| part == wanted).map(|index| places[index].translation)
        };
        let (Some(head), Some(joint)) = (of(TrackedPart::Head), self.joint(TrackedPart::Head))
        else {
            return Ok(pose);
        };
        let way = (head - eyes - self.skeleton().forward(&pose)[joint].translation).with_y(0.0);
        self.move_hips(&mut pose, way);
        let stands = self.skeleton().forward(&pose);
        let mut goals = vec![Goal::position(joint, head - eyes)];
        for part in [TrackedPart::LeftHand, TrackedPart::RightHand] {
            if let (Some(place), Some(joint), Some(palm)) =
                (of(part), self.joint(part), self.palm(part))
            {
                goals.push(Goal::position(joint, place).with_offset(palm));
            }
        }
        for leg in &self.humanoid.legs {
            goals.push(
                Goal::position(leg.foot, stands[leg.foot].translation)
                    .with_orientation(rotation_of(&stands[leg.foot])),
            );
        }
        self.solve(&goals, &mut pose)?;
        Ok(pose)
    }

    /// The middle of a hand, in its joint's frame.
    fn palm(&self, part: TrackedPart) -> Option<Vec3> {
        let arm = match part {
            TrackedPart::LeftHand => &self.humanoid.arms[0],
            TrackedPart::RightHand => &self.humanoid.arms[1],
            _ => return None,
        };
        let rest = self.skeleton().forward(&self.skeleton().rest_pose());
        let way = (rest[arm.hand].translation - rest[arm.lower].translation) * PALM;
        let turn: Quat = rotation_of(&rest[arm.hand]);
        Some(turn.inverse() * way)
    }
}

/// The part of each tracker.
fn parts_of(trackers: &[Affine3], floor: f32, facing: Vec3) -> Result<Vec<TrackedPart>, Error> {
    let fault = |what: &str| Error::InvalidTrackers { what: what.to_owned() };
    let height = |index: usize| trackers[index].translation.y - floor;
    let mut left: Vec<usize> = (0..trackers.len()).collect();
    left.sort_by(|&a, &b| height(a).total_cmp(&height(b)));
    let Some(head) = left.pop() else { return Err(fault("there are none")) };
    let aside = |index: usize| {
        (trackers[index].translation - trackers[head].translation).dot(Vec3::Y.cross(facing))
    };
    let mut parts = vec![TrackedPart::Head; trackers.len()];
    let (feet, mut others): (Vec<usize>, Vec<usize>) =
        left.iter().partition(|&&index| height(index) < FEET * height(head));
    match feet[..] {
        [] => {}
        [one] => {
            parts[one] =
                if aside(one) > 0.0 { TrackedPart::LeftFoot } else { TrackedPart::RightFoot }
        }
        [a, b] => {
            let (one, other) = if aside(a) > aside(b) { (a, b) } else { (b, a) };
            (parts[one], parts[other]) = (TrackedPart::LeftFoot, TrackedPart::RightFoot);
        }
        _ => return Err(fault("more than two are as low as feet; stand upright")),
    }
    others.sort_by(|&a, &b| aside(a).total_cmp(&aside(b)));
    let [right, ref between @ .., hand] = others[..] else {
        return Err(fault("two hands are required, away from the floor"));
    };
    if !(aside(hand) > 0.0 && aside(right) < 0.0) {
        return Err(fault(
            "the hands are not at either side of the head; set the direction that the person faces",
        ));
    }
    (parts[hand], parts[right]) = (TrackedPart::LeftHand, TrackedPart::RightHand);
    match *between {
        [] => {}
        [one] => {
            parts[one] = if height(one) > CHEST * height(head) {
                TrackedPart::Chest
            } else {
                TrackedPart::Hips
            }
        }
        [a, b] => {
            let (upper, lower) = if height(a) > height(b) { (a, b) } else { (b, a) };
            (parts[upper], parts[lower]) = (TrackedPart::Chest, TrackedPart::Hips);
        }
        _ => return Err(fault("more than two trackers are left in the middle for hips and chest")),
    }
    Ok(parts)
}
