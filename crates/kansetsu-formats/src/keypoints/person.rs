//! A person in a picture.

use kansetsu::glam::Vec2;

use super::Point;
use super::fault::{FARTHEST, malformed};
use super::point::ObservedPoint;
use super::values::RawPoints;
use crate::Error;

/// One person of a file: the visible keypoints.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The place of the person in the file, for example `people[0]`.
    pub place: String,
    /// The keypoints, each at most once.
    pub points: Vec<ObservedPoint>,
    /// The picture's width and height in pixels, if the file has them.
    pub size: Option<Vec2>,
}

impl Person {
    /// The picture's size. If the file has none: a picture around the keypoints, larger by half,
    /// and at least as high as wide.
    #[must_use]
    pub fn size_or_guess(&self) -> Vec2 {
        self.size.unwrap_or_else(|| {
            let ends = self
                .points
                .iter()
                .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], seen| {
                    [low.min(seen.pixel), high.max(seen.pixel)]
                });
            let side = 1.5 * (ends[1] - ends[0]).max_element();
            if side > 0.0 && side.is_finite() {
                (0.5 * (ends[0] + ends[1]) + 0.5 * side).max(Vec2::splat(side))
            } else {
                Vec2::ONE
            }
        })
    }
}

/// The side of the picture that coordinates from 0 to 1 are taken for, if its size is unknown,
/// pixels.
const USUAL_SIDE: f32 = 1000.0;

/// Points of feet and of hands closer together than this fraction of the person were not seen: some
/// programs repeat a known point for them.
const APART: f32 = 1e-3;

/// Groups of points that are seen together.
const GROUPS: [&[Point]; 4] = [
    &[Point::LeftBigToe, Point::LeftSmallToe, Point::LeftHeel],
    &[Point::RightBigToe, Point::RightSmallToe, Point::RightHeel],
    &Point::KNUCKLES[0],
    &Point::KNUCKLES[1],
];

/// A person of lists of points. Of a point in several lists the first one counts.
pub(super) fn of(place: &str, lists: Vec<RawPoints>, size: Option<Vec2>) -> Result<Person, Error> {
    let mut points: Vec<ObservedPoint> = Vec::new();
    for list in &lists {
        for (point, raw) in list.order.iter().zip(&list.points) {
            let (Some(point), Some(raw)) = (*point, raw) else { continue };
            // Detectors without confidences write zeros for points that they did not find.
            let is_zero = raw.x == 0.0 && raw.y == 0.0;
            let confidence = raw.confidence.unwrap_or(if is_zero { 0.0 } else { 1.0 });
            if !(0.0..=2.0).contains(&confidence) {
                let problem = format!("a confidence of {confidence}; expected 0 to 1");
                return Err(malformed(&format!("{place}, {point}"), problem));
            }
            if !(raw.x.abs() <= FARTHEST && raw.y.abs() <= FARTHEST) {
                let problem = format!("{}, {} is not a position in a picture", raw.x, raw.y);
                return Err(malformed(&format!("{place}, {point}"), problem));
            }
            if confidence > 0.0 && points.iter().all(|seen| seen.point != point) {
                points.push(ObservedPoint {
                    point,
                    pixel: Vec2::new(raw.x as f32, raw.y as f32),
                    confidence: confidence.min(1.0) as f32,
                });
            }
        }
    }
    drop_repeated(&mut points);
    let size = in_pixels(&mut points, size);
    Ok(Person { place: place.to_owned(), points, size })
}

fn extent<'a>(points: impl Iterator<Item = &'a ObservedPoint>) -> f32 {
    let [low, high] = points.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], seen| {
        [low.min(seen.pixel), high.max(seen.pixel)]
    });
    (high - low).max_element()
}

fn drop_repeated(points: &mut Vec<ObservedPoint>) {
    let whole = extent(points.iter());
    for group in GROUPS {
        let own = || points.iter().filter(|seen| group.contains(&seen.point));
        if own().count() > 1 && extent(own()) <= APART * whole {
            points.retain(|seen| !group.contains(&seen.point));
        }
    }
}

/// Converts fractions of the picture to pixels, and returns its size.
fn in_pixels(points: &mut [ObservedPoint], size: Option<Vec2>) -> Option<Vec2> {
    /// Points may lie outside the picture.
    const INSIDE: std::ops::RangeInclusive<f32> = -0.5..=1.5;
    let is_fraction =
        |seen: &ObservedPoint| INSIDE.contains(&seen.pixel.x) && INSIDE.contains(&seen.pixel.y);
    if points.is_empty() || !points.iter().all(is_fraction) {
        return size;
    }
    let size = size.unwrap_or(Vec2::splat(USUAL_SIDE));
    points.iter_mut().for_each(|seen| seen.pixel *= size);
    Some(size)
}
