//! Project files and links of the studio.

use kansetsu_studio::{
    document::{
        Actor, Content, Document, Opened,
        project::{Embedding, Surroundings, load, save},
    },
    share::{from_fragment, to_fragment},
};

use crate::{Outcome, Target, checks};

const PROJECT: [&str; 10] = [
    "\"kansetsu_project\": 1",
    "\"figures\": [",
    "\"embedded\": \"arm\"",
    "\"pose\": [",
    "\"pins\": [",
    "\"motions\": [",
    "\"times\": [",
    "null",
    "[]",
    "{}",
];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("project", project, || documents().iter().filter_map(text).collect())
            .with_words(&PROJECT)
            .with_files(&["kansetsu"]),
        Target::new("share", link, || documents().iter().filter_map(fragment).collect())
            .with_words(&["pose=", "AAAA", "____", "-"]),
    ]
}

fn documents() -> Vec<Document> {
    let one = |name: &str| {
        let mut content = Content::default();
        if let Ok(opened) = Opened::embedded(name) {
            let mut actor = Actor::new(opened);
            for local in actor.pose.locals.iter_mut().skip(1).step_by(2) {
                local.rotation *= kansetsu::glam::Quat::from_rotation_x(0.3);
            }
            let joints: Vec<usize> = (0..actor.joint_count()).collect();
            actor.begin_motion(0.0);
            actor.key(&joints, 0.0);
            actor.key(&joints[..1], 1.0);
            content.add(actor);
        }
        Document::new(content)
    };
    vec![Document::welcome(), one("arm"), one("tentacle")]
}

fn text(document: &Document) -> Option<Vec<u8>> {
    save(document, Embedding::Everything).ok().map(String::into_bytes)
}

fn fragment(document: &Document) -> Option<Vec<u8>> {
    to_fragment(document).ok().map(String::into_bytes)
}

/// Every figure of a document is sound.
pub(super) fn sound(document: &Document) -> Result<(), String> {
    for actor in &document.content().actors {
        actor.check().map_err(|refusal| format!("a figure that does not hold: {refusal}"))?;
        checks::pose(&actor.figure.rig.skeleton, &actor.pose)?;
        checks::pose(&actor.figure.rig.skeleton, &actor.pose_at(document.time()))?;
    }
    Ok(())
}

/// A project is refused with its place, or opened; then saved and opened again with the same
/// content.
fn project(bytes: &[u8]) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(bytes);
    let loaded = match load(&text, Surroundings::NONE) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Outcome::new(&error.to_string())),
    };
    sound(&loaded.document)?;
    let saved = save(&loaded.document, Embedding::Everything)
        .map_err(|refusal| format!("what was opened is not saved: {refusal}"))?;
    let again = load(&saved, Surroundings::NONE)
        .map_err(|error| format!("what was saved is not opened: {error}"))?;
    checks::must(again.document.content().hash() == loaded.document.content().hash(), || {
        "saved and opened again it is another content".to_owned()
    })?;
    Ok(Outcome::new(&loaded.warnings.join("\n")))
}

fn link(bytes: &[u8]) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(bytes);
    match from_fragment(&text) {
        None => Ok(Outcome::new("no link")),
        Some(Err(refusal)) => Ok(Outcome::new(&refusal.to_string())),
        Some(Ok(shared)) => {
            let document = shared.into_document();
            sound(&document)?;
            Ok(Outcome::new(&format!("{} figures", document.content().actors.len())))
        }
    }
}
