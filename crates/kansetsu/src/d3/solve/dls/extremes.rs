//! Chains of free joints where they cannot reach, and where they nearly cannot.
//!
//! Of a target beyond full length the straight chain towards it comes nearest. A chain with a bone longer than all others
//! together has a hole around its base: of a target in it the chain comes nearest whose longest bone points at the target
//! and all others back. Next to full length each step of damped least squares gains little, because every turn moves the
//! tip sideways; there one number does: all bends of the chain grow or shrink by the same factor until the span is right,
//! and the base turns the tip to the target.

use glam::Vec3;

use super::{link::Freedom, links::Links};
use crate::{
    d3::Chain,
    math::{Rot, vector},
    ops,
};

/// Steps of the search for the factor, and how near is near enough, in chain lengths.
const STEPS: usize = 24;
const NEAR: f32 = 1e-6;

/// Bends grow to so many times what they were at most.
const MOST: f32 = 2.0;

/// How far the tip must stay from the base because one bone is longer than all others together, in chain lengths; 0 or
/// less when none is.
pub(super) fn hole(links: &Links) -> f32 {
    2.0 * links.links.iter().fold(0.0_f32, |longest, link| longest.max(link.length)) - 1.0
}

pub(super) fn is_free(links: &Links) -> bool {
    links.links.iter().all(|link| link.freedom == Freedom::Free)
}

/// Turns every link by the least rotation so that all point along `direction`.
pub(super) fn straighten(links: &mut Links, chain: &Chain, direction: Vec3) {
    point(links, chain, |_| direction);
}

/// Turns the longest link along `direction` and all others against it.
pub(super) fn fold(links: &mut Links, chain: &Chain, direction: Vec3) {
    let is_longer = |links: &Links, index: usize, than: usize| links.links[index].length > links.links[than].length;
    let longest = (1..links.links.len()).fold(0, |longest, index| if is_longer(links, index, longest) { index } else { longest });
    // At the base itself every direction is as good.
    let direction = vector::unit(direction)
        .unwrap_or_else(|| (links.links[longest].parent * links.links[longest].q).rotate(links.links[longest].offset));
    point(links, chain, |index| if index == longest { direction } else { -direction });
}

/// Turns every link by the least rotation so that it points where it should; where that is right round, about the axis that
/// its joint bends about.
fn point(links: &mut Links, chain: &Chain, direction: impl Fn(usize) -> Vec3) {
    let mut frame = Rot::IDENTITY;
    for (index, link) in links.links.iter_mut().enumerate() {
        let parent = frame * link.pre;
        let wanted = parent.inverse().rotate(direction(index));
        let aim = Rot::between(link.q.rotate(link.offset), wanted, chain.joints[link.joint].bend_axis);
        link.q = (aim * link.q).normalized();
        frame = (parent * link.q).normalized();
    }
    links.forward();
}

/// Brings the tip to the target (in chain lengths) by one factor for all bends. Where that cannot be, the links stay as they
/// are.
pub(super) fn span(links: &mut Links, chain: &Chain, target: Vec3) {
    links.remember();
    if find_factor(links, target.length()) {
        let base = &mut links.links[0];
        let wanted = base.parent.inverse().rotate(target);
        let aim = Rot::between(base.parent.inverse().rotate(links.tip), wanted, chain.joints[base.joint].bend_axis);
        base.q = (aim * base.q).normalized();
        links.forward();
    } else {
        links.recall();
    }
}

/// Bends the remembered chain so that it spans `distance`. Gives whether there is a factor that does it.
fn find_factor(links: &mut Links, distance: f32) -> bool {
    // With the lower factor the chain spans too much, with the higher one too little.
    let (mut low, mut high, mut factor) = (0.0, MOST, 1.0);
    for _ in 0..STEPS {
        let span = links.tip.length();
        if (span - distance).abs() < NEAR {
            return true;
        }
        if span > distance {
            low = factor;
        } else {
            high = factor;
        }
        // Next to full length what is missing of it grows with the square of the bends.
        let guess = factor * ((1.0 - distance) / (1.0 - span).max(NEAR * NEAR)).max(0.0).sqrt();
        factor = if guess > low && guess < high { guess } else { 0.5 * (low + high) };
        links.recall();
        scale_bends(links, factor);
    }
    false
}

/// Multiplies the angle between each link and the one before it.
fn scale_bends(links: &mut Links, factor: f32) {
    // The direction of the link before, in its own frame.
    let mut before = Vec3::ZERO;
    for link in &mut links.links {
        let (from, to) = (link.pre.inverse().rotate(before), link.q.rotate(link.offset));
        let axis = vector::unit(from.cross(to));
        if let Some(axis) = axis {
            let angle = ops::atan2(from.cross(to).dot(axis), from.dot(to));
            link.q = (Rot::from_axis_angle(axis, (factor - 1.0) * angle) * link.q).normalized();
        }
        before = if link.length > 0.0 { link.offset } else { link.q.inverse().rotate(from) };
    }
    links.forward();
}
