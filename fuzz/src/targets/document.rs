//! The studio's document without a window: scripts of commands, as somebody who works for hours.
//!
//! An input is a script; a shrunk input is a short one, and the report lists its steps.

use std::{sync::Arc, time::Duration};

use kansetsu::{
    d3::{Limit, Pose, limit::Cone},
    glam::{Vec2, Vec3},
};
use kansetsu_formats::{
    ExportFormat, from_glb,
    gltf::{self, Container},
};
use kansetsu_studio::{
    command::{TABLE, apply},
    document::{
        Actor, Content, Document, Opened,
        project::{Embedding, Surroundings, load, save},
    },
    posing::{Drag, Grip, Pointer, Settings, Subject},
    viewport::{Camera, View},
};

use super::{chains::Solved, problem::Values, studio::sound};
use crate::{Outcome, Target, checks::must, seeds};

pub(super) fn targets() -> Vec<Target> {
    vec![Target::new("document", check, scripts).slow(4, Duration::from_secs(120))]
}

/// The most steps of a script.
const STEPS: usize = 200;
/// The most figures of a document: more would only take time.
const FIGURES: usize = 3;

fn scripts() -> Vec<Vec<u8>> {
    let mut random = kansetsu_evidence::random::Random::new(23);
    (1..=12).map(|size| (0..40 * size).map(|_| random.bits() as u8).collect()).collect()
}

fn check(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    values.is_wild = false;
    let mut script = Script { document: Document::welcome(), steps: Vec::new() };
    let start = script.document.content().hash();
    while !values.is_empty() && script.steps.len() < STEPS {
        script.step(&mut values).map_err(|broken| script.told(&broken))?;
    }
    let last = script.document.content().hash();
    let mut undone = 0;
    while script.document.undo().is_some() {
        undone += 1;
    }
    // A long history loses its oldest steps only with much memory, which a script does not take.
    must(script.document.content().hash() == start, || {
        script.told(&format!("{undone} steps were undone, and the start is not there"))
    })?;
    while script.document.redo().is_some() {}
    must(script.document.content().hash() == last, || {
        script.told("all steps were made again, and the end is not there")
    })?;
    script.steps.sort();
    script.steps.dedup();
    Ok(Outcome::new(&script.steps.join(" ")))
}

struct Script {
    document: Document,
    steps: Vec<String>,
}

impl Script {
    fn told(&self, broken: &str) -> String {
        format!("{broken}\n  steps: {}", self.steps.join(", "))
    }

    /// One step. Afterwards every figure is sound; if the content changed, it can be undone and
    /// made again.
    fn step(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let (before, count) = (self.document.content().hash(), self.document.undo_count());
        match values.below(16) {
            0 | 1 => self.drag(values)?,
            2 => self.select(values),
            3 => self.time(values),
            4 => self.add(values)?,
            5 => self.turn(values)?,
            6 => self.limit(values),
            7 if values.in_ten(3) => self.saved()?,
            8 if values.in_ten(3) => self.exported()?,
            _ => self.command(values)?,
        }
        sound(&self.document)?;
        let after = self.document.content().hash();
        if after != before && self.document.undo_count() == count + 1 {
            self.document.undo();
            must(self.document.content().hash() == before, || {
                "undo does not restore what was there".to_owned()
            })?;
            self.document.redo();
            must(self.document.content().hash() == after, || {
                "redo does not restore what was there".to_owned()
            })?;
        }
        Ok(())
    }

    fn joint(&self, values: &mut Values<'_>) -> Option<(usize, Arc<Actor>)> {
        let actor = Arc::clone(self.document.actor()?);
        Some((values.below(actor.joint_count()), actor))
    }

    fn select(&mut self, values: &mut Values<'_>) {
        let actor = values.below(self.document.content().actors.len());
        let joints = (0..values.below(4)).map(|_| values.below(60)).collect();
        self.document.set_selection(actor, joints);
        self.steps.push("select".to_owned());
    }

    fn time(&mut self, values: &mut Values<'_>) {
        self.document.set_time(values.below(90) as f32 / 30.0);
        self.steps.push("time".to_owned());
    }

    fn command(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let command = TABLE[values.below(TABLE.len())].command;
        let hash = self.document.content().hash();
        self.steps.push(command.row().id.to_owned());
        let is_refused = apply(&mut self.document, command).is_err();
        must(!is_refused || self.document.content().hash() == hash, || {
            "a refused command changes something".to_owned()
        })
    }

    /// A figure of our own, embedded or from a file.
    fn add(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        if self.document.content().actors.len() >= FIGURES {
            return Ok(());
        }
        let name = ["arm", "hand", "tentacle", "quadruped", "robot_arm"][values.below(5)];
        let opened = if values.in_ten(5) {
            Opened::embedded(name)
        } else {
            let bytes = gltf::write_new(&seeds::small(name), None).unwrap_or_default();
            Opened::file(&format!("{name}.glb"), bytes.into(), &|path| Err(path.to_owned()))
        };
        let opened = opened.map_err(|refusal| format!("an own figure is refused: {refusal}"))?;
        self.steps.push(format!("add {name}"));
        let added = self.document.edit("add", |content: &mut Content| {
            content.add(Actor::new(opened));
            Ok(())
        });
        added.map_err(|refusal| format!("an own figure is refused: {refusal}"))
    }

    fn turn(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let Some((joint, _)) = self.joint(values) else { return Ok(()) };
        let (index, turn) = (self.document.selection.actor, values.rotation());
        self.steps.push(format!("turn {joint} {turn}"));
        let edited = self.document.edit("turn", |content| {
            content.actor_mut(index)?.pose.locals[joint].rotation *= turn;
            Ok(())
        });
        edited.map_err(|refusal| format!("a turn is refused: {refusal}"))
    }

    fn limit(&mut self, values: &mut Values<'_>) {
        let Some((joint, _)) = self.joint(values) else { return };
        let index = self.document.selection.actor;
        let limit =
            values.in_ten(7).then(|| Limit::Cone(Cone::around(Vec3::Y, values.number().abs())));
        self.steps.push(format!("limit {joint}"));
        // Refused for a root that carries the body, for example.
        self.document
            .edit("limit", |content| {
                content.actor_mut(index)?.set_limit(joint, limit);
                Ok(())
            })
            .unwrap_or_default();
    }

    /// A drag of up to four places, which ends in one of three ways.
    fn drag(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let Some((joint, actor)) = self.joint(values) else { return Ok(()) };
        let index = self.document.selection.actor;
        let subject = Subject::from(&*actor);
        let limbs = subject.rig().limbs.len();
        let grip = match values.below(6) {
            0 if limbs > 0 => Grip::Middle(values.below(limbs)),
            1 if limbs > 0 => Grip::Pole(values.below(limbs)),
            _ => Grip::Joint(joint),
        };
        let settings = Settings {
            mirrored: values.in_ten(2),
            natural: values.in_ten(7),
            levels: values.below(4),
            keeps_turn: values.in_ten(2),
            ..Settings::default()
        };
        let camera = Camera { yaw: 3.0 * values.number(), ..Camera::default() };
        let places = (0..actor.joint_count()).map(|joint| subject.world_position(joint));
        let view = View::new(camera.framing(places, 1.6), Vec2::new(1280.0, 800.0));
        let press = Pointer::at(Vec2::new(640.0, 400.0));
        self.steps.push(format!("drag {grip:?} at {} levels", settings.levels));
        let mut drag =
            Drag::begin(subject, grip, view, press).map_err(|error| format!("a drag: {error}"))?;
        let hash = self.document.content().hash();
        self.document.begin_drag("drag");
        for _ in 0..=values.below(4) {
            let way = Vec2::new(values.number(), values.number()) * 250.0;
            let Ok(posed) = drag.at(Pointer::at(press.pixel + way), &settings) else { continue };
            // A mirrored side is a copy: it may have other limits.
            if !settings.mirrored {
                held(&actor, drag.subject(), &posed.pose)?;
            }
            self.document
                .preview(|content| {
                    content.actor_mut(index)?.pose = posed.pose;
                    Ok(())
                })
                .map_err(|refusal| format!("the pose of a drag is refused: {refusal}"))?;
        }
        match values.below(4) {
            0 => {
                self.document.cancel_drag();
                must(self.document.content().hash() == hash, || {
                    "a cancelled drag leaves something".to_owned()
                })
            }
            _ => {
                self.document.commit_drag();
                Ok(())
            }
        }
    }

    /// Saved as a project and opened again it is the same content.
    fn saved(&mut self) -> Result<(), String> {
        self.steps.push("save and load".to_owned());
        let text = save(&self.document, Embedding::Everything)
            .map_err(|refusal| format!("a document is not saved: {refusal}"))?;
        let loaded = load(&text, Surroundings::NONE)
            .map_err(|error| format!("what was saved is not opened: {error}"))?;
        must(loaded.document.content().hash() == self.document.content().hash(), || {
            "saved and opened again it is another content".to_owned()
        })
    }

    /// Every figure is exported as GLB and opened again with its joints; those that carry a mesh
    /// alone are added.
    fn exported(&mut self) -> Result<(), String> {
        self.steps.push("export and open".to_owned());
        for actor in &self.document.content().actors {
            let saved = actor
                .to_gltf(Container::Glb)
                .map_err(|refusal| format!("a figure is not exported: {refusal}"))?;
            let opened = Opened::file("x.glb", saved.bytes.into(), &|path| Err(path.to_owned()))
                .map_err(|refusal| format!("what was exported is not opened: {refusal}"))?;
            let (found, wanted) = (opened.figure.rig.skeleton.len(), actor.joint_count());
            must(found >= wanted, || format!("{found} joints instead of {wanted}"))?;
            // A pose opens only with its figure.
            let all = ExportFormat::ALL.into_iter();
            for format in all.filter(|format| *format != ExportFormat::Vpd) {
                let order = actor
                    .to_export(format)
                    .map_err(|refusal| format!("a figure is not exported: {refusal}"))?;
                let Ok(written) = from_glb(&order.glb, format, None) else { continue };
                let name = format!("x.{}", format.extension());
                kansetsu_formats::open(&written.bytes, &name, &|path| Err(path.to_owned()))
                    .map_err(|error| format!("a written {name} is not read: {error}"))?;
            }
        }
        Ok(())
    }
}

/// A dragged pose keeps lengths and limits.
fn held(actor: &Actor, subject: &Subject, after: &Pose) -> Result<(), String> {
    let mut rig = subject.rig().clone();
    rig.limits.clone_from(&subject.limits);
    let moves = vec![true; actor.joint_count()];
    let mut before = subject.pose.clone();
    // The joint that carries the body, and what is above it, may be displaced.
    for joint in rig.skeleton.ancestors(subject.carrier()) {
        before.locals[joint].translation = after.locals[joint].translation;
    }
    Solved { rig: &rig, before: &before, after, moves: &moves, is_free: true }.check()
}
