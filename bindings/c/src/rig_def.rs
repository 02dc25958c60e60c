//! A rig from arrays.

use kansetsu::{
    Rig, Role,
    d3::{Pose, Skeleton, SkeletonBuilder, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_formats::Figure;

use crate::{
    failure::{Code, Failure},
    joint_limit::KsLimit,
    pointer::{Array, Text, sized},
};

/// `KS_RIG_HUMANOID`: roles that are not set are detected, and a body without limits gets human
/// limits.
pub const HUMANOID: u32 = 1;

/// `ks_rig_def`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsRigDef {
    /// Bytes of the struct.
    pub size: u32,
    /// 0 or [`HUMANOID`].
    pub flags: u32,
    /// One name for each joint.
    pub names: Array<Text>,
    /// The parent of each joint, or -1.
    pub parents: Array<i32>,
    /// The rest pose, 10 numbers for each joint.
    pub rest: Array<f32>,
    /// One limit for each joint, or null.
    pub limits: Array<KsLimit>,
    /// One role or null for each joint, or null.
    pub roles: Array<Text>,
    /// The number of joints.
    pub joint_count: u32,
    /// Reserved, 0.
    pub reserved: u32,
}

/// `ks_rig_def_default`: no joints.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_def_default() -> KsRigDef {
    KsRigDef {
        size: size_of::<KsRigDef>() as u32,
        flags: 0,
        names: Array::NONE,
        parents: Array::NONE,
        rest: Array::NONE,
        limits: Array::NONE,
        roles: Array::NONE,
        joint_count: 0,
        reserved: 0,
    }
}

impl KsRigDef {
    /// Converts to the rig of the library.
    pub(crate) fn read(&self) -> Result<Rig, Failure> {
        sized::<Self>(self.size, "the rig")?;
        if self.flags & !HUMANOID != 0 || self.reserved != 0 {
            return Err(Failure::new(Code::Value, "the flags of the rig are unknown"));
        }
        let count = self.joint_count as usize;
        let mut rig = Rig::new(self.skeleton(count)?);
        if let Some(limits) = self.limits.read_optional(count, "the limits")? {
            for (joint, limit) in limits.iter().enumerate() {
                let named = |failure: Failure| {
                    Failure::new(failure.code, format!("joint {joint}: {}", failure.message))
                };
                rig.limits[joint] = limit.read().map_err(named)?;
            }
        }
        for (joint, role) in
            self.roles.read_optional(count, "the roles")?.unwrap_or_default().iter().enumerate()
        {
            let Some(name) = role.read_optional("a role")? else { continue };
            let role = Role::from_name(name).ok_or_else(|| {
                Failure::new(Code::Joint, format!("\"{name}\" is not a role of VRM 1.0"))
            })?;
            if rig.roles.insert(role, joint).is_some() {
                return Err(Failure::new(
                    Code::Joint,
                    format!("two joints have the role \"{name}\""),
                ));
            }
        }
        if self.flags & HUMANOID != 0 {
            let mut figure = Figure::new("", rig);
            figure.detect_humanoid();
            rig = figure.rig;
        }
        rig.check()?;
        Ok(rig)
    }

    fn skeleton(&self, count: usize) -> Result<Skeleton, Failure> {
        let names = self.names.read(count, "the names")?;
        let parents = self.parents.read(count, "the parents")?;
        let rest = self.rest.read(count * Pose::FLAT, "the rest pose")?;
        let mut builder = SkeletonBuilder::default();
        for (joint, (name, numbers)) in names.iter().zip(rest.chunks_exact(Pose::FLAT)).enumerate()
        {
            let (name, rest) = (name.read("a name")?, transform(numbers));
            match (parents[joint], usize::try_from(parents[joint])) {
                (-1, _) => builder.root(name, rest),
                (_, Ok(parent)) if parent < joint => builder.child(parent, name, rest),
                (parent, _) => {
                    let message = format!(
                        "the parent of joint {joint} is {parent}; it must be -1 or the index of a joint before it"
                    );
                    return Err(Failure::new(Code::Rig, message));
                }
            };
        }
        Ok(builder.build()?)
    }
}

fn transform(numbers: &[f32]) -> Transform {
    Transform {
        translation: Vec3::from_slice(&numbers[..3]),
        rotation: Quat::from_slice(&numbers[3..7]),
        scale: Vec3::from_slice(&numbers[7..]),
    }
}
