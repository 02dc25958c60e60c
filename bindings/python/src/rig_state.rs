//! A rig as plain data, for pickling.

use kansetsu::{
    Pose, Role,
    d3::{Joint, Limb, Limit, Mass, Skeleton, Transform},
    glam::Vec3,
};
use pyo3::{PyResult, exceptions::PyValueError};
use serde::{Deserialize, Serialize};

use crate::error::OrRaise;

/// All data of a [`kansetsu::Rig`].
#[derive(PartialEq, Serialize, Deserialize)]
pub(crate) struct RigState {
    /// Name, parent and rest transform of each joint.
    joints: Vec<(String, Option<usize>, Transform)>,
    limits: Vec<Option<Limit>>,
    limbs: Vec<Limb>,
    mirrors: Vec<Option<usize>>,
    roles: Vec<(String, usize)>,
    stance: Option<Pose>,
    masses: Vec<(usize, Vec3, f32)>,
    ik_stops: Vec<usize>,
    base: Option<usize>,
}

impl RigState {
    pub(crate) fn of(rig: &kansetsu::Rig) -> Self {
        let joints = rig.skeleton.joints().iter();
        Self {
            joints: joints.map(|joint| (joint.name.clone(), joint.parent, joint.rest)).collect(),
            limits: rig.limits.clone(),
            limbs: rig.limbs.clone(),
            mirrors: rig.mirrors.clone(),
            roles: rig.roles.iter().map(|(role, joint)| (role.name().to_owned(), *joint)).collect(),
            stance: rig.stance.clone(),
            masses: rig.masses.iter().map(|mass| (mass.joint, mass.center, mass.mass)).collect(),
            ik_stops: rig.ik_stops.clone(),
            base: rig.base,
        }
    }

    /// The rig, validated.
    pub(crate) fn rig(self) -> PyResult<kansetsu::Rig> {
        let joints: Vec<Joint> = self
            .joints
            .into_iter()
            .map(|(name, parent, rest)| Joint { name, parent, rest })
            .collect();
        let mut rig = kansetsu::Rig::new(Skeleton::from_joints(&joints).or_raise()?);
        let role = |(name, joint): &(String, usize)| {
            let unknown = || PyValueError::new_err(format!("state: there is no role \"{name}\""));
            Ok((Role::from_name(name).ok_or_else(unknown)?, *joint))
        };
        rig.roles = self.roles.iter().map(role).collect::<PyResult<_>>()?;
        rig.limits = self.limits;
        rig.limbs = self.limbs;
        rig.mirrors = self.mirrors;
        rig.stance = self.stance;
        rig.masses = self
            .masses
            .into_iter()
            .map(|(joint, center, mass)| Mass { joint, center, mass })
            .collect();
        rig.ik_stops = self.ik_stops;
        rig.base = self.base;
        rig.check().or_raise()?;
        Ok(rig)
    }
}
