//! Rotation of a limb about the line from its base to its tip.

use glam::Vec3;

use crate::math::{Rot, smoothstep, vector};

/// The rotation about `line` (unit) that moves the middle (on the side of `line × bend axis`, also
/// if the limb is straight) to the side of `pole`. Near the line, where the pole is undefined, the
/// current side of the middle is blended in. Sides are blended, not angles, so that the middle may
/// rotate either way. Only where the two cancel is there no side.
pub(crate) fn swivel(line: Vec3, bend_axis: Vec3, pole: Vec3) -> Rot {
    let (Some(side), Some(pole)) = (vector::unit(line.cross(bend_axis)), vector::unit(pole)) else {
        return Rot::IDENTITY;
    };
    let across = pole - line * pole.dot(line);
    let sin = across.length();
    let known = smoothstep(sin / POLE_FADE);
    let wanted = if known < 1.0 {
        across * (known / sin.max(f32::MIN_POSITIVE)) + side * (1.0 - known)
    } else {
        across
    };
    about(line, side, wanted)
}

/// The rotation about `line` from one side (unit) of it to another, by half-angle formulas.
fn about(line: Vec3, from: Vec3, to: Vec3) -> Rot {
    let Some(to) = vector::unit(to) else { return Rot::IDENTITY };
    let (sin, cos) = (from.cross(to).dot(line), from.dot(to));
    let turn = if cos > 0.0 {
        Rot::from_parts(line * sin, 1.0 + cos)
    } else {
        Rot::from_parts(line * (1.0 - cos), sin)
    };
    turn.normalized()
}

/// The sine of the angle between pole and line (2.9°) above which the pole has full effect; closer
/// to the line it fades out by a cubic that is smooth at both ends. With smaller values the middle
/// spins faster as the target passes the pole.
const POLE_FADE: f32 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pole_beside_the_line_turns_the_middle_without_a_jump() {
        for beside in [0.01, 0.02, 0.03, 0.049, 0.051, 0.1] {
            let mut last: Option<Vec3> = None;
            for step in -20_000..=20_000 {
                let pole = Vec3::new(1.0, beside, step as f32 * 1e-5);
                // The middle is on the side of -Y before.
                let middle = swivel(Vec3::X, Vec3::Z, pole).rotate(Vec3::NEG_Y);
                let turned = last.map_or(0.0, |last| last.distance(middle));
                assert!(
                    turned < 4e-5 / beside.min((0.025_f32 - beside).abs()),
                    "{beside}: {turned} at {}",
                    pole.z
                );
                last = Some(middle);
            }
        }
    }

    #[test]
    fn a_pole_that_is_3_degrees_off_is_met() {
        for step in 0..100 {
            let angle = step as f32 * 0.0628;
            let pole =
                Vec3::new(1.0, 0.052 * crate::ops::cos(angle), 0.052 * crate::ops::sin(angle));
            let middle = swivel(Vec3::X, Vec3::Z, pole).rotate(Vec3::NEG_Y);
            assert!(middle.distance(Vec3::new(0.0, pole.y, pole.z) / 0.052) < 1e-4);
        }
    }
}
