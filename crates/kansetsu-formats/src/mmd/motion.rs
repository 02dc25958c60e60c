//! Motions to clips.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use super::bezier::Curve;
use super::elements::MOTION_ELEMENTS;
use super::encoding::{decoded, likeliest, until_null};
use super::model::{Bone, Model};
use super::names::Names;
use super::vmd::{BoneKey, FORMAT, Vmd};
use crate::element::Skipped;
use crate::{Clip, Error, Figure, Interpolation, Track, Values};

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
    let model = Model::new(bones);
    let mut builder = Skeleton::builder();
    for bone in &model.bones {
        builder.root(bone.name.as_str(), Transform::IDENTITY);
    }
    let mut figure = Figure::new(vmd.model_name(), Rig::new(builder.build()?));
    warnings.push(
        "VMD stores a motion without a skeleton: open the model, with this file as --motion"
            .to_owned(),
    );
    figure.clips.extend(vmd.clip_noting(&model, &mut warnings, &mut notes));
    Ok(crate::Loaded { figure, warnings, notes, document: vmd })
}

/// The name, up to its null.
fn trimmed<const N: usize>(mut name: [u8; N]) -> [u8; N] {
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    name[end..].fill(0);
    name
}

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
    /// The motion of a model, frame by frame, with append and IK; `None` if it moves none of its
    /// bones.
    #[must_use]
    pub fn clip(&self, model: &Model, warnings: &mut Vec<String>) -> Option<Clip> {
        self.clip_noting(model, warnings, &mut Vec::new())
    }

    fn clip_noting(
        &self,
        model: &Model,
        warnings: &mut Vec<String>,
        notes: &mut Vec<String>,
    ) -> Option<Clip> {
        let mut counted = Skipped::new(&MOTION_ELEMENTS);
        self.count_others(&mut counted);
        let states = || self.ik.iter().flat_map(|state| &state.states);
        let names = Names::of(model, states().map(|(name, _)| &name[..]), 20);
        states()
            .filter(|(name, _)| names.bone(name).is_none())
            .for_each(|(name, _)| counted.add("IK states of unknown bones", &names.text(name)));
        let mut keys = self.keys_of(model, &mut counted, warnings);
        counted.tell(warnings, notes);
        let last = keys.iter().filter_map(|keys| keys.keys.last()).map(|key| key.frame).max()?;
        let mut bake = Bake::new(model.bones.len());
        let mut leads = vec![true; model.bones.len()];
        let mut states: Vec<_> = self.ik.iter().collect();
        states.sort_by_key(|state| state.frame);
        let mut states = states.into_iter().peekable();
        for frame in 0..=last {
            while let Some(state) = states.next_if(|state| state.frame <= frame) {
                for (name, is_on) in &state.states {
                    if let Some(bone) = names.bone(name) {
                        leads[bone] = *is_on != 0;
                    }
                }
            }
            let keyed: Vec<Transform> = keys.iter_mut().map(|keys| keys.at(frame)).collect();
            bake.add(frame, &model.pose(&keyed, &leads));
        }
        Some(bake.clip(last))
    }

    /// The keys of each bone of the model; those of other bones are counted.
    fn keys_of(
        &self,
        model: &Model,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Vec<Keys<'_>> {
        let names = Names::of(model, self.bones.iter().map(|key| &key.name[..]), 15);
        let mut keys: Vec<Keys<'_>> =
            model.bones.iter().map(|_| Keys { keys: Vec::new(), next: 0 }).collect();
        let mut late = 0;
        for key in &self.bones {
            match names.bone(&key.name) {
                _ if key.frame > MOST_FRAMES => late += 1,
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
        if late > 0 {
            warnings.push(format!(
                "{FORMAT}: {late} keys after frame {MOST_FRAMES} (half an hour) are ignored"
            ));
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
            Clip { name: "motion".to_owned(), duration: last as f32 / RATE, tracks: Vec::new() };
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
