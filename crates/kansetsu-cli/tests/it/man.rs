//! `kansetsu man`.

use std::fs;

use crate::{
    command::kansetsu,
    files::Folder,
    help::{commands, help_of},
};

#[test]
fn every_subcommand_has_a_page_with_its_options() {
    let folder = Folder::new();
    let out = kansetsu(&["man", &folder.path("new/man1")]).done().out;
    let mut pages = Vec::new();
    for command in commands() {
        let name = [&["kansetsu".to_owned()], &command[..]].concat().join("-");
        let file = format!("{name}.1");
        let path = folder.path(&format!("new/man1/{file}"));
        assert!(out.contains(&format!("wrote {path}\n")), "{out}");
        // Roff writes a hyphen as `\-`.
        let page = fs::read_to_string(&path).unwrap().replace("\\-", "-");
        assert!(page.contains(&format!(".TH {name} 1 ")), "{page}");
        let help = help_of(&command);
        for option in help.split_whitespace().filter(|word| word.starts_with("--")) {
            let option = option.trim_end_matches([',', '.', ';', ':', ')', '`', ']']);
            assert!(page.contains(option), "{file} lacks {option}");
        }
        pages.push(file);
    }
    pages.sort();
    let written: Vec<String> = out
        .lines()
        .map(|line| line.rsplit_once('/').map(|(_, file)| file.to_owned()).unwrap())
        .collect();
    assert_eq!(written, pages);
}

#[test]
fn without_a_folder_the_main_page_is_printed() {
    let folder = Folder::new();
    kansetsu(&["man", &folder.path("")]).done();
    let page = fs::read_to_string(folder.path("kansetsu.1")).unwrap();
    assert_eq!(kansetsu(&["man"]).done().out, page);
    assert!(page.contains(".SH NAME\nkansetsu"), "{page}");
}

#[test]
fn a_folder_that_cannot_be_made_is_refused() {
    let folder = Folder::new();
    let file = folder.with("file", "");
    kansetsu(&["man", &format!("{file}/man1")]).refused(&["cannot create the folder", "file/man1"]);
}
