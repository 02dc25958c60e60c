//! The expression of an actor, one weight at a time.

use std::collections::BTreeMap;

use kansetsu_formats::Figure;

use super::{Actor, Face, Refusal};

impl Actor {
    /// The weight of an expression or a morph target.
    #[must_use]
    pub fn expression(&self, name: &str) -> f32 {
        self.face.weights().get(name).copied().unwrap_or_else(|| self.settled_weight(name))
    }

    /// Sets the weight of an expression or a morph target. One that is set later adds to those
    /// that move the same vertices. An expression that moves joints moves them in the pose.
    ///
    /// # Errors
    /// A sentence, for a name that the figure does not have and for a weight that is not finite.
    pub fn set_expression(&mut self, name: &str, weight: f32) -> Result<(), Refusal> {
        if !weight.is_finite() {
            return Err(super::actor::not_finite(&self.name));
        }
        let mut weights = self.face.weights().clone();
        if weight == self.settled_weight(name) {
            weights.remove(name);
        } else {
            weights.insert(name.to_owned(), weight);
        }
        let change = weight - self.expression(name);
        self.set_weights(weights)?;
        let moved = self.figure.expressed(&[(name, change)]);
        moved.map_err(|error| Refusal::from(error.to_string()))?.move_joints(&mut self.pose);
        Ok(())
    }

    /// Takes back the weights that were set since the file or the last key.
    ///
    /// # Errors
    /// As [`Self::set_expression`].
    pub fn reset_expressions(&mut self) -> Result<(), Refusal> {
        let names: Vec<String> = self.face.weights().keys().cloned().collect();
        names.iter().try_for_each(|name| self.set_expression(name, self.settled_weight(name)))
    }

    /// Its expression at `time`, seconds: the keys of the motion, and above them what is not keyed
    /// yet.
    #[must_use]
    pub fn face_at(&self, time: f32) -> Face {
        let keyed = self.playing().map(|motion| motion.weights_at(time)).unwrap_or_default();
        self.face.with_keyed(&self.figure, keyed)
    }

    /// Whether a change is not keyed yet.
    #[must_use]
    pub fn has_unkeyed(&self) -> bool {
        !self.unkeyed.is_empty() || (self.motion.is_some() && !self.face.weights().is_empty())
    }

    /// Keys the weights that are not keyed yet at `time`, seconds.
    pub(super) fn key_expressions(&mut self, time: f32) {
        let weights = self.face.weights().clone();
        let figure = std::sync::Arc::clone(&self.figure);
        let Some(motion) = self.playing_mut() else { return };
        let time = motion.snapped(time);
        for (name, &weight) in &weights {
            motion.set_weight(name, time, weight, weight_in_file(&figure, name));
        }
        let keyed = motion.weights_at(time);
        // The names were known before.
        self.face = Face::new(&figure, BTreeMap::new(), keyed).unwrap_or_default();
    }

    /// Sets the weights that are not keyed.
    pub(super) fn set_weights(&mut self, weights: BTreeMap<String, f32>) -> Result<(), Refusal> {
        let keyed = self.face.keyed().clone();
        self.face = Face::new(&self.figure, weights, keyed)
            .map_err(|error| Refusal::from(error.to_string()))?;
        Ok(())
    }

    /// The weight without changes that are not keyed.
    fn settled_weight(&self, name: &str) -> f32 {
        let keyed = self.face.keyed().get(name).copied();
        keyed.unwrap_or_else(|| weight_in_file(&self.figure, name))
    }
}

fn weight_in_file(figure: &Figure, name: &str) -> f32 {
    let is_expression = figure.expressions.iter().any(|expression| expression.name == name);
    let morph = figure.morphs.iter().find(|morph| morph.name == name && !is_expression);
    morph.map_or(0.0, |morph| morph.weight)
}
