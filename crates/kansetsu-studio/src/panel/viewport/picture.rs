//! The picture of the document: what the graphics card is to draw.

use std::sync::Arc;

use eframe::egui::Visuals;
use kansetsu::{
    d3::Outcome,
    glam::{Affine3, Vec3},
};

use crate::{
    app::{
        Context, Handle,
        drag::{chain_above, drag_settings, swings},
        manipulator, shown_limit, shown_manipulator, shown_poles, stage,
        touchable::{JointAt, Placed, place_of},
    },
    document::{Actor, Tool},
    motion::{Motion, SAME_TIME, frames_around, key_poses_around, motion_path},
    posing::{ElbowCircle, Grip, Limited, Subject, Swivel, keeps_tip, limits::LimitSite, strain},
    viewport::{
        View,
        scene::{Body, Layer, Scene},
        shape::{self, Bone, MotionPath, Palette, Pen, Skin, faded, mixed},
    },
};

/// How much of the accent is mixed into what a drag will move.
const TINT: f32 = 0.35;

/// How much red is mixed into a joint a quarter turn and more from its relaxed pose.
const STRAIN: f32 = 0.75;

/// How opaque what is no part of the body is, beside what is.
const DIM: f32 = 0.35;

/// A figure at its placement.
#[derive(Clone, Copy)]
struct Figure<'a> {
    index: usize,
    actor: &'a Actor,
    placed: &'a Placed,
    /// The joints that turn when what is under the pointer is dragged, or that turn now.
    moving: &'a [usize],
}

/// The scene of the document in the current view.
pub fn scene(cx: &Context<'_>, view: &View, placed: &[Placed], visuals: &Visuals) -> Scene {
    let palette = if visuals.dark_mode { &Palette::DARK } else { &Palette::LIGHT };
    let shown = &cx.document.view;
    let stage = stage(shown, visuals.dark_mode);
    let mut scene = Scene { camera: view.camera, grid: shown.grid, ..stage };
    for (index, (actor, placed)) in cx.document.content().actors.iter().zip(placed).enumerate() {
        let moving = moving_joints(cx, index, actor);
        let figure = Figure { index, actor, placed, moving: &moving };
        if shown.surfaces {
            let mut body = Body::new(Arc::clone(&actor.figure), placed.world_from_joint.clone());
            body.face = actor.face.shown().cloned();
            body.joint_tints = if shown.comfort {
                strains(actor, palette)
            } else {
                tints(actor, &moving, palette)
            };
            scene.bodies.push(body);
        }
        if shown.onion_skin || shown.onion_frames {
            scene.bodies.extend(ghosts(cx, actor, palette));
        }
        if shown.skeleton || !shown.surfaces {
            skeleton(&mut scene, cx, view, figure, palette);
        }
        if shown.triangles {
            shape::triangles(
                &mut scene,
                &actor.figure.triangles,
                &placed.world_from_joint,
                palette,
            );
        }
        pins(&mut scene, figure, palette);
    }
    guides(&mut scene, cx, view, placed, palette);
    scene
}

/// The joints that turn when what is under the pointer is dragged, or that turn now.
fn moving_joints(cx: &Context<'_>, index: usize, actor: &Actor) -> Vec<usize> {
    if index != cx.document.selection.actor {
        return Vec::new();
    }
    if let Some(session) = &cx.session.drag {
        let levels = session.settings.levels;
        return if session.reaches() {
            chain_above(actor, session.joint, levels)
        } else {
            vec![session.joint]
        };
    }
    let Some(joint) = cx.session.hover.joint else { return Vec::new() };
    match cx.document.settings.tool {
        Tool::Reach => chain_above(actor, joint, drag_settings(cx.document, joint).levels),
        _ => vec![joint],
    }
}

/// What moves is tinted, its skin too.
fn tints(actor: &Actor, moving: &[usize], palette: &Palette) -> Vec<[f32; 4]> {
    if moving.is_empty() {
        return Vec::new();
    }
    let color = faded(palette.accent, TINT);
    (0..actor.joint_count())
        .map(|joint| if moving.contains(&joint) { color } else { [0.0; 4] })
        .collect()
}

/// Joints far from the relaxed pose are red.
fn strains(actor: &Actor, palette: &Palette) -> Vec<[f32; 4]> {
    strain(&actor.figure, &actor.pose)
        .into_iter()
        .map(|strain| faded(palette.alert, STRAIN * strain))
        .collect()
}

fn skeleton(
    scene: &mut Scene,
    cx: &Context<'_>,
    view: &View,
    figure: Figure<'_>,
    palette: &Palette,
) {
    let Figure { index, actor, placed, moving } = figure;
    let is_own = index == cx.document.selection.actor;
    let opacity =
        if cx.document.view.surfaces { 0.62 } else { 0.95 } * if is_own { 1.0 } else { 0.5 };
    let parent = |joint: usize| actor.figure.rig.skeleton.joints()[joint].parent;
    let body = actor.posed_joints();
    let strained =
        if cx.document.view.comfort { strain(&actor.figure, &actor.pose) } else { Vec::new() };
    let to_light = (view.camera.back() + 0.5 * view.camera.up()).normalize_or(Vec3::Y);
    shape::bones(scene, &actor.figure.rig.skeleton, &placed.world_from_joint, to_light, |joint| {
        let moves = parent(joint).is_some_and(|parent| moving.contains(&parent));
        let strained =
            parent(joint).map_or(0.0, |parent| strained.get(parent).copied().unwrap_or_default());
        let color = if moves {
            faded(palette.accent, 0.9)
        } else {
            faded(mixed(palette.bone, palette.alert, strained), opacity)
        };
        let is_seen =
            placed.shown[joint] && parent(joint).is_some_and(|parent| placed.shown[parent]);
        let color = if body[joint] { color } else { faded(color, DIM) };
        is_seen.then_some(Bone { color, layer: Layer::OnTop })
    });
    for joint in (0..actor.joint_count()).filter(|&joint| placed.shown[joint]) {
        let (width, color) = dot(cx, figure, joint, palette);
        let (width, color) =
            if body[joint] { (width, color) } else { (0.75 * width, faded(color, 2.0 * DIM)) };
        let pen = Pen { width, color, layer: Layer::OnTop };
        shape::dot(
            scene,
            placed.world_from_joint[joint].translation,
            pen,
            faded(palette.halo, 0.8),
        );
    }
}

/// How wide a joint's dot is, and its colour.
fn dot(
    cx: &Context<'_>,
    Figure { index, actor, .. }: Figure<'_>,
    joint: usize,
    palette: &Palette,
) -> (f32, [f32; 4]) {
    let is_own = index == cx.document.selection.actor;
    let is_dragged = cx.session.drag.as_ref().is_some_and(|session| session.joint == joint);
    if is_own && stopping(cx).any(|other| other == joint) {
        (11.0, palette.alert)
    } else if is_own && (cx.session.hovered_joint() == Some(joint) || is_dragged) {
        (13.0, palette.accent)
    } else if is_own && cx.document.selection.contains(joint) {
        (10.0, palette.accent)
    } else if actor.pin(joint).is_some() {
        (9.0, palette.held)
    } else if actor.constraints.stops.contains(&joint) {
        (8.0, palette.hinge)
    } else {
        (if is_own { 7.0 } else { 5.0 }, faded(palette.bone, if is_own { 1.0 } else { 0.6 }))
    }
}

/// The joints whose limits stop the drag.
pub fn stopping<'a>(cx: &Context<'a>) -> impl Iterator<Item = usize> + use<'a> {
    let posed = cx.session.drag.as_ref().and_then(|session| session.posed.as_ref());
    let posed = posed.filter(|posed| posed.outcome == Outcome::Limited);
    posed.into_iter().flat_map(|posed| posed.active_limits.iter().map(|limit| limit.joint))
}

fn pins(scene: &mut Scene, Figure { actor, placed, .. }: Figure<'_>, palette: &Palette) {
    let size = 0.05 * actor.figure.rig.skeleton.size();
    for pin in &actor.constraints.pins {
        let Some(here) = placed.world_from_joint.get(pin.joint) else { continue };
        let place = pin
            .position
            .map_or(here.translation, |position| actor.placement.transform_point3(position));
        let turn = pin.orientation.map_or(here.matrix3, |turn| {
            actor.placement.matrix3 * kansetsu::glam::Mat3::from_quat(turn)
        });
        let held = Affine3 { matrix3: turn, translation: place };
        shape::pin(
            scene,
            &held,
            here.translation,
            [pin.position.is_some(), pin.orientation.is_some()],
            (size, palette),
        );
    }
}

/// The poses of the keys, or of the frames, before and after.
fn ghosts(cx: &Context<'_>, actor: &Actor, palette: &Palette) -> Vec<Body> {
    let Some(motion) = actor.playing() else { return Vec::new() };
    let (time, shown) = (cx.document.time(), &cx.document.view);
    let [keys, frames] = [
        (shown.onion_skin, key_poses_around as fn(&Motion, f32, usize) -> [Vec<f32>; 2]),
        (shown.onion_frames, frames_around),
    ]
    .map(|(is_shown, around)| if is_shown { around(motion, time, 2) } else { Default::default() });
    let skin = |(index, &time): (usize, &f32), sign: i32| {
        let model_from_joint = actor.figure.rig.skeleton.forward(&actor.motion_pose_at(time));
        Skin {
            world_from_joint: model_from_joint.iter().map(|map| actor.placement * *map).collect(),
            steps: sign * (index as i32 + 1),
        }
    };
    let skins = [keys, frames].into_iter().flat_map(|[before, after]| {
        let before: Vec<Skin> = before.iter().enumerate().map(|at| skin(at, -1)).collect();
        let after: Vec<Skin> = after.iter().enumerate().map(|at| skin(at, 1)).collect();
        before.into_iter().chain(after)
    });
    shape::onion_skin(&actor.figure, skins.collect(), palette)
}

/// What belongs to the selected joint and to the drag: its way, its limit, the handles, the line to
/// where it should be.
fn guides(scene: &mut Scene, cx: &Context<'_>, view: &View, placed: &[Placed], palette: &Palette) {
    let index = cx.document.selection.actor;
    let (Some(actor), Some(here)) = (cx.document.actor(), placed.get(index)) else { return };
    if let Some(joint) =
        cx.document.selection.active_joint().filter(|_| cx.document.view.motion_path)
    {
        path(scene, cx, actor, joint, palette);
    }
    chosen_limit(scene, cx, placed, palette);
    for joint in stopping(cx) {
        limit(scene, actor, here, joint, (palette, true));
    }
    rubber(scene, cx, palette);
    plumb(scene, cx, placed, palette);
    circle(scene, cx, actor, palette);
    for pole in shown_poles(cx.document, cx.session) {
        let is_touched = cx.session.hover.handle == Some(Handle::Pole(pole.limb))
            || is_dragged(cx, Grip::Pole(pole.limb));
        shape::pole(scene, [pole.middle, pole.place], 0.04, (is_touched, palette));
    }
    if cx.session.drag.is_some() {
        locked_axis(scene, cx, placed, palette);
    } else if cx.session.limit_drag.is_none()
        && let Some(manipulator) = shown_manipulator(cx.document, view, placed)
    {
        let touched = match cx.session.hover.handle {
            Some(Handle::Part(part)) => Some(part),
            _ => None,
        };
        shape::manipulator(scene, &manipulator, view, touched, palette);
    }
    if let Some(body) = relaxed(cx, actor, palette) {
        scene.bodies.push(body);
    }
}

fn is_dragged(cx: &Context<'_>, grip: Grip) -> bool {
    cx.session.drag.as_ref().is_some_and(|session| session.grip() == Some(grip))
}

/// The limit of the selected joint with its handles.
fn chosen_limit(scene: &mut Scene, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let Some(shown) = shown_limit(cx.document, cx.session, &cx.camera_view(), placed) else {
        return;
    };
    shape::limit(scene, &shown.limit, &shown.site, palette, false);
    for handle in shown.handles(&cx.camera_view()) {
        let is_dragged =
            cx.session.limit_drag.as_ref().is_some_and(|session| session.handle == handle.id);
        let is_touched = is_dragged || cx.session.hover.handle == Some(Handle::Limit(handle.id));
        shape::limit_handle(scene, shown.place(&handle), handle.id.line(), is_touched, palette);
    }
}

/// The figure's pose with the obstacle of the last drag loosened: what the list of reasons
/// points at.
fn relaxed(cx: &Context<'_>, actor: &Actor, palette: &Palette) -> Option<Body> {
    let relaxed = cx.session.relaxed.as_ref()?;
    let model_from_joint = actor.figure.rig.skeleton.forward(&relaxed.pose);
    let world_from_joint: Vec<Affine3> =
        model_from_joint.into_iter().map(|map| actor.placement * map).collect();
    let [r, g, b, _] = palette.accent;
    Some(Body {
        opacity: 0.5,
        tint: [r, g, b, 0.6],
        ..Body::new(Arc::clone(&actor.figure), world_from_joint)
    })
}

fn limit(
    scene: &mut Scene,
    actor: &Actor,
    placed: &Placed,
    joint: usize,
    (palette, is_reached): (&Palette, bool),
) {
    let limit = actor.constraints.limits.get(joint).and_then(Option::as_ref);
    let site = LimitSite::of(&actor.figure.rig.skeleton, &placed.world_from_joint, joint);
    if let (Some(limit), Some(site)) = (limit, site) {
        shape::limit(scene, limit, &site, palette, is_reached);
    }
}

fn path(scene: &mut Scene, cx: &Context<'_>, actor: &Actor, joint: usize, palette: &Palette) {
    let Some(motion) = actor.playing() else { return };
    let points =
        motion_path(motion, &actor.figure.rig.skeleton, &actor.base, joint, [0.0, motion.duration]);
    let frame = |time: f32| (time * motion.frame_rate).round() as usize;
    let keys = motion
        .key_times(Some(&[joint]))
        .into_iter()
        .map(frame)
        .filter(|&frame| frame < points.len())
        .collect();
    let now = frame(cx.document.time() + SAME_TIME).min(points.len().saturating_sub(1));
    let points = points.into_iter().map(|point| actor.placement.transform_point3(point)).collect();
    shape::motion_path(scene, &MotionPath { points, keys, now }, palette);
}

/// From what is dragged to where the pointer wants it, when the two are not the same.
fn rubber(scene: &mut Scene, cx: &Context<'_>, palette: &Palette) {
    let posed = cx.session.drag.as_ref().and_then(|session| session.posed.as_ref());
    if let Some(posed) = posed.filter(|posed| posed.distance > 2e-3) {
        shape::rubber(scene, [posed.reached, posed.target], 0.03, palette);
    }
}

/// From the joint that is dragged straight down to the floor, with a ring there: how deep in the
/// picture it is.
fn plumb(scene: &mut Scene, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let Some(session) = cx.session.drag.as_ref().filter(|session| session.reaches()) else {
        return;
    };
    let at = JointAt { actor: cx.document.selection.actor, joint: session.joint };
    let (Some(place), Some(actor)) = (place_of(placed, at), cx.document.actor()) else { return };
    let floor = Vec3::new(place.x, 0.0, place.z);
    let size = actor.figure.rig.skeleton.size();
    if place.y <= 0.02 * size {
        return;
    }
    let pen = Pen { width: 1.0, color: faded(palette.held, 0.55), layer: Layer::InDepth };
    shape::dashes(scene, [place, floor], 0.03 * size, pen);
    shape::circle(scene, floor, Vec3::Y, 0.025 * size, Pen { width: 1.5, ..pen });
}

/// The circle of the elbow or knee that is touched or swung: where a drag takes it.
fn circle(scene: &mut Scene, cx: &Context<'_>, actor: &Actor, palette: &Palette) {
    if cx.document.settings.tool != Tool::Reach {
        return;
    }
    let limbs = &actor.figure.rig.limbs;
    let of_middle = |joint: Option<usize>| limbs.iter().position(|limb| Some(limb.middle) == joint);
    let limb =
        match (cx.session.drag.as_ref().map(|session| session.grip()), cx.session.hover.handle) {
            (Some(Some(Grip::Middle(limb) | Grip::Pole(limb))), _) => Some(limb),
            (Some(_), _) => None,
            (None, Some(Handle::Pole(limb))) => Some(limb),
            _ => of_middle(cx.session.hover.joint)
                .filter(|&limb| swings(cx.document, limbs[limb].middle)),
        };
    let subject = Subject::from(actor);
    let limited = if cx.document.settings.limits { Limited::Yes } else { Limited::No };
    let swivel =
        limb.and_then(|limb| Swivel::new(&subject, limb, (keeps_tip(&subject, limb), limited)));
    if let Some(swivel) = swivel {
        let circle = ElbowCircle::new(&subject, &swivel, 72);
        let points: Vec<(Vec3, bool)> =
            circle.points.iter().map(|point| (point.place, point.is_allowed)).collect();
        shape::elbow_circle(scene, &points, palette);
    }
}

/// A long line along the axis to which the drag is locked.
fn locked_axis(scene: &mut Scene, cx: &Context<'_>, placed: &[Placed], palette: &Palette) {
    let Some(session) = &cx.session.drag else { return };
    let Some(axis) = session.settings.lock else { return };
    let at = JointAt { actor: cx.document.selection.actor, joint: session.joint };
    let (Some(place), Some(manipulator)) =
        (place_of(placed, at), manipulator(cx.document, &cx.camera_view(), placed))
    else {
        return;
    };
    let along = manipulator.axis(axis) * 20.0;
    let pen =
        Pen { width: 1.5, color: faded(palette.axes[axis.index()], 0.9), layer: Layer::Handle };
    shape::polyline(scene, &[place - along, place + along], pen);
}
