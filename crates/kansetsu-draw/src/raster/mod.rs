//! Rasterization of triangles to samples.

mod screen_triangle;
mod shadow_map;
mod visibility;

pub(crate) use screen_triangle::{Corner, ScreenTriangle};
pub(crate) use shadow_map::{Caster, ShadowMap, Sides};
pub(crate) use visibility::{NONE, SAMPLES, Visibility, sample_offset, samples_of};
