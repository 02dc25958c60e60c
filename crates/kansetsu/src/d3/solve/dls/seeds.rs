//! Where attempts begin.

use super::{
    link::{Freedom, LinkSpec, compose},
    links::Links,
};
use crate::{math::Rot, ops};

/// A hinge that rests on a bound and stands nearer to it than this part of its range is bent before the first attempt:
/// there the tip's distance has no slope in its angle, and the bound holds it.
const NEAR: f32 = 0.1;

/// How far it is bent, as a part of its range. 0.15 is enough for most; with 0 half of all leg targets need a restart.
const BEND: f32 = 0.3;

/// How likely a freedom of a seed pose stands on a bound.
const ON_BOUND: f32 = 0.35;

/// Bends the hinges that rest on a bound and still stand there. Continuous in the pose.
pub(crate) fn bend(specs: &[LinkSpec], links: &mut Links) {
    for (spec, link) in specs.iter().zip(&mut links.links) {
        let Freedom::Hinge { reach } = link.freedom else { continue };
        if reach > std::f32::consts::PI || spec.rest_angle.abs() < reach * (1.0 - NEAR) {
            continue;
        }
        let bound = reach.copysign(spec.rest_angle);
        let room = (bound - link.angle).abs() / (2.0 * reach);
        if room < NEAR {
            let part = 1.0 - room / NEAR;
            link.set_angle(link.angle - bound.signum() * BEND * 2.0 * reach * part * part);
        }
    }
}

/// The seed pose of this number (1 = the rest pose, bent).
pub(crate) fn pose(specs: &[LinkSpec], links: &mut Links, number: usize) {
    if number == 1 {
        for (spec, link) in specs.iter().zip(&mut links.links) {
            match link.freedom {
                Freedom::Held | Freedom::Fixed => {}
                Freedom::Free => link.q = Rot::IDENTITY,
                Freedom::Hinge { reach } => link.set_angle(spec.rest_angle.clamp(-reach, reach)),
                Freedom::Ball(ball) => link.q = ball.project(spec.before.inverse() * spec.after.inverse()),
            }
        }
        return bend(specs, links);
    }
    let mut random = Random(number as u64);
    for link in &mut links.links {
        match link.freedom {
            Freedom::Held | Freedom::Fixed => {}
            Freedom::Free => link.q = Rot::new(random.signed(), random.signed(), random.signed(), 1.0).normalized(),
            Freedom::Hinge { reach } => {
                let reach = reach.min(std::f32::consts::PI);
                link.set_angle(reach * random.bounded());
            }
            Freedom::Ball(ball) => {
                let (sin, cos) = ops::sin_cos(std::f32::consts::PI * random.signed());
                let radius = random.bounded().abs().sqrt();
                let m = [radius * cos / ball.inverse_radii[0], radius * sin / ball.inverse_radii[1]];
                let part = random.bounded();
                let half = match ball.twist {
                    Some([limit_sin, limit_cos]) => ops::atan2(limit_sin, limit_cos) * part,
                    None => 0.5 * std::f32::consts::PI * part,
                };
                link.q = compose(m, ops::sin_cos(half).into());
            }
        }
    }
}

/// Keeps every link's rotation.
pub(crate) fn keep(links: &Links, best: &mut Vec<Rot>) {
    best.clear();
    best.extend(links.links.iter().map(|link| link.q));
}

/// Takes the kept rotations back.
pub(crate) fn take(links: &mut Links, best: &[Rot]) {
    for (link, &q) in links.links.iter_mut().zip(best) {
        link.q = q;
        link.angle = 2.0 * ops::atan2(q.z, q.w);
    }
}

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
struct Random(u64);

impl Random {
    /// In [-1, 1).
    fn signed(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    /// In [-1, 1], often just -1 or 1.
    fn bounded(&mut self) -> f32 {
        let (choice, value) = (self.signed(), self.signed());
        if 0.5 + 0.5 * choice < ON_BOUND { 1.0_f32.copysign(value) } else { value }
    }
}
