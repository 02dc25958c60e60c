//! The lines of expressions and morph targets.

use kansetsu_formats::{Expression, Figure, Morph};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct ExpressionEntry<'a> {
    name: &'a str,
    /// The name in the file.
    label: &'a str,
    /// The number of morph targets that it moves.
    morph_targets: usize,
    /// The number of joints that it moves.
    joints: usize,
}

impl<'a> ExpressionEntry<'a> {
    pub(super) fn of(expression: &'a Expression) -> Self {
        let Expression { name, label, binds, joints, .. } = expression;
        Self { name, label, morph_targets: binds.len(), joints: joints.len() }
    }

    pub(super) fn words(&self) -> String {
        let label = match self.label {
            label if label == self.name || label.is_empty() => String::new(),
            label => format!(" (\"{label}\")"),
        };
        let targets = match self.morph_targets {
            0 => "no morph targets".to_owned(),
            1 => "1 morph target".to_owned(),
            count => format!("{count} morph targets"),
        };
        let joints = match self.joints {
            0 => String::new(),
            1 => ", 1 joint".to_owned(),
            count => format!(", {count} joints"),
        };
        format!("{}{label}: {targets}{joints}", self.name)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct MorphEntry<'a> {
    name: &'a str,
    mesh: &'a str,
    /// The weight in the file.
    weight: f32,
}

impl<'a> MorphEntry<'a> {
    pub(super) fn of(morph: &'a Morph, figure: &'a Figure) -> Self {
        let mesh = figure.meshes.get(morph.mesh).map_or("", |mesh| &mesh.name);
        Self { name: &morph.name, mesh, weight: morph.weight }
    }

    pub(super) fn words(&self) -> String {
        let Self { name, mesh, weight } = self;
        format!("\"{name}\" of \"{mesh}\": weight {weight}")
    }
}
