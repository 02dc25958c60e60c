//! SVG files.

use kansetsu::glam::Vec3;
use kansetsu_draw::{Mark, Picture, Scene, SkeletonStyle, Target, render_svg};

use crate::{capsule, pictures::small};

/// Checks that tags are closed in order and quotes are paired; returns the names of all elements.
fn elements(text: &str) -> Vec<String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    for part in text.split('<').skip(1) {
        let (tag, words) = part.split_once('>').expect("a tag ends");
        assert!(!words.contains('&') || words.contains(';'), "{words}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        names.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<String>::new());
    names
}

#[test]
fn a_file_is_well_formed_and_names_what_it_shows() {
    let figure = capsule::figure();
    let mut scene = Scene::new(&figure, &capsule::bent(&figure, 1.0));
    scene.actors[0].skeleton = SkeletonStyle::Shown;
    let label = "<hand> & \"foot\"\u{0}".to_owned();
    scene.marks.push(Mark::Target(Target { position: Vec3::Y, reached: Some(Vec3::ZERO), label }));
    let picture = Picture { caption: "A bend".into(), ..small(200) };
    let drawing = render_svg(&scene, &picture).expect("a picture");
    let names = elements(&drawing.content);
    for name in ["svg", "title", "linearGradient", "path", "circle", "text"] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
    assert!(
        drawing.content.contains("viewBox=\"0 0 200 200\"")
            && drawing.content.contains("<title>A bend</title>")
    );
    assert!(drawing.content.contains("&lt;hand&gt; &amp; &quot;foot&quot;"));
    assert!(!drawing.content.contains("NaN") && !drawing.content.contains("inf"));
    assert_eq!(render_svg(&scene, &picture).expect("a picture"), drawing);
}

#[test]
fn the_mannequin_stays_below_two_megabytes() {
    let figure = kansetsu_figures::figure("mannequin").expect("it is embedded");
    let drawing =
        render_svg(&Scene::new(&figure, &figure.rig.skeleton.rest_pose()), &Picture::default())
            .expect("a picture");
    elements(&drawing.content);
    assert!(drawing.content.len() < 2_000_000, "{} bytes", drawing.content.len());
    assert!(
        !drawing.content.contains("<image"),
        "its triangles are few enough to be drawn one by one"
    );
}
