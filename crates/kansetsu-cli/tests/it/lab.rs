//! The lab's pages.

use std::fs;

use crate::{
    command::kansetsu,
    files::{Folder, size_of},
};

#[test]
fn without_a_name_the_pages_are_listed_and_with_it_what_can_be_set() {
    let list = kansetsu(&["lab"]).done().out;
    for name in kansetsu_lab::NAMES {
        assert!(list.lines().any(|line| line.starts_with(name)), "{list}");
    }
    assert!(kansetsu(&["lab", "elbow"]).done().out.contains("end_x"));
    assert!(kansetsu(&["lab", "--lang", "ja"]).done().out.contains("余弦定理"));
}

#[test]
fn a_page_is_drawn_the_same_every_time_in_each_language_and_as_it_is_set() {
    let folder = Folder::new();
    let draw = |args: &[&str], name: &str| {
        let out = folder.path(name);
        kansetsu(&[&["lab", "-o", &out], args].concat()).done();
        fs::read(out).unwrap()
    };
    let plain = draw(&["elbow"], "a.png");
    assert_eq!(size_of(&folder.path("a.png")), (1268, 469));
    assert_eq!(draw(&["elbow"], "b.png"), plain);
    for args in [
        &["elbow", "--lang", "ja"][..],
        &["elbow", "--set", "a=100"],
        &["lab/elbow?side=1"],
        &["elbow", "--frames", "3"],
    ] {
        assert_ne!(draw(args, "c.png"), plain, "{args:?}");
    }
    assert!(draw(&["tentacle"], "d.svg").starts_with(b"<svg"));
    assert!(draw(&["tentacle", "--frames", "6"], "e.gif").starts_with(b"GIF89a"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_reason() {
    for (args, reason) in [
        (&["lab", "nothing"][..], "there is no page \"nothing\""),
        (&["lab", "-o", "x.png"], "no page is named"),
        (&["lab", "elbow", "-o", "x.bmp"], ".png"),
        (&["lab", "elbow", "--worksheet", "-o", "x.gif"], "a worksheet is a picture"),
        (&["lab", "elbow", "--set", "a=-5"], "from 1 to 400"),
        (&["lab", "elbow", "--set", "a"], "KEY=VALUE"),
        (&["lab", "elbow", "--set", "what=1"], "there is no field \"what\""),
        (&["lab", "lab/elbow?a=x"], "not a number"),
        (&["lab", "elbow", "--frames", "100000"], "3600"),
        (&["lab", "elbow", "--lang", "fr"], "fr"),
    ] {
        kansetsu(args).refused(&[reason]);
    }
}
