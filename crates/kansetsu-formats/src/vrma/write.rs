//! The motion of a figure as a VRM animation.
//!
//! The file's skeleton has only the figure's roles, in a T-pose with zero rotations. So a keyed
//! rotation is the rotation from the T-pose relative to the parent joint, `n = N(parent)⁻¹ · N`,
//! with N the rotation from the T-pose in the space of a person who faces +Z.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Rig, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::rest::Rest;
use super::{RestConvention, expressions, extension::EXTENSION};
use crate::gltf::write_extended;
use crate::weights::preset;
use crate::{Clip, Error, Figure, Interpolation, Role, Track, Values, WeightTrack};

/// A file, with warnings about lost data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file: GLB.
    pub bytes: Vec<u8>,
    /// Warnings about lost data, as sentences for people.
    pub warnings: Vec<String>,
}

/// The roles that every file must have, as for a VRM.
const REQUIRED: [Role; 15] = [
    Role::Hips,
    Role::Spine,
    Role::Head,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftHand,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::RightHand,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
    Role::RightFoot,
];

/// The frame rate of tracks that cannot keep their keys, because several joints of the figure form
/// one rotation or because keys are held.
const FRAMES: f32 = 60.0;

/// The most frames: an hour and a half.
const MOST: f32 = 324_000.0;

/// Writes a clip of a figure. Keys are unchanged, with their curves, if one joint of the figure is
/// one of the file; the combined rotation of several joints is sampled 60 times per second.
///
/// # Errors
/// [`Error::Unsupported`] for a figure without hips; [`Error::Malformed`] for keys that the format
/// cannot store.
pub fn write(figure: &Figure, clip: &Clip, standing: RestConvention) -> Result<Written, Error> {
    let refused = |what: &str| Error::Unsupported {
        format: "VRMA",
        place: format!("the figure \"{}\"", figure.name),
        what: what.to_owned(),
    };
    if !figure.rig.roles.contains_key(&Role::Hips) {
        return Err(refused("a figure without the role hips (a rig file can set it)"));
    }
    if !(0.0..MOST).contains(&(clip.duration * FRAMES)) {
        return Err(refused("a motion of more than an hour and a half"));
    }
    let full = completed(figure, clip);
    let rest = Rest::of(figure, standing, Some(clip));
    let mut names: Vec<&str> = Vec::new();
    let is_own = |preset: &&str| clip.weights.iter().any(|track| track.name == *preset);
    for WeightTrack { name, .. } in &clip.weights {
        // An expression of another name gets a preset that no other has.
        let preset = preset(name).filter(|preset| !is_own(preset) && !names.contains(preset));
        names.push(preset.unwrap_or(name));
    }
    let (skeleton, roles, faces) = t_pose(&rest, &names)?;
    let moving = Moving { rest: &rest, clip: &full, roles: &roles };
    let mut tracks = Vec::new();
    for (&role, &node) in &roles {
        tracks.extend(moving.turns(figure.rig.roles[&role], node));
    }
    tracks.extend(moving.place(figure.rig.roles[&Role::Hips], roles[&Role::Hips]));
    tracks.extend(clip.weights.iter().zip(&faces).map(|(track, &joint)| Track {
        joint,
        times: track.times.clone(),
        values: Values::Translation(track.values.iter().map(|&x| Vec3::X * x).collect()),
        interpolation: track.interpolation,
    }));
    let motion =
        Clip { name: clip.name.clone(), duration: clip.duration, tracks, ..Clip::default() };
    let mut animation = Figure::new(figure.name.clone(), Rig::new(skeleton));
    if !motion.tracks.is_empty() {
        animation.clips.push(motion);
    }
    let bones: serde_json::Map<String, serde_json::Value> = roles
        .iter()
        .map(|(role, &node)| (role.name().to_owned(), serde_json::json!({"node": node})))
        .collect();
    let mut block = serde_json::json!({"specVersion": "1.0", "humanoid": {"humanBones": bones}});
    if !names.is_empty() {
        let nodes: Vec<(&str, usize)> = names.into_iter().zip(faces).collect();
        block["expressions"] = expressions::block(&nodes);
    }
    Ok(Written {
        bytes: write_extended(&animation, (EXTENSION, block))?,
        warnings: warnings(figure, clip, &roles),
    })
}

/// The clip with a key for each unkeyed joint whose saved pose is not its rest pose: the file has
/// only the rest pose.
fn completed(figure: &Figure, clip: &Clip) -> Clip {
    let mut clip = clip.clone();
    if clip.tracks.is_empty() {
        return clip;
    }
    let is_turned = |joint: usize| {
        clip.tracks
            .iter()
            .any(|track| track.joint == joint && matches!(track.values, Values::Rotation(_)))
    };
    let stands = figure.saved_pose();
    let still = figure.rig.skeleton.joints().iter().zip(&stands.locals).enumerate();
    let still = still.filter(|(joint, (entry, local))| {
        entry.rest.rotation != local.rotation && !is_turned(*joint)
    });
    let track = |(joint, (_, local)): (usize, (_, &Transform))| Track {
        joint,
        times: vec![0.0],
        values: Values::Rotation(vec![local.rotation]),
        interpolation: Interpolation::Linear,
    };
    let still: Vec<Track> = still.map(track).collect();
    clip.tracks.extend(still);
    clip
}

fn warnings(figure: &Figure, clip: &Clip, roles: &BTreeMap<Role, usize>) -> Vec<String> {
    let mut warnings = Vec::new();
    let missing: Vec<&str> =
        REQUIRED.iter().filter(|role| !roles.contains_key(role)).map(|role| role.name()).collect();
    if !missing.is_empty() {
        warnings.push(format!(
            "a VRM animation should have these roles, which the figure lacks: {}",
            missing.join(", ")
        ));
    }
    if clip.is_empty() {
        warnings.push("the motion moves no joint: the file has a T-pose".to_owned());
    }
    let is_lost =
        |track: &&Track| match track.values {
            Values::Rotation(_) => !figure.rig.roles.values().any(|&joint| {
                figure.rig.skeleton.ancestors(joint).any(|other| other == track.joint)
            }),
            Values::Translation(_) => !figure
                .rig
                .skeleton
                .ancestors(figure.rig.roles[&Role::Hips])
                .any(|other| other == track.joint),
            Values::Scale(_) => true,
        };
    let mut lost: Vec<usize> =
        clip.tracks.iter().filter(is_lost).map(|track| track.joint).collect();
    lost.dedup();
    if let Some(first) = lost.first().and_then(|&joint| figure.rig.skeleton.joints().get(joint)) {
        warnings.push(format!("a VRM animation stores rotations of humanoid roles and the position of the hips: the motion of {} other joints (\"{}\" first) is not in the file", lost.len(), first.name));
    }
    warnings
}

/// The skeleton of a file, the joint of each role, and the joint of each expression.
type TPose = (Skeleton, BTreeMap<Role, usize>, Vec<usize>);

/// The roles as joints with zero rotations at their T-pose positions, and a joint for each
/// expression. Eyes are not included: the standard stores the gaze separately.
fn t_pose(rest: &Rest<'_>, expressions: &[&str]) -> Result<TPose, Error> {
    let figure = rest.figure;
    let mut order: Vec<(usize, Role)> =
        figure.rig.roles.iter().map(|(&role, &joint)| (joint, role)).collect();
    order.retain(|(joint, role)| {
        !matches!(role, Role::LeftEye | Role::RightEye) && *joint < figure.rig.skeleton.len()
    });
    // The hips first: joints that are not their descendants become siblings.
    order.sort_by_key(|(joint, role)| (*role != Role::Hips, *joint));
    order.dedup_by_key(|(joint, _)| *joint);
    let mut builder = Skeleton::builder();
    let mut made: BTreeMap<usize, (usize, Vec3)> = BTreeMap::new();
    for &(joint, role) in &order {
        let above = std::iter::successors(rest.role_above(joint), |&joint| rest.role_above(joint))
            .find_map(|above| Some((above, *made.get(&above)?)));
        let (place, node) = match above {
            Some((above, (node, place))) => {
                let way = rest.into_t[above]
                    * (rest.maps[joint].translation - rest.maps[above].translation);
                let way = rest.model_from_person.conjugate() * way;
                (place + way, builder.child(node, role.name(), Transform::from_translation(way)))
            }
            None => {
                // The file's floor is at 0.
                let place = rest.model_from_person.conjugate() * rest.maps[joint].translation
                    - Vec3::Y * rest.floor;
                (place, builder.root(role.name(), Transform::from_translation(place)))
            }
        };
        made.insert(joint, (node, place));
    }
    let faces: Vec<usize> =
        expressions.iter().map(|name| builder.root(*name, Transform::IDENTITY)).collect();
    let skeleton = builder.build()?;
    let faces = faces.into_iter().filter_map(|added| skeleton.index_of_added(added)).collect();
    let index = |joint: usize| skeleton.index_of_added(made.get(&joint)?.0);
    let roles = order.iter().filter_map(|&(joint, role)| Some((role, index(joint)?))).collect();
    Ok((skeleton, roles, faces))
}

/// A motion under construction.
struct Moving<'a> {
    rest: &'a Rest<'a>,
    clip: &'a Clip,
    roles: &'a BTreeMap<Role, usize>,
}

impl Moving<'_> {
    /// The joints from one with a role, which comes last, down to `joint`.
    fn way(&self, joint: usize) -> Vec<usize> {
        let end = self.above(joint);
        self.rest
            .figure
            .rig
            .skeleton
            .ancestors(joint)
            .take_while(|&other| Some(other) != end)
            .collect()
    }

    /// The joint of the role that is a joint's parent in the file.
    fn above(&self, joint: usize) -> Option<usize> {
        let is_written = |other: &usize| {
            self.roles.keys().any(|role| self.rest.figure.rig.roles[role] == *other)
        };
        std::iter::successors(self.rest.role_above(joint), |&joint| self.rest.role_above(joint))
            .find(is_written)
    }

    /// The rotations of a role: the converted track of the joint, if that alone determines
    /// them.
    fn turns(&self, joint: usize, node: usize) -> Option<Track> {
        let way = self.way(joint);
        let turning: Vec<&Track> = self
            .clip
            .tracks
            .iter()
            .filter(|track| {
                matches!(track.values, Values::Rotation(_)) && way.contains(&track.joint)
            })
            .collect();
        let is_bent = self
            .above(joint)
            .is_some_and(|above| self.rest.into_t[above] != self.rest.into_t[joint]);
        match turning[..] {
            [] if !is_bent => None,
            [track] if track.joint == joint && track.interpolation != Interpolation::Step => {
                let Values::Rotation(turns) = &track.values else { return None };
                let (left, right) = self.sides(joint);
                let turns = turns.iter().map(|&turn| left * turn * right).collect();
                Some(Track { joint: node, values: Values::Rotation(turns), ..track.clone() })
            }
            _ => {
                let times = self.times(&turning);
                let turns = times.iter().map(|&time| self.turn_at(joint, time)).collect();
                Some(Track {
                    joint: node,
                    times,
                    values: Values::Rotation(near(turns)),
                    interpolation: Interpolation::Linear,
                })
            }
        }
    }

    /// The factors left and right of the keyed rotation of a joint that alone determines its role.
    fn sides(&self, joint: usize) -> (Quat, Quat) {
        let Rest { maps, model_from_person, into_t, figure, .. } = self.rest;
        let parent = figure.rig.skeleton.joints()[joint]
            .parent
            .map_or(Quat::IDENTITY, |parent| rotation_of(&maps[parent]));
        let above = self.above(joint).map_or(Quat::IDENTITY, |above| into_t[above]);
        let left = model_from_person.conjugate() * above * parent;
        (
            left,
            rotation_of(&maps[joint]).conjugate() * into_t[joint].conjugate() * *model_from_person,
        )
    }

    /// The rotation of a role from its T-pose, relative to the role above it.
    fn turn_at(&self, joint: usize, time: f32) -> Quat {
        let posed = self.posed(time);
        let from_t = |joint: usize| {
            let Rest { maps, model_from_person, into_t, .. } = self.rest;
            let moved = rotation_of(&posed[joint])
                * rotation_of(&maps[joint]).conjugate()
                * into_t[joint].conjugate();
            model_from_person.conjugate() * moved * *model_from_person
        };
        let above = self.above(joint).map_or(Quat::IDENTITY, from_t);
        (above.conjugate() * from_t(joint)).normalize()
    }

    fn posed(&self, time: f32) -> Vec<Affine3> {
        let skeleton = &self.rest.figure.rig.skeleton;
        let mut pose: Pose = skeleton.rest_pose();
        self.clip.sample(time, &mut pose);
        skeleton.forward(&pose)
    }

    /// The positions of the hips, in the space of a person who faces +Z.
    fn place(&self, hips: usize, node: usize) -> Option<Track> {
        let skeleton = &self.rest.figure.rig.skeleton;
        let ancestors: Vec<usize> = skeleton.ancestors(hips).collect();
        let moves = |track: &&Track| match track.values {
            Values::Translation(_) => ancestors.contains(&track.joint),
            Values::Rotation(_) | Values::Scale(_) => ancestors[1..].contains(&track.joint),
        };
        let moving: Vec<&Track> = self.clip.tracks.iter().filter(moves).collect();
        let back = self.rest.model_from_person.conjugate();
        match moving[..] {
            [] => None,
            [track] if track.joint == hips && track.interpolation != Interpolation::Step => {
                let Values::Translation(places) = &track.values else { return None };
                let parent = skeleton.joints()[hips]
                    .parent
                    .map_or(Affine3::IDENTITY, |parent| self.rest.maps[parent]);
                let is_cubic = track.interpolation == Interpolation::Cubic;
                let place = |(index, &place): (usize, &Vec3)| match is_cubic && index % 3 != 1 {
                    true => back * parent.transform_vector3(place),
                    false => back * parent.transform_point3(place),
                };
                let places = places.iter().enumerate().map(place).collect();
                Some(Track { joint: node, values: Values::Translation(places), ..track.clone() })
            }
            _ => {
                let times = self.times(&moving);
                let places =
                    times.iter().map(|&time| back * self.posed(time)[hips].translation).collect();
                Some(Track {
                    joint: node,
                    times,
                    values: Values::Translation(places),
                    interpolation: Interpolation::Linear,
                })
            }
        }
    }

    /// The times of the keys of these tracks; also frames between them if curves or several joints
    /// are involved.
    fn times(&self, tracks: &[&Track]) -> Vec<f32> {
        let mut times: Vec<f32> = tracks.iter().flat_map(|track| &track.times).copied().collect();
        if times.is_empty() {
            return vec![0.0];
        }
        let is_still = tracks.iter().all(|track| track.times.len() == 1);
        let is_even = self.clip.frame_time().is_some_and(|step| step < 0.05)
            && tracks.iter().all(|track| track.interpolation == Interpolation::Linear);
        if !is_still && !is_even {
            times.extend(
                (0..=(self.clip.duration * FRAMES) as usize).map(|frame| frame as f32 / FRAMES),
            );
        }
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier < 1e-5);
        times
    }
}

/// The same rotations with signs that make neighbours close.
fn near(mut turns: Vec<Quat>) -> Vec<Quat> {
    for at in 1..turns.len() {
        if turns[at].dot(turns[at - 1]) < 0.0 {
            turns[at] = -turns[at];
        }
    }
    turns
}
