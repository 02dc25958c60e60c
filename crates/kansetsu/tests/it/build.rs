//! Chains for tests.

use kansetsu::d3::{Skeleton, Transform};
use kansetsu::glam::Vec3;

/// A straight chain along `direction` with these segment lengths; joint i is named "i".
pub fn straight(direction: Vec3, lengths: &[f32]) -> Skeleton {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    for (index, &length) in lengths.iter().enumerate() {
        last = builder.child(
            last,
            (index + 1).to_string(),
            Transform::from_translation(direction * length),
        );
    }
    builder.build().unwrap()
}
