//! Commands that switch settings.

use kansetsu::d3::solve::Solver;

use super::{Command, outcome::Outcome};
use crate::document::{Axes, Document, Tool};

pub(super) fn apply(document: &mut Document, command: Command) -> Outcome {
    let (settings, view) = (&mut document.settings, &mut document.view);
    let switch = match command {
        Command::ToggleAutoKey => &mut settings.auto_key,
        Command::ToggleLoop => &mut document.playback.looping,
        Command::ToggleWholeBody => &mut settings.whole_body,
        Command::ToggleLiveMirror => &mut settings.live_mirror,
        Command::ToggleLimits => &mut settings.limits,
        Command::ToggleSoftReach => &mut settings.soft_reach,
        Command::ToggleKeepRotation => &mut settings.keep_turn,
        Command::ToggleContact => &mut settings.contact,
        Command::ToggleNatural => &mut settings.natural,
        Command::ToggleDepth => &mut settings.in_depth,
        Command::ToggleClassic => &mut settings.classic,
        Command::ToggleFloorSnap => &mut settings.snapping.floor,
        Command::ToggleStepSnap => &mut settings.snapping.steps,
        Command::ToggleGrid => &mut view.grid,
        Command::ToggleSurfaces => &mut view.surfaces,
        Command::ToggleSkeleton => &mut view.skeleton,
        Command::ToggleLimitsShown => &mut view.limits,
        Command::ToggleComfort => &mut view.comfort,
        Command::ToggleOthers => &mut view.others,
        Command::ToggleNames => &mut view.names,
        Command::ToggleOnionSkin => &mut view.onion_skin,
        Command::ToggleOnionFrames => &mut view.onion_frames,
        Command::ToggleMotionPath => &mut view.motion_path,
        Command::ToggleSprings => &mut view.springs,
        Command::ToggleTriangles => &mut view.triangles,
        Command::ToggleSideView => &mut view.side_view,
        _ => return choose(document, command),
    };
    *switch = !*switch;
    Some(Ok(()))
}

fn choose(document: &mut Document, command: Command) -> Outcome {
    let settings = &mut document.settings;
    match command {
        Command::ToolReach => settings.tool = Tool::Reach,
        Command::ToolRotate => settings.tool = Tool::Rotate,
        Command::ToolMove => settings.tool = Tool::Move,
        Command::AxesLocal => settings.axes = Axes::Local,
        Command::AxesParent => settings.axes = Axes::Parent,
        Command::AxesWorld => settings.axes = Axes::World,
        Command::MoreLevels => settings.levels = more(settings.levels),
        Command::FewerLevels => settings.levels = fewer(settings.levels),
        _ => settings.solver = Solver::from_name(solver(command)?)?,
    }
    Some(Ok(()))
}

/// The solver that the command selects.
pub(super) const fn solver(command: Command) -> Option<&'static str> {
    Some(match command {
        Command::SolverAuto => "auto",
        Command::SolverTwoBone => "two-bone",
        Command::SolverCcd => "ccd",
        Command::SolverFabrik => "fabrik",
        Command::SolverDls => "dls",
        Command::SolverFabrikTree => "fabrik-tree",
        Command::SolverWholeBody => "whole-body",
        _ => return None,
    })
}

/// No more segments than this: no figure has so many above each other.
const MOST_LEVELS: usize = 999;

/// Up to the root, as the figure knows its limbs, 1, 2, 3, ...
const fn more(levels: Option<usize>) -> Option<usize> {
    match levels {
        Some(0) => None,
        None => Some(1),
        Some(count) if count < MOST_LEVELS => Some(count + 1),
        most => most,
    }
}

const fn fewer(levels: Option<usize>) -> Option<usize> {
    match levels {
        None | Some(0) => Some(0),
        Some(1) => None,
        Some(count) => Some(count - 1),
    }
}
