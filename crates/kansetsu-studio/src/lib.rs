//! The studio: an editor for poses and motions of articulated figures.
//!
//! What is edited is a [`Document`](document::Document): plain data, without a window. [`posing`]
//! turns drags into poses, [`motion`] keys them, `viewport` shows them and finds what the pointer
//! touches. With the feature `window` (the default) there is an application around them, the same
//! in a window and in a web page.

pub mod command;
pub mod document;
pub mod library;
pub mod motion;
pub mod posing;
pub mod share;
pub mod text;
pub mod viewport;

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "window")]
pub mod font;
#[cfg(feature = "window")]
pub mod lab;
#[cfg(feature = "window")]
pub mod panel;
#[cfg(feature = "window")]
pub mod web;
