//! Motions to clips.

use std::collections::{BTreeMap, BTreeSet};

use kansetsu::d3::{Joint, Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use super::bezier::Curve;
use super::elements::MOTION_ELEMENTS;
use super::encoding::{decoded, likeliest, until_null};
use super::model::{Bone, Model, NamedMorph};
use super::names::Names;
use super::pose_file::posed;
use super::vmd::{BoneKey, FORMAT, Vmd};
use crate::element::Skipped;
use crate::morph::share_of;
use crate::{Clip, Error, Figure, Interpolation, Track, Values, WeightTrack};

/// A figure of loose joints, one for each name, with the clip, and the file for saving and for a
/// model.
pub type MotionLoaded = crate::Loaded<Vmd>;

/// Frames per second.
const RATE: f32 = 30.0;
/// Half an hour; later keys are taken as damage.
const MOST_FRAMES: u32 = 54_000;

/// Reads a VMD file without a model: every named bone becomes a joint at the origin.
///
/// # Errors
/// [`Error::Malformed`] names the byte and the expected content.
pub fn read_motion(bytes: &[u8]) -> Result<MotionLoaded, Error> {
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let vmd = Vmd::read(bytes, &mut warnings)?;
    let encoding = likeliest(vmd.bones.iter().map(|key| &key.name[..]));
    let mut names: BTreeMap<[u8; 15], usize> = BTreeMap::new();
    let mut bones = Vec::new();
    for key in &vmd.bones {
        names.entry(trimmed(key.name)).or_insert_with(|| {
            // The bytes find the keys of a name that is cut inside a character.
            let raw_name = until_null(&key.name).to_vec();
            bones.push(Bone { name: decoded(&raw_name, encoding), raw_name, ..Bone::default() });
            bones.len() - 1
        });
    }
    if bones.is_empty() {
        bones.push(Bone { name: "root".to_owned(), ..Bone::default() });
    }
    let mut model = Model::new(bones);
    model.morphs = vmd.named_morphs();
    let mut builder = Skeleton::builder();
    for bone in &model.bones {
        builder.root(bone.name.as_str(), Transform::IDENTITY);
    }
    let mut figure = Figure::new(vmd.model_name(), Rig::new(builder.build()?));
    warnings.push(
        "VMD stores a motion without a skeleton: open the model, with this file as --motion"
            .to_owned(),
    );
    let pose = |keyed: &[Transform], leads: &[bool]| model.pose(keyed, leads);
    figure.clips.extend(vmd.clip_noting((&model, &pose), &mut warnings, &mut notes));
    Ok(crate::Loaded { figure, warnings, notes, document: vmd })
}

/// The track of a morph.
fn track(name: &str, keys: &BTreeMap<u32, f32>) -> WeightTrack {
    WeightTrack {
        name: name.to_owned(),
        times: keys.keys().map(|&frame| frame as f32 / RATE).collect(),
        values: keys.values().copied().collect(),
        interpolation: Interpolation::Linear,
    }
}

/// The weight at a frame: linear between keys.
fn weight_at(keys: &BTreeMap<u32, f32>, frame: u32) -> f32 {
    match (keys.range(..=frame).next_back(), keys.range(frame..).next()) {
        (Some((&from, &before)), Some((&to, &after))) if to > from => {
            before + (after - before) * (frame - from) as f32 / (to - from) as f32
        }
        (Some((_, &weight)), _) | (None, Some((_, &weight))) => weight,
        (None, None) => 0.0,
    }
}

impl NamedMorph {
    /// Moves the keyed bones by a weight.
    pub(super) fn move_bones(&self, weight: f32, keyed: &mut [Transform]) {
        for &(bone, way, turn) in &self.bones {
            let Some(key) = keyed.get_mut(bone) else { continue };
            key.translation += weight * way;
            key.rotation = (key.rotation * share_of(turn, weight)).normalize();
        }
    }
}

/// The name, up to its null.
fn trimmed<const N: usize>(mut name: [u8; N]) -> [u8; N] {
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    name[end..].fill(0);
    name
}

/// The pose of keys, and of IK that is on for each bone.
type Posed<'a> = dyn Fn(&[Transform], &[bool]) -> Pose + 'a;

/// The keys of a bone in order, and the index of the next one.
struct Keys<'a> {
    keys: Vec<&'a BoneKey>,
    next: usize,
}

impl Keys<'_> {
    /// The bone's rotation and translation at a frame; calls must be in frame order.
    fn at(&mut self, frame: u32) -> Transform {
        while self.keys.get(self.next).is_some_and(|key| key.frame <= frame) {
            self.next += 1;
        }
        let before = self.next.checked_sub(1).and_then(|index| self.keys.get(index));
        match (before, self.keys.get(self.next)) {
            (Some(before), Some(after)) => between(before, after, frame),
            (Some(only), None) | (None, Some(only)) => only.local(),
            (None, None) => Transform::IDENTITY,
        }
    }
}

/// The curves of the later key apply between both.
fn between(before: &BoneKey, after: &BoneKey, frame: u32) -> Transform {
    let time = (f64::from(frame - before.frame) / f64::from(after.frame - before.frame)) as f32;
    let [x, y, z, turn] = after.handles().map(|handles| Curve { handles }.at(time));
    let (a, b) = (before.local(), after.local());
    let way = b.translation - a.translation;
    let translation = a.translation + Vec3::new(way.x * x, way.y * y, way.z * z);
    Transform { translation, rotation: a.rotation.slerp(b.rotation, turn), scale: Vec3::ONE }
}

impl Vmd {
    /// The morphs of the keys, in the encoding of most of them.
    fn named_morphs(&self) -> Vec<NamedMorph> {
        let names: BTreeSet<&[u8]> = self.morphs.iter().map(|key| until_null(&key.name)).collect();
        let encoding = likeliest(names.iter().copied());
        let named = |name: &[u8]| NamedMorph {
            name: decoded(name, encoding),
            raw_name: name.to_vec(),
            bones: Vec::new(),
        };
        names.into_iter().map(named).collect()
    }

    /// The motion of a model, frame by frame, with append and IK; `None` if it moves none of its
    /// bones.
    #[must_use]
    pub fn clip(&self, model: &Model, warnings: &mut Vec<String>) -> Option<Clip> {
        let pose = |keyed: &[Transform], leads: &[bool]| model.pose(keyed, leads);
        self.clip_noting((model, &pose), warnings, &mut Vec::new())
    }

    /// The motion of another figure, by the names of its joints. A key is the rotation from rest
    /// in model space, relative to the parent's. `None` if it keys nothing.
    #[must_use]
    pub fn clip_on(&self, skeleton: &Skeleton, warnings: &mut Vec<String>) -> Option<Clip> {
        let bone = |joint: &Joint| Bone { name: joint.name.clone(), ..Bone::default() };
        let mut model = Model::new(skeleton.joints().iter().map(bone).collect());
        model.morphs = self.named_morphs();
        let pose = |keyed: &[Transform], _: &[bool]| posed(skeleton, keyed);
        self.clip_noting((&model, &pose), warnings, &mut Vec::new())
    }

    fn clip_noting(
        &self,
        (model, pose): (&Model, &Posed<'_>),
        warnings: &mut Vec<String>,
        notes: &mut Vec<String>,
    ) -> Option<Clip> {
        let mut counted = Skipped::new(&MOTION_ELEMENTS);
        self.count_others(&mut counted);
        let states = || self.ik.iter().flat_map(|state| &state.states);
        let names = Names::of(&model.bone_names(), states().map(|(name, _)| &name[..]), 20);
        states()
            .filter(|(name, _)| names.index(name).is_none())
            .for_each(|(name, _)| counted.add("IK states of unknown bones", &names.text(name)));
        let mut keys = self.keys_of(model, &mut counted);
        let weights = self.weights_of(model, &mut counted);
        let frames = self.bones.iter().map(|key| key.frame);
        let late = frames
            .chain(self.morphs.iter().map(|key| key.frame))
            .filter(|&frame| frame > MOST_FRAMES)
            .count();
        if late > 0 {
            warnings.push(format!(
                "{FORMAT}: {late} keys after frame {MOST_FRAMES} (half an hour) are ignored"
            ));
        }
        counted.tell(warnings, notes);
        let last_of_bones = keys.iter().filter_map(|keys| keys.keys.last()).map(|key| key.frame);
        let last_of_morphs = weights.values().filter_map(|keys| Some(*keys.last_key_value()?.0));
        let last = last_of_bones.clone().chain(last_of_morphs).max()?;
        let tracks = weights.iter().map(|(morph, keys)| track(&model.morphs[*morph].name, keys));
        let tracks = tracks.collect();
        let moving: Vec<_> =
            weights.iter().filter(|(morph, _)| !model.morphs[**morph].bones.is_empty()).collect();
        // A motion of the face leaves the pose alone.
        if last_of_bones.max().is_none() && moving.is_empty() {
            return Some(Clip { weights: tracks, ..Bake::new(0).clip(last) });
        }
        let mut bake = Bake::new(model.bones.len());
        let mut leads = vec![true; model.bones.len()];
        let mut states: Vec<_> = self.ik.iter().collect();
        states.sort_by_key(|state| state.frame);
        let mut states = states.into_iter().peekable();
        for frame in 0..=last {
            while let Some(state) = states.next_if(|state| state.frame <= frame) {
                for (name, is_on) in &state.states {
                    if let Some(bone) = names.index(name) {
                        leads[bone] = *is_on != 0;
                    }
                }
            }
            let mut keyed: Vec<Transform> = keys.iter_mut().map(|keys| keys.at(frame)).collect();
            for (morph, keys) in &moving {
                model.morphs[**morph].move_bones(weight_at(keys, frame), &mut keyed);
            }
            bake.add(frame, &pose(&keyed, &leads));
        }
        Some(Clip { weights: tracks, ..bake.clip(last) })
    }

    /// The keys of each morph of the model, by frame; those of other morphs are counted. Of two
    /// keys in one frame the later one counts.
    fn weights_of(
        &self,
        model: &Model,
        counted: &mut Skipped,
    ) -> BTreeMap<usize, BTreeMap<u32, f32>> {
        let names =
            Names::of(&model.morph_names(), self.morphs.iter().map(|key| &key.name[..]), 15);
        let mut weights: BTreeMap<usize, BTreeMap<u32, f32>> = BTreeMap::new();
        for key in &self.morphs {
            match names.index(&key.name) {
                _ if key.frame > MOST_FRAMES => {}
                Some(morph) => {
                    weights.entry(morph).or_default().insert(key.frame, key.weight);
                }
                // Programs key every morph of their own model at 0.
                None if key.weight == 0.0 => {}
                None => counted.add("keys of unknown morphs", &names.text(&key.name)),
            }
        }
        weights
    }

    /// The keys of each bone of the model; those of other bones are counted.
    fn keys_of(&self, model: &Model, counted: &mut Skipped) -> Vec<Keys<'_>> {
        let names = Names::of(&model.bone_names(), self.bones.iter().map(|key| &key.name[..]), 15);
        let mut keys: Vec<Keys<'_>> =
            model.bones.iter().map(|_| Keys { keys: Vec::new(), next: 0 }).collect();
        for key in &self.bones {
            match names.index(&key.name) {
                _ if key.frame > MOST_FRAMES => {}
                Some(bone) => keys[bone].keys.push(key),
                None => counted.add("keys of unknown bones", &names.text(&key.name)),
            }
        }
        for keys in &mut keys {
            // Of two keys in one frame the later one counts.
            keys.keys.sort_by_key(|key| key.frame);
            keys.keys.reverse();
            keys.keys.dedup_by_key(|key| key.frame);
            keys.keys.reverse();
        }
        keys
    }
}

/// Poses to tracks; a key is dropped if both neighbours are equal to it.
struct Bake {
    turns: Vec<Row<Quat>>,
    ways: Vec<Row<Vec3>>,
}

#[derive(Clone)]
struct Row<T> {
    frames: Vec<u32>,
    values: Vec<T>,
    /// Whether the last two keys are equal.
    is_still: bool,
}

impl<T: Copy + PartialEq> Row<T> {
    const EMPTY: Self = Self { frames: Vec::new(), values: Vec::new(), is_still: false };

    fn add(&mut self, frame: u32, value: T) {
        let is_same = self.values.last() == Some(&value);
        if let (true, true, Some(last)) = (is_same, self.is_still, self.frames.last_mut()) {
            *last = frame;
            return;
        }
        self.is_still = is_same;
        self.frames.push(frame);
        self.values.push(value);
    }

    fn times(&self) -> Vec<f32> {
        self.frames.iter().map(|&frame| frame as f32 / RATE).collect()
    }
}

impl Bake {
    fn new(count: usize) -> Self {
        Self { turns: vec![Row::EMPTY; count], ways: vec![Row::EMPTY; count] }
    }

    fn add(&mut self, frame: u32, pose: &Pose) {
        for (joint, local) in pose.locals.iter().enumerate() {
            let last = self.turns[joint].values.last();
            let flips = last.is_some_and(|last| last.dot(local.rotation) < 0.0);
            self.turns[joint].add(frame, if flips { -local.rotation } else { local.rotation });
            self.ways[joint].add(frame, local.translation);
        }
    }

    /// A constant track has one key.
    fn clip(self, last: u32) -> Clip {
        let mut clip =
            Clip { name: "motion".to_owned(), duration: last as f32 / RATE, ..Clip::default() };
        for (joint, (turn, way)) in self.turns.into_iter().zip(self.ways).enumerate() {
            let track = |times: Vec<f32>, values| Track {
                joint,
                times,
                values,
                interpolation: Interpolation::Linear,
            };
            clip.tracks.push(track(turn.times(), Values::Rotation(turn.values)));
            clip.tracks.push(track(way.times(), Values::Translation(way.values)));
        }
        clip
    }
}
