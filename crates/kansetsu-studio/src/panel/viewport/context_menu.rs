//! What can be done with the joint under the pointer.

use eframe::egui::{PointerState, Response};

use crate::{
    app::{Action, Context},
    command::Command::{
        self, FlipPose, FrameSelection, Key, MirrorToLeft, MirrorToRight, PinBoth, PinOrientation,
        PinPosition, ResetAll, ResetJoint, ResetLimb, SelectMirror, ToggleStop,
    },
    panel::menu_bar::item,
    viewport::DEAD_ZONE,
};

const OF_A_JOINT: [Command; 8] = [
    PinPosition,
    PinOrientation,
    PinBoth,
    ToggleStop,
    ResetJoint,
    ResetLimb,
    SelectMirror,
    FrameSelection,
];
const OF_THE_FIGURE: [Command; 5] = [Key, MirrorToRight, MirrorToLeft, FlipPose, ResetAll];

/// Opens the menu where the right button was clicked, or a finger or pen was held.
pub fn show(response: &Response, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    // A slow drag is not held, however short its way is.
    if response.is_pointer_button_down_on() && response.ctx.input(|input| has_moved(&input.pointer))
    {
        return actions;
    }
    if response.secondary_clicked()
        && let Some(joint) = cx.session.hover.joint
        && !cx.document.selection.contains(joint)
    {
        actions.push(Action::select(joint));
    }
    response.context_menu(|ui| {
        if cx.document.selection.active_joint().is_some() {
            OF_A_JOINT.into_iter().for_each(|command| item(ui, cx, &mut actions, command));
            ui.separator();
        }
        OF_THE_FIGURE.into_iter().for_each(|command| item(ui, cx, &mut actions, command));
    });
    actions
}

fn has_moved(pointer: &PointerState) -> bool {
    pointer
        .press_origin()
        .zip(pointer.interact_pos())
        .is_some_and(|(from, to)| from.distance(to) > DEAD_ZONE)
}
