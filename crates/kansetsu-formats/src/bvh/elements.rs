//! The table of the format's elements.

use crate::element::{Element, read, skipped};

/// The elements of BVH. Unknown words are errors.
pub const ELEMENTS: [Element; 14] = [
    read("HIERARCHY"),
    read("ROOT"),
    read("JOINT"),
    read("End Site"),
    read("OFFSET"),
    skipped("name", "joints without a name are named joint_ and a number"),
    read("position channels"),
    read("rotation channels"),
    skipped("scale channels", "scale channels are not applied: joints keep their size"),
    skipped("channels of an End Site", "channels of an End Site are ignored"),
    read("MOTION"),
    read("Frames"),
    read("Frame Time"),
    skipped("rows after the last frame", "further lines follow; they are ignored"),
];
