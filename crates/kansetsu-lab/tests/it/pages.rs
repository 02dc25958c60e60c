//! What every page promises.

use kansetsu::glam::Vec2;
use kansetsu_lab::{
    Drawing, Held, Kind, NAMES, Page, Press, Shape, follow, lesson, open, text::Language,
};

fn page(name: &str) -> Box<dyn Page> {
    open(name).expect("a page of the list")
}

fn places(drawing: &Drawing) -> impl Iterator<Item = Vec2> + '_ {
    drawing.shapes.iter().flat_map(|shape| match shape {
        Shape::Line { points, .. } => points.clone(),
        Shape::Disc { center, .. } => vec![*center],
        Shape::Text { at, .. } => vec![*at],
    })
}

#[test]
fn bad_values_are_refused_with_a_sentence_and_change_nothing() {
    for name in NAMES {
        let mut page = page(name);
        let before = page.link();
        for field in page.values().fields() {
            for text in ["", " ", "abc", "1e999", "-1e30", "NaN", "inf", "1,5", "--3", "0x10", "💥"]
            {
                let refusal = page.set(field.key, text).expect_err(text);
                assert!(
                    !refusal.get(Language::English).is_empty()
                        && !refusal.get(Language::Japanese).is_empty()
                );
            }
            if matches!(
                field.kind,
                Kind::Number { digits: 0, .. } | Kind::Switch | Kind::Choice { .. }
            ) {
                page.set(field.key, "0.5").expect_err("not whole");
            }
            assert_eq!(page.link(), before, "{name} {}", field.key);
        }
        assert!(page.set("nothing", "1").is_err());
    }
}

#[test]
fn full_width_digits_are_digits() {
    let mut page = page("elbow");
    page.set("a", "１２０．５").expect("a number");
    assert_eq!(page.values().number("a"), 120.5);
}

#[test]
fn a_link_gives_back_what_was_set() {
    for name in NAMES {
        let mut page = page(name);
        for field in page.values().fields() {
            let [min, max] = field.range();
            // Not every value is kept: an end that is out of reach goes to where it can
            // be.
            let middle = 0.5 * (min + max);
            let is_fine = matches!(field.kind, Kind::Number { digits: 1.., .. });
            page.set(field.key, &if is_fine { middle } else { middle.floor() }.to_string())
                .expect("inside the range");
        }
        page.point(Vec2::new(700.0, 300.0), Press::Down);
        let link = page.link();
        assert!(link.starts_with(&format!("lab/{name}")) && link.len() < 600, "{link}");
        let again = follow(&format!("#{link}")).expect("a link to the lab").expect("a page");
        for field in page.values().fields() {
            let [was, is] = [&page, &again].map(|page| page.values().number(field.key));
            assert!((was - is).abs() <= 1e-3, "{name} {}: {was} {is}", field.key);
        }
    }
}

#[test]
fn a_link_to_something_else_is_left_alone_and_a_wrong_one_is_told() {
    assert!(follow("#pose=abc").is_none() && follow("").is_none() && follow("#labour").is_none());
    assert!(follow("#lab").expect("the lab").is_ok());
    for wrong in ["#lab/nothing", "#lab/elbow?a=abc", "#lab/elbow?what=3", "#lab/elbow?a"] {
        assert!(follow(wrong).expect("a link to the lab").is_err(), "{wrong}");
    }
}

#[test]
fn wherever_the_pointer_goes_every_place_is_a_number() {
    for name in NAMES {
        let mut page = page(name);
        for at in [
            Vec2::ZERO,
            Vec2::new(640.0, 350.0),
            Vec2::splat(-1e6),
            Vec2::splat(f32::NAN),
            Vec2::splat(f32::MAX),
            Vec2::new(640.0, 60.0),
        ] {
            for press in [Press::Hover, Press::Down, Press::Drag] {
                page.point(at, press);
            }
            page.tick(Held { up: true, right: true, ..Held::default() });
            for language in Language::ALL {
                assert!(places(&page.draw(language)).all(Vec2::is_finite), "{name} {at}");
            }
        }
    }
}

#[test]
fn every_button_does_something_and_nothing_else_does() {
    for name in NAMES {
        for action in page(name).actions() {
            let mut page = page(name);
            page.point(Vec2::new(720.0, 310.0), Press::Down);
            page.act(action.key);
            assert!(
                places(&page.draw(Language::English)).all(Vec2::is_finite),
                "{name} {}",
                action.key
            );
        }
        let mut page = page(name);
        let before = page.draw(Language::English);
        page.act("no such button");
        assert_eq!(page.draw(Language::English), before);
    }
}

#[test]
fn the_demonstration_is_the_same_every_time() {
    for name in NAMES {
        let run = || {
            let mut page = page(name);
            (0..40).for_each(|frame| page.demonstrate(frame));
            page.draw(Language::Japanese)
        };
        assert_eq!(run(), run(), "{name}");
    }
}

#[test]
fn every_page_has_three_steps_whose_settings_it_takes() {
    for name in NAMES {
        let steps = lesson(name);
        assert_eq!(steps.len(), 3, "{name}");
        let mut page = page(name);
        for step in steps {
            for language in Language::ALL {
                assert!(!step.task.get(language).is_empty(), "{name}");
            }
            step.prepare(page.as_mut()).expect(name);
            for (key, value) in step.settings {
                let wanted: f64 = value.parse().expect("a number");
                assert_eq!(page.values().number(key), wanted, "{name} {key}");
            }
        }
    }
}
