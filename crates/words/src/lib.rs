//! Floor 4: all words. Slugs, ids and numbers become sentences here, for page, command line and API alike.
//!
//! The texts lie in `static/locales/*.ftl` (Fluent) and are read at build time; no parser is in the program.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod advice;
pub mod catalogue;
mod data;
pub mod facts;
pub mod format;
mod later;
pub mod log;
mod pieces;
pub mod port;
pub mod rules;
pub mod sources;
pub mod speak;

pub use catalogue::{Language, Piece, languages};
pub use format::{Speaker, message, plain};
pub use port::{Plain, Plural, Port};
pub use speak::Words;
