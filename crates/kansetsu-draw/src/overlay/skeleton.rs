//! A figure's skeleton: slim tapered bones with dots at the joints.

use kansetsu::glam::Vec2;

use super::{palette, pen::Pen, shape::Shape};
use crate::{Actor, Ink};

/// A drawn joint.
struct Dot {
    at: Vec2,
    /// Larger is nearer.
    depth: f32,
    radius: f32,
}

/// A drawn segment between a joint and its nearest drawn ancestor.
struct Bone {
    from: Vec2,
    to: Vec2,
    depth: f32,
    width: f32,
}

/// Bones first, joints on top, each from far to near.
pub(super) fn draw(pen: &mut Pen, actor: &Actor) {
    let (mut bones, mut dots) = (Vec::new(), Vec::new());
    for joint in 0..actor.model_from_joint.len() {
        collect(pen, actor, joint, (&mut bones, &mut dots));
    }
    bones.sort_by(|a: &Bone, b: &Bone| a.depth.total_cmp(&b.depth));
    dots.sort_by(|a: &Dot, b: &Dot| a.depth.total_cmp(&b.depth));
    let halo = 1.1 * pen.unit;
    for bone in &bones {
        pen.shapes.push(Shape::Polygon {
            points: bone.outline(halo),
            ink: Ink::new(palette::HALO, 0.85),
        });
        pen.shapes
            .push(Shape::Polygon { points: bone.outline(0.0), ink: Ink::new(palette::BONE, 0.92) });
    }
    for Dot { at: center, radius, .. } in dots {
        pen.shapes.push(Shape::Disk {
            center,
            radius: radius + 0.8 * pen.unit,
            ink: Ink::new(palette::HALO, 0.9),
        });
        pen.shapes.push(Shape::Disk { center, radius, ink: Ink::new(palette::BONE, 1.0) });
        pen.shapes.push(Shape::Disk {
            center,
            radius: 0.5 * radius,
            ink: Ink::new(palette::HALO, 1.0),
        });
    }
}

fn collect(pen: &Pen, actor: &Actor, joint: usize, (bones, dots): (&mut Vec<Bone>, &mut Vec<Dot>)) {
    let skeleton = &actor.figure.rig.skeleton;
    if joint >= skeleton.len() || !actor.is_drawn_joint(joint) {
        return;
    }
    let project = |joint: usize| pen.camera.project(actor.joint_in_world(joint)?);
    let Some(here) = project(joint) else { return };
    let at = Vec2::new(here.x, here.y);
    let above = skeleton.ancestors(joint).skip(1).find(|&above| actor.is_drawn_joint(above));
    let start = above.and_then(project);
    let pixels_per_metre = pen.camera.scale * here.inverse_w;
    // A joint is as large as its bone; a root is as large as its shortest child's bone.
    let lengths = skeleton.children(joint).iter().filter_map(|&child| {
        actor.joint_in_world(child)?.distance(actor.joint_in_world(joint)?).into()
    });
    let own = above.and_then(|above| {
        Some(actor.joint_in_world(above)?.distance(actor.joint_in_world(joint)?))
    });
    let length = own.unwrap_or_else(|| lengths.fold(f32::INFINITY, f32::min)) * pixels_per_metre;
    let size = pen.unit;
    dots.push(Dot { at, depth: here.depth, radius: (0.13 * length).clamp(0.9 * size, 3.6 * size) });
    if let Some(start) = start {
        let from = Vec2::new(start.x, start.y);
        let width = (0.11 * length).clamp(1.1 * size, 4.4 * size);
        bones.push(Bone { from, to: at, depth: 0.5 * (here.depth + start.depth), width });
    }
}

impl Bone {
    /// Widest at a fifth of its length, pointed at the child joint; grown by `halo` on all sides.
    fn outline(&self, halo: f32) -> Vec<Vec2> {
        let along = (self.to - self.from).normalize_or(Vec2::Y);
        let across = along.perp();
        let shoulder = self.from + (self.to - self.from) * 0.18;
        let (wide, narrow) = (0.5 * self.width + halo, 0.14 * self.width + halo);
        let (start, end) = (self.from - along * halo, self.to + along * halo);
        vec![
            start - across * narrow,
            shoulder - across * wide,
            end - across * narrow,
            end + across * narrow,
            shoulder + across * wide,
            start + across * narrow,
        ]
    }
}
