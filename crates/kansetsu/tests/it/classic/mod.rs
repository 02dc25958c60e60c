//! The published methods in their original form, against plain re-implementations of their steps.

mod align_attach;
mod editor;
mod law_of_cosines;
mod limb_fabrik;
mod stepped_ccd;
