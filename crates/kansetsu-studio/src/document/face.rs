//! Expressions of a figure: weights by name, and the vertices that they move.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu_formats::{Error, Expressed, Figure};

/// The expression of a figure: weights of expressions and morph targets by name.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// Those that differ from the file and from the keys of the motion.
    weights: BTreeMap<String, f32>,
    /// Those that the motion keys, at the shown time. Not saved, not compared.
    keyed: BTreeMap<String, f32>,
    /// The vertices that both move; `None` without weights. Follows from them and the figure.
    shown: Option<Arc<Expressed>>,
}

impl Face {
    /// The weights of a figure.
    ///
    /// # Errors
    /// [`Error::UnknownExpression`] for a name that the figure does not have.
    pub fn new(
        figure: &Figure,
        weights: BTreeMap<String, f32>,
        keyed: BTreeMap<String, f32>,
    ) -> Result<Self, Error> {
        let kept = keyed.iter().filter(|(name, _)| !weights.contains_key(*name));
        let pairs: Vec<(&str, f32)> =
            kept.chain(&weights).map(|(name, &weight)| (name.as_str(), weight)).collect();
        let shown = match pairs.is_empty() {
            true => None,
            false => Some(Arc::new(figure.expressed(&pairs)?)),
        };
        Ok(Self { weights, keyed, shown })
    }

    /// The same weights with other keyed ones. Keys of expressions that the figure does not have
    /// show nothing.
    #[must_use]
    pub fn with_keyed(&self, figure: &Figure, mut keyed: BTreeMap<String, f32>) -> Self {
        keyed.retain(|name, _| figure.expression_for(name) == Some(name));
        if keyed == self.keyed {
            return self.clone();
        }
        Self::new(figure, self.weights.clone(), keyed).unwrap_or_else(|_| self.clone())
    }

    /// The weights that differ from the file and from the keys of the motion, by name.
    #[must_use]
    pub const fn weights(&self) -> &BTreeMap<String, f32> {
        &self.weights
    }

    /// The weights that the motion keys, at the shown time.
    #[must_use]
    pub const fn keyed(&self) -> &BTreeMap<String, f32> {
        &self.keyed
    }

    /// The vertices that the weights move; `None` where the file's are shown.
    #[must_use]
    pub const fn shown(&self) -> Option<&Arc<Expressed>> {
        self.shown.as_ref()
    }
}

/// The rest follows from the weights, the motion and the time.
impl PartialEq for Face {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}
