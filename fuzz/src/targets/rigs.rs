//! Rig files, requests and settings of solvers.

use kansetsu::session::Request;
use kansetsu_formats::rig::RigFile;

use crate::{Outcome, Target, checks, seeds};

const RIG: [&str; 10] = [
    "\"kansetsu_rig\": 1",
    "\"limits\": [",
    "\"kind\": \"hinge\"",
    "\"kind\": \"swing_twist\"",
    "\"joint\": \"#0\"",
    "\"roles\": {",
    "\"rest\": [",
    "null",
    "[]",
    "1e39",
];
const REQUEST: [&str; 8] = [
    "\"joint\":\"leftHand\"",
    "\"position\":[0,0,0]",
    "\"rotation\":{\"orientation\":[0,0,0,0]}",
    "\"region\":{\"line\":[0,0,0]}",
    "\"weight\":0",
    "\"options\":{",
    "\"solver\":{\"solver\":\"dls\"}",
    "null",
];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("rig", rig, rig_seeds).with_words(&RIG).with_files(&["rig.json"]),
        Target::new("request", request, request_seeds).with_words(&REQUEST),
    ]
}

fn rig_seeds() -> Vec<Vec<u8>> {
    let text = |name| RigFile::from_figure(&seeds::small(name)).to_text().into_bytes();
    vec![text("arm"), text("mannequin"), text("robot_arm")]
}

/// A rig file is refused, or applied to figures, which stay sound.
fn rig(bytes: &[u8]) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(bytes);
    let file = match RigFile::read(&text) {
        Ok(file) => file,
        Err(error) => {
            checks::error(&error)?;
            return Ok(Outcome::new(&error.to_string()));
        }
    };
    let mut said = file.warnings.join("\n");
    for name in ["arm", "mannequin"] {
        let mut figure = seeds::small(name);
        said += &file.apply(&mut figure).join("\n");
        checks::figure(&figure)?;
        let again = RigFile::from_figure(&figure).to_text();
        RigFile::read(&again)
            .map_err(|error| format!("a written rig file is not read: {error}"))?;
    }
    Ok(Outcome::new(&said))
}

fn request_seeds() -> Vec<Vec<u8>> {
    [
        r#"{"targets":[{"joint":"leftHand","position":[0.3,1.3,0.4],"rotation":{"align":{"axis":[1,0,0],"direction":[0,1,0]}}}],"pins":["leftFoot"]}"#,
        r#"{"targets":[{"joint":"head","rotation":{"lookAt":{"axis":[0,0,1],"point":[0,1,2]}}}],"positionPins":["hips"],"options":{"root":"free","feet":"free","restarts":2},"locked":["spine"],"stiffness":[["chest",2]]}"#,
        r##"{"targets":[{"joint":"#5","position":[0.1,0.2,0.3],"radius":0.1,"weight":2,"relativeTo":"hips"}],"options":{"solver":{"solver":"ccd"}}}"##,
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// A request is refused, or solved with a finite pose.
fn request(bytes: &[u8]) -> Result<Outcome, String> {
    let request: Request = match serde_json::from_slice(bytes) {
        Ok(request) => request,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    let rig = kansetsu_figures::figure("mannequin").map(|figure| figure.rig);
    let rig = rig.ok_or("the mannequin is missing")?;
    let mut session = match request.session(&rig) {
        Ok(session) => session,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    session.options_mut().restarts = session.options().restarts.min(2);
    let mut pose = rig.rest_pose();
    match session.solve(&mut pose, kansetsu::Budget::steps(20)) {
        Ok(report) => {
            checks::pose(&rig.skeleton, &pose)?;
            Ok(Outcome::new(&format!("{:?}", report.outcome)))
        }
        Err(error) => {
            checks::must(pose == rig.rest_pose(), || format!("the pose changes, though: {error}"))?;
            Ok(Outcome::new(&error.to_string()))
        }
    }
}
