//! The ruler above the keys: lines with the numbers of their frames, or their seconds.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

use crate::app::{Clock, Scale, theme::Palette};

/// The ruler of a sheet of keys.
pub(super) struct Ruler {
    /// The sheet; the ruler is at its top.
    pub(super) rect: Rect,
    /// Points.
    pub(super) height: f32,
    pub(super) scale: Scale,
    /// How times are shown.
    pub(super) clock: Clock,
}

/// The position of a number, points from the upper end of its line.
const BESIDE: [f32; 2] = [3.0, 1.0];

/// Points.
const LETTERS: FontId = FontId::proportional(11.0);

impl Ruler {
    fn step(&self) -> usize {
        self.scale.frames_per_number(self.clock.rate).max(1)
    }

    fn x(&self, frame: usize) -> f32 {
        self.rect.left() + self.scale.x_of(frame as f32 / self.clock.rate)
    }

    /// The label of a frame.
    fn number(&self, frame: usize) -> String {
        self.clock.text(frame as f32 / self.clock.rate)
    }

    /// The last number at or before this place.
    fn number_before(&self, x: f32) -> usize {
        let frame = self.scale.time_at(x - self.rect.left()).max(0.0) * self.clock.rate;
        (frame / self.step() as f32).floor() as usize * self.step()
    }

    /// Who clicks on a number means its frame, not the one below the pointer.
    pub(super) fn meant(&self, painter: &Painter, at: Pos2) -> Pos2 {
        let frame = self.number_before(at.x);
        let x = self.x(frame);
        let size = painter.layout_no_wrap(self.number(frame), LETTERS, Color32::PLACEHOLDER).size();
        let number =
            Rect::from_min_size(pos2(x, self.rect.top()), size + vec2(BESIDE[0], BESIDE[1]));
        if number.contains(at) { pos2(x, at.y) } else { at }
    }

    pub(super) fn paint(&self, painter: &Painter, palette: &Palette) {
        let top = self.rect.top();
        for frame in (self.number_before(self.rect.left())..).step_by(self.step()).take(200) {
            let x = self.x(frame);
            if x > self.rect.right() {
                break;
            }
            painter.line_segment(
                [pos2(x, top + self.height - 5.0), pos2(x, self.rect.bottom())],
                Stroke::new(1.0, palette.line),
            );
            if x >= self.rect.left() {
                let at = pos2(x + BESIDE[0], top + BESIDE[1]);
                painter.text(at, Align2::LEFT_TOP, self.number(frame), LETTERS, palette.weak);
            }
        }
    }
}
