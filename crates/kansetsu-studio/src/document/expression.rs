//! Expressions of a figure: weights by name, and the vertices that they move.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu_formats::{Error, Expressed, Figure};

use super::{Actor, Refusal};

/// The expression of a figure: weights of expressions and morph targets by name.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// Those that differ from the file.
    weights: BTreeMap<String, f32>,
    /// The vertices that they move; `None` without weights. Follows from them and the figure.
    shown: Option<Arc<Expressed>>,
}

impl Face {
    /// The weights of a figure.
    ///
    /// # Errors
    /// [`Error::UnknownExpression`] for a name that the figure does not have.
    pub fn new(figure: &Figure, weights: BTreeMap<String, f32>) -> Result<Self, Error> {
        let pairs: Vec<(&str, f32)> =
            weights.iter().map(|(name, &weight)| (name.as_str(), weight)).collect();
        let expressed = figure.expressed(&pairs)?;
        let shown = (!weights.is_empty()).then(|| Arc::new(expressed));
        Ok(Self { weights, shown })
    }

    /// The weights that differ from the file, by name.
    #[must_use]
    pub const fn weights(&self) -> &BTreeMap<String, f32> {
        &self.weights
    }

    /// The vertices that the weights move; `None` where the file's are shown.
    #[must_use]
    pub const fn shown(&self) -> Option<&Arc<Expressed>> {
        self.shown.as_ref()
    }
}

/// The vertices follow from the weights.
impl PartialEq for Face {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl Actor {
    /// The weight of an expression or a morph target.
    #[must_use]
    pub fn expression(&self, name: &str) -> f32 {
        self.face.weights.get(name).copied().unwrap_or_else(|| weight_in_file(&self.figure, name))
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
        let mut weights = self.face.weights.clone();
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
