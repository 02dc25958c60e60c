//! Expressions of a figure: weights by name, and the vertices that they move.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu_formats::{Error, Expressed, Figure};

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
