//! The span of two segments.

use crate::{d3::Outcome, ops};

/// The span of two segments of these lengths for a target at `distance`, and the outcome. Soft
/// reach starts at a distance of `soft` (a fraction of their length) from full reach, and from
/// fully folded.
pub(crate) fn span([a, b]: [f32; 2], soft: f32, distance: f32) -> (f32, Outcome) {
    let (longest, shortest) = (a + b, (a - b).abs());
    let zone = soft * longest;
    let slack = 1e-6 * longest;
    let inside = if zone > 0.0 { Outcome::SoftReached } else { Outcome::Reached };
    if distance > longest - zone {
        let far = (longest - held_back(longest - distance, zone)).min(longest);
        return (far, if distance > longest + slack { Outcome::OutOfReach } else { inside });
    }
    let near_zone = zone.min(0.5 * (longest - shortest));
    if shortest > 0.0 && distance < shortest + near_zone {
        let near = shortest + held_back(distance - shortest, near_zone);
        return (near, if distance < shortest - slack { Outcome::TooClose } else { inside });
    }
    (distance, Outcome::Reached)
}

/// The distance from the bound for a target at the distance `room` from it (negative: beyond), with
/// a soft zone of width `zone`: `room` itself outside the zone, `zone · exp((room - zone) / zone)`
/// inside. Continuous with its slope (C1), and never beyond the target.
fn held_back(room: f32, zone: f32) -> f32 {
    if room >= zone {
        room
    } else if zone > 0.0 {
        zone * ops::exp((room - zone) / zone)
    } else {
        0.0
    }
}

/// The angle between the directions of two segments whose ends are `span` apart; in [0, π]. The
/// half-angle form of the law of cosines keeps its digits at full reach and fully folded.
pub(crate) fn bend([a, b]: [f32; 2], span: f32) -> f32 {
    let apart = ((a + b - span) * (a + b + span)).max(0.0).sqrt();
    let together = ((span - (a - b).abs()) * (span + (a - b).abs())).max(0.0).sqrt();
    2.0 * ops::atan2(apart, together)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_reach_is_smooth_and_never_past_the_target() {
        let lengths = [0.7, 0.4];
        let mut last = span(lengths, 0.1, 0.0).0;
        for step in 1..=20_000 {
            let distance = step as f32 * 1e-4;
            let (now, outcome) = span(lengths, 0.1, distance);
            assert!(
                (0.3..=1.1).contains(&now) && now >= last - 1e-6 && now - last <= 1.01e-4,
                "{distance}: {last} {now}"
            );
            assert!(distance > 0.7 || now >= distance - 1e-6, "never nearer than the target");
            assert!(distance < 0.7 || now <= distance + 1e-6, "never past the target");
            assert_eq!(outcome == Outcome::OutOfReach, distance > 1.1 * (1.0 + 1e-6));
            last = now;
        }
    }

    #[test]
    fn the_bend_spans() {
        for step in 0..=100 {
            let wanted = 0.3 + 0.008 * step as f32;
            let angle = bend([0.7, 0.4], wanted);
            let (sin, cos) = ops::sin_cos(angle);
            let got = ((0.7 + 0.4 * cos) * (0.7 + 0.4 * cos) + 0.16 * sin * sin).sqrt();
            assert!((got - wanted).abs() < 1e-6, "{wanted}: {got}");
        }
    }
}
