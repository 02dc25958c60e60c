//! Random rotations inside limits: coordinates for [`kansetsu_figures::sample::turn`].

use kansetsu::d3::Limit;
pub use kansetsu_figures::sample::turn;

use crate::random::Random;

/// A joint's position inside its limit.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub numbers: [f32; 3],
    /// The coordinates that are on a bound.
    pub fixed: [bool; 3],
}

/// Random coordinates for a limit; each freedom is exactly on a bound with probability `on_bound`.
pub fn stand(random: &mut Random, limit: Option<&Limit>, on_bound: f32) -> Stand {
    let mut stand =
        Stand { numbers: [random.unit(), random.unit(), random.unit()], fixed: [false; 3] };
    let freedoms: &[&[usize]] = match limit {
        None | Some(Limit::ReachCone(_)) => &[],
        Some(Limit::Hinge(_)) => &[&[0]],
        Some(Limit::Cone(_)) => &[&[0, 1]],
        Some(Limit::SwingTwist(limit)) if is_full(limit.twist_min, limit.twist_max) => &[&[0, 1]],
        Some(Limit::SwingTwist(_)) => &[&[0, 1], &[2]],
        Some(Limit::EulerBox(_)) => &[&[0], &[1], &[2]],
    };
    for freedom in freedoms {
        if random.chance(on_bound) {
            let index = freedom[usize::from(random.chance(0.5)) % freedom.len()];
            stand.numbers[index] = f32::from(u8::from(random.chance(0.5)));
            stand.fixed[index] = true;
        }
    }
    stand
}

/// A full turn has no bounds.
fn is_full(min: f32, max: f32) -> bool {
    max - min >= std::f32::consts::TAU
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use kansetsu::d3::limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist};

    use super::*;
    use crate::judge;

    #[test]
    fn every_stand_is_inside_and_bounds_are_bounds() {
        let corners =
            vec![Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -0.5, 0.8), Vec3::new(0.3, -0.5, -0.4)];
        let limits = [
            Limit::Hinge(Hinge::new(Vec3::Y, -0.4, 2.0)),
            Limit::Hinge(Hinge::free(Vec3::Z)),
            Limit::Cone(Cone::around(Vec3::X, 1.2)),
            Limit::SwingTwist(
                SwingTwist::elliptic(Vec3::Y, Vec3::X, [0.4, 1.7]).with_twist(-0.3, 0.9),
            ),
            Limit::EulerBox(EulerBox {
                frame: Quat::IDENTITY,
                order: EulerOrder::Yxz,
                min: Vec3::splat(-0.5),
                max: Vec3::splat(0.8),
            }),
            Limit::ReachCone(ReachCone::new(Vec3::X, corners).with_twist(-0.3, 0.9)),
        ];
        let mut random = Random::scattered(1);
        for index in 0..2_000 {
            let limit = &limits[index % limits.len()];
            let stand = stand(&mut random, Some(limit), 0.7);
            let turn = turn(Some(limit), stand.numbers, 1.0);
            assert!(
                judge::violation(limit, glam::DQuat::IDENTITY, turn.as_dquat()) < 1e-6,
                "{limit:?} {stand:?}"
            );
        }
    }
}
