//! A target as plain data.

use kansetsu::{
    Target,
    d3::Skeleton,
    session::{Region, Rotation},
};

use crate::{
    failure::{Code, Failure},
    pointer::sized,
};

/// `KS_TARGET_POSITION` and so on: the fields of a [`KsTarget`] that are set.
pub mod flag {
    /// `position` is set.
    pub const POSITION: u32 = 1 << 0;
    /// `orientation` is set.
    pub const ORIENTATION: u32 = 1 << 1;
    /// `axis` points along `direction`.
    pub const ALIGN: u32 = 1 << 2;
    /// `axis` points at `direction`.
    pub const LOOK_AT: u32 = 1 << 3;
    /// The position may be anywhere on a line along `region`.
    pub const LINE: u32 = 1 << 4;
    /// The position may be anywhere in a plane with the normal `region`.
    pub const PLANE: u32 = 1 << 5;
    /// Position and rotation are in the frame of the joint `relative_to`.
    pub const RELATIVE: u32 = 1 << 6;
    /// `pole` is set.
    pub const POLE: u32 = 1 << 7;
    /// All flags.
    pub const ALL: u32 = (1 << 8) - 1;
}

/// `ks_target`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsTarget {
    /// Bytes of the struct.
    pub size: u32,
    /// The sum of the flags of the set fields.
    pub flags: u32,
    /// The target position, metres.
    pub position: [f32; 3],
    /// The direction of a line or the normal of a plane.
    pub region: [f32; 3],
    /// A quaternion x, y, z, w.
    pub orientation: [f32; 4],
    /// An axis of the joint, in its local frame.
    pub axis: [f32; 3],
    /// The direction along which the axis points, or the point that it looks at.
    pub direction: [f32; 3],
    /// The point of the joint, in its local frame, metres.
    pub point: [f32; 3],
    /// The pole: a point in model space toward which a limb bends, metres.
    pub pole: [f32; 3],
    /// The joint whose frame the target is in.
    pub relative_to: u32,
    /// Tolerance radius, metres.
    pub radius: f32,
    /// Tolerance angle, radians.
    pub angle: f32,
    /// Weight relative to other targets.
    pub weight: f32,
}

/// `ks_target_default`: no position and no rotation, weight 1.
#[unsafe(no_mangle)]
pub extern "C" fn ks_target_default() -> KsTarget {
    KsTarget {
        size: size_of::<KsTarget>() as u32,
        flags: 0,
        position: [0.0; 3],
        region: [0.0; 3],
        orientation: [0.0, 0.0, 0.0, 1.0],
        axis: [0.0; 3],
        direction: [0.0; 3],
        point: [0.0; 3],
        pole: [0.0; 3],
        relative_to: 0,
        radius: 0.0,
        angle: 0.0,
        weight: 1.0,
    }
}

impl KsTarget {
    /// Converts to the target of the library.
    pub(crate) fn read(&self, skeleton: &Skeleton) -> Result<Target, Failure> {
        sized::<Self>(self.size, "the target")?;
        if self.flags & !flag::ALL != 0 {
            return Err(Failure::new(
                Code::Value,
                format!("the flags of the target are {:#x}; some of them are unknown", self.flags),
            ));
        }
        let has = |flag| self.flags & flag != 0;
        let one_of = |first, second, what| match (has(first), has(second)) {
            (true, true) => Err(Failure::new(
                Code::Target,
                format!("the target has two {what}; set one of their flags"),
            )),
            _ => Ok(()),
        };
        one_of(flag::LINE, flag::PLANE, "regions")?;
        one_of(flag::ALIGN, flag::LOOK_AT, "rotations")?;
        one_of(flag::ORIENTATION, flag::ALIGN, "rotations")?;
        one_of(flag::ORIENTATION, flag::LOOK_AT, "rotations")?;
        let region = match (has(flag::LINE), has(flag::PLANE)) {
            (true, _) => Region::Line(self.region),
            (_, true) => Region::Plane(self.region),
            _ => Region::Point,
        };
        let rotation = match (has(flag::ORIENTATION), has(flag::ALIGN), has(flag::LOOK_AT)) {
            (true, ..) => Some(Rotation::Orientation(self.orientation)),
            (_, true, _) => Some(Rotation::Align { axis: self.axis, direction: self.direction }),
            (.., true) => Some(Rotation::LookAt { axis: self.axis, point: self.direction }),
            _ => None,
        };
        let relative_to = has(flag::RELATIVE)
            .then(|| crate::joint::joint_id(skeleton, self.relative_to))
            .transpose()?;
        Ok(Target {
            position: has(flag::POSITION).then_some(self.position),
            region,
            rotation,
            point: self.point,
            relative_to,
            radius: self.radius,
            angle: self.angle,
            weight: self.weight,
            pole: has(flag::POLE).then_some(self.pole),
        })
    }
}
