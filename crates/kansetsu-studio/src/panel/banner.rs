//! What the program has to tell, above the viewport and never in the way; and the bars of what goes on.

use eframe::egui::{Align, Frame, Layout, Margin, Panel, ProgressBar, RichText, Ui};

use super::{
    icon::{Icon, color_mark, icon_button},
    words::Words,
};
use crate::app::{Banner, Remedy, Studio, Weight, theme};

/// Shows what there is to tell; nothing takes no room.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    if studio.banners.shown.is_empty() && !studio.is_busy() {
        return;
    }
    let fill = theme::Palette::of(ui.visuals()).raised;
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 5));
    Panel::top("banners").frame(frame).show(ui, |ui| {
        let words = studio.words();
        let mut dropped = None;
        for (index, banner) in studio.banners.shown.clone().iter().enumerate() {
            if row(ui, words, studio, banner) {
                dropped = Some(index);
            }
        }
        if let Some(index) = dropped {
            studio.banners.shown.remove(index);
        }
        jobs(ui, words, studio);
    });
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
