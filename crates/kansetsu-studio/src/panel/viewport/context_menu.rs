//! What can be done with the joint under the pointer.

use eframe::egui::Response;

use crate::{
    app::Studio,
    command::Command::{
        self, FlipPose, FrameSelection, Key, MirrorToLeft, MirrorToRight, PinBoth, PinOrientation, PinPosition, ResetAll, ResetJoint,
        ResetLimb, SelectMirror, ToggleStop,
    },
    panel::menu_bar::item,
};

const OF_A_JOINT: [Command; 8] = [PinPosition, PinOrientation, PinBoth, ToggleStop, ResetJoint, ResetLimb, SelectMirror, FrameSelection];
const OF_THE_FIGURE: [Command; 5] = [Key, MirrorToRight, MirrorToLeft, FlipPose, ResetAll];

/// Opens the menu where the right button was clicked.
pub fn show(response: &Response, studio: &mut Studio) {
    if response.secondary_clicked()
        && let Some(joint) = studio.hover.joint
        && !studio.document.selection.contains(joint)
    {
        studio.document.selection.set(joint);
    }
    response.context_menu(|ui| {
        if studio.document.selection.active_joint().is_some() {
            OF_A_JOINT.into_iter().for_each(|command| item(ui, studio, command));
            ui.separator();
        }
        OF_THE_FIGURE.into_iter().for_each(|command| item(ui, studio, command));
    });
}
