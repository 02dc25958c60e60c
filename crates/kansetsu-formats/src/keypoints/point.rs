//! The keypoints of a body in a picture.

use std::fmt;

use kansetsu::glam::Vec2;

/// A keypoint of a body. Left and right are the person's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it: they are the published ones")]
pub enum Point {
    Nose,
    Neck,
    RightShoulder,
    RightElbow,
    RightWrist,
    LeftShoulder,
    LeftElbow,
    LeftWrist,
    MidHip,
    RightHip,
    RightKnee,
    RightAnkle,
    LeftHip,
    LeftKnee,
    LeftAnkle,
    RightEye,
    LeftEye,
    RightEar,
    LeftEar,
    LeftBigToe,
    LeftSmallToe,
    LeftHeel,
    RightBigToe,
    RightSmallToe,
    RightHeel,
    LeftIndexKnuckle,
    LeftMiddleKnuckle,
    LeftRingKnuckle,
    LeftLittleKnuckle,
    RightIndexKnuckle,
    RightMiddleKnuckle,
    RightRingKnuckle,
    RightLittleKnuckle,
}

impl Point {
    /// The first joints of the fingers of the left and of the right hand, from the index finger to
    /// the little finger.
    pub const KNUCKLES: [[Self; 4]; 2] = [
        [
            Self::LeftIndexKnuckle,
            Self::LeftMiddleKnuckle,
            Self::LeftRingKnuckle,
            Self::LeftLittleKnuckle,
        ],
        [
            Self::RightIndexKnuckle,
            Self::RightMiddleKnuckle,
            Self::RightRingKnuckle,
            Self::RightLittleKnuckle,
        ],
    ];

    /// The 25 points of OpenPose's `BODY_25`, in its order.
    pub const BODY_25: [Self; 25] = [
        Self::Nose,
        Self::Neck,
        Self::RightShoulder,
        Self::RightElbow,
        Self::RightWrist,
        Self::LeftShoulder,
        Self::LeftElbow,
        Self::LeftWrist,
        Self::MidHip,
        Self::RightHip,
        Self::RightKnee,
        Self::RightAnkle,
        Self::LeftHip,
        Self::LeftKnee,
        Self::LeftAnkle,
        Self::RightEye,
        Self::LeftEye,
        Self::RightEar,
        Self::LeftEar,
        Self::LeftBigToe,
        Self::LeftSmallToe,
        Self::LeftHeel,
        Self::RightBigToe,
        Self::RightSmallToe,
        Self::RightHeel,
    ];

    /// The 18 points of OpenPose's COCO model, in its order, which image generators read.
    pub const BODY_18: [Self; 18] = [
        Self::Nose,
        Self::Neck,
        Self::RightShoulder,
        Self::RightElbow,
        Self::RightWrist,
        Self::LeftShoulder,
        Self::LeftElbow,
        Self::LeftWrist,
        Self::RightHip,
        Self::RightKnee,
        Self::RightAnkle,
        Self::LeftHip,
        Self::LeftKnee,
        Self::LeftAnkle,
        Self::RightEye,
        Self::LeftEye,
        Self::RightEar,
        Self::LeftEar,
    ];

    /// The 17 points of COCO's persons, in its order.
    pub const COCO_17: [Self; 17] = [
        Self::Nose,
        Self::LeftEye,
        Self::RightEye,
        Self::LeftEar,
        Self::RightEar,
        Self::LeftShoulder,
        Self::RightShoulder,
        Self::LeftElbow,
        Self::RightElbow,
        Self::LeftWrist,
        Self::RightWrist,
        Self::LeftHip,
        Self::RightHip,
        Self::LeftKnee,
        Self::RightKnee,
        Self::LeftAnkle,
        Self::RightAnkle,
    ];
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A keypoint in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedPoint {
    /// The keypoint.
    pub point: Point,
    /// The position, pixels, x to the right and y down.
    pub pixel: Vec2,
    /// The confidence, in (0, 1].
    pub confidence: f32,
}

/// Keypoints as OpenPose writes them in `pose_keypoints_2d`: x, y and confidence of each in this
/// order, zeros for invisible ones.
#[must_use]
pub fn numbers(order: &[Point], points: &[ObservedPoint]) -> Vec<f32> {
    let of = |point: &Point| {
        points
            .iter()
            .find(|seen| seen.point == *point)
            .map_or([0.0; 3], |seen| [seen.pixel.x, seen.pixel.y, seen.confidence])
    };
    order.iter().flat_map(of).collect()
}
