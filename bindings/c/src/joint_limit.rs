//! A joint limit as plain data.

use kansetsu::{
    d3::limit::{Cone, EulerBox, EulerOrder, Hinge, Limit, SwingTwist},
    glam::Vec3,
};

use crate::{
    failure::{Code, Failure},
    options::choice,
};

/// `ks_limit`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsLimit {
    /// 0 none, 1 hinge, 2 cone, 3 swing and twist, 4 Euler angles.
    pub kind: i32,
    /// The order of Euler angles.
    pub order: i32,
    /// The axis of a hinge, or the direction that stays in a cone.
    pub axis: [f32; 3],
    /// The direction of the first swing.
    pub across: [f32; 3],
    /// Half the opening angles of a cone.
    pub swing: [f32; 2],
    /// Lower bounds, radians.
    pub min: [f32; 3],
    /// Upper bounds, radians.
    pub max: [f32; 3],
}

impl KsLimit {
    /// Converts to the limit of the library.
    pub(crate) fn read(&self) -> Result<Option<Limit>, Failure> {
        let axis = Vec3::from(self.axis);
        let ([min, ..], [max, ..]) = (self.min, self.max);
        let limit = match self.kind {
            0 => return Ok(None),
            1 => Limit::Hinge(Hinge::new(axis, min, max)),
            2 => Limit::Cone(Cone::around(axis, self.swing[0])),
            3 => Limit::SwingTwist(
                SwingTwist::elliptic(axis, self.across.into(), self.swing).with_twist(min, max),
            ),
            4 => Limit::EulerBox(EulerBox::new(self.order()?, self.min.into(), self.max.into())),
            kind => {
                return Err(Failure::new(
                    Code::Value,
                    format!("{kind} is not a kind of limit; use 0 to 4"),
                ));
            }
        };
        let is_directed = self.kind == 4 || axis.is_finite() && axis != Vec3::ZERO;
        if !is_directed {
            return Err(Failure::new(
                Code::Value,
                format!("the axis of the limit is {axis}; it must not be zero"),
            ));
        }
        limit.check()?;
        Ok(Some(limit))
    }

    fn order(&self) -> Result<EulerOrder, Failure> {
        use EulerOrder::{Xyz, Xzy, Yxz, Yzx, Zxy, Zyx};
        choice("the order of Euler angles", self.order, [Xyz, Xzy, Yxz, Yzx, Zxy, Zyx])
    }
}
