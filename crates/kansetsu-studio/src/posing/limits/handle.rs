//! Handles that change a limit.

use std::f32::consts::{PI, TAU};

use kansetsu::{
    d3::Limit,
    glam::{Quat, Vec3},
};

use super::{
    angles::{across, range},
    boundary::TWIST,
};
use crate::viewport::{Axis, Ray};

/// What a handle changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandleId {
    /// The least angle of a hinge.
    HingeMin,
    /// The greatest angle of a hinge.
    HingeMax,
    /// The opening of a round cone.
    ConeAngle,
    /// The largest swing about a limit's X or Y axis.
    Swing(Axis),
    /// The least twist.
    TwistMin,
    /// The greatest twist.
    TwistMax,
    /// The least angle about an axis.
    BoxMin(Axis),
    /// The greatest angle about an axis.
    BoxMax(Axis),
    /// A corner of a polygon.
    Vertex(usize),
}

impl HandleId {
    /// Its [line](super::Stroke::name).
    #[must_use]
    pub const fn line(self) -> &'static str {
        match self {
            Self::HingeMin | Self::HingeMax => "angle",
            Self::ConeAngle | Self::Swing(_) | Self::Vertex(_) => "swing",
            Self::TwistMin | Self::TwistMax => TWIST,
            Self::BoxMin(Axis::X) | Self::BoxMax(Axis::X) => "x",
            Self::BoxMin(Axis::Y) | Self::BoxMax(Axis::Y) => "y",
            Self::BoxMin(Axis::Z) | Self::BoxMax(Axis::Z) => "z",
        }
    }
}

/// A handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitHandle {
    /// What it changes.
    pub id: HandleId,
    /// Where it is drawn: a unit vector in the joint's rest frame.
    pub direction: Vec3,
    /// Its value, radians; 0 for a corner.
    pub value: f32,
    /// What it goes round, and where it is at 0: unit vectors in the rest frame.
    axis: Vec3,
    zero: Vec3,
}

impl LimitHandle {
    fn new(id: HandleId, (axis, zero): (Vec3, Vec3), value: f32) -> Self {
        Self { id, direction: Quat::from_axis_angle(axis, value) * zero, value, axis, zero }
    }
}

/// The handles of a limit; `bone` is the direction along the bone in the rest frame.
#[must_use]
pub fn handles(limit: &Limit, bone: Vec3) -> Vec<LimitHandle> {
    match limit {
        Limit::Hinge(limit) => {
            let axis = limit.axis.normalize_or(Vec3::X);
            pair(
                [HandleId::HingeMin, HandleId::HingeMax],
                (axis, across(axis, bone)),
                range(limit.min, limit.max),
            )
            .to_vec()
        }
        Limit::Cone(limit) => {
            let centre = limit.center.normalize_or(limit.axis.normalize_or(Vec3::X));
            vec![LimitHandle::new(
                HandleId::ConeAngle,
                (centre.any_orthonormal_vector(), centre),
                limit.angle,
            )]
        }
        Limit::SwingTwist(limit) => {
            let rest = limit.rest_from_limit.normalize();
            let [x, y, z] = Vec3::AXES.map(|axis| rest * axis);
            let swing = |axis: Axis, about: Vec3, value: f32| {
                LimitHandle::new(HandleId::Swing(axis), (about, z), value.clamp(0.0, PI))
            };
            let mut handles =
                vec![swing(Axis::X, x, limit.swing_x), swing(Axis::Y, y, limit.swing_y)];
            handles.extend(pair(TWISTS, (z, x), range(limit.twist_min, limit.twist_max)));
            handles
        }
        Limit::EulerBox(limit) => {
            let frame = limit.frame.normalize();
            let of = |axis: Axis| {
                let index = axis.index();
                let around = (frame * Vec3::AXES[index], frame * Vec3::AXES[(index + 1) % 3]);
                pair(
                    [HandleId::BoxMin(axis), HandleId::BoxMax(axis)],
                    around,
                    range(limit.min[index], limit.max[index]),
                )
            };
            Axis::ALL.into_iter().flat_map(of).collect()
        }
        Limit::ReachCone(limit) => {
            let corner = |(index, corner): (usize, &Vec3)| LimitHandle {
                id: HandleId::Vertex(index),
                direction: corner.normalize_or(Vec3::X),
                value: 0.0,
                axis: Vec3::Z,
                zero: corner.normalize_or(Vec3::X),
            };
            let axis = limit.axis.normalize_or(Vec3::X);
            let visible = limit.visible.normalize_or(axis);
            let zero = Quat::from_rotation_arc(axis, visible) * axis.any_orthonormal_vector();
            let mut handles: Vec<LimitHandle> =
                limit.vertices.iter().enumerate().map(corner).collect();
            handles.extend(pair(TWISTS, (visible, zero), range(limit.twist_min, limit.twist_max)));
            handles
        }
    }
}

const TWISTS: [HandleId; 2] = [HandleId::TwistMin, HandleId::TwistMax];

fn pair(ids: [HandleId; 2], around: (Vec3, Vec3), values: [f32; 2]) -> [LimitHandle; 2] {
    [0, 1].map(|index| LimitHandle::new(ids[index], around, values[index]))
}

/// A drag of a handle: a pure function of the limit at the press and where the pointer is.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitDrag {
    limit: Limit,
    handle: LimitHandle,
    press: Ray,
}

impl LimitDrag {
    /// Starts where the ray of the pressed pointer passes, in the rest frame
    /// ([`super::LimitSite::ray`]).
    #[must_use]
    pub fn new(limit: Limit, handle: LimitHandle, press: Ray) -> Self {
        Self { limit, handle, press }
    }

    /// The limit with the handle where the pointer's ray is now; the one at the press when that is
    /// the ray of the press, or when the new one would not be a limit (a polygon turned inside
    /// out).
    #[must_use]
    pub fn at(&self, ray: &Ray) -> Limit {
        if *ray == self.press {
            return self.limit.clone();
        }
        let moved = if let HandleId::Vertex(index) = self.handle.id {
            self.with_vertex(index, self.on_sphere(ray) - self.on_sphere(&self.press))
        } else {
            let turned = self.angle(ray) - self.angle(&self.press);
            self.with_value(self.handle.value + turned - TAU * (turned / TAU).round())
        };
        if moved.check().is_ok() { moved } else { self.limit.clone() }
    }

    /// Where the ray is on the circle of the handle.
    fn angle(&self, ray: &Ray) -> f32 {
        let LimitHandle { axis, zero, .. } = self.handle;
        let met = ray.meets_plane(Vec3::ZERO, axis).filter(|_| ray.direction.dot(axis).abs() > 0.1);
        let place = met.unwrap_or_else(|| self.on_sphere(ray)).reject_from_normalized(axis);
        axis.dot(zero.cross(place)).atan2(zero.dot(place))
    }

    /// Where the ray meets the unit sphere, or comes nearest to it.
    fn on_sphere(&self, ray: &Ray) -> Vec3 {
        ray.meets_sphere(Vec3::ZERO, 1.0).unwrap_or_else(|| {
            ray.at(-ray.origin.dot(ray.direction)).normalize_or(self.handle.direction)
        })
    }

    fn with_vertex(&self, index: usize, by: Vec3) -> Limit {
        let mut limit = self.limit.clone();
        if let Limit::ReachCone(cone) = &mut limit
            && let Some(vertex) = cone.vertices.get_mut(index)
        {
            *vertex = (self.handle.direction + by).normalize_or(self.handle.direction);
        }
        limit
    }

    fn with_value(&self, value: f32) -> Limit {
        let mut limit = self.limit.clone();
        match (&mut limit, self.handle.id) {
            (Limit::Hinge(hinge), HandleId::HingeMin) => hinge.min = lower(value, hinge.max),
            (Limit::Hinge(hinge), HandleId::HingeMax) => hinge.max = upper(value, hinge.min),
            (Limit::Cone(cone), HandleId::ConeAngle) => cone.angle = value.clamp(0.0, PI),
            (Limit::SwingTwist(cone), HandleId::Swing(Axis::X)) => {
                cone.swing_x = value.clamp(0.0, PI)
            }
            (Limit::SwingTwist(cone), HandleId::Swing(_)) => cone.swing_y = value.clamp(0.0, PI),
            (Limit::SwingTwist(cone), HandleId::TwistMin) => {
                cone.twist_min = lower(value, cone.twist_max)
            }
            (Limit::SwingTwist(cone), HandleId::TwistMax) => {
                cone.twist_max = upper(value, cone.twist_min)
            }
            (Limit::ReachCone(cone), HandleId::TwistMin) => {
                cone.twist_min = lower(value, cone.twist_max)
            }
            (Limit::ReachCone(cone), HandleId::TwistMax) => {
                cone.twist_max = upper(value, cone.twist_min)
            }
            (Limit::EulerBox(limit), HandleId::BoxMin(axis)) => {
                limit.min[axis.index()] = lower(value, limit.max[axis.index()]);
            }
            (Limit::EulerBox(limit), HandleId::BoxMax(axis)) => {
                limit.max[axis.index()] = upper(value, limit.min[axis.index()]);
            }
            _ => {}
        }
        limit
    }
}

/// A lower bound, not above the upper one and not a full turn below it.
fn lower(value: f32, max: f32) -> f32 {
    if max.is_finite() { value.clamp(max - TAU, max) } else { value.clamp(-PI, PI) }
}

fn upper(value: f32, min: f32) -> f32 {
    if min.is_finite() { value.clamp(min, min + TAU) } else { value.clamp(-PI, PI) }
}
