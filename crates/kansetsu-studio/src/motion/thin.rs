//! Fewer keys for the same motion.

use kansetsu::glam::{Quat, Vec3};

use super::{Interpolation, Key, Motion, curve::Value};

impl Motion {
    /// Removes keys between which the straight way stays within `angle` (radians) and `distance`
    /// (metres, and for scales as a number) of what is keyed. The ways become linear.
    ///
    /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points
    /// required to represent a digitized line", Cartographica 10(2), 1973; with the error at each
    /// key's own time instead of the distance from a line.
    pub fn thin(&mut self, angle: f32, distance: f32) {
        for track in &mut self.tracks {
            thin(&mut track.rotation, angle, |a: Quat, b| a.velocity(b, 1.0).length());
            thin(&mut track.translation, distance, |a: Vec3, b| a.distance(b));
            thin(&mut track.scale, distance, |a: Vec3, b| a.distance(b));
        }
    }
}

fn thin<T: Value>(keys: &mut Vec<Key<T>>, tolerance: f32, error: fn(T, T) -> f32) {
    if keys.len() < 3 {
        return;
    }
    let mut kept = vec![false; keys.len()];
    let mut spans = vec![(0, keys.len() - 1)];
    while let Some((from, to)) = spans.pop() {
        (kept[from], kept[to]) = (true, true);
        let (first, last) = (keys[from], keys[to]);
        let off = |index: usize| {
            let part = (keys[index].time - first.time) / (last.time - first.time);
            error(first.value.toward(last.value, part), keys[index].value)
        };
        let worst = (from + 1..to)
            .max_by(|&a, &b| off(a).total_cmp(&off(b)))
            .filter(|&index| off(index) > tolerance);
        if let Some(index) = worst {
            spans.extend([(from, index), (index, to)]);
        }
    }
    let mut index = 0;
    keys.retain_mut(|key| {
        key.interpolation = Interpolation::Linear;
        index += 1;
        kept[index - 1]
    });
}
