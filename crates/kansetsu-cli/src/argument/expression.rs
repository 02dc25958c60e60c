//! `--expression NAME=WEIGHT`.

use std::str::FromStr;

use kansetsu_formats::Figure;

use super::joint_value::joint_and_value;
use super::number::finite;
use crate::message;

/// An expression or a morph target, and its weight.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedWeight {
    name: String,
    weight: f32,
}

impl FromStr for NamedWeight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, weight) = joint_and_value(text, "NAME=WEIGHT, for example happy=0.7")?;
        Ok(Self { name, weight: finite(weight)? })
    }
}

/// The face of the figure.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ExpressionArgs {
    /// Set an expression of a VRM, or a morph target, to this weight, usually 0 to 1; repeatable
    ///
    /// `kansetsu inspect` lists the names. Expressions of VRM 0.x have the names of VRM 1.0 too:
    /// happy, sad, relaxed, aa, blinkLeft.
    #[arg(long = "expression", value_name = "NAME=WEIGHT", allow_hyphen_values = true)]
    expressions: Vec<NamedWeight>,
}

impl ExpressionArgs {
    /// Moves the vertices of the figure.
    pub(crate) fn put_on(&self, figure: &mut Figure) -> anyhow::Result<()> {
        let weights: Vec<(&str, f32)> =
            self.expressions.iter().map(|named| (named.name.as_str(), named.weight)).collect();
        figure.apply_expressions(&weights)?.iter().for_each(|warning| message::warning(warning));
        Ok(())
    }
}
