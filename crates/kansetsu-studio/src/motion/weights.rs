//! Keys of expressions.

use std::collections::BTreeMap;

use super::{Interpolation, Key, Motion, SAME_TIME, curve, edit::set};

impl Motion {
    /// Whether nothing is keyed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty() && self.weights.is_empty()
    }

    /// The keyed weights of expressions at `time`, seconds, by name.
    #[must_use]
    pub fn weights_at(&self, time: f32) -> BTreeMap<String, f32> {
        let weight = |(name, keys): (&String, &Vec<Key<f32>>)| {
            Some((name.clone(), curve::sample(keys, time)?))
        };
        self.weights.iter().filter_map(weight).collect()
    }

    /// Keys the weight of an expression at `time`, seconds. Where it had no key and others are
    /// keyed before and after, it is also keyed there, with `before`: keying one pose does not
    /// change the others.
    pub fn set_weight(&mut self, name: &str, time: f32, weight: f32, before: f32) {
        let time = time.max(0.0);
        let length = self.length();
        let around = [self.previous_key(None, time), self.next_key(None, time)];
        let is_new = !self.weights.contains_key(name);
        let keys = self.weights.entry(name.to_owned()).or_default();
        for at in around.into_iter().flatten().filter(|_| is_new) {
            set(keys, at, before);
        }
        set(keys, time, weight);
        if is_new {
            keys.iter_mut().for_each(|key| key.interpolation = Interpolation::Linear);
        }
        self.settle(length);
    }

    /// Whether the weight of any expression is keyed at `time`, seconds.
    #[must_use]
    pub fn has_weight_key(&self, time: f32) -> bool {
        self.weights.values().flatten().any(|key| (key.time - time).abs() < SAME_TIME)
    }

    /// When an expression is keyed, seconds, ascending, each time once.
    #[must_use]
    pub fn face_times(&self) -> Vec<f32> {
        self.face_keys_between([0.0, f32::MAX]).into_iter().map(|key| key.time).collect()
    }
}
