//! Drawing the rows of keys, the motion's end and the time.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use super::{KEY, RowOf, Sheet};
use crate::app::{Context, TimeLine, theme::Palette};

impl Sheet {
    pub(super) fn paint_ends(&self, painter: &Painter, span: Option<[f32; 2]>, palette: &Palette) {
        let Some(motion) = &self.motion else { return };
        let outside = |from: f32, to: f32| {
            let [from, to] = [from, to].map(|x| x.clamp(self.rect.left(), self.rect.right()));
            if from < to {
                let rect = Rect::from_x_y_ranges(from..=to, self.rect.top()..=self.rect.bottom());
                painter.rect_filled(rect, 0.0, palette.panel.gamma_multiply(0.75));
            }
        };
        let [start, end] = span.unwrap_or([0.0, motion.duration]);
        outside(f32::NEG_INFINITY, self.x(start));
        outside(self.x(end), f32::INFINITY);
    }

    pub(super) fn paint_rows(
        &self,
        painter: &Painter,
        cx: &Context<'_>,
        state: &TimeLine,
        palette: &Palette,
    ) {
        for (index, row) in self.rows.iter().enumerate().take(self.visible_rows()) {
            let y = self.row_y(index);
            let is_chosen = matches!(&row.of, RowOf::Joints(joints) if joints.len() == 1 && cx.document.selection.contains(joints[0]));
            if is_chosen {
                let band = Rect::from_min_max(
                    pos2(self.rect.left() - self.names, y - 0.5 * self.row),
                    pos2(self.rect.right(), y + 0.5 * self.row),
                );
                painter.rect_filled(band, 3.0, palette.chosen.gamma_multiply(0.5));
            }
            let names = painter.with_clip_rect(Rect::from_min_max(
                pos2(self.rect.left() - self.names, y - self.row),
                pos2(self.rect.left() - 6.0, y + self.row),
            ));
            let color = if row.is_inner { palette.weak } else { palette.text };
            let indent = if row.is_inner { 16.0 } else { 4.0 };
            names.text(
                pos2(self.rect.left() - self.names + indent, y),
                Align2::LEFT_CENTER,
                &row.name,
                FontId::proportional(12.0),
                color,
            );
            for &time in &row.times {
                let x = self.x(time);
                if x < self.rect.left() - KEY || x > self.rect.right() + KEY {
                    continue;
                }
                let keys = self.keys_of(index, time);
                let is_chosen =
                    !keys.is_empty() && keys.iter().all(|key| state.chosen.contains(key));
                diamond(
                    painter,
                    pos2(x, y),
                    if is_chosen { palette.held } else { palette.accent },
                    palette.sunken,
                );
            }
        }
    }

    pub(super) fn paint_time(&self, painter: &Painter, cx: &Context<'_>, palette: &Palette) {
        let x = self.x(cx.document.time());
        if x < self.rect.left() - 1.0 || x > self.rect.right() {
            return;
        }
        painter.line_segment(
            [pos2(x, self.rect.top()), pos2(x, self.rect.bottom())],
            Stroke::new(1.5, palette.alert),
        );
        let head = vec![
            pos2(x - 5.0, self.rect.top()),
            pos2(x + 5.0, self.rect.top()),
            pos2(x, self.rect.top() + 8.0),
        ];
        painter.add(Shape::convex_polygon(head, palette.alert, Stroke::NONE));
    }
}

fn diamond(painter: &Painter, at: Pos2, fill: Color32, line: Color32) {
    let corners = [vec2(0.0, -KEY), vec2(KEY, 0.0), vec2(0.0, KEY), vec2(-KEY, 0.0)]
        .map(|corner| at + corner)
        .to_vec();
    painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.0, line)));
}
