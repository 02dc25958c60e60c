//! Targets, poles, axes, paths and labels.

use kansetsu::glam::{Affine3, Vec2, Vec3};

use super::{palette, pen::Pen, shape::Shape};
use crate::{Ink, Mark, Target, Tint};

pub(super) fn draw(pen: &mut Pen, mark: &Mark) {
    match mark {
        Mark::Target(target) => draw_target(pen, target),
        Mark::Pole { position, middle } => draw_pole(pen, *position, *middle),
        Mark::Axes { world_from_frame, length } => draw_axes(pen, world_from_frame, *length),
        Mark::Path { points, color } => draw_path(pen, points, *color),
        Mark::Label { position, text } => {
            if let Some(at) = pen.at(*position) {
                pen.label(at, text);
            }
        }
    }
}

fn draw_target(pen: &mut Pen, target: &Target) {
    let Some(center) = pen.at(target.position) else { return };
    let unit = pen.unit;
    if let Some(reached) = target.reached.and_then(|reached| pen.at(reached)) {
        dashes(pen, [reached, center], palette::TARGET);
    }
    let radius = 6.5 * unit;
    let cross = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y]
        .map(|way| vec![center + way * 3.6 * unit, center + way * 10.5 * unit]);
    for (hex, grow) in [(palette::HALO, 1.6 * unit), (palette::TARGET, 0.0)] {
        let ink = Ink::new(hex, if grow > 0.0 { 0.8 } else { 1.0 });
        pen.shapes.push(Shape::Ring { center, radius, width: 1.9 * unit + grow, ink });
        for points in cross.clone() {
            pen.shapes.push(Shape::Line { points, width: 1.5 * unit + grow, ink });
        }
    }
    pen.shapes.push(Shape::Disk {
        center,
        radius: 1.7 * unit,
        ink: Ink::new(palette::TARGET, 1.0),
    });
    pen.label(center, &target.label);
}

fn draw_pole(pen: &mut Pen, position: Vec3, middle: Option<Vec3>) {
    let Some(center) = pen.at(position) else { return };
    if let Some(middle) = middle.and_then(|middle| pen.at(middle)) {
        dashes(pen, [middle, center], palette::POLE);
    }
    for (hex, size) in [(palette::HALO, 6.6), (palette::POLE, 5.0)] {
        let corners =
            [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| center + way * size * pen.unit);
        pen.shapes.push(Shape::Polygon { points: corners.to_vec(), ink: Ink::new(hex, 0.95) });
    }
}

/// The furthest axis first.
fn draw_axes(pen: &mut Pen, world_from_frame: &Affine3, length: f32) {
    let origin = world_from_frame.translation;
    let mut axes: Vec<(f32, [Vec2; 2], u32)> = Vec::new();
    for (axis, hex) in palette::AXES.into_iter().enumerate() {
        let way = world_from_frame.matrix3.col(axis).normalize_or_zero();
        let tip = origin + way * length;
        if let (Some(from), Some(to)) = (pen.at(origin), pen.at(tip)) {
            axes.push((way.dot(pen.camera.back), [from, to], hex));
        }
    }
    axes.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, ends, hex) in axes {
        arrow(pen, ends, hex);
    }
}

fn arrow(pen: &mut Pen, [from, to]: [Vec2; 2], hex: u32) {
    let unit = pen.unit;
    let along = (to - from).normalize_or_zero();
    let head = (to - from).length().min(9.0 * unit);
    let (neck, across) = (to - along * head, along.perp() * 0.42 * head);
    pen.shapes.push(Shape::Line {
        points: vec![from, neck],
        width: 2.0 * unit,
        ink: Ink::new(hex, 1.0),
    });
    pen.shapes.push(Shape::Polygon {
        points: vec![neck - across, to, neck + across],
        ink: Ink::new(hex, 1.0),
    });
}

fn draw_path(pen: &mut Pen, points: &[Vec3], color: Tint) {
    let hex = match color {
        Tint::Primary => palette::BONE,
        Tint::Accent => palette::TARGET,
        Tint::Neutral => palette::NEUTRAL,
    };
    let points: Vec<Vec2> = points.iter().filter_map(|&point| pen.at(point)).collect();
    if points.len() > 1 {
        pen.shapes.push(Shape::Line { points, width: 1.8 * pen.unit, ink: Ink::new(hex, 0.85) });
    }
}

fn dashes(pen: &mut Pen, [from, to]: [Vec2; 2], hex: u32) {
    let unit = pen.unit;
    let length = (to - from).length();
    // Never more dashes than the picture could show.
    let count = ((length / (7.0 * unit)) as usize).min(500);
    let along = (to - from).normalize_or_zero() * unit;
    for dash in 0..count {
        let start = from + along * 7.0 * dash as f32;
        pen.shapes.push(Shape::Line {
            points: vec![start, start + along * 3.5],
            width: 1.5 * unit,
            ink: Ink::new(hex, 0.9),
        });
    }
}
