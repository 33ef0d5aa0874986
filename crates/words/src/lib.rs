//! Floor 4: all words. Slugs, ids and numbers become sentences here, for page, command line and API alike.
//!
//! The texts of a language lie in `static/locales/LANGUAGE.ftl` (Fluent), which is read at run time. Plural categories and
//! the forms of numbers, durations and lists are messages too.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod advice;
pub mod capital;
pub mod catalogue;
mod data;
pub mod facts;
mod fluent;
pub mod format;
pub mod log;
pub mod rules;
pub mod sources;
pub mod speak;

pub use catalogue::Language;
pub use format::{Clock, Speaker, message, offset, plain};
pub use speak::Words;
