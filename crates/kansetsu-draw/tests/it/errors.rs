//! Requests that cannot be drawn.

use kansetsu_draw::{
    Error, Grid, Picture, Scene, Sheet, View, contact_sheet, render_png, render_svg,
};

#[test]
fn sides_of_nothing_or_too_much_are_refused() {
    for (width, height) in [(0, 10), (10, 0), (Picture::MAX_SIDE + 1, 10), (10, u32::MAX)] {
        let picture = Picture { width, height, ..Picture::default() };
        assert!(
            matches!(render_png(&Scene::default(), &picture), Err(Error::Size { .. })),
            "{width}x{height}"
        );
        assert!(
            matches!(render_svg(&Scene::default(), &picture), Err(Error::Size { .. })),
            "{width}x{height}"
        );
        let sheet = Sheet { picture, ..Sheet::default() };
        assert!(matches!(contact_sheet(&[], &sheet), Err(Error::Size { .. })), "{width}x{height}");
    }
}

#[test]
fn a_sheet_of_too_many_cells_is_refused() {
    for grid in [Grid { rows: 0, columns: 1 }, Grid { rows: 1, columns: Sheet::MAX_CELLS + 1 }] {
        assert!(matches!(
            contact_sheet(&[], &Sheet { grid, ..Sheet::default() }),
            Err(Error::Sheet { .. })
        ));
    }
    let grid = Grid { rows: 64, columns: 64 };
    assert!(
        matches!(contact_sheet(&[], &Sheet { grid, ..Sheet::default() }), Err(Error::Size { .. })),
        "61 000 pixels a side"
    );
}

#[test]
fn texts_that_are_no_view_or_grid_are_refused_by_name() {
    for text in ["", "nowhere", "1", "1,2,3", "nan,0", "inf,1", "1;2"] {
        let error = View::parse(text).expect_err(text).to_string();
        assert!(error.contains(&format!("\"{text}\"")) && error.contains("30,15"), "{error}");
    }
    for text in ["", "3", "0x3", "3x", "3x65", "-1x2", "axb"] {
        let error = text.parse::<Grid>().expect_err(text).to_string();
        assert!(error.contains(&format!("\"{text}\"")), "{error}");
    }
    assert_eq!("3x5".parse::<Grid>().expect("a grid"), Grid { rows: 3, columns: 5 });
    assert_eq!(View::parse(" 30 , -15 ").expect("a view"), View::new(30.0, -15.0));
}

#[test]
fn extreme_views_still_draw() {
    for (azimuth_deg, elevation_deg) in
        [(1e30, 1e30), (f32::NAN, 0.0), (0.0, f32::NAN), (-720.0, -90.0)]
    {
        let picture = Picture {
            width: 16,
            height: 9,
            margin: f32::NAN,
            view: View::new(azimuth_deg, elevation_deg),
            ..Picture::default()
        };
        assert!(render_png(&Scene::default(), &picture).is_ok());
    }
    assert!(
        render_png(&Scene::default(), &Picture { width: 1, height: 1, ..Picture::default() })
            .is_ok()
    );
    assert!(
        render_png(
            &Scene::default(),
            &Picture { width: 1, height: 300, margin: 9.0, ..Picture::default() }
        )
        .is_ok()
    );
}
