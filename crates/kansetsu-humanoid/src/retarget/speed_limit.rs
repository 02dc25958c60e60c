//! Speed limits of knees and elbows.
//!
//! The bend of a limb follows from the distance of its end from its root, and near a straight limb
//! a small change of distance is a large change of bend. On other proportions a smooth path of the
//! end can so require a sudden bend. There the limb bends more before and after: by the least
//! amount with which the bend beyond the recorded one changes no faster than allowed. This only
//! moves an end closer to its root, never out of reach.

use kansetsu::ops;

/// The largest span of a limb, from its root to its end, as a fraction of its length.
const LONGEST: f32 = 0.998;

/// The largest span of the limb in each frame with which its joint rotates by no more than `most`
/// radians per frame beyond the recorded rotation. Spans are those of two equal bones.
pub(super) fn spans(
    recorded: impl Iterator<Item = f32>,
    planned: impl Iterator<Item = f32>,
    most: f32,
) -> Vec<f32> {
    let bend = |span: f32| 2.0 * ops::acos(span.clamp(0.0, LONGEST));
    let recorded: Vec<f32> = recorded.map(bend).collect();
    let mut beyond: Vec<f32> =
        planned.map(bend).zip(&recorded).map(|(planned, recorded)| planned - recorded).collect();
    for frame in 1..beyond.len() {
        beyond[frame] = beyond[frame].max(beyond[frame - 1] - most);
    }
    for frame in (1..beyond.len()).rev() {
        beyond[frame - 1] = beyond[frame - 1].max(beyond[frame] - most);
    }
    beyond
        .iter()
        .zip(recorded)
        .map(|(beyond, recorded)| ops::cos(0.5 * (beyond + recorded)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bend_that_leaps_is_begun_before_and_only_bent_more() {
        let planned: Vec<f32> = (0..20).map(|frame| if frame < 10 { 1.1 } else { 0.96 }).collect();
        let most = 0.1;
        let spans = spans([1.0; 20].into_iter(), planned.iter().copied(), most);
        let bends: Vec<f32> = spans.iter().map(|span| 2.0 * span.acos()).collect();
        assert!(bends.windows(2).all(|pair| (pair[1] - pair[0]).abs() < most + 1e-3), "{bends:?}");
        assert!(spans.iter().zip(&planned).all(|(span, planned)| *span <= planned + 1e-6));
        assert!((spans[15] - 0.96).abs() < 1e-5 && spans[0] > 0.997, "{spans:?}");
    }
}
