//! The modelling toolkit: implicit shapes, lathed shapes, weights, and the draft that becomes a
//! figure.

pub(crate) mod draft;
pub(crate) mod lathe;
pub(crate) mod mirror;
pub(crate) mod polygonise;
pub(crate) mod shape;
pub(crate) mod solid;
pub(crate) mod surface;
pub(crate) mod weights;

pub(crate) use draft::{Draft, Paint, Plan};
pub(crate) use polygonise::polygonise;
pub(crate) use shape::Shape;
pub(crate) use solid::Solid;
pub(crate) use surface::Surface;
pub(crate) use weights::Weights;
