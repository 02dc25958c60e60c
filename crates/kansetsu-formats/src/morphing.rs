//! Weights of morph targets and expressions, applied to a figure.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;

use crate::{Error, Expression, Figure, MorphOffsets};

/// The vertices of a figure with other weights of its morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expressed {
    /// The primitives that have morph targets with other weights.
    pub primitives: Vec<ExpressedPrimitive>,
    /// Sentences for people: what has no effect, or is not shown.
    pub warnings: Vec<String>,
}

/// The vertices of a primitive with other weights of its morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpressedPrimitive {
    /// Index into [`Figure::meshes`].
    pub mesh: usize,
    /// Index into [`Mesh::primitives`](crate::Mesh::primitives).
    pub primitive: usize,
    /// As [`Primitive::positions`](crate::Primitive::positions).
    pub positions: Vec<Vec3>,
}

/// Weights of morph targets by index, and what is odd about them.
type Weights = (BTreeMap<usize, f32>, Vec<String>);

impl Expression {
    /// Whether a user means it by `name`.
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.label == name
    }
}

impl Figure {
    /// The names of all expressions, then of all morph targets, each once.
    #[must_use]
    pub fn expression_names(&self) -> Vec<&str> {
        let expressions = self.expressions.iter().map(|expression| expression.name.as_str());
        let morphs = self.morphs.iter().map(|morph| morph.name.as_str());
        let mut names: Vec<&str> = Vec::new();
        for name in expressions.chain(morphs).filter(|name| !name.is_empty()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Sets the weight of a morph target and moves the vertices of its mesh: each is its base plus
    /// the sum of weights times offsets. Normals stay.
    pub fn set_morph(&mut self, morph: usize, weight: f32) {
        let Some(target) = self.morphs.get_mut(morph) else { return };
        let change = weight - std::mem::replace(&mut target.weight, weight);
        if change == 0.0 {
            return;
        }
        let Some(mesh) = self.meshes.get_mut(target.mesh) else { return };
        for part in &target.parts {
            let Some(primitive) = mesh.primitives.get_mut(part.primitive) else { continue };
            add(&mut primitive.positions, part, change);
        }
    }

    /// Sets expressions and morph targets by name. An expression sets all of its morph targets;
    /// shares of several expressions add up. A name that no expression has means the morph targets
    /// of that name. Returns warnings, as sentences for people.
    ///
    /// # Errors
    /// [`Error::UnknownExpression`] with the known names. Nothing changes then.
    pub fn apply_expressions(&mut self, weights: &[(&str, f32)]) -> Result<Vec<String>, Error> {
        let (targets, warnings) = self.morph_weights(weights)?;
        targets.into_iter().for_each(|(morph, weight)| self.set_morph(morph, weight));
        Ok(warnings)
    }

    /// The vertices that [`Self::apply_expressions`] would move, without a change of the figure:
    /// for programs that show the same figure with several expressions.
    ///
    /// # Errors
    /// As [`Self::apply_expressions`].
    pub fn expressed(&self, weights: &[(&str, f32)]) -> Result<Expressed, Error> {
        let (targets, warnings) = self.morph_weights(weights)?;
        let mut moved = BTreeMap::<[usize; 2], Vec<Vec3>>::new();
        for (morph, weight) in targets {
            let Some(target) = self.morphs.get(morph) else { continue };
            let Some(mesh) = self.meshes.get(target.mesh) else { continue };
            for part in &target.parts {
                let Some(primitive) = mesh.primitives.get(part.primitive) else { continue };
                let positions = moved
                    .entry([target.mesh, part.primitive])
                    .or_insert_with(|| primitive.positions.clone());
                add(positions, part, weight - target.weight);
            }
        }
        let primitives = moved.into_iter().map(|([mesh, primitive], positions)| {
            ExpressedPrimitive { mesh, primitive, positions }
        });
        Ok(Expressed { primitives: primitives.collect(), warnings })
    }

    fn morph_weights(&self, weights: &[(&str, f32)]) -> Result<Weights, Error> {
        let (mut targets, mut warnings) = (BTreeMap::<usize, f32>::new(), Vec::new());
        for &(name, weight) in weights {
            let expression = self.expressions.iter().find(|expression| expression.is_called(name));
            let moved = match expression {
                Some(expression) => self.moved_by(expression, weight),
                None => self.named_morphs(name, weight)?,
            };
            if moved.is_empty() {
                warnings.push(format!("the expression \"{name}\" moves no morph target"));
            }
            if let Some(Expression { material_binds: 1.., .. }) = expression {
                warnings.push(format!(
                    "the expression \"{name}\" also changes materials, which is kept and not drawn"
                ));
            }
            for (morph, weight) in moved {
                *targets.entry(morph).or_default() += weight;
            }
        }
        Ok((targets, warnings))
    }

    /// The morph targets of an expression, with their weights.
    fn moved_by(&self, expression: &Expression, weight: f32) -> Vec<(usize, f32)> {
        let weight = match expression.is_binary {
            true if weight > 0.5 => 1.0,
            true => 0.0,
            false => weight,
        };
        let mut moved = Vec::new();
        for bind in &expression.binds {
            let morphs = self.morphs.iter().enumerate().filter(|(_, morph)| bind.moves(morph));
            moved.extend(morphs.map(|(morph, _)| (morph, weight * bind.weight)));
        }
        moved
    }

    fn named_morphs(&self, name: &str, weight: f32) -> Result<Vec<(usize, f32)>, Error> {
        let named = self.morphs.iter().enumerate().filter(|(_, morph)| morph.name == name);
        let moved: Vec<(usize, f32)> = named.map(|(morph, _)| (morph, weight)).collect();
        if name.is_empty() || moved.is_empty() {
            return Err(Error::UnknownExpression {
                name: name.to_owned(),
                known: self.expression_names().join(", "),
            });
        }
        Ok(moved)
    }
}

/// Adds the offsets of a morph target, times `weight`.
fn add(positions: &mut [Vec3], part: &MorphOffsets, weight: f32) {
    for (&vertex, &offset) in part.vertices.iter().zip(&part.offsets) {
        if let Some(position) = positions.get_mut(vertex as usize) {
            *position += weight * offset;
        }
    }
}
