//! Links that hold a pose.

use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_studio::{
    document::{Actor, Content, Document, Opened},
    share::{from_fragment, to_fragment},
};

use crate::random::Random;

fn random_scene(random: &mut Random) -> Document {
    let mut content = Content::default();
    for _ in 0..=random.below(3) {
        let name = kansetsu_figures::NAMES[random.below(kansetsu_figures::NAMES.len())];
        let mut actor = Actor::new(Opened::embedded(name).expect("an embedded figure"));
        for _ in 0..random.below(40) {
            let joint = random.below(actor.joint_count());
            let axis =
                Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3).normalize();
            actor.pose.locals[joint].rotation =
                Quat::from_axis_angle(axis, random.between(-3.1, 3.1));
        }
        actor.pose.locals[0].translation = Vec3::new(random.between(-1.0, 1.0), 0.0, 0.5);
        let index = content.add(actor);
        if random.below(2) == 0 {
            content.actor_mut(index).expect("it is there").placement =
                Affine3::from_rotation_y(random.between(-3.0, 3.0));
        }
    }
    let mut document = Document::new(content);
    document.view.camera.yaw = random.between(-3.0, 3.0);
    document
}

#[test]
fn a_link_shows_what_was_shown() {
    let mut random = Random::new(5);
    for _ in 0..50 {
        let document = random_scene(&mut random);
        let fragment = to_fragment(&document).unwrap();
        assert!(
            fragment.chars().all(|c| c.is_ascii_alphanumeric() || "-_=".contains(c)),
            "{fragment}"
        );
        let shown = from_fragment(&format!("#{fragment}")).unwrap().unwrap().into_document();
        assert_eq!(shown.view.camera, document.view.camera);
        assert_eq!(shown.content().actors.len(), document.content().actors.len());
        for (now, before) in shown.content().actors.iter().zip(&document.content().actors) {
            assert_eq!((&now.name, &now.source), (&before.name, &before.source));
            assert!(
                now.placement.abs_diff_eq(before.placement, 2e-5),
                "{:?} {:?}",
                now.placement,
                before.placement
            );
            for (local, wanted) in now.pose.locals.iter().zip(&before.pose.locals) {
                let off = wanted.rotation.normalize().inverse() * local.rotation;
                assert!((2.0 * off.xyz().length()).to_degrees() < 0.01);
                assert_eq!((local.translation, local.scale), (wanted.translation, wanted.scale));
            }
        }
    }
}

#[test]
fn a_link_is_short() {
    let mut document = Document::welcome();
    assert!(to_fragment(&document).unwrap().len() < 90);
    document
        .edit("turn everything", |content| {
            let locals = &mut content.actor_mut(0)?.pose.locals;
            locals.iter_mut().for_each(|local| local.rotation = Quat::from_rotation_x(0.3));
            Ok(())
        })
        .unwrap();
    let count = document.actor().unwrap().joint_count();
    let length = to_fragment(&document).unwrap().len();
    assert!(length < 90 + 12 * count + count / 2, "{length} characters for {count} joints");
}

#[test]
fn damaged_links_are_refused() {
    let mut random = Random::new(6);
    let fragment = to_fragment(&random_scene(&mut random)).unwrap();
    assert!(from_fragment("#other").is_none() && from_fragment("").is_none());
    for end in 5..fragment.len() {
        assert!(from_fragment(&fragment[..end]).unwrap().is_err(), "cut at {end}");
    }
    for _ in 0..3000 {
        let mut letters = fragment.clone().into_bytes();
        let at = 5 + random.below(letters.len() - 5);
        letters[at] = b"ABCxyz019-_"[random.below(11)];
        let changed = String::from_utf8(letters).unwrap();
        let read = from_fragment(&changed).unwrap();
        // One in 65,536 changes goes unseen; what it shows is sound all the same.
        assert!(
            changed == fragment
                || read.is_err()
                || read.is_ok_and(|shown| shown
                    .content
                    .actors
                    .iter()
                    .all(|actor| actor.check().is_ok()))
        );
    }
    for _ in 0..3000 {
        let noise: String = (0..random.below(300))
            .map(|_| char::from(b"ABCDEFabcdef0123456789-_"[random.below(24)]))
            .collect();
        assert!(from_fragment(&format!("pose={noise}")).unwrap().is_err(), "{noise}");
    }
}

#[test]
fn only_built_in_figures_are_shared() {
    let glb =
        kansetsu_formats::gltf::write_new(&kansetsu_figures::figure("leg").unwrap(), None).unwrap();
    let mut content = Content::default();
    content.add(Actor::new(Opened::file("leg.glb", glb.into(), &|_| Err(String::new())).unwrap()));
    assert!(
        to_fragment(&Document::new(content)).unwrap_err().to_string().contains("comes from a file")
    );
    assert!(to_fragment(&Document::default()).is_err());
}
