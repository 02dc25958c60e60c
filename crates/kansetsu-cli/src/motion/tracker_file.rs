//! Tracked poses over time, from a table. `docs/guide/command-line.md` documents the format.

use std::path::Path;

use anyhow::{Context, bail};
use kansetsu::glam::{Affine3, Quat, Vec3, Vec4};

use super::table_file::TableFile;
use crate::source;

/// Trackers and their poses.
#[derive(Clone, Debug)]
pub(crate) struct TrackerFile {
    pub(crate) trackers: Vec<TrackerKeys>,
}

/// A tracker and its poses.
#[derive(Clone, Debug)]
pub(crate) struct TrackerKeys {
    pub(crate) name: String,
    /// Sorted by time, at least one.
    keys: Vec<(f32, Vec3, Quat)>,
}

const COLUMNS: [&str; 9] = ["time", "tracker", "x", "y", "z", "qx", "qy", "qz", "qw"];

/// A tracker without a pose for longer than this is lost, seconds: several frames of any device.
const LOST: f32 = 0.25;

impl TrackerFile {
    /// Reads a table.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let text = source::read_text(path)?;
        Self::of_table(&text)
            .with_context(|| format!("the tracker file {} cannot be read", source::shown(path)))
    }

    fn of_table(text: &str) -> anyhow::Result<Self> {
        let table = TableFile::read(text, &COLUMNS, &COLUMNS)?;
        let mut trackers: Vec<TrackerKeys> = Vec::new();
        for row in &table.rows {
            let name = row.cell("tracker");
            if name.is_empty() {
                return Err(row.wrong("the tracker is missing; use any name"));
            }
            let [time, x, y, z] = ["time", "x", "y", "z"].map(|column| row.number(column));
            let [qx, qy, qz, qw] = ["qx", "qy", "qz", "qw"].map(|column| row.number(column));
            let (time, place, turn) = (time?, Vec3::new(x?, y?, z?), Vec4::new(qx?, qy?, qz?, qw?));
            let largest = turn.abs().max_element();
            if largest < 1e-6 {
                return Err(row.wrong(
                    "a quaternion of zero length is not a rotation; use 0, 0, 0, 1 for no rotation",
                ));
            }
            // Normalized by the largest component first, so that squares of huge numbers cannot
            // overflow.
            let key = (time, place, Quat::from_vec4((turn / largest).normalize()));
            match trackers.iter_mut().find(|tracker| tracker.name == name) {
                Some(tracker) if tracker.keys.iter().any(|key| key.0 == time) => {
                    return Err(row.wrong(&format!(
                        "\"{name}\" has two poses at {time} s; remove one of them"
                    )));
                }
                Some(tracker) => tracker.keys.push(key),
                None => trackers.push(TrackerKeys { name: name.to_owned(), keys: vec![key] }),
            }
        }
        if trackers.is_empty() {
            bail!("there is no tracker in the file; add at least one line");
        }
        trackers.iter_mut().for_each(|tracker| tracker.keys.sort_by(|a, b| a.0.total_cmp(&b.0)));
        Ok(Self { trackers })
    }

    /// The times of the first and the last pose, seconds.
    pub(crate) fn span(&self) -> [f32; 2] {
        let times = || self.trackers.iter().flat_map(|tracker| &tracker.keys).map(|key| key.0);
        [times().fold(f32::INFINITY, f32::min), times().fold(f32::NEG_INFINITY, f32::max)]
    }

    /// The pose of each tracker at a time; `None` for lost trackers.
    pub(crate) fn at(&self, time: f32) -> Vec<Option<Affine3>> {
        self.trackers.iter().map(|tracker| tracker.at(time)).collect()
    }
}

impl TrackerKeys {
    fn at(&self, time: f32) -> Option<Affine3> {
        let after = self.keys.partition_point(|key| key.0 <= time);
        let before = after.checked_sub(1).and_then(|before| self.keys.get(before));
        let (place, turn) = match (before, self.keys.get(after)) {
            (Some(&(from, place, turn)), Some(&(to, next, end))) if to - from <= LOST => {
                let part = (time - from) / (to - from);
                (place.lerp(next, part), turn.slerp(end, part))
            }
            // The nearest pose, if it is recent or imminent.
            (Some(&(at, place, turn)), _) if time - at <= 0.5 * LOST => (place, turn),
            (_, Some(&(at, place, turn))) if at - time <= 0.5 * LOST => (place, turn),
            _ => return None,
        };
        Some(Affine3::from_rotation_translation(turn, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trackers_are_between_their_poses_and_lost_in_gaps() {
        let text = "time,tracker,x,y,z,qx,qy,qz,qw\n0,a,0,0,0,0,0,0,1\n0.1,a,1,0,0,0,0,0,2\n2,a,5,0,0,0,0,0,1\n";
        let file = TrackerFile::of_table(text).expect("read");
        let x = |time: f32| file.at(time)[0].map(|at| at.translation.x);
        assert_eq!(file.span(), [0.0, 2.0]);
        assert!((x(0.05).expect("seen") - 0.5).abs() < 1e-6);
        assert_eq!(
            [x(0.1), x(0.2), x(1.0), x(1.9), x(2.0), x(9.0)],
            [Some(1.0), Some(1.0), None, Some(5.0), Some(5.0), None]
        );
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_what_to_do() {
        let head = "time,tracker,x,y,z,qx,qy,qz,qw\n";
        for (rows, words) in [
            ("", "no tracker"),
            ("0,,0,0,0,0,0,0,1\n", "line 2: the tracker is missing"),
            ("0,a,0,0,0,0,0,0,0\n", "line 2: a quaternion of zero length"),
            ("0,a,0,0,0,0,0,0\n", "line 2: 8 cells"),
            ("0,a,b,0,0,0,0,0,1\n", "line 2, x: \"b\""),
            ("0,a,0,0,0,0,0,0,1\n0,a,0,0,0,0,0,0,1\n", "line 3: \"a\" has two poses at 0 s"),
        ] {
            let error =
                format!("{:#}", TrackerFile::of_table(&format!("{head}{rows}")).expect_err(rows));
            assert!(error.contains(words), "{rows:?}: {error}");
        }
        let error =
            format!("{:#}", TrackerFile::of_table("time,tracker,x,y,z\n").expect_err("columns"));
        assert!(error.contains("\"qx\""), "{error}");
    }
}
