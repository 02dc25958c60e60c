//! Edits, drags and what can be taken back.

use kansetsu::glam::Quat;
use kansetsu_studio::{
    command::{Command, apply},
    document::{Actor, Content, Document, Opened, Refusal},
};

use crate::random::Random;

/// A document with the embedded figure of this name.
pub fn with(name: &str) -> Document {
    let mut content = Content::default();
    content.add(Actor::new(Opened::embedded(name).expect("an embedded figure")));
    Document::new(content)
}

/// An arm at 1 s, with joint 1 keyed at rest at 0 s and rotated by 1 rad at 1 s.
pub fn keyed() -> Document {
    let mut document = with("arm");
    apply(&mut document, Command::Key).expect("a first key");
    document.set_time(1.0);
    turn(&mut document, 1, 1.0).expect("a sound turn");
    apply(&mut document, Command::Key).expect("a second key");
    document
}

/// Rotates a joint of the first figure.
pub fn turn(document: &mut Document, joint: usize, angle: f32) -> Result<(), Refusal> {
    document.edit("turn", |content| turned(content, joint, angle))
}

fn turned(content: &mut Content, joint: usize, angle: f32) -> Result<(), Refusal> {
    let local = &mut content.actor_mut(0)?.pose.locals[joint];
    local.rotation *= Quat::from_rotation_z(angle);
    Ok(())
}

#[test]
fn a_drag_that_is_cancelled_leaves_what_was() {
    let mut document = with("arm");
    turn(&mut document, 2, 0.3).unwrap();
    let (hash, content) = (document.content().hash(), document.content().clone());
    document.begin_drag("drag");
    for step in 0..20 {
        document.preview(|content| turned(content, 1, 0.1 * step as f32)).unwrap();
    }
    assert_ne!(document.content().hash(), hash);
    assert!(document.cancel_drag());
    assert_eq!(document.content().hash(), hash);
    assert_eq!(*document.content(), content);
    assert_eq!(document.content().actors[0].pose, content.actors[0].pose);
    assert_eq!(document.undo_count(), 1);
}

#[test]
fn a_drag_is_one_step_and_undone_at_once() {
    let mut document = with("arm");
    let hash = document.content().hash();
    document.begin_drag("drag");
    for step in 0..20 {
        document.preview(|content| turned(content, 1, 0.1 * step as f32)).unwrap();
    }
    assert!(document.commit_drag());
    let dragged = document.content().hash();
    assert_eq!(document.undo_count(), 1);
    assert_eq!(document.undo().unwrap().to_string(), "drag");
    assert_eq!(document.content().hash(), hash);
    assert_eq!(document.undo_count(), 0);
    document.redo().unwrap();
    assert_eq!(document.content().hash(), dragged);
}

#[test]
fn a_preview_depends_on_the_press_and_the_pointer_alone() {
    let mut document = with("arm");
    let hash = document.content().hash();
    document.begin_drag("drag");
    for angle in [0.4, -1.0, 2.0, 0.0] {
        document.preview(|content| turned(content, 1, angle)).unwrap();
    }
    assert_eq!(document.content().hash(), hash, "back at the press");
    assert!(!document.commit_drag(), "a drag that changes nothing leaves no step");
    assert_eq!(document.undo_count(), 0);
}

type Change = fn(&mut Content) -> Result<(), Refusal>;

#[test]
fn what_is_refused_changes_nothing() {
    let mut document = with("arm");
    turn(&mut document, 1, 0.2).unwrap();
    let (hash, revision) = (document.content().hash(), document.revision());
    let refused: [Change; 7] = [
        |content| {
            content.actor_mut(0)?.pose.locals[1].translation.x = f32::NAN;
            Ok(())
        },
        |content| {
            content.actor_mut(0)?.pose.locals[1].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            Ok(())
        },
        |content| {
            content.actor_mut(0)?.pose.locals.pop();
            Ok(())
        },
        |content| {
            content.actor_mut(0)?.constraints.stops.insert(9999);
            Ok(())
        },
        |content| {
            content.actor_mut(0)?.motion = Some(3);
            Ok(())
        },
        |content| content.rename(0, "  "),
        |content| {
            turned(content, 0, 1.0)?;
            content.remove(7)
        },
    ];
    for change in refused {
        assert!(document.edit("refused", change).is_err());
        assert_eq!(document.content().hash(), hash);
        assert_eq!(document.revision(), revision);
    }
    document.begin_drag("drag");
    document.preview(|content| turned(content, 1, 0.5)).unwrap();
    let shown = document.content().hash();
    for change in refused {
        assert!(document.preview(change).is_err());
        assert_eq!(document.content().hash(), shown);
    }
    assert!(document.edit("meanwhile", |content| turned(content, 0, 1.0)).is_err());
    document.cancel_drag();
    assert_eq!(document.content().hash(), hash);
    assert_eq!(document.undo_count(), 1);
}

#[test]
fn any_walk_through_the_history_leads_back() {
    let mut random = Random::new(7);
    let mut document = with("mannequin");
    let mut hashes = vec![document.content().hash()];
    for _ in 0..60 {
        let joint = random.below(50);
        turn(&mut document, joint, random.between(-1.0, 1.0)).unwrap();
        hashes.push(document.content().hash());
    }
    let mut at = hashes.len() - 1;
    for _ in 0..400 {
        if random.below(2) == 0 && at > 0 {
            document.undo().unwrap();
            at -= 1;
        } else if at + 1 < hashes.len() {
            document.redo().unwrap();
            at += 1;
        }
        assert_eq!(document.content().hash(), hashes[at]);
    }
}

#[test]
fn the_history_stays_within_its_memory() {
    let mut document = with("mannequin");
    let limit = 200_000;
    document.set_undo_limit(limit);
    for step in 0..500 {
        turn(&mut document, step % 40, 0.01).unwrap();
        assert!(document.undo_bytes() <= limit, "{} bytes", document.undo_bytes());
    }
    assert!((2..500).contains(&document.undo_count()), "{} steps", document.undo_count());
    let per_step = document.undo_bytes() / document.undo_count();
    let pose = 40 * document.content().actors[0].pose.locals.len();
    assert!(per_step > 2 * pose, "{per_step} bytes cannot hold two poses of {pose}");
    document.set_undo_limit(0);
    assert_eq!(document.undo_count(), 1, "the last step can always be taken back");
}

#[test]
fn a_figure_can_be_added_named_copied_and_taken_away() {
    let mut document = with("arm");
    let before = document.content().hash();
    document
        .edit("add", |content| {
            content.add(Actor::new(Opened::embedded("arm")?));
            Ok(())
        })
        .unwrap();
    let names = |document: &Document| {
        document.content().actors.iter().map(|actor| actor.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&document), ["arm", "arm 2"]);
    let places: Vec<f32> =
        document.content().actors.iter().map(|actor| actor.placement.translation.x).collect();
    assert!(places[1] - places[0] > 0.5, "side by side: {places:?}");
    assert!(document.edit("rename", |content| content.rename(1, "arm")).is_err());
    document.edit("rename", |content| content.rename(1, " 左腕 ")).unwrap();
    assert_eq!(names(&document), ["arm", "左腕"]);
    apply(&mut document, Command::DuplicateFigure).unwrap();
    assert_eq!(names(&document), ["arm", "左腕", "arm 2"]);
    while !document.content().actors.is_empty() {
        apply(&mut document, Command::RemoveFigure).unwrap();
    }
    assert!(apply(&mut document, Command::RemoveFigure).is_err());
    while document.undo().is_some() {}
    assert_eq!(document.content().hash(), before);
}

#[test]
fn what_changed_since_it_was_saved_is_known() {
    let mut document = with("arm");
    assert!(!document.is_modified());
    turn(&mut document, 0, 0.1).unwrap();
    assert!(document.is_modified());
    document.undo();
    assert!(!document.is_modified());
    document.redo();
    document.set_saved();
    assert!(!document.is_modified());
    document.set_time(0.5);
    assert!(!document.is_modified());
    let saving = document.content().clone();
    turn(&mut document, 0, 0.1).unwrap();
    document.set_saved_as(saving);
    assert!(document.is_modified(), "what came during a long save is not saved");
}
