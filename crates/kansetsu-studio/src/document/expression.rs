//! The expression of an actor, one weight at a time.

use kansetsu_formats::Figure;

use super::{Actor, Face, Refusal};

impl Actor {
    /// The weight of an expression or a morph target.
    #[must_use]
    pub fn expression(&self, name: &str) -> f32 {
        self.face.weights().get(name).copied().unwrap_or_else(|| weight_in_file(&self.figure, name))
    }

    /// Sets the weight of an expression or a morph target. One that is set later adds to those
    /// that move the same vertices.
    ///
    /// # Errors
    /// A sentence, for a name that the figure does not have and for a weight that is not finite.
    pub fn set_expression(&mut self, name: &str, weight: f32) -> Result<(), Refusal> {
        if !weight.is_finite() {
            return Err(super::actor::not_finite(&self.name));
        }
        let mut weights = self.face.weights().clone();
        if weight == weight_in_file(&self.figure, name) {
            weights.remove(name);
        } else {
            weights.insert(name.to_owned(), weight);
        }
        self.face =
            Face::new(&self.figure, weights).map_err(|error| Refusal::from(error.to_string()))?;
        Ok(())
    }
}

fn weight_in_file(figure: &Figure, name: &str) -> f32 {
    let is_expression = figure.expressions.iter().any(|expression| expression.name == name);
    let morph = figure.morphs.iter().find(|morph| morph.name == name && !is_expression);
    morph.map_or(0.0, |morph| morph.weight)
}
