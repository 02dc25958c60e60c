//! Motions to clips.

use kansetsu::glam::{DQuat, DVec3, Quat, Vec3};

use super::animation::{Property, Stack};
use super::bake::Bake;
use super::curve::Side;
use super::nodes::Nodes;
use super::shapes::Keyable;
use crate::{Clip, Interpolation, Track, Values, WeightTrack};

/// The largest errors of linear interpolation: radians; fractions of the figure's size; fractions;
/// per cent.
const TURN: f64 = 1e-5;
const WAY: f64 = 3e-6;
const GROWTH: f64 = 3e-6;
const PERCENT: f64 = 1e-3;

/// The clips, each starting at 0; those without a key come last. No more than `most` keys in total.
pub(super) fn clips(
    (nodes, shapes): (&Nodes<'_>, &[Keyable]),
    stacks: &[Stack],
    most: usize,
    warnings: &mut Vec<String>,
) -> Vec<Clip> {
    let size = nodes.list.iter().map(|node| node.placed.rest[0].length()).fold(0.0, f64::max);
    let mut left = most;
    let mut clips: Vec<Clip> = stacks
        .iter()
        .map(|stack| Baking { nodes, shapes, stack, span: span(stack), size }.clip(&mut left))
        .collect();
    if left == 0 {
        warnings.push(format!(
            "the motions need more than {most} keys; the rest is interpolated coarsely"
        ));
    }
    clips.sort_by_key(Clip::is_empty);
    clips
}

/// The time range of a motion.
fn span(stack: &Stack) -> [f64; 2] {
    let keys = stack.keys();
    stack.span.or_else(|| keys.map(|[first, last]| [first.min(0.0), last])).unwrap_or_default()
}

struct Baking<'a, 'b> {
    nodes: &'a Nodes<'b>,
    shapes: &'a [Keyable],
    stack: &'a Stack,
    span: [f64; 2],
    size: f64,
}

impl Baking<'_, '_> {
    fn clip(&self, left: &mut usize) -> Clip {
        let mut clip = Clip {
            name: self.stack.name.clone(),
            duration: (self.span[1] - self.span[0]) as f32,
            ..Clip::default()
        };
        for index in 0..self.nodes.list.len() {
            self.translation(index, left, &mut clip.tracks);
            self.rotation(index, left, &mut clip.tracks);
            self.scale(index, left, &mut clip.tracks);
        }
        for shape in self.shapes {
            clip.weights.extend(self.weight(shape, left));
        }
        if clip.is_empty() {
            clip.duration = 0.0;
        }
        clip
    }

    /// The weight of a blend shape; `None` without animation.
    fn weight(&self, shape: &Keyable, left: &mut usize) -> Option<WeightTrack> {
        let moving = self.stack.weight(shape.channel, shape.percent)?;
        let mut times = self.span.to_vec();
        moving.add_times(self.span, &mut times);
        times.sort_by(f64::total_cmp);
        times.dedup_by(|b, a| *b - *a < 1e-7);
        let bake = Bake { times: &times, tolerance: PERCENT, has_steps: moving.has_steps(), left };
        let (times, percents) = bake.run(|time, side| moving.vector(time, side));
        Some(WeightTrack {
            name: shape.name.clone(),
            times: self.seconds(&times),
            values: percents.iter().map(|percent| (percent.x / shape.full) as f32).collect(),
            interpolation: Interpolation::Linear,
        })
    }

    /// The key times of these properties of these nodes; empty without animation.
    fn times(&self, properties: &[Property], nodes: &[usize]) -> Vec<f64> {
        let mut times = Vec::new();
        for &index in nodes {
            let node = &self.nodes.list[index];
            for &property in properties {
                if let Some(moving) = self.stack.moving(node.object.id, property, &node.placed) {
                    times.extend(self.span);
                    moving.add_times(self.span, &mut times);
                }
            }
        }
        times.sort_by(f64::total_cmp);
        times.dedup_by(|b, a| *b - *a < 1e-7);
        times
    }

    fn seconds(&self, times: &[f64]) -> Vec<f32> {
        times.iter().map(|time| (time - self.span[0]) as f32).collect()
    }

    fn translation(&self, index: usize, left: &mut usize, tracks: &mut Vec<Track>) {
        let node = &self.nodes.list[index];
        let all = if node.placed.has_pivots() {
            Property::ALL.as_slice()
        } else {
            &[Property::Translation]
        };
        let times = self.times(all, &[index]);
        let bake =
            Bake { times: &times, tolerance: WAY * self.size.max(1e-9), has_steps: true, left };
        let (times, values) = bake
            .run(|time, side| self.nodes.at(index, Some(self.stack), time, side).local.translation);
        let values: Vec<Vec3> =
            values.into_iter().map(|value| self.nodes.translation(index, value)).collect();
        self.push(tracks, node.helper.unwrap_or(node.joint), &times, Values::Translation(values));
    }

    fn rotation(&self, index: usize, left: &mut usize, tracks: &mut Vec<Track>) {
        let node = &self.nodes.list[index];
        let Some(moving) = self.stack.moving(node.object.id, Property::Rotation, &node.placed)
        else {
            return;
        };
        let times = self.times(&[Property::Rotation], &[index]);
        let rotation =
            |time: f64, side: Side| -> DQuat { moving.rotation(time, side, &node.placed) };
        let (times, values) =
            Bake { times: &times, tolerance: TURN, has_steps: moving.has_steps(), left }
                .run(rotation);
        let mut last = Quat::IDENTITY;
        let turn = |value: DQuat| {
            let turn = self.nodes.turn(index, value, node.has_helper);
            last = if turn.dot(last) < 0.0 { -turn } else { turn };
            last
        };
        let values: Vec<Quat> = values.into_iter().map(turn).collect();
        self.push(tracks, node.joint, &times, Values::Rotation(values));
    }

    fn scale(&self, index: usize, left: &mut usize, tracks: &mut Vec<Track>) {
        let node = &self.nodes.list[index];
        let all: Vec<usize> = node.undone.iter().copied().chain([index]).collect();
        let times = self.times(&[Property::Scale], &all);
        let bake = |left: &mut usize, part: &dyn Fn(f64, Side) -> DVec3| {
            let (times, values) =
                Bake { times: &times, tolerance: GROWTH, has_steps: true, left }.run(part);
            (times, values.into_iter().map(|value| value.as_vec3()).collect::<Vec<Vec3>>())
        };
        let (own, values) = bake(left, &|time, side| {
            self.nodes.at(index, Some(self.stack), time, side).local.scale
        });
        self.push(tracks, node.joint, &own, Values::Scale(values));
        if let Some(helper) = node.helper {
            let part = |time, side| {
                self.nodes.at(index, Some(self.stack), time, side).helper.unwrap_or(DVec3::ONE)
            };
            let (times, values) = bake(left, &part);
            self.push(tracks, helper, &times, Values::Scale(values));
        }
    }

    fn push(&self, tracks: &mut Vec<Track>, joint: usize, times: &[f64], values: Values) {
        if !times.is_empty() {
            tracks.push(Track {
                joint,
                times: self.seconds(times),
                values,
                interpolation: Interpolation::Linear,
            });
        }
    }
}
