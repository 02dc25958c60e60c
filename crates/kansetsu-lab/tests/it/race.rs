//! A thousand goals for every solver.

use kansetsu::{
    d3::{Chain, Goal, solve},
    glam::Vec2,
};
use kansetsu_lab::{Held, Method, Page, Press, Race, Row, Score, Table, text::Language};

fn run(page: &mut Race) {
    while !page.is_done() {
        page.tick(Held::default());
    }
}

fn score(page: &Race, method: Method) -> &Score {
    &page.scores()[Method::ALL.iter().position(|&other| other == method).expect("in the list")]
}

/// The mannequin's left arm, with the library's own words.
#[test]
fn every_run_is_the_librarys_bit_for_bit() {
    let mut page = Race::default();
    page.set("goals", "60").expect("a number");
    run(&mut page);
    let rig = kansetsu_figures::mannequin().rig;
    let limb = &rig.limbs[0];
    let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)
        .expect("an arm")
        .with_pole(&rig.skeleton, limb.pole);
    let chain = chain.with_limits(&rig.limits).expect("limits");
    for (index, own) in score(&page, Method::Dls).runs.iter().enumerate() {
        let mut pose = rig.skeleton.rest_pose();
        let goal = Goal::position(limb.tip, page.course().expect("a chain").goal(index));
        let solver = solve::Dls { tolerance: 1e-4, ..solve::Dls::default() };
        let report = solver.solve(&chain, &goal, &mut pose).expect("numbers");
        assert_eq!(report.iterations, own.rounds, "goal {index}");
        // The arm stands in the mannequin there, and by itself here: the last digits of its places
        // differ.
        assert!(
            (report.distance() - own.distance).abs() < 1e-6,
            "goal {index}: {} {}",
            report.distance(),
            own.distance
        );
    }
}

#[test]
fn every_goal_can_be_reached_and_limits_break_what_clamps_afterwards() {
    let mut page = Race::default();
    page.set("goals", "300").expect("a number");
    run(&mut page);
    assert!(
        score(&page, Method::Auto).percent() > 99.0 && score(&page, Method::Dls).percent() > 99.0
    );
    let bodies =
        [Method::FabrikTree, Method::WholeBody].map(|method| score(&page, method).percent());
    assert!(bodies.iter().all(|&percent| percent > 80.0), "{bodies:?}");
    let clamped = score(&page, Method::Clamped).percent();
    assert!(clamped < 50.0, "{clamped}");
    assert!(page.draw(Language::English).note.expect("a sentence").contains("clamping afterwards"));
    page.set("limits", "0").expect("a switch");
    run(&mut page);
    assert!(
        score(&page, Method::Clamped).percent() > 95.0,
        "{}",
        score(&page, Method::Clamped).percent()
    );
    assert_eq!(page.draw(Language::English).note, None);
}

#[test]
fn who_does_not_serve_a_chain_is_left_out_and_a_click_takes_another() {
    let mut page = Race::default();
    page.set("figure", "5").expect("the tentacle");
    page.set("goals", "20").expect("a number");
    run(&mut page);
    assert!(
        score(&page, Method::TwoBone).runs.is_empty()
            && score(&page, Method::Auto).runs.len() == 20
    );
    page.set("figure", "0").expect("the mannequin");
    let before = page.state()[1];
    // Somewhere in its half of the lab page is another joint.
    let rows = (0..24).flat_map(|row| {
        (0..24).map(move |column| Vec2::new(30.0 + 20.0 * column as f32, 100.0 + 20.0 * row as f32))
    });
    rows.for_each(|at| page.point(at, Press::Down));
    assert_ne!(page.state()[1], before, "another joint");
}

#[test]
fn other_seeds_have_other_goals_and_the_same_seed_the_same() {
    let scores = |seed: &str| {
        let mut page = Race::default();
        page.set("goals", "40").expect("a number");
        page.set("seed", seed).expect("a number");
        run(&mut page);
        page.scores().to_vec()
    };
    assert_eq!(scores("7"), scores("7"));
    assert_ne!(scores("7"), scores("8"));
}

#[test]
fn a_table_is_copied_as_csv_and_markdown() {
    let row = |cells: [&str; 2]| Row { ink: None, cells: cells.map(str::to_owned).to_vec() };
    let table = Table {
        head: vec!["Solver, or not".to_owned(), "mm".to_owned()],
        rows: vec![row(["a \"b\"", "1.5"]), row(["c|d", "2"])],
    };
    assert_eq!(table.to_csv(), "\"Solver, or not\",mm\n\"a \"\"b\"\"\",1.5\nc|d,2\n");
    assert_eq!(
        table.to_markdown(),
        "| Solver, or not | mm |\n| --- | ---: |\n| a \"b\" | 1.5 |\n| c\\|d | 2 |\n"
    );
}
