//! Models to joints.
//!
//! A node may ignore its parent's scale (inherit type 2) or inherit scales by axis (type 0). A
//! uniform scale is multiplied into the joint's own. For a non-uniform one, a helper joint named
//! `NAME_scale` undoes it: two transforms can express what one cannot.

use std::collections::BTreeMap;

use kansetsu::d3::{Skeleton, Transform};
use kansetsu::glam::{DQuat, DVec3, Quat, Vec3};

use super::animation::{Property, Stack};
use super::curve::Side;
use super::placed::{Local, Placed};
use super::record::wrong;
use super::scene::{Object, Scene};
use super::space::Space;
use crate::Error;

/// A model.
pub(super) struct Node<'a> {
    pub(super) object: Object<'a>,
    pub(super) placed: Placed,
    pub(super) parent: Option<usize>,
    /// The ancestors whose scale is removed.
    pub(super) undone: Vec<usize>,
    /// Whether that scale applies again at the node itself.
    pub(super) is_taken_over: bool,
    /// Whether the removed scale is ever non-uniform.
    pub(super) has_helper: bool,
    pub(super) joint: usize,
    pub(super) helper: Option<usize>,
}

/// The models of a file, and their skeleton.
pub(super) struct Nodes<'a> {
    pub(super) list: Vec<Node<'a>>,
    pub(super) by_id: BTreeMap<i64, usize>,
    pub(super) space: Space,
}

/// The transform of a node at a time, in the file's numbers.
pub(super) struct At {
    pub(super) local: Local,
    pub(super) helper: Option<DVec3>,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(scene: &Scene<'a>, stacks: &[Stack], space: Space) -> Result<Self, Error> {
        let models: Vec<Object<'a>> = scene.all("Model").collect();
        let by_id: BTreeMap<i64, usize> =
            models.iter().enumerate().map(|(index, model)| (model.id, index)).collect();
        let parent_of = |model: &Object<'_>| {
            scene
                .above(model.id)
                .find_map(|(above, property)| by_id.get(&above.id).filter(|_| property.is_empty()))
        };
        let list = models.iter().map(|model| Node {
            object: *model,
            placed: Placed::of(model),
            parent: parent_of(model).copied(),
            undone: Vec::new(),
            is_taken_over: false,
            has_helper: false,
            joint: 0,
            helper: None,
        });
        let mut nodes = Self { list: list.collect(), by_id, space };
        nodes.check_tree()?;
        nodes.find_scales(stacks);
        Ok(nodes)
    }

    fn check_tree(&self) -> Result<(), Error> {
        let mut is_sound = vec![false; self.list.len()];
        for start in 0..self.list.len() {
            let mut path = Vec::new();
            let mut at = Some(start);
            while let Some(node) = at.filter(|&node| !is_sound[node]) {
                if path.len() > self.list.len() {
                    return Err(wrong(
                        self.list[start].object.place(),
                        "the models form a cycle; each must have one parent",
                    ));
                }
                path.push(node);
                at = self.list[node].parent;
            }
            path.iter().for_each(|&node| is_sound[node] = true);
        }
        Ok(())
    }

    fn find_scales(&mut self, stacks: &[Stack]) {
        let is_uneven: Vec<bool> =
            self.list.iter().map(|node| node.is_ever_uneven(stacks)).collect();
        let is_scaled: Vec<bool> =
            self.list.iter().map(|node| node.is_ever_scaled(stacks)).collect();
        for index in 0..self.list.len() {
            let Some(parent) = self.list[index].parent else { continue };
            let (undone, is_taken_over) =
                match self.list[index].object.integer("InheritType").unwrap_or(1) {
                    2 if is_scaled[parent] => (vec![parent], false),
                    0 => {
                        let above =
                            std::iter::successors(Some(parent), |&node| self.list[node].parent);
                        let scaled: Vec<usize> =
                            above.take(DEEPEST).filter(|&node| is_scaled[node]).collect();
                        if scaled.iter().any(|&node| is_uneven[node]) {
                            (scaled, true)
                        } else {
                            (Vec::new(), true)
                        }
                    }
                    _ => (Vec::new(), false),
                };
            let node = &mut self.list[index];
            node.has_helper = undone.iter().any(|&node| is_uneven[node]);
            (node.undone, node.is_taken_over) = (undone, is_taken_over);
        }
    }

    /// Builds the joints; sets the nodes' joint indices.
    pub(super) fn skeleton(&mut self) -> Result<Skeleton, Error> {
        let mut builder = Skeleton::builder();
        let mut numbers = Vec::new();
        for (index, node) in self.list.iter().enumerate() {
            let (name, at) = (node.object.name(), self.at(index, None, 0.0, Side::After));
            let helper =
                self.helper(index, &at).map(|rest| builder.root(format!("{name}_scale"), rest));
            numbers.push((builder.root(name, self.transform(index, &at)), helper));
        }
        if numbers.is_empty() {
            builder.root("root", Transform::IDENTITY);
        }
        for (node, &(own, helper)) in self.list.iter().zip(&numbers) {
            if let Some(helper) = helper {
                builder.attach(own, helper)?;
            }
            if let Some(parent) = node.parent {
                builder.attach(helper.unwrap_or(own), numbers[parent].0)?;
            }
        }
        let skeleton = builder.build()?;
        for (node, (own, helper)) in self.list.iter_mut().zip(numbers) {
            let joint =
                |added: usize| skeleton.index_of_added(added).expect("what was added is in there");
            (node.joint, node.helper) = (joint(own), helper.map(joint));
        }
        Ok(skeleton)
    }

    /// The transform of a node in a motion, or at rest.
    pub(super) fn at(&self, index: usize, stack: Option<&Stack>, time: f64, side: Side) -> At {
        let node = &self.list[index];
        let rotation = self.rotation(index, stack, time, side);
        let translation = node.vector(Property::Translation, stack, time, side);
        let mut local = node.placed.local(
            translation,
            rotation,
            node.vector(Property::Scale, stack, time, side),
        );
        let undone = node
            .undone
            .iter()
            .map(|&other| self.list[other].vector(Property::Scale, stack, time, side))
            .fold(DVec3::ONE, |a, b| a * b);
        let inverse = DVec3::from_array(
            undone.to_array().map(|part| if part.abs() > 1e-12 { 1.0 / part } else { 0.0 }),
        );
        local.scale *= match (node.has_helper, node.is_taken_over) {
            (true, true) => undone,
            (false, false) => inverse,
            _ => DVec3::ONE,
        };
        At { local, helper: node.has_helper.then_some(inverse) }
    }

    pub(super) fn rotation(
        &self,
        index: usize,
        stack: Option<&Stack>,
        time: f64,
        side: Side,
    ) -> DQuat {
        let node = &self.list[index];
        let moving =
            stack.and_then(|stack| stack.moving(node.object.id, Property::Rotation, &node.placed));
        moving.map_or_else(
            || node.placed.rotation(node.placed.rest[1]),
            |moving| moving.rotation(time, side, &node.placed),
        )
    }

    /// A joint's transform, without the part of a helper joint.
    pub(super) fn transform(&self, index: usize, at: &At) -> Transform {
        let Local { translation, rotation, scale } = at.local;
        let is_below_helper = at.helper.is_some();
        Transform {
            translation: if is_below_helper {
                Vec3::ZERO
            } else {
                self.translation(index, translation)
            },
            rotation: self.turn(index, rotation, is_below_helper),
            scale: scale.as_vec3(),
        }
    }

    pub(super) fn helper(&self, index: usize, at: &At) -> Option<Transform> {
        let scale = at.helper?.as_vec3();
        Some(Transform {
            translation: self.translation(index, at.local.translation),
            rotation: Quat::IDENTITY,
            scale,
        })
    }

    pub(super) fn translation(&self, index: usize, translation: DVec3) -> Vec3 {
        self.space.translation(translation, self.list[index].parent.is_none()).as_vec3()
    }

    /// Whether the node is hidden, by itself or by visibility inheritance.
    pub(super) fn is_hidden(&self, node: &Node<'_>) -> bool {
        let above = |node: &&Node<'_>| {
            let takes_over = node.object.integer("Visibility Inheritance").unwrap_or(1) != 0;
            node.parent.filter(|_| takes_over).and_then(|parent| self.list.get(parent))
        };
        std::iter::successors(Some(node), above)
            .any(|node| node.object.float("Visibility") == Some(0.0))
    }

    pub(super) fn turn(&self, index: usize, rotation: DQuat, is_below_helper: bool) -> Quat {
        self.space
            .rotation(rotation, self.list[index].parent.is_none() && !is_below_helper)
            .as_quat()
    }
}

/// The most parents whose scale is considered; a malicious file could have too many.
const DEEPEST: usize = 1000;

impl Node<'_> {
    pub(super) fn vector(
        &self,
        property: Property,
        stack: Option<&Stack>,
        time: f64,
        side: Side,
    ) -> DVec3 {
        let moving = stack.and_then(|stack| stack.moving(self.object.id, property, &self.placed));
        moving.map_or(self.placed.rest[property as usize], |moving| moving.vector(time, side))
    }

    fn scales(&self, stacks: &[Stack]) -> Vec<DVec3> {
        let mut scales = vec![self.placed.rest[2]];
        for stack in stacks {
            if let Some(moving) = stack.moving(self.object.id, Property::Scale, &self.placed) {
                let mut times = Vec::new();
                moving.add_times([f64::NEG_INFINITY, f64::INFINITY], &mut times);
                scales.extend(times.iter().map(|&time| moving.vector(time, Side::After)));
            }
        }
        scales
    }

    fn is_ever_scaled(&self, stacks: &[Stack]) -> bool {
        self.scales(stacks).iter().any(|scale| (*scale - DVec3::ONE).abs().max_element() > 1e-9)
    }

    fn is_ever_uneven(&self, stacks: &[Stack]) -> bool {
        self.scales(stacks).iter().any(|scale| {
            (scale.max_element() - scale.min_element()).abs() > 1e-6 * scale.abs().max_element()
        })
    }
}
