//! Skeletons from entity hierarchies.

use bevy_ecs::{
    entity::Entity,
    hierarchy::{ChildOf, Children},
    name::Name,
    query::Without,
    system::{Query, SystemParam},
};
use bevy_transform::components::Transform;
use kansetsu::{Rig, d3::Skeleton};
use kansetsu_humanoid::character_rig;

use crate::{IkRig, IkSkeleton, IkTarget, convert};

/// The entities that may be joints.
#[derive(SystemParam)]
pub(crate) struct Hierarchy<'w, 's> {
    children: Query<'w, 's, &'static Children>,
    joints: Query<'w, 's, Joint, (Without<IkRig>, Without<IkTarget>)>,
}

type Joint = (&'static Transform, Option<&'static Name>, &'static ChildOf);

impl Hierarchy<'_, '_> {
    /// The skeleton of all entities below `top`; `None` if there are none.
    pub(crate) fn read(
        &self,
        top: Entity,
        base: Option<&str>,
    ) -> Result<Option<IkSkeleton>, String> {
        let mut builder = Skeleton::builder();
        let mut joints = Vec::new();
        let mut open: Vec<(Entity, Option<usize>)> = vec![(top, None)];
        while let Some((entity, parent)) = open.pop() {
            let mut index = None;
            if let Ok((transform, name, _)) = self.joints.get(entity)
                && entity != top
            {
                let name = name.map_or_else(|| entity.to_string(), |name| name.as_str().to_owned());
                let rest = convert::local(transform);
                index = Some(match parent {
                    None => builder.root(name, rest),
                    Some(parent) => builder.child(parent, name, rest),
                });
                joints.push(entity);
            }
            if index.is_some() || entity == top {
                let children: Vec<Entity> = self.below(entity).collect();
                open.extend(children.into_iter().rev().map(|child| (child, index)));
            }
        }
        if joints.is_empty() {
            return Ok(None);
        }
        let mut rig = character_rig(builder.build().map_err(|error| error.to_string())?);
        if let Some(base) = base {
            let joint = rig.joint(base).map_err(|error| format!("the base: {error}"))?;
            rig.base = Some(joint.index() as usize);
        }
        Ok(Some(IkSkeleton::new(&rig, joints, top)))
    }

    /// The entities below `top` that are the joints of a given rig.
    pub(crate) fn find(&self, top: Entity, rig: &Rig) -> Result<IkSkeleton, String> {
        let mut joints: Vec<Entity> = Vec::with_capacity(rig.skeleton.len());
        let mut model = None;
        for joint in rig.skeleton.joints() {
            let (among, above) = match joint.parent {
                Some(parent) => (self.below(joints[parent]).collect(), joints[parent]),
                None => (self.breadth_first(top), top),
            };
            let is_free = |entity: &Entity| !joints.contains(entity);
            let entity = self.named(among.into_iter().filter(is_free), &joint.name);
            let entity = entity.ok_or_else(|| {
                format!(
                    "the joint \"{}\" of the given rig has no entity: no other entity below {above} has this name",
                    joint.name
                )
            })?;
            if joint.parent.is_none() {
                let parent = self.joints.get(entity).map(|(_, _, parent)| parent.parent()).ok();
                if model.is_some() && model != parent {
                    return Err(format!(
                        "the roots of the given rig have different parents; \"{}\" ({entity}) must be beside the first root",
                        joint.name
                    ));
                }
                model = parent;
            }
            joints.push(entity);
        }
        Ok(IkSkeleton::new(rig, joints, model.unwrap_or(top)))
    }

    fn below(&self, parent: Entity) -> impl Iterator<Item = Entity> + '_ {
        self.children.get(parent).into_iter().flatten().copied()
    }

    fn breadth_first(&self, top: Entity) -> Vec<Entity> {
        let mut found: Vec<Entity> = self.below(top).collect();
        let mut next = 0;
        while let Some(&entity) = found.get(next) {
            found.extend(self.below(entity));
            next += 1;
        }
        found
    }

    fn named(&self, mut among: impl Iterator<Item = Entity>, name: &str) -> Option<Entity> {
        among.find(|&entity| {
            let found = self.joints.get(entity).ok();
            found.and_then(|(_, found, _)| found).is_some_and(|found| found.as_str() == name)
        })
    }
}
