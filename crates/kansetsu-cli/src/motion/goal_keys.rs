//! Goals that are keyed over time, from a file. `docs/guide/command-line.md` documents the format.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use kansetsu::glam::{Quat, Vec3, Vec4};
use serde::Deserialize;

use super::table_file::TableFile;
use crate::{
    argument::{GoalArgs, JointNumber, JointPoint, JointTurn},
    source,
};

/// Keyed goals.
#[derive(Clone, Debug)]
pub(crate) struct GoalKeys {
    tracks: Vec<Track>,
}

/// The keys of one joint and one kind.
#[derive(Clone, Debug)]
struct Track {
    joint: String,
    kind: Kind,
    /// Sorted by time, at least one.
    keys: Vec<Key>,
}

/// The quantity of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// A position in the world, metres.
    #[default]
    Goal,
    /// An orientation in the world, a quaternion.
    Orient,
    /// The point that the middle of the limb points at, a position in the world.
    Pole,
}

/// The interpolation from a key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Between {
    /// Linear.
    #[default]
    Linear,
    /// Constant until the next key.
    Held,
}

#[derive(Clone, Copy, Debug)]
struct Key {
    time: f32,
    value: Vec4,
    weight: Option<f32>,
    between: Between,
}

/// The JSON document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The version, 1.
    kansetsu_goals: u32,
    goals: Vec<TrackEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackEntry {
    joint: String,
    #[serde(default)]
    kind: Kind,
    keys: Vec<KeyEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyEntry {
    time: f32,
    value: Vec<f32>,
    weight: Option<f32>,
    #[serde(default)]
    between: Between,
}

/// The columns of a table with all optional ones.
const COLUMNS: [&str; 9] = ["time", "joint", "kind", "x", "y", "z", "w", "weight", "between"];

impl GoalKeys {
    /// Reads a file: JSON if it starts with `{`, otherwise a CSV table.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let text = source::read_text(path)?;
        let read = if text.trim_start().starts_with('{') {
            Self::of_json(&text)
        } else {
            Self::of_table(&text)
        };
        read.with_context(|| format!("{}, the keyed goals, cannot be read", source::shown(path)))
    }

    /// The time of the last key, seconds.
    pub(crate) fn end(&self) -> f32 {
        self.tracks
            .iter()
            .filter_map(|track| track.keys.last())
            .map(|key| key.time)
            .fold(0.0, f32::max)
    }

    /// The arguments `others` with the keyed goals at `time`. Before its first key and after its
    /// last key a goal is constant.
    pub(crate) fn at(&self, time: f32, others: &GoalArgs) -> GoalArgs {
        let mut args = others.clone();
        for Track { joint, kind, keys } in &self.tracks {
            let now = sample(*kind, keys, time);
            let (joint, point) = (joint.clone(), now.value.truncate());
            args.weights
                .extend(now.weight.map(|number| JointNumber { joint: joint.clone(), number }));
            match kind {
                Kind::Goal => args.goals.push(JointPoint { joint, point }),
                Kind::Pole => args.poles.push(JointPoint { joint, point }),
                Kind::Orient => args
                    .orients
                    .push(JointTurn { joint, turn: Quat::from_vec4(now.value).normalize() }),
            }
        }
        args
    }

    fn of_json(text: &str) -> anyhow::Result<Self> {
        let document: Document = serde_json::from_str(text)?;
        if document.kansetsu_goals != 1 {
            bail!("kansetsu_goals: version {} is not supported; use 1", document.kansetsu_goals);
        }
        let mut keys = Self { tracks: Vec::new() };
        for (track, entry) in document.goals.into_iter().enumerate() {
            if entry.keys.is_empty() {
                bail!("goals[{track}] has no keys; add one, or remove it");
            }
            for (index, key) in entry.keys.iter().enumerate() {
                let place = format!("goals[{track}].keys[{index}]");
                let made = Key::new(entry.kind, key.time, &key.value, (key.weight, key.between))
                    .map_err(|problem| anyhow!("{place}: {problem}"))?;
                keys.add(&entry.joint, entry.kind, made)
                    .map_err(|problem| anyhow!("{place}: {problem}"))?;
            }
        }
        keys.checked()
    }

    fn of_table(text: &str) -> anyhow::Result<Self> {
        let table = TableFile::read(text, &COLUMNS, &["time", "joint", "x", "y", "z"])?;
        let mut keys = Self { tracks: Vec::new() };
        for row in &table.rows {
            let kind = row.word(
                "kind",
                Kind::Goal,
                &[("goal", Kind::Goal), ("orient", Kind::Orient), ("pole", Kind::Pole)],
            )?;
            let between = row.word(
                "between",
                Between::Linear,
                &[("linear", Between::Linear), ("held", Between::Held)],
            )?;
            let mut value = ["x", "y", "z"]
                .into_iter()
                .map(|column| row.number(column))
                .collect::<anyhow::Result<Vec<f32>>>()?;
            value.extend(row.optional_number("w")?);
            let weight = row.optional_number("weight")?;
            let made = Key::new(kind, row.number("time")?, &value, (weight, between))
                .map_err(|problem| row.wrong(&problem))?;
            keys.add(row.cell("joint"), kind, made).map_err(|problem| row.wrong(&problem))?;
        }
        keys.checked()
    }

    fn add(&mut self, joint: &str, kind: Kind, key: Key) -> Result<(), String> {
        if joint.is_empty() {
            return Err("the joint is missing; set its name or its role".to_owned());
        }
        match self.tracks.iter_mut().find(|track| track.joint == joint && track.kind == kind) {
            Some(track) if track.keys.iter().any(|other| other.time == key.time) => {
                return Err(format!(
                    "\"{joint}\" has two keys at {} s; remove one of them",
                    key.time
                ));
            }
            Some(track) => track.keys.push(key),
            None => self.tracks.push(Track { joint: joint.to_owned(), kind, keys: vec![key] }),
        }
        Ok(())
    }

    fn checked(mut self) -> anyhow::Result<Self> {
        if self.tracks.is_empty() {
            bail!("there is no key in the file; add at least one");
        }
        self.tracks
            .iter_mut()
            .for_each(|track| track.keys.sort_by(|a, b| a.time.total_cmp(&b.time)));
        Ok(self)
    }
}

impl Key {
    fn new(
        kind: Kind,
        time: f32,
        value: &[f32],
        (weight, between): (Option<f32>, Between),
    ) -> Result<Self, String> {
        let wanted = if kind == Kind::Orient { 4 } else { 3 };
        if value.len() != wanted {
            let shape =
                if wanted == 4 { "a rotation is x, y, z, w" } else { "a position is x, y, z" };
            return Err(format!("{} numbers, expected {wanted}: {shape}", value.len()));
        }
        if !value.iter().chain([&time]).chain(&weight).all(|number| number.is_finite()) {
            return Err("a number is not finite; use finite times, values and weights".to_owned());
        }
        let whole =
            Vec4::from_array(std::array::from_fn(|at| value.get(at).copied().unwrap_or(0.0)));
        let largest = whole.abs().max_element();
        if kind == Kind::Orient && largest < 1e-6 {
            return Err(
                "a quaternion of zero length is not an orientation; use 0, 0, 0, 1 for no rotation"
                    .to_owned(),
            );
        }
        if let Some(weight) = weight.filter(|&weight| weight <= 0.0) {
            return Err(format!(
                "the weight {weight} is not more than 0; use a small one, such as 0.001, for little effect"
            ));
        }
        // Normalized by the largest component first, so that squares of huge numbers cannot
        // overflow.
        let value = if kind == Kind::Orient { (whole / largest).normalize() } else { whole };
        Ok(Self { time, value, weight, between })
    }
}

/// The value of the keys at a time.
fn sample(kind: Kind, keys: &[Key], time: f32) -> Key {
    let after = keys.partition_point(|key| key.time <= time);
    let before = keys[after.saturating_sub(1)];
    let Some(next) = keys.get(after).filter(|_| after > 0 && before.between == Between::Linear)
    else {
        return before;
    };
    let part = (time - before.time) / (next.time - before.time);
    let value = match kind {
        Kind::Orient => {
            Quat::from_vec4(before.value).slerp(Quat::from_vec4(next.value), part).into()
        }
        Kind::Goal | Kind::Pole => {
            between(before.value.truncate(), next.value.truncate(), part).extend(0.0)
        }
    };
    let weight = match (before.weight, next.weight) {
        (None, None) => None,
        (from, to) => Some(from.unwrap_or(1.0) + (to.unwrap_or(1.0) - from.unwrap_or(1.0)) * part),
    };
    Key { value, weight, ..before }
}

fn between(from: Vec3, to: Vec3, part: f32) -> Vec3 {
    from + (to - from) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(keys: &GoalKeys, time: f32) -> Vec3 {
        keys.at(time, &GoalArgs::default()).goals[0].point
    }

    #[test]
    fn a_table_is_linear_or_held_between_keys_and_still_outside() {
        let keys = GoalKeys::of_table(
            "time,joint,x,y,z,between\n2,hand,2,0,0,\n1,hand,1,0,0,held\n0,hand,0,0,0,linear\n",
        )
        .expect("read");
        for (time, x) in
            [(-1.0, 0.0), (0.0, 0.0), (0.25, 0.25), (1.0, 1.0), (1.9, 1.0), (2.0, 2.0), (9.0, 2.0)]
        {
            assert_eq!(place(&keys, time).x, x, "at {time}");
        }
        assert_eq!(keys.end(), 2.0);
    }

    #[test]
    fn json_says_the_same_and_turns_go_the_short_way() {
        let text = r#"{"kansetsu_goals": 1, "goals": [
            {"joint": "hand", "keys": [{"time": 0, "value": [0, 0, 0], "weight": 2}, {"time": 2, "value": [2, 0, 0]}]},
            {"joint": "head", "kind": "orient", "keys": [{"time": 0, "value": [0, 0, 0, 1]}, {"time": 1, "value": [0, 0, -2, 0]}]}]}"#;
        let keys = GoalKeys::of_json(text).expect("read");
        assert_eq!(place(&keys, 1.0).x, 1.0);
        let now = keys.at(0.5, &GoalArgs::default());
        assert!(
            now.orients[0]
                .turn
                .abs_diff_eq(Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2), 1e-5),
            "{:?}",
            now.orients
        );
        assert_eq!(now.weights[0].number, 1.75);
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_what_to_do() {
        for (text, words) in [
            ("", "the header is missing"),
            ("time;joint;x;y;z\n", "commas"),
            ("time,x,y,z\n", "the column \"joint\" is missing"),
            ("time,joint,x,y,z,colour\n", "\"colour\" is not a column"),
            ("time,joint,x,y,z\n0,a,1,2\n", "line 2: 4 cells, expected 5"),
            ("time,joint,x,y,z\n\n0,a,1,b,3\n", "line 3, y: \"b\" is not a number"),
            ("time,joint,x,y,z\n0,a,1,2,3\n0,a,1,2,3\n", "line 3: \"a\" has two keys at 0 s"),
            ("time,joint,x,y,z,w\n0,a,1,2,3,4\n", "line 2: 4 numbers, expected 3"),
            ("time,joint,kind,x,y,z\n0,a,orient,1,2,3\n", "line 2: 3 numbers, expected 4"),
            ("time,joint,kind,x,y,z\n0,a,turn,1,2,3\n", "line 2, kind: \"turn\""),
            ("time,joint,x,y,z,weight\n0,a,1,2,3,0\n", "line 2: the weight 0"),
            ("time,joint,x,y,z\n0,a,1,2,inf\n", "line 2, z: \"inf\" is not a finite number"),
            ("time,joint,x,y,z\n", "no key"),
            ("time,joint,x,y,z\n0,\"a,1,2,3\n", "line 2: a quote is not closed"),
        ] {
            let error = format!("{:#}", GoalKeys::of_table(text).expect_err(text));
            assert!(error.contains(words), "{text:?}: {error}");
        }
        for (text, words) in [
            ("{\"kansetsu_goals\": 1,\n \"goals\": [}", "line 2"),
            ("{\"kansetsu_goals\": 2, \"goals\": []}", "version 2"),
            (
                "{\"kansetsu_goals\": 1, \"goals\": [{\"joint\": \"a\", \"keys\": [{\"time\": 0, \"value\": [1, 2]}]}]}",
                "goals[0].keys[0]: 2 numbers",
            ),
            (
                "{\"kansetsu_goals\": 1, \"goals\": [{\"joint\": \"a\", \"keys\": []}]}",
                "goals[0] has no keys",
            ),
            ("{\"kansetsu_goals\": 1, \"goals\": []}", "no key"),
        ] {
            let error = format!("{:#}", GoalKeys::of_json(text).expect_err(text));
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
