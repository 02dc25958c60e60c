//! `--expression NAME=WEIGHT` and `--eyes X,Y,Z`.

use std::str::FromStr;

use anyhow::bail;
use kansetsu::{d3::Pose, glam::Vec3};
use kansetsu_formats::{Figure, WeightTrack};

use super::joint_value::{joint_and_value, point};
use super::number::finite;
use crate::{message, source::Source};

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
pub(crate) struct FaceArgs {
    /// Set an expression of a VRM, or a morph target, to this weight, usually 0 to 1; repeatable
    ///
    /// `kansetsu inspect` lists the names. Expressions of VRM 0.x have the names of VRM 1.0 too:
    /// happy, sad, relaxed, aa, blinkLeft.
    #[arg(long = "expression", value_name = "NAME=WEIGHT", allow_hyphen_values = true)]
    expressions: Vec<NamedWeight>,
    /// Turn the eyes of a VRM to a point in the world, metres, as far as the file allows
    ///
    /// The file says whether the eye joints rotate or expressions (lookLeft, lookUp, ...) move the
    /// face, and by how much.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point::<3>)]
    eyes: Option<[f32; 3]>,
}

impl FaceArgs {
    /// Moves the vertices of the figure, and the eyes and the joints of expressions in its pose.
    /// The weights of its pose file or clip stay where the arguments set no other.
    pub(crate) fn put_on(&self, source: &mut Source, pose: &mut Pose) -> anyhow::Result<()> {
        let figure = &source.figure;
        let mut weights: Vec<(&str, f32)> =
            self.expressions.iter().map(|named| (named.name.as_str(), named.weight)).collect();
        for (name, weight) in self.look(figure, pose)? {
            // A weight of zero moves nothing, and the file may lack the expression.
            if weight == 0.0 {
                continue;
            }
            match figure.expressions.iter().any(|expression| expression.name == name) {
                true => weights.push((name, weight)),
                false => message::warning(&format!(
                    "--eyes: the file has no expression \"{name}\", so the eyes do not turn that way"
                )),
            }
        }
        figure.expressed(&weights)?.move_joints(pose);
        let is_set = |name: &str| weights.iter().any(|(set, _)| *set == name);
        let (changed, kept): (Vec<_>, Vec<_>) =
            source.face.iter().partition(|(name, _)| is_set(name));
        let changed: Vec<(&str, f32)> =
            changed.iter().map(|(name, weight)| (name.as_str(), -weight)).collect();
        // The pose file or the clip has moved these joints already.
        figure.expressed(&changed)?.move_joints(pose);
        weights.extend(kept.iter().map(|(name, weight)| (name.as_str(), *weight)));
        let face = weights.iter().map(|&(name, weight)| (name.to_owned(), weight)).collect();
        source.face = face;
        source.put_on_face()
    }

    /// Turns the eyes and moves the joints of expressions in every pose of a motion, and moves the
    /// vertices of the figure.
    pub(crate) fn put_on_motion(
        &self,
        source: &mut Source,
        poses: &mut [Pose],
    ) -> anyhow::Result<()> {
        for pose in &mut *poses {
            if !self.look(&source.figure, pose)?.is_empty() {
                bail!(
                    "--eyes: this avatar looks by expressions, which have no keys in a motion; remove --eyes"
                );
            }
        }
        let weights: Vec<(&str, f32)> =
            self.expressions.iter().map(|named| (named.name.as_str(), named.weight)).collect();
        let expressed = source.figure.expressed(&weights)?;
        poses.iter_mut().for_each(|pose| expressed.move_joints(pose));
        let mut still = source.figure.saved_pose();
        Self { eyes: None, ..self.clone() }.put_on(source, &mut still)
    }

    /// The weights that the arguments set for a whole motion.
    pub(crate) fn tracks(&self) -> Vec<WeightTrack> {
        let expressions = self.expressions.iter();
        expressions.map(|named| WeightTrack::constant(&named.name, named.weight)).collect()
    }

    /// Whether the arguments set an expression or a morph target of this name.
    pub(crate) fn sets(&self, name: &str) -> bool {
        self.expressions.iter().any(|named| named.name == name)
    }

    fn look(&self, figure: &Figure, pose: &mut Pose) -> anyhow::Result<Vec<(&'static str, f32)>> {
        Ok(match self.eyes {
            Some(point) => figure.look_at(Vec3::from_array(point), pose)?,
            None => Vec::new(),
        })
    }
}
