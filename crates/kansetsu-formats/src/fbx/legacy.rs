//! The motions of versions before 7.0, which are in `Takes` by model.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::animation::{Channel, Layer, Property, Stack};
use super::curve::{Curve, RawKey};
use super::record::{Record, Value};
use super::scene::Scene;

/// Ticks per second.
const TICKS: f64 = 46_186_158_000.0;

pub(super) fn stacks(scene: &Scene<'_>, warnings: &mut Vec<String>) -> Vec<Stack> {
    let names: BTreeMap<String, i64> = scene
        .all("Model")
        .map(|model| {
            (model.record.values.first().and_then(Value::text).unwrap_or_default(), model.id)
        })
        .collect();
    let takes = scene.root().all("Takes").flat_map(|takes| takes.all("Take"));
    takes.map(|take| read_take(take, &names, warnings)).collect()
}

fn read_take(
    take: &Record<'_>,
    names: &BTreeMap<String, i64>,
    warnings: &mut Vec<String>,
) -> Stack {
    let name = take.values.first().and_then(Value::text).unwrap_or_default();
    let mut channels = BTreeMap::new();
    let mut odd = 0;
    for model in take.all("Model") {
        let id = model.values.first().and_then(Value::text).and_then(|name| names.get(&name));
        let transform = model.all("Channel").find(|channel| is_named(channel, "Transform"));
        let (Some(&id), Some(transform)) = (id, transform) else { continue };
        for (letter, property) in ["T", "R", "S"].into_iter().zip(Property::ALL) {
            if let Some(record) = transform.all("Channel").find(|channel| is_named(channel, letter))
            {
                channels.insert((id, property), read_channel(record, &mut odd));
            }
        }
    }
    if odd > 0 {
        warnings.push(format!(
            "the motion \"{name}\": {odd} curves have keys of an unknown kind; they end there"
        ));
    }
    let span = ["LocalTime", "ReferenceTime"].into_iter().find_map(|key| {
        match take.integers(key).as_slice() {
            [start, stop] if stop > start => Some([*start as f64 / TICKS, *stop as f64 / TICKS]),
            _ => None,
        }
    });
    Stack { name, span, layers: vec![Layer::plain(channels)] }
}

fn is_named(channel: &Record<'_>, name: &str) -> bool {
    channel.values.first().and_then(Value::text).is_some_and(|text| text == name)
}

fn read_channel(record: &Record<'_>, odd: &mut usize) -> Channel {
    let mut channel = Channel::default();
    for (axis, letter) in ["X", "Y", "Z"].into_iter().enumerate() {
        let Some(part) = record.all("Channel").find(|part| is_named(part, letter)) else {
            continue;
        };
        channel.usual[axis] = part.value("Default").and_then(Value::float);
        let Some(keys) = part.child("Key") else { continue };
        let mut raw = Vec::new();
        let mut values = keys.values.iter();
        while values.len() > 0 {
            match key(&mut values) {
                Some(key) => raw.push(key),
                None => {
                    *odd += 1;
                    break;
                }
            }
        }
        channel.curves[axis] = Some(Rc::new(Curve::new(raw))).filter(|curve| !curve.is_empty());
    }
    channel
}

/// A time, a value, and letters for the interpolation, some with numbers after them.
fn key(values: &mut std::slice::Iter<'_, Value<'_>>) -> Option<RawKey> {
    let time = values.next()?.integer()? as f64 / TICKS;
    let value = values.next()?.float()?;
    let mut key = RawKey { time, value, ..RawKey::default() };
    match values.next()?.letter()? {
        b'C' => key.flags = if values.next()?.letter()? == b'n' { 0x102 } else { 0x2 },
        b'L' => key.flags = 0x4,
        b'U' => bend(values, &mut key)?,
        _ => return None,
    }
    Some(key)
}

fn bend(values: &mut std::slice::Iter<'_, Value<'_>>, key: &mut RawKey) -> Option<()> {
    let kind = values.next()?.letter()?;
    let mut number = || values.next().and_then(Value::float).map(|number| number as f32);
    key.flags = match kind {
        b'a' => 0x2108,
        b'p' => 0x6108,
        b't' => 0x208,
        _ => 0x408,
    };
    match kind {
        b's' | b'b' => key.data = [number()?.to_bits(), number()?.to_bits(), 0, 0],
        b't' => key.data = [number()?.to_bits(), number()?.to_bits(), number()?.to_bits(), 0],
        b'a' | b'd' | b'p' => {}
        _ => return None,
    }
    let weights = values.next()?.letter()?;
    let mut number = || {
        values.next().and_then(Value::float).map(|number| (number * 1e4).clamp(0.0, 65535.0) as u32)
    };
    match weights {
        b'n' => {}
        b'r' => (key.flags, key.data[2]) = (key.flags | 0x0100_0000, number()?),
        b'l' => (key.flags, key.data[2]) = (key.flags | 0x0200_0000, number()? << 16),
        b'a' => (key.flags, key.data[2]) = (key.flags | 0x0300_0000, number()? | (number()? << 16)),
        _ => return None,
    }
    Some(())
}
