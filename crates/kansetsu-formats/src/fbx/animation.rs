//! The motions of a file: stacks of layers of channels of curves.

use std::collections::BTreeMap;
use std::rc::Rc;

use kansetsu::glam::{DQuat, DVec3};

use super::bake::Keyed;
use super::curve::{Beyond, Curve, RawKey, Side, TCB};
use super::placed::Placed;
use super::record::{Record, Value};
use super::scene::{Object, Scene};

/// A motion.
#[derive(Default)]
pub(super) struct Stack {
    pub(super) name: String,
    /// The start and the end, seconds, if the file states them.
    pub(super) span: Option<[f64; 2]>,
    pub(super) layers: Vec<Layer>,
}

/// A layer of a motion, combined with the layers before it.
#[derive(Default)]
pub(super) struct Layer {
    weight: Channel,
    /// 0 adds, 1 replaces, 2 mixes.
    blend: i64,
    /// Whether angles are added instead of multiplying rotations.
    adds_angles: bool,
    /// Whether scales are added instead of multiplied.
    adds_scales: bool,
    /// By model, or channel of blend shapes, and property.
    pub(super) channels: BTreeMap<(i64, Property), Channel>,
}

/// The moved property of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
    /// The percentage of a channel of blend shapes.
    Weight,
}

/// Up to three curves, and the constant value of a missing one.
#[derive(Clone, Default)]
pub(super) struct Channel {
    pub(super) curves: [Option<Rc<Curve>>; 3],
    pub(super) usual: [Option<f64>; 3],
}

/// Layers that act on one property of one model.
pub(super) struct Moving<'a> {
    layers: Vec<(&'a Layer, &'a Channel)>,
    property: Property,
    rest: DVec3,
}

const AXES: [[&str; 2]; 3] = [["d|X", "X"], ["d|Y", "Y"], ["d|Z", "Z"]];

impl Property {
    pub(super) const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];

    fn of(name: &str) -> Option<Self> {
        match name {
            "Lcl Translation" => Some(Self::Translation),
            "Lcl Rotation" => Some(Self::Rotation),
            "Lcl Scaling" => Some(Self::Scale),
            "DeformPercent" => Some(Self::Weight),
            _ => None,
        }
    }
}

impl Channel {
    fn at(&self, time: f64, side: Side, rest: DVec3) -> DVec3 {
        let part = |axis: usize| match &self.curves[axis] {
            Some(curve) => curve.at(time, side),
            None => self.usual[axis].unwrap_or(rest[axis]),
        };
        DVec3::new(part(0), part(1), part(2))
    }

    fn moves(&self) -> bool {
        self.curves.iter().flatten().any(|curve| !curve.is_empty())
    }
}

impl Stack {
    /// The animation of a property of a model; `None` without one.
    pub(super) fn moving(
        &self,
        model: i64,
        property: Property,
        placed: &Placed,
    ) -> Option<Moving<'_>> {
        self.animation((model, property), placed.rest[property as usize])
    }

    /// The animation of the percentage of a channel of blend shapes; `None` without one.
    pub(super) fn weight(&self, channel: i64, percent: f64) -> Option<Moving<'_>> {
        self.animation((channel, Property::Weight), DVec3::splat(percent))
    }

    fn animation(&self, key: (i64, Property), rest: DVec3) -> Option<Moving<'_>> {
        let layers: Vec<_> = self
            .layers
            .iter()
            .filter_map(|layer| Some((layer, layer.channels.get(&key)?)))
            .collect();
        (!layers.is_empty()).then_some(Moving { layers, property: key.1, rest })
    }

    /// The first and the last key of the animated models.
    pub(super) fn keys(&self) -> Option<[f64; 2]> {
        let mut span: Option<[f64; 2]> = None;
        for curve in self
            .layers
            .iter()
            .flat_map(|layer| layer.channels.values())
            .flat_map(|channel| channel.curves.iter().flatten())
        {
            if let (Some(first), Some(last)) = (curve.times().next(), curve.times().last()) {
                span = Some(span.map_or([first, last], |[a, b]| [a.min(first), b.max(last)]));
            }
        }
        span
    }
}

impl Moving<'_> {
    /// Whether its value can jump.
    pub(super) fn has_steps(&self) -> bool {
        self.curves().any(Curve::has_steps)
    }

    fn curves(&self) -> impl Iterator<Item = &Curve> {
        let curves = self
            .layers
            .iter()
            .flat_map(|(layer, channel)| channel.curves.iter().chain(&layer.weight.curves[..1]));
        curves.flatten().map(Rc::as_ref)
    }

    /// The times of all keys and of starts and ends.
    pub(super) fn add_times(&self, span: [f64; 2], times: &mut Vec<f64>) {
        for curve in self.curves() {
            times.extend(curve.times().filter(|time| (span[0]..=span[1]).contains(time)));
            if curve.is_extrapolated() {
                let frames = (((span[1] - span[0]) * FRAMES).max(0.0) as usize).min(MOST_FRAMES);
                times.extend((0..frames).map(|frame| span[0] + frame as f64 / FRAMES));
            }
        }
    }

    /// The value as a vector: angles in degrees. For a rotation see [`Self::rotation`].
    pub(super) fn vector(&self, time: f64, side: Side) -> DVec3 {
        let mut result = self.rest;
        for (index, (layer, channel)) in self.layers.iter().enumerate() {
            let value = channel.at(time, side, self.rest);
            let weight = layer.weight_at(time, side);
            result = match (index, layer.blend) {
                (0, _) | (_, 1) => value,
                (_, 0) if self.property == Property::Scale && !layer.adds_scales => {
                    result * powered(value, weight)
                }
                (_, 0) => result + value * weight,
                _ if self.property == Property::Scale && !layer.adds_scales => {
                    powered(result, 1.0 - weight) * powered(value, weight)
                }
                _ => result * (1.0 - weight) + value * weight,
            };
        }
        result
    }

    pub(super) fn rotation(&self, time: f64, side: Side, placed: &Placed) -> DQuat {
        if self.layers.iter().skip(1).all(|(layer, _)| layer.adds_angles || layer.blend == 1) {
            return placed.rotation(self.vector(time, side));
        }
        // Angles first, then the multiplied rotations.
        let (mut degrees, mut turn) = (self.rest, DQuat::IDENTITY);
        for (index, (layer, channel)) in self.layers.iter().enumerate() {
            let value = channel.at(time, side, self.rest);
            let weight = layer.weight_at(time, side);
            match (index, layer.blend, layer.adds_angles) {
                (0, ..) | (_, 1, _) => (degrees, turn) = (value, DQuat::IDENTITY),
                (_, 0, true) => degrees += value * weight,
                (_, _, true) => degrees = degrees * (1.0 - weight) + value * weight,
                (_, 0, false) => turn *= DQuat::IDENTITY.between(placed.plain(value), weight),
                (_, _, false) => {
                    turn = (placed.plain(degrees) * turn).between(placed.plain(value), weight);
                    degrees = DVec3::ZERO;
                }
            }
        }
        placed.turned(placed.plain(degrees) * turn)
    }
}

/// The sampling rate of repeating curves, frames per second, and the most samples.
const FRAMES: f64 = 60.0;
const MOST_FRAMES: usize = 20_000;

fn powered(value: DVec3, power: f64) -> DVec3 {
    DVec3::from_array(value.to_array().map(|part| libm::pow(part.abs(), power).copysign(part)))
}

impl Layer {
    fn weight_at(&self, time: f64, side: Side) -> f64 {
        let usual = self.weight.usual[0].unwrap_or(100.0);
        let percent = self.weight.curves[0].as_ref().map_or(usual, |curve| curve.at(time, side));
        (percent / 100.0).clamp(0.0, 1.0)
    }

    /// A layer with default settings.
    pub(super) fn plain(channels: BTreeMap<(i64, Property), Channel>) -> Self {
        Self { channels, ..Self::default() }
    }
}

/// The motions of a file of version 7.0 or later.
pub(super) fn stacks(scene: &Scene<'_>, ticks: f64) -> Vec<Stack> {
    let mut curves = Curves { ticks, known: BTreeMap::new() };
    scene.all("AnimationStack").map(|stack| read_stack(scene, &stack, &mut curves)).collect()
}

fn read_stack(scene: &Scene<'_>, stack: &Object<'_>, curves: &mut Curves) -> Stack {
    let time = |name: &str| stack.integer(name).map(|time| time as f64 / curves.ticks);
    let span = |start: &str, stop: &str| {
        let [start, stop] = [time(start).unwrap_or(0.0), time(stop)?];
        (stop > start).then_some([start, stop])
    };
    let span = span("LocalStart", "LocalStop").or_else(|| span("ReferenceStart", "ReferenceStop"));
    let below = scene
        .below(stack.id)
        .map(|(layer, _)| layer)
        .filter(|layer| layer.record.name == "AnimationLayer");
    let layers: Vec<_> = below.filter(|layer| layer.integer("Mute").unwrap_or(0) == 0).collect();
    let is_solo = |layer: &Object<'_>| layer.integer("Solo").unwrap_or(0) != 0;
    let only = layers.iter().any(is_solo);
    let layers = layers
        .iter()
        .filter(|layer| !only || is_solo(layer))
        .map(|layer| read_layer(scene, layer, curves))
        .collect();
    Stack { name: stack.name(), span, layers }
}

fn read_layer(scene: &Scene<'_>, object: &Object<'_>, curves: &mut Curves) -> Layer {
    let mut layer = Layer {
        blend: object.integer("BlendMode").unwrap_or(0),
        adds_angles: object.integer("RotationAccumulationMode").unwrap_or(0) == 1,
        adds_scales: object.integer("ScaleAccumulationMode").unwrap_or(0) == 1,
        ..Layer::default()
    };
    layer.weight.usual[0] = object.float("Weight");
    for (node, property) in
        scene.below(object.id).filter(|(node, _)| node.record.name == "AnimationCurveNode")
    {
        if property == "Weight" {
            layer.weight.curves[0] =
                curves.channel(scene, &node).curves.into_iter().flatten().next();
            continue;
        }
        for (model, property) in scene
            .above(node.id)
            .filter(|(model, _)| matches!(&*model.record.name, "Model" | "Deformer"))
        {
            if let Some(property) = Property::of(property) {
                let channel = curves.channel(scene, &node);
                if channel.moves() || channel.usual.iter().any(Option::is_some) {
                    layer.channels.entry((model.id, property)).or_insert(channel);
                }
            }
        }
    }
    layer
}

/// The curves of a file, each read once.
struct Curves {
    ticks: f64,
    known: BTreeMap<i64, Rc<Curve>>,
}

impl Curves {
    fn channel(&mut self, scene: &Scene<'_>, node: &Object<'_>) -> Channel {
        let mut channel =
            Channel { usual: AXES.map(|names| node.float(names[0])), ..Channel::default() };
        for (object, property) in
            scene.below(node.id).filter(|(object, _)| object.record.name == "AnimationCurve")
        {
            // A channel of one number has one curve of any name.
            let axis = AXES.iter().position(|names| names.contains(&property)).unwrap_or(0);
            let slot = &mut channel.curves[axis];
            if slot.is_none() {
                let ticks = self.ticks;
                let curve = self
                    .known
                    .entry(object.id)
                    .or_insert_with(|| Rc::new(read_curve(object.record, ticks)))
                    .clone();
                *slot = (!curve.is_empty()).then_some(curve);
            }
        }
        channel
    }
}

fn read_curve(record: &Record<'_>, ticks: f64) -> Curve {
    let times = record.integers("KeyTime");
    let values = record.floats("KeyValueFloat");
    let flags = record.integers("KeyAttrFlags");
    let counts = record.integers("KeyAttrRefCount");
    let data = record.bits("KeyAttrDataFloat");
    // The run of attributes that a key belongs to.
    let mut runs = counts
        .iter()
        .enumerate()
        .flat_map(|(run, &count)| std::iter::repeat_n(run, usize::try_from(count).unwrap_or(0)));
    let key = |(&time, &value): (&i64, &f64)| {
        let run = runs.next().unwrap_or(flags.len().saturating_sub(1));
        // Without attributes: linear.
        let flags = flags.get(run).map_or(4, |&flags| flags as u32);
        let third =
            if flags & TCB == 0 { data.packed(4 * run + 2) } else { data.float(4 * run + 2) };
        let four = [data.float(4 * run), data.float(4 * run + 1), third, data.packed(4 * run + 3)];
        RawKey { time: time as f64 / ticks, value, flags, data: four }
    };
    let mut curve = Curve::new(times.iter().zip(&values).map(key).collect());
    (curve.before, curve.after) =
        (beyond(record, "Pre-Extrapolation"), beyond(record, "Post-Extrapolation"));
    curve
}

fn beyond(record: &Record<'_>, name: &str) -> Beyond {
    match record.child(name).and_then(|record| record.value("Type")).and_then(Value::letter) {
        Some(b'R') => Beyond::Repeat,
        Some(b'M') => Beyond::Mirror,
        Some(b'K') => Beyond::Slope,
        Some(b'A') => Beyond::Climb,
        _ => Beyond::Hold,
    }
}

/// The file's ticks per second.
pub(super) fn ticks(root: &Record<'_>) -> f64 {
    let header = root.child("FBXHeaderExtension");
    let version =
        header.and_then(|header| header.value("FBXHeaderVersion")?.integer()).unwrap_or(0);
    let definition =
        header.and_then(|header| header.child("OtherFlags")?.value("TCDefinition")?.integer());
    match definition {
        Some(definition) if version >= 1004 && definition != 127 => 141_120_000.0,
        _ => 46_186_158_000.0,
    }
}
