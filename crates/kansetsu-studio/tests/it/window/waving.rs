//! The way of the READMEs, from a file to a film.

use kansetsu_studio::{app::Look, text::Language};

use crate::{
    kit::Window,
    wave::{character, wave},
};

/// The films' frames, and where the hand is in the middle of the motion beside its start.
fn check(window: &mut Window, film: &[u8]) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut film = options.read_info(film).expect("a GIF file");
    let mut frames = Vec::new();
    while let Some(frame) = film.read_next_frame().expect("sound frames") {
        frames.push(frame.buffer.to_vec());
    }
    assert_eq!(frames.len(), 20, "20 frames, 30 per second, that loop");
    assert!(frames[0] != frames[10] && frames.len() > 1, "something moves");
    let hand = |window: &mut Window, time: f32| {
        window.studio_mut().document.set_time(time);
        window.settle();
        let actor = window.studio().document.actor().expect("a figure").clone();
        let joint = actor.figure.rig.roles[&kansetsu_formats::Role::RightHand];
        actor
            .placement
            .transform_point3(actor.figure.rig.skeleton.forward(&actor.pose)[joint].translation)
    };
    let (start, middle, end) =
        (hand(window, 0.0), hand(window, 10.0 / 30.0), hand(window, 20.0 / 30.0));
    assert!(start.distance(middle) > 0.03 && start.distance(end) < 1e-4, "{start} {middle} {end}");
}

#[test]
fn a_character_waves_in_a_film_after_a_dozen_actions_in_both_languages() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::with(language, Look::Light);
        let tag = language.tag();
        let (film, actions) = wave(&mut window, character(), &mut |window, step| {
            window.picture(&format!("wave-{step}-{tag}"))
        });
        check(&mut window, &film);
        assert!(actions <= 14, "{actions} actions");
    }
}

/// The same with characters of others, where they are at hand.
#[test]
fn characters_of_others_wave_too() {
    let Some(corpus) = super::formats::corpus() else { return };
    for name in [
        "vrm/basic_armature_vrm0.vrm",
        "vrm/unity_example_vrm1.vrm",
        "vrm/rest_a_pose_t_position_rest.vrm",
    ] {
        let bytes = std::fs::read(corpus.join(name)).expect("it is there");
        let mut window = Window::with(Language::English, Look::Light);
        let short = name.trim_start_matches("vrm/").trim_end_matches(".vrm").to_owned();
        let (film, _) = wave(&mut window, bytes, &mut |window, step| {
            window.picture(&format!("wave-{short}-{step}"))
        });
        check(&mut window, &film);
    }
}
