//! Lists of keypoints in their many forms.
//!
//! A list is flat (x, y and confidence of each, also without confidence or with a depth), or has a
//! list or an object for each point, or is an object of three lists. A `null` is a point that was
//! not found.

use serde_json::{Map, Value};

use super::fault::malformed;
use super::layout::{COUNTS, Order, named, order};
use crate::Error;

/// A point as a file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RawPoint {
    pub(super) x: f64,
    pub(super) y: f64,
    /// `None` for a file that does not have it.
    pub(super) confidence: Option<f64>,
}

/// The points of a list, with their order; `None` for points that were not found.
#[derive(Clone, Debug, Default)]
pub(super) struct RawPoints {
    pub(super) points: Vec<Option<RawPoint>>,
    pub(super) order: Order,
}

/// Whether a value has the form of a list of keypoints, and not that of a list of people.
pub(super) fn is_points(value: &Value) -> bool {
    match value {
        Value::Object(lists) => lists.contains_key("x") && lists.contains_key("y"),
        Value::Array(list) => match list.iter().find(|entry| !entry.is_null()) {
            Some(Value::Number(_)) => true,
            Some(Value::Object(point)) => point.contains_key("x") && point.contains_key("y"),
            Some(Value::Array(point)) => {
                COUNTS.contains(&list.len())
                    && (2..=4).contains(&point.len())
                    && point.iter().all(|number| number.is_number() || number.is_null())
            }
            _ => list.is_empty(),
        },
        _ => false,
    }
}

/// Reads a list of keypoints. `own` is its order where the place in the file determines it.
pub(super) fn read(
    value: &Value,
    scores: Option<&Value>,
    place: &str,
    own: Option<Order>,
) -> Result<RawPoints, Error> {
    let scores = scores.map(|scores| numbers(scores, &format!("{place} (scores)"))).transpose()?;
    let mut names = None;
    let mut points = match value {
        Value::Object(lists) => of_lists(lists, place)?,
        Value::Array(list) => match list.iter().find(|entry| !entry.is_null()) {
            None => Vec::new(),
            Some(Value::Object(_)) => {
                names = of_names(list);
                each(list, place, of_object)?
            }
            Some(Value::Array(_)) => each(list, place, of_array)?,
            Some(_) => of_numbers(&numbers(value, place)?, scores.is_some(), own.as_ref(), place)?,
        },
        _ => return Err(malformed(place, "expected a list of numbers".to_owned())),
    };
    if let Some(scores) = scores {
        for (index, point) in points.iter_mut().enumerate() {
            // Some detectors have scores above 1.
            let score = scores.get(index).copied().flatten().unwrap_or(0.0).clamp(0.0, 1.0);
            if let Some(point) = point {
                point.confidence = Some(score);
            }
        }
    }
    let count = points.len();
    let order = match (names, own) {
        (Some(names), _) => names,
        (None, Some(own)) if own.len() == count => own,
        _ if count == 0 => Vec::new(),
        _ => order(count).ok_or_else(|| wrong_count(count, "points", place))?,
    };
    Ok(RawPoints { points, order })
}

fn wrong_count(count: usize, what: &str, place: &str) -> Error {
    let problem = format!(
        "{count} {what}; expected 75 (x, y and confidence of 25 points), or those of 17, 18, 23, 26, 33, 133 or 136 points"
    );
    malformed(place, problem)
}

/// The numbers of a list; `None` for nulls and for values that are not finite.
pub(super) fn numbers(value: &Value, place: &str) -> Result<Vec<Option<f64>>, Error> {
    let list = value
        .as_array()
        .ok_or_else(|| malformed(place, "expected a list of numbers".to_owned()))?;
    let number = |(index, number): (usize, &Value)| {
        if number.is_null() {
            return Ok(None);
        }
        number.as_f64().map(Some).ok_or_else(|| {
            malformed(&format!("{place}[{index}]"), format!("expected a number, found {number}"))
        })
    };
    list.iter().enumerate().map(number).collect()
}

/// Points of a flat list.
fn of_numbers(
    numbers: &[Option<f64>],
    has_scores: bool,
    own: Option<&Order>,
    place: &str,
) -> Result<Vec<Option<RawPoint>>, Error> {
    let is_known =
        |count: usize| COUNTS.contains(&count) || own.is_some_and(|own| own.len() == count);
    let fits =
        |width: &usize| numbers.len().is_multiple_of(*width) && is_known(numbers.len() / *width);
    let widths = if has_scores { [2, 3, 4] } else { [3, 4, 2] };
    let Some(width) = widths.into_iter().find(fits) else {
        return Err(wrong_count(numbers.len(), "numbers", place));
    };
    Ok(numbers.chunks_exact(width).map(point).collect())
}

/// A point of x and y, of x, y and confidence, or of x, y, depth and confidence.
fn point(numbers: &[Option<f64>]) -> Option<RawPoint> {
    let confidence = match numbers {
        [_, _, confidence] | [_, _, _, confidence] => Some(confidence.unwrap_or(0.0)),
        _ => None,
    };
    Some(RawPoint { x: (*numbers.first()?)?, y: (*numbers.get(1)?)?, confidence })
}

/// A point for each entry of a list.
fn each(
    list: &[Value],
    place: &str,
    of: impl Fn(&Value, &str) -> Result<Option<RawPoint>, Error>,
) -> Result<Vec<Option<RawPoint>>, Error> {
    let entry = |(index, entry): (usize, &Value)| match entry {
        Value::Null => Ok(None),
        entry => of(entry, &format!("{place}[{index}]")),
    };
    list.iter().enumerate().map(entry).collect()
}

fn of_array(value: &Value, place: &str) -> Result<Option<RawPoint>, Error> {
    let numbers = numbers(value, place)?;
    if !(2..=4).contains(&numbers.len()) {
        let problem = format!("{} numbers; expected x, y and confidence", numbers.len());
        return Err(malformed(place, problem));
    }
    Ok(point(&numbers))
}

/// Names of the confidence of a point.
const CONFIDENCES: [&str; 7] =
    ["confidence", "score", "visibility", "visible", "presence", "c", "v"];

fn of_object(value: &Value, place: &str) -> Result<Option<RawPoint>, Error> {
    let number = |name: &str| match value.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(number) => number.as_f64().map(Some).ok_or_else(|| {
            malformed(&format!("{place}.{name}"), format!("expected a number, found {number}"))
        }),
    };
    let (Some(x), Some(y)) = (number("x")?, number("y")?) else { return Ok(None) };
    let name = CONFIDENCES.into_iter().find(|name| value.get(*name).is_some());
    let confidence = name.map(|name| number(name).map(|found| found.unwrap_or(0.0))).transpose()?;
    Ok(Some(RawPoint { x, y, confidence }))
}

/// The points that the entries name, if most of a body is named.
fn of_names(list: &[Value]) -> Option<Order> {
    let name = |entry: &Value| {
        ["name", "part", "id"].iter().find_map(|key| named(entry.get(key)?.as_str()?))
    };
    let order: Order = list.iter().map(name).collect();
    (order.iter().flatten().count() >= 5).then_some(order)
}

/// An object of lists: `{"x": [..], "y": [..], "visible": [..]}`.
fn of_lists(lists: &Map<String, Value>, place: &str) -> Result<Vec<Option<RawPoint>>, Error> {
    let list = |name: &str| {
        lists.get(name).map(|list| numbers(list, &format!("{place}.{name}"))).transpose()
    };
    let (Some(xs), Some(ys)) = (list("x")?, list("y")?) else {
        return Err(malformed(place, "expected the lists \"x\" and \"y\"".to_owned()));
    };
    let name = CONFIDENCES.into_iter().find(|name| lists.contains_key(*name));
    let confidences = name.map(list).transpose()?.flatten();
    let point = |(index, (x, y)): (usize, (Option<f64>, Option<f64>))| {
        let confidence =
            confidences.as_ref().map(|list| list.get(index).copied().flatten().unwrap_or(0.0));
        Some(RawPoint { x: x?, y: y?, confidence })
    };
    Ok(xs.into_iter().zip(ys).enumerate().map(point).collect())
}
