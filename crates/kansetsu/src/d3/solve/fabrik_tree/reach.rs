//! The two passes of a round.

use glam::Vec3;

use super::{
    fit::Fit,
    tree::{Piece, Tree},
};
use crate::{d3::solve::Body, math::Rot};

/// From the tips to the root: the requested position of every piece.
pub(super) fn inwards(body: &Body, tree: &mut Tree) {
    for index in (0..tree.pieces.len()).rev() {
        let piece = &tree.pieces[index];
        let is_fixed = !piece.turns && piece.parent == super::tree::NONE;
        let mut turned = piece.frame;
        if !is_fixed {
            turned = turned_to_pulls(tree, index);
            turned = inside_limits(body, tree, index, turned);
            turned = turned_as_wanted(tree, index, turned);
        }
        tree.pieces[index].wanted_frame = turned;
        tree.pieces[index].wanted_position = drawn(tree, index, turned);
    }
}

/// The root returns to its position, then outwards: every piece points at the requested positions
/// of its points. Returns the largest rotation of a joint, radians.
pub(super) fn outwards(body: &Body, tree: &mut Tree) -> f32 {
    let mut largest = 0.0_f32;
    for index in 0..tree.pieces.len() {
        let (frame, position) = tree.frame_of_parent(index);
        let piece = &mut tree.pieces[index];
        if piece.slides {
            piece.to_here = piece.wanted_position;
        }
        piece.position = position + frame.rotate(piece.to_here);
        let parent = frame * piece.pre;
        if piece.turns && piece.has_say {
            let local = local_outwards(body, tree, index, parent);
            let piece = &mut tree.pieces[index];
            largest = largest.max((piece.local.inverse() * local).angle());
            piece.local = local;
        }
        let piece = &mut tree.pieces[index];
        piece.frame = (parent * piece.local).normalized();
    }
    largest
}

fn local_outwards(body: &Body, tree: &Tree, index: usize, parent: Rot) -> Rot {
    let piece = &tree.pieces[index];
    let known = &body.joints[piece.joint];
    let turned = turned_about(tree, index, piece.position);
    let turned = turned_as_wanted(tree, index, turned);
    let local = (parent.inverse() * turned).normalized();
    known.projected(local)
}

/// The frame in which the piece points at its requested positions from its current one.
fn turned_to_pulls(tree: &Tree, index: usize) -> Rot {
    let piece = &tree.pieces[index];
    match tree.pulls_of(index) {
        [] => piece.frame,
        [pull] => {
            let along = piece.frame.rotate(pull.point);
            Rot::between(along, tree.place_of(pull) - piece.position, fallback(along)) * piece.frame
        }
        pulls => {
            // The piece's own position is one of the points, and stays as much as the others move
            // to their requested positions.
            let own: f32 = pulls.iter().map(|pull| pull.weight).sum::<f32>() * OWN_PLACE;
            let (mut points, mut places, mut total) = (Vec3::ZERO, piece.position * own, own);
            for pull in pulls {
                points += pull.point * pull.weight;
                places += tree.place_of(pull) * pull.weight;
                total += pull.weight;
            }
            let (point, place) = (points / total, places / total);
            let mut fit = Fit::new();
            fit.push(-point, piece.position - place, own);
            for pull in pulls {
                fit.push(pull.point - point, tree.place_of(pull) - place, pull.weight);
            }
            fit.rotation(piece.frame)
        }
    }
    .normalized()
}

/// The weight of a branching piece's own position, relative to the sum of all requests. Without it
/// the piece does not lean towards them, and twice as many rounds are needed.
const OWN_PLACE: f32 = 1.0;

/// The overrelaxation of a branching piece's motion towards the mean: its branches yield again in
/// the outward pass. A fifth fewer rounds than with 1.
const PAST_THE_MEAN: f32 = 1.5;

/// The frame in which the piece points at its requested positions from `position`.
fn turned_about(tree: &Tree, index: usize, position: Vec3) -> Rot {
    let piece = &tree.pieces[index];
    match tree.pulls_of(index) {
        [] => piece.wanted_frame,
        [pull] => {
            let along = piece.wanted_frame.rotate(pull.point);
            Rot::between(along, tree.place_of(pull) - position, fallback(along))
                * piece.wanted_frame
        }
        pulls => {
            let mut fit = Fit::new();
            for pull in pulls {
                fit.push(pull.point, tree.place_of(pull) - position, pull.weight);
            }
            fit.rotation(piece.wanted_frame)
        }
    }
}

/// The frame nearest to `turned` that the limits of its children allow, by the weighted mean of
/// their corrections.
fn inside_limits(body: &Body, tree: &Tree, index: usize, turned: Rot) -> Rot {
    let (mut correction, mut total) = (Vec3::ZERO, 0.0);
    for pull in tree.pulls_of(index) {
        let Some(child) = pull.child.map(|child| &tree.pieces[child]) else { continue };
        total += pull.weight;
        if child.has_say || !child.turns {
            correction += asked_by(body, child, turned).rotation_vector() * pull.weight;
        }
    }
    if correction == Vec3::ZERO {
        return turned;
    }
    (Rot::from_rotation_vector(correction / total) * turned).normalized()
}

/// The rotation that moves the joint of `child` inside its limit.
fn asked_by(body: &Body, child: &Piece, turned: Rot) -> Rot {
    let known = &body.joints[child.joint];
    let local = (turned * child.pre).inverse() * child.wanted_frame;
    let allowed = if child.turns { known.projected(local.normalized()) } else { child.local };
    child.wanted_frame * allowed.inverse() * child.pre.inverse() * turned.inverse()
}

fn turned_as_wanted(tree: &Tree, index: usize, turned: Rot) -> Rot {
    let piece = &tree.pieces[index];
    let Some(goal) = piece.turn_goal.map(|goal| &tree.goals[goal]) else { return turned };
    goal.turn.map_or(turned, |turn| turn.wanted(turned, piece.position + turned.rotate(goal.point)))
}

/// The weighted mean of the requested positions for a piece with this rotation.
fn drawn(tree: &Tree, index: usize, turned: Rot) -> Vec3 {
    let (mut sum, mut total) = (Vec3::ZERO, 0.0);
    for pull in tree.pulls_of(index) {
        sum += (tree.place_of(pull) - turned.rotate(pull.point)) * pull.weight;
        total += pull.weight;
    }
    let piece = &tree.pieces[index];
    match piece.pull_count {
        0 => piece.position,
        1 => sum / total,
        _ => piece.position + (sum / total - piece.position) * PAST_THE_MEAN,
    }
}

/// An axis perpendicular to `along` for a rotation by half a turn.
fn fallback(along: Vec3) -> Vec3 {
    crate::math::vector::unit(along)
        .map_or(Vec3::X, |along| crate::math::vector::perpendicular(along, Vec3::X))
}
