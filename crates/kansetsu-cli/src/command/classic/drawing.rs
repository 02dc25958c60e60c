//! All states of a method in one drawing.

use std::fmt::Write;

use super::trace::{Place, State, Trace};

/// The longer side and the margin, pixels.
const SIDE: f32 = 640.0;
const MARGIN: f32 = 32.0;

/// X to the right, Y up; Z is dropped.
struct Window {
    min: [f32; 2],
    scale: f32,
    size: [f32; 2],
}

impl Window {
    fn around(trace: &Trace) -> Self {
        let targets = trace.goals.iter().map(|goal| &goal.target);
        let places =
            trace.steps.iter().flat_map(|state| state.joints.iter().flatten()).chain(targets);
        let (mut min, mut max) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for place in places {
            for axis in 0..2 {
                min[axis] = min[axis].min(place[axis]);
                max[axis] = max[axis].max(place[axis]);
            }
        }
        let span = [max[0] - min[0], max[1] - min[1]];
        let longest = span[0].max(span[1]);
        let scale = if longest > 0.0 && longest.is_finite() {
            (SIDE - 2.0 * MARGIN) / longest
        } else {
            1.0
        };
        Self { min, scale, size: span.map(|side| side * scale + 2.0 * MARGIN) }
    }

    fn pixel(&self, place: &Place) -> [f32; 2] {
        let x = (place[0] - self.min[0]) * self.scale + MARGIN;
        let y = self.size[1] - MARGIN - (place[1] - self.min[1]) * self.scale;
        [x, y]
    }
}

/// The drawing.
pub(super) fn svg(trace: &Trace) -> String {
    let window = Window::around(trace);
    let [width, height] = window.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n"
    );
    svg.push_str(
        "<rect width=\"100%\" height=\"100%\" fill=\"#eef1f6\"/>\n<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
    );
    let last = trace.steps.len().saturating_sub(1);
    for (index, state) in trace.steps.iter().enumerate() {
        let is_last = index == last;
        let opacity = if is_last { 1.0 } else { 0.12 + 0.35 * index as f32 / last as f32 };
        let line = if is_last { 3.0 } else { 1.5 };
        push(
            &mut svg,
            format_args!(
                "<path d=\"{}\" stroke=\"#2f6fc4\" stroke-width=\"{line}\" stroke-opacity=\"{opacity:.2}\"/>\n",
                bones(trace, state, &window)
            ),
        );
        if is_last {
            for [x, y] in state.joints.iter().flatten().map(|place| window.pixel(place)) {
                push(
                    &mut svg,
                    format_args!(
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#ffffff\" stroke=\"#2f6fc4\" stroke-width=\"1.5\"/>\n"
                    ),
                );
            }
        }
    }
    for [x, y] in trace.goals.iter().map(|goal| window.pixel(&goal.target)) {
        push(
            &mut svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" stroke=\"#e0622a\" stroke-width=\"2\"/>\n"
            ),
        );
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The segments of a state whose two ends are defined.
fn bones(trace: &Trace, state: &State, window: &Window) -> String {
    let mut path = String::new();
    for [from, to] in &trace.bones {
        if let [Some(Some(from)), Some(Some(to))] = [state.joints.get(*from), state.joints.get(*to)]
        {
            let ([x1, y1], [x2, y2]) = (window.pixel(from), window.pixel(to));
            push(&mut path, format_args!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"));
        }
    }
    path
}

fn push(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(more);
}
