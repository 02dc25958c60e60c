//! People in the files of pose detectors.

use kansetsu::glam::Vec2;
use serde_json::{Map, Value};

use super::fault::{FARTHEST, malformed};
use super::layout::{self, Order};
use super::values::{RawPoint, RawPoints, is_points, read as read_points};
use super::{Person, person};
use crate::Error;

/// The people of a file, in its order. A person without visible keypoints has no points.
///
/// # Errors
/// [`Error::Malformed`] for a file that is not JSON, has no people, or has invalid keypoints; it
/// names the person and the keypoint.
///
/// ```
/// let text = r#"[{"image_id": 1, "keypoints": [310, 80, 0.9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 340, 150, 0.8, 280, 150, 0.8,
///     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 330, 300, 0.7, 290, 300, 0.7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}]"#;
/// let people = kansetsu_formats::keypoints::read(text.as_bytes())?;
/// assert_eq!(people[0].points.len(), 5);
/// # Ok::<(), kansetsu_formats::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Person>, Error> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(problem) => of_labels(bytes).ok_or_else(|| {
            malformed(&format!("line {}", problem.line()), format!("this is not JSON: {problem}"))
        })?,
    };
    let people = people(&value, "", None, 0)?;
    if people.is_empty() {
        Err(malformed("people", "there is nobody".to_owned()))
    } else {
        Ok(people)
    }
}

fn none() -> Error {
    malformed(
        "the start of the file",
        "expected \"people\" (OpenPose), \"annotations\" or \"keypoints\" (COCO, MMPose, AlphaPose, YOLO), or \"landmarks\" (MediaPipe)".to_owned(),
    )
}

/// Lists of people and of frames, by the programs' names for them.
const LISTS: [&str; 9] = [
    "people",
    "bodies",
    "annotations",
    "instance_info",
    "instances",
    "predictions",
    "results",
    "frames",
    "poses",
];

/// The keypoints of a person, by the programs' names for them.
const POINTS: [&str; 8] = [
    "pose_keypoints_2d",
    "keypoints",
    "pose_landmarks",
    "poseLandmarks",
    "landmarks",
    "landmark",
    "joints",
    "pose",
];

/// The deepest nesting of lists; programs write 4.
const DEEPEST: usize = 8;

fn people(value: &Value, at: &str, size: Option<Vec2>, depth: usize) -> Result<Vec<Person>, Error> {
    let unknown =
        || if at.is_empty() { none() } else { malformed(at, "expected \"keypoints\"".to_owned()) };
    if depth > DEEPEST {
        return Err(unknown());
    }
    match value {
        Value::Array(_) if is_points(value) && depth > 0 || is_bare(value) => {
            let points = read_points(value, None, named(at), None)?;
            Ok(vec![person::of(named(at), vec![points], size)?])
        }
        Value::Array(list) => {
            let entry = |(index, entry): (usize, &Value)| {
                let place = format!("{at}[{index}]");
                match entry {
                    Value::Object(_) | Value::Array(_) => people(entry, &place, size, depth + 1),
                    _ => Err(malformed(&place, "expected an object".to_owned())),
                }
            };
            Ok(list.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>()?.concat())
        }
        Value::Object(object) => of_object(object, at, size, depth),
        _ => Err(unknown()),
    }
}

/// Whether a whole file is the keypoints of one person.
fn is_bare(value: &Value) -> bool {
    let is_list = value.as_array().is_some_and(|list| !list.is_empty());
    let is_first_object_a_person = value
        .get(0)
        .and_then(Value::as_object)
        .is_some_and(|entry| POINTS.iter().any(|name| entry.contains_key(*name)));
    is_list && is_points(value) && !is_first_object_a_person
}

fn named(at: &str) -> &str {
    if at.is_empty() { "the person" } else { at }
}

fn of_object(
    object: &Map<String, Value>,
    at: &str,
    size: Option<Vec2>,
    depth: usize,
) -> Result<Vec<Person>, Error> {
    let size = size_of(object).or(size);
    let place = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    if let Some(name) = LISTS.into_iter().find(|name| object.contains_key(*name)) {
        return of_list(object, name, &place(name), size, depth);
    }
    let points = POINTS.into_iter().find(|name| object.contains_key(*name));
    if let Some(name) = points {
        // A list of several people's points.
        let value = &object[name];
        let is_several = value.as_array().is_some_and(|list| {
            list.first().is_some_and(|first| first.is_array() && is_points(first))
        });
        if is_several && !is_points(value) {
            return people(value, &place(name), size, depth + 1);
        }
        return Ok(vec![of_person(object, name, at, size)?]);
    }
    // AlphaPose writes an object with the name of each picture.
    let pictures: Vec<(&String, &Value)> = object
        .iter()
        .filter(|(_, value)| {
            value.as_object().is_some_and(|inner| {
                LISTS.iter().chain(&POINTS).any(|name| inner.contains_key(*name))
            })
        })
        .collect();
    if pictures.is_empty() {
        return Err(if at.is_empty() {
            none()
        } else if at.contains("people[") {
            malformed(&place("pose_keypoints_2d"), "expected a list of numbers".to_owned())
        } else {
            malformed(at, "expected \"keypoints\"".to_owned())
        });
    }
    let all = pictures.into_iter().map(|(name, value)| people(value, name, size, depth + 1));
    Ok(all.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The people of a list. A COCO annotation has the size of its picture.
fn of_list(
    object: &Map<String, Value>,
    name: &str,
    place: &str,
    size: Option<Vec2>,
    depth: usize,
) -> Result<Vec<Person>, Error> {
    let Some(list) = object[name].as_array() else {
        return Err(malformed(place, "expected a list".to_owned()));
    };
    let pictures = object.get("images").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut all = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let place = format!("{place}[{index}]");
        let id = entry.get("image_id");
        let picture = pictures
            .iter()
            .filter_map(Value::as_object)
            .find(|picture| id.is_some() && picture.get("id") == id);
        let size = picture.and_then(size_of).or(size);
        match entry {
            Value::Object(_) | Value::Array(_) => {
                all.extend(people(entry, &place, size, depth + 1)?)
            }
            _ => return Err(malformed(&place, "expected an object".to_owned())),
        }
    }
    Ok(all)
}

/// The names of a picture's sides.
const SIZES: [[&str; 2]; 3] =
    [["canvas_width", "canvas_height"], ["image_width", "image_height"], ["width", "height"]];

fn size_of(object: &Map<String, Value>) -> Option<Vec2> {
    let side = |name: &str| {
        object
            .get(name)?
            .as_f64()
            .filter(|side| (1.0..=FARTHEST).contains(side))
            .map(|side| side as f32)
    };
    SIZES.into_iter().find_map(|[width, height]| Some(Vec2::new(side(width)?, side(height)?)))
}

/// The keypoints of hands and feet that are beside those of the body: the list's name, and the side
/// of a hand; 2 for feet.
const BESIDE: [(&str, usize); 10] = [
    ("hand_left_keypoints_2d", 0),
    ("hand_right_keypoints_2d", 1),
    ("lefthand_kpts", 0),
    ("righthand_kpts", 1),
    ("left_hand_landmarks", 0),
    ("right_hand_landmarks", 1),
    ("leftHandLandmarks", 0),
    ("rightHandLandmarks", 1),
    ("foot_kpts", 2),
    ("foot_keypoints_2d", 2),
];

/// The names of a list of confidences.
const SCORES: [&str; 4] = ["keypoint_scores", "keypoints_scores", "keypoint_score", "kp_score"];

fn of_person(
    object: &Map<String, Value>,
    name: &str,
    at: &str,
    size: Option<Vec2>,
) -> Result<Person, Error> {
    let place = named(at);
    let within = |name: &str| format!("{place}.{name}");
    let scores = SCORES.into_iter().find_map(|name| object.get(name));
    let value = &object[name];
    let body = match value {
        Value::Null => RawPoints::default(),
        value => read_points(value, scores, &within(name), None)?,
    };
    let body = if name == "keypoints" { unflagged(body) } else { body };
    let mut lists = vec![body];
    for (name, side) in BESIDE {
        let Some(value) = object.get(name).filter(|value| !is_blank(value)) else { continue };
        let order: Order = if side == 2 { layout::feet() } else { layout::hand(side) };
        lists.push(unflagged(read_points(value, None, &within(name), Some(order))?));
    }
    person::of(place, lists, size)
}

fn is_blank(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

/// In COCO's annotations the third number is 2 for visible, 1 for occluded, 0 for missing points;
/// results have scores.
fn unflagged(mut list: RawPoints) -> RawPoints {
    let points = || list.points.iter().flatten();
    let is_flag = |point: &RawPoint| point.confidence.is_some_and(|flag| flag.fract() == 0.0);
    if points().all(is_flag) && points().any(|point| point.confidence == Some(2.0)) {
        for point in list.points.iter_mut().flatten() {
            point.confidence = point.confidence.map(|flag| 0.5 * flag);
        }
    }
    list
}

/// The label file of YOLO as JSON: in each line a class, a box, and x, y and visibility of 17
/// points, or only x and y, as fractions of the picture.
fn of_labels(bytes: &[u8]) -> Option<Value> {
    const BEFORE: usize = 5;
    let text = std::str::from_utf8(bytes).ok()?;
    let mut people = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let numbers: Option<Vec<f64>> =
            line.split_whitespace().map(|word| word.parse().ok()).collect();
        let numbers = numbers?;
        let points = numbers.get(BEFORE..)?;
        // A confidence may stand at the end.
        let count = [51, 34].into_iter().find(|count| (points.len() | 1) == (count | 1))?;
        people.push(serde_json::json!({ "keypoints": points.get(..count)? }));
    }
    (!people.is_empty()).then(|| Value::Array(people))
}
