//! Where attempts begin.

use std::f32::consts::PI;

use super::{
    link::{Freedom, LinkSpec, Polygons, compose},
    links::Links,
};
use crate::{d3::Chain, math::Rot, ops};

/// A hinge that rests on a bound and stands nearer to it than this part of its range is bent before the first attempt:
/// there the tip's distance has no slope in its angle, and the bound holds it.
const NEAR: f32 = 0.1;

/// How far it is bent, as a part of its range. 0.15 is enough for most; with 0 half of all leg targets need a restart.
const BEND: f32 = 0.3;

/// How far a hinge is loosened from its bound, radians. With half as much a few attempts more stay at their saddle.
const LOOSE: f32 = 0.02;

/// A tip nearer to a hinge's axis than this, in chain lengths, is not moved by it.
const NO_LEVER: f32 = 1e-3;

/// How likely a freedom of a seed pose stands on a bound.
const ON_BOUND: f32 = 0.35;

/// Of so many random poses the nearest is where an attempt begins. Alone, one in a hundred poses of a robot arm with most joints on
/// their bounds is not found in 100 attempts; with 8 to choose from one in 10,000; with 32 the choice is too much the same.
const CHOICE: usize = 8;

/// The number of the first random pose. Which draws there are is luck: of robot poses with most joints on their bounds, 1 in 10,000 to 1 in 500
/// is not found in 100 attempts. These are among the better ones.
const FIRST: u64 = 2000;

/// The angle that a hinge at `angle` is bent to, if it rests on a bound and stands near it. Continuous in the angle.
pub(crate) fn bent(spec: &LinkSpec, freedom: Freedom, angle: f32) -> Option<f32> {
    let Freedom::Hinge { reach } = freedom else { return None };
    if reach > PI || spec.rest_angle.abs() < reach * (1.0 - NEAR) {
        return None;
    }
    let bound = reach.copysign(spec.rest_angle);
    let part = 1.0 - (bound - angle).abs() / (2.0 * reach) / NEAR;
    (part > 0.0).then(|| angle - bound.signum() * BEND * 2.0 * reach * part * part)
}

/// Bends the hinges that rest on a bound and still stand there.
pub(crate) fn bend(specs: &[LinkSpec], links: &mut Links) {
    for (spec, link) in specs.iter().zip(&mut links.links) {
        if let Some(angle) = bent(spec, link.freedom, link.angle) {
            link.set_angle(angle);
        }
    }
}

/// What becomes of the hinges that have no lever when those on bounds are loosened: any turn of theirs is as good, but it decides which way
/// the others can go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Idle {
    Stay,
    TurnToNearerBound,
    TurnToFartherBound,
}

/// Turns the hinges that stand on a bound, or next to it, off it, and those without a lever as said. Gives whether there were any, of
/// the latter where they do not stay.
pub(crate) fn loosen(links: &mut Links, idle: Idle) -> bool {
    let (tip, mut is_other) = (links.tip, false);
    for link in &mut links.links {
        let Freedom::Hinge { reach } = link.freedom else { continue };
        if !link.freedom.is_bounded() {
            continue;
        }
        let loose = (reach - LOOSE).max(0.0);
        if link.angle.abs() > loose {
            link.set_angle(loose.copysign(link.angle));
            is_other |= idle == Idle::Stay;
        } else if idle != Idle::Stay && link.axis.cross(tip - link.position).length() < NO_LEVER {
            link.set_angle(reach.copysign(if idle == Idle::TurnToNearerBound { link.angle } else { -link.angle }));
            is_other = true;
        }
    }
    is_other
}

/// Whether every link stands as at rest. A pose that somebody made is not bent before the first attempt: its first step
/// would be a jump.
pub(crate) fn is_at_rest(specs: &[LinkSpec], links: &Links) -> bool {
    specs.iter().zip(&links.links).all(|(spec, link)| stands_at_rest(spec, link.freedom, (link.q, link.angle)))
}

/// Whether a link stands as at rest, to a hundredth of a degree.
pub(crate) fn stands_at_rest(spec: &LinkSpec, freedom: Freedom, (q, angle): (Rot, f32)) -> bool {
    match freedom {
        Freedom::Held | Freedom::Fixed => true,
        Freedom::Hinge { reach } => (angle - spec.rest_angle.clamp(-reach, reach)).abs() < 2e-4,
        _ => (rest(spec, freedom).0.inverse() * q).vector().length_squared() < 1e-8,
    }
}

/// A link's rotation (and a hinge's angle) at rest, bent.
pub(crate) fn rest(spec: &LinkSpec, freedom: Freedom) -> (Rot, f32) {
    match freedom {
        Freedom::Held | Freedom::Fixed => (Rot::IDENTITY, 0.0),
        Freedom::Free => (spec.rest, 0.0),
        Freedom::Polygon => (Rot::IDENTITY, 0.0),
        Freedom::Hinge { reach } => {
            let angle = spec.rest_angle.clamp(-reach, reach);
            about_z(bent(spec, freedom, angle).unwrap_or(angle))
        }
        Freedom::Ball(ball) => (ball.project((spec.before.inverse() * spec.rest * spec.after.inverse()).normalized()), 0.0),
    }
}

/// The rest pose, bent.
pub(crate) fn rest_pose(chain: &Chain, links: &mut Links) {
    for (spec, link) in chain.links.iter().zip(&mut links.links).filter(|(spec, _)| spec.freedom.moves()) {
        (link.q, link.angle) = rest(spec, link.freedom);
        if link.freedom == Freedom::Polygon {
            link.q = chain.project(link.joint, link.q);
        }
    }
}

/// Of the random poses with this number the one that misses least.
pub(crate) fn nearest(chain: &Chain, links: &mut Links, number: usize, miss: impl Fn(&Links) -> f32) {
    let (mut nearest, mut least) = (0, f32::INFINITY);
    for candidate in CHOICE * number..CHOICE * (number + 1) {
        random_pose(chain, links, candidate);
        links.forward();
        let miss = miss(links);
        if miss < least {
            (nearest, least) = (candidate, miss);
        }
    }
    random_pose(chain, links, nearest);
}

/// The random pose with this number. Each second one is the one before seen in a mirror, so that a mirrored chain begins from mirrored
/// poses.
fn random_pose(chain: &Chain, links: &mut Links, number: usize) {
    let mut random = Random::new(FIRST + number as u64 / 2);
    for (spec, link) in chain.links.iter().zip(&mut links.links).filter(|(spec, _)| spec.freedom.moves()) {
        (link.q, link.angle) = random.turn(link.freedom);
        if !number.is_multiple_of(2) && spec.turns_round {
            (link.q, link.angle) = (Rot::new(link.q.x, -link.q.y, -link.q.z, link.q.w), -link.angle);
        }
        if link.freedom == Freedom::Polygon {
            link.q = chain.project(link.joint, link.q);
        }
    }
}

/// Whether the links are turned as was kept.
pub(crate) fn are(links: &Links, kept: &[Rot]) -> bool {
    links.links.iter().zip(kept).all(|(link, &kept)| link.q == kept)
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

fn about_z(angle: f32) -> (Rot, f32) {
    let (sin, cos) = ops::sin_cos(0.5 * angle);
    (Rot::new(0.0, 0.0, sin, cos), angle)
}

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A turn that this freedom allows, and for a hinge its angle.
    pub(crate) fn turn(&mut self, freedom: Freedom) -> (Rot, f32) {
        match freedom {
            Freedom::Held | Freedom::Fixed => (Rot::IDENTITY, 0.0),
            Freedom::Free | Freedom::Polygon => (Rot::new(self.signed(), self.signed(), self.signed(), 1.0).normalized(), 0.0),
            Freedom::Hinge { reach } => about_z(reach.min(PI) * self.bounded()),
            Freedom::Ball(ball) => {
                let (sin, cos) = ops::sin_cos(PI * self.signed());
                let radius = self.bounded().abs().sqrt();
                let m = [radius * cos / ball.inverse_radii[0], radius * sin / ball.inverse_radii[1]];
                let part = self.bounded();
                let half = match ball.twist {
                    Some([limit_sin, limit_cos]) => ops::atan2(limit_sin, limit_cos) * part,
                    None => 0.5 * PI * part,
                };
                (compose(m, ops::sin_cos(half).into()), 0.0)
            }
        }
    }

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
