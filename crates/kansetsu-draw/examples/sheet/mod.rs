//! Sheets of poses of the mannequin.

use std::error::Error;

use kansetsu::{
    Pose,
    d3::{Goal, Priority},
    glam::{Affine3, Vec3},
};
use kansetsu_draw::{Frame, Grid, Ground, Mark, Picture, Prop, Scene, Sheet, View, contact_sheet};
use kansetsu_figures::scenes::everyday::Everyday;
use kansetsu_formats::{Figure, Role};

const COLUMNS: u32 = 6;
/// The size of one pose, pixels.
const CELL: [u32; 2] = [200, 240];
/// From the front, slightly from the right of the figure, whose right hand does most of the work.
const FRONT: View = View::new(-32.0, 10.0);
const SIDE: View = View::new(-90.0, 6.0);

/// Draws solved poses as a sheet, PNG; `view` is front, side, or what [`View::parse`]
/// accepts.
pub(crate) fn draw(
    figure: &Figure,
    poses: &[(Everyday, Pose)],
    view: &str,
    is_large: bool,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let view = match view {
        "front" => FRONT,
        "side" => SIDE,
        other => View::parse(other)?,
    };
    let frames: Vec<Frame> = poses.iter().map(|(goals, pose)| frame(figure, goals, pose)).collect();
    let columns = COLUMNS.min(frames.len() as u32);
    let grid = Grid { rows: (frames.len() as u32).div_ceil(columns.max(1)), columns };
    let [width, height] = if is_large { CELL.map(|side| 2 * side) } else { CELL };
    let picture = Picture {
        width,
        height,
        view,
        ground: Ground::At(0.0),
        margin: 0.05,
        ..Picture::default()
    };
    Ok(contact_sheet(&frames, &Sheet { grid, picture })?.content)
}

/// A solved pose with its goals, centered in its cell.
fn frame<'a>(figure: &'a Figure, pose: &Everyday, solved: &Pose) -> Frame<'a> {
    let mut scene = Scene::new(figure, solved);
    let actor = &mut scene.actors[0];
    let joints = actor.model_from_joint.clone();
    actor.world_from_model = Affine3::from_translation(-middle(figure, &joints));
    let world_from_model = actor.world_from_model;
    for thing in &pose.things {
        let model_from_thing = thing.carried_by.map_or(Affine3::IDENTITY, |joint| joints[joint]);
        let mut prop = Prop::cuboid(thing.prop.center, 2.0 * thing.prop.half);
        prop.world_from_prop = world_from_model * model_from_thing * prop.world_from_prop;
        scene.props.push(prop);
    }
    let wishes = pose.goals[..pose.asked].iter().filter(|goal| goal.priority != Priority::Pin);
    scene.marks = wishes
        .filter_map(|goal| place(goal, &joints))
        .map(|place| Mark::target(world_from_model.transform_point3(place)))
        .collect();
    Frame { scene, caption: pose.name.to_owned() }
}

/// The target position of a goal, model space.
fn place(goal: &Goal, model_from_joint: &[Affine3]) -> Option<Vec3> {
    Some(goal.relative_to.map_or(goal.position?, |frame| {
        model_from_joint[frame].transform_point3(goal.position.unwrap_or_default())
    }))
}

/// The middle of the body's footprint on the ground.
fn middle(figure: &Figure, model_from_joint: &[Affine3]) -> Vec3 {
    let places = figure
        .rig
        .roles
        .iter()
        .filter(|(role, _)| **role != Role::Jaw)
        .map(|(_, &joint)| model_from_joint[joint].translation);
    let (low, high) = places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    (0.5 * (low + high)).with_y(0.0)
}
