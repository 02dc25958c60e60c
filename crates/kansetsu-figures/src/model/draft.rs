//! A figure under construction: first the plan of its joints, then its visible parts.

use glam::{Affine3, Vec3};
use kansetsu::d3::{Limb, Limit, Rig, Skeleton, Transform};
use kansetsu_formats::{Attachment, Figure, Influence, Material, Mesh, Primitive, Role, Skin};
use kansetsu_humanoid::anatomy;

use super::{Surface, Weights, mirror};

/// The joints of a figure, without rotations at rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) joints: Vec<PlannedJoint>,
    pub(crate) limbs: Vec<Limb>,
}

/// One joint of a [`Plan`].
#[derive(Clone, Debug)]
pub(crate) struct PlannedJoint {
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    /// In model space, metres.
    pub(crate) position: Vec3,
    pub(crate) limit: Option<Limit>,
}

impl Plan {
    /// Adds a child of `parent` (the name of an earlier joint, "" for a root).
    pub(crate) fn add(&mut self, parent: &str, name: &str, position: impl Into<Vec3>) {
        let parent = self.find(parent);
        self.joints.push(PlannedJoint {
            name: name.to_owned(),
            parent,
            position: position.into(),
            limit: None,
        });
    }

    /// Sets the limit of a joint.
    pub(crate) fn limit(&mut self, name: &str, limit: impl Into<Option<Limit>>) {
        let joint = self.joint(name);
        self.joints[joint].limit = limit.into();
    }

    /// Adds a limb from the names of its three joints.
    pub(crate) fn limb(&mut self, name: &str, joints: [&str; 3], pole: Vec3) {
        let [base, middle, tip] = joints.map(|joint| self.joint(joint));
        self.limbs.push(Limb { name: name.to_owned(), base, middle, tip, pole: pole.normalize() });
    }

    /// Adds for each joint named "Left…" and limb named "left …" its mirror image on the right.
    pub(crate) fn mirror(&mut self) {
        for left in self.joints.clone() {
            let Some(name) = mirror::name(&left.name) else { continue };
            let parent = left.parent.map(|parent| {
                let parent = &self.joints[parent].name;
                mirror::name(parent).unwrap_or_else(|| parent.clone())
            });
            self.add(&parent.unwrap_or_default(), &name, mirror::point(left.position));
            self.limit(&name, left.limit.as_ref().map(anatomy::mirrored));
        }
        for limb in self.limbs.clone() {
            let joints = [limb.base, limb.middle, limb.tip].map(|joint| self.other_side(joint));
            if let ([Some(base), Some(middle), Some(tip)], Some(rest)) =
                (joints, limb.name.strip_prefix("left "))
            {
                let name = format!("right {rest}");
                self.limbs.push(Limb { name, base, middle, tip, pole: mirror::point(limb.pole) });
            }
        }
    }

    /// The joint named `root` with its descendants, moved by `offset`.
    pub(crate) fn subtree(&self, root: &str, offset: Vec3) -> Self {
        let root = self.joint(root);
        let mut plan = Self::default();
        for (index, joint) in self.joints.iter().enumerate() {
            let parent = joint.parent.map_or("", |parent| self.joints[parent].name.as_str());
            if index == root || plan.find(parent).is_some() {
                plan.add(parent, &joint.name, joint.position + offset);
                plan.limit(&joint.name, joint.limit.clone());
            }
        }
        for limb in &self.limbs {
            let joints =
                [limb.base, limb.middle, limb.tip].map(|joint| plan.find(&self.joints[joint].name));
            if let [Some(base), Some(middle), Some(tip)] = joints {
                plan.limbs.push(Limb { base, middle, tip, ..limb.clone() });
            }
        }
        plan
    }

    /// Attaches the root of another plan to the joint named `parent`.
    pub(crate) fn graft(&mut self, other: &Self, parent: &str) {
        for joint in &other.joints {
            let parent = joint.parent.map_or(parent, |parent| other.joints[parent].name.as_str());
            self.add(parent, &joint.name, joint.position);
            self.limit(&joint.name, joint.limit.clone());
        }
    }

    /// The joint with this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joint with this name, which the figure's own code has added.
    pub(crate) fn joint(&self, name: &str) -> usize {
        self.find(name).expect("the figure's code names only joints that it has added")
    }

    fn other_side(&self, joint: usize) -> Option<usize> {
        self.find(&mirror::name(&self.joints[joint].name)?)
    }

    /// The skeleton with its limits, limbs and mirror pairs.
    pub(crate) fn rig(&self) -> Rig {
        let mut builder = Skeleton::builder();
        for joint in &self.joints {
            match joint.parent {
                Some(parent) => {
                    let rest =
                        Transform::from_translation(joint.position - self.joints[parent].position);
                    builder.child(parent, &joint.name, rest)
                }
                None => builder.root(&joint.name, Transform::from_translation(joint.position)),
            };
        }
        let mut rig =
            Rig::new(builder.build().expect("a plan has joints, and parents before children"));
        rig.limits = self.joints.iter().map(|joint| joint.limit.clone()).collect();
        rig.limbs = self.limbs.clone();
        rig.mirrors = (0..self.joints.len()).map(|joint| self.other_side(joint)).collect();
        rig
    }
}

/// The material of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Shell,
    Joint,
    Eye,
}

/// The colours of a figure, linear RGB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) shell: [f32; 3],
    pub(crate) joint: [f32; 3],
    pub(crate) eye: [f32; 3],
}

impl Default for Palette {
    /// Pale beech, indigo, and nearly black.
    fn default() -> Self {
        Self { shell: [0.70, 0.56, 0.42], joint: [0.035, 0.06, 0.13], eye: [0.012, 0.014, 0.02] }
    }
}

/// A plan and its visible parts.
pub(crate) struct Draft {
    pub(crate) plan: Plan,
    primitives: [Primitive; 3],
}

impl Draft {
    pub(crate) fn new(plan: Plan) -> Self {
        let primitive = || Primitive { influences_per_vertex: 4, ..Primitive::default() };
        Self { plan, primitives: [primitive(), primitive(), primitive()] }
    }

    pub(crate) fn position(&self, joint: &str) -> Vec3 {
        self.plan.joints[self.plan.joint(joint)].position
    }

    /// Adds a part with these skin weights.
    pub(crate) fn part(
        &mut self,
        paint: Paint,
        surface: &Surface,
        weights: impl Fn(Vec3) -> Weights,
    ) {
        let primitive = &mut self.primitives[paint as usize];
        let offset = primitive.positions.len() as u32;
        primitive.positions.extend_from_slice(&surface.positions);
        primitive.normals.extend_from_slice(&surface.normals);
        primitive.indices.extend(surface.indices.iter().map(|index| index + offset));
        let influence = |(joint, weight): (usize, f32)| Influence { joint: joint as u32, weight };
        primitive
            .influences
            .extend(surface.positions.iter().flat_map(|&p| weights(p).entries.map(influence)));
    }

    /// Adds a part that moves with one joint.
    pub(crate) fn rigid(&mut self, paint: Paint, joint: &str, surface: &Surface) {
        let joint = self.plan.joint(joint);
        self.part(paint, surface, |_| Weights::rigid(joint));
    }

    /// Adds a rigid part of a left joint and, if there is a right one, its mirror image.
    pub(crate) fn rigid_pair(&mut self, paint: Paint, left: &str, surface: &Surface) {
        self.rigid(paint, left, surface);
        if let Some(right) = mirror::name(left).filter(|right| self.plan.find(right).is_some()) {
            self.rigid(paint, &right, &surface.mirrored());
        }
    }

    /// The figure; joints named after humanoid roles play them.
    pub(crate) fn finish_humanoid(self, name: &str) -> Figure {
        let named =
            |role: &Role| self.plan.find(&pascal_case(role.name())).map(|joint| (*role, joint));
        let roles = Role::ALL.iter().filter_map(named).collect();
        let mut figure = self.finish(name, Palette::default());
        figure.rig.roles = roles;
        figure
    }

    /// The figure, without humanoid roles.
    pub(crate) fn finish(self, name: &str, palette: Palette) -> Figure {
        let mut figure = Figure::new(name, self.plan.rig());
        figure.materials = materials(palette);
        let used = self
            .primitives
            .into_iter()
            .enumerate()
            .filter(|(_, primitive)| !primitive.indices.is_empty());
        let primitives: Vec<Primitive> =
            used.map(|(paint, p)| Primitive { material: Some(paint), ..p }).collect();
        for influence in
            primitives.iter().flat_map(|p| &p.influences).filter(|influence| influence.weight > 0.0)
        {
            figure.is_skinned[influence.joint as usize] = true;
        }
        figure.skins = vec![skin(&self.plan)];
        figure.meshes = vec![Mesh {
            name: name.to_owned(),
            attachment: Attachment::Skin(0),
            primitives,
            ..Mesh::default()
        }];
        figure
    }
}

fn skin(plan: &Plan) -> Skin {
    Skin {
        joints: (0..plan.joints.len()).collect(),
        inverse_bind: plan
            .joints
            .iter()
            .map(|joint| Affine3::from_translation(-joint.position))
            .collect(),
    }
}

fn materials(palette: Palette) -> Vec<Material> {
    let material = |name: &str, [r, g, b]: [f32; 3], roughness| Material {
        name: name.to_owned(),
        base_color: [r, g, b, 1.0],
        roughness,
        ..Material::default()
    };
    vec![
        material("shell", palette.shell, 0.55),
        material("joint", palette.joint, 0.6),
        material("eye", palette.eye, 0.15),
    ]
}

/// "LeftHand" for "leftHand".
pub(crate) fn pascal_case(name: &str) -> String {
    let mut characters = name.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
