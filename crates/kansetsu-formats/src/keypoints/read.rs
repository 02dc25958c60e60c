//! JSON of OpenPose and COCO.

use kansetsu::glam::Vec2;
use serde_json::{Map, Value};

use super::{ObservedPoint, Person, Point};
use crate::Error;

const FORMAT: &str = "keypoints";

/// The largest coordinate of a keypoint, pixels.
const FARTHEST: f64 = 1e6;

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
    let value: Value = serde_json::from_slice(bytes).map_err(|problem| {
        malformed(&format!("line {}", problem.line()), format!("this is not JSON: {problem}"))
    })?;
    let people = match &value {
        Value::Object(file) => of_object(file, "")?,
        Value::Array(entries) => {
            let entry = |(index, entry): (usize, &Value)| match entry {
                Value::Object(entry) => of_object(entry, &format!("[{index}]")),
                _ => Err(malformed(&format!("[{index}]"), "expected an object".to_owned())),
            };
            entries.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>()?.concat()
        }
        _ => return Err(none()),
    };
    if people.is_empty() {
        Err(malformed("people", "there is nobody".to_owned()))
    } else {
        Ok(people)
    }
}

pub(super) fn malformed(place: &str, problem: String) -> Error {
    Error::Malformed { format: FORMAT, place: place.to_owned(), problem }
}

fn none() -> Error {
    malformed(
        "the start of the file",
        "expected \"people\" (OpenPose), \"annotations\" or \"keypoints\" (COCO)".to_owned(),
    )
}

fn of_object(object: &Map<String, Value>, at: &str) -> Result<Vec<Person>, Error> {
    let list = |name: &str| {
        entries(object, name, if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") })
    };
    if object.contains_key("people") {
        let size = size_of(object, ["canvas_width", "canvas_height"]);
        return list("people")?
            .into_iter()
            .map(|(place, person)| of_openpose(person, place, size))
            .collect();
    }
    if object.contains_key("annotations") {
        let pictures =
            object.get("images").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let annotated = |(place, entry): Entry<'_>| {
            let id = entry.get("image_id");
            let picture = pictures
                .iter()
                .filter_map(Value::as_object)
                .find(|picture| id.is_some() && picture.get("id") == id);
            of_coco(entry, place, picture.and_then(|picture| size_of(picture, ["width", "height"])))
        };
        return list("annotations")?.into_iter().map(annotated).collect();
    }
    if object.contains_key("pose_keypoints_2d") {
        return Ok(vec![of_openpose(
            object,
            if at.is_empty() { "the person".to_owned() } else { at.to_owned() },
            None,
        )?]);
    }
    if object.contains_key("keypoints") {
        return Ok(vec![of_coco(
            object,
            if at.is_empty() { "the person".to_owned() } else { at.to_owned() },
            None,
        )?]);
    }
    Err(if at.is_empty() { none() } else { malformed(at, "expected \"keypoints\"".to_owned()) })
}

/// An object of a list, with its place in the file.
type Entry<'a> = (String, &'a Map<String, Value>);

/// The objects of a list.
fn entries<'a>(
    object: &'a Map<String, Value>,
    name: &str,
    place: String,
) -> Result<Vec<Entry<'a>>, Error> {
    let list = object
        .get(name)
        .and_then(Value::as_array)
        .ok_or_else(|| malformed(&place, "expected a list".to_owned()))?;
    let entry = |(index, entry): (usize, &'a Value)| {
        let place = format!("{place}[{index}]");
        entry
            .as_object()
            .map(|entry| (place.clone(), entry))
            .ok_or_else(|| malformed(&place, "expected an object".to_owned()))
    };
    list.iter().enumerate().map(entry).collect()
}

fn size_of(object: &Map<String, Value>, [width, height]: [&str; 2]) -> Option<Vec2> {
    let side = |name: &str| {
        object
            .get(name)?
            .as_f64()
            .filter(|side| (1.0..=FARTHEST).contains(side))
            .map(|side| side as f32)
    };
    Some(Vec2::new(side(width)?, side(height)?))
}

fn of_openpose(
    person: &Map<String, Value>,
    place: String,
    size: Option<Vec2>,
) -> Result<Person, Error> {
    let numbers = numbers(person, "pose_keypoints_2d", &place)?;
    let order: &[Point] = match numbers.len() {
        75 => &Point::BODY_25,
        54 => &Point::BODY_18,
        0 => &[],
        count => {
            let problem = format!(
                "{count} numbers; expected 75 (25 points) or 54 (18 points): x, y and confidence of each"
            );
            return Err(malformed(&format!("{place}.pose_keypoints_2d"), problem));
        }
    };
    let points = points(order, &numbers, &place, |confidence| confidence)?;
    Ok(Person { place, points, size })
}

fn of_coco(
    person: &Map<String, Value>,
    place: String,
    size: Option<Vec2>,
) -> Result<Person, Error> {
    let numbers = numbers(person, "keypoints", &place)?;
    if numbers.len() != 51 {
        let problem = format!(
            "{} numbers; expected 51: x, y and visibility or score of 17 points",
            numbers.len()
        );
        return Err(malformed(&format!("{place}.keypoints"), problem));
    }
    // In annotations 2 is visible, 1 is occluded, 0 is missing; results have scores.
    let is_flagged = numbers.chunks_exact(3).any(|point| point[2] == 2.0);
    let points =
        points(
            &Point::COCO_17,
            &numbers,
            &place,
            |third| if is_flagged { 0.5 * third } else { third },
        )?;
    Ok(Person { place, points, size })
}

fn numbers(person: &Map<String, Value>, name: &str, place: &str) -> Result<Vec<f64>, Error> {
    let within = format!("{place}.{name}");
    let list = person
        .get(name)
        .and_then(Value::as_array)
        .ok_or_else(|| malformed(&within, "expected a list of numbers".to_owned()))?;
    let number = |(index, number): (usize, &Value)| {
        number.as_f64().ok_or_else(|| {
            malformed(&format!("{within}[{index}]"), format!("expected a number, found {number}"))
        })
    };
    list.iter().enumerate().map(number).collect()
}

/// The keypoints with data.
fn points(
    order: &[Point],
    numbers: &[f64],
    place: &str,
    trusted: impl Fn(f64) -> f64,
) -> Result<Vec<ObservedPoint>, Error> {
    let mut points = Vec::new();
    for (&point, three) in order.iter().zip(numbers.chunks_exact(3)) {
        let confidence = trusted(three[2]);
        if !(0.0..=2.0).contains(&confidence) {
            let problem = format!("a confidence of {}; expected 0 to 1", three[2]);
            return Err(malformed(&format!("{place}, {point}"), problem));
        }
        if three[..2].iter().any(|number| number.abs() > FARTHEST) {
            return Err(malformed(
                &format!("{place}, {point}"),
                format!("{}, {} is not a position in a picture", three[0], three[1]),
            ));
        }
        if confidence > 0.0 {
            points.push(ObservedPoint {
                point,
                pixel: Vec2::new(three[0] as f32, three[1] as f32),
                confidence: confidence.min(1.0) as f32,
            });
        }
    }
    Ok(points)
}
