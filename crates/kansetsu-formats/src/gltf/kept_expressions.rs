//! Expressions of files without VRM: `extras.kansetsu.expressions` of the document. Morph targets
//! are `[node, target, weight]`, joints `[node, weight, translation, rotation]`.

use kansetsu::glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::at::At;
use super::extras::EXTRAS;
use super::save::weights::NodeMorphs;
use crate::{Expression, Figure, JointBind, MorphBind};

pub(super) const EXPRESSIONS: &str = "expressions";

/// Adds the document's expressions to the figure; invalid ones are a warning.
pub(super) fn read(root: &At<'_>, figure: &mut Figure, warnings: &mut Vec<String>) {
    let own = root.get("extras").and_then(|extras| extras.get(EXTRAS)?.get(EXPRESSIONS));
    let Some(at) = own.filter(|_| figure.expressions.is_empty()) else { return };
    let list = at.value().as_array().map_or(&[][..], Vec::as_slice);
    match list.iter().map(|value| expression(value, figure)).collect() {
        Some(expressions) => figure.expressions = expressions,
        None => warnings.push(format!(
            "{}: a morph target, a joint or a number is invalid; all are ignored",
            at.path()
        )),
    }
}

fn expression(value: &Value, figure: &Figure) -> Option<Expression> {
    let text = |key: &str| Some(value[key].as_str()?.to_owned());
    let rows = |key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice);
    Some(Expression {
        name: text("name")?,
        label: text("label")?,
        is_binary: value["binary"].as_bool().unwrap_or(false),
        binds: rows("morphs").iter().map(|row| morph_bind(row, figure)).collect::<Option<_>>()?,
        joints: rows("joints").iter().map(|row| joint_bind(row, figure)).collect::<Option<_>>()?,
        material_binds: value["materials"].as_u64().unwrap_or(0) as usize,
    })
}

fn morph_bind(row: &Value, figure: &Figure) -> Option<MorphBind> {
    let [node, target, weight] = numbers(row)?;
    let is_own =
        |morph: &crate::Morph| morph.node == Some(node as usize) && morph.index == target as usize;
    Some(MorphBind { morph: figure.morphs.iter().position(is_own)?, weight })
}

fn joint_bind(row: &Value, figure: &Figure) -> Option<JointBind> {
    let [node, weight, x, y, z, a, b, c, d] = numbers(row)?;
    let joint = figure.nodes.iter().position(|&own| own == Some(node as usize))?;
    let rotation = Quat::from_xyzw(a, b, c, d);
    let is_turn = rotation.length_squared() > 1e-12;
    let rotation = is_turn.then(|| rotation.normalize())?;
    Some(JointBind { joint, translation: Vec3::new(x, y, z), rotation, weight })
}

/// The finite numbers of a list of this length.
fn numbers<const N: usize>(row: &Value) -> Option<[f32; N]> {
    let list = row.as_array()?.iter().map(|number| number.as_f64().map(|number| number as f32));
    let list = list.collect::<Option<Vec<f32>>>()?;
    let row: [f32; N] = list.try_into().ok()?;
    row.iter().all(|number| number.is_finite()).then_some(row)
}

/// The entry of a figure whose joints are the nodes; `None` without expressions.
pub(super) fn value(figure: &Figure, morphs: &[NodeMorphs]) -> Option<Value> {
    let morph = |bind: &MorphBind| {
        morphs.iter().find_map(|NodeMorphs { node, targets }| {
            let target = targets.iter().position(|target| target.contains(&bind.morph))?;
            Some(json!([node, target, bind.weight]))
        })
    };
    let joint = |bind: &JointBind| {
        let (Vec3 { x, y, z }, [a, b, c, d]) = (bind.translation, bind.rotation.to_array());
        json!([bind.joint, bind.weight, x, y, z, a, b, c, d])
    };
    let kept = |own: &Expression| {
        json!({
            "name": own.name,
            "label": own.label,
            "binary": own.is_binary,
            "materials": own.material_binds,
            "morphs": own.binds.iter().filter_map(morph).collect::<Vec<Value>>(),
            "joints": own.joints.iter().map(joint).collect::<Vec<Value>>(),
        })
    };
    let all: Vec<Value> = figure.expressions.iter().map(kept).collect();
    (!all.is_empty()).then(|| all.into())
}
