//! The requests of the session API through C: bit-identical with the library.

use std::path::Path;

use crate::{
    c_program::{CRATE, Workshop},
    request_lines::RequestLines,
    request_table::cases,
};

#[test]
fn requests_have_the_same_bits_through_c() {
    let cases = cases();
    let lines = RequestLines::new(&cases);
    let workshop = Workshop::new("requests");
    let table = workshop.path().join("requests.txt");
    std::fs::write(&table, &lines.table).unwrap();
    let printed = workshop.run(&Path::new(CRATE).join("tests/clients/requests.c"), &[], &[&table]);
    assert_eq!(printed.lines().count(), cases.len());
    for ((case, printed), expected) in cases.iter().zip(printed.lines()).zip(lines.expected.lines())
    {
        assert!(
            printed == expected,
            "{}, from the frame {:?}: the pose differs",
            case.name,
            case.frame
        );
    }
}
