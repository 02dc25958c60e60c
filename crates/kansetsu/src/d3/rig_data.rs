//! A rig as plain data: JSON for scripts, pickles and other programs.

use std::collections::BTreeMap;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{Joint, Limb, Limit, Mass, Pose, Rig, Role, Skeleton};
use crate::Error;

/// All data of a [`Rig`]. Unlike a rig it may be invalid: [`Self::rig`] checks it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct RigData {
    /// The joints, parents before children.
    pub joints: Vec<Joint>,
    /// [`Rig::limits`]; an empty list stands for no limits.
    pub limits: Vec<Option<Limit>>,
    /// [`Rig::limbs`].
    pub limbs: Vec<Limb>,
    /// [`Rig::mirrors`]; an empty list stands for no mirror pairs.
    pub mirrors: Vec<Option<usize>>,
    /// [`Rig::roles`].
    pub roles: BTreeMap<Role, usize>,
    /// [`Rig::stance`].
    pub stance: Option<Pose>,
    /// [`Rig::masses`], as joint, center and mass.
    pub masses: Vec<(usize, Vec3, f32)>,
    /// [`Rig::ik_stops`].
    pub ik_stops: Vec<usize>,
    /// [`Rig::base`].
    pub base: Option<usize>,
}

impl RigData {
    /// The data of a rig.
    #[must_use]
    pub fn of(rig: &Rig) -> Self {
        Self {
            joints: rig.skeleton.joints().to_vec(),
            limits: rig.limits.clone(),
            limbs: rig.limbs.clone(),
            mirrors: rig.mirrors.clone(),
            roles: rig.roles.clone(),
            stance: rig.stance.clone(),
            masses: rig.masses.iter().map(|mass| (mass.joint, mass.center, mass.mass)).collect(),
            ik_stops: rig.ik_stops.clone(),
            base: rig.base,
        }
    }

    /// The rig, validated.
    ///
    /// # Errors
    /// As [`Skeleton::from_joints`] and [`Rig::check`].
    pub fn rig(self) -> Result<Rig, Error> {
        let mut rig = Rig::new(Skeleton::from_joints(&self.joints)?);
        if !self.limits.is_empty() {
            rig.limits = self.limits;
        }
        if !self.mirrors.is_empty() {
            rig.mirrors = self.mirrors;
        }
        rig.limbs = self.limbs;
        rig.roles = self.roles;
        rig.stance = self.stance;
        rig.masses = self
            .masses
            .into_iter()
            .map(|(joint, center, mass)| Mass { joint, center, mass })
            .collect();
        rig.ik_stops = self.ik_stops;
        rig.base = self.base;
        rig.check()?;
        Ok(rig)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{d3::Transform, glam::Quat};

    fn arm() -> RigData {
        let joint = |name: &str, parent| Joint {
            name: name.into(),
            parent,
            rest: Transform::from_translation_rotation(
                Vec3::new(0.0, 0.1, 0.0),
                Quat::from_rotation_x(0.3),
            ),
        };
        RigData {
            joints: vec![joint("upper", None), joint("lower", Some(0)), joint("hand", Some(1))],
            roles: [(Role::LeftHand, 2)].into(),
            masses: vec![(1, Vec3::Y, 2.0)],
            base: Some(0),
            ..RigData::default()
        }
    }

    #[test]
    fn a_rig_survives_text() {
        let rig = arm().rig().unwrap();
        assert_eq!(rig.limits, [const { None }; 3]);
        let data = RigData::of(&rig);
        let text = serde_json::to_string(&data).unwrap();
        let read: RigData = serde_json::from_str(&text).unwrap();
        assert_eq!(read, data);
        assert_eq!(RigData::of(&read.rig().unwrap()), data);
    }

    #[test]
    fn faults_are_named() {
        let missing = RigData { base: Some(9), ..arm() };
        assert_eq!(missing.rig().unwrap_err(), Error::JointOutOfRange { joint: 9, count: 3 });
        let text = r#"{ "roles": { "leftHnd": 1 } }"#;
        let error = serde_json::from_str::<RigData>(text).unwrap_err().to_string();
        assert!(error.contains("\"leftHnd\""), "{error}");
    }
}
