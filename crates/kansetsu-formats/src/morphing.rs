//! Weights of morph targets and expressions, applied to a figure.

use std::collections::BTreeMap;

use kansetsu::{d3::Pose, glam::Vec3};

use crate::{Error, Expression, Figure, JointBind, Morph, MorphOffsets};

/// The vertices of a figure with other weights of its morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expressed {
    /// The primitives that have morph targets with other weights.
    pub primitives: Vec<ExpressedPrimitive>,
    /// The joints that expressions move, with the weight of each; see
    /// [`Self::move_joints`].
    pub joints: Vec<(JointBind, f32)>,
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

/// The effects of expressions.
#[derive(Default)]
pub(crate) struct Effects {
    /// Weights of morph targets by index.
    pub(crate) morphs: BTreeMap<usize, f32>,
    /// Offsets of joints, with their weights.
    joints: Vec<(JointBind, f32)>,
    warnings: Vec<String>,
}

/// The expressions and morph targets of a figure or of a file.
#[derive(Clone, Copy)]
pub(crate) struct Faces<'a> {
    pub(crate) expressions: &'a [Expression],
    pub(crate) morphs: &'a [Morph],
}

impl Expressed {
    /// Moves the joints of a pose from their place without the expressions. Call it before inverse
    /// kinematics: what it moves counts as the pose.
    pub fn move_joints(&self, pose: &mut Pose) {
        self.joints.iter().for_each(|(bind, weight)| bind.apply(*weight, pose));
    }
}

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
        self.all_faces().names()
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

    /// Sets expressions and morph targets by name, and moves the joints of `pose`. An expression
    /// sets all of its morph targets; shares of several expressions add up. A name that no
    /// expression has means the morph targets of that name. Returns warnings, as sentences for
    /// people.
    ///
    /// # Errors
    /// [`Error::UnknownExpression`] with the known names. Nothing changes then.
    pub fn apply_expressions(
        &mut self,
        weights: &[(&str, f32)],
        pose: &mut Pose,
    ) -> Result<Vec<String>, Error> {
        let effects = self.effects(weights)?;
        effects.morphs.into_iter().for_each(|(morph, weight)| self.set_morph(morph, weight));
        effects.joints.iter().for_each(|(bind, weight)| bind.apply(*weight, pose));
        Ok(effects.warnings)
    }

    /// What [`Self::apply_expressions`] would move, without a change of the figure: for programs
    /// that show the same figure with several expressions.
    ///
    /// # Errors
    /// As [`Self::apply_expressions`].
    pub fn expressed(&self, weights: &[(&str, f32)]) -> Result<Expressed, Error> {
        let Effects { morphs, joints, warnings } = self.effects(weights)?;
        let mut moved = BTreeMap::<[usize; 2], Vec<Vec3>>::new();
        for (morph, weight) in morphs {
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
        Ok(Expressed { primitives: primitives.collect(), joints, warnings })
    }

    fn effects(&self, weights: &[(&str, f32)]) -> Result<Effects, Error> {
        self.all_faces().effects(weights)
    }

    pub(crate) fn all_faces(&self) -> Faces<'_> {
        Faces { expressions: &self.expressions, morphs: &self.morphs }
    }
}

impl<'a> Faces<'a> {
    /// The names of all expressions, then of all morph targets, each once.
    fn names(self) -> Vec<&'a str> {
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

    pub(crate) fn effects(self, weights: &[(&str, f32)]) -> Result<Effects, Error> {
        let mut effects = Effects::default();
        for &(name, weight) in weights {
            match self.expressions.iter().find(|expression| expression.is_called(name)) {
                Some(expression) => self.express(expression, weight, &mut effects),
                None => {
                    for morph in self.named_morphs(name)? {
                        *effects.morphs.entry(morph).or_default() += weight;
                    }
                }
            }
        }
        Ok(effects)
    }

    fn express(self, expression: &Expression, weight: f32, effects: &mut Effects) {
        let Expression { name, is_binary, binds, joints, material_binds, .. } = expression;
        let weight = match is_binary {
            true if weight > 0.5 => 1.0,
            true => 0.0,
            false => weight,
        };
        let mut moves = false;
        for bind in binds.iter().filter(|bind| bind.morph < self.morphs.len()) {
            moves = true;
            *effects.morphs.entry(bind.morph).or_default() += weight * bind.weight;
        }
        effects.joints.extend(joints.iter().map(|bind| (*bind, weight)));
        if !moves && joints.is_empty() {
            effects.warnings.push(format!("the expression \"{name}\" moves no morph target"));
        }
        if *material_binds > 0 {
            effects.warnings.push(format!(
                "the expression \"{name}\" also changes materials, which is kept and not drawn"
            ));
        }
    }

    fn named_morphs(self, name: &str) -> Result<Vec<usize>, Error> {
        let named = self.morphs.iter().enumerate().filter(|(_, morph)| morph.name == name);
        let named: Vec<usize> = named.map(|(morph, _)| morph).collect();
        if name.is_empty() || named.is_empty() {
            return Err(Error::UnknownExpression {
                name: name.to_owned(),
                known: self.names().join(", "),
            });
        }
        Ok(named)
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
