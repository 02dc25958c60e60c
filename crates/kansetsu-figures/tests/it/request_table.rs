//! 200 requests as data, for tests that compare the results of programs.

use std::collections::BTreeMap;

use kansetsu::{
    Budget, Pose,
    session::{Report, Request},
};
use kansetsu_formats::Figure;
use serde_json::Value;

/// The budget of `kansetsu solve`.
pub(crate) const STEPS: u32 = 800;

/// A row of the table, ready to solve.
pub(crate) struct Case {
    pub(crate) name: String,
    /// `figure:NAME`, or the path of a file.
    pub(crate) path: String,
    pub(crate) figure: Figure,
    /// Clip and time of the start pose; the rest pose if there is none.
    pub(crate) frame: Option<(usize, f32)>,
    pub(crate) start: Pose,
    pub(crate) request: Request,
}

/// The rows whose figures are available: without the corpus (`KANSETSU_CORPUS`, or `shared/data`
/// beside the checkout) those of embedded figures. With `CI=true` all must be available.
pub(crate) fn cases() -> Vec<Case> {
    let rows: Vec<Value> =
        serde_json::from_str(include_str!("../requests/requests.json")).expect("the table is JSON");
    assert_eq!(rows.len(), 200);
    let mut figures: BTreeMap<String, Option<(String, Figure)>> = BTreeMap::new();
    let mut cases = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let name = row["figure"].as_str().expect("each row names a figure");
        let Some((path, figure)) = figures.entry(name.to_owned()).or_insert_with(|| open(name))
        else {
            continue;
        };
        let mut request: Request = serde_json::from_value(row["request"].clone())
            .unwrap_or_else(|error| panic!("row {index}: {error}"));
        kansetsu_humanoid::prior::set_default_prior(&mut request.options);
        let frame = row.get("start").map(|frame| {
            let [clip, time] = ["clip", "time"]
                .map(|key| frame[key].as_f64().expect("a frame has a clip and a time"));
            (clip as usize, time as f32)
        });
        let start = start(figure, frame);
        let name = format!("row {index} ({name})");
        cases.push(Case {
            name,
            path: path.clone(),
            figure: figure.clone(),
            frame,
            start,
            request,
        });
    }
    cases
}

fn open(figure: &str) -> Option<(String, Figure)> {
    let Some(path) = figure.strip_prefix("corpus:") else {
        let embedded = figure.strip_prefix("figure:").and_then(kansetsu_figures::figure);
        return Some((figure.to_owned(), embedded.expect("an embedded figure")));
    };
    let path = crate::skip::test_data(path)?;
    let opened = kansetsu_formats::open_path(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some((path.to_string_lossy().into_owned(), opened.figure))
}

/// The pose of a figure at a time of a clip; its rest pose without one.
pub(crate) fn start(figure: &Figure, frame: Option<(usize, f32)>) -> Pose {
    let mut start = figure.rig.rest_pose();
    if let Some((clip, time)) = frame {
        figure.clips[clip].sample(time, &mut start);
    }
    start
}

impl Case {
    /// The pose of the library.
    pub(crate) fn solve(&self) -> (Pose, Report) {
        let mut pose = self.start.clone();
        let mut session = self
            .request
            .session(&self.figure.rig)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let report = session
            .solve(&mut pose, Budget::steps(STEPS))
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        (pose, report)
    }
}
