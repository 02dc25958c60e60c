//! Whether a command can be given now, and whether what it switches is on.

use std::sync::Arc;

use super::{Category, Command};
use crate::{
    document::{Actor, Axes, Document, Tool},
    text::Phrase,
    viewport::Projection,
};

/// What a command needs.
enum Need {
    Nothing,
    Undo,
    Redo,
    Figure,
    SeveralFigures,
    Joint,
    Mirror,
    Copied,
    Pin,
    Stop,
    Robot,
    Triangles,
    Springs,
    SpringsAndMotion,
    Motion,
    AnyMotion,
    Keys,
    Unkeyed,
    /// Nothing could be enough.
    Aim,
}

/// Why the command cannot be given now, as a sentence; `None` when it can.
#[must_use]
pub fn refusal(document: &Document, command: Command) -> Option<Phrase> {
    let need = need(command);
    let reason = reason(document, &need);
    if reason.is_none() && document.is_dragging() && !is_allowed_in_drag(command) {
        return Some(Phrase::new("Finish the drag first.", "先にドラッグを終えてください。"));
    }
    reason
}

/// Whether what the command switches is on; `None` for a command that is no switch.
#[must_use]
pub fn is_on(document: &Document, command: Command) -> Option<bool> {
    let (settings, view) = (&document.settings, &document.view);
    Some(match command {
        Command::ToggleAutoKey => settings.auto_key,
        Command::Play => document.playback.playing,
        Command::ToggleLoop => document.playback.looping,
        Command::ToolReach => settings.tool == Tool::Reach,
        Command::ToolRotate => settings.tool == Tool::Rotate,
        Command::ToolMove => settings.tool == Tool::Move,
        Command::ToggleWholeBody => settings.whole_body,
        Command::ToggleLiveMirror => settings.live_mirror,
        Command::ToggleLimits => settings.limits,
        Command::ToggleContact => settings.contact,
        Command::ToggleNatural => settings.natural,
        Command::ToggleDepth => settings.in_depth,
        Command::ToggleClassic => settings.classic,
        Command::ToggleKeepRotation => settings.keep_turn,
        Command::ToggleSoftReach => settings.soft_reach,
        Command::AxesLocal => settings.axes == Axes::Local,
        Command::AxesParent => settings.axes == Axes::Parent,
        Command::AxesWorld => settings.axes == Axes::World,
        Command::ToggleFloorSnap => settings.snapping.floor,
        Command::ToggleStepSnap => settings.snapping.steps,
        Command::ToggleProjection => view.camera.projection == Projection::Perspective,
        Command::ToggleGrid => view.grid,
        Command::ToggleSurfaces => view.surfaces,
        Command::ToggleSkeleton => view.skeleton,
        Command::ToggleLimitsShown => view.limits,
        Command::ToggleComfort => view.comfort,
        Command::ToggleOthers => view.others,
        Command::ToggleNames => view.names,
        Command::ToggleOnionSkin => view.onion_skin,
        Command::ToggleOnionFrames => view.onion_frames,
        Command::ToggleMotionPath => view.motion_path,
        Command::ToggleSprings => view.springs,
        Command::ToggleTriangles => view.triangles,
        Command::ToggleSideView => view.side_view,
        Command::PinPosition => every_joint(document, |actor, joint| {
            actor.pin(joint).is_some_and(|pin| pin.position.is_some())
        }),
        Command::PinOrientation => every_joint(document, |actor, joint| {
            actor.pin(joint).is_some_and(|pin| pin.orientation.is_some())
        }),
        Command::PinBoth => every_joint(document, |actor, joint| {
            actor.pin(joint).is_some_and(|pin| pin.position.is_some() && pin.orientation.is_some())
        }),
        Command::ToggleStop => {
            every_joint(document, |actor, joint| actor.constraints.stops.contains(&joint))
        }
        _ => {
            return super::switches::solver(command).map(|solver| settings.solver.name() == solver);
        }
    })
}

/// Whether every selected joint is so, and there is one.
fn every_joint(document: &Document, is: impl Fn(&Actor, usize) -> bool) -> bool {
    let joints = &document.selection.joints;
    document
        .actor()
        .is_some_and(|actor| !joints.is_empty() && joints.iter().all(|&joint| is(actor, joint)))
}

const fn need(command: Command) -> Need {
    use Command as C;
    match command {
        C::Undo => Need::Undo,
        C::Redo => Need::Redo,
        C::NextFigure => Need::SeveralFigures,
        C::ExportGlb
        | C::ExportBaked
        | C::ExportVrma
        | C::ExportPose
        | C::ExportVmd
        | C::ExportVpd
        | C::ExportFbx
        | C::ExportBvh
        | C::ImportPose
        | C::CopyLink
        | C::CopyPose
        | C::SavePose => Need::Figure,
        C::DuplicateFigure
        | C::RenameFigure
        | C::RemoveFigure
        | C::SelectAll
        | C::SelectInverse
        | C::ResetAll => Need::Figure,
        C::StandOnFloor | C::Key | C::KeyAll | C::NewMotion | C::FrameAll => Need::Figure,
        C::PastePose => Need::Copied,
        C::PasteFlipped | C::MirrorToLeft | C::MirrorToRight | C::FlipPose => Need::Mirror,
        C::SelectNone
        | C::SelectParent
        | C::SelectChild
        | C::SelectBelow
        | C::SelectLimb
        | C::SelectMirror => Need::Joint,
        C::ResetJoint | C::ResetLimb | C::KeySelected | C::ToggleStop => Need::Joint,
        C::PinPosition | C::PinOrientation | C::PinBoth => Need::Joint,
        C::NudgeLeft | C::NudgeRight | C::NudgeUp | C::NudgeDown => Need::Joint,
        C::FrameSelection => Need::Joint,
        C::Unpin | C::UnpinAll => Need::Pin,
        C::ClearStops => Need::Stop,
        C::ExportValues | C::ExportValuesTable => Need::Robot,
        C::ToggleTriangles => Need::Triangles,
        C::ToggleSprings => Need::Springs,
        C::BakeSprings => Need::SpringsAndMotion,
        C::NextKey | C::PreviousKey | C::DeleteKey | C::CloseLoop => Need::Keys,
        C::DuplicateMotion
        | C::DeleteMotion
        | C::NoMotion
        | C::BakeIk
        | C::LimitsFromMotion
        | C::ExportPictures
        | C::ExportFilm => Need::Motion,
        C::Play | C::NextFrame | C::PreviousFrame | C::FirstFrame | C::LastFrame => Need::AnyMotion,
        C::StartRange | C::EndRange | C::WholeRange => Need::AnyMotion,
        C::DiscardUnkeyed | C::BlendIntoMotion => Need::Unkeyed,
        C::SolverAim | C::SolverAimChain => Need::Aim,
        _ => Need::Nothing,
    }
}

fn reason(document: &Document, need: &Need) -> Option<Phrase> {
    let actor = document.actor();
    let (is_met, reason) = match need {
        Need::Nothing => return None,
        Need::Aim => (false, AIM),
        Need::Undo => (document.next_undo().is_some() || document.is_dragging(), UNDO),
        Need::Redo => (document.next_redo().is_some(), REDO),
        Need::SeveralFigures => (document.content().actors.len() > 1, SEVERAL),
        Need::AnyMotion => (document.duration().is_some(), MOTION),
        _ if actor.is_none() => (false, FIGURE),
        Need::Figure => return None,
        Need::Joint => (!document.selection.joints.is_empty(), JOINT),
        Need::Copied => (document.clipboard().is_some(), COPIED),
        Need::Mirror => (
            actor.is_some_and(|actor| actor.figure.rig.mirrors.iter().any(Option::is_some)),
            MIRROR,
        ),
        Need::Pin => (actor.is_some_and(|actor| !actor.constraints.pins.is_empty()), PIN),
        Need::Stop => (actor.is_some_and(|actor| !actor.constraints.stops.is_empty()), STOP),
        Need::Robot => (actor.is_some_and(|actor| actor.figure.robot.is_some()), ROBOT),
        Need::Triangles => {
            (actor.is_some_and(|actor| !actor.figure.triangles.is_empty()), TRIANGLES)
        }
        Need::Springs => (actor.is_some_and(has_springs), SPRINGS),
        Need::SpringsAndMotion if !actor.is_some_and(has_springs) => (false, SPRINGS),
        Need::Motion | Need::SpringsAndMotion => {
            (actor.is_some_and(|actor| actor.motion.is_some()), MOTION)
        }
        Need::Keys => (
            actor.is_some_and(|actor| actor.playing().is_some_and(|motion| !motion.is_empty())),
            KEYS,
        ),
        Need::Unkeyed => (actor.is_some_and(|actor| actor.has_unkeyed()), UNKEYED),
    };
    (!is_met).then_some(reason)
}

fn has_springs(actor: &Arc<Actor>) -> bool {
    !actor.figure.springs.springs.is_empty()
}

/// What only looks, says how drags work, or ends the drag itself. The camera does not move: the
/// pointer's place says where the joint goes in the view.
const fn is_allowed_in_drag(command: Command) -> bool {
    use Command as C;
    match command {
        C::Undo | C::Shortcuts => true,
        C::ToolReach | C::ToolRotate | C::ToolMove | C::ToggleClassic => false,
        _ => matches!(command.category(), Category::View | Category::Tool),
    }
}

const UNDO: Phrase = Phrase::new("There is nothing to undo.", "元に戻す操作がありません。");
const REDO: Phrase = Phrase::new("There is nothing to redo.", "やり直す操作がありません。");
const SEVERAL: Phrase = Phrase::new("There is only one figure.", "モデルは 1 体だけです。");
const FIGURE: Phrase =
    Phrase::new("There is no figure. Add one first.", "モデルがありません。先に追加してください。");
const JOINT: Phrase = Phrase::new("Select a joint first.", "先にボーンを選択してください。");
const COPIED: Phrase =
    Phrase::new("No pose has been copied yet.", "ポーズがまだコピーされていません。");
const MIRROR: Phrase =
    Phrase::new("No left-right pairs found.", "左右対になるボーンがありません。");
const PIN: Phrase = Phrase::new("Nothing is pinned.", "固定したボーンはありません。");
const STOP: Phrase = Phrase::new("There is no IK stop.", "IK の根元は設定されていません。");
const ROBOT: Phrase = Phrase::new(
    "Only robots (URDF) have joint values.",
    "関節値を持つのはロボット（URDF）だけです。",
);
const TRIANGLES: Phrase =
    Phrase::new("Not an MQO with bone triangles.", "ボーン用三角形のある MQO ではありません。");
const SPRINGS: Phrase = Phrase::new(
    "The figure has no spring bones.",
    "揺れもの（スプリングボーン）のないモデルです。",
);
const MOTION: Phrase = Phrase::new(
    "There is no motion. Key a pose first.",
    "モーションがありません。先にキーを登録してください。",
);
const AIM: Phrase = Phrase::new(
    "The Look solver needs a target to look at, so it cannot be used for dragging.",
    "注視ソルバーには見る目標が必要なため、ドラッグには使えません。",
);
const KEYS: Phrase = Phrase::new("There are no keys yet.", "キーがまだありません。");
const UNKEYED: Phrase = Phrase::new("No un-keyed changes.", "キー未登録の変更はありません。");
