//! What the program has to tell, at the edge of the viewport and never in the way; and the bars of what goes on.

use eframe::egui::{Align, Area, Frame, Id, Layout, Margin, Order, ProgressBar, RichText, Ui};

use super::{
    icon::{Icon, color_mark, icon_button},
    words::Words,
};
use crate::app::{Banner, Remedy, Studio, Weight, theme};

/// Shows what there is to tell over the upper edge of the viewport: nothing moves when it comes, so that no drag is disturbed.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    if studio.banners.shown.is_empty() && !studio.is_busy() {
        return;
    }
    let fill = theme::Palette::of(ui.visuals()).raised;
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 5)).shadow(ui.visuals().popup_shadow);
    let viewport = studio.viewport;
    let area = Area::new(Id::unique("banners")).order(Order::Middle).fixed_pos(viewport.min).constrain_to(viewport);
    area.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(viewport.width() - 24.0);
            rows(ui, studio);
        });
    });
}

fn rows(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    let mut dropped = None;
    for banner in &studio.banners.shown.clone() {
        if row(ui, words, studio, banner) {
            // What it offered may have told something else meanwhile.
            dropped = Some(banner.clone());
        }
    }
    if let Some(dropped) = dropped {
        studio.banners.shown.retain(|banner| *banner != dropped);
    }
    jobs(ui, words, studio);
}

/// One sentence; gives whether it is to go.
fn row(ui: &mut Ui, words: Words, studio: &mut Studio, banner: &Banner) -> bool {
    let palette = theme::Palette::of(ui.visuals());
    let color = match banner.weight {
        Weight::News => palette.accent,
        Weight::Warning => palette.held,
        Weight::Problem => palette.alert,
    };
    let mut is_done = false;
    ui.horizontal(|ui| {
        color_mark(ui, color);
        ui.label(RichText::new(banner.text.get(words.0)));
        if let Some(remedy) = &banner.remedy {
            let name = match remedy {
                Remedy::Recover => words.say("Recover", "復元する"),
                Remedy::Reload => words.say("Reload", "再読み込み"),
                Remedy::BringInside { .. } => words.say("Bring inside", "範囲内に戻す"),
                Remedy::BringBack => words.say("Bring it back", "元に戻す"),
                Remedy::TypePath => words.say("Type a path instead", "パスを入力する"),
            };
            if ui.button(name).clicked() {
                studio.remedy(remedy);
                is_done = true;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            is_done |= icon_button(ui, Icon::Close, words.say("Dismiss", "閉じる"), false).clicked();
        });
    });
    is_done
}

fn jobs(ui: &mut Ui, words: Words, studio: &mut Studio) {
    for job in &studio.tasks.jobs {
        ui.horizontal(|ui| {
            ui.label(&job.title);
            ui.add(ProgressBar::new(job.part()).desired_width(220.0).show_percentage());
            if ui.button(words.say("Cancel", "中止")).clicked() {
                job.cancel();
            }
        });
    }
    let Some(part) = studio.tasks.shoot.as_ref().map(crate::app::Shoot::part) else { return };
    ui.horizontal(|ui| {
        ui.label(words.say("Drawing pictures", "画像を描画しています"));
        ui.add(ProgressBar::new(part).desired_width(220.0).show_percentage());
        if ui.button(words.say("Cancel", "中止")).clicked() {
            studio.cancel_shoot();
        }
    });
}
