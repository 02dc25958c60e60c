//! Files that are dropped together: every file is used or refused by name, each motion moves the
//! right figure, each file has one message.
//!
//! Every ordered pair of all kinds and a seeded sample of the ordered triples; all triples where
//! `KANSETSU_TEST_ALL_DROPS` is set.

use std::collections::BTreeMap;

use eframe::egui::Context;
use kansetsu::glam::Quat;
use kansetsu_formats::{Role, gltf};
use kansetsu_studio::{
    app::{
        Action, BakedFeet, Files, GivenFile, Remedy, Studio, Weight, apply, remedy, run_command,
    },
    command::Command,
    document::{Opened, project},
    text::Language,
};
use serde_json::{Value, json};

use crate::{random::Random, window::corpus};

/// What a file is, and what has to become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// A figure that is a person, so that people's motions may move it.
    Person,
    /// A figure that is none.
    Thing,
    /// A motion of a person, with its own skeleton.
    PersonMotion,
    /// A motion that only its own skeleton takes.
    OwnMotion,
    /// A motion for the model of MikuMikuDance.
    Dance,
    /// A picture.
    Picture,
    /// Refused, whatever comes with it.
    Refused,
}

struct Sample {
    file: GivenFile,
    fate: Fate,
    /// The names of the motions that a model comes with.
    clips: Vec<String>,
}

fn sample(name: &str, bytes: impl Into<Vec<u8>>, fate: Fate) -> Sample {
    let bytes = bytes.into();
    let is_model = matches!(fate, Fate::Person | Fate::Thing);
    let opened = is_model
        .then(|| kansetsu_formats::open(&bytes, name, &|_| Err("alone".to_owned())).ok())
        .flatten();
    let clips = opened.map_or_else(Vec::new, |opened| {
        opened.figure.clips.into_iter().map(|clip| clip.name).collect()
    });
    Sample { file: GivenFile { name: name.to_owned(), bytes: bytes.into() }, fate, clips }
}

/// The twelve kinds of figures and motions, then a picture and what nobody knows.
fn samples() -> Vec<Sample> {
    let walk = exchanged("walk.bvh", &person_bvh());
    vec![
        sample("person.glb", person_glb(), Fate::Person),
        sample("chain.glb", exchanged("chain.bvh", &links()), Fate::Thing),
        sample("avatar.vrm", with_roles(&person_glb(), "VRMC_vrm"), Fate::Person),
        sample("empty.vrm", EMPTY, Fate::Refused),
        sample("walk.bvh", person_bvh(), Fate::PersonMotion),
        sample("tentacle.bvh", chain_bvh(8), Fate::OwnMotion),
        sample("limbs.fbx", FBX, Fate::Thing),
        sample("model.pmx", pmx(), Fate::Thing),
        sample("dance.vmd", vmd(), Fate::Dance),
        sample("legs.mqo", BONES, Fate::Thing),
        sample("arm.urdf", ARM, Fate::Thing),
        sample("wave.vrma", with_roles(&walk, "VRMC_vrm_animation"), Fate::PersonMotion),
        sample("photo.png", PNG, Fate::Picture),
        sample("notes.txt", "hello", Fate::Refused),
    ]
}

/// A VRM file without a joint.
pub const EMPTY: &str = r#"{"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":{"specVersion":"1.0"}},"scenes":[{"nodes":[]}],"scene":0}"#;

/// A picture of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";

/// Two bones of triangles.
const BONES: &str = "Metasequoia Document\r\nFormat Text Ver 1.0\r\n\r\nMaterial 2 {\r\n\t\"hip\" shader(3) col(1 0 0 1)\r\n\
    \t\"knee\" shader(3) col(0 1 0 1)\r\n}\r\nObject \"bone:legs\" {\r\n\tvertex 5 {\r\n\t\t0 100 0\r\n\t\t0 50 0\r\n\t\t0 100 15\r\n\
    \t\t0 0 0\r\n\t\t0 50 20\r\n\t}\r\n\tface 2 {\r\n\t\t3 V(0 1 2) M(0)\r\n\t\t3 V(1 3 4) M(1)\r\n\t}\r\n}\r\nEof\r\n";

const ARM: &str = r#"<robot name="arm"><link name="base"/><link name="upper"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint></robot>"#;

/// Two bones without a motion.
const FBX: &str = "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n\tFBXVersion: 7400\n}\nObjects: {\n\
    \tModel: 1, \"Model::Upper\", \"LimbNode\" {\n\t\tVersion: 232\n\t}\n\tModel: 2, \"Model::Lower\", \"LimbNode\" {\n\t\tVersion: 232\n\
    \t\tProperties70: {\n\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,30,0\n\t\t}\n\t}\n}\nConnections: {\n\
    \tC: \"OO\",1,0\n\tC: \"OO\",2,1\n}\n";

fn joint(name: &str, offset: &str, inside: &str) -> String {
    format!(
        "JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n{inside}}}\n"
    )
}

fn end(offset: &str) -> String {
    format!("End Site\n{{\nOFFSET {offset}\n}}\n")
}

fn hierarchy(inside: &str) -> String {
    format!(
        "ROOT Hips\n{{\nOFFSET 0 92 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n{inside}}}\n"
    )
}

/// A BVH file of two frames, in the second of which every joint but the root rotates by 5 degrees
/// about z.
fn bvh(root: &str) -> Vec<u8> {
    let joints = root.matches("JOINT").count();
    let frame = |turn: &str| format!("0 92 0 0 0 0{}\n", format!(" {turn} 0 0").repeat(joints));
    format!("HIERARCHY\n{root}MOTION\nFrames: 2\nFrame Time: 0.5\n{}{}", frame("0"), frame("5"))
        .into_bytes()
}

pub fn person_bvh() -> Vec<u8> {
    bvh(&person_hierarchy())
}

/// A person of recorded motion in centimetres, in a T-pose.
pub fn person_hierarchy() -> String {
    let arm = |side: &str, x: i32| {
        let hand = joint(
            &format!("{side}Hand"),
            &format!("{} 0 0", 25 * x),
            &end(&format!("{} 0 0", 10 * x)),
        );
        let lower = joint(&format!("{side}ForeArm"), &format!("{} 0 0", 28 * x), &hand);
        joint(
            &format!("{side}Shoulder"),
            &format!("{} 20 0", 3 * x),
            &joint(&format!("{side}Arm"), &format!("{} 0 0", 14 * x), &lower),
        )
    };
    let leg = |side: &str, x: i32| {
        let toes = joint(&format!("{side}ToeBase"), "0 -7 13", &end("0 0 6"));
        let shin = joint(
            &format!("{side}Leg"),
            "0 -42 0",
            &joint(&format!("{side}Foot"), "0 -41 0", &toes),
        );
        joint(&format!("{side}UpLeg"), &format!("{} 0 0", 9 * x), &shin)
    };
    let head = joint("Neck", "0 24 0", &joint("Head", "0 10 0", &end("0 18 0")));
    let chest = joint(
        "Spine",
        "0 12 0",
        &joint("Spine1", "0 18 0", &[head, arm("Left", 1), arm("Right", -1)].concat()),
    );
    hierarchy(&[chest, leg("Left", 1), leg("Right", -1)].concat())
}

pub fn chain_bvh(joints: usize) -> Vec<u8> {
    bvh(&hierarchy(
        &(1..joints).rev().fold(end("0 5 0"), |inside, index| {
            joint(&format!("segment{index}"), "0 5 0", &inside)
        }),
    ))
}

/// A chain whose joints have other names.
fn links() -> Vec<u8> {
    String::from_utf8_lossy(&chain_bvh(6))
        .replace("segment", "link")
        .replace("Hips", "base")
        .into_bytes()
}

fn exchanged(name: &str, bytes: &[u8]) -> Vec<u8> {
    kansetsu_formats::to_glb(bytes, name, &|path| Err(format!("there is no {path}")))
        .expect("a figure")
        .bytes
}

/// The mannequin without its surface.
fn person_glb() -> Vec<u8> {
    let mut figure = Opened::embedded("mannequin").expect("it comes with the program").figure;
    figure.meshes.clear();
    gltf::write_new(&figure, None).expect("a figure")
}

/// A GLB file with an extension that names the nodes of people's joints.
fn with_roles(glb: &[u8], extension: &str) -> Vec<u8> {
    let figure = gltf::read(glb, &|_| Err("inside".to_owned())).expect("a figure").figure;
    let number =
        |at: usize| u32::from_le_bytes([glb[at], glb[at + 1], glb[at + 2], glb[at + 3]]) as usize;
    let (text, rest) = (&glb[20..20 + number(12)], &glb[20 + number(12)..]);
    let mut document: Value = serde_json::from_slice(text).expect("JSON");
    let node = |joint: usize| {
        let name = &figure.rig.skeleton.joints()[joint].name;
        document["nodes"]
            .as_array()
            .expect("nodes")
            .iter()
            .position(|node| node["name"] == **name)
            .expect("a node")
    };
    let bones: serde_json::Map<String, Value> = figure
        .rig
        .roles
        .iter()
        .map(|(role, &joint): (&Role, &usize)| {
            (role.name().to_owned(), json!({ "node": node(joint) }))
        })
        .collect();
    document["extensions"][extension] =
        json!({ "specVersion": "1.0", "humanoid": { "humanBones": bones } });
    document["extensionsUsed"] = json!([extension]);
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let word = |number: usize| (number as u32).to_le_bytes();
    [
        b"glTF",
        &word(2)[..],
        &word(20 + text.len() + rest.len()),
        &word(text.len()),
        b"JSON",
        &text,
        rest,
    ]
    .concat()
}

/// A model of MikuMikuDance of two bones.
fn pmx() -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat();
    let zero = 0_u32.to_le_bytes();
    let bone = |name: &str, height: f32, parent: i8| {
        let place = [0.0, height, 0.0].map(f32::to_le_bytes);
        let tail = [0.0, 1.0, 0.0].map(f32::to_le_bytes);
        let flags = 0x001e_u16.to_le_bytes();
        [
            &text(name)[..],
            &text(""),
            place.as_flattened(),
            &[parent as u8],
            &zero,
            &flags,
            tail.as_flattened(),
        ]
        .concat()
    };
    let head = [&b"PMX "[..], &2.0_f32.to_le_bytes(), &[8, 1, 0, 1, 1, 1, 1, 1, 1]].concat();
    let names = [text("model"), text(""), text(""), text("")].concat();
    let bones =
        [&2_u32.to_le_bytes()[..], &bone("センター", 8.0, -1), &bone("上半身", 10.0, 0)].concat();
    // No vertices, faces, textures, materials; then the bones; no morphs, frames, bodies, joints.
    [&head[..], &names, &zero.repeat(4), &bones, &zero.repeat(4)].concat()
}

/// A motion of one bone of that model.
fn vmd() -> Vec<u8> {
    let key = |frame: u32, turn: f32| {
        let mut name = b"\x83\x5a\x83\x93\x83\x5e\x81\x5b".to_vec();
        name.resize(15, 0);
        let numbers = [0.0, 0.0, 0.0, 0.0, 0.0, turn.sin(), turn.cos()].map(f32::to_le_bytes);
        [&name[..], &frame.to_le_bytes(), numbers.as_flattened(), &[20; 64]].concat()
    };
    let head = [&b"Vocaloid Motion Data 0002\0\0\0\0\0"[..], &[0; 20]].concat();
    [&head[..], &2_u32.to_le_bytes(), &key(0, 0.0), &key(15, 0.4), &[0; 20]].concat()
}

/// A studio without a window, and what it has been given so far.
struct Desk {
    studio: Studio,
    context: Context,
}

impl Desk {
    fn new() -> Self {
        Self { studio: Studio::with_language(Language::English), context: Context::default() }
    }

    /// The same with work in it that is not saved.
    fn at_work() -> Self {
        let mut desk = Self::new();
        desk.studio
            .editor()
            .edit("turn", |actor| actor.pose.locals[3].rotation *= Quat::from_rotation_y(0.3));
        desk
    }

    fn drop(&mut self, files: &[&GivenFile]) {
        self.studio.services.give(files.iter().map(|file| (*file).clone()).collect(), false);
        self.finish();
    }

    /// Works until nothing is left to do.
    fn finish(&mut self) {
        self.studio.work(&self.context);
        while self.studio.services.is_busy() {
            std::thread::sleep(std::time::Duration::from_micros(100));
            self.studio.work(&self.context);
        }
    }

    fn run(&mut self, command: Command) {
        let context = self.context.clone();
        run_command(&mut self.studio, command, &context);
    }

    fn figures(&self) -> BTreeMap<String, Vec<String>> {
        let actors = &self.studio.document.content().actors;
        let motions = |actor: &kansetsu_studio::document::Actor| {
            actor.motions.iter().map(|motion| motion.name.clone()).collect()
        };
        actors.iter().map(|actor| (actor.name.clone(), motions(actor))).collect()
    }

    /// The messages, each of a file.
    fn told(&self) -> Vec<String> {
        let reports = self.studio.services.banners.shown.iter().rev();
        let Some(banner) = reports.into_iter().find(|banner| banner.remedy != Some(Remedy::Reopen))
        else {
            return Vec::new();
        };
        let lines: Vec<String> = banner
            .details
            .iter()
            .map(ToString::to_string)
            .filter(|line| !line.starts_with(' '))
            .collect();
        if banner.text.to_string().contains("files") {
            lines
        } else {
            vec![banner.text.to_string()]
        }
    }

    fn last(&self) -> String {
        self.told().last().cloned().unwrap_or_default()
    }
}

fn stem(name: &str) -> &str {
    name.split('.').next().expect("a name")
}

/// What the figures are to be, each with the motions that it has taken, in any order.
fn expected(samples: &[&Sample], is_at_work: bool) -> BTreeMap<String, Vec<String>> {
    let models = samples.iter().filter(|sample| matches!(sample.fate, Fate::Person | Fate::Thing));
    let mut figures: BTreeMap<String, Vec<String>> =
        models.map(|sample| (stem(&sample.file.name).to_owned(), sample.clips.clone())).collect();
    // What is saved nowhere is never replaced; the mannequin that nobody has touched is, by a
    // figure.
    let keeps = |figures: &BTreeMap<String, Vec<String>>| is_at_work || figures.is_empty();
    if keeps(&figures) {
        figures.insert("mannequin".to_owned(), Vec::new());
    }
    let first = samples
        .iter()
        .find(|sample| sample.fate == Fate::Person)
        .map(|sample| stem(&sample.file.name));
    let mut motions: Vec<&&Sample> = samples
        .iter()
        .filter(|sample| matches!(sample.fate, Fate::PersonMotion | Fate::OwnMotion))
        .collect();
    motions
        .sort_by_key(|sample| samples.iter().position(|other| other.file.name == sample.file.name));
    // The skeleton of a person's motion takes another motion of the same person.
    let mut walker: Option<&str> = None;
    for (done, motion) in motions.iter().enumerate() {
        let name = stem(&motion.file.name).to_owned();
        let is_person = motion.fate == Fate::PersonMotion;
        let target = first
            .or(figures.contains_key("mannequin").then_some("mannequin"))
            .or(walker)
            .filter(|_| is_person);
        match target.and_then(|target| figures.get_mut(target)) {
            Some(taken) => taken.push(name),
            None => {
                // It takes the place of what nobody has touched, unless another motion may be for
                // that.
                let is_untouched = !is_at_work
                    && figures.len() == 1
                    && figures.get("mannequin").is_some_and(Vec::is_empty);
                if is_untouched
                    && done + 1 == motions.len()
                    && samples.iter().all(|sample| sample.fate != Fate::Dance)
                {
                    figures.clear();
                }
                figures.insert(name.clone(), vec![name]);
                walker = walker.or(is_person.then(|| stem(&motion.file.name)));
            }
        }
    }
    if let (true, Some(taken)) =
        (samples.iter().any(|sample| sample.fate == Fate::Dance), figures.get_mut("model"))
    {
        taken.push("dance".to_owned());
    }
    figures
}

fn check(samples: &[&Sample], is_at_work: bool) {
    let names: Vec<&str> = samples.iter().map(|sample| sample.file.name.as_str()).collect();
    let mut desk = if is_at_work { Desk::at_work() } else { Desk::new() };
    let work = desk.studio.document.actor().expect("the mannequin").base.clone();
    desk.drop(&samples.iter().map(|sample| &sample.file).collect::<Vec<_>>());
    let told = desk.told();
    let about =
        format!("{names:?}, {}: {told:#?}", if is_at_work { "at work" } else { "untouched" });
    // Each file has exactly one message.
    assert_eq!(told.len(), names.len(), "{about}");
    for sample in samples {
        let name = &sample.file.name;
        let own: Vec<&String> =
            told.iter().filter(|line| line.starts_with(&format!("{name}: "))).collect();
        assert_eq!(own.len(), 1, "{about}");
        let has_model = samples.iter().any(|sample| sample.file.name == "model.pmx");
        let is_refused = sample.fate == Fate::Refused || (sample.fate == Fate::Dance && !has_model);
        let refusals = ["no joints", "not supported", "Open its model first"];
        assert_eq!(refusals.iter().any(|refusal| own[0].contains(refusal)), is_refused, "{about}");
    }
    // Every figure is there, with its own motions alone.
    let sorted = |mut figures: BTreeMap<String, Vec<String>>| {
        figures.values_mut().for_each(|motions| motions.sort());
        figures
    };
    assert_eq!(sorted(desk.figures()), sorted(expected(samples, is_at_work)), "{about}");
    let content = desk.studio.document.content();
    assert_eq!(
        content.backdrop.is_some(),
        samples.iter().any(|sample| sample.fate == Fate::Picture),
        "{about}"
    );
    if is_at_work {
        let mannequin = content
            .actors
            .iter()
            .find(|actor| actor.name == "mannequin")
            .expect("the work is there");
        assert_eq!(*mannequin.base, *work, "{about}");
    }
    for actor in &content.actors {
        actor.check().unwrap_or_else(|refusal| panic!("{about}: {refusal}"));
    }
}

#[test]
fn any_two_files_that_are_dropped_together_land_where_they_belong() {
    let samples = samples();
    for first in &samples {
        for second in samples.iter().filter(|second| second.file.name != first.file.name) {
            for is_at_work in [false, true] {
                check(&[first, second], is_at_work);
            }
        }
    }
}

#[test]
fn any_three_files_that_are_dropped_together_land_where_they_belong() {
    const SAMPLE: usize = 120;
    let samples = &samples()[..12];
    let mut triples: Vec<[usize; 3]> = Vec::new();
    for a in 0..12 {
        for b in (0..12).filter(|&b| b != a) {
            triples.extend((0..12).filter(|&c| c != a && c != b).map(|c| [a, b, c]));
        }
    }
    assert_eq!(triples.len(), 1320);
    if std::env::var_os("KANSETSU_TEST_ALL_DROPS").is_none() {
        let mut random = Random::new(33);
        for index in 0..SAMPLE {
            let other = index + random.below(triples.len() - index);
            triples.swap(index, other);
        }
        triples.truncate(SAMPLE);
    }
    for (index, triple) in triples.iter().enumerate() {
        check(&triple.map(|index| &samples[index]), index % 2 == 0);
    }
}

#[test]
fn one_file_has_one_message() {
    for sample in samples() {
        let mut desk = Desk::new();
        desk.drop(&[&sample.file]);
        assert_eq!(
            desk.studio.services.banners.shown.len(),
            1,
            "{}: {:?}",
            sample.file.name,
            desk.studio.services.banners.shown
        );
    }
}

/// A figure without joints is no figure: the document is the same, to the bit.
#[test]
fn a_file_without_joints_changes_nothing() {
    for mut desk in [Desk::new(), Desk::at_work()] {
        let (hash, key) = (desk.studio.document.content().hash(), desk.studio.document.key());
        desk.drop(&[&sample("empty.vrm", EMPTY, Fate::Refused).file]);
        assert_eq!(
            (desk.studio.document.content().hash(), desk.studio.document.key()),
            (hash, key)
        );
        assert!(
            desk.last().starts_with("empty.vrm: ") && desk.last().contains("no joints"),
            "{}",
            desk.last()
        );
        assert_eq!(desk.studio.services.banners.shown[0].weight, Weight::Problem);
    }
}

#[test]
fn of_eighteen_files_none_is_lost() {
    let files: Vec<GivenFile> = (0..18)
        .map(|index| {
            sample(&format!("c{index}.glb"), exchanged("c.bvh", &chain_bvh(3)), Fate::Thing).file
        })
        .collect();
    let mut desk = Desk::at_work();
    desk.drop(&files.iter().collect::<Vec<_>>());
    assert_eq!((desk.figures().len(), desk.told().len()), (19, 18));
    // Each is a step that can be undone, back to the work before.
    let mut before = Desk::at_work();
    while desk.studio.document.undo_count() > 1 {
        desk.run(Command::Undo);
    }
    assert_eq!(desk.studio.document.content().hash(), before.studio.document.content().hash());
    before.run(Command::Undo);
    desk.run(Command::Undo);
    assert_eq!(desk.studio.document.content().hash(), before.studio.document.content().hash());
}

/// The motion is read while the figure that it is for goes, or another document comes.
#[test]
fn a_motion_whose_figure_is_gone_meanwhile_is_named_and_moves_nothing_else() {
    let walk = sample("walk.bvh", person_bvh(), Fate::PersonMotion).file;
    for command in [Command::NewDocument, Command::RemoveFigure] {
        let mut desk = Desk::new();
        desk.run(Command::DuplicateFigure);
        desk.studio.services.give(vec![walk.clone()], false);
        desk.studio.work(&desk.context);
        assert!(desk.studio.services.is_busy(), "it is being read");
        desk.run(command);
        desk.finish();
        assert!(desk.figures().values().all(Vec::is_empty), "{command:?}: {:?}", desk.figures());
        let told = desk.last();
        assert!(
            told.starts_with("walk.bvh: ") && !told.contains("Applied motion"),
            "{command:?}: {told}"
        );
    }
}

#[test]
fn what_arrives_during_a_drag_waits_for_its_end() {
    let chain = sample("chain.glb", exchanged("chain.bvh", &chain_bvh(4)), Fate::Thing).file;
    let mut desk = Desk::new();
    desk.studio.document.begin_drag("drag");
    let drag = |content: &mut kansetsu_studio::document::Content| {
        content.actor_mut(0)?.pose.locals[3].rotation *= Quat::from_rotation_y(0.2);
        Ok(())
    };
    desk.studio.document.preview(drag).expect("a drag");
    let dragged = desk.studio.document.actor().expect("a figure").pose.clone();
    desk.studio.services.give(vec![chain], false);
    for _ in 0..50 {
        desk.studio.work(&desk.context);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(desk.studio.document.is_dragging() && desk.figures().len() == 1);
    desk.studio.document.commit_drag();
    desk.finish();
    assert_eq!(desk.figures().len(), 2, "{:?}", desk.told());
    assert_eq!(desk.studio.document.content().actors[0].pose, dragged);
}

/// What is baked replaces the motion that was baked, whatever plays by then, beside what was opened
/// meanwhile.
#[test]
fn files_that_are_opened_during_a_bake_and_the_bake_are_both_there() {
    let mut desk = Desk::new();
    desk.run(Command::KeyAll);
    desk.studio.editor().edit_motion("longer", |motion| motion.duration = 1.0);
    let before = desk.studio.document.actor().expect("a figure").motions[0].clone();
    let context = desk.context.clone();
    let bake = Action::Files(Files::Bake { span: [0.0, 1.0], feet: BakedFeet::Free });
    apply(&mut desk.studio, vec![bake], &context);
    let walk = sample("walk.bvh", person_bvh(), Fate::PersonMotion).file;
    let chain = sample("chain.glb", exchanged("chain.bvh", &chain_bvh(4)), Fate::Thing).file;
    desk.drop(&[&walk, &chain]);
    let content = desk.studio.document.content();
    let mannequin = &content.actors[0];
    let keys: Vec<usize> =
        mannequin.motions.iter().map(|motion| motion.key_times(None).len()).collect();
    assert_eq!(
        (content.actors.len(), mannequin.motions.len(), keys[0]),
        (2, 2, 31),
        "{:?}",
        desk.figures()
    );
    let walk = &mannequin.motions[1];
    assert!(
        walk.name == "walk" && (walk.duration - 0.5).abs() < 1e-3,
        "the bake has not touched {} of {} s",
        walk.name,
        walk.duration
    );
    assert_eq!(before.name, mannequin.motions[0].name);
}

/// A project replaces what is there, so work that is not saved is offered back; models that come
/// with it are added to it.
#[test]
fn a_project_with_models_and_work_before_it_loses_nothing() {
    let mut stage = Desk::new();
    stage.run(Command::DuplicateFigure);
    let text =
        project::save(&stage.studio.document, project::Embedding::Everything).expect("a project");
    let stage = sample("stage.kansetsu", text, Fate::Thing).file;
    let chain = sample("chain.glb", exchanged("chain.bvh", &chain_bvh(4)), Fate::Thing).file;
    let walk = sample("walk.bvh", person_bvh(), Fate::PersonMotion).file;
    for files in [[&stage, &chain, &walk], [&walk, &chain, &stage]] {
        let mut desk = Desk::at_work();
        let hash = desk.studio.document.content().hash();
        desk.drop(&files);
        assert_eq!(
            desk.figures().keys().collect::<Vec<_>>(),
            ["chain", "mannequin", "mannequin 2"]
        );
        assert_eq!(desk.told().len(), 3);
        let offered = desk
            .studio
            .services
            .banners
            .shown
            .iter()
            .find_map(|banner| banner.remedy.clone())
            .expect("the work is offered back");
        let context = desk.context.clone();
        remedy(&mut desk.studio, &offered, &context);
        assert_eq!(desk.studio.document.content().hash(), hash);
    }
    let mut desk = Desk::new();
    let mut other = stage.clone();
    other.name = "other.kansetsu".to_owned();
    desk.drop(&[&stage, &other]);
    assert!(desk.last().starts_with("other.kansetsu: Only one project"), "{:?}", desk.told());
}

#[test]
fn what_a_model_refers_to_comes_with_it_and_the_rest_is_named() {
    let rig = r#"{"kansetsu_rig": 1, "limits": [{"joint": "knee", "limit": {"kind": "hinge", "axis": [1, 0, 0], "min": -1, "max": 0}}]}"#;
    let rig = |name: &str| sample(name, rig, Fate::Refused).file;
    let mut desk = Desk::new();
    desk.drop(&[
        &rig("legs.rig.json"),
        &rig("others.rig.json"),
        &sample("legs.mqo", BONES, Fate::Thing).file,
    ]);
    let told = desk.told();
    assert!(told.iter().any(|line| line == "legs.rig.json: Used by legs.mqo."), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("others.rig.json: Not used")), "{told:?}");
}

#[test]
fn a_chain_a_walk_and_a_real_person_in_every_order() {
    let Some(corpus) = corpus() else { return };
    let real = |path: &str| {
        let bytes = std::fs::read(corpus.join(path)).expect("a file");
        GivenFile { name: path.rsplit('/').next().expect("a name").to_owned(), bytes: bytes.into() }
    };
    let files = [
        sample("tentacle60.bvh", chain_bvh(60), Fate::OwnMotion).file,
        real("bvh/cmu_12_01_walk.bvh"),
        real("gltf/CesiumMan.glb"),
    ];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut desk = Desk::new();
        desk.drop(&order.map(|index| &files[index]));
        let figures = desk.figures();
        assert_eq!(
            figures.keys().collect::<Vec<_>>(),
            ["CesiumMan", "tentacle60"],
            "{:?}",
            desk.told()
        );
        assert_eq!(figures["CesiumMan"].last().map(String::as_str), Some("cmu_12_01_walk"));
        assert_eq!(figures["tentacle60"], ["tentacle60"]);
        let walking = desk
            .studio
            .document
            .content()
            .actors
            .iter()
            .find(|actor| actor.name == "CesiumMan")
            .expect("it");
        assert!(
            walking
                .motions
                .last()
                .expect("a motion")
                .tracks
                .iter()
                .all(|track| track.joint < walking.joint_count())
        );
    }
}
