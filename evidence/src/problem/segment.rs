//! Problems of a path of bones, each with the limit of the joint at its base.

use std::f32::consts::PI;

use glam::Vec3;
use kansetsu::d3::{
    Chain, Limit, Skeleton, Transform,
    limit::Hinge,
    solve::{Auto, Dls},
};

use super::{End, Means, Problem, Undecided};

/// A bone and the limit of the joint at its base.
pub(super) struct Segment {
    pub(super) to_next: Vec3,
    pub(super) limit: Option<Limit>,
}

/// A path of joints; if the tip's rotation is a goal the last joint is the tip and rotates too.
pub(super) fn problem(name: impl Into<String>, segments: &[Segment], turns_tip: bool) -> Problem {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    let mut limits = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        limits.push(segment.limit.clone());
        if index + 1 < segments.len() || !turns_tip {
            last = builder.child(
                last,
                (index + 1).to_string(),
                Transform::from_translation(segment.to_next),
            );
        }
    }
    if !turns_tip {
        limits.push(None);
    }
    let skeleton = builder.build().expect("a path is a tree");
    let chain = Chain::new(&skeleton, 0, last)
        .and_then(|chain| chain.with_limits(&limits))
        .expect("a path is a chain");
    let start = skeleton.rest_pose();
    let size = f64::from(chain.length(&start));
    let ends = vec![End { joint: last, turned: turns_tip }];
    of_chain(name.into(), skeleton, (chain, limits, ends), (size, Undecided::Nowhere))
}

/// A chain at rest, without a pole.
pub(super) fn of_chain(
    name: String,
    skeleton: Skeleton,
    (chain, limits, ends): (Chain, Vec<Option<Limit>>, Vec<End>),
    (size, undecided): (f64, Undecided),
) -> Problem {
    Problem {
        name,
        start: skeleton.rest_pose(),
        skeleton,
        limits,
        ends,
        means: Means::Chain(Box::new(chain), solver()),
        size,
        near: 1e-3 * size,
        aligned: 0.5_f64.to_radians(),
        free_turn: PI,
        pole: None,
        held: None,
        undecided,
        control: crate::in_use::Control::Library,
    }
}

/// Half of the success tolerance, so that rounding decides nothing.
pub(super) fn solver() -> Auto {
    Auto { dls: Dls { tolerance: 5e-4, ..Dls::default() }, ..Auto::default() }
}

pub(super) fn hinge(axis: Vec3, min_deg: f32, max_deg: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge { axis, min: min_deg.to_radians(), max: max_deg.to_radians() }))
}
