//! Frames of the modifier: targets are reached inside the limits, pins hold, bones in any order.

use kansetsu::{Budget, glam::Vec3};
use kansetsu_godot::{
    body::{Body, BoneTarget},
    bones::Bone,
};

use crate::bones_of;

/// In front of the left shoulder of the mannequin.
const NEAR: Vec3 = Vec3::new(0.3, 1.3, 0.4);
/// A target counts as reached within this, metres.
const REACHED: f32 = 1e-3;

struct Scene {
    body: Body,
    bones: Vec<Bone>,
}

impl Scene {
    fn new(bones: Vec<Bone>) -> Self {
        Self { body: Body::new(&bones, None).unwrap(), bones }
    }

    fn mannequin() -> Self {
        Self::new(bones_of(&kansetsu_figures::figure("mannequin").unwrap().rig.skeleton))
    }

    /// The same bones, children before parents.
    fn reversed() -> Self {
        let mut bones = Self::mannequin().bones;
        let last = bones.len() - 1;
        bones.reverse();
        for bone in &mut bones {
            bone.parent = bone.parent.map(|parent| last - parent);
        }
        Self::new(bones)
    }

    /// One frame of an engine: the bones are at rest before it.
    fn frame(&mut self, targets: &[(&str, Vec3)], pins: &[&str]) {
        for (index, bone) in self.bones.iter().enumerate() {
            self.body.read(index, bone.rest);
        }
        let target = |&(name, position): &(&str, Vec3)| BoneTarget {
            bone: self.body.bone(name).unwrap(),
            position: position.to_array(),
            rotation: None,
        };
        let targets: Vec<BoneTarget> = targets.iter().map(target).collect();
        let pins: Vec<usize> = pins.iter().map(|name| self.body.bone(name).unwrap()).collect();
        self.body.follow(&targets, &pins, Budget::steps(20)).unwrap();
    }

    /// The position of a bone by the forward kinematics of the engine: its parents' transforms.
    fn place(&self, name: &str) -> Vec3 {
        let mut bone = self.body.bone(name).unwrap();
        let mut place = Vec3::ZERO;
        loop {
            let local = self.body.local(bone);
            place = local.translation + local.rotation * (local.scale * place);
            match self.bones[bone].parent {
                Some(parent) => bone = parent,
                None => return place,
            }
        }
    }

    fn is_at_rest(&self) -> bool {
        self.bones.iter().enumerate().all(|(bone, own)| self.body.local(bone) == own.rest)
    }

    fn violation(&self) -> f32 {
        let rig = self.body.rig();
        let outside = rig.skeleton.joints().iter().zip(&rig.limits).map(|(joint, limit)| {
            let bone = self.body.bone(&joint.name).unwrap();
            let turn = joint.rest.rotation.inverse() * self.body.local(bone).rotation;
            limit.as_ref().map_or(0.0, |limit| limit.violation(turn))
        });
        outside.fold(0.0, f32::max)
    }
}

#[test]
fn a_hand_follows_its_target_and_pinned_feet_stay() {
    for mut scene in [Scene::mannequin(), Scene::reversed()] {
        scene.frame(&[], &[]);
        let feet = ["leftFoot", "rightFoot"];
        let stood = feet.map(|foot| scene.place(foot));
        for frame in 0..60 {
            let angle = frame as f32 * 0.1;
            let wanted = NEAR + 0.1 * Vec3::new(angle.cos(), angle.sin(), 0.0);
            scene.frame(&[("leftHand", wanted)], &feet);
            // The first frames approach the circle.
            if frame >= 10 {
                let missed = scene.place("leftHand").distance(wanted);
                assert!(missed < REACHED, "frame {frame}: the hand is {missed} m away");
            }
            for (foot, before) in feet.into_iter().zip(stood) {
                let moved = scene.place(foot).distance(before);
                assert!(moved < REACHED, "frame {frame}: {foot} moved by {moved} m");
            }
            assert!(scene.violation() < 2e-3, "frame {frame}: {} rad", scene.violation());
        }
    }
}

#[test]
fn without_targets_and_pins_the_animation_is_unchanged() {
    let mut scene = Scene::mannequin();
    for _ in 0..20 {
        scene.frame(&[], &[]);
        assert!(scene.is_at_rest());
    }
    for _ in 0..20 {
        scene.frame(&[("leftHand", NEAR)], &["leftFoot"]);
    }
    let mut before = scene.place("leftHand");
    for _ in 0..90 {
        scene.frame(&[], &[]);
        let moved = scene.place("leftHand").distance(before);
        assert!(moved < 0.1, "the hand jumps by {moved} m");
        before = scene.place("leftHand");
    }
    assert!(scene.is_at_rest());
}

#[test]
fn a_bone_can_change_from_a_pin_to_a_target_and_back() {
    let mut scene = Scene::mannequin();
    scene.frame(&[], &[]);
    let stood = scene.place("leftFoot");
    let lifted = stood + Vec3::new(0.0, 0.2, 0.1);
    for _ in 0..30 {
        scene.frame(&[], &["leftFoot", "rightFoot"]);
    }
    for _ in 0..30 {
        scene.frame(&[("leftFoot", lifted)], &["rightFoot"]);
    }
    assert!(scene.place("leftFoot").distance(lifted) < REACHED);
    for _ in 0..30 {
        scene.frame(&[], &["leftFoot", "rightFoot"]);
    }
    assert!(scene.place("leftFoot").distance(stood) < REACHED);
}

#[test]
fn unknown_names_are_refused() {
    let scene = Scene::mannequin();
    assert!(scene.body.bone("leftHnd").unwrap_err().contains("leftHnd"));
    assert!(Body::new(&scene.bones, Some("nobody")).unwrap_err().contains("nobody"));
}
