//! Blend shapes: a channel with a weight, and the offsets of the points of a surface.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;

use super::record::{Record, Value};
use super::scene::{Object, Scene};
use crate::element::Skipped;
use crate::morph::OffsetBudget;
use crate::{Figure, Morph, MorphOffsets};

/// A blend shape whose weight a motion can change.
#[derive(Clone)]
pub(super) struct Keyable {
    /// The object of the channel; 0 before version 7.
    pub(super) channel: i64,
    pub(super) name: String,
    /// The percentage in the file.
    pub(super) percent: f64,
    /// The percentage of the full shape.
    pub(super) full: f64,
}

/// The channel of a surface.
pub(super) struct Channel {
    pub(super) keyable: Keyable,
    /// Points of the file and their offsets.
    offsets: Vec<(u32, [f64; 3])>,
}

impl Channel {
    /// The channels of a surface in the file's order. Of shapes between rest and the full weight,
    /// the last is read.
    pub(super) fn all(
        scene: &Scene<'_>,
        geometry: &Object<'_>,
        counted: &mut Skipped,
    ) -> Vec<Self> {
        let mut channels = Vec::new();
        let of_class = |id: i64, class: &'static str| {
            let objects = scene.below(id).map(|(object, _)| object);
            objects.filter(move |object| object.class() == class).collect::<Vec<_>>()
        };
        for deformer in of_class(geometry.id, "BlendShape") {
            for channel in of_class(deformer.id, "BlendShapeChannel") {
                let shapes = of_class(channel.id, "Shape");
                let name = channel.name();
                counted.add_many("shapes between", &name, shapes.len().saturating_sub(1));
                let Some(shape) = shapes.last() else { continue };
                let full = channel.record.floats("FullWeights").last().copied().unwrap_or(100.0);
                // A property since version 7.0, before that a record.
                let percent = channel
                    .float("DeformPercent")
                    .or_else(|| channel.record.value("DeformPercent").and_then(Value::float));
                let keyable = Keyable {
                    channel: channel.id,
                    name,
                    percent: percent.unwrap_or(0.0),
                    full: if full > 0.0 { full } else { 100.0 },
                };
                let offsets = offsets(shape.record, &keyable.name, counted);
                channels.push(Self { keyable, offsets });
            }
        }
        // Before 7.0 a surface has its shapes itself, and the weight of each as a property.
        for shape in geometry.record.all("Shape") {
            let name = shape.values.first().and_then(Value::text).unwrap_or_default();
            let percent = geometry.float(&name).unwrap_or(0.0);
            let keyable = Keyable { channel: 0, name, percent, full: 100.0 };
            let offsets = offsets(shape, &keyable.name, counted);
            channels.push(Self { keyable, offsets });
        }
        channels
    }
}

fn offsets(shape: &Record<'_>, name: &str, counted: &mut Skipped) -> Vec<(u32, [f64; 3])> {
    let places = shape.floats("Vertices");
    let points = shape.integers("Indexes");
    counted.add_many("damaged shapes", name, usize::from(3 * points.len() != places.len()));
    let mut sums: BTreeMap<u32, [f64; 3]> = BTreeMap::new();
    for (&point, &[x, y, z]) in points.iter().zip(places.as_chunks::<3>().0) {
        if let Ok(point) = u32::try_from(point) {
            let sum = sums.entry(point).or_default();
            *sum = [sum[0] + x, sum[1] + y, sum[2] + z];
        }
    }
    sums.into_iter().collect()
}

/// Adds the morph targets of the last mesh of a figure. `sources` has the file's point of each
/// vertex of each primitive.
pub(super) fn add(
    figure: &mut Figure,
    channels: &[Channel],
    sources: &[Vec<u32>],
    offset: impl Fn([f64; 3]) -> Vec3,
    left: &mut OffsetBudget,
) {
    let Some(mesh) = figure.meshes.len().checked_sub(1) else { return };
    for (index, channel) in channels.iter().enumerate() {
        let parts = (0..).zip(sources).filter_map(|(primitive, points)| {
            let mut part = MorphOffsets { primitive, ..MorphOffsets::default() };
            for (vertex, point) in (0..).zip(points) {
                let at = channel.offsets.binary_search_by_key(point, |&(point, _)| point);
                if let Ok(at) = at
                    && left.take()
                {
                    part.vertices.push(vertex);
                    part.offsets.push(offset(channel.offsets[at].1));
                }
            }
            (!part.vertices.is_empty()).then_some(part)
        });
        let parts = parts.collect();
        let morph = figure.morphs.len();
        figure.morphs.push(Morph {
            name: channel.keyable.name.clone(),
            mesh,
            index,
            parts,
            ..Morph::default()
        });
        let Keyable { percent, full, .. } = channel.keyable;
        figure.set_morph(morph, (percent / full) as f32);
    }
}
