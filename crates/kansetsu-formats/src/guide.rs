//! The Rust blocks of the guide, as doc tests: this crate has all that they use.

#[doc = include_str!("../../../docs/guide/getting-started.md")]
struct GettingStarted;

#[doc = include_str!("../../../docs/guide/getting-started.ja.md")]
struct GettingStartedJa;

#[doc = include_str!("../../../docs/guide/library.md")]
struct Library;

#[doc = include_str!("../../../docs/guide/library.ja.md")]
struct LibraryJa;
