//! The two bones.

use kansetsu::{
    classic::{LawOfCosines, MiddleJoint},
    d2::{
        Side,
        solve::{self, TwoBone},
    },
    glam::Vec2,
};
use kansetsu_lab::{Elbow, Held, Page, Press, text::Language};

const START: Vec2 = Vec2::new(640.0, 350.0);

fn keys() -> [Held; 6] {
    let up = Held { up: true, ..Held::default() };
    let down = Held { down: true, ..Held::default() };
    let left = Held { left: true, ..Held::default() };
    let right = Held { right: true, ..Held::default() };
    [
        left,
        up,
        right,
        Held { up: true, left: true, ..Held::default() },
        down,
        Held { down: true, left: true, ..Held::default() },
    ]
}

/// Every place that a grid over the app window and far around it has.
fn pointers() -> impl Iterator<Item = Vec2> {
    (-10..=30).flat_map(|x| (-10..=20).map(move |y| Vec2::new(x as f32 * 64.0, y as f32 * 50.0)))
}

#[test]
fn a_key_moves_the_end_by_two_and_a_half_pixels() {
    let mut page = Elbow::default();
    assert_eq!(page.end(), Vec2::new(940.0, 350.0));
    page.tick(Held { left: true, ..Held::default() });
    assert_eq!(page.end(), Vec2::new(937.5, 350.0));
    page.tick(Held { up: true, ..Held::default() });
    assert_eq!(page.end(), Vec2::new(937.5, 352.5));
    assert!(!page.tick(Held::default()));
}

#[test]
fn as_published_it_is_the_classic_method_bit_for_bit() {
    let mut page = Elbow::default();
    page.set("original", "1").expect("a switch");
    for (a, b) in [(150.0, 150.0), (90.0, 150.0), (150.0, 70.0)] {
        page.act("reset");
        page.set("a", &a.to_string()).expect("a length");
        page.set("b", &b.to_string()).expect("a length");
        for side in [Side::Left, Side::Right] {
            page.set("side", if side == Side::Left { "0" } else { "1" }).expect("a side");
            let method = LawOfCosines { upper: b, lower: a, side };
            let mut end = page.end();
            for step in 0..600 {
                let held = keys()[step / 40 % 6];
                page.tick(held);
                let wanted = end + Vec2::from(held.way()) * 2.5;
                // The published method: the end moves only where the bones reach.
                if method.may_move_to(START, wanted) {
                    end = wanted;
                }
                assert_eq!(page.end(), end, "step {step}");
                let wanted = match method.middle(START, end).expect("numbers") {
                    MiddleJoint::At(middle) => Some(middle),
                    _ => None,
                };
                assert_eq!(page.middle(), wanted, "step {step}");
            }
        }
    }
}

#[test]
fn ours_is_the_library_called_directly() {
    let mut page = Elbow::default();
    let mut direction = Vec2::X * 300.0;
    for at in pointers() {
        page.point(at, Press::Drag);
        let elbow = solve::Elbow { upper: 150.0, lower: 150.0, side: Side::Left, direction };
        let place = TwoBone::default().place(&elbow, START, at).expect("numbers");
        assert_eq!((page.end(), page.middle()), (place.end, Some(place.middle)), "{at}");
        if place.end != START {
            direction = place.end - START;
        }
    }
}

#[test]
fn the_end_never_leaves_the_disk_that_the_bones_reach() {
    for original in ["0", "1"] {
        for (a, b) in [("150", "150"), ("40", "150"), ("150", "40"), ("1", "400")] {
            let mut page = Elbow::default();
            page.set("original", original).expect("a switch");
            page.set("a", a).expect("a length");
            page.set("b", b).expect("a length");
            let reach = page.values().number("a") as f32 + page.values().number("b") as f32;
            for at in pointers() {
                page.point(at, Press::Drag);
                assert!(
                    page.end().distance(START) <= reach * (1.0 + 1e-6),
                    "{original} {a} {b} {at}: {}",
                    page.end()
                );
                page.tick(keys()[3]);
                assert!(page.end().distance(START) <= reach * (1.0 + 1e-6));
            }
        }
    }
}

#[test]
fn where_the_original_has_no_number_it_says_so_and_ours_has_one() {
    for (a, at) in [("150", START), ("40", START + Vec2::X * 20.0)] {
        let mut page = Elbow::default();
        page.set("a", a).expect("a length");
        page.point(at, Press::Down);
        assert!(page.middle().is_some_and(Vec2::is_finite));
        page.set("original", "1").expect("a switch");
        page.point(at, Press::Down);
        assert_eq!(page.middle(), None);
        let drawing = page.draw(Language::English);
        assert!(
            drawing.note.is_some()
                && drawing.formulas.iter().any(|formula| formula.contains("NaN")),
            "{:?}",
            drawing.formulas
        );
    }
}

#[test]
fn the_formula_has_the_numbers_of_the_moment() {
    let mut page = Elbow::default();
    page.point(START + Vec2::new(150.0, 150.0), Press::Down);
    let formulas = page.draw(Language::Japanese).formulas;
    // Two bones of 150 over a side of 212.1: a right angle between them, 45° at the start.
    assert!(formulas[0].contains("212.1") && formulas[0].ends_with("= 0.7071"), "{formulas:?}");
    assert_eq!(formulas[1], "A = 45.0°");
}
