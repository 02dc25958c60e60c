//! The orders of keypoints, by their count.
//!
//! Sources: OpenPose, "Output" (BODY_25, the 18 points of its COCO model, hands); COCO, "Keypoint
//! detection"; S. Jin et al., "Whole-Body Human Pose Estimation in the Wild", ECCV 2020 (133
//! points); H.-S. Fang et al., "AlphaPose", TPAMI 2023 (Halpe, 26 and 136 points); MediaPipe,
//! "Pose landmarks" (33 points).

use super::Point;

/// The order of a list of keypoints; `None` for points that are not used.
pub(super) type Order = Vec<Option<Point>>;

/// The counts of keypoints in use.
pub(super) const COUNTS: [usize; 8] = [17, 18, 23, 25, 26, 33, 133, 136];

/// The points of the feet after the 17 of COCO.
const FEET: [Point; 6] = [
    Point::LeftBigToe,
    Point::LeftSmallToe,
    Point::LeftHeel,
    Point::RightBigToe,
    Point::RightSmallToe,
    Point::RightHeel,
];

/// The points of Halpe after the 17 of COCO: head, neck, middle of the hips, feet.
const HALPE: [Option<Point>; 9] = [
    None,
    Some(Point::Neck),
    Some(Point::MidHip),
    Some(Point::LeftBigToe),
    Some(Point::RightBigToe),
    Some(Point::LeftSmallToe),
    Some(Point::RightSmallToe),
    Some(Point::LeftHeel),
    Some(Point::RightHeel),
];

/// The points of a face in the lists of whole bodies; none is used.
const FACE: usize = 68;

/// The order of a list of this many keypoints.
pub(super) fn order(count: usize) -> Option<Order> {
    let coco = || Point::COCO_17.into_iter().map(Some);
    let hands = || hand(0).into_iter().chain(hand(1));
    Some(match count {
        17 => coco().collect(),
        18 => Point::BODY_18.into_iter().map(Some).collect(),
        23 => coco().chain(FEET.map(Some)).collect(),
        25 => Point::BODY_25.into_iter().map(Some).collect(),
        26 => coco().chain(HALPE).collect(),
        33 => media_pipe().to_vec(),
        133 => coco().chain(FEET.map(Some)).chain([None; FACE]).chain(hands()).collect(),
        136 => coco().chain(HALPE).chain([None; FACE]).chain(hands()).collect(),
        _ => return None,
    })
}

/// The six points of feet that COCO-WholeBody stores apart.
pub(super) fn feet() -> Order {
    FEET.map(Some).to_vec()
}

/// The 21 points of a hand, left (0) or right (1): the wrist, and four of each finger from the
/// thumb on. The first of a finger is its knuckle.
pub(super) fn hand(side: usize) -> Order {
    let mut order = vec![None; 21];
    for (finger, point) in Point::KNUCKLES[side.min(1)].into_iter().enumerate() {
        order[5 + 4 * finger] = Some(point);
    }
    order
}

fn media_pipe() -> [Option<Point>; 33] {
    let mut order = [None; 33];
    for (index, point) in [
        (0, Point::Nose),
        (2, Point::LeftEye),
        (5, Point::RightEye),
        (7, Point::LeftEar),
        (8, Point::RightEar),
        (11, Point::LeftShoulder),
        (12, Point::RightShoulder),
        (13, Point::LeftElbow),
        (14, Point::RightElbow),
        (15, Point::LeftWrist),
        (16, Point::RightWrist),
        (17, Point::LeftLittleKnuckle),
        (18, Point::RightLittleKnuckle),
        (19, Point::LeftIndexKnuckle),
        (20, Point::RightIndexKnuckle),
        (23, Point::LeftHip),
        (24, Point::RightHip),
        (25, Point::LeftKnee),
        (26, Point::RightKnee),
        (27, Point::LeftAnkle),
        (28, Point::RightAnkle),
        (29, Point::LeftHeel),
        (30, Point::RightHeel),
        (31, Point::LeftBigToe),
        (32, Point::RightBigToe),
    ] {
        order[index] = Some(point);
    }
    order
}

/// The point of a name: "left_shoulder", "LeftShoulder", "RShoulder".
pub(super) fn named(name: &str) -> Option<Point> {
    let word: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Point::BODY_25.into_iter().find(|point| {
        let full = point.to_string().to_ascii_lowercase();
        let short = full.replacen("right", "r", 1).replacen("left", "l", 1);
        word == full || (short != full && word == short)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_its_count_and_each_point_once() {
        for count in COUNTS {
            let order = order(count).expect("a known count");
            assert_eq!(order.len(), count);
            let mut points: Vec<Point> = order.into_iter().flatten().collect();
            let all = points.len();
            points.sort_unstable();
            points.dedup();
            assert_eq!(points.len(), all, "{count}");
        }
        assert_eq!(order(133).expect("whole body")[96], Some(Point::LeftIndexKnuckle));
        assert_eq!(order(133).expect("whole body")[117], Some(Point::RightIndexKnuckle));
        assert_eq!(named("left_shoulder"), Some(Point::LeftShoulder));
        assert_eq!(named("RWrist"), Some(Point::RightWrist));
        assert_eq!(named("nose"), Some(Point::Nose));
        assert_eq!(named("tail"), None);
    }
}
