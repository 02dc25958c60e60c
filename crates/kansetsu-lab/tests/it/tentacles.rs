//! The tentacles.

use kansetsu::{classic::SteppedMode, glam::Vec2};
use kansetsu_lab::{Held, Page, Press, Tentacles};

/// A player who runs around, sometimes exactly behind the wall's tentacle.
fn player(frame: usize) -> Vec2 {
    Vec2::new((frame * 37 % 1280) as f32, (frame * 91 % 700) as f32)
}

#[test]
fn every_frame_is_the_library_called_directly_bit_for_bit() {
    for (mode, count, joints) in
        [("0", "1", "2"), ("1", "1", "16"), ("1", "7", "64"), ("0", "100", "32")]
    {
        let mut page = Tentacles::default();
        for (key, value) in [
            ("mode", mode),
            ("count", count),
            ("joints", joints),
            ("taper", "0.95"),
            ("limit_deg", "40"),
        ] {
            page.set(key, value).expect("a value");
        }
        let mut tentacles = page.scene().tentacles().expect("tentacles");
        assert_eq!(tentacles.len().to_string(), count);
        let solver = page.solver();
        assert_eq!(
            solver.mode,
            if mode == "1" { SteppedMode::Classic } else { SteppedMode::Smooth }
        );
        for frame in 0..120 {
            page.point(player(frame), Press::Hover);
            page.tick(Held::default());
            for tentacle in &mut tentacles {
                solver.step(tentacle, player(frame).as_dvec2()).expect("numbers");
            }
            assert_eq!(page.tentacles(), tentacles, "frame {frame}");
        }
    }
}

#[test]
fn the_keys_move_the_player_inside_the_walls() {
    let mut page = Tentacles::default();
    let before = page.player();
    page.tick(Held { up: true, left: true, ..Held::default() });
    assert_eq!(page.player(), before + kansetsu::glam::DVec2::new(-4.0, 4.0));
    for _ in 0..2000 {
        page.tick(Held { down: true, right: true, ..Held::default() });
    }
    assert_eq!(page.player(), kansetsu::glam::DVec2::new(1280.0, 0.0));
}

#[test]
fn the_links_keep_their_lengths_and_the_joints_their_limits() {
    let mut page = Tentacles::default();
    page.act("many");
    assert_eq!((page.tentacles().len(), page.tentacles()[0].joints().len()), (100, 32));
    for frame in 0..200 {
        page.demonstrate(frame);
    }
    for tentacle in page.tentacles() {
        for (joint, ends) in tentacle.joints().iter().zip(tentacle.positions().windows(2)) {
            assert!((ends[0].distance(ends[1]) - joint.length).abs() < 1e-6);
            assert!((joint.min - 1e-12..=joint.max + 1e-12).contains(&joint.angle));
        }
    }
}
