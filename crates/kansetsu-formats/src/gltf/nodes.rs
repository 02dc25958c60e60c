//! Nodes to joints: every node, in the file's order except that parents come first.

use kansetsu::d3::{Skeleton, SkeletonBuilder, Transform};
use kansetsu::glam::{Affine3, Mat3, Quat, Vec3};

use super::at::At;
use crate::Error;

/// The skeleton of a document and its mapping to nodes.
pub(super) struct Nodes<'a> {
    pub(super) at: Vec<At<'a>>,
    pub(super) skeleton: Skeleton,
    /// For each node, its joint. Empty if the document has no nodes.
    pub(super) joints: Vec<usize>,
    /// For each joint, its node.
    pub(super) node_of_joint: Vec<Option<usize>>,
    /// For each node, whether the scene shows it.
    pub(super) shown: Vec<bool>,
    /// For each node, whether it is hidden, by itself or by an ancestor.
    pub(super) hidden: Vec<bool>,
}

/// The extension that hides a node and its descendants.
pub(super) const VISIBILITY: &str = "KHR_node_visibility";

impl<'a> Nodes<'a> {
    pub(super) fn read(root: &At<'a>, warnings: &mut Vec<String>) -> Result<Self, Error> {
        let at = root.objects("nodes")?;
        if at.is_empty() {
            return Self::without_nodes(warnings);
        }
        let mut builder = Skeleton::builder();
        for (index, node) in at.iter().enumerate() {
            builder.root(joint_name(node, index), local_transform(node, warnings)?);
        }
        let parents = attach_children(&at, &mut builder)?;
        refuse_cycles(&at, &parents)?;
        let skeleton = builder.build()?;
        let joints: Vec<usize> =
            (0..at.len()).filter_map(|node| skeleton.index_of_added(node)).collect();
        let mut node_of_joint = vec![None; skeleton.len()];
        for (node, &joint) in joints.iter().enumerate() {
            node_of_joint[joint] = Some(node);
        }
        let shown = shown_nodes(root, &at)?;
        let is_off = |node: &At<'_>| {
            node.extension(VISIBILITY)
                .and_then(|at| at.get("visible"))
                .is_some_and(|at| at.value() == false)
        };
        let mut hidden = vec![false; at.len()];
        for node in node_of_joint.iter().filter_map(|&node| node) {
            hidden[node] = is_off(&at[node]) || parents[node].is_some_and(|parent| hidden[parent]);
        }
        Ok(Self { at, skeleton, joints, node_of_joint, shown, hidden })
    }

    /// A document without nodes is legal; a skeleton without joints is not.
    fn without_nodes(warnings: &mut Vec<String>) -> Result<Self, Error> {
        warnings.push("nodes: the file has none; a joint named \"root\" is added".to_owned());
        let mut builder = Skeleton::builder();
        builder.root("root", Transform::IDENTITY);
        Ok(Self {
            at: Vec::new(),
            skeleton: builder.build()?,
            joints: Vec::new(),
            node_of_joint: vec![None],
            shown: Vec::new(),
            hidden: Vec::new(),
        })
    }
}

/// The node's name, or one by which users can find it.
fn joint_name(node: &At<'_>, index: usize) -> String {
    let name = node.name();
    if name.is_empty() { format!("node_{index}") } else { name.to_owned() }
}

fn local_transform(node: &At<'_>, warnings: &mut Vec<String>) -> Result<Transform, Error> {
    if let Some(matrix) = node.numbers::<16>("matrix")? {
        return Ok(from_matrix(node, &affine(&matrix), warnings));
    }
    let translation = node.numbers("translation")?.map_or(Vec3::ZERO, Vec3::from_array);
    let scale = node.numbers("scale")?.map_or(Vec3::ONE, Vec3::from_array);
    let mut rotation = node.numbers("rotation")?.map_or(Quat::IDENTITY, Quat::from_array);
    let length = rotation.length();
    if !(length.is_finite() && length > 1e-6) {
        warnings.push(format!(
            "{}: these numbers are not a rotation; read as no rotation",
            node.path_of("rotation")
        ));
        rotation = Quat::IDENTITY;
    }
    Ok(Transform { translation, rotation, scale })
}

fn from_matrix(node: &At<'_>, map: &Affine3, warnings: &mut Vec<String>) -> Transform {
    let transform = Transform::from_affine(map);
    let error = (transform.to_affine().matrix3 - map.matrix3)
        .to_cols_array()
        .into_iter()
        .fold(0.0_f32, |sum, e| sum.max(e.abs()));
    if error > 1e-4 * transform.scale.abs().max_element() {
        warnings.push(format!(
            "{}: the matrix has shear, which a joint cannot have; it is removed",
            node.path_of("matrix")
        ));
    }
    transform
}

/// Sixteen numbers, column by column, as an affine map.
pub(super) fn affine(m: &[f32; 16]) -> Affine3 {
    let column = |i: usize| Vec3::new(m[4 * i], m[4 * i + 1], m[4 * i + 2]);
    Affine3 { matrix3: Mat3::from_cols(column(0), column(1), column(2)), translation: column(3) }
}

/// The parent of each node.
fn attach_children(
    at: &[At<'_>],
    builder: &mut SkeletonBuilder,
) -> Result<Vec<Option<usize>>, Error> {
    let mut parents: Vec<Option<usize>> = vec![None; at.len()];
    for (parent, node) in at.iter().enumerate() {
        for place in node.list("children")? {
            let child = place.as_index(at.len(), "nodes")?;
            if let Some(first) = parents[child] {
                return Err(place.wrong(format!(
                    "node {child} is already a child of node {first}; a node has one parent"
                )));
            }
            parents[child] = Some(parent);
            builder.attach(child, parent)?;
        }
    }
    Ok(parents)
}

/// A walk up from any node must end: one longer than the number of nodes is a cycle.
fn refuse_cycles(at: &[At<'_>], parents: &[Option<usize>]) -> Result<(), Error> {
    let mut free = vec![false; at.len()];
    for start in 0..at.len() {
        let mut path = Vec::new();
        let mut next = Some(start);
        while let Some(node) = next.filter(|&node| !free[node]) {
            if path.len() > at.len() {
                return Err(at[node].wrong_at(
                    "children",
                    format!("node {node} is its own ancestor; the nodes must form a tree"),
                ));
            }
            path.push(node);
            next = parents[node];
        }
        path.into_iter().for_each(|node| free[node] = true);
    }
    Ok(())
}

/// The nodes of the scene that is shown: `scene`, else the first; all nodes if there is no scene.
fn shown_nodes(root: &At<'_>, at: &[At<'_>]) -> Result<Vec<bool>, Error> {
    let scenes = root.objects("scenes")?;
    let chosen = root.index("scene", scenes.len(), "scenes")?.unwrap_or(0);
    let Some(scene) = scenes.get(chosen) else { return Ok(vec![true; at.len()]) };
    let mut shown = vec![false; at.len()];
    let mut open = scene
        .list("nodes")?
        .iter()
        .map(|place| place.as_index(at.len(), "nodes"))
        .collect::<Result<Vec<_>, _>>()?;
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut shown[node], true) {
            for place in at[node].list("children")? {
                open.push(place.as_index(at.len(), "nodes")?);
            }
        }
    }
    Ok(shown)
}
