//! What the reader does with each element.

use crate::element::{Element, read, skipped};

/// The elements of BVH. Unknown words are errors.
pub const ELEMENTS: [Element; 14] = [
    read("HIERARCHY"),
    read("ROOT"),
    read("JOINT"),
    read("End Site"),
    read("OFFSET"),
    skipped("name", "joints have no name and are called joint_ and a number"),
    read("position channels"),
    read("rotation channels"),
    skipped("scale channels", "scale channels are not followed: joints keep their size"),
    skipped("channels of an End Site", "channels of an End Site are left out"),
    read("MOTION"),
    read("Frames"),
    read("Frame Time"),
    skipped("rows after the last frame", "lines more follow; they are left out"),
];
