//! The result of a calibration: which tracker is which, its offset, and the person's size.

use kansetsu::{Error, d3::rotation_of, glam::Affine3};

/// The body part that wears a tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum TrackedPart {
    /// The head.
    Head,
    /// The uppermost joint of the back.
    Chest,
    /// The pelvis.
    Hips,
    /// The left hand or an object in it.
    LeftHand,
    /// The right hand or an object in it.
    RightHand,
    /// A foot.
    LeftFoot,
    /// A foot.
    RightFoot,
}

/// A tracker on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TrackerOffset {
    /// The body part that wears it.
    pub part: TrackedPart,
    /// The joint of this part relative to the tracker, in the figure's metres.
    pub tracker_from_joint: Affine3,
}

/// The offsets of the trackers. Plain data: made once by
/// [`BodyTracker::calibrate`](super::BodyTracker::calibrate), or for tracked joints by
/// [`Calibration::joints`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Calibration {
    /// The trackers, in the order of their poses.
    #[cfg_attr(feature = "serde", serde(alias = "worn"))]
    pub offsets: Vec<TrackerOffset>,
    /// The size of the figure relative to the person, more than 0.
    pub scale: f32,
    /// The height of the person's floor, metres.
    pub person_floor: f32,
    /// The height of the figure's floor, metres.
    pub figure_floor: f32,
}

impl Calibration {
    /// The calibration of the figure's own joints, in its size and on its floor.
    #[must_use]
    pub fn joints(parts: &[TrackedPart]) -> Self {
        let worn = parts
            .iter()
            .map(|&part| TrackerOffset { part, tracker_from_joint: Affine3::IDENTITY })
            .collect();
        Self { offsets: worn, scale: 1.0, person_floor: 0.0, figure_floor: 0.0 }
    }

    /// Whether this part is tracked.
    #[must_use]
    pub fn has(&self, part: TrackedPart) -> bool {
        self.offsets.iter().any(|worn| worn.part == part)
    }

    /// A pose from the person's room in the figure's.
    pub(super) fn scaled(&self, seen: &Affine3) -> Affine3 {
        let mut place = seen.translation * self.scale;
        place.y = (seen.translation.y - self.person_floor) * self.scale + self.figure_floor;
        Affine3::from_rotation_translation(rotation_of(seen), place)
    }

    pub(super) fn joint_at(&self, worn: &TrackerOffset, seen: &Affine3) -> Affine3 {
        self.scaled(seen) * worn.tracker_from_joint
    }

    /// The poses of the trackers; those of lost ones are predicted: they move with the head.
    pub(super) fn carried(
        &self,
        seen: &[Option<Affine3>],
        last: &[Option<Affine3>],
    ) -> Result<Vec<Option<Affine3>>, Error> {
        if seen.len() != self.offsets.len() {
            let what = format!("{} poses for {} trackers", seen.len(), self.offsets.len());
            return Err(Error::InvalidTrackers { what });
        }
        if let Some(index) = seen.iter().position(|seen| seen.is_some_and(|seen| !seen.is_finite()))
        {
            return Err(Error::InvalidTrackers {
                what: format!("the pose of tracker {index} is not finite"),
            });
        }
        let head = self.offsets.iter().position(|worn| worn.part == TrackedPart::Head);
        let moved = head.and_then(|head| Some(seen[head]? * last.get(head).copied()??.inverse()));
        let carry = |(index, seen): (usize, &Option<Affine3>)| {
            seen.or_else(|| Some(moved.unwrap_or(Affine3::IDENTITY) * last.get(index).copied()??))
        };
        Ok(seen.iter().enumerate().map(carry).collect())
    }
}
