//! Lines for debugging: bones, limits, targets and pins.

use std::f32::consts::{PI, TAU};

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::{schedule::IntoScheduleConfigs, system::Query};
use bevy_gizmos::{
    AppGizmoBuilder,
    config::GizmoConfigGroup,
    gizmos::{GizmoBuffer, Gizmos},
};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::{TransformSystems, components::GlobalTransform};
use kansetsu::{d3::Limit, glam};

use crate::{IkReport, IkSkeleton, IkTargetReport, KansetsuSystems, convert};

const TARGET: Color = Color::srgb(1.0, 0.75, 0.1);
const PIN: Color = Color::srgb(0.5, 1.0, 0.4);
const BONE: Color = Color::srgb(0.9, 0.9, 0.9);
const LIMIT: Color = Color::srgb(0.35, 0.75, 1.0);
const ACTIVE: Color = Color::srgb(1.0, 0.25, 0.2);

/// Curves of a limit. Four do not show the shape of an elliptic limit, sixteen hide the body.
const CURVES: usize = 8;
/// Segments of a curve: 15 degrees each. With half as many, curves have corners; twice as many take
/// twice the time.
const SEGMENTS: usize = 12;

/// Draws every posed rig with [`KansetsuGizmos`].
///
/// Needs [`KansetsuPlugin`](crate::KansetsuPlugin), and `GizmoPlugin`, which the default plugins of
/// Bevy contain.
#[derive(Clone, Copy, Debug, Default)]
pub struct KansetsuGizmosPlugin;

/// What is drawn, in the [`GizmoConfigStore`](bevy_gizmos::config::GizmoConfigStore).
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct KansetsuGizmos {
    /// Whether targets are drawn: a cross, and a line from the joint. Default: they are.
    pub targets: bool,
    /// Whether pins and planted feet are drawn, in the same way. Default: they are.
    pub pins: bool,
    /// Whether bones are drawn: a line from each joint to its parent. Default: they are.
    pub bones: bool,
    /// Whether limits are drawn: curves from the rest pose to the bounds, red for an active limit.
    /// Default: they are.
    pub limits: bool,
    /// The size of a limit, as a fraction of its bone. Default 0.5.
    pub limit_size: f32,
    /// The size of a cross, as a fraction of the skeleton. Default 0.03.
    pub cross_size: f32,
}

impl Default for KansetsuGizmos {
    fn default() -> Self {
        Self {
            targets: true,
            pins: true,
            bones: true,
            limits: true,
            limit_size: 0.5,
            cross_size: 0.03,
        }
    }
}

impl Plugin for KansetsuGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<KansetsuGizmos>().add_systems(
            PostUpdate,
            draw.after(KansetsuSystems).after(TransformSystems::Propagate),
        );
    }
}

type Buffer = GizmoBuffer<KansetsuGizmos, ()>;
type Places<'w, 's> = Query<'w, 's, &'static GlobalTransform>;

fn draw(
    rigs: Query<'_, '_, (&IkSkeleton, &IkReport)>,
    places: Places<'_, '_>,
    mut gizmos: Gizmos<'_, '_, KansetsuGizmos>,
) {
    let shown = gizmos.config_ext;
    for (skeleton, report) in rigs.iter().filter(|(_, report)| report.outcome.is_some()) {
        let drawing = Drawing { skeleton, report, places: &places, shown };
        drawing.draw(&mut gizmos);
    }
}

/// One rig.
struct Drawing<'a, 'w, 's> {
    skeleton: &'a IkSkeleton,
    report: &'a IkReport,
    places: &'a Places<'w, 's>,
    shown: &'a KansetsuGizmos,
}

impl Drawing<'_, '_, '_> {
    fn draw(&self, buffer: &mut Buffer) {
        if self.shown.bones {
            self.bones(buffer);
        }
        if self.shown.targets {
            self.marks(&self.report.targets, TARGET, buffer);
        }
        if self.shown.pins {
            self.marks(&self.report.pins, PIN, buffer);
        }
        if self.shown.limits {
            for (joint, limit) in self.skeleton.rig().limits.iter().enumerate() {
                if let Some(limit) = limit {
                    self.limit(joint, limit, buffer);
                }
            }
        }
    }

    fn bones(&self, buffer: &mut Buffer) {
        for (joint, entry) in self.skeleton.rig().skeleton.joints().iter().enumerate() {
            let above = entry.parent.and_then(|parent| self.place(parent));
            if let (Some(above), Some(place)) = (above, self.place(joint)) {
                buffer.line(above.translation(), place.translation(), BONE);
            }
        }
    }

    /// A cross at each target, and a line from the joint to it.
    fn marks(&self, entries: &[IkTargetReport], color: Color, buffer: &mut Buffer) {
        let scale =
            self.places.get(self.skeleton.model).map_or(1.0, |model| model.scale().max_element());
        let size = self.shown.cross_size * scale * self.skeleton.rig().skeleton.size();
        for entry in entries {
            buffer.cross(entry.target, size, color);
            buffer.line(entry.reached, entry.target, color);
        }
    }

    fn place(&self, joint: usize) -> Option<&GlobalTransform> {
        self.places.get(self.skeleton.joints[joint]).ok()
    }

    /// Where the end of the bone may be.
    fn limit(&self, index: usize, limit: &Limit, buffer: &mut Buffer) {
        let joints = self.skeleton.rig().skeleton.joints();
        let bone = joints
            .iter()
            .filter(|child| child.parent == Some(index))
            .map(|child| child.rest.translation)
            .find(|bone| bone.length_squared() > 0.0);
        let above =
            joints[index].parent.map_or(self.skeleton.model, |parent| self.skeleton.joints[parent]);
        let (Some(bone), Some(place), Ok(above)) =
            (bone, self.place(index), self.places.get(above))
        else {
            return;
        };
        let joint = self.skeleton.joints[index];
        let is_active = self.report.active_limits.iter().any(|active| active.joint == joint);
        let color = if is_active { ACTIVE } else { LIMIT };
        let rest = convert::quat(joints[index].rest.rotation);
        for curve in curves(limit, bone) {
            let world = |point: glam::Vec3| {
                let from_joint = self.shown.limit_size * (rest * convert::vec3(point));
                place.translation() + above.affine().transform_vector3(from_joint)
            };
            buffer.linestrip(curve.into_iter().map(world), color);
        }
    }
}

/// Curves from the rest pose to the bounds of a limit, in the rest frame of its joint: the end of
/// the bone, rotated about axes across it and projected onto the limit.
fn curves(limit: &Limit, bone: glam::Vec3) -> impl Iterator<Item = Vec<glam::Vec3>> {
    let along = bone.normalize();
    let across = along.any_orthonormal_vector();
    let prepared = limit.prepare();
    (0..CURVES).map(move |curve| {
        let axis = glam::Quat::from_axis_angle(along, TAU * curve as f32 / CURVES as f32) * across;
        let end = |segment: usize| {
            let angle = PI * segment as f32 / SEGMENTS as f32;
            prepared.project(glam::Quat::from_axis_angle(axis, angle)) * bone
        };
        (0..=SEGMENTS).map(end).collect()
    })
}
